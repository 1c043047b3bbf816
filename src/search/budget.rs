//! What a search may spend.

use std::time::{Duration, Instant};

/// What a search may spend. The first limit met ends it.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Budget {
    /// Plies: 1 is one's own move alone.
    pub depth: Option<u32>,
    /// Positions visited.
    pub nodes: Option<u64>,
    /// When the answer must be ready.
    pub deadline: Option<Instant>,
    /// Whether the time is what was asked for: tables are no larger than it can fill. If it only bounds what
    /// else was asked for, they are as large as they would be without, for the same answer every time.
    pub timed: bool,
    /// Bytes that tables may take, the tree of a sampler, and a tree laid open. Of tables it changes how fast
    /// the search is, not when it ends; where a tree cannot grow, nobody looks any further.
    pub memory: Option<usize>,
}

impl Budget {
    /// As deep as that, however long it takes.
    pub fn depth(plies: u32) -> Budget {
        Budget { depth: Some(plies), ..Budget::default() }
    }

    /// So many positions, however long it takes.
    pub fn nodes(nodes: u64) -> Budget {
        Budget { nodes: Some(nodes), ..Budget::default() }
    }

    /// As deep as it goes until then.
    pub fn until(deadline: Instant) -> Budget {
        Budget { deadline: Some(deadline), timed: true, ..Budget::default() }
    }

    /// What is left of the time that was asked for, in milliseconds, rounded up so that the same question
    /// mostly gets a table of the same size.
    pub fn rounded_milliseconds(&self) -> Option<u64> {
        let left = self.deadline.filter(|_| self.timed)?.saturating_duration_since(Instant::now());
        Some((left.as_millis() as u64 + 1).next_power_of_two())
    }

    /// Whether nothing but time limits it.
    pub fn is_time_alone(&self) -> bool {
        self.deadline.is_some() && self.depth.is_none() && self.nodes.is_none()
    }
}

/// The end of the first of so many equal parts of the time between two moments.
#[must_use]
pub fn first_part(from: Instant, end: Instant, parts: usize) -> Instant {
    from + part(end.saturating_duration_since(from), parts)
}

/// One of so many equal parts.
#[must_use]
pub fn part(whole: Duration, parts: usize) -> Duration {
    whole / u32::try_from(parts).unwrap_or(u32::MAX).max(1)
}
