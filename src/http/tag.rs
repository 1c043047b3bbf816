//! Entity tags (RFC 9110, section 8.8.3): how a client says which answer it has.
//!
//! Every search tells its own time, so the same answer found twice is not the same bytes. A tag
//! has two halves: which answer it is, and which bytes told it. The first is enough to say that a
//! client has the answer already; both together are a strong tag.

use std::hash::{DefaultHasher, Hash, Hasher};

use axum::http::HeaderValue;

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

/// The tags in an `If-None-Match`.
pub fn tags(seen: &HeaderValue) -> impl Iterator<Item = &str> {
    seen.to_str().unwrap_or_default().split(',').map(str::trim)
}

/// A tag, weak or strong, as both are compared where weak ones will do.
#[must_use]
pub fn opaque(tag: &str) -> &str {
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
