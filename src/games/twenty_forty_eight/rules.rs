//! The rules of 2048.

use super::rows::{self, CELL, CELL_MASK, ROW, ROW_MASK};
use crate::game::{Chance, Game, Outcome, Player};

/// Tiles are kept as the exponents of their two: 0 is an empty cell, 1 a 2, 11 a 2048. Five bits
/// each, cell 0 lowest, always sixteen of them; a smaller board uses the first of each row.
///
/// ```text
///   x  0  1  2  3
/// y 0  0  1  2  3
///   1  4  5  6  7
///   2  8  9 10 11
///   3 12 13 14 15
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct TwentyFortyEight {
    pub(super) cells: u128,
    pub(super) width: u8,
    pub(super) height: u8,
    /// How many tiles chance has yet to place before a move can be made.
    pub(super) to_come: u8,
}

/// How often chance places a 2; otherwise it is a 4.
const TWO: f64 = 0.9;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Slide {
    Up,
    Down,
    Left,
    Right,
}

impl Slide {
    pub const ALL: [Slide; 4] = [Slide::Up, Slide::Down, Slide::Left, Slide::Right];

    /// Whether it moves tiles along rows, not along columns.
    fn is_level(self) -> bool {
        matches!(self, Slide::Left | Slide::Right)
    }
}

/// A new tile.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Tile {
    pub(super) x: u8,
    pub(super) y: u8,
    /// 1 for a 2, 2 for a 4.
    pub(super) exponent: u8,
}

impl TwentyFortyEight {
    /// An empty board that awaits its two first tiles.
    #[must_use]
    pub fn empty(width: u8, height: u8) -> TwentyFortyEight {
        TwentyFortyEight { cells: 0, width, height, to_come: 2 }
    }

    pub(super) fn exponent(&self, x: u8, y: u8) -> u8 {
        (self.cells >> shift(x, y)) as u8 & CELL_MASK
    }

    pub(super) fn set(&mut self, x: u8, y: u8, exponent: u8) {
        self.cells &= !(u128::from(CELL_MASK) << shift(x, y));
        self.cells |= u128::from(exponent) << shift(x, y);
    }

    pub(super) fn places(&self) -> impl Iterator<Item = (u8, u8)> + use<> {
        let width = self.width;
        (0..self.height).flat_map(move |y| (0..width).map(move |x| (x, y)))
    }

    pub(super) fn row(&self, y: u8) -> u32 {
        (self.cells >> (u32::from(y) * ROW)) as u32 & ROW_MASK
    }

    /// The board with rows and columns exchanged.
    pub(super) fn transposed(&self) -> TwentyFortyEight {
        TwentyFortyEight {
            cells: transposed(self.cells),
            width: self.height,
            height: self.width,
            to_come: self.to_come,
        }
    }

    /// What becomes of each of its rows.
    fn rows_slid(&self) -> [rows::Slid; 4] {
        let slid = rows::slid();
        std::array::from_fn(|y| slid[self.row(y as u8) as usize])
    }

    /// Whether sliding moves something: to the first cell of the rows, and to the last.
    fn slides(&self) -> [bool; 2] {
        let moved = self.rows_slid().into_iter().zip(0..).fold([0, 0], |[first, last], (slid, y)| {
            let row = self.row(y);
            [first | slid.first() ^ row, last | slid.last(self.width) ^ row]
        });
        moved.map(|bits| bits != 0)
    }

    /// The board with what a slide moves along lying in rows.
    fn along(&self, slide: Slide) -> TwentyFortyEight {
        if slide.is_level() { *self } else { self.transposed() }
    }

    /// The points that it takes to merge all tiles from 2s: a tile of 2^n is n - 1 mergings deep,
    /// each of which makes tiles of 2^n in all.
    pub(super) fn merged(&self) -> u32 {
        self.places().map(|(x, y)| u32::from(self.exponent(x, y))).map(|n| n.saturating_sub(1) << n).sum()
    }

    /// The points that a slide makes: the sum of the tiles that merging makes.
    #[must_use]
    pub fn points(&self, slide: Slide) -> u32 {
        self.along(slide).rows_slid().into_iter().map(rows::Slid::points).sum()
    }

    /// The sum of all tiles.
    #[must_use]
    pub fn total(&self) -> u32 {
        self.places().map(|(x, y)| self.exponent(x, y)).filter(|e| *e > 0).map(|e| 1 << e).sum()
    }

    /// The greatest tile; 1 on an empty board.
    #[must_use]
    pub fn greatest(&self) -> u32 {
        1 << self.places().map(|(x, y)| self.exponent(x, y)).max().unwrap_or(0)
    }
}

fn shift(x: u8, y: u8) -> u32 {
    u32::from(y) * ROW + u32::from(x) * CELL
}

/// Exchanges cells (x, y) and (y, x): inside each quarter of the board, then the two quarters
/// off the diagonal.
fn transposed(cells: u128) -> u128 {
    const fn mask(places: [u32; 4]) -> u128 {
        let mut mask = 0;
        let mut n = 0;
        while n < 4 {
            mask |= (CELL_MASK as u128) << (places[n] * CELL);
            n += 1;
        }
        mask
    }
    const RIGHT: u128 = mask([1, 3, 9, 11]);
    const TOP_RIGHT: u128 = mask([2, 3, 6, 7]);
    let swap = |cells: u128, upper: u128, by: u32| {
        let lower = upper << (by * CELL);
        cells & !(upper | lower) | (cells & upper) << (by * CELL) | (cells & lower) >> (by * CELL)
    };
    swap(swap(cells, RIGHT, 3), TOP_RIGHT, 6)
}

