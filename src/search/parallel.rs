//! Threads that search the same question on the same table, or grow the same tree of a sampler, each a
//! little differently.

use std::num::NonZeroUsize;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::AtomicU64;

use super::clock::Clock;
use super::{Budget, Stop};

/// Bytes of stack for a thread that searches: lines are some hundreds of calls deep, each of them
/// large.
pub const STACK: usize = 16 << 20;

/// Positions to visit for which another thread is worth starting.
const WORTH_A_HELPER: u64 = 1024;

/// How many threads have something to do where so many positions may be visited.
#[must_use]
pub fn most_threads(nodes: Option<u64>) -> NonZeroUsize {
    let helpers = nodes.map_or(u64::MAX, |nodes| nodes / WORTH_A_HELPER);
    NonZeroUsize::MIN.saturating_add(usize::try_from(helpers).unwrap_or(usize::MAX))
}

/// The threads of one search: the one that answers, and its helpers. Helpers are spawned into the
/// pool and nobody waits for them: one whose turn comes when the search is over leaves at once.
#[derive(Debug)]
pub struct Team {
    helpers: usize,
    budget: Budget,
    halt: Arc<Stop>,
    /// Positions that all of them have visited.
    visited: Arc<AtomicU64>,
}

impl Team {
    /// Of so many threads, or fewer if there is less to do.
    #[must_use]
    pub fn of(threads: NonZeroUsize, budget: &Budget) -> Team {
        let helpers = threads.min(most_threads(budget.nodes)).get() - 1;
        Team { helpers, budget: *budget, halt: Stop::new(), visited: Arc::default() }
    }

    /// Whether there are no helpers.
    #[must_use]
    pub fn is_one(&self) -> bool {
        self.helpers == 0
    }

    /// The clock of the thread that answers.
    #[must_use]
    pub fn lead(&self, stop: &Arc<Stop>) -> Clock {
        let clock = Clock::start(self.budget, stop.clone());
        if self.is_one() { clock } else { clock.sharing(self.visited.clone()) }
    }

    /// Spawns the helpers, numbered from 1, each with what it is to do until its clock says that the search
    /// is over. One that panics is missed by nobody: the panic has been reported, and the others go on.
    pub fn recruit<S: FnOnce(Clock) + Send + 'static>(&self, helper: impl Fn(usize) -> S) {
        // More than the pool has threads would never have their turn.
        for number in 1..=self.helpers.min(rayon::current_num_threads()) {
            let (search, halt) = (helper(number), self.halt.clone());
            let (budget, visited) = (self.budget, self.visited.clone());
            rayon::spawn(move || {
                if halt.raised().is_none() {
                    let clock = Clock::start(budget, halt).sharing(visited);
                    let _ = catch_unwind(AssertUnwindSafe(|| search(clock)));
                }
            });
        }
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
    use crate::search::one_or_more;

    #[test]
    fn what_helpers_visit_is_counted_and_spent() {
        let team = Team::of(one_or_more(2), &Budget::nodes(10_000));
        let (said, heard) = std::sync::mpsc::channel();
        team.recruit(|_| {
            let said = said.clone();
            move |mut clock: Clock| {
                while clock.nodes < 5_000 {
                    clock.tick();
                }
                said.send(()).unwrap();
                while !clock.tick() {}
                said.send(()).unwrap();
            }
        });
        drop(said);
        heard.recv().unwrap();
        let mut lead = team.lead(&Stop::new());
        while !lead.tick() {}
        assert_eq!(lead.stopped_by(), Some(StoppedBy::Nodes));
        assert!(
            heard.recv().is_ok(),
            "the helper ends when all is spent, not when it has spent as much itself"
        );
        assert!((10_000..=10_001).contains(&lead.all_nodes()) && lead.nodes <= 5_001, "{lead:?}");
    }

    #[test]
    fn no_helper_is_started_for_what_is_done_as_soon_without() {
        let helpers = |threads, budget| Team::of(one_or_more(threads), &budget).helpers;
        assert_eq!(helpers(256, Budget::nodes(100)), 0);
        assert_eq!(helpers(256, Budget::nodes(10 * WORTH_A_HELPER)), 10);
        assert_eq!(helpers(4, Budget::nodes(1 << 30)), 3);
        assert_eq!(helpers(4, Budget::depth(3)), 3);
    }

    #[test]
    fn a_helper_that_panics_is_missed_by_nobody() {
        let team = Team::of(one_or_more(3), &Budget::default());
        let (said, heard) = std::sync::mpsc::channel();
        let pool = rayon::ThreadPoolBuilder::new().num_threads(2).build().unwrap();
        pool.install(|| {
            team.recruit(|number| {
                let said = said.clone();
                move |_| {
                    assert!(number != 1, "a helper fell");
                    said.send(number).unwrap();
                }
            });
        });
        assert_eq!(heard.recv(), Ok(2));
    }

    #[test]
    fn helpers_end_with_their_team() {
        let (said, heard) = std::sync::mpsc::channel();
        let team = Team::of(one_or_more(2), &Budget::default());
        team.recruit(|_| {
            let said = said.clone();
            move |mut clock: Clock| {
                while !clock.tick() {}
                said.send(clock.stopped_by()).unwrap();
            }
        });
        while team.visited.load(Ordering::Relaxed) == 0 {
            std::thread::yield_now();
        }
        drop(team);
        assert_eq!(heard.recv().unwrap(), Some(StoppedBy::Cancelled));
    }
}
