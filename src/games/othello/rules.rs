//! The rules: a disc must flip at least one, who cannot move passes, and the game ends when
//! neither can.

use super::discs::{Squares, final_counts, flipped, placeable};
use crate::bits::ones;
use crate::game::{Game, Outcome, Player};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Move {
    /// A disc is placed on this square.
    Disc(u8),
    /// Forced, and only where there is no other move.
    Pass,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Othello {
    /// The discs of the player to move.
    mine: Squares,
    theirs: Squares,
    /// Where the player to move may place a disc.
    placeable: Squares,
    turn: Player,
}

impl Othello {
    #[must_use]
    pub fn new(mine: Squares, theirs: Squares, turn: Player) -> Othello {
        debug_assert!(mine & theirs == 0, "a square holds one disc");
        Othello { mine, theirs, placeable: placeable(mine, theirs), turn }
    }

    /// The discs of the player to move.
    #[must_use]
    pub fn mine(&self) -> Squares {
        self.mine
    }

    /// The discs of the player who is not to move.
    #[must_use]
    pub fn theirs(&self) -> Squares {
        self.theirs
    }

    /// Whether neither player can place a disc.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.placeable == 0 && self.placeable_for_them() == 0
    }

    #[must_use]
    pub fn empties(&self) -> Squares {
        !(self.mine | self.theirs)
    }

    /// How many discs the first and the second player have.
    #[must_use]
    pub fn discs(&self) -> [u16; 2] {
        self.by_player().map(|discs| discs.count_ones() as u16)
    }

    /// The same at the end, with what stayed empty.
    #[must_use]
    pub fn final_discs(&self) -> [u16; 2] {
        final_counts(self.by_player()).map(|count| count as u16)
    }

    /// The discs of the first and of the second player.
    fn by_player(&self) -> [Squares; 2] {
        if self.turn == Player::First { [self.mine, self.theirs] } else { [self.theirs, self.mine] }
    }

    /// The squares on which the player to move may place a disc.
    #[must_use]
    pub fn placeable(&self) -> Squares {
        self.placeable
    }

    /// The squares on which the other player could, were it their turn.
    #[must_use]
    pub fn placeable_for_them(&self) -> Squares {
        placeable(self.theirs, self.mine)
    }
}

impl Game for Othello {
    type Move = Move;

    fn turn(&self) -> Player {
        self.turn
    }

    fn moves(&self, out: &mut Vec<Move>) {
        match self.placeable() {
            0 if self.placeable_for_them() != 0 => out.push(Move::Pass),
            squares => out.extend(ones(squares).map(Move::Disc)),
        }
    }

    #[inline]
    fn apply(&mut self, chosen: Move) {
        if let Move::Disc(square) = chosen {
            let flipped = flipped(square, self.mine, self.theirs);
            self.mine |= flipped | 1 << square;
            self.theirs &= !flipped;
        }
        std::mem::swap(&mut self.mine, &mut self.theirs);
        self.placeable = placeable(self.mine, self.theirs);
        self.turn = self.turn.opponent();
    }

    fn score_finished(&self) -> Outcome {
        let [first, second] = self.final_discs();
        Outcome::by_count(first, second)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::leaves;
    use crate::notation::Notation;

    #[test]
    fn the_tree_of_moves_has_the_known_numbers_of_leaves() {
        for (depth, count) in [(1, 4), (2, 12), (3, 56), (4, 244), (5, 1396), (6, 8200), (7, 55_092)] {
            assert_eq!(leaves(&Othello::start(), depth), count);
        }
    }

    #[test]
    fn who_cannot_move_passes_and_who_could_move_may_not() {
        let stuck =
            Othello::parse("XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXO- O").unwrap();
        assert_eq!(stuck.legal_moves(), [Move::Pass]);
        assert_eq!(stuck.after(Move::Pass).legal_moves(), [Move::Disc(63)]);
        assert!(!Othello::start().legal_moves().contains(&Move::Pass));
    }

    #[test]
    fn empty_squares_go_to_the_winner() {
        let over =
            Othello::parse("---------------------------XX------XX--------------------------- O").unwrap();
        assert_eq!(over.outcome(), Some(Outcome::Won { by: Player::First, worth: 64 }));
    }
}
