//! The rules of tic-tac-toe.

use super::cells::{Cells, LARGEST, Place};
use crate::game::{Game, Outcome, Player};

/// The smallest board, and the shortest row that wins.
pub const SMALLEST: usize = 3;

/// A position. X, who usually begins, is the first player.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TicTacToe {
    /// Rows, and columns.
    pub(super) size: u8,
    /// How many in a row win.
    pub(super) win: u8,
    pub(super) marks: [Cells; 2],
    pub(super) turn: Player,
    /// Whether the last mark made a row.
    pub(super) won: bool,
}

impl TicTacToe {
    /// An empty board of `size` rows and columns, 3 to 15, where `win` in a row win.
    #[must_use]
    pub fn new(size: usize, win: usize) -> TicTacToe {
        assert!((SMALLEST..=LARGEST).contains(&size) && (SMALLEST..=size).contains(&win));
        TicTacToe {
            size: size as u8,
            win: win as u8,
            marks: [Cells::NONE; 2],
            turn: Player::First,
            won: false,
        }
    }

    /// How many in a row win where nobody says: a whole row, but five on a large board.
    #[must_use]
    pub fn usual_win(size: usize) -> usize {
        if size < 10 { size } else { 5 }
    }

    #[must_use]
    pub fn size(&self) -> usize {
        self.size.into()
    }

    #[must_use]
    pub fn win(&self) -> u8 {
        self.win
    }

    #[must_use]
    pub fn board(&self) -> Cells {
        const BOARDS: [Cells; LARGEST + 1] = {
            let mut boards = [Cells::NONE; LARGEST + 1];
            let mut size = SMALLEST;
            while size <= LARGEST {
                boards[size] = Cells::board(size);
                size += 1;
            }
            boards
        };
        BOARDS[self.size()]
    }

    #[must_use]
    pub fn marks(&self, player: Player) -> Cells {
        self.marks[player as usize]
    }

    #[must_use]
    pub fn empty(&self) -> Cells {
        self.board() & !(self.marks[0] | self.marks[1])
    }
}

impl Game for TicTacToe {
    type Move = Place;

    fn turn(&self) -> Player {
        self.turn
    }

    fn moves(&self, out: &mut Vec<Place>) {
        if !self.won {
            out.extend(self.empty().iter());
        }
    }

    fn apply(&mut self, place: Place) {
        let mine = &mut self.marks[self.turn as usize];
        *mine = mine.with(place);
        self.won = mine.has_row_through(place, self.win);
        self.turn = self.turn.opponent();
    }

    fn score_finished(&self) -> Outcome {
        if self.won { Outcome::won(self.turn.opponent()) } else { Outcome::Draw }
    }
}

#[cfg(test)]
pub(super) mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::game::leaves;
    use crate::notation::Notation;

    fn start() -> TicTacToe {
        TicTacToe::new(3, 3)
    }

    /// Every position that a game on the small board leads to, written down.
    pub(in crate::games::tic_tac_toe) fn reachable() -> HashSet<String> {
        let (mut seen, mut open) = (HashSet::new(), vec![start()]);
        while let Some(position) = open.pop() {
            if seen.insert(position.write()) {
                open.extend(position.legal_moves().into_iter().map(|m| position.after(m)));
            }
        }
        seen
    }

    #[test]
    fn the_tree_of_moves_has_the_published_size() {
        let counts: Vec<_> = (1..=9).map(|depth| leaves(&start(), depth)).collect();
        assert_eq!(counts, [9, 72, 504, 3024, 15120, 54720, 148_176, 200_448, 127_872]);
    }

    #[test]
    fn games_lead_to_5478_positions() {
        assert_eq!(reachable().len(), 5478);
    }

    #[test]
    fn more_marks_than_are_needed_win_too() {
        let position = TicTacToe::parse("XX.XX/OO.OO/...../...../..... win 4").unwrap();
        let won = position.after(position.parse_move("2").unwrap());
        assert_eq!(won.outcome(), Some(Outcome::won(Player::First)));
    }

    #[test]
    fn a_row_does_not_run_on_at_the_other_edge() {
        let position = TicTacToe::parse(".XX/X.O/O..").unwrap();
        assert_eq!(position.outcome(), None);
    }

    #[test]
    fn rows_win_in_all_four_directions() {
        for (grid, cell) in
            [("XX./OO./...", "2"), ("X.O/XO./...", "6"), ("XO./OX./...", "8"), ("..X/OX./.O.", "6")]
        {
            let position = TicTacToe::parse(grid).unwrap();
            let end = position.after(position.parse_move(cell).unwrap());
            assert_eq!(end.outcome(), Some(Outcome::won(Player::First)), "{grid} {cell}");
        }
    }
}
