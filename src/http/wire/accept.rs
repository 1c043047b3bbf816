//! Which form of answer the caller prefers (RFC 9110, section 12.5.1).

use axum::http::{HeaderMap, header};

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
        let quality = (quality.clamp(0.0, 1.0) * 1000.0) as u16;
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

/// The place in `offers` of the media type that the caller likes best; of several equally
/// welcome ones, the first.
pub fn preferred(headers: &HeaderMap, offers: &[&str]) -> Result<usize, Problem> {
    let lists: Vec<&str> =
        headers.get_all(header::ACCEPT).iter().filter_map(|value| value.to_str().ok()).collect();
    let ranges: Vec<Range<'_>> =
        lists.iter().flat_map(|list| list.split(',')).filter_map(Range::parse).collect();
    if ranges.is_empty() {
        return Ok(0);
    }
    let quality = |offer: &str| {
        let fitting = ranges.iter().filter_map(|range| Some((range.fits(offer)?, range.quality)));
        fitting.max().map_or(0, |(_, quality)| quality)
    };
    let best = (0..offers.len()).rev().max_by_key(|place| quality(offers[*place]));
    best.filter(|place| quality(offers[*place]) > 0).ok_or_else(|| {
        let detail = format!("The answer comes as {}, and none of these is accepted", offers.join(" or "));
        Problem::new(Kind::NotAcceptable, detail).hint(format!("Accept: {}", offers[0]))
    })
}

/// For addresses that answer in JSON alone.
pub fn json_is_welcome(headers: &HeaderMap) -> Result<(), Problem> {
    preferred(headers, &["application/json"]).map(drop)
}

#[cfg(test)]
mod tests {
    use super::*;

    const OFFERS: [&str; 3] = ["application/json", "text/event-stream", "application/x-ndjson"];

    fn choice(accept: &str) -> Option<usize> {
        let mut headers = HeaderMap::new();
        headers.insert(header::ACCEPT, accept.parse().expect("a header value"));
        preferred(&headers, &OFFERS).ok()
    }

    #[test]
    fn who_says_nothing_gets_the_first_offer() {
        assert_eq!(preferred(&HeaderMap::new(), &OFFERS), Ok(0));
        assert_eq!([choice("*/*"), choice("application/*"), choice("")], [Some(0); 3]);
    }

    #[test]
    fn the_most_welcome_type_is_chosen() {
        assert_eq!(choice("text/event-stream"), Some(1));
        assert_eq!(choice("application/json;q=0.5, application/x-ndjson"), Some(2));
        assert_eq!(choice("text/html, application/xhtml+xml, */*;q=0.8"), Some(0));
        assert_eq!(choice("TEXT/Event-Stream; charset=utf-8"), Some(1));
    }

    #[test]
    fn the_more_exact_range_has_the_say() {
        assert_eq!(choice("application/json;q=0, */*"), Some(1));
        assert_eq!(choice("application/*;q=0.2, application/x-ndjson;q=0.9, */*;q=0.1"), Some(2));
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
