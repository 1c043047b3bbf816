//! The flag that ends a search from outside.

use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::Instant;

use super::StoppedBy;

/// Ends a search from outside. Raised once; the first reason stays. It also tells how far the
/// search is, to whoever does not want to wait for the next depth.
#[derive(Debug, Default)]
pub struct Stop {
    flag: AtomicU8,
    due: OnceLock<Instant>,
    visited: AtomicU64,
}

const RUNNING: u8 = 0;
const CANCELLED: u8 = 1;
const SHUTDOWN: u8 = 2;

impl Stop {
    pub fn new() -> Arc<Stop> {
        Arc::default()
    }

    /// The caller went away, or wants the best move so far.
    pub fn cancel(&self) {
        self.raise(CANCELLED);
    }

    /// The server is going down.
    pub fn shut_down(&self) {
        self.raise(SHUTDOWN);
    }

    /// Sets a deadline while the search runs: it was not known when it began how long its caller would
    /// wait, or others need its threads. The first one stays; one that the search has itself, if it is
    /// earlier, too.
    pub fn due(&self, deadline: Instant) {
        let _ = self.due.set(deadline);
    }

    /// The deadline that was set while the search ran.
    pub fn due_at(&self) -> Option<Instant> {
        self.due.get().copied()
    }

    /// Whether somebody outside wants the search to have ended by now.
    pub fn is_called(&self) -> bool {
        self.raised().is_some() || self.due_at().is_some_and(|due| Instant::now() >= due)
    }

    fn raise(&self, reason: u8) {
        // Losing this race means that the flag is up already.
        let _ = self.flag.compare_exchange(RUNNING, reason, Ordering::Relaxed, Ordering::Relaxed);
    }

    /// Tells how many positions the search has visited by now.
    pub(super) fn tell(&self, visited: u64) {
        self.visited.store(visited, Ordering::Relaxed);
    }

    /// Positions that the search has visited when it last looked at the time.
    pub fn visited(&self) -> u64 {
        self.visited.load(Ordering::Relaxed)
    }

    /// Why the search must end, if somebody outside wants it to.
    pub fn raised(&self) -> Option<StoppedBy> {
        match self.flag.load(Ordering::Relaxed) {
            RUNNING => None,
            SHUTDOWN => Some(StoppedBy::Shutdown),
            _ => Some(StoppedBy::Cancelled),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_reason_to_stop_stays() {
        let stop = Stop::new();
        assert_eq!(stop.raised(), None);
        stop.shut_down();
        stop.cancel();
        assert_eq!(stop.raised(), Some(StoppedBy::Shutdown));
    }
}
