//! Entity tags (RFC 9110, section 8.8.3): how a client says which answer it has.
//!
//! Every search tells its own time, so the same answer found twice is not the same bytes. A tag
//! has two halves: which answer it is, and which bytes told it. The first is enough to say that a
//! client has the answer already; both together are a strong tag.

use std::hash::{DefaultHasher, Hash, Hasher};

use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};

/// Which answer it is: the same for the same question to the same version with the same knowledge.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Identity(u64);

impl Identity {
    /// Of the answer to a question; `knowledge` tells apart what operators have added.
    #[must_use]
    pub fn new(question: &str, knowledge: u64) -> Identity {
        Identity(hash_of(&(env!("CARGO_PKG_VERSION"), knowledge, question)))
    }

    /// The strong tag of the answer in these bytes.
    #[must_use]
    pub fn tag(self, body: &[u8]) -> HeaderValue {
        let tag = format!("\"{:016x}-{:016x}\"", self.0, hash_of(body));
        HeaderValue::try_from(tag).expect("hexadecimal digits in quotes are a header's value")
    }

    /// The tag in an `If-None-Match` that is this answer's, in whatever bytes it was told.
    #[must_use]
    pub fn known(self, seen: &HeaderValue) -> Option<HeaderValue> {
        let answer = format!("\"{:016x}-", self.0);
        let known = tags(seen).find(|tag| opaque(tag).starts_with(&answer))?;
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
    let known = asked.get(header::IF_NONE_MATCH).is_some_and(|seen| matches(seen, &tag));
    let mut response = if known { StatusCode::NOT_MODIFIED.into_response() } else { document() };
    let headers = response.headers_mut();
    headers.insert(header::ETAG, tag);
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    response
}

/// Whether one of the tags of an `If-None-Match` is this one.
fn matches(seen: &HeaderValue, tag: &HeaderValue) -> bool {
    let tag = tag.to_str().unwrap_or_default();
    tags(seen).any(|one| one == "*" || opaque(one) == opaque(tag))
}

/// The tags in an `If-None-Match`.
fn tags(seen: &HeaderValue) -> impl Iterator<Item = &str> {
    seen.to_str().unwrap_or_default().split(',').map(str::trim)
}

/// A tag, weak or strong, as both are compared where weak ones will do.
fn opaque(tag: &str) -> &str {
    tag.trim_start_matches("W/")
}

fn hash_of(what: &(impl Hash + ?Sized)) -> u64 {
    let mut hasher = DefaultHasher::new();
    what.hash(&mut hasher);
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn another_question_another_knowledge_and_other_bytes_have_other_tags() {
        let tag = |question, knowledge, body: &[u8]| Identity::new(question, knowledge).tag(body);
        let first = tag("a", 0, b"1");
        assert_eq!(first, tag("a", 0, b"1"));
        for other in [tag("b", 0, b"1"), tag("a", 7, b"1"), tag("a", 0, b"2")] {
            assert_ne!(first, other);
        }
    }

    #[test]
    fn a_tag_is_found_in_a_list_whether_weak_or_strong() {
        let seen = HeaderValue::from_static("\"other\", W/\"abc\"");
        let found = |tag| matches(&seen, &HeaderValue::from_static(tag));
        assert!(found("W/\"abc\"") && found("\"abc\""));
        assert!(!found("W/\"ab\""));
        assert!(matches(&HeaderValue::from_static("*"), &of_bytes(b"anything")));
    }

    #[test]
    fn who_has_the_answer_in_other_bytes_has_the_answer() {
        let answer = Identity::new("a", 0);
        let tag = answer.tag(b"found in 3 ms");
        assert_eq!(answer.known(&tag), Some(tag.clone()));
        let weak = format!("\"other\", W/{}", tag.to_str().unwrap());
        assert!(answer.known(&HeaderValue::try_from(weak).unwrap()).is_some());
        assert_eq!(Identity::new("a", 7).known(&tag), None);
        assert_eq!(Identity::new("b", 0).known(&tag), None);
    }
}
