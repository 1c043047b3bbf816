//! What a board promises. Until its tiles sum to some thousands, that is the points still to come, as
//! they were learnt from games that the program played by itself (`examples/learn_2048`). Those games
//! hardly go further: from there on [`tidiness`] counts, which leads further the deeper it is searched.
//! A smaller board than four by four is small enough to be searched for its points alone.

use std::sync::LazyLock;

use super::shapes::{ALIKE, NUMBERS, Shapes, numbers};
use super::{Slide, TwentyFortyEight, tidiness};
use crate::search::expectimax::Prospect;
use crate::search::score::Expectation;
use crate::search::{Term, Value};

/// Lines less likely than this are judged at once.
const RAREST: f64 = 0.003;
/// Moves deep: more than this repays no time.
const DEEPEST: u32 = 12;
/// A board is late when its tiles sum to this.
const LATE: u32 = 8192;

/// The weight of each number of each image, in points.
static LEARNT: LazyLock<Vec<i16>> = LazyLock::new(|| {
    let bytes = include_bytes!("weights.bin");
    let weights: Vec<_> = bytes.chunks_exact(2).map(|two| i16::from_le_bytes([two[0], two[1]])).collect();
    Shapes::get().shares().iter().map(|share| weights[*share as usize]).collect()
});

/// The points to come on a board that awaits a tile.
fn learnt(position: &TwentyFortyEight) -> i32 {
    let numbers = numbers(position).into_iter().zip(ALIKE);
    numbers.map(|(number, image)| i32::from(LEARNT[image * NUMBERS + usize::from(number)])).sum()
}

/// The same of any board: before a slide, with the best one.
fn learnt_of_any(position: &TwentyFortyEight) -> i32 {
    if position.awaits_tile() {
        return learnt(position);
    }
    let slides = Slide::ALL.into_iter().filter_map(|slide| position.slide(slide));
    slides.map(|(after, points)| points as i32 + learnt(&after)).max().unwrap_or(0)
}

/// What is worth knowing about 2048.
#[derive(Clone, Copy, Debug, Default)]
pub struct Outlook {
    /// Whether the search began on a late board: all that it compares is judged alike.
    late: bool,
}

/// Whether a board is judged; a smaller one is played to its end.
fn is_large(position: &TwentyFortyEight) -> bool {
    position.width == 4 && position.height == 4
}

impl Prospect<TwentyFortyEight> for Outlook {
    fn root(&mut self, position: &TwentyFortyEight) {
        self.late = is_large(position) && position.total() >= LATE;
    }

    fn estimate(&mut self, position: &TwentyFortyEight) -> f64 {
        match is_large(position) {
            true if self.late => tidiness::of_lines(position),
            true => learnt_of_any(position).into(),
            false => 0.0,
        }
    }

    fn reward(&self, position: &TwentyFortyEight, slide: Slide) -> f64 {
        if self.late { 0.0 } else { f64::from(position.points(slide)) }
    }

    fn finished(&self, _: &TwentyFortyEight) -> Expectation {
        Expectation(0.0)
    }

    fn key(&self, position: &TwentyFortyEight) -> Option<u64> {
        let cells = position.cells;
        let mixed = (cells as u64 ^ u64::from(position.to_come) << 62).wrapping_mul(0x9e37_79b9_7f4a_7c15)
            ^ ((cells >> 64) as u64).wrapping_mul(0xc2b2_ae3d_27d4_eb4f);
        let mixed = (mixed ^ mixed >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        Some(mixed ^ mixed >> 32)
    }

    fn rarest(&self, root: &TwentyFortyEight) -> f64 {
        if is_large(root) { RAREST } else { 0.0 }
    }

    fn deepest(&self, root: &TwentyFortyEight) -> u32 {
        if is_large(root) { DEEPEST } else { u32::MAX }
    }

    fn told(&mut self, _: &TwentyFortyEight, _: Slide, expected: f64) -> Value {
        Value::Estimate(if self.late { tidiness::in_points(expected) } else { expected.round() as i32 })
    }

    fn terms(&mut self, position: &TwentyFortyEight) -> Vec<Term> {
        self.root(position);
        let estimate = self.estimate(position);
        let value = if self.late { tidiness::in_points(estimate) } else { estimate as i32 };
        vec![Term { name: "points to come", value }]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::Notation;
    use crate::search::expectimax::Expectimax;

    #[test]
    fn small_boards_are_worth_what_is_known() {
        for (columns, rows, expected) in [(2, 2, 66.964_149), (2, 3, 480.258_272)] {
            let board = TwentyFortyEight::empty(columns, rows);
            let found = Expectimax::new(Outlook::default()).exact(&board, 4 << 20);
            assert!((found - expected).abs() < 1e-6, "{columns}x{rows}: {found}");
        }
    }

    fn promised(text: &str) -> i32 {
        let position = TwentyFortyEight::parse(text).unwrap();
        Outlook::default().terms(&position).iter().map(|term| term.value).sum()
    }

    #[test]
    fn a_tidy_board_promises_more_than_the_same_tiles_in_a_heap() {
        let tidy = promised("1024 512 256 128/8 16 32 64/4 2 0 0/0 0 0 0");
        let heap = promised("2 512 4 128/8 0 1024 64/256 16 0 0/32 0 0 0");
        assert!(tidy > heap, "{tidy} {heap}");
        let late = |text| tidiness::of_lines(&TwentyFortyEight::parse(text).unwrap());
        let tidy = late("8192 4096 512 128/8 16 32 64/4 2 0 0/0 0 0 0");
        let heap = late("2 4096 4 128/8 0 8192 64/512 16 0 0/32 0 0 0");
        assert!(tidy > heap, "{tidy} {heap}");
    }

    #[test]
    fn a_board_and_its_mirror_promise_the_same() {
        for greatest in [16, 8192] {
            assert_eq!(
                promised(&format!("{greatest} 8 4 2/0 0 0 4/0 2 0 0/0 0 0 0")),
                promised(&format!("2 4 8 {greatest}/4 0 0 0/0 0 2 0/0 0 0 0"))
            );
        }
    }

    #[test]
    fn before_a_slide_the_best_one_is_promised_and_nothing_where_there_is_none() {
        let rest = "16 32 64 128/2 4 8 16/32 64 128 256";
        let slid = ["4 4 8 0", "0 4 4 8"].map(|row| 4 + promised(&format!("{row}/{rest} +1")));
        assert_eq!(Some(promised(&format!("2 2 4 8/{rest}"))), slid.into_iter().max());
        assert_eq!(promised("2 4 2 4/4 2 4 2/2 4 2 4/4 2 4 2"), 0);
    }
}
