//! How much may be looked at while a belief is formed, and how many worlds can be followed for it.

use std::time::{Duration, Instant};

use crate::search::clock::Clock;

/// What of a budget goes into imagining worlds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Share {
    /// Worlds that are kept in mind at most.
    pub most: usize,
    /// Moves that may be looked at. None: time alone says how many.
    pub looks: Option<u64>,
    /// When to be ready.
    pub until: Option<Instant>,
}

impl Share {
    /// So many worlds, however long it takes.
    #[must_use]
    pub fn of_worlds(most: usize) -> Share {
        Share { most, looks: None, until: None }
    }
}

/// Fewer worlds than this are never followed on purpose.
pub const FEWEST: usize = 12;
/// Moves that are looked at for each world that is followed and each move of the opponent's.
pub const LOOKS_A_WORLD: u64 = 4;
/// How long it takes to look at a move, before it was measured.
const A_LOOK: Duration = Duration::from_nanos(400);
/// So many measured looks count for as much as what was expected of them.
const EXPECTED: u64 = 1_000;
/// Moves that are looked at between two looks at the time.
const LOOK_EVERY: u64 = 64;

/// Keeps a belief within its share.
pub struct Pace<'a> {
    share: Share,
    clock: &'a mut Clock,
    began: Instant,
    /// What the clock had counted by then.
    before: u64,
    /// When so many are counted, it is time to look at the time.
    look_at: u64,
    late: bool,
}

impl<'a> Pace<'a> {
    pub fn new(share: Share, clock: &'a mut Clock) -> Pace<'a> {
        let before = clock.nodes;
        Pace { share, began: Instant::now(), before, look_at: before, late: false, clock }
    }

    /// Counts moves that are looked at.
    pub fn count(&mut self, looks: u64) {
        self.clock.count(looks);
        if self.clock.nodes >= self.look_at {
            self.look_at = self.clock.nodes + LOOK_EVERY;
            self.late |= self.share.until.is_some_and(|until| Instant::now() >= until);
        }
    }

    pub fn spent(&self) -> u64 {
        self.clock.nodes - self.before
    }

    /// Moves that may still be looked at. The same every time where the share says how many; else
    /// as many as there is time for, at the pace so far.
    pub fn left(&self) -> u64 {
        match (self.share.looks, self.share.until) {
            (Some(looks), _) => looks.saturating_sub(self.spent()),
            (None, Some(until)) => {
                let time = until.saturating_duration_since(Instant::now());
                let expected = A_LOOK * EXPECTED as u32 + self.began.elapsed();
                let a_look = expected.as_nanos() / u128::from(EXPECTED + self.spent());
                (time.as_nanos() / a_look.max(1)) as u64
            }
            (None, None) => u64::MAX,
        }
    }

    /// How many worlds can be followed while the opponent makes so many moves.
    pub fn worlds(&self, moves: u64) -> usize {
        let looks = LOOKS_A_WORLD * moves.max(1);
        ((self.left() / looks).min(self.share.most as u64) as usize).max(FEWEST)
    }

    /// Whether the whole search has to end, or as much was looked at as may be.
    pub fn is_spent(&mut self) -> bool {
        self.clock.look() || self.has_looked_enough()
    }

    /// The same as was last seen, or the time for imagining worlds is over.
    pub fn is_out(&self) -> bool {
        self.late || self.clock.is_out() || self.has_looked_enough()
    }

    fn has_looked_enough(&self) -> bool {
        self.share.looks.is_some_and(|looks| self.spent() >= looks)
    }
}
