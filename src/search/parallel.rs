//! Threads that search the same question on the same table, each a little differently.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::AtomicU64;

use super::clock::Clock;
use super::{Budget, Stop};

/// Bytes of stack for a thread that searches: lines are some hundreds of calls deep, each of them
/// large.
pub const STACK: usize = 16 << 20;

/// The threads of one search: the one that answers, and its helpers. Helpers are spawned into the
/// pool and nobody waits for them: one whose turn comes when the search is over leaves at once.
#[derive(Debug, Default)]
pub struct Team {
    halt: Arc<Stop>,
    /// Positions that the helpers have visited.
    visited: Arc<AtomicU64>,
}

impl Team {
    /// The clock of the thread that answers: it spends the budget for all of them.
    #[must_use]
    pub fn lead(&self, budget: &Budget, stop: &Arc<Stop>) -> Clock {
        Clock::start(*budget, stop.clone()).with_others(self.visited.clone())
    }

    /// Spawns a helper, which searches until its clock says that the search is over. One that
    /// panics is missed by nobody: the panic has been reported, and the others go on.
    pub fn recruit(&self, budget: &Budget, search: impl FnOnce(Clock) + Send + 'static) {
        let (halt, visited) = (self.halt.clone(), self.visited.clone());
        let budget = Budget { nodes: None, ..*budget };
        rayon::spawn(move || {
            if halt.raised().is_none() {
                let clock = Clock::start(budget, halt).counting(visited);
                let _ = catch_unwind(AssertUnwindSafe(|| search(clock)));
            }
        });
    }
}

/// The search is over, however it ended.
impl Drop for Team {
    fn drop(&mut self) {
        self.halt.cancel();
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::Ordering;

    use super::*;
    use crate::search::StoppedBy;

    #[test]
    fn what_helpers_visit_is_counted_and_spent() {
        let team = Team::default();
        let budget = Budget::nodes(10_000);
        team.recruit(&budget, |mut clock| while !clock.tick() {});
        let mut lead = team.lead(&budget, &Stop::new());
        while lead.all_nodes() < 5_000 {
            std::thread::yield_now();
        }
        let before = lead.nodes;
        while !lead.tick() {}
        assert_eq!(lead.stopped_by(), Some(StoppedBy::Nodes));
        assert!(lead.all_nodes() >= 10_000 && lead.nodes - before <= 5_000, "{lead:?}");
    }

    #[test]
    fn a_helper_that_panics_is_missed_by_nobody() {
        let team = Team::default();
        let (said, heard) = std::sync::mpsc::channel();
        team.recruit(&Budget::default(), |_| panic!("a helper fell"));
        team.recruit(&Budget::default(), move |_| said.send(()).unwrap());
        assert!(heard.recv().is_ok());
    }

    #[test]
    fn helpers_end_with_their_team() {
        let (said, heard) = std::sync::mpsc::channel();
        let team = Team::default();
        team.recruit(&Budget::default(), move |mut clock| {
            while !clock.tick() {}
            said.send(clock.stopped_by()).unwrap();
        });
        while team.visited.load(Ordering::Relaxed) == 0 {
            std::thread::yield_now();
        }
        drop(team);
        assert_eq!(heard.recv().unwrap(), Some(StoppedBy::Cancelled));
    }
}
