//! Entity tags (RFC 9110, section 8.8.3): how a client says which answer it has.
//!
//! Every search tells its own time, so the same answer found twice is not the same bytes. A tag
//! has two halves: which answer it is, and which bytes told it. The first is enough to say that a
//! client has the answer already; both together are a strong tag.

use std::hash::{DefaultHasher, Hash, Hasher};

use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};

/// Which answer it is: the same for the same question to the same version and edition.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Identity(u64);

impl Identity {
    /// Of the answer to a question; `edition` tells apart what operators have added.
    #[must_use]
    pub fn new(question: &str, edition: u64) -> Identity {
        Identity(hash_of(&(env!("CARGO_PKG_VERSION"), edition, question)))
    }

    /// The strong tag of the answer in these bytes.
    #[must_use]
    pub fn tag(self, body: &[u8]) -> HeaderValue {
        let tag = format!("\"{:016x}-{:016x}\"", self.0, hash_of(body));
        HeaderValue::try_from(tag).expect("hexadecimal digits in quotes are a header's value")
    }

    /// The tag among those that the caller has seen that is this answer's, in whatever bytes it was told.
    #[must_use]
    pub fn known(self, asked: &HeaderMap) -> Option<HeaderValue> {
        let answer = format!("\"{:016x}-", self.0);
        let known = seen(asked).find(|tag| opaque(tag).starts_with(&answer))?;
        HeaderValue::from_str(known).ok()
    }
}

/// The strong tag of a document that is always told in these bytes.
#[must_use]
pub fn of_bytes(body: &[u8]) -> HeaderValue {
    HeaderValue::try_from(format!("\"{:016x}\"", hash_of(body)))
        .expect("hexadecimal digits in quotes are a header's value")
}

/// A document that is asked for again each time, and sent again only if it is another than the caller has.
pub fn sent_if_new(asked: &HeaderMap, tag: HeaderValue, document: impl FnOnce() -> Response) -> Response {
    let mut response =
        if is_known(asked, &tag) { StatusCode::NOT_MODIFIED.into_response() } else { document() };
    let headers = response.headers_mut();
    headers.insert(header::ETAG, tag);
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    response
}

/// Whether the caller has seen what has this tag, or wants nothing that has one.
pub fn is_known(asked: &HeaderMap, tag: &HeaderValue) -> bool {
    let tag = tag.to_str().unwrap_or_default();
    seen(asked).any(|one| one == "*" || opaque(one) == opaque(tag))
}

/// The tags in `If-None-Match`, which may have several lines (RFC 9110, section 5.3).
fn seen(asked: &HeaderMap) -> impl Iterator<Item = &str> {
    let lines = asked.get_all(header::IF_NONE_MATCH).into_iter().filter_map(|line| line.to_str().ok());
    lines.flat_map(|line| line.split(',')).map(str::trim)
}

/// A tag, weak or strong, as both are compared where weak ones will do.
fn opaque(tag: &str) -> &str {
    tag.trim_start_matches("W/")
}

/// The same for what is the same, in every process of a build.
pub fn hash_of(what: &(impl Hash + ?Sized)) -> u64 {
    let mut hasher = DefaultHasher::new();
    what.hash(&mut hasher);
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn another_question_another_edition_and_other_bytes_have_other_tags() {
        let tag = |question, edition, body: &[u8]| Identity::new(question, edition).tag(body);
        let first = tag("a", 0, b"1");
        assert_eq!(first, tag("a", 0, b"1"));
        for other in [tag("b", 0, b"1"), tag("a", 7, b"1"), tag("a", 0, b"2")] {
            assert_ne!(first, other);
        }
    }

    /// What somebody asks with who has seen these, a line each.
    fn with(lines: &[&str]) -> HeaderMap {
        let header = |line: &&str| (header::IF_NONE_MATCH, HeaderValue::from_str(line).unwrap());
        lines.iter().map(header).collect()
    }

    #[test]
    fn a_tag_is_found_in_a_list_whether_weak_or_strong() {
        let asked = with(&["\"other\", W/\"abc\""]);
        let found = |tag| is_known(&asked, &HeaderValue::from_static(tag));
        assert!(found("W/\"abc\"") && found("\"abc\""));
        assert!(!found("W/\"ab\""));
        assert!(is_known(&with(&["*"]), &of_bytes(b"anything")));
    }

    #[test]
    fn several_lines_are_one_list() {
        let tag = Identity::new("a", 0).tag(b"1");
        let asked = with(&["\"other\"", tag.to_str().unwrap()]);
        assert!(is_known(&asked, &tag));
        assert_eq!(Identity::new("a", 0).known(&asked), Some(tag));
    }

    #[test]
    fn who_has_the_answer_in_other_bytes_has_the_answer() {
        let answer = Identity::new("a", 0);
        let tag = answer.tag(b"found in 3 ms");
        let asked = with(&[tag.to_str().unwrap()]);
        assert_eq!(answer.known(&asked), Some(tag.clone()));
        let weak = format!("\"other\", W/{}", tag.to_str().unwrap());
        assert!(answer.known(&with(&[&weak])).is_some());
        assert_eq!(Identity::new("a", 7).known(&asked), None);
        assert_eq!(Identity::new("b", 0).known(&asked), None);
    }
}
