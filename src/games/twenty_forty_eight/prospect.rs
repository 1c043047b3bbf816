//! What a board promises: order pays.
//!
//! Sliding keeps only what lies in order, so boards are judged row by row and column by column,
//! each looked up: room to move, pairs about to merge, large tiles side by side, falling to one
//! side. The numbers are for comparing boards of four by four; a smaller board is small enough
//! to be searched for its points alone.

use std::sync::LazyLock;

use super::rows::{ROWS, cells};
use super::{Slide, TwentyFortyEight};
use crate::mixing::mixed;
use crate::search::expectimax::Prospect;
use crate::search::score::Expectation;
use crate::search::{Term, Value};

/// What a row is worth, all in the same arbitrary unit of tidiness.
struct Weights {
    /// To be alive at all.
    alive: f32,
    /// A free cell.
    free: f32,
    /// A pair of equal neighbours.
    pair: f32,
    /// A row that rises and falls, per step between exponents that are raised to `disorder_power`.
    disorder: f32,
    disorder_power: i32,
    /// A tile that is not yet merged into a greater, per exponent that is raised to `crowd_power`.
    crowd: f32,
    crowd_power: f32,
}

const WEIGHTS: Weights = Weights {
    alive: 200_000.0,
    free: 300.0,
    pair: 1400.0,
    disorder: 48.0,
    disorder_power: 4,
    crowd: 12.0,
    crowd_power: 3.5,
};

/// What a board that is alive is worth beyond its order: each of its rows and columns counts it.
const ALIVE: f64 = 8.0 * WEIGHTS.alive as f64;

/// Lines less likely than this are judged after their next move.
const RAREST: f64 = 0.003;
/// Moves deep: more than this repays no time.
const DEEPEST: u32 = 12;

/// The tidiness of each row.
static TIDINESS: LazyLock<Vec<f32>> = LazyLock::new(|| (0..ROWS).map(tidiness).collect());

fn tidiness(row: u32) -> f32 {
    let cells = cells(row);
    let Weights { alive, free, pair, disorder, disorder_power, crowd, crowd_power } = WEIGHTS;
    let empty = cells.iter().filter(|cell| **cell == 0).count() as f32;
    let tiles: Vec<_> = cells.iter().filter(|cell| **cell > 0).collect();
    let pairs = tiles.windows(2).filter(|two| two[0] == two[1]).count() as f32;
    let crowded: f32 = cells.iter().map(|cell| f32::from(*cell).powf(crowd_power)).sum();
    let power = |cell: u8| f32::from(cell).powi(disorder_power);
    let (mut rising, mut falling) = (0.0, 0.0);
    for two in cells.windows(2) {
        let step = power(two[1]) - power(two[0]);
        if step > 0.0 { rising += step } else { falling -= step }
    }
    alive + free * empty + pair * pairs - disorder * f32::min(rising, falling) - crowd * crowded
}

/// The points that were still to come when the tiles first summed to so much: the average of 35
/// games played three moves deep.
const TO_COME: [(u32, f64); 7] = [
    (0, 60_000.0),
    (512, 57_000.0),
    (1024, 53_000.0),
    (2048, 45_300.0),
    (4096, 30_900.0),
    (8192, 25_500.0),
    (u32::MAX, 25_500.0),
];

/// The points to come in an average game whose tiles sum to so much.
fn to_come(total: u32) -> f64 {
    let above = TO_COME.partition_point(|(sum, _)| *sum <= total).clamp(1, TO_COME.len() - 1);
    let ((low, from), (high, to)) = (TO_COME[above - 1], TO_COME[above]);
    from + (to - from) * f64::from(total - low) / f64::from(high - low)
}

/// What one slide after another is expected to keep in order.
#[derive(Clone, Copy, Debug, Default)]
pub struct Tidiness;

impl Tidiness {
    fn lines(position: &TwentyFortyEight) -> f64 {
        let upright = (0..4).map(|y| TIDINESS[position.row(y) as usize]);
        let turned = position.transposed();
        let across = (0..4).map(|y| TIDINESS[turned.row(y) as usize]);
        f64::from(upright.chain(across).sum::<f32>())
    }

    /// What was expected at this board, in points.
    fn points_to_come(root: &TwentyFortyEight, expected: f64) -> i32 {
        if !is_large(root) {
            return expected.round() as i32;
        }
        // Whoever stays alive has the rest of an average game ahead; what is lost beside the order
        // that there is now is lost by dying.
        let alive = (1.0 + (expected - Tidiness::lines(root)) / ALIVE).clamp(0.0, 1.0);
        (alive * to_come(root.total())) as i32
    }
}

