//! Which form of answer the caller prefers (RFC 9110, section 12.5.1).

use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::Response;

use crate::http::problem::{Kind, Problem};

/// One media range of an `Accept` header, and how welcome it is.
struct Range<'a> {
    kind: &'a str,
    subkind: &'a str,
    /// From 0, never, to 1000.
    quality: u16,
}

impl<'a> Range<'a> {
    fn parse(text: &'a str) -> Option<Range<'a>> {
        let mut parts = text.split(';').map(str::trim);
        let (kind, subkind) = parts.next()?.split_once('/')?;
        let quality = parts.find_map(|parameter| {
            let (name, value) = parameter.split_once('=')?;
            name.trim().eq_ignore_ascii_case("q").then_some(value.trim())
        });
        let quality = quality.map_or(Some(1.0), |q| q.parse::<f32>().ok())?;
        let quality = (quality.clamp(0.0, 1.0) * 1000.0).round() as u16;
        Some(Range { kind, subkind, quality })
    }

    /// How exactly the range names a media type; nothing if it does not.
    fn fits(&self, media_type: &str) -> Option<u8> {
        let (kind, subkind) = media_type.split_once('/')?;
        match (self.kind, self.subkind) {
            ("*", "*") => Some(0),
            (k, "*") if k.eq_ignore_ascii_case(kind) => Some(1),
            (k, s) if k.eq_ignore_ascii_case(kind) && s.eq_ignore_ascii_case(subkind) => Some(2),
            _ => None,
        }
    }
}

/// An answer in the form that its caller preferred: no cache may give it to one who prefers another.
pub fn as_preferred(mut response: Response) -> Response {
    response.headers_mut().append(header::VARY, HeaderValue::from_static("accept"));
    response
}

/// What is offered as the media type that the caller likes best; of several equally welcome ones,
/// the first.
pub fn preferred<T: Copy>(headers: &HeaderMap, offers: &[(&str, T)]) -> Result<T, Problem> {
    let lists: Vec<&str> =
        headers.get_all(header::ACCEPT).iter().filter_map(|value| value.to_str().ok()).collect();
    let ranges: Vec<Range<'_>> =
        lists.iter().flat_map(|list| list.split(',')).filter_map(Range::parse).collect();
    if ranges.is_empty() {
        return Ok(offers[0].1);
    }
    let quality = |offer: &str| {
        let fitting = ranges.iter().filter_map(|range| Some((range.fits(offer)?, range.quality)));
        fitting.max().map_or(0, |(_, quality)| quality)
    };
    let best = offers.iter().rev().max_by_key(|(media_type, _)| quality(media_type));
    best.filter(|(media_type, _)| quality(media_type) > 0).map(|(_, offered)| *offered).ok_or_else(|| {
        let media_types: Vec<&str> = offers.iter().map(|(media_type, _)| *media_type).collect();
        let all = media_types.join(" or ");
        Problem::new(Kind::NotAcceptable, format!("The answer comes as {all}, and none of these is accepted"))
            .hint(format!("Accept: {}", media_types[0]))
    })
}

/// For addresses that answer in JSON alone.
pub fn json_is_welcome(headers: &HeaderMap) -> Result<(), Problem> {
    preferred(headers, &[("application/json", ())])
}

#[cfg(test)]
mod tests {
    use super::*;

    const OFFERS: [(&str, &str); 3] = [
        ("application/json", "document"),
        ("text/event-stream", "events"),
        ("application/x-ndjson", "lines"),
    ];

    fn choice(accept: &str) -> Option<&'static str> {
        let mut headers = HeaderMap::new();
        headers.insert(header::ACCEPT, accept.parse().expect("a header value"));
        preferred(&headers, &OFFERS).ok()
    }

    #[test]
    fn who_says_nothing_gets_the_first_offer() {
        assert_eq!(preferred(&HeaderMap::new(), &OFFERS), Ok("document"));
        assert_eq!([choice("*/*"), choice("application/*"), choice("")], [Some("document"); 3]);
    }

    #[test]
    fn the_most_welcome_type_is_chosen() {
        assert_eq!(choice("text/event-stream"), Some("events"));
        assert_eq!(choice("application/json;q=0.5, application/x-ndjson"), Some("lines"));
        assert_eq!(choice("text/html, application/xhtml+xml, */*;q=0.8"), Some("document"));
        assert_eq!(choice("TEXT/Event-Stream; charset=utf-8"), Some("events"));
    }

    #[test]
    fn the_more_exact_range_has_the_say() {
        assert_eq!(choice("application/json;q=0, */*"), Some("events"));
        assert_eq!(choice("application/x-ndjson;q=0.251, application/json;q=0.25"), Some("lines"));
        assert_eq!(choice("application/*;q=0.2, application/x-ndjson;q=0.9, */*;q=0.1"), Some("lines"));
    }

    #[test]
    fn who_accepts_none_of_them_is_told_what_there_is() {
        let mut headers = HeaderMap::new();
        headers.insert(header::ACCEPT, "text/html".parse().expect("a header value"));
        let problem = preferred(&headers, &OFFERS).expect_err("no HTML");
        assert_eq!(problem.kind, Kind::NotAcceptable);
        assert_eq!(choice("application/json;q=0"), None);
    }
}
