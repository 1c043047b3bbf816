//! What the threads of a search are at work on, so that none begins what another is about to find
//! out.

use std::sync::atomic::{AtomicU64, Ordering};

/// Positions, by their keys. One may be missed, or told when it is done: who asks puts it off, no
/// more.
#[derive(Debug)]
pub struct AtWork(Box<[AtomicU64]>);

/// Many more than are searched at a time: a line of some ten for each thread.
const PLACES: usize = 1 << 14;

impl Default for AtWork {
    fn default() -> AtWork {
        AtWork((0..PLACES).map(|_| AtomicU64::new(0)).collect())
    }
}

impl AtWork {
    fn place(&self, key: u64) -> &AtomicU64 {
        &self.0[key as usize % PLACES]
    }

    /// Whether a thread is at work on this position.
    #[must_use]
    pub fn is_on(&self, key: u64) -> bool {
        self.place(key).load(Ordering::Relaxed) == key
    }

    /// A thread turns to this position.
    pub fn begin(&self, key: u64) {
        self.place(key).store(key, Ordering::Relaxed);
    }

    /// A thread is done with this position.
    pub fn end(&self, key: u64) {
        let _ = self.place(key).compare_exchange(key, 0, Ordering::Relaxed, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn work_is_told_while_it_lasts() {
        let work = AtWork::default();
        work.begin(7);
        assert!(work.is_on(7) && !work.is_on(8));
        let elsewhere = 7 + PLACES as u64;
        work.begin(elsewhere);
        work.end(7);
        assert!(work.is_on(elsewhere) && !work.is_on(7));
        work.end(elsewhere);
        assert!(!work.is_on(elsewhere));
    }
}