/// Whether a board is played for order, not for points.
fn is_large(position: &TwentyFortyEight) -> bool {
    position.width == 4 && position.height == 4
}

impl Prospect<TwentyFortyEight> for Tidiness {
    fn estimate(&mut self, position: &TwentyFortyEight) -> f64 {
        if is_large(position) { Tidiness::lines(position) } else { 0.0 }
    }

    fn reward(&self, position: &TwentyFortyEight, slide: Slide) -> f64 {
        if is_large(position) { 0.0 } else { f64::from(position.points(slide)) }
    }

    /// An end keeps its order: otherwise an untidy board, whose order is worth less than nothing,
    /// would be glad to end.
    fn finished(&self, position: &TwentyFortyEight) -> Expectation {
        Expectation(if is_large(position) { Tidiness::lines(position) - ALIVE } else { 0.0 })
    }

    fn key(&self, position: &TwentyFortyEight) -> Option<u64> {
        let cells = position.cells;
        Some(mixed([cells as u64, (cells >> 64) as u64, u64::from(position.to_come)]))
    }

    fn rarest(&self, root: &TwentyFortyEight) -> f64 {
        if is_large(root) { RAREST } else { 0.0 }
    }

    fn deepest(&self, root: &TwentyFortyEight) -> u32 {
        if is_large(root) { DEEPEST } else { u32::MAX }
    }

    fn told(&mut self, root: &TwentyFortyEight, _: Slide, expected: f64) -> Value {
        Value::Estimate(Tidiness::points_to_come(root, expected))
    }

    fn terms(&mut self, position: &TwentyFortyEight) -> Vec<Term> {
        let estimate = self.estimate(position);
        vec![Term { name: "points to come", value: Tidiness::points_to_come(position, estimate) }]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::Notation;
    use crate::search::expectimax::Expectimax;
    use crate::search::{Budget, Engine, Question, Stop};

    #[test]
    fn small_boards_are_worth_what_is_known() {
        for (columns, rows, expected) in [(2, 2, 66.964_149), (2, 3, 480.258_272)] {
            let board = TwentyFortyEight::empty(columns, rows);
            let found = Expectimax::new(Tidiness).exact(&board, 4 << 20);
            assert!((found - expected).abs() < 1e-6, "{columns}x{rows}: {found}");
        }
    }

    #[test]
    fn a_tile_to_come_is_not_taken_for_one_that_lies_there() {
        let board = TwentyFortyEight { to_come: 1, ..TwentyFortyEight::empty(4, 4) };
        let full = TwentyFortyEight { to_come: 0, cells: 1 << 62, ..board };
        assert_ne!(Tidiness.key(&board), Tidiness.key(&full));
    }

    #[test]
    fn a_tidy_board_promises_more_than_the_same_tiles_in_a_heap() {
        let estimate = |text| Tidiness.estimate(&TwentyFortyEight::parse(text).unwrap());
        let tidy = estimate("1024 512 256 128/8 16 32 64/4 2 0 0/0 0 0 0");
        let heap = estimate("2 512 4 128/8 0 1024 64/256 16 0 0/32 0 0 0");
        assert!(tidy > heap, "{tidy} {heap}");
    }

    #[test]
    fn an_untidy_board_is_not_glad_to_end() {
        // To slide left or right fills the last free cell, with no two equal tiles side by side.
        let position = TwentyFortyEight::parse("16 32 0 8/4 64 4 16/8 8192 16 32/64 2 4 64").unwrap();
        let question = Question { lines: 4, ..Question::new(position) };
        let engine = Expectimax::new(Tidiness);
        let choice = engine.choose(&question, &Budget::depth(3), &Stop::new(), &mut |_| {});
        let told = |number: usize| match choice.lines[number].value {
            Value::Estimate(points) => points,
            other => panic!("{other:?}"),
        };
        assert_eq!(choice.chosen(), Slide::Up);
        assert!(told(0) > 20_000 && told(1) < 5_000, "{:?}", choice.lines);
    }

    #[test]
    fn what_is_to_come_is_told_of_an_untidy_board_too() {
        let position = TwentyFortyEight::parse("0 0 0 2/0 8192 0 0/0 0 0 0/2 0 0 0").unwrap();
        assert!(Tidiness.terms(&position)[0].value > 25_000);
    }

    #[test]
    fn a_board_and_its_mirror_promise_the_same() {
        let estimate = |text| Tidiness.estimate(&TwentyFortyEight::parse(text).unwrap()) as i64;
        assert_eq!(
            estimate("16 8 4 2/0 0 0 4/0 2 0 0/0 0 0 0"),
            estimate("2 4 8 16/4 0 0 0/0 0 2 0/0 0 0 0")
        );
    }
}
