//! Counts what one thread spends, and says when to stop: by the budget, or by the flag.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use super::{Budget, Stop, StoppedBy};

/// An iteration that was finished.
#[derive(Clone, Copy, Debug)]
pub struct Finished {
    /// Nothing is left to find out.
    pub solved: bool,
    /// There is but one move, and nobody asked what it is worth.
    pub only_move: bool,
    /// No deeper one is wanted.
    pub deepest: bool,
}

/// How many positions pass between two looks at the time. A look costs some 25 ns.
const LOOK_EVERY: u64 = 1024;
/// How many positions one of several threads visits before it counts them for all, if none of them are to be
/// spent.
const TELL_EVERY: u64 = 64;

/// Counts the positions of one thread and says when to stop.
#[derive(Debug)]
pub struct Clock {
    budget: Budget,
    stop: Arc<Stop>,
    pub started: Instant,
    pub nodes: u64,
    /// When so many positions are visited, it is time to look at the time.
    look_at: u64,
    stopped_by: Option<StoppedBy>,
    /// Nothing is broken off as yet, however late it is.
    patient: bool,
    /// Where several threads count together.
    tally: Option<Arc<AtomicU64>>,
    /// How many of this thread's positions are counted there.
    told: u64,
}

impl Clock {
    /// A clock that runs from now on.
    pub fn start(budget: Budget, stop: Arc<Stop>) -> Clock {
        let started = Instant::now();
        let (nodes, look_at, told, patient) = (0, LOOK_EVERY, 0, true);
        let (stopped_by, tally) = (None, None);
        Clock { budget, stop, started, nodes, look_at, stopped_by, patient, tally, told }
    }

    /// Spends the budget together with other threads, which count in the same tally: at once where positions
    /// are what is spent, else a little late.
    #[must_use]
    pub fn sharing(mut self, tally: Arc<AtomicU64>) -> Clock {
        self.tally = Some(tally);
        self
    }

    /// Positions visited by all threads of the search.
    pub fn all_nodes(&self) -> u64 {
        let told = self.tally.as_ref().map_or(0, |tally| tally.load(Ordering::Relaxed));
        told + (self.nodes - self.told)
    }

    /// Counts a position. True when the search must end.
    #[inline]
    pub fn tick(&mut self) -> bool {
        self.count(1);
        self.is_out()
    }

    /// Counts a position, unless everything is dropped; whether this one is looked at.
    #[inline]
    pub fn visits(&mut self) -> bool {
        if !self.aborts() {
            self.count(1);
        }
        !self.aborts()
    }

    /// Counts positions visited, by this search or on its behalf.
    #[inline]
    pub fn count(&mut self, nodes: u64) {
        self.nodes += nodes;
        if self.stopped_by.is_some() {
            return;
        }
        if let Some(tally) = &self.tally {
            let untold = self.nodes - self.told;
            if untold >= TELL_EVERY || self.budget.nodes.is_some() {
                tally.fetch_add(untold, Ordering::Relaxed);
                self.told = self.nodes;
            }
        }
        self.stopped_by = self.stop.raised().or_else(|| self.spent());
    }

    #[inline]
    fn spent(&mut self) -> Option<StoppedBy> {
        if self.budget.nodes.is_some_and(|most| self.all_nodes() >= most) {
            return Some(StoppedBy::Nodes);
        }
        if self.nodes >= self.look_at {
            self.look_at = self.nodes + LOOK_EVERY;
            self.stop.tell(self.all_nodes());
            return self.out_of_time().then_some(StoppedBy::Time);
        }
        None
    }

    fn out_of_time(&self) -> bool {
        let deadlines = self.budget.deadline.into_iter().chain(self.stop.due_at());
        deadlines.min().is_some_and(|deadline| Instant::now() >= deadline)
    }

    /// Looks at the flag and the time now: between iterations, and before a search begins.
    pub fn look(&mut self) -> bool {
        if self.stopped_by.is_none() {
            let late = self.out_of_time().then_some(StoppedBy::Time);
            self.stopped_by = self.stop.raised().or(late);
        }
        self.stopped_by.is_some()
    }

    /// Whether there is a reason to stop.
    #[inline]
    pub fn is_out(&self) -> bool {
        self.stopped_by.is_some()
    }

    /// Whether to drop everything: whatever is returned from now on is not looked at. The first
    /// iteration is always finished, however late it is.
    #[inline]
    pub fn aborts(&self) -> bool {
        self.is_out() && !self.patient
    }

    /// An iteration is finished: there is an answer, and the next may be broken off.
    pub fn lose_patience(&mut self) {
        self.patient = false;
    }

    /// Why to stop after an iteration, if so.
    pub fn reason_to_stop(&mut self, iteration: Finished) -> Option<StoppedBy> {
        if iteration.solved {
            Some(StoppedBy::Solved)
        } else if iteration.only_move {
            Some(StoppedBy::OnlyMove)
        } else if self.look() {
            self.stopped_by
        } else {
            iteration.deepest.then_some(StoppedBy::Depth)
        }
    }

    /// Why to stop, if there is a reason.
    pub fn stopped_by(&self) -> Option<StoppedBy> {
        self.stopped_by
    }

    pub fn budget(&self) -> &Budget {
        &self.budget
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_clock_stops_at_the_last_node_it_may_visit() {
        let mut clock = Clock::start(Budget::nodes(3), Stop::new());
        assert_eq!([clock.tick(), clock.tick(), clock.tick()], [false, false, true]);
        assert_eq!(clock.stopped_by(), Some(StoppedBy::Nodes));
    }

    #[test]
    fn the_first_iteration_is_finished_however_late_it_is() {
        let mut clock = Clock::start(Budget::nodes(1), Stop::new());
        assert!(clock.tick() && !clock.aborts());
        clock.lose_patience();
        assert!(clock.aborts());
    }

    #[test]
    fn what_is_solved_is_not_stopped_by_time() {
        let mut clock = Clock::start(Budget::until(Instant::now()), Stop::new());
        let mut reason =
            |solved, only_move| clock.reason_to_stop(Finished { solved, only_move, deepest: true });
        assert_eq!(reason(true, true), Some(StoppedBy::Solved));
        assert_eq!(reason(false, true), Some(StoppedBy::OnlyMove));
        assert_eq!(reason(false, false), Some(StoppedBy::Time));
    }

    #[test]
    fn a_deadline_may_be_set_while_the_search_runs() {
        let later = Instant::now() + std::time::Duration::from_secs(3600);
        for budget in [Budget::default(), Budget::until(later)] {
            let stop = Stop::new();
            let mut clock = Clock::start(budget, stop.clone());
            assert!(!clock.look() && !stop.is_called());
            stop.due(Instant::now());
            assert!(clock.look() && stop.is_called());
            assert_eq!(clock.stopped_by(), Some(StoppedBy::Time));
        }
    }

    #[test]
    fn how_far_a_search_is_can_be_seen_from_outside() {
        let stop = Stop::new();
        let mut clock = Clock::start(Budget::default(), stop.clone());
        for _ in 0..3 * LOOK_EVERY {
            clock.tick();
        }
        assert_eq!(stop.visited(), 3 * LOOK_EVERY);
    }

    #[test]
    fn a_raised_flag_is_seen_at_the_next_node() {
        let stop = Stop::new();
        let mut clock = Clock::start(Budget::default(), stop.clone());
        assert!(!clock.tick());
        stop.cancel();
        assert!(clock.tick());
    }
}
