//! What a request may spend: what it wished for, lowered to the server's caps, as a budget with
//! a deadline.

use std::collections::BTreeMap;
use std::num::{NonZeroU32, NonZeroU64, NonZeroUsize};
use std::time::{Duration, Instant};

use crate::config::{Caps, Config};
use crate::search::parallel::most_threads;
use crate::search::{Budget, one_or_more};

/// The limits that a request names. Each may be absent.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Wish {
    pub depth: Option<NonZeroU32>,
    pub nodes: Option<NonZeroU64>,
    pub time: Option<Duration>,
    pub threads: Option<NonZeroUsize>,
    pub lines: Option<NonZeroUsize>,
}

impl Wish {
    /// Whether nothing in it ends the search.
    #[must_use]
    pub fn is_without_limit(&self) -> bool {
        self.depth.is_none() && self.nodes.is_none() && self.time.is_none()
    }
}

/// What it gets.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Grant {
    /// For the search. Its deadline lies a little before the promised time.
    pub budget: Budget,
    /// The promised time, from the request's arrival to its answer.
    pub time: Duration,
    /// When the answer must be on its way.
    pub deadline: Instant,
    pub threads: NonZeroUsize,
    pub lines: NonZeroUsize,
    /// The wishes that were lowered, and to what.
    clamped: BTreeMap<&'static str, u64>,
    /// Whether the time is the server's, not what was asked for.
    time_is_cap: bool,
}

impl Grant {
    /// The caps that shaped an answer, which ran out of time or did not.
    #[must_use]
    pub fn limits_applied(&self, out_of_time: bool) -> BTreeMap<&'static str, u64> {
        let mut applied = self.clamped.clone();
        if out_of_time && self.time_is_cap {
            applied.insert("time_ms", self.time.as_millis() as u64);
        }
        applied
    }

    /// What it came to where the search was called to an end at that moment.
    #[must_use]
    pub fn called(mut self, end: Instant) -> Grant {
        let lost = self.deadline.saturating_duration_since(end);
        if !lost.is_zero() {
            self.time = self.time.saturating_sub(lost);
            self.time_is_cap = true;
        }
        self
    }

    /// The same for an engine that makes use of so many threads at most.
    #[must_use]
    pub fn for_engine(mut self, threads: NonZeroUsize) -> Grant {
        if self.threads > threads {
            self.budget.memory = self.budget.memory.map(|bytes| bytes / self.threads * threads.get());
            self.threads = threads;
            self.clamped.insert("threads", threads.get() as u64);
        }
        self
    }
}

/// The caps in force.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    pub caps: Caps,
    /// Never more threads than the pool has seats.
    pub threads: NonZeroUsize,
    /// What a request that names no nodes is taken to wish for.
    default_nodes: Option<NonZeroU64>,
    /// What sets the most time.
    end: SetBy,
    margin: Duration,
}

/// What sets the end of a request, or of the whole that it is part of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SetBy {
    /// A caller's wish.
    Wish,
    /// The server's cap: nobody wished for less.
    Cap,
    /// The server's cap, and a caller wished for more: what its parts have is less than they might.
    Lowered,
}

/// What a larger request leaves for one that is part of it.
#[derive(Clone, Copy, Debug)]
pub struct Part {
    /// How much time there is at all.
    pub left: Duration,
    /// The time of a part that names no limit of its own.
    pub share: Duration,
    /// What sets the end of the whole.
    pub end: SetBy,
    /// As many nodes as the whole wished for each part.
    pub nodes: Option<NonZeroU64>,
}

impl Limits {
    #[must_use]
    pub fn new(config: &Config) -> Limits {
        Limits {
            caps: config.caps,
            threads: config.caps.threads.min(config.pool.seats),
            default_nodes: None,
            end: SetBy::Cap,
            margin: config.pool.margin,
        }
    }

    /// The limits of a request that is part of a larger one.
    #[must_use]
    pub fn within(mut self, part: Part) -> Limits {
        self.caps.time = self.caps.time.min(part.left);
        self.caps.default_time = part.share;
        self.end = part.end;
        // Lowered in `grant` with all other wishes, so that it is told.
        self.default_nodes = part.nodes;
        self.caps.nodes = part.nodes.map_or(self.caps.nodes, |nodes| nodes.min(self.caps.nodes));
        self
    }

