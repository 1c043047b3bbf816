//! The pages that people see, inside the binary with every file of `static/`.
//!
//! A page is asked for each time, so that a new release shows at once. Everything else has an address that
//! names what the files contain, all of them together: `/static/<hash>/main.js` is kept for good, and what
//! it imports from beside it, too. A page names only `/static/main.js`; the hash is written in when it is
//! served.
//!
//! Files that are always needed together may be asked for together: `css/tokens+page.css` is
//! `css/tokens.css` and then `css/page.css`. A page paints only when all its styles have come.

use std::borrow::Cow;
use std::sync::LazyLock;

use axum::body::Body;
use axum::http::{HeaderMap, HeaderValue, Method, Response, StatusCode, header};
use axum::response::IntoResponse;
use rust_embed::RustEmbed;

use super::tag::{hash_of, sent_if_new};

#[derive(RustEmbed)]
#[folder = "$CARGO_MANIFEST_DIR/static"]
struct Static;

/// Pages load nothing from anywhere else, run no inline script and stand in nobody's frame.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; \
     connect-src 'self'; font-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; \
     frame-ancestors 'none'";

/// What an address says that names what is in it: nobody need ask again.
const FOR_GOOD: &str = "public, max-age=31536000, immutable";

/// The file behind an address, if there is one: what is left when no route of the API takes a request.
pub fn file(method: &Method, path: &str, headers: &HeaderMap) -> Option<Response<Body>> {
    let (named, name) = name_of(path)?;
    let hash = hash();
    let content = content(name, &hash)?;
    if ![Method::GET, Method::HEAD].contains(method) {
        let mut refusal = StatusCode::METHOD_NOT_ALLOWED.into_response();
        refusal.headers_mut().insert(header::ALLOW, HeaderValue::from_static("GET,HEAD"));
        return Some(refusal);
    }
    // A weak one: the same file compressed is other bytes, but the same page.
    let tag = HeaderValue::try_from(format!("W/\"{hash}\"")).expect("hexadecimal digits in quotes");
    let mut response = sent_if_new(headers, tag, || {
        ([(header::CONTENT_TYPE, media_type(name))], Body::from(content)).into_response()
    });
    // A page of another release, which came before an update or from another replica, gets what there is
    // here. Whoever has that release must be free to say otherwise under the same address.
    if named == Some(&*hash) {
        response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static(FOR_GOOD));
    }
    guard(response.headers_mut());
    Some(response)
}

/// The hash that an address names, and the name inside `static/`. Pages have addresses without either.
fn name_of(path: &str) -> Option<(Option<&str>, &str)> {
    match path {
        "/" => Some((None, "index.html")),
        "/docs" => Some((None, "docs.html")),
        _ => {
            let (hash, name) = path.strip_prefix("/static/")?.split_once('/')?;
            Some((Some(hash), name))
        }
    }
}

/// Tells all that the files contain apart from what those of another release do. They are read again
/// where they are not inside the binary: in a debug build a page shows at once what was written in it.
fn hash() -> Cow<'static, str> {
    fn of_all() -> String {
        let told =
            |name: Cow<'static, str>| (Static::get(&name).map(|file| file.metadata.sha256_hash()), name);
        format!("{:016x}", hash_of(&Static::iter().map(told).collect::<Vec<_>>()))
    }
    static EMBEDDED: LazyLock<String> = LazyLock::new(of_all);
    if cfg!(debug_assertions) { of_all().into() } else { EMBEDDED.as_str().into() }
}

/// A page of the service's, with the addresses at which this release has what it loads.
pub fn with_addresses(page: &str) -> String {
    addressed(page, &hash())
}

fn addressed(page: &str, hash: &str) -> String {
    page.replace("\"/static/", &format!("\"/static/{hash}/"))
}

/// So many files may be asked for together.
const MOST_TOGETHER: usize = 8;

/// What stands under a name: one file, or several in a row; in a page the hash, too.
fn content(name: &str, hash: &str) -> Option<Cow<'static, [u8]>> {
    let (path, ending) = name.rsplit_once('.')?;
    let (folder, stems) = path.split_at(path.rfind('/').map_or(0, |slash| slash + 1));
    let stems: Vec<_> = stems.split('+').collect();
    if stems.len() > MOST_TOGETHER {
        return None;
    }
    let file = |stem: &&str| Some(Static::get(&format!("{folder}{stem}.{ending}"))?.data);
    let files: Vec<_> = stems.iter().map(file).collect::<Option<_>>()?;
    let content = match <[_; 1]>::try_from(files) {
        Ok([file]) => file,
        Err(files) => files.concat().into(),
    };
    Some(match std::str::from_utf8(&content) {
        Ok(page) if ending == "html" => addressed(page, hash).into_bytes().into(),
        _ => content,
    })
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

    fn content_of(name: &str) -> Vec<u8> {
        content(name, "").expect("a file").into_owned()
    }

    #[test]
    fn files_asked_for_together_come_in_the_order_asked() {
        let [tokens, page] = ["css/tokens.css", "css/page.css"].map(content_of);
        assert_eq!(content_of("css/tokens+page.css"), [&tokens[..], &page].concat());
        assert_eq!(content_of("css/page+tokens.css"), [&page[..], &tokens].concat());
    }

    #[test]
    fn all_files_asked_for_together_must_be_there_and_not_be_many() {
        assert!(content("css/tokens+nothing.css", "").is_none());
        assert!(content("css/+tokens.css", "").is_none());
        assert!(content(&format!("css/{}.css", ["page"; MOST_TOGETHER].join("+")), "").is_some());
        assert!(content(&format!("css/{}.css", ["page"; MOST_TOGETHER + 1].join("+")), "").is_none());
    }

    #[test]
    fn no_address_leads_out_of_the_folder() {
        let found = |path: &str| file(&Method::GET, path, &HeaderMap::new()).is_some();
        assert!(found("/static/0/css/page.css"));
        for path in
            ["css/..+page.css", "../Cargo.toml", "..%2fCargo.toml", "/etc/passwd", "css/../../Cargo.toml"]
        {
            for folder in ["/", "/static/", "/static/0/"] {
                assert!(!found(&format!("{folder}{path}")), "{folder}{path}");
            }
        }
    }
}
