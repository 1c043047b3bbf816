//! What a board promises: order pays.
//!
//! Sliding keeps only what lies in order, so boards are judged row by row and column by column,
//! each looked up: room to move, pairs about to merge, large tiles side by side, falling to one
//! side. On four by four that order is all that is played for; on a smaller board, which may be
//! searched to its end, points are, and order tells how many of them are still to come.

use std::sync::LazyLock;

use super::rows::{cells, rows};
use super::rules::{Slide, TwentyFortyEight};
use crate::mixing::mixed;
use crate::search::expectimax::{Hope, Prospect};
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

/// The least share of the points to come that a board of no order is left: to live on is worth more
/// than to end.
const LEAST: f64 = 0.01;

/// Boards of no more cells are searched to the end of the game, if there is time for it.
const SEARCHED_OUT: u8 = 6;
/// On larger ones, lines less likely than this are judged after their next move.
const RAREST: f64 = 0.003;
/// Moves deep: more than this repays no time.
const DEEPEST: u32 = 12;

/// The tidiness of each row of two, three and four cells.
static TIDINESS: [LazyLock<Vec<f32>>; 3] =
    [LazyLock::new(|| of_rows(2)), LazyLock::new(|| of_rows(3)), LazyLock::new(|| of_rows(4))];

fn of_rows(length: usize) -> Vec<f32> {
    (0..rows(length as u32)).map(|row| tidiness(&cells(row)[..length])).collect()
}

/// Rows of so many cells, by their tidiness.
fn tidiness_of(length: u8) -> &'static [f32] {
    &TIDINESS[usize::from(length) - 2]
}

