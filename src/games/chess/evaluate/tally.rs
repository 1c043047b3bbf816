//! Adds up what one side has, and remembers on request what was counted.

use super::tapered::Tapered;
use super::weights::Weights;

/// Watches the counting. The same code path gives the number alone, its terms, and the
/// features that weights are learnt from.
pub trait Trace {
    /// `side` (0: White) has this feature so many times.
    fn saw(&mut self, side: usize, feature: usize, times: i32);
}

/// Remembers nothing, and costs nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct Untraced;

impl Trace for Untraced {
    #[inline(always)]
    fn saw(&mut self, _: usize, _: usize, _: i32) {}
}

/// Everything that was counted: side, feature, how many times.
#[derive(Clone, Debug, Default)]
pub struct Counted(pub Vec<(usize, usize, i32)>);

impl Trace for Counted {
    fn saw(&mut self, side: usize, feature: usize, times: i32) {
        if times != 0 {
            self.0.push((side, feature, times));
        }
    }
}

/// What one side has so far.
pub struct Tally<'a, T> {
    weights: &'a Weights,
    trace: &'a mut T,
    side: usize,
    /// Plain features, summed.
    pub sum: Tapered,
    /// Danger to the enemy's king, before it is squared.
    pub danger: Tapered,
}

impl<'a, T: Trace> Tally<'a, T> {
    pub fn new(weights: &'a Weights, trace: &'a mut T, side: usize) -> Tally<'a, T> {
        Tally { weights, trace, side, sum: Tapered::ZERO, danger: Tapered::ZERO }
    }

    #[inline]
    pub fn one(&mut self, feature: usize) {
        self.sum += self.weights[feature];
        self.trace.saw(self.side, feature, 1);
    }

    #[inline]
    pub fn many(&mut self, feature: usize, times: u32) {
        self.sum += self.weights[feature] * times as i32;
        self.trace.saw(self.side, feature, times as i32);
    }

    #[inline]
    pub fn menace(&mut self, feature: usize, times: u32) {
        self.danger += self.weights[feature] * times as i32;
        self.trace.saw(self.side, feature, times as i32);
    }

    /// What the danger is worth: a single threat little, many together a lot.
    #[must_use]
    pub fn danger_worth(&self) -> Tapered {
        danger_worth(self.danger)
    }
}

/// Danger is squared in the middlegame, and a sixteenth of it counts in the endgame.
#[must_use]
pub fn danger_worth(danger: Tapered) -> Tapered {
    let middle = danger.middle().clamp(0, DANGER_MOST);
    let end = danger.end().clamp(0, DANGER_MOST);
    Tapered::new((middle * middle / DANGER_SQUARED) as i16, (end / DANGER_LINEAR) as i16)
}

/// Beyond this all is lost anyway.
pub const DANGER_MOST: i32 = 1200;
pub const DANGER_SQUARED: i32 = 1024;
pub const DANGER_LINEAR: i32 = 16;
