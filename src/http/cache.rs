//! Answers that are the same every time, kept as finished bytes.

use axum::http::HeaderValue;
use bytes::Bytes;
use moka::future::Cache;

use crate::config;

/// Keeps answers by the order that they answer: what was asked, after clamping.
#[derive(Clone)]
pub struct AnswerCache(Option<Cache<String, Bytes>>);

/// What was computed.
#[derive(Clone, Debug)]
pub struct Computed {
    pub body: Bytes,
    /// What later askers get, if it would be found again.
    pub kept: Option<Bytes>,
}

/// What a look into the cache gave.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Found {
    pub body: Bytes,
    /// It was there already, or somebody else was finding it out.
    pub hit: bool,
    /// It would be found again.
    pub kept: bool,
}

impl Found {
    fn by_oneself(computed: Computed) -> Found {
        Found { kept: computed.kept.is_some(), body: computed.body, hit: false }
    }

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
    pub fn new(config: &config::Store) -> AnswerCache {
        let size = |key: &String, body: &Bytes| {
            u32::try_from(key.len() + body.len()).unwrap_or(u32::MAX).saturating_add(OVERHEAD)
        };
        let bytes = config.bytes();
        AnswerCache((bytes > 0).then(|| Cache::builder().max_capacity(bytes as u64).weigher(size).build()))
    }

    /// What is kept under that key, or else what `compute` finds. Of many who ask the same at the
    /// same time one computes, and all get its result; should that one go away, another takes over.
    pub async fn get_or<E: Clone + Send + Sync + 'static>(
        &self,
        key: &str,
        compute: impl Future<Output = Result<Computed, E>> + Send,
    ) -> Result<Found, E> {
        let Some(cache) = &self.0 else {
            return compute.await.map(Found::by_oneself);
        };
        let attempt = async {
            match compute.await {
                Ok(Computed { kept: Some(body), .. }) => Ok(body),
                Ok(Computed { kept: None, body }) => Err(Unkept::Answer(body)),
                Err(failure) => Err(Unkept::Failure(failure)),
            }
        };
        match cache.entry_by_ref(key).or_try_insert_with(attempt).await {
            Ok(entry) => Ok(Found { hit: !entry.is_fresh(), kept: true, body: entry.into_value() }),
            Err(unkept) => match &*unkept {
                Unkept::Answer(body) => Ok(Found { body: body.clone(), hit: false, kept: false }),
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
            return Ok(Found { body, hit: true, kept: true });
        }
        let computed = compute.await?;
        if let Some((cache, kept)) = self.0.as_ref().zip(computed.kept.as_ref()) {
            cache.insert(key.to_owned(), kept.clone()).await;
        }
        Ok(Found::by_oneself(computed))
    }
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
        Computed { body: body.into(), kept: keep.then(|| body.into()) }
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
    async fn nobody_who_shares_an_answer_that_may_change_is_told_that_it_stays() {
        let cache = cache();
        let ask = || {
            cache.get_or("k", async {
                tokio::task::yield_now().await;
                Ok::<_, ()>(computed("so far", false))
            })
        };
        let all = futures_util::future::join_all((0..20).map(|_| ask())).await;
        assert!(all.iter().all(|found| !found.as_ref().unwrap().kept));
    }

    #[tokio::test]
    async fn who_comes_later_may_be_told_otherwise() {
        let cache = cache();
        let told = Computed { body: "searched".into(), kept: Some("found earlier".into()) };
        let first = cache.get_or_each("k", async { Ok::<_, ()>(told) }).await.unwrap();
        let second = cache.get_or_each("k", async { Ok::<_, ()>(computed("new", true)) }).await.unwrap();
        assert_eq!((&first.body[..], &second.body[..]), (&b"searched"[..], &b"found earlier"[..]));
    }

    #[tokio::test]
    async fn a_cache_of_no_size_keeps_nothing() {
        let cache = AnswerCache::new(&config::Store { mib: 0 });
        for _ in 0..2 {
            assert!(!cache.get_or("k", async { Ok::<_, ()>(computed("new", true)) }).await.unwrap().hit);
            assert!(!cache.get_or_each("k", async { Ok::<_, ()>(computed("new", true)) }).await.unwrap().hit);
        }
    }
}