    /// What a request that arrived then gets.
    #[must_use]
    pub fn grant(&self, wish: &Wish, arrival: Instant) -> Grant {
        let mut clamped = BTreeMap::new();
        let mut lower = |name, wish: Option<u64>, cap: u64| {
            wish.map(|wish| {
                if wish > cap {
                    clamped.insert(name, cap);
                }
                wish.min(cap)
            })
        };
        let caps = &self.caps;
        let most_time = caps.time.as_millis() as u64;
        let depth = lower("depth", wish.depth.map(|d| d.get().into()), caps.depth.get().into());
        let nodes = wish.nodes.or(self.default_nodes);
        let nodes = lower("nodes", nodes.map(NonZeroU64::get), caps.nodes.get());
        let time = lower("time_ms", wish.time.map(|t| t.as_millis() as u64), most_time);
        let most_threads = self.threads.min(most_threads(nodes)).get();
        let threads = lower("threads", wish.threads.map(|t| t.get() as u64), most_threads as u64);
        let lines = lower("lines", wish.lines.map(|l| l.get() as u64), caps.lines.get() as u64);

        let time = match time {
            Some(ms) => Duration::from_millis(ms),
            None if wish.is_without_limit() => {
                let time = caps.default_time.min(caps.time);
                if self.end == SetBy::Lowered {
                    clamped.insert("time_ms", time.as_millis() as u64);
                }
                time
            }
            None => caps.time,
        };
        let deadline = arrival + time;
        // Otherwise the time only bounds what else was asked for, and the same request gets the same answer.
        let timed = wish.time.is_some() || wish.is_without_limit() && nodes.is_none();
        let threads = one_or_more(threads.unwrap_or(1) as usize);
        Grant {
            budget: Budget {
                depth: depth.map(|d| d as u32),
                nodes,
                // Of a very short time half is kept for the search.
                deadline: Some(deadline - self.margin.min(time / 2)),
                timed,
                memory: Some(caps.memory().saturating_mul(threads.get())),
            },
            time,
            deadline,
            threads,
            lines: one_or_more(lines.unwrap_or(1) as usize),
            clamped,
            time_is_cap: self.end != SetBy::Wish && !timed,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn limits() -> Limits {
        Limits::new(&Config::default())
    }

    #[test]
    fn what_is_above_a_cap_is_lowered_and_reported() {
        let limits = limits();
        let wish = Wish { depth: NonZeroU32::new(1_000_000), lines: NonZeroUsize::new(2), ..Wish::default() };
        let grant = limits.grant(&wish, Instant::now());
        let cap = limits.caps.depth.get();
        assert_eq!(grant.budget.depth, Some(cap));
        assert_eq!(grant.clamped, BTreeMap::from([("depth", u64::from(cap))]));
        assert_eq!(grant.lines.get(), 2);
    }

    #[test]
    fn the_search_ends_before_the_promised_time() {
        let (limits, now) = (limits(), Instant::now());
        for ms in [0, 1, 5, 50, 1000] {
            let time = Duration::from_millis(ms);
            let grant = limits.grant(&Wish { time: Some(time), ..Wish::default() }, now);
            assert_eq!(grant.deadline, now + time);
            assert!(grant.budget.deadline.unwrap() >= now);
            assert!(ms == 0 || grant.budget.deadline.unwrap() < grant.deadline);
        }
    }

    #[test]
    fn a_request_without_limits_gets_the_default_time() {
        let (limits, now) = (limits(), Instant::now());
        let grant = limits.grant(&Wish::default(), now);
        assert_eq!((grant.time, grant.budget.timed), (limits.caps.default_time, true));
    }

    /// A part that has 4 s at most, and 1 s if it names no limit.
    fn part() -> Part {
        let (left, share) = (Duration::from_secs(4), Duration::from_secs(1));
        Part { left, share, end: SetBy::Wish, nodes: None }
    }

    #[test]
    fn who_names_no_limit_gets_its_share_whatever_else_it_asks_for() {
        let Part { left, share, .. } = part();
        let (limits, now) = (limits().within(part()), Instant::now());
        let two = NonZeroUsize::new(2);
        for wish in [Wish::default(), Wish { lines: two, threads: two, ..Wish::default() }] {
            assert_eq!(limits.grant(&wish, now).time, share, "{wish:?}");
        }
        let deep = limits.grant(&Wish { depth: NonZeroU32::new(3), ..Wish::default() }, now);
        assert_eq!((deep.time, deep.budget.timed), (left, false));
    }

    #[test]
    fn the_nodes_of_the_whole_leave_a_part_its_share_of_the_time() {
        let limits = limits().within(Part { nodes: NonZeroU64::new(100), ..part() });
        let grant = limits.grant(&Wish::default(), Instant::now());
        assert_eq!((grant.time, grant.budget.nodes), (part().share, Some(100)));
        assert!(!grant.budget.timed, "where the nodes end it, the same request gets the same answer");
        let own = Wish { nodes: NonZeroU64::new(50), ..Wish::default() };
        assert_eq!(limits.grant(&own, Instant::now()).time, part().left);
    }

    #[test]
    fn what_the_whole_has_not_left_is_taken_from_the_part_and_reported() {
        let limits = limits().within(Part { nodes: NonZeroU64::new(100), ..part() });
        let wish =
            Wish { time: Some(Duration::from_secs(9)), nodes: NonZeroU64::new(500), ..Wish::default() };
        let grant = limits.grant(&wish, Instant::now());
        assert_eq!((grant.time, grant.budget.nodes), (Duration::from_secs(4), Some(100)));
        assert_eq!(grant.clamped, BTreeMap::from([("nodes", 100), ("time_ms", 4000)]));
    }

    #[test]
    fn what_the_whole_wishes_for_its_parts_is_under_the_caps_and_reported() {
        let mut limits = limits();
        limits.caps.nodes = NonZeroU64::new(1000).unwrap();
        let (nodes, now) = (NonZeroU64::new(50_000), Instant::now());
        let granted = |part, wish| {
            let grant = limits.within(part).grant(&wish, now);
            (grant.budget.nodes, grant.clamped)
        };
        let wish = Wish::default();
        let many = Part { nodes, ..part() };
        assert_eq!(granted(many, wish), (Some(1000), BTreeMap::from([("nodes", 1000)])));
        assert_eq!(granted(many, Wish { nodes: NonZeroU64::new(50), ..wish }), (Some(50), BTreeMap::new()));
        let lowered = Part { end: SetBy::Lowered, ..part() };
        assert_eq!(granted(lowered, wish), (None, BTreeMap::from([("time_ms", 1000)])));
        let time = Some(Duration::from_millis(300));
        assert_eq!(granted(lowered, Wish { time, ..wish }), (None, BTreeMap::new()), "its own is shorter");
    }

    #[test]
    fn a_time_that_nobody_asked_for_is_reported_where_it_is_the_servers_cap() {
        let (limits, now) = (limits(), Instant::now());
        let applied = |limits: Limits| {
            let wish = Wish { depth: NonZeroU32::new(90), ..Wish::default() };
            limits.grant(&wish, now).limits_applied(true)
        };
        let cap = limits.caps.time.as_millis() as u64;
        assert_eq!(applied(limits), BTreeMap::from([("time_ms", cap)]));
        let left = |end| limits.within(Part { end, ..part() });
        assert_eq!(applied(left(SetBy::Cap)), BTreeMap::from([("time_ms", 4000)]));
        assert_eq!(applied(left(SetBy::Wish)), BTreeMap::new(), "the caller of the whole asked for it");
    }

    #[test]
    fn who_was_called_to_an_end_is_told_how_long_it_had() {
        let now = Instant::now();
        let wish = Wish { time: Some(Duration::from_secs(9)), ..Wish::default() };
        let grant = limits().grant(&wish, now);
        assert_eq!(grant.limits_applied(true), BTreeMap::new());
        let called = grant.clone().called(now + Duration::from_millis(700));
        assert_eq!(called.limits_applied(true), BTreeMap::from([("time_ms", 700)]));
        assert_eq!(called.limits_applied(false), BTreeMap::new(), "it ended before");
        assert_eq!(grant.clone().called(grant.deadline), grant);
    }

    #[test]
    fn an_engine_takes_no_more_threads_than_it_uses() {
        let mut limits = limits();
        limits.threads = NonZeroUsize::new(8).unwrap();
        let wish = Wish { threads: NonZeroUsize::new(8), ..Wish::default() };
        let all = limits.grant(&wish, Instant::now());
        let one = all.clone().for_engine(NonZeroUsize::MIN);
        assert_eq!((one.threads.get(), one.clamped), (1, BTreeMap::from([("threads", 1)])));
        assert_eq!(one.budget.memory, Some(limits.caps.memory()));
        assert_eq!(all.clone().for_engine(NonZeroUsize::MAX), all);
    }

    #[test]
    fn who_visits_few_positions_takes_no_more_seats_than_that_keeps_busy() {
        let mut limits = limits();
        limits.threads = NonZeroUsize::new(8).unwrap();
        let threads = |nodes| {
            let wish =
                Wish { threads: NonZeroUsize::new(8), nodes: NonZeroU64::new(nodes), ..Wish::default() };
            let grant = limits.grant(&wish, Instant::now());
            (grant.threads.get(), grant.clamped.get("threads").copied())
        };
        assert_eq!(threads(100), (1, Some(1)));
        assert_eq!(threads(1_000_000), (8, None));
    }

    #[test]
    fn a_depth_alone_is_bounded_by_the_cap_and_not_timed() {
        let (limits, now) = (limits(), Instant::now());
        let grant = limits.grant(&Wish { depth: NonZeroU32::new(3), ..Wish::default() }, now);
        assert_eq!((grant.time, grant.budget.timed), (limits.caps.time, false));
    }
}
