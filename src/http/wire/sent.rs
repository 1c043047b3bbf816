//! The extractor that makes a request of a body or a query.

use axum::body::Bytes;
use axum::extract::{FromRequest, Request as HttpRequest};
use axum::http::{HeaderMap, Method, header};
use http_body_util::BodyExt;

use super::fields::{Fields, escaped};
use crate::http::problem::{Kind, Problem};
use crate::spelling::as_code;

/// Something that callers send.
pub trait Request: Sized {
    /// The field that is meant where an array is sent instead of an object.
    const LIST: Option<&'static str> = None;

    /// Takes what it knows.
    fn take(fields: &mut Fields) -> Result<Self, Problem>;

    /// Reads the whole of a request, and refuses what it does not know.
    fn read(mut fields: Fields) -> Result<Self, Problem> {
        let request = Self::take(&mut fields)?;
        fields.finish()?;
        Ok(request)
    }
}

/// A request as it was sent: in the query of a GET, in the body of a POST.
pub struct Sent<T>(pub T);

impl<T: Request, S: Send + Sync> FromRequest<S> for Sent<T> {
    type Rejection = Problem;

    async fn from_request(request: HttpRequest, _: &S) -> Result<Sent<T>, Problem> {
        let query = request.uri().query().unwrap_or_default().to_owned();
        if matches!(*request.method(), Method::GET | Method::HEAD) {
            return Fields::of_query(&query).and_then(T::read).map(Sent);
        }
        let body = json_body(request).await?;
        if let Some(name) = query.split(['&', '=']).find(|name| !name.is_empty()) {
            let detail = format!("The parameter {} is not read here", as_code(name));
            return Err(Problem::new(Kind::UnknownField, detail)
                .at(format!("/{}", escaped(name)))
                .hint("Send the fields in the body of a POST, or all of them in the query of a GET"));
        }
        Fields::of_json(&body, T::LIST).and_then(T::read).map(Sent)
    }
}

/// The bytes of a body that is said to be JSON. How large it may be was seen to when it arrived.
async fn json_body(request: HttpRequest) -> Result<Bytes, Problem> {
    check_content_type(request.headers())?;
    let whole = request.into_body().collect().await;
    Ok(whole.map_err(|_| Problem::new(Kind::BadJson, "The body broke off"))?.to_bytes())
}

/// Without a header the body is taken for JSON.
fn check_content_type(headers: &HeaderMap) -> Result<(), Problem> {
    let refused = |detail: String| {
        Problem::new(Kind::UnsupportedMediaType, detail)
            .hint("Send JSON, with `Content-Type: application/json`")
    };
    if let Some(coding) = headers.get(header::CONTENT_ENCODING).filter(|coding| *coding != "identity") {
        return Err(
            refused(format!("Bodies in the coding {coding:?} are not read")).hint("Send it uncompressed")
        );
    }
    let Some(value) = headers.get(header::CONTENT_TYPE) else { return Ok(()) };
    let shown = || refused(format!("The body is said to be {value:?}"));
    let text = value.to_str().map_err(|_| shown())?.to_ascii_lowercase();
    let mut parts = text.split(';').map(str::trim);
    let is_json =
        parts.next().and_then(|media_type| media_type.strip_prefix("application/")).is_some_and(|subtype| {
            subtype == "json" || subtype.strip_suffix("+json").is_some_and(|name| !name.is_empty())
        });
    let is_utf8 = parts.all(|parameter| match parameter.split_once('=') {
        Some(("charset", charset)) => matches!(charset.trim_matches('"'), "utf-8" | "utf8" | "us-ascii"),
        _ => true,
    });
    if is_json && is_utf8 { Ok(()) } else { Err(shown()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn accepts(content_type: &str) -> bool {
        let mut headers = HeaderMap::new();
        headers.insert(header::CONTENT_TYPE, content_type.parse().expect("a header value"));
        check_content_type(&headers).is_ok()
    }

    #[test]
    fn json_is_read_by_whatever_name_it_goes() {
        for sound in ["application/json", "Application/JSON; charset=UTF-8", "application/vnd.game+json"] {
            assert!(accepts(sound), "{sound}");
        }
        for foreign in [
            "text/plain",
            "application/x-www-form-urlencoded",
            "application/xml",
            "application/+json",
            "application/jsonp",
            "text/json",
            "json",
            "",
            "application/json; charset=latin1",
        ] {
            assert!(!accepts(foreign), "{foreign}");
        }
        assert!(check_content_type(&HeaderMap::new()).is_ok());
    }

    #[test]
    fn a_compressed_body_is_refused() {
        let mut headers = HeaderMap::new();
        headers.insert(header::CONTENT_ENCODING, "gzip".parse().expect("a header value"));
        assert_eq!(check_content_type(&headers).expect_err("compressed").kind, Kind::UnsupportedMediaType);
    }
}
