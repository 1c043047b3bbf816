//! Moves and jumps.
//!
//! Whoever can jump must, but may choose among all jumps, not only the longest. A jump goes on as
//! long as it can and is one move. Men move and jump forward only; a man that reaches the last
//! row is crowned, and its move ends there. Who has no move has lost, however long nothing happened.

use super::squares::{BOARD, Direction, Square, Squares, crowning_row, each, turned};
use crate::game::{Game, Outcome, Player};
use crate::mixing::mixed;

/// So many moves of each side without a jump or a man's move make a draw.
pub const PATIENCE: u8 = 40;
/// The pieces that a side begins with, and never has more of.
pub const MOST_PIECES: u32 = 12;

/// Men and kings on the board, and whose turn it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Checkers {
    /// Black's pieces and White's, kings included.
    pieces: [Squares; 2],
    kings: Squares,
    turn: Player,
    /// Plies since the last jump or move of a man.
    quiet: u8,
}

/// Why pieces cannot stand so.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Impossible {
    /// Two pieces stand on one square.
    SharedSquare,
    /// A side has more than [`MOST_PIECES`].
    TooManyPieces,
    /// A man of this player's stands where it is crowned.
    Uncrowned(Player),
    /// Whoever moved last has no pieces.
    NobodyMoved,
    /// The game was drawn before so many plies without progress.
    DrawnBefore,
}

/// A step, or a whole jump.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Move {
    pub from: Square,
    pub to: Square,
    /// How many pieces it takes.
    pub jumps: u8,
    /// The directions of the step or the jumps, two bits each, the first lowest. No two moves of a
    /// piece share a way.
    way: u32,
}

impl Move {
    #[must_use]
    pub fn is_jump(self) -> bool {
        self.jumps > 0
    }

    /// The squares that the piece stands on in turn, first and last included.
    #[must_use]
    pub fn squares(self) -> Vec<Square> {
        if !self.is_jump() {
            return vec![self.from, self.to];
        }
        let landings = self.hops().scan(self.from, |at, direction| {
            *at = direction.next(direction.next(*at)?)?;
            Some(*at)
        });
        std::iter::once(self.from).chain(landings).collect()
    }

    /// Where the piece goes first.
    #[must_use]
    pub fn direction(self) -> Direction {
        Direction::of_code(self.way as u8)
    }

    fn hops(self) -> impl Iterator<Item = Direction> {
        (0..self.jumps).map(move |n| Direction::of_code((self.way >> (2 * n)) as u8))
    }

    /// The squares that are jumped over.
    #[must_use]
    pub fn captured(self) -> Squares {
        let mut at = self.from.bit();
        self.hops().fold(0, |captured, direction| {
            let over = direction.step(at);
            at = direction.step(over);
            captured | over
        })
    }
}

impl Checkers {
    /// Any position whose pieces could stand so; says what is wrong with any other.
    pub fn of(pieces: [Squares; 2], kings: Squares, turn: Player, quiet: u8) -> Result<Checkers, Impossible> {
        let [black, white] = pieces;
        let uncrowned = |player: Player| pieces[player as usize] & !kings & crowning_row(player) != 0;
        let waiting = pieces[turn.opponent() as usize];
        if black & white != 0 {
            return Err(Impossible::SharedSquare);
        }
        if pieces.iter().any(|side| side.count_ones() > MOST_PIECES) {
            return Err(Impossible::TooManyPieces);
        }
        if let Some(player) = Player::BOTH.into_iter().find(|player| uncrowned(*player)) {
            return Err(Impossible::Uncrowned(player));
        }
        if waiting == 0 {
            return Err(Impossible::NobodyMoved);
        }
        if quiet > 2 * PATIENCE {
            return Err(Impossible::DrawnBefore);
        }
        Ok(Checkers { pieces, kings: kings & (black | white), turn, quiet })
    }

    /// A player's pieces, kings included.
    #[must_use]
    pub fn pieces(&self, player: Player) -> Squares {
        self.pieces[player as usize]
    }

    #[must_use]
    pub fn men(&self, player: Player) -> Squares {
        self.pieces(player) & !self.kings
    }

    #[must_use]
    pub fn kings(&self, player: Player) -> Squares {
        self.pieces(player) & self.kings
    }