impl Game for TwentyFortyEight {
    type Move = Slide;

    fn turn(&self) -> Player {
        Player::First
    }

    fn moves(&self, out: &mut Vec<Slide>) {
        if self.to_come == 0 {
            let ([up, down], [left, right]) = (self.transposed().slides(), self.slides());
            let moves = [up, down, left, right];
            out.extend(Slide::ALL.into_iter().zip(moves).filter(|(_, moves)| *moves).map(|(slide, _)| slide));
        }
    }

    fn apply(&mut self, slide: Slide) {
        let board = self.along(slide);
        let slid = board.rows_slid().map(|row| match slide {
            Slide::Left | Slide::Up => row.first(),
            Slide::Right | Slide::Down => row.last(board.width),
        });
        let cells = slid.into_iter().rev().fold(0, |cells, row| cells << ROW | u128::from(row));
        let board = TwentyFortyEight { cells, to_come: 1, ..board };
        *self = board.along(slide);
    }

    /// Nobody is beaten; what counts are the points on the way.
    fn score_finished(&self) -> Outcome {
        Outcome::Draw
    }

    fn outcome(&self) -> Option<Outcome> {
        let stuck = || [self.transposed(), *self].iter().all(|board| board.slides() == [false; 2]);
        (self.to_come == 0 && stuck()).then_some(Outcome::Draw)
    }
}

impl Chance for TwentyFortyEight {
    type Event = Tile;

    fn events(&self, out: &mut Vec<(Tile, f64)>) {
        if self.to_come == 0 {
            return;
        }
        let free = self.places().filter(|(x, y)| self.exponent(*x, *y) == 0);
        let from = out.len();
        out.extend(
            free.flat_map(|(x, y)| {
                [(Tile { x, y, exponent: 1 }, TWO), (Tile { x, y, exponent: 2 }, 1.0 - TWO)]
            }),
        );
        let places = (out.len() - from) as f64 / 2.0;
        out[from..].iter_mut().for_each(|(_, odds)| *odds /= places);
    }

    fn happen(&mut self, tile: Tile) {
        self.set(tile.x, tile.y, tile.exponent);
        self.to_come -= 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::Notation;

    fn after(position: &str, slide: Slide) -> String {
        TwentyFortyEight::parse(position).unwrap().after(slide).write()
    }

    #[test]
    fn each_tile_merges_once_a_move_and_the_first_to_arrive_first() {
        let board = "2 2 2 2/4 2 2 0/2 0 0 2/8 4 4 8";
        assert_eq!(after(board, Slide::Left), "4 4 0 0/4 4 0 0/4 0 0 0/8 8 8 0 +1");
        assert_eq!(after(board, Slide::Right), "0 0 4 4/0 0 4 4/0 0 0 4/0 8 8 8 +1");
    }

    #[test]
    fn columns_slide_like_rows() {
        let board = "2 0 0 4/2 0 2 4/2 8 0 8/2 8 2 16";
        assert_eq!(after(board, Slide::Up), "4 16 4 8/4 0 0 8/0 0 0 16/0 0 0 0 +1");
        assert_eq!(after(board, Slide::Down), "0 0 0 0/0 0 0 8/4 0 0 8/4 16 4 16 +1");
    }

    #[test]
    fn a_small_board_has_near_walls() {
        assert_eq!(after("2 0 2/0 4 4", Slide::Right), "0 0 4/0 0 8 +1");
        assert_eq!(after("2 0/2 4/0 4", Slide::Down), "0 0/0 0/4 8 +1");
    }

    #[test]
    fn a_slide_that_moves_nothing_is_no_move() {
        let stuck = TwentyFortyEight::parse("2 4/4 2").unwrap();
        assert_eq!((stuck.legal_moves(), stuck.outcome()), (vec![], Some(Outcome::Draw)));
        let one_way = TwentyFortyEight::parse("2 0 0/4 0 0").unwrap();
        assert_eq!(one_way.legal_moves(), [Slide::Right]);
    }

    #[test]
    fn chance_brings_a_two_nine_times_in_ten_wherever_there_is_room() {
        let board = TwentyFortyEight::parse("2 0/4 0 +1").unwrap();
        let events = board.possible_events();
        let odds = |exponent| -> f64 {
            events.iter().filter(|(tile, _)| tile.exponent == exponent).map(|(_, odds)| odds).sum()
        };
        assert_eq!(events.len(), 4);
        assert!((odds(1) - 0.9).abs() < 1e-12 && (odds(2) - 0.1).abs() < 1e-12);
    }

    #[test]
    fn tiles_grow_beyond_32768() {
        assert_eq!(
            after("32768 32768 65536 0/0 0 0 0/0 0 0 0/0 0 0 0", Slide::Left),
            "65536 65536 0 0/0 0 0 0/0 0 0 0/0 0 0 0 +1"
        );
    }

    #[test]
    fn transposing_twice_changes_nothing_and_once_exchanges_rows_and_columns() {
        let board = TwentyFortyEight::parse("2 4 8 16/32 64 128 256/512 1024 2 4/8 16 32 64").unwrap();
        let turned = "2 32 512 8/4 64 1024 16/8 128 2 32/16 256 4 64";
        assert_eq!(board.transposed().write(), turned);
        assert_eq!(board.transposed().transposed(), board);
    }
}
