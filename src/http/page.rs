//! The pages that people see: every file of `static/`, inside the binary, at its own path.
//!
//! Files that are always needed together may be asked for together: `css/tokens+page.css` is
//! `css/tokens.css` and then `css/page.css`. A page paints only when all its styles have come.

use std::borrow::Cow;

use axum::body::Body;
use axum::http::{HeaderMap, HeaderValue, Method, Response, StatusCode, header};
use axum::response::IntoResponse;
use rust_embed::RustEmbed;

use super::tag::sent_if_new;

#[derive(RustEmbed)]
#[folder = "$CARGO_MANIFEST_DIR/static"]
struct Static;

/// Pages load nothing from anywhere else, run no inline script and stand in nobody's frame.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; \
     connect-src 'self'; font-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; \
     frame-ancestors 'none'";

/// The file behind an address, if there is one: what is left when no route of the API takes a request.
pub fn file(method: &Method, path: &str, headers: &HeaderMap) -> Option<Response<Body>> {
    let name = name_of(path)?;
    let found = File::under(name)?;
    if ![Method::GET, Method::HEAD].contains(method) {
        let mut refusal = StatusCode::METHOD_NOT_ALLOWED.into_response();
        refusal.headers_mut().insert(header::ALLOW, HeaderValue::from_static("GET,HEAD"));
        return Some(refusal);
    }
    Some(serve(name, found, headers))
}

/// The name inside `static/`. Pages have addresses without an ending.
fn name_of(path: &str) -> Option<&str> {
    match path {
        "/" => Some("index.html"),
        "/docs" => Some("docs.html"),
        _ => path.strip_prefix('/'),
    }
}

/// So many files may be asked for together.
const MOST_TOGETHER: usize = 8;

/// What stands under a name: one file, or several in a row.
struct File {
    bytes: Cow<'static, [u8]>,
    /// A weak tag: the same file compressed is other bytes, but the same page.
    tag: String,
}

impl File {
    fn under(name: &str) -> Option<File> {
        let (path, ending) = name.rsplit_once('.')?;
        let (folder, stems) = path.split_at(path.rfind('/').map_or(0, |slash| slash + 1));
        let stems: Vec<_> = stems.split('+').collect();
        if stems.len() > MOST_TOGETHER {
            return None;
        }
        let file = |stem: &&str| Static::get(&format!("{folder}{stem}.{ending}"));
        let files: Vec<_> = stems.iter().map(file).collect::<Option<_>>()?;
        let hashes = files.iter().flat_map(|file| file.metadata.sha256_hash().into_iter().take(8));
        let tag = format!("W/\"{}\"", hashes.map(|byte| format!("{byte:02x}")).collect::<String>());
        let bytes = match <[_; 1]>::try_from(files) {
            Ok([file]) => file.data,
            Err(files) => files.into_iter().flat_map(|file| file.data.into_owned()).collect(),
        };
        Some(File { bytes, tag })
    }
}

fn serve(name: &str, File { bytes, tag }: File, asked: &HeaderMap) -> Response<Body> {
    let tag = HeaderValue::try_from(tag).expect("hexadecimal digits");
    // A new release shows at once.
    let mut response = sent_if_new(asked, tag, || {
        ([(header::CONTENT_TYPE, media_type(name))], Body::from(bytes)).into_response()
    });
    guard(response.headers_mut());
    response
}

/// What keeps a page from harm. A `Cross-Origin-Opener-Policy` is not among it: a page without
/// secrets has none to keep from its opener, and browsers begin a process of its own for one, which
/// put the first paint off by some 50 ms.
pub fn guard(headers: &mut HeaderMap) {
    for (name, value) in [
        (header::CONTENT_SECURITY_POLICY, POLICY),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "no-referrer"),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
}

fn media_type(name: &str) -> &'static str {
    match name.rsplit('.').next().unwrap_or_default() {
        "html" => "text/html; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "svg" => "image/svg+xml",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bytes_of(name: &str) -> Vec<u8> {
        File::under(name).expect("a file").bytes.into_owned()
    }

    #[test]
    fn files_asked_for_together_come_in_the_order_asked() {
        let [tokens, page] = ["css/tokens.css", "css/page.css"].map(bytes_of);
        assert_eq!(bytes_of("css/tokens+page.css"), [&tokens[..], &page].concat());
        assert_eq!(bytes_of("css/page+tokens.css"), [&page[..], &tokens].concat());
        let tag = |name: &str| File::under(name).expect("a file").tag;
        assert_ne!(tag("css/tokens+page.css"), tag("css/tokens.css"));
    }

    #[test]
    fn all_files_asked_for_together_must_be_there_and_not_be_many() {
        assert!(File::under("css/tokens+nothing.css").is_none());
        assert!(File::under("css/+tokens.css").is_none());
        assert!(File::under(&format!("css/{}.css", ["page"; MOST_TOGETHER].join("+"))).is_some());
        assert!(File::under(&format!("css/{}.css", ["page"; MOST_TOGETHER + 1].join("+"))).is_none());
    }

    #[test]
    fn no_address_leads_out_of_the_folder() {
        for path in [
            "/css/..+page.css",
            "/../Cargo.toml",
            "/..%2fCargo.toml",
            "//etc/passwd",
            "/css/../../Cargo.toml",
        ] {
            assert!(file(&Method::GET, path, &HeaderMap::new()).is_none(), "{path}");
        }
    }
}