fn tidiness(cells: &[u8]) -> f32 {
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

/// The points that were still to come when the tiles first summed to so much, on boards of so many
/// cells: the average of 35 games played three moves deep on the largest, of 16 to 300 that looked at
/// some thousand positions a move on others.
const TO_COME: [(u8, &[(u32, f64)]); 6] = [
    (4, &[(0, 67.0), (32, 10.0)]),
    (6, &[(0, 440.0), (32, 380.0), (64, 280.0), (128, 200.0)]),
    (8, &[(0, 1_800.0), (64, 1_600.0), (128, 1_350.0), (256, 1_150.0)]),
    (9, &[(0, 4_300.0), (128, 3_800.0), (256, 3_150.0), (512, 2_500.0)]),
    (12, &[(0, 12_600.0), (256, 11_400.0), (512, 9_600.0), (1024, 7_400.0)]),
    (
        16,
        &[
            (0, 60_000.0),
            (512, 57_000.0),
            (1024, 53_000.0),
            (2048, 45_300.0),
            (4096, 30_900.0),
            (8192, 25_500.0),
        ],
    ),
];

/// The points to come in an average game from here on.
fn to_come(position: &TwentyFortyEight) -> f64 {
    let (cells, total) = (position.width * position.height, position.total());
    let (_, known) = TO_COME.iter().find(|(size, _)| *size >= cells).expect("no board has more cells");
    let above = known.partition_point(|(sum, _)| *sum <= total);
    let (low, from) = known[above - 1];
    let Some((high, to)) = known.get(above) else { return from };
    from + (to - from) * f64::from(total - low) / f64::from(high - low)
}

/// What is worth knowing about 2048: what one slide after another is expected to keep in order.
#[derive(Clone, Copy, Debug, Default)]
pub struct Knowledge;

impl Knowledge {
    fn lines(position: &TwentyFortyEight) -> f64 {
        let (wide, high) = (tidiness_of(position.width), tidiness_of(position.height));
        let level = (0..4).map(|y| wide[position.row(y) as usize]);
        let turned = position.transposed();
        let upright = (0..4).map(|y| high[turned.row(y) as usize]);
        f64::from(level.chain(upright).sum::<f32>())
    }

    /// What was expected at this board, in points.
    fn points_to_come(root: &TwentyFortyEight, expected: f64) -> i32 {
        if !is_large(root) {
            return expected.round() as i32;
        }
        // Whoever stays alive has the rest of an average game ahead; what is lost beside the order
        // that there is now is lost by dying.
        let alive = (1.0 + (expected - Knowledge::lines(root)) / ALIVE).clamp(0.0, 1.0);
        (alive * to_come(root)) as i32
    }
}

/// Whether a board is played for order, not for points.
fn is_large(position: &TwentyFortyEight) -> bool {
    position.width == 4 && position.height == 4
}

fn is_searched_out(position: &TwentyFortyEight) -> bool {
    position.width * position.height <= SEARCHED_OUT
}

impl Prospect<TwentyFortyEight> for Knowledge {
    fn estimate(&mut self, position: &TwentyFortyEight) -> Hope {
        let lines = Knowledge::lines(position);
        if is_large(position) {
            return Hope::of(lines);
        }
        let share = 1.0 + (lines - ALIVE) / f64::from(WEIGHTS.alive);
        Hope::of(share.max(LEAST) * to_come(position))
    }

    fn reward(&self, position: &TwentyFortyEight, slide: Slide) -> f64 {
        if is_large(position) { 0.0 } else { f64::from(position.points(slide)) }
    }

    /// An end keeps its order: otherwise an untidy board, whose order is worth less than nothing,
    /// would be glad to end.
    fn finished(&self, position: &TwentyFortyEight) -> Hope {
        Hope::of(if is_large(position) { Knowledge::lines(position) - ALIVE } else { 0.0 })
    }

    fn key(&self, position: &TwentyFortyEight) -> Option<u64> {
        let cells = position.cells;
        Some(mixed([cells as u64, (cells >> 64) as u64, u64::from(position.to_come)]))
    }

    fn rarest(&self, root: &TwentyFortyEight) -> f64 {
        if is_searched_out(root) { 0.0 } else { RAREST }
    }

    fn deepest(&self, root: &TwentyFortyEight) -> u32 {
        if is_searched_out(root) { u32::MAX } else { DEEPEST }
    }

    fn told(&self, root: &TwentyFortyEight, _: Slide, hope: Hope) -> Value {
        Value::Estimate(Knowledge::points_to_come(root, hope.worth))
    }

    fn terms(&self, position: &TwentyFortyEight) -> Vec<Term> {
        let estimate = self.clone().estimate(position).worth;
        vec![Term { name: "points to come", value: Knowledge::points_to_come(position, estimate) }]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dice::Dice;
    use crate::game::{Chance, Game};
    use crate::notation::Notation;
    use crate::search::expectimax::Expectimax;
    use crate::search::{Budget, Engine, Question, Stop, StoppedBy, one_or_more};

    #[test]
    fn small_boards_are_worth_what_is_known() {
        for (columns, rows, expected) in [(2, 2, 66.964_149), (2, 3, 480.258_272)] {
            let board = TwentyFortyEight::empty(columns, rows);
            let found = Expectimax::new(Knowledge).exact(&board, 4 << 20);
            assert!((found - expected).abs() < 1e-6, "{columns}x{rows}: {found}");
        }
    }

    /// 5468 points can be expected of a game on three by three.
    #[test]
    fn a_small_board_is_told_and_played_for_the_whole_game() {
        let engine = Expectimax::new(Knowledge);
        let choose =
            |board| engine.choose(&Question::new(board), &Budget::nodes(300), &Stop::new(), &mut |_| {});
        let start = choose(TwentyFortyEight::parse("2 0 0/0 0 0/0 2 0").unwrap());
        assert!((3_000..6_000).contains(&start.best().value.score().units()), "{:?}", start.lines);
        let mut dice = Dice::seeded(1);
        let mut earned = 0;
        for _ in 0..10 {
            let mut board = TwentyFortyEight::empty(3, 3);
            while board.outcome().is_none() {
                if let Some(tile) = dice.draw(&board.possible_events()) {
                    board.happen(tile);
                    continue;
                }
                let slide = choose(board).chosen();
                earned += board.points(slide);
                board.apply(slide);
            }
        }
        assert!(earned > 10 * 2_000, "{earned} points in ten games");
    }

    #[test]
    fn what_is_searched_out_is_told_exactly() {
        let board = TwentyFortyEight::parse("2 2/8 16").unwrap();
        let choice = Expectimax::new(Knowledge).choose(
            &Question::new(board),
            &Budget::default(),
            &Stop::new(),
            &mut |_| {},
        );
        assert_eq!(choice.stopped_by, StoppedBy::Solved);
        let expected = Expectimax::new(Knowledge).exact(&board, 1 << 16);
        assert_eq!(choice.best().value, Value::Estimate(expected.round() as i32));
    }

    #[test]
    fn a_tile_to_come_is_not_taken_for_one_that_lies_there() {
        let board = TwentyFortyEight { to_come: 1, ..TwentyFortyEight::empty(4, 4) };
        let full = TwentyFortyEight { to_come: 0, cells: 1 << 62, ..board };
        assert_ne!(Knowledge.key(&board), Knowledge.key(&full));
    }

    #[test]
    fn a_tidy_board_promises_more_than_the_same_tiles_in_a_heap() {
        let estimate = |text| Knowledge.estimate(&TwentyFortyEight::parse(text).unwrap()).worth;
        let tidy = estimate("1024 512 256 128/8 16 32 64/4 2 0 0/0 0 0 0");
        let heap = estimate("2 512 4 128/8 0 1024 64/256 16 0 0/32 0 0 0");
        assert!(tidy > heap, "{tidy} {heap}");
    }

    #[test]
    fn an_untidy_board_is_not_glad_to_end() {
        // To slide left or right fills the last free cell, with no two equal tiles side by side.
        let position = TwentyFortyEight::parse("16 32 0 8/4 64 4 16/8 8192 16 32/64 2 4 64").unwrap();
        let question = Question { lines: one_or_more(4), ..Question::new(position) };
        let engine = Expectimax::new(Knowledge);
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
        assert!(Knowledge.terms(&position)[0].value > 25_000);
    }

    #[test]
    fn a_board_and_its_mirror_promise_the_same() {
        let estimate = |text| Knowledge.estimate(&TwentyFortyEight::parse(text).unwrap()).worth as i64;
        for (board, mirror) in [
            ("16 8 4 2/0 0 0 4/0 2 0 0/0 0 0 0", "2 4 8 16/4 0 0 0/0 0 2 0/0 0 0 0"),
            ("2 64 32/4 8 2", "32 64 2/2 8 4"),
            ("16 8 4/0 2 0/0 0 0", "0 0 16/0 2 8/0 0 4"),
        ] {
            assert_eq!(estimate(board), estimate(mirror), "{board}");
        }
    }
}
