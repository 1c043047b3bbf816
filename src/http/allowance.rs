//! How much each caller may ask for: a bucket of tokens each, that fills up again with time.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use super::caller::Caller;
use crate::config;

/// The buckets of all callers.
pub struct Allowances {
    per_second: f64,
    burst: f64,
    buckets: Mutex<Buckets>,
}

#[derive(Default)]
struct Buckets {
    by_caller: HashMap<Caller, Bucket>,
    /// How many there were after the last look for full ones.
    kept: usize,
}

#[derive(Clone, Copy, Debug)]
struct Bucket {
    tokens: f64,
    at: Instant,
}

/// What a caller may still do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Remaining {
    pub requests: u32,
    pub burst: u32,
    pub per_second: u32,
}

/// So many new buckets are worth a look for full ones, which say nothing and can go.
const MANY: usize = 10_000;

impl Allowances {
    #[must_use]
    pub fn new(config: &config::Allowance) -> Allowances {
        Allowances {
            per_second: config.per_second.into(),
            burst: config.burst.get().into(),
            buckets: Mutex::default(),
        }
    }

    /// Takes a token, or tells how long it will be until there is one.
    pub fn take(&self, caller: &Caller) -> Result<(), Duration> {
        self.take_at(caller, Instant::now())
    }

    fn take_at(&self, caller: &Caller, now: Instant) -> Result<(), Duration> {
        if !self.is_kept() {
            return Ok(());
        }
        let mut buckets = self.buckets.lock().unwrap_or_else(PoisonError::into_inner);
        if buckets.by_caller.len() >= 2 * buckets.kept + MANY {
            buckets.by_caller.retain(|_, bucket| self.tokens(bucket, now) < self.burst);
            buckets.kept = buckets.by_caller.len();
        }
        let bucket =
            buckets.by_caller.entry(caller.clone()).or_insert(Bucket { tokens: self.burst, at: now });
        // Who reads the clock first may come here last.
        *bucket = Bucket { tokens: self.tokens(bucket, now), at: now.max(bucket.at) };
        if bucket.tokens < 1.0 {
            return Err(Duration::from_secs_f64((1.0 - bucket.tokens) / self.per_second));
        }
        bucket.tokens -= 1.0;
        Ok(())
    }

    /// What is left; nothing to tell if no allowance is kept.
    #[must_use]
    pub fn remaining(&self, caller: &Caller) -> Option<Remaining> {
        let buckets = self.buckets.lock().unwrap_or_else(PoisonError::into_inner);
        let tokens =
            buckets.by_caller.get(caller).map_or(self.burst, |bucket| self.tokens(bucket, Instant::now()));
        self.is_kept().then_some(Remaining {
            requests: tokens as u32,
            burst: self.burst as u32,
            per_second: self.per_second as u32,
        })
    }

    fn is_kept(&self) -> bool {
        self.per_second > 0.0
    }

    fn tokens(&self, bucket: &Bucket, now: Instant) -> f64 {
        let gained = now.saturating_duration_since(bucket.at).as_secs_f64() * self.per_second;
        (bucket.tokens + gained).min(self.burst)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::Config;

    fn allowances(per_second: u32, burst: u32) -> Allowances {
        let burst = burst.try_into().unwrap();
        Allowances::new(&config::Allowance { per_second, burst, ..Config::default().allowance })
    }

    fn caller(last: u8) -> Caller {
        Caller::at([10, 0, 0, last].into())
    }

    #[test]
    fn who_came_first_and_is_served_last_gains_nothing() {
        let (allowances, now) = (allowances(2, 2), Instant::now());
        let take = |ms| allowances.take_at(&caller(1), now + Duration::from_millis(ms));
        assert_eq!([take(500), take(0), take(500)], [Ok(()), Ok(()), Err(Duration::from_millis(500))]);
    }

    #[test]
    fn who_has_spent_all_waits_for_the_next_token() {
        let (allowances, now) = (allowances(2, 2), Instant::now());
        let take = |ms| allowances.take_at(&caller(1), now + Duration::from_millis(ms));
        assert_eq!([take(0), take(0)], [Ok(()), Ok(())]);
        assert_eq!(take(0), Err(Duration::from_millis(500)));
        assert_eq!(take(500), Ok(()));
        assert!(take(501).is_err());
    }

    #[test]
    fn one_caller_does_not_spend_what_another_has() {
        let allowances = allowances(1, 1);
        assert_eq!(allowances.take(&caller(1)), Ok(()));
        assert!(allowances.take(&caller(1)).is_err());
        assert_eq!(allowances.take(&caller(2)), Ok(()));
        assert_eq!(allowances.remaining(&caller(3)).unwrap().requests, 1);
    }

    #[test]
    fn callers_who_have_been_quiet_are_forgotten() {
        let (allowances, now) = (allowances(1, 1), Instant::now());
        for number in 0..MANY as u32 {
            let address = std::net::Ipv4Addr::from_bits(number);
            assert_eq!(allowances.take_at(&Caller::at(address.into()), now), Ok(()));
        }
        let later = now + Duration::from_secs(2);
        assert_eq!(allowances.take_at(&Caller::at([10, 0, 0, 1].into()), later), Ok(()));
        assert_eq!(allowances.buckets.lock().unwrap().by_caller.len(), 1);
    }

    #[test]
    fn no_rate_means_no_limit() {
        let allowances = allowances(0, 1);
        assert!((0..100).all(|_| allowances.take(&caller(1)).is_ok()));
        assert_eq!(allowances.remaining(&caller(1)), None);
    }
}
