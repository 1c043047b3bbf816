//! A move, and what came of it.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicI64, AtomicU32, Ordering};

use super::Sampling;
use crate::game::{Outcome, Player};
use crate::search::score::Expectation;

/// What a sample is worth at most: a win by ever so much.
const BEST: u32 = 200;

/// What one sample is to a player.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sampled {
    /// In halves: two for a win, one for a draw.
    halves: u32,
    /// Up to [`BEST`]: who won, and a little of how much.
    value: i64,
    /// In the game's unit.
    worth: i64,
}

impl Sampled {
    pub fn of(outcome: Outcome, player: Player, by: &Sampling) -> Sampled {
        let worth = Expectation::finished(outcome, player).0 as i64;
        let halves = (1 + worth.signum()) as u32;
        let much = worth as f32 / (worth.abs() as f32 + by.plenty);
        let share = (1.0 - by.greed) * halves as f32 / 2.0 + by.greed * (1.0 + much) / 2.0;
        Sampled { halves, value: (share * BEST as f32).round() as i64, worth }
    }
}

/// A move, and what came of it. All numbers are for the player who makes the move.
pub(super) struct Node<M> {
    pub chosen: M,
    pub slot: Option<u16>,
    pub promise: f32,
    samples: AtomicU32,
    value: AtomicI64,
    /// The same over all samples in which the player made this move at any later time.
    rave_samples: AtomicU32,
    rave_value: AtomicI64,
    halves: AtomicU32,
    /// Sum of what the outcomes were worth to the player.
    worth: AtomicI64,
    pub branches: OnceLock<Box<[Node<M>]>>,
}

impl<M: Copy> Node<M> {
    pub fn new(chosen: M, slot: Option<usize>, promise: f32) -> Node<M> {
        Node {
            chosen,
            slot: slot.map(|slot| slot as u16),
            promise,
            samples: AtomicU32::new(0),
            value: AtomicI64::new(0),
            rave_samples: AtomicU32::new(0),
            rave_value: AtomicI64::new(0),
            halves: AtomicU32::new(0),
            worth: AtomicI64::new(0),
            branches: OnceLock::new(),
        }
    }

    pub fn samples(&self) -> u32 {
        self.samples.load(Ordering::Relaxed)
    }

    /// A sample goes this way. Until it has ended it counts as lost: other threads look elsewhere
    /// meanwhile.
    pub fn begin(&self) {
        self.samples.fetch_add(1, Ordering::Relaxed);
    }

    pub fn tell(&self, sampled: Sampled) {
        self.value.fetch_add(sampled.value, Ordering::Relaxed);
        self.halves.fetch_add(sampled.halves, Ordering::Relaxed);
        self.worth.fetch_add(sampled.worth, Ordering::Relaxed);
    }

    /// The player made this move some time in a sample.
    pub fn presume(&self, sampled: Sampled) {
        self.rave_samples.fetch_add(1, Ordering::Relaxed);
        self.rave_value.fetch_add(sampled.value, Ordering::Relaxed);
    }

    /// The share of samples won, a draw counted as half.
    pub fn chance(&self) -> f32 {
        match self.samples() {
            0 => self.promise,
            // While helpers sample, more may have been won than was counted a moment ago.
            samples => (self.halves.load(Ordering::Relaxed) as f32 / (2 * samples) as f32).min(1.0),
        }
    }

    /// Average worth to the player who makes the move, in the game's unit.
    pub fn mean_worth(&self) -> i32 {
        let samples = i64::from(self.samples().max(1));
        (self.worth.load(Ordering::Relaxed) as f64 / samples as f64).round() as i32
    }

    /// How much a sample wants to go this way.
    pub fn appeal(&self, by: &Sampling, curiosity: f32) -> f32 {
        let samples = self.samples() as f32;
        let presumed_samples = self.rave_samples.load(Ordering::Relaxed) as f32;
        let presumed_value = self.rave_value.load(Ordering::Relaxed) as f32 / BEST as f32;
        let presumed = (presumed_value + self.promise * by.promise) / (presumed_samples + by.promise);
        if samples == 0.0 {
            return presumed + curiosity;
        }
        let own = self.value.load(Ordering::Relaxed) as f32 / BEST as f32 / samples;
        let trust = (by.rave / (3.0 * samples + by.rave)).sqrt();
        trust * presumed + (1.0 - trust) * own + curiosity / (samples + 1.0).sqrt()
    }

    /// The better branch comes last: sampled more, or as often and more promising.
    pub fn standing(&self) -> (u32, u32) {
        // The bits of numbers that are not negative stand in their order.
        (self.samples(), self.promise.to_bits())
    }

    /// The best branch; of several that are equal the first.
    pub fn most_sampled(&self) -> Option<&Node<M>> {
        self.branches.get()?.iter().rev().max_by_key(|node| node.standing())
    }

    /// How many nodes stand below this one.
    pub fn below(&self) -> u64 {
        self.branches.get().into_iter().flatten().map(|node| 1 + node.below()).sum()
    }
}