    /// Men and kings of the player to move, men and kings of the other, on a board that is turned so
    /// that the mover's men go up in number.
    #[must_use]
    pub fn seen_by_mover(&self) -> [Squares; 4] {
        let (mover, other) = (self.turn, self.turn.opponent());
        let sets = [self.men(mover), self.kings(mover), self.men(other), self.kings(other)];
        if mover == Player::First { sets } else { sets.map(turned) }
    }

    #[must_use]
    pub fn empty(&self) -> Squares {
        BOARD & !(self.pieces[0] | self.pieces[1])
    }
    /// A hash of what stands where, and of whose turn it is.
    #[must_use]
    pub fn key(&self) -> u64 {
        let [black, white] = self.pieces;
        mixed([black | (self.turn as u64) << 63, white, self.kings])
    }

    /// Plies since the last jump or move of a man.
    #[must_use]
    pub fn quiet(&self) -> u8 {
        self.quiet
    }

    /// Whether both sides have moved so often without progress that the game is drawn.
    #[must_use]
    pub fn is_tired(&self) -> bool {
        self.quiet >= 2 * PATIENCE
    }

    /// Whether the same pieces stand on the same squares with the same player to move.
    #[must_use]
    pub fn looks_like(&self, other: &Checkers) -> bool {
        Checkers { quiet: 0, ..*self } == Checkers { quiet: 0, ..*other }
    }

    /// The pieces of a player that could step or jump in a direction.
    fn movers(&self, player: Player, direction: Direction) -> Squares {
        let forward = Direction::forward(player).contains(&direction);
        if forward { self.pieces(player) } else { self.kings(player) }
    }

    /// The pieces of a player that can jump.
    #[must_use]
    pub fn jumpers(&self, player: Player) -> Squares {
        let (enemy, empty) = (self.pieces(player.opponent()), self.empty());
        let can = |direction: Direction| {
            self.movers(player, direction) & direction.back(enemy & direction.back(empty))
        };
        Direction::ALL.into_iter().map(can).fold(0, |all, some| all | some)
    }

    /// The pieces of a player that can step, were there nothing to jump.
    fn steppers(&self, player: Player) -> Squares {
        let empty = self.empty();
        let can = |direction: Direction| self.movers(player, direction) & direction.back(empty);
        Direction::ALL.into_iter().map(can).fold(0, |all, some| all | some)
    }

    /// Whether the player to move could step or jump, were the game not drawn.
    #[must_use]
    pub fn can_move(&self) -> bool {
        self.steppers(self.turn) != 0 || self.jumpers(self.turn) != 0
    }

    fn steps(&self, out: &mut Vec<Move>) {
        let empty = self.empty();
        for from in each(self.steppers(self.turn)) {
            for direction in self.directions(from) {
                let there = direction.step(from.bit()) & empty;
                let way = u32::from(direction.code());
                out.extend(each(there).map(|to| Move { from, to, jumps: 0, way }));
            }
        }
    }

    /// Where the mover's piece on a square may go.
    fn directions(&self, from: Square) -> &'static [Direction] {
        if self.kings & from.bit() == 0 { Direction::forward(self.turn) } else { &Direction::ALL }
    }

    /// Adds every way to complete a jump that has come as far as `so_far`.
    fn jumps(&self, so_far: Move, enemy: Squares, empty: Squares, out: &mut Vec<Move>) {
        let mut goes_on = false;
        let crowned = self.kings & so_far.from.bit() == 0 && so_far.to.bit() & crowning_row(self.turn) != 0;
        if !crowned {
            for direction in self.directions(so_far.from) {
                let over = direction.step(so_far.to.bit()) & enemy;
                for to in each(direction.step(over) & empty) {
                    goes_on = true;
                    let way = so_far.way | u32::from(direction.code()) << (2 * so_far.jumps);
                    let further = Move { to, jumps: so_far.jumps + 1, way, ..so_far };
                    self.jumps(further, enemy & !over, empty, out);
                }
            }
        }
        if !goes_on && so_far.is_jump() {
            out.push(so_far);
        }
    }
}

impl Game for Checkers {
    type Move = Move;

    fn turn(&self) -> Player {
        self.turn
    }

