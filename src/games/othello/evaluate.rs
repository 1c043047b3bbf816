//! What a position looks like without searching: the weights of what is seen of it, as they were
//! learnt from games that the program played against itself (`examples/learn_othello`).

use std::sync::LazyLock;

use super::patterns::{Aspect, Patterns, Share};
use super::rules::Othello;
use crate::search::Term;

/// Weights are eighths of a disc.
pub const DISC: i32 = 8;

/// The game has so many stages, each with weights of its own.
pub const STAGES: usize = 7;
/// Discs placed in one of them; the last is longer.
const STAGE: u32 = 8;

/// The stage of the game.
#[must_use]
pub fn stage(position: &Othello) -> usize {
    let placed = 60u32.saturating_sub(position.empties().count_ones());
    ((placed / STAGE) as usize).min(STAGES - 1)
}

/// What was learnt of one stage.
struct Stage {
    weights: Vec<i8>,
    /// The weight of each number of each pattern, as it counts.
    numbers: Vec<i8>,
}

static LEARNT: LazyLock<Vec<Stage>> = LazyLock::new(|| {
    let patterns = Patterns::get();
    let stage = |bytes: &[u8]| {
        let weights: Vec<i8> = bytes.iter().map(|byte| byte.cast_signed()).collect();
        let counts = |share: &Share| share.sign * weights[usize::from(share.weight)];
        Stage { numbers: patterns.shares().iter().map(counts).collect(), weights }
    };
    include_bytes!("weights.bin").chunks_exact(patterns.weights()).map(stage).collect()
});

/// The expected final difference for the player to move, in discs.
#[must_use]
pub fn estimate(position: &Othello) -> i32 {
    let (patterns, learnt) = (Patterns::get(), &LEARNT[stage(position)]);
    let numbers = patterns.numbers(position);
    let seen = numbers.into_iter().map(|number| i32::from(learnt.numbers[number as usize]));
    let counted = patterns.counted(position).into_iter();
    let counted = counted.map(|share| i32::from(share.sign * learnt.weights[usize::from(share.weight)]));
    in_discs(seen.sum::<i32>() + counted.sum::<i32>())
}

/// In whole discs, no more than there are.
fn in_discs(eighths: i32) -> i32 {
    (eighths / DISC).clamp(-64, 64)
}

/// The terms in discs; what rounding leaves over, and what lies beyond the board, is a term.
#[must_use]
pub fn terms(position: &Othello) -> Vec<Term> {
    let learnt = &LEARNT[stage(position)];
    let mut eighths = [0; Aspect::NAMES.len()];
    for (aspect, share) in Patterns::get().seen(position) {
        eighths[aspect as usize] += i32::from(share.sign * learnt.weights[usize::from(share.weight)]);
    }
    let values = eighths.map(|eighths| eighths / DISC);
    let rest = in_discs(eighths.iter().sum()) - values.iter().sum::<i32>();
    let named = Aspect::NAMES.into_iter().zip(values).map(|(name, value)| Term { name, value });
    named.chain([Term { name: "rounding", value: rest }]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Player;
    use crate::notation::Notation;

    #[test]
    fn every_stage_was_learnt() {
        assert_eq!(LEARNT.len(), STAGES);
        assert_eq!(include_bytes!("weights.bin").len(), STAGES * Patterns::get().weights());
    }

    #[test]
    fn the_terms_sum_to_the_estimate() {
        for example in Othello::CARD.examples {
            let position = Othello::parse(example).unwrap();
            let sum: i32 = terms(&position).iter().map(|term| term.value).sum();
            assert_eq!(sum, estimate(&position));
        }
    }

    #[test]
    fn a_corner_is_worth_more_than_the_square_beside_it() {
        let holding = |square: u8| {
            let start = Othello::start();
            estimate(&Othello::new(start.mine() | 1 << square, start.theirs(), Player::First))
        };
        assert!(holding(0) > holding(1) && holding(1) > holding(9));
    }
}
