//! What the rows on the board come to, for all cells at once.
//!
//! A *row* here is any `win` cells in a line on the board. A row that the opponent has not
//! entered is *open*. From how many marks stand in the open rows follows what threatens:
//!
//! - a cell *wins* if it is the last one of an open row;
//! - a cell *forces* if it leaves a row only one cell to go, which the opponent must then take;
//! - a cell *forks* if it forces twice at once: one answer is not enough.

use super::TicTacToe;
use super::cells::{Cells, LARGEST, Place, STEPS};
use crate::game::{Game, Player};

/// The open rows of one player in one direction. A row is named by its first cell.
struct Rows {
    step: u32,
    win: u8,
    open: Cells,
    /// How many marks each row has: a binary number across four sets, lowest bit first.
    marks: [Cells; 4],
}

impl Rows {
    #[inline]
    fn of(position: &TicTacToe, player: Player, step: u32) -> Rows {
        let mut mine = position.marks(player);
        let mut free = position.board() & !position.marks(player.opponent());
        let mut rows = Rows { step, win: position.win(), open: free, marks: [Cells::NONE; 4] };
        for _ in 0..rows.win {
            rows.open = rows.open & free;
            rows.add(mine);
            mine = mine.back(step);
            free = free.back(step);
        }
        rows
    }

    #[inline]
    fn add(&mut self, mut carry: Cells) {
        for digit in &mut self.marks {
            (*digit, carry) = ((*digit | carry) & !(*digit & carry), *digit & carry);
        }
    }

    /// The open rows with exactly so many marks.
    #[inline]
    fn with(&self, marks: u8) -> Cells {
        let digits = self.marks.iter().enumerate();
        digits
            .fold(self.open, |rows, (bit, digit)| rows & if marks >> bit & 1 == 1 { *digit } else { !*digit })
    }

    /// All cells of these rows.
    #[inline]
    fn cells(&self, rows: Cells) -> Cells {
        (1..self.win).fold(rows, |cells, _| cells.forth(self.step) | rows)
    }
}

/// What one player's open rows come to.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Lines {
    /// Cells that complete a row.
    pub winning: Cells,
    /// Cells that leave a row one cell to go.
    pub forcing: Cells,
    /// Cells that do so twice, with different cells to go.
    pub forking: Cells,
    /// How many rows are open.
    pub open: i32,
    /// Each open row with n marks counted 2^n, if it has any.
    pub begun: i32,
}

impl Lines {
    #[must_use]
    pub fn of(position: &TicTacToe, player: Player) -> Lines {
        let empty = position.empty();
        let mut lines = Lines::default();
        let mut forcing_once = Cells::NONE;
        for step in STEPS {
            let rows = Rows::of(position, player, step);
            lines.open += rows.open.count() as i32;
            for marks in 1..rows.win {
                lines.begun += (rows.with(marks).count() as i32) << marks;
            }
            lines.winning = lines.winning | rows.cells(rows.with(rows.win - 1)) & empty;
            let nearly = rows.with(rows.win - 2);
            if !nearly.is_empty() {
                lines.forcing = lines.forcing | rows.cells(nearly) & empty;
                for cells in pairs(&rows, nearly, empty) {
                    lines.forking = lines.forking | forcing_once & cells;
                    forcing_once = forcing_once | cells;
                }
            }
        }
        lines
    }
}

/// For every distance and sense, the empty cells that share one of these rows, which have two
/// cells to go, with the empty cell so far away. Each set speaks of other cells to go.
fn pairs(rows: &Rows, nearly: Cells, empty: Cells) -> impl Iterator<Item = Cells> {
    let win = usize::from(rows.win);
    let step = rows.step;
    let mut empty_at = [Cells::NONE; LARGEST];
    let mut cells = empty;
    for at in empty_at.iter_mut().take(win) {
        (*at, cells) = (cells, cells.back(step));
    }
    (1..win).flat_map(move |distance| {
        let nearer = (0..win - distance).rev().fold(Cells::NONE, |found, at| {
            found.forth(step) | nearly & empty_at[at] & empty_at[at + distance]
        });
        let farther = (0..distance).fold(nearer, |cells, _| cells.forth(step));
        [nearer, farther]
    })
}

/// How much a cell promises whoever marks it: each row through it that only one player has
/// entered counts the more the further it has come, whether it is one's own or to be spoilt.
#[must_use]
pub fn promise(position: &TicTacToe, place: Place) -> i32 {
    let (turn, board) = (position.turn(), position.board());
    let (mine, theirs) = (position.marks(turn), position.marks(turn.opponent()));
    let win = i32::from(position.win());
    let along = |step: i32| {
        let cell = |distance: i32| {
            let number = place.number() as i32 + distance * step;
            u8::try_from(number).ok().map(Place::from).filter(|place| board.has(*place))
        };
        let mut promised = 0;
        // How many of the `win` cells that end here are mine, theirs, and off the board.
        let mut held = [0; 3];
        let count = |distance: i32, by: i32, held: &mut [i32; 3]| match cell(distance) {
            None => held[2] += by,
            Some(place) if mine.has(place) => held[0] += by,
            Some(place) if theirs.has(place) => held[1] += by,
            Some(_) => {}
        };
        for last in 1 - win..win {
            count(last, 1, &mut held);
            if last > 0 {
                count(last - win, -1, &mut held);
            }
            promised += match held {
                [own, 0, 0] if last >= 0 => 3 << (2 * own.min(6)),
                [0, other, 0] if last >= 0 => 2 << (2 * other.min(6)),
                _ => 0,
            };
        }
        promised
    };
    STEPS.into_iter().map(|step| along(step as i32)).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::Notation;

    fn x(grid: &str) -> ([Vec<String>; 3], Lines) {
        let position = TicTacToe::parse(grid).unwrap();
        let lines = Lines::of(&position, Player::First);
        let names = |cells: Cells| cells.iter().map(|place| position.write_move(place)).collect();
        ([names(lines.winning), names(lines.forcing), names(lines.forking)], lines)
    }

    #[test]
    fn a_row_with_one_cell_to_go_wins_there() {
        assert_eq!(x("XX./OO./...").0[0], ["2"]);
        assert!(x("XXO/O../...").0[0].is_empty());
    }

    #[test]
    fn three_in_a_row_with_room_on_both_sides_forks_at_both_ends_and_beside() {
        let ([winning, forcing, forking], _) = x(
            "........../........../........../...XXX..../........../....O...../....O...../....O...../........../..........",
        );
        assert!(winning.is_empty());
        assert_eq!(forcing, ["31", "32", "36", "37"]);
        assert_eq!(forking, ["32", "36"]);
    }

    #[test]
    fn two_rows_that_lack_the_same_cell_are_no_fork() {
        // In XX.X.X the first five cells and the next both lack the two gaps.
        let ([_, forcing, forking], _) = x(
            "XX.X.X..../........../O..O..O..O/........../........../........../........../........../........../..........",
        );
        assert_eq!(forcing, ["2", "4"]);
        assert!(forking.is_empty());
    }

    #[test]
    fn the_estimates_of_a_lone_mark_are_those_of_the_textbook() {
        for (grid, begun, open) in [(".../.X./...", 8, 4), ("X../.../...", 6, 3), (".X./.../...", 4, 2)] {
            let position = TicTacToe::parse(grid).unwrap();
            let [x, o] = Player::BOTH.map(|player| Lines::of(&position, player));
            assert_eq!((x.begun - o.begun, x.open - o.open), (begun, open), "{grid}");
        }
    }
}