    fn moves(&self, out: &mut Vec<Move>) {
        if self.is_tired() {
            return;
        }
        let jumpers = self.jumpers(self.turn);
        if jumpers == 0 {
            return self.steps(out);
        }
        let enemy = self.pieces(self.turn.opponent());
        for from in each(jumpers) {
            // The square that the piece leaves is free for its own landing.
            let empty = self.empty() | from.bit();
            self.jumps(Move { from, to: from, jumps: 0, way: 0 }, enemy, empty, out);
        }
    }

    fn apply(&mut self, chosen: Move) {
        let (from, to) = (chosen.from.bit(), chosen.to.bit());
        let (own, other) = (self.turn as usize, self.turn.opponent() as usize);
        let king = self.kings & from != 0;
        let captured = chosen.captured();
        self.pieces[own] = self.pieces[own] & !from | to;
        self.pieces[other] &= !captured;
        self.kings &= !(from | captured);
        if king || to & crowning_row(self.turn) != 0 {
            self.kings |= to;
        }
        self.quiet = if king && !chosen.is_jump() { self.quiet + 1 } else { 0 };
        self.turn = self.turn.opponent();
    }

    fn score_finished(&self) -> Outcome {
        if self.can_move() { Outcome::Draw } else { Outcome::won(self.turn.opponent()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::leaves;
    use crate::notation::Notation;

    fn checkers(text: &str) -> Checkers {
        Checkers::parse(text).expect(text)
    }

    fn moves(text: &str) -> Vec<String> {
        let position = checkers(text);
        let mut texts: Vec<_> = position.legal_moves().into_iter().map(|m| position.write_move(m)).collect();
        texts.sort();
        texts
    }

    #[test]
    fn the_tree_of_moves_has_as_many_leaves_as_it_should() {
        let counts: Vec<_> = (1..=7).map(|depth| leaves(&Checkers::start(), depth)).collect();
        assert_eq!(counts, [7, 49, 302, 1469, 7361, 36768, 179_740]);
    }

    #[test]
    fn whoever_can_jump_must_and_may_choose_the_shorter_jump() {
        assert_eq!(moves("B:W14,15,23:B10,1"), ["10x17", "10x19x26"]);
    }

    #[test]
    fn a_man_jumps_forward_only_and_a_king_both_ways() {
        assert_eq!(moves("W:W18:B22,1"), ["18-14", "18-15"]);
        assert_eq!(moves("W:WK18:B22,1"), ["18x25"]);
    }

    #[test]
    fn crowning_ends_the_move() {
        assert_eq!(moves("W:W12:B8,7,2"), ["12x3"]);
        let after = checkers("W:W12:B8,7,2").after(checkers("W:W12:B8,7,2").legal_moves()[0]);
        assert_eq!(after.write(), "B:WK3:B2,7");
    }

    #[test]
    fn a_king_may_jump_round_to_where_it_came_from() {
        let round = moves("W:WK22:B17,9,10,18,1");
        assert!(round.contains(&"22x13x6x15x22".to_owned()), "{round:?}");
        assert!(round.contains(&"22x15x6x13x22".to_owned()), "{round:?}");
    }

    #[test]
    fn who_cannot_move_has_lost() {
        let stuck = checkers("W:W12:B8,3");
        assert_eq!(stuck.outcome(), Some(Outcome::won(Player::First)));
        assert_eq!(checkers("W:W:B8").outcome(), Some(Outcome::won(Player::First)));
    }

    #[test]
    fn who_cannot_move_has_lost_even_if_nothing_happened_for_long() {
        let (stuck, free) = (checkers("W:W12:B8,K3:H80"), checkers("W:WK12:B8,K32:H80"));
        assert_eq!(stuck.outcome(), Some(Outcome::won(Player::First)));
        assert_eq!(free.outcome(), Some(Outcome::Draw));
    }

    #[test]
    fn forty_moves_each_without_progress_are_a_draw() {
        let almost = checkers("W:WK1:BK32:H79");
        assert_eq!(almost.outcome(), None);
        let after = almost.after(almost.legal_moves()[0]);
        assert_eq!(after.outcome(), Some(Outcome::Draw));
        let man = checkers("W:WK1,30:BK32:H79");
        let advanced = man.parse_move("30-26").map(|m| man.after(m));
        assert_eq!(advanced.map(|position| position.quiet()), Ok(0));
    }
}
