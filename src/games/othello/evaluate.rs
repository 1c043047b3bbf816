//! What a position looks like without searching: moves now and later, corners and the squares
//! beside them, edges, discs.

use super::discs::{CORNERS, Squares, around};
use super::rules::Othello;
use crate::search::Term;

const EDGES: Squares = 0xff81_8181_8181_81ff;

/// A corner, the square diagonal to it, and those beside it on the edges.
const BY_CORNERS: [(Squares, Squares, Squares); 4] = [
    (1 << 0, 1 << 9, 1 << 1 | 1 << 8),
    (1 << 7, 1 << 14, 1 << 6 | 1 << 15),
    (1 << 56, 1 << 49, 1 << 48 | 1 << 57),
    (1 << 63, 1 << 54, 1 << 55 | 1 << 62),
];

/// What is counted: for the player to move, less the same for the opponent.
pub const TERMS: [&str; 8] =
    ["mobility", "frontier", "corners", "diagonal to corners", "beside corners", "edges", "discs", "tempo"];

/// Hundredths of a disc for each of the [`TERMS`], with 60, 30 and no empty squares; between
/// them the weights change in proportion.
const WEIGHTS: [[i32; TERMS.len()]; 3] = [
    [90, -35, 900, -500, -150, 20, -20, 100],
    [150, -50, 1100, -350, -180, 60, 10, 100],
    [80, -20, 500, -50, -50, 60, 100, 0],
];

/// The counts by which a position is judged, one for each of the [`TERMS`].
#[must_use]
pub fn counts(position: &Othello) -> [i32; TERMS.len()] {
    let (mine, theirs, empties) = (position.mine(), position.theirs(), position.empties());
    let difference = |squares: Squares| count(mine & squares) - count(theirs & squares);
    let open = BY_CORNERS.iter().filter(|(corner, _, _)| empties & corner != 0);
    let (diagonal, beside) = open.fold((0, 0), |(d, b), (_, diagonal, beside)| (d | diagonal, b | beside));
    [
        count(position.placeable()) - count(position.placeable_for_them()),
        difference(around(empties)),
        difference(CORNERS),
        difference(diagonal),
        difference(beside),
        difference(EDGES & !CORNERS & !beside),
        difference(!0),
        // With an odd number of empty squares the player to move expects to place the last disc.
        2 * (count(empties) % 2) - 1,
    ]
}

/// The estimate in hundredths of a disc, term by term.
fn weighed(position: &Othello) -> [i32; TERMS.len()] {
    let (counts, empties) = (counts(position), count(position.empties()));
    std::array::from_fn(|term| {
        let [early, middle, late] = WEIGHTS.map(|stage| stage[term]);
        let weight = if empties >= 30 {
            middle + (early - middle) * (empties - 30) / 30
        } else {
            late + (middle - late) * empties / 30
        };
        weight * counts[term]
    })
}

/// The expected final difference for the player to move, in discs.
#[must_use]
pub fn estimate(position: &Othello) -> i32 {
    (weighed(position).iter().sum::<i32>() / 100).clamp(-64, 64)
}

/// The terms in discs; what rounding leaves over, and what lies beyond the board, is a term.
#[must_use]
pub fn terms(position: &Othello) -> Vec<Term> {
    let values = weighed(position).map(|hundredths| hundredths / 100);
    let rest = estimate(position) - values.iter().sum::<i32>();
    let named = TERMS.into_iter().zip(values).map(|(name, value)| Term { name, value });
    named.chain([Term { name: "rounding", value: rest }]).collect()
}

fn count(squares: Squares) -> i32 {
    squares.count_ones() as i32
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Player;
    use crate::notation::Notation;

    #[test]
    fn the_terms_sum_to_the_estimate() {
        for example in Othello::CARD.examples {
            let position = Othello::parse(example).unwrap();
            let sum: i32 = terms(&position).iter().map(|term| term.value).sum();
            assert_eq!(sum, estimate(&position));
        }
    }

    #[test]
    fn a_position_turned_upside_down_looks_the_same() {
        let position = Othello::parse(Othello::CARD.examples[2]).unwrap();
        let turned = |squares: Squares| squares.reverse_bits();
        let other = Othello::new(turned(position.mine()), turned(position.theirs()), Player::Second);
        assert_eq!(counts(&position), counts(&other));
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
