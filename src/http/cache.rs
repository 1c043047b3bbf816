//! Answers that are the same every time, kept as finished bytes.

use std::hash::{DefaultHasher, Hash, Hasher};

use axum::http::HeaderValue;
use bytes::Bytes;
use moka::future::Cache;

use crate::config;

/// Keeps answers by the request that they answer: its canonical form after clamping, so that two
/// requests that mean the same share an answer.
#[derive(Clone)]
pub struct AnswerCache(Option<Cache<String, Bytes>>);

/// What was computed, and whether it would be the same again.
#[derive(Clone, Debug)]
pub struct Computed {
    pub body: Bytes,
    pub keep: bool,
}

/// What a look into the cache gave.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Found {
    pub body: Bytes,
    /// It was there already, or somebody else was finding it out.
    pub hit: bool,
}

impl Found {
    /// For the header `Cache-Status` (RFC 9211).
    #[must_use]
    pub fn status(&self) -> HeaderValue {
        HeaderValue::from_static(if self.hit { "bestmove; hit" } else { "bestmove; fwd=miss" })
    }
}

/// Why there is nothing to keep.
#[derive(Clone)]
enum Unkept<E> {
    Answer(Bytes),
    Failure(E),
}

/// A rough size of what the cache itself needs for an entry, in bytes.
const OVERHEAD: u32 = 256;

impl AnswerCache {
    #[must_use]
    pub fn new(config: &config::Cache) -> AnswerCache {
        let size = |key: &String, body: &Bytes| {
            u32::try_from(key.len() + body.len()).unwrap_or(u32::MAX).saturating_add(OVERHEAD)
        };
        let bytes = config.bytes();
        AnswerCache((bytes > 0).then(|| Cache::builder().max_capacity(bytes).weigher(size).build()))
    }

    /// What is kept under that key, or else what `compute` finds. Of many who ask the same at the
    /// same time one computes, and all get its result; should that one go away, another takes over.
    pub async fn get_or<E: Clone + Send + Sync + 'static>(
        &self,
        key: &str,
        compute: impl Future<Output = Result<Computed, E>> + Send,
    ) -> Result<Found, E> {
        let Some(cache) = &self.0 else {
            return compute.await.map(|computed| Found { body: computed.body, hit: false });
        };
        let attempt = async {
            match compute.await {
                Ok(Computed { body, keep: true }) => Ok(body),
                Ok(Computed { body, keep: false }) => Err(Unkept::Answer(body)),
                Err(failure) => Err(Unkept::Failure(failure)),
            }
        };
        match cache.entry_by_ref(key).or_try_insert_with(attempt).await {
            Ok(entry) => Ok(Found { hit: !entry.is_fresh(), body: entry.into_value() }),
            Err(unkept) => match &*unkept {
                Unkept::Answer(body) => Ok(Found { body: body.clone(), hit: false }),
                Unkept::Failure(failure) => Err(failure.clone()),
            },
        }
    }

    /// The same for those who cannot share a search, because each has a time of its own: what is
    /// kept, or else what each one's `compute` finds.
    pub async fn get_or_each<E>(
        &self,
        key: &str,
        compute: impl Future<Output = Result<Computed, E>> + Send,
    ) -> Result<Found, E> {
        if let Some(cache) = &self.0
            && let Some(body) = cache.get(key).await
        {
            return Ok(Found { body, hit: true });
        }
        let Computed { body, keep } = compute.await?;
        if let Some(cache) = self.0.as_ref().filter(|_| keep) {
            cache.insert(key.to_owned(), body.clone()).await;
        }
        Ok(Found { body, hit: false })
    }
}

/// A strong entity tag: the same for the same request to the same version, and for no other.
#[must_use]
pub fn etag(canonical_request: &str) -> HeaderValue {
    let mut hasher = DefaultHasher::new();
    env!("CARGO_PKG_VERSION").hash(&mut hasher);
    canonical_request.hash(&mut hasher);
    let tag = format!("\"{:016x}\"", hasher.finish());
    HeaderValue::try_from(tag).expect("hexadecimal digits in quotes are a header's value")
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;
    use crate::config::Config;

    fn cache() -> AnswerCache {
        AnswerCache::new(&Config::default().cache)
    }

    fn computed(body: &'static str, keep: bool) -> Computed {
        Computed { body: body.into(), keep }
    }

    #[tokio::test]
    async fn the_second_who_asks_gets_the_first_answer() {
        let cache = cache();
        let first = cache.get_or("k", async { Ok::<_, ()>(computed("first", true)) }).await.unwrap();
        let second = cache.get_or("k", async { Ok::<_, ()>(computed("second", true)) }).await.unwrap();
        assert_eq!((&first.body[..], first.hit), (&b"first"[..], false));
        assert_eq!((&second.body[..], second.hit), (&b"first"[..], true));
    }

    #[tokio::test]
    async fn who_has_a_time_of_its_own_finds_what_others_have_left() {
        let cache = cache();
        let first = cache.get_or_each("k", async { Ok::<_, ()>(computed("first", true)) }).await.unwrap();
        let second = cache.get_or_each("k", async { Ok::<_, ()>(computed("second", true)) }).await.unwrap();
        assert_eq!((&second.body, first.hit, second.hit), (&first.body, false, true));
    }

    #[tokio::test]
    async fn what_may_change_and_what_failed_is_not_kept() {
        let cache = cache();
        let passing = cache.get_or("k", async { Ok::<_, ()>(computed("so far", false)) }).await.unwrap();
        assert_eq!((&passing.body[..], passing.hit), (&b"so far"[..], false));
        assert_eq!(cache.get_or("k", async { Err("full") }).await, Err("full"));
        assert_eq!(cache.get_or_each("k", async { Err("full") }).await, Err("full"));
        let passing = cache.get_or_each("k", async { Ok::<_, ()>(computed("later", false)) }).await.unwrap();
        assert_eq!((&passing.body[..], passing.hit), (&b"later"[..], false));
    }

    #[tokio::test]
    async fn many_who_ask_the_same_at_once_cost_one_search() {
        let (cache, searches) = (cache(), AtomicUsize::new(0));
        let ask = || {
            cache.get_or("k", async {
                searches.fetch_add(1, Ordering::Relaxed);
                tokio::task::yield_now().await;
                Ok::<_, ()>(computed("found", true))
            })
        };
        let all = futures_util::future::join_all((0..20).map(|_| ask())).await;
        assert!(all.iter().all(|found| found.as_ref().unwrap().body == "found"));
        assert_eq!(searches.load(Ordering::Relaxed), 1);
    }

    #[tokio::test]
    async fn a_cache_of_no_size_keeps_nothing() {
        let cache = AnswerCache::new(&config::Cache { mib: 0 });
        for _ in 0..2 {
            assert!(!cache.get_or("k", async { Ok::<_, ()>(computed("new", true)) }).await.unwrap().hit);
            assert!(!cache.get_or_each("k", async { Ok::<_, ()>(computed("new", true)) }).await.unwrap().hit);
        }
    }

    #[test]
    fn another_request_has_another_tag() {
        assert_eq!(etag("a"), etag("a"));
        assert_ne!(etag("a"), etag("b"));
    }
}
