//! The rules: a disc falls to the lowest free hole of a column, and four in a row win.

use super::discs::Discs;
use super::wall::{Column, HIGHEST, WIDEST, Wall};
use crate::game::{Game, Outcome, Player};

/// The most discs that any wall takes.
const MOST: usize = WIDEST as usize * HIGHEST as usize;

/// A wall with discs in it, and the order in which they came, by which it is written.
#[derive(Clone, Debug)]
pub struct ConnectFour {
    discs: Discs,
    won: bool,
    played: [Column; MOST],
}

impl ConnectFour {
    /// An empty wall.
    #[must_use]
    pub fn new(wall: &'static Wall) -> ConnectFour {
        ConnectFour { discs: Discs::none(wall), won: false, played: [Column(0); MOST] }
    }

    /// What the rest of the game depends on.
    #[must_use]
    pub fn discs(&self) -> &Discs {
        &self.discs
    }

    #[must_use]
    pub fn wall(&self) -> &'static Wall {
        self.discs.wall()
    }

    #[must_use]
    pub fn count(&self) -> usize {
        self.discs.count()
    }

    /// How many discs there is still room for.
    #[must_use]
    pub fn room(&self) -> usize {
        self.discs.room()
    }

    /// The columns played so far, oldest first.
    #[must_use]
    pub fn played(&self) -> &[Column] {
        &self.played[..self.count()]
    }

    /// Whether the player who moved last has won.
    #[must_use]
    pub fn is_won(&self) -> bool {
        self.won
    }
}

impl Game for ConnectFour {
    type Move = Column;

    fn turn(&self) -> Player {
        if self.count().is_multiple_of(2) { Player::First } else { Player::Second }
    }

    fn moves(&self, out: &mut Vec<Column>) {
        if !self.is_won() {
            let columns = (0..self.wall().width).map(Column);
            out.extend(columns.filter(|column| self.discs.landing(*column).is_some()));
        }
    }

    fn apply(&mut self, column: Column) {
        let landing = self.discs.landings() & self.wall().column(column.0);
        self.won = landing & self.discs.threats() != 0;
        self.played[self.count()] = column;
        self.discs = self.discs.after(landing);
    }

    fn score_finished(&self) -> Outcome {
        if self.is_won() { Outcome::won(self.turn().opponent()) } else { Outcome::Draw }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::leaves;

    fn start() -> ConnectFour {
        ConnectFour::new(Wall::standard())
    }

    #[test]
    fn the_tree_of_moves_has_the_known_numbers_of_leaves() {
        for (depth, count) in [(1, 7), (2, 49), (5, 16_807), (7, 823_536)] {
            assert_eq!(leaves(&start(), depth), count);
        }
    }

    #[test]
    fn as_many_positions_are_distinct_after_each_ply_as_literature_says() {
        let mut level = vec![start()];
        for count in [7, 49, 238, 1120, 4263, 16_422] {
            let mut next: Vec<_> =
                level.iter().flat_map(|p| p.legal_moves().into_iter().map(|m| p.after(m))).collect();
            next.sort_by_key(|p| (p.discs.mine(), p.discs.all()));
            next.dedup_by_key(|p| (p.discs.mine(), p.discs.all()));
            assert_eq!(next.len(), count);
            level = next;
        }
    }

    #[test]
    fn threats_are_kept_up_to_date() {
        let mut game = start();
        for column in [3, 3, 4, 2, 2, 4, 1, 0, 5, 6, 1, 1, 4, 4] {
            game.apply(Column(column));
            let (wall, discs) = (game.wall(), game.discs());
            let threats = [discs.mine(), discs.theirs()].map(|d| wall.completing(d) & !discs.all());
            assert_eq!([discs.threats(), discs.their_threats()], threats);
            assert_eq!(game.is_won(), wall.has_four(discs.theirs()));
        }
    }

    #[test]
    fn four_in_a_column_win_and_nobody_moves_afterwards() {
        let mut game = start();
        for column in [3, 4, 3, 4, 3, 4, 3] {
            game.apply(Column(column));
        }
        assert_eq!(game.outcome(), Some(Outcome::won(Player::First)));
    }
}
