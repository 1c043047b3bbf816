//! The dark squares of the board, as bits.
//!
//! Squares have PDN's numbers from 1 to 32, a row of four after the other. After every second
//! row one bit is left out (an idea of Arthur Samuel's), so that a step in one direction is the
//! same shift from every square, and a step off the board lands on a bit that is no square:
//!
//! ```text
//!      number                         bit
//!         1   2   3   4                   0   1   2   3
//!       5   6   7   8                   4   5   6   7      (8)
//!         9  10  11  12                   9  10  11  12
//!      13  14  15  16                  13  14  15  16     (17)
//!        17  18  19  20                  18  19  20  21
//!      21  22  23  24                  22  23  24  25     (26)
//!        25  26  27  28                  27  28  29  30
//!      29  30  31  32                  31  32  33  34
//! ```

use crate::bits::ones;
use crate::game::Player;

/// A set of squares.
pub type Squares = u64;

/// Every square of the board.
pub const BOARD: Squares = 0xff | 0xff << 9 | 0xff << 18 | 0xff << 27;
/// How many squares there are.
pub const COUNT: u8 = 32;

/// One square.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Square(u8);

impl Square {
    /// The square with PDN's number.
    #[must_use]
    pub fn numbered(number: u8) -> Option<Square> {
        (1..=COUNT).contains(&number).then(|| Square(number - 1 + (number - 1) / 8))
    }

    /// PDN's number.
    #[must_use]
    pub fn number(self) -> u8 {
        self.index() + 1
    }

    /// The number, from 0.
    #[must_use]
    pub fn index(self) -> u8 {
        self.0 - self.0 / 9
    }

    #[must_use]
    pub fn bit(self) -> Squares {
        1 << self.0
    }

    /// The rows that Black's men have behind them, 0 to 7.
    #[must_use]
    pub fn row(self) -> u8 {
        self.index() / 4
    }

    /// The column, 0 to 7, from the left as White sees the board.
    #[must_use]
    pub fn column(self) -> u8 {
        self.index() % 4 * 2 + (self.row() + 1) % 2
    }

    /// The one square in a set of one.
    fn only(set: Squares) -> Square {
        Square(set.trailing_zeros() as u8)
    }
}

/// The squares in a set, lowest number first.
pub fn each(set: Squares) -> impl Iterator<Item = Square> {
    ones(set).map(Square)
}

/// A diagonal direction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Direction(u8);

impl Direction {
    pub const ALL: [Direction; 4] = [Direction(0), Direction(1), Direction(2), Direction(3)];

    /// Where a player's men go.
    #[must_use]
    pub fn forward(player: Player) -> &'static [Direction; 2] {
        match player {
            Player::First => &[Direction(0), Direction(1)],
            Player::Second => &[Direction(2), Direction(3)],
        }
    }

    /// From 0 to 3: two bits.
    #[must_use]
    pub fn code(self) -> u8 {
        self.0
    }

    #[must_use]
    pub fn of_code(code: u8) -> Direction {
        Direction(code & 3)
    }

    /// Every square of a set one step further; those that leave the board are gone.
    #[inline]
    #[must_use]
    pub fn step(self, set: Squares) -> Squares {
        let moved = match self.0 {
            0 => set << 4,
            1 => set << 5,
            2 => set >> 4,
            _ => set >> 5,
        };
        moved & BOARD
    }

    /// Every square of a set one step back.
    #[inline]
    #[must_use]
    pub fn back(self, set: Squares) -> Squares {
        Direction(self.0 ^ 2).step(set)
    }

    /// The square one step further, if it is on the board.
    #[must_use]
    pub fn next(self, from: Square) -> Option<Square> {
        let there = self.step(from.bit());
        (there != 0).then(|| Square::only(there))
    }
}

/// The board turned round, so that White's men go where Black's went.
#[must_use]
pub const fn turned(set: Squares) -> Squares {
    set.reverse_bits() >> 29
}

/// A row of the board, 0 to 7, counted from Black's side.
const fn row(number: u32) -> Squares {
    0b1111 << (number * 4 + number / 2)
}

/// The row where a player's men are crowned.
#[must_use]
pub const fn crowning_row(player: Player) -> Squares {
    match player {
        Player::First => row(7),
        Player::Second => row(0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn neighbours(number: u8) -> Vec<u8> {
        let from = Square::numbered(number).expect("a square");
        Direction::ALL.iter().filter_map(|direction| direction.next(from)).map(Square::number).collect()
    }

    #[test]
    fn numbers_and_squares_are_the_same_thing() {
        let squares: Vec<_> = each(BOARD).collect();
        assert_eq!(squares.len(), 32);
        for (index, square) in squares.into_iter().enumerate() {
            assert_eq!(usize::from(square.number()), index + 1);
            assert_eq!(Square::numbered(square.number()), Some(square));
        }
        assert_eq!([Square::numbered(0), Square::numbered(33)], [None, None]);
    }

    #[test]
    fn steps_lead_to_the_diagonal_neighbours_and_not_around_the_edge() {
        assert_eq!(neighbours(1), [5, 6]);
        assert_eq!(neighbours(4), [8]);
        assert_eq!(neighbours(5), [9, 1]);
        assert_eq!(neighbours(12), [16, 8]);
        assert_eq!(neighbours(18), [22, 23, 15, 14]);
        assert_eq!(neighbours(29), [25]);
        assert_eq!(neighbours(32), [28, 27]);
    }

    #[test]
    fn the_turned_board_counts_from_the_other_end() {
        for square in each(BOARD) {
            let turned = each(turned(square.bit())).map(Square::number).collect::<Vec<_>>();
            assert_eq!(turned, [33 - square.number()]);
            assert_ne!(square.bit() & row(u32::from(square.row())), 0);
        }
    }

    #[test]
    fn a_step_changes_row_and_column_by_one() {
        for square in each(BOARD) {
            for next in Direction::ALL.iter().filter_map(|direction| direction.next(square)) {
                assert_eq!(square.row().abs_diff(next.row()), 1);
                assert_eq!(square.column().abs_diff(next.column()), 1);
            }
        }
    }
}
