//! Answers that are the same every time, kept as finished bytes.

use std::pin::pin;
use std::time::{Duration, Instant};

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
    /// How much time was spent on it; without bound if nobody could spend any now. Who has no more
    /// than that would not find better.
    pub took: Duration,
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
    /// For the header `Cache-Status` (RFC 9211).
    #[must_use]
    pub fn status(&self) -> HeaderValue {
        HeaderValue::from_static(if self.hit { "bestmove; hit" } else { "bestmove; fwd=miss" })
    }
}

/// Why there is nothing to keep.
#[derive(Clone)]
enum Unkept<E> {
    Answer { body: Bytes, took: Duration },
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
    /// same time one computes, and all get what it keeps; should that one go away, another takes over.
    /// Its failure is its own: who has waited then computes, and so does who has more time `until`
    /// its end than was spent on an answer that is not kept.
    pub async fn get_or<E: Clone + Send + Sync + 'static>(
        &self,
        key: &str,
        until: Instant,
        compute: impl Future<Output = Result<Computed, E>> + Send,
    ) -> Result<Found, E> {
        let Some(cache) = &self.0 else {
            return Ok(self.by_oneself(key, compute.await?).await);
        };
        let (mut compute, mut own) = (pin!(compute), false);
        let attempt = async {
            own = true;
            match compute.as_mut().await {
                Ok(Computed { kept: Some(body), .. }) => Ok(body),
                Ok(Computed { kept: None, body, took }) => Err(Unkept::Answer { body, took }),
                Err(failure) => Err(Unkept::Failure(failure)),
            }
        };
        let unkept = match cache.entry_by_ref(key).or_try_insert_with(attempt).await {
            Ok(entry) => {
                return Ok(Found { hit: !entry.is_fresh(), kept: true, body: entry.into_value() });
            }
            Err(unkept) => unkept,
        };
        match &*unkept {
            Unkept::Answer { body, took }
                if own || until.saturating_duration_since(Instant::now()) <= *took =>
            {
                Ok(Found { body: body.clone(), hit: !own, kept: false })
            }
            Unkept::Failure(failure) if own => Err(failure.clone()),
            _ => Ok(self.by_oneself(key, compute.await?).await),
        }
    }

    /// The same for those who cannot wait for another's search, because each has a time of its own: what is
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
        Ok(self.by_oneself(key, compute.await?).await)
    }

    /// What one has computed alone, with what later askers get of it put away.
    async fn by_oneself(&self, key: &str, computed: Computed) -> Found {
        let Computed { body, kept, .. } = computed;
        let found = Found { kept: kept.is_some(), body, hit: false };
        if let Some((cache, kept)) = self.0.as_ref().zip(kept) {
            cache.insert(key.to_owned(), kept).await;
        }
        found
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
        Computed { body: body.into(), kept: keep.then(|| body.into()), took: Duration::from_secs(3) }
    }

    /// When so many seconds are over.
    fn seconds(left: u64) -> Instant {
        Instant::now() + Duration::from_secs(left)
    }

    #[tokio::test]
    async fn the_second_who_asks_gets_the_first_answer() {
        let cache = cache();
        let first =
            cache.get_or("k", seconds(3), async { Ok::<_, ()>(computed("first", true)) }).await.unwrap();
        let second =
            cache.get_or("k", seconds(3), async { Ok::<_, ()>(computed("second", true)) }).await.unwrap();
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
        let passing =
            cache.get_or("k", seconds(3), async { Ok::<_, ()>(computed("so far", false)) }).await.unwrap();
        assert_eq!((&passing.body[..], passing.hit), (&b"so far"[..], false));
        assert_eq!(cache.get_or("k", seconds(3), async { Err("full") }).await, Err("full"));
        assert_eq!(cache.get_or_each("k", async { Err("full") }).await, Err("full"));
        let passing = cache.get_or_each("k", async { Ok::<_, ()>(computed("later", false)) }).await.unwrap();
        assert_eq!((&passing.body[..], passing.hit), (&b"later"[..], false));
    }

    #[tokio::test]
    async fn many_who_ask_the_same_at_once_cost_one_search() {
        let (cache, searches) = (cache(), AtomicUsize::new(0));
        let ask = || {
            cache.get_or("k", seconds(3), async {
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
            cache.get_or("k", seconds(3), async {
                tokio::task::yield_now().await;
                Ok::<_, ()>(computed("so far", false))
            })
        };
        let all = futures_util::future::join_all((0..20).map(|_| ask())).await;
        assert!(all.iter().all(|found| !found.as_ref().unwrap().kept));
        assert_eq!(all.iter().filter(|found| !found.as_ref().unwrap().hit).count(), 1, "one found it out");
    }

    /// Asks at once after somebody else, whose search comes to that; and until when.
    async fn behind(first: Result<Computed, &'static str>, until: Instant) -> (bool, Bytes) {
        let cache = cache();
        let searching = cache.get_or("k", seconds(3), async {
            tokio::task::yield_now().await;
            first.clone()
        });
        let waiting = cache.get_or("k", until, async { Ok::<_, &str>(computed("its own", true)) });
        let (first, second) = tokio::join!(searching, waiting);
        let kept = cache.get_or("k", seconds(3), async { Ok::<_, &str>(computed("new", true)) }).await;
        let body = second.unwrap().body;
        assert_eq!(kept.unwrap().body == body, body == "its own", "what one finds alone is kept, too");
        (first.is_ok(), body)
    }

    #[tokio::test]
    async fn who_waited_for_one_that_is_refused_searches_alone() {
        assert_eq!(behind(Err("pushed out"), seconds(3)).await, (false, "its own".into()));
    }

    #[tokio::test]
    async fn an_answer_that_was_cut_short_is_for_those_who_have_no_more_time_than_it_took() {
        let cut_short = || Ok(computed("so far", false));
        assert_eq!(behind(cut_short(), seconds(2)).await, (true, "so far".into()));
        assert_eq!(behind(cut_short(), seconds(60)).await, (true, "its own".into()));
    }

    #[tokio::test]
    async fn who_comes_later_may_be_told_otherwise() {
        let cache = cache();
        let told = Computed { kept: Some("found earlier".into()), ..computed("searched", true) };
        let first = cache.get_or_each("k", async { Ok::<_, ()>(told) }).await.unwrap();
        let second = cache.get_or_each("k", async { Ok::<_, ()>(computed("new", true)) }).await.unwrap();
        assert_eq!((&first.body[..], &second.body[..]), (&b"searched"[..], &b"found earlier"[..]));
    }

    #[tokio::test]
    async fn a_cache_of_no_size_keeps_nothing() {
        let cache = AnswerCache::new(&config::Store { mib: 0 });
        for _ in 0..2 {
            assert!(
                !cache
                    .get_or("k", seconds(3), async { Ok::<_, ()>(computed("new", true)) })
                    .await
                    .unwrap()
                    .hit
            );
            assert!(!cache.get_or_each("k", async { Ok::<_, ()>(computed("new", true)) }).await.unwrap().hit);
        }
    }
}
