//! The rules: a disc falls to the lowest free hole of a column, and four in a row win.

use super::wall::{HIGHEST, Holes, WIDEST, Wall};
use crate::game::{Game, Outcome, Player};

/// The most discs that any wall takes.
const MOST: usize = WIDEST as usize * HIGHEST as usize;

/// A column, from 0 at the left.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Column(pub u8);

/// A wall with discs in it, and the order in which they came, by which it is written.
#[derive(Clone, Debug)]
pub struct ConnectFour {
    wall: &'static Wall,
    /// The discs of the player to move.
    mine: Holes,
    /// The discs of both.
    discs: Holes,
    /// The empty holes in which a disc of the player to move makes four, and of the other.
    threats: [Holes; 2],
    won: bool,
    count: u8,
    played: [Column; MOST],
}

impl ConnectFour {
    /// An empty wall.
    #[must_use]
    pub fn new(wall: &'static Wall) -> ConnectFour {
        let played = [Column(0); MOST];
        ConnectFour { wall, mine: 0, discs: 0, threats: [0; 2], won: false, count: 0, played }
    }

    #[must_use]
    pub fn wall(&self) -> &'static Wall {
        self.wall
    }

    /// The discs of the player to move.
    #[must_use]
    pub fn mine(&self) -> Holes {
        self.mine
    }

    /// The discs of the player who moved last.
    #[must_use]
    pub fn theirs(&self) -> Holes {
        self.discs & !self.mine
    }

    /// The discs of both.
    #[must_use]
    pub fn discs(&self) -> Holes {
        self.discs
    }

    /// The empty holes in which a disc of the player to move makes four, now or later.
    #[must_use]
    pub fn threats(&self) -> Holes {
        self.threats[0]
    }

    /// The empty holes in which a disc of the player who moved last makes four, now or later.
    #[must_use]
    pub fn their_threats(&self) -> Holes {
        self.threats[1]
    }

    #[must_use]
    pub fn count(&self) -> usize {
        usize::from(self.count)
    }

    /// How many discs there is still room for.
    #[must_use]
    pub fn room(&self) -> usize {
        self.wall.count() - self.count()
    }

    /// The columns played so far, oldest first.
    #[must_use]
    pub fn played(&self) -> &[Column] {
        &self.played[..self.count()]
    }

    /// The holes into which the next disc can fall.
    #[must_use]
    pub fn landings(&self) -> Holes {
        self.wall.landings(self.discs)
    }

    /// The hole into which a disc falls in that column, if it has room.
    #[must_use]
    pub fn landing(&self, column: Column) -> Option<Holes> {
        let hole = self.landings() & self.wall.column(column.0);
        (hole != 0).then_some(hole)
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
            let columns = (0..self.wall.width).map(Column);
            out.extend(columns.filter(|column| self.landing(*column).is_some()));
        }
    }

    fn apply(&mut self, column: Column) {
        let (landing, theirs) = (self.landings() & self.wall.column(column.0), self.theirs());
        self.won = landing & self.threats() != 0;
        self.played[self.count()] = column;
        self.count += 1;
        self.discs |= landing;
        let made = self.wall.completing(self.mine | landing) & !self.discs;
        self.threats = [self.their_threats() & !landing, made];
        self.mine = theirs;
    }

    fn score_finished(&self) -> Outcome {
        if self.is_won() { Outcome::won(self.turn().opponent()) } else { Outcome::Draw }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn leaves(position: &ConnectFour, depth: u32) -> u64 {
        match depth {
            0 => 1,
            _ => position.legal_moves().into_iter().map(|m| leaves(&position.after(m), depth - 1)).sum(),
        }
    }

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
            next.sort_by_key(|p| (p.mine, p.discs));
            next.dedup_by_key(|p| (p.mine, p.discs));
            assert_eq!(next.len(), count);
            level = next;
        }
    }

    #[test]
    fn threats_are_kept_up_to_date() {
        let mut game = start();
        for column in [3, 3, 4, 2, 2, 4, 1, 0, 5, 6, 1, 1, 4, 4] {
            game.apply(Column(column));
            let threats = [game.mine(), game.theirs()].map(|d| game.wall().completing(d) & !game.discs());
            assert_eq!([game.threats(), game.their_threats()], threats);
            assert_eq!(game.is_won(), game.wall().has_four(game.theirs()));
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
