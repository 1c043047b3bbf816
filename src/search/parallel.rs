//! Threads that search the same question on the same table, each a little differently.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use super::Stop;

/// The helpers of one search. They are spawned into the pool and nobody waits for them: a helper
/// whose turn comes when the search is over sees the flag and leaves.
#[derive(Debug, Default)]
pub struct Team {
    halt: Arc<Stop>,
    tally: Arc<AtomicU64>,
}

impl Team {
    /// Spawns a helper. It must look at the flag first, and then at every position.
    pub fn recruit(&self, search: impl FnOnce(Arc<Stop>, Arc<AtomicU64>) + Send + 'static) {
        let (halt, tally) = (self.halt.clone(), self.tally.clone());
        rayon::spawn(move || {
            if halt.raised().is_none() {
                search(halt, tally);
            }
        });
    }

    /// Positions that the helpers have visited.
    pub fn tally(&self) -> Arc<AtomicU64> {
        self.tally.clone()
    }

    pub fn nodes(&self) -> u64 {
        self.tally.load(Ordering::Relaxed)
    }
}

/// The search is over, however it ended.
impl Drop for Team {
    fn drop(&mut self) {
        self.halt.cancel();
    }
}
