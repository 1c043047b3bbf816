//! What the programs that learn to judge a game from its positions have in common.

mod positions;

pub use positions::{Runs, read};

/// The result that a score stands for, from 0 to 1; so many units make a win ten times as likely.
pub fn expected(score: f32, tenfold: f32) -> f32 {
    1.0 / (1.0 + 10f32.powf(-score / tenfold))
}

/// A step of all weights down their slopes, each the shorter the rougher its slope was lately (Adam).
pub struct Step {
    rate: f32,
    /// How much of a long memory there is by now, of slopes and of their squares.
    warm: [f32; 2],
}

/// What a weight has seen of its slope.
#[derive(Clone, Copy, Default)]
pub struct Seen {
    mean: f32,
    square: f32,
}

/// What part of what was seen is kept from one step to the next.
const KEEP: f32 = 0.9;
const KEEP_SQUARE: f32 = 0.999;

impl Step {
    /// The step of this number, from 1 on.
    pub fn new(rate: f32, number: i32) -> Step {
        Step { rate, warm: [1.0 - KEEP.powi(number), 1.0 - KEEP_SQUARE.powi(number)] }
    }

    /// How far down a weight goes where this is its slope.
    pub fn down(&self, seen: &mut Seen, slope: f32) -> f32 {
        seen.mean = KEEP * seen.mean + (1.0 - KEEP) * slope;
        seen.square = KEEP_SQUARE * seen.square + (1.0 - KEEP_SQUARE) * slope * slope;
        self.rate * (seen.mean / self.warm[0]) / ((seen.square / self.warm[1]).sqrt() + 1e-8)
    }
}
