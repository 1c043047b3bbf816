//! How long searches take, learnt from those that have ended, and so when a seat will be free.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};
use std::time::{Duration, Instant};

use crate::http::limits::Grant;

/// Requests that take alike.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Habit {
    pub task: &'static str,
    pub end: End,
}

/// What ends a search.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum End {
    /// Nothing but its time.
    Time,
    /// Its time, or what else was asked for.
    TimeOrLimit,
    /// What was asked for; its time is the server's cap.
    Limit,
}

/// What share of its time a search uses, by habit. One that is told a time mostly uses all of it;
/// one that solves its game, or is told a small depth, next to nothing.
#[derive(Debug, Default)]
pub struct Habits(HashMap<Habit, f64>);

/// Before anything is known: where time alone was asked for...
const TIMED: f64 = 0.5;
/// ...and where a depth or nodes were.
const UNTIMED: f64 = 0.01;
/// How much the newest search weighs.
const NEWEST: f64 = 0.1;

impl Habits {
    pub fn learn(&mut self, habit: Habit, granted: Duration, used: Duration) {
        let share = (used.as_secs_f64() / granted.as_secs_f64().max(1e-6)).min(1.0);
        self.0.entry(habit).and_modify(|known| *known += NEWEST * (share - *known)).or_insert(share);
    }

    pub fn expected(&self, habit: Habit, granted: Duration) -> Duration {
        let unknown = match habit.end {
            End::Time => TIMED,
            End::TimeOrLimit | End::Limit => UNTIMED,
        };
        granted.mul_f64(*self.0.get(&habit).unwrap_or(&unknown))
    }
}

/// A search that runs or waits.
#[derive(Clone, Copy, Debug)]
pub struct Demand {
    pub threads: usize,
    pub habit: Habit,
    /// When it must have ended.
    pub deadline: Instant,
}

impl Demand {
    pub fn new(task: &'static str, grant: &Grant) -> Demand {
        let deadline = grant.budget.deadline.unwrap_or(grant.deadline);
        let end = match (grant.budget.is_time_alone(), grant.budget.timed) {
            (true, _) => End::Time,
            (false, true) => End::TimeOrLimit,
            (false, false) => End::Limit,
        };
        Demand { threads: grant.threads.get(), habit: Habit { task, end }, deadline }
    }

    /// When it will probably end, if it starts (or started) then. One that has outrun its
    /// expectation is expected to take as long again, until its deadline.
    pub fn end(&self, started: Instant, now: Instant, habits: &Habits) -> Instant {
        let granted = self.deadline.saturating_duration_since(started);
        let end = started + habits.expected(self.habit, granted);
        if end >= now { end } else { (now + (now - started)).min(self.deadline.max(now)) }
    }
}

/// When seats fall free.
#[derive(Debug)]
pub struct Forecast {
    now: Instant,
    free: usize,
    /// Ends of searches, and how many seats each frees.
    ends: BinaryHeap<Reverse<(Instant, usize)>>,
}

impl Forecast {
    pub fn new(now: Instant, free: usize, running: impl Iterator<Item = (Instant, usize)>) -> Forecast {
        Forecast { now, free, ends: running.map(Reverse).collect() }
    }

    /// Seats the next in line, and tells when that will be.
    pub fn seat(&mut self, next: &Demand, habits: &Habits) -> Instant {
        while self.free < next.threads {
            let Some(Reverse((end, threads))) = self.ends.pop() else { break };
            self.now = self.now.max(end);
            self.free += threads;
        }
        let start = self.now;
        self.free = self.free.saturating_sub(next.threads);
        self.ends.push(Reverse((next.end(start, start, habits), next.threads)));
        start
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HABIT: Habit = Habit { task: "game", end: End::Time };

    fn ms(ms: u64) -> Duration {
        Duration::from_millis(ms)
    }

    fn demand(threads: usize, deadline: Instant) -> Demand {
        Demand { threads, habit: HABIT, deadline }
    }

    fn diligent() -> Habits {
        let mut habits = Habits::default();
        habits.learn(HABIT, ms(100), ms(100));
        habits
    }

    #[test]
    fn searches_that_end_early_are_expected_to_end_early() {
        let mut habits = Habits::default();
        habits.learn(HABIT, ms(1000), ms(1));
        assert!(habits.expected(HABIT, ms(1000)) < ms(2));
        for _ in 0..100 {
            habits.learn(HABIT, ms(1000), ms(1000));
        }
        assert!(habits.expected(HABIT, ms(1000)) > ms(990));
    }

    #[test]
    fn who_asks_for_a_time_and_a_depth_tells_nothing_of_who_asks_for_a_depth() {
        let mut habits = Habits::default();
        let deep = Habit { end: End::TimeOrLimit, ..HABIT };
        habits.learn(deep, ms(60), ms(60));
        assert_eq!(habits.expected(deep, ms(60)), ms(60));
        assert_eq!(habits.expected(Habit { end: End::Limit, ..HABIT }, ms(60_000)), ms(600));
    }

    #[test]
    fn seats_are_given_in_order_as_they_fall_free() {
        let (now, habits) = (Instant::now(), diligent());
        let running = [(now + ms(10), 1), (now + ms(30), 1)];
        let mut forecast = Forecast::new(now, 0, running.into_iter());
        assert_eq!(forecast.seat(&demand(1, now + ms(50)), &habits), now + ms(10));
        assert_eq!(forecast.seat(&demand(1, now + ms(40)), &habits), now + ms(30));
        // The third waits for the one who sat down last and leaves first.
        assert_eq!(forecast.seat(&demand(1, now + ms(99)), &habits), now + ms(40));
    }

    #[test]
    fn who_needs_two_seats_waits_for_both_and_is_not_overtaken() {
        let (now, habits) = (Instant::now(), diligent());
        let mut forecast = Forecast::new(now, 1, [(now + ms(20), 1)].into_iter());
        assert_eq!(forecast.seat(&demand(2, now + ms(50)), &habits), now + ms(20));
        assert_eq!(forecast.seat(&demand(1, now + ms(90)), &habits), now + ms(50));
    }

    #[test]
    fn a_search_that_takes_longer_than_expected_is_not_believed_to_end_now() {
        let (now, mut habits) = (Instant::now(), Habits::default());
        habits.learn(HABIT, ms(1000), ms(1));
        let started = now - ms(100);
        assert_eq!(demand(1, now + ms(900)).end(started, now, &habits), now + ms(100));
    }
}
