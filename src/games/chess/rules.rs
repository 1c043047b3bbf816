//! The position and its moves. Moving and attacking are cozy-chess's; what a whole game needs
//! beyond one board (a clock past a hundred, which castling is meant, sameness) is added here.

use cozy_chess::{BitBoard, Board, Color, File, Move, Piece, PieceMoves, Rank, Square, get_pawn_attacks};

use super::squares::ahead;
use crate::game::{Game, Outcome, Player};

/// The board's own clock stops here.
const MOST_ON_THE_BOARD: u16 = 100;

/// A chess position.
///
/// Castling moves are written as the king taking its own rook, in standard chess too; what
/// callers see is a matter of notation.
#[derive(Clone, Debug)]
pub struct Chess {
    board: Board,
    /// The kind of piece on each square; a pawn where there is none.
    standing: [Piece; Square::NUM],
    /// Plies since the last capture or pawn move. The board's own clock stops at
    /// [`MOST_ON_THE_BOARD`], but a game may go on to 150.
    clock: u16,
    /// Whether castling is told by the rook's square, as Chess960 must.
    chess960: bool,
}

impl Chess {
    /// The position on a board. A king or rook that may castle from an unusual square makes it
    /// Chess960.
    #[must_use]
    pub fn on(board: Board) -> Chess {
        let unusual = Color::ALL.into_iter().any(|color| {
            let rights = board.castle_rights(color);
            let any = rights.short.is_some() || rights.long.is_some();
            any && board.king(color).file() != File::E
                || rights.short.is_some_and(|rook| rook != File::H)
                || rights.long.is_some_and(|rook| rook != File::A)
        });
        let standing = Square::ALL.map(|square| board.piece_on(square).unwrap_or(Piece::Pawn));
        Chess { clock: u16::from(board.halfmove_clock()), chess960: unusual, standing, board }
    }

    /// The same position with another count of plies since the last capture or pawn move.
    #[must_use]
    pub fn clocked(mut self, plies: u16) -> Chess {
        self.clock = plies;
        self.board.set_halfmove_clock(plies.min(MOST_ON_THE_BOARD) as u8);
        self
    }

    /// The same position with castling told by the rook's square.
    #[must_use]
    pub fn in_chess960(mut self) -> Chess {
        self.chess960 = true;
        self
    }

    #[must_use]
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The kind of piece on a square; a pawn where there is none, as on the square to which one comes
    /// that takes in passing. The board itself would look at its pieces kind by kind.
    #[inline]
    #[must_use]
    pub fn standing(&self, square: Square) -> Piece {
        self.standing[square as usize]
    }

    /// Plies since the last capture or pawn move.
    #[must_use]
    pub fn clock(&self) -> u16 {
        self.clock
    }

    #[must_use]
    pub fn is_chess960(&self) -> bool {
        self.chess960
    }

    /// The same position with the turn passed; none in check. The clock goes on: a pass is no
    /// progress.
    #[must_use]
    pub fn passed(&self) -> Option<Chess> {
        let board = self.board.null_move()?;
        Some(Chess { board, clock: self.clock.saturating_add(1), ..*self })
    }

    /// The square on which a pawn can be taken in passing, if any pawn here may do so.
    #[must_use]
    pub fn en_passant(&self) -> Option<Square> {
        let color = self.board.side_to_move();
        let square = passed_square(&self.board)?;
        let takers = get_pawn_attacks(square, !color) & self.board.colored_pieces(color, Piece::Pawn);
        let taking = |from| Move { from, to: square, promotion: None };
        takers.into_iter().any(|from| self.board.is_legal(taking(from))).then_some(square)
    }

    /// A hash of everything that the rules look at but the clock.
    #[must_use]
    pub fn key(&self) -> u64 {
        match self.en_passant() {
            Some(_) => self.board.hash(),
            None => self.board.hash_without_ep(),
        }
    }

    /// Whether there is a legal move. In most positions a pawn can step ahead, which shows at a glance.
    #[must_use]
    pub fn can_move(&self) -> bool {
        let color = self.board.side_to_move();
        let free = self.board.colored_pieces(color, Piece::Pawn) & !self.board.pinned();
        let steps = ahead(color, free) & !self.board.occupied();
        self.board.checkers().is_empty() && !steps.is_empty() || self.board.generate_moves(|_| true)
    }

    /// Whether this is the same position in the sense of repetition: the same player to move,
    /// the same pieces on the same squares, the same moves possible.
    #[must_use]
    pub fn repeats(&self, earlier: &Chess) -> bool {
        self.key() == earlier.key()
            && self.board.side_to_move() == earlier.board.side_to_move()
            && self.en_passant() == earlier.en_passant()
            && Color::ALL.iter().all(|color| {
                self.board.colors(*color) == earlier.board.colors(*color)
                    && self.board.castle_rights(*color) == earlier.board.castle_rights(*color)
            })
            && Piece::ALL.iter().all(|piece| self.board.pieces(*piece) == earlier.board.pieces(*piece))
    }

    /// Which side of the board the king castles to, if the move is castling.
    pub fn castling(&self, chosen: Move) -> Option<Wing> {
        let own = self.board.colors(self.board.side_to_move());
        own.has(chosen.to).then(|| Wing::towards(chosen.from, chosen.to))
    }

    /// The legal moves of the pieces on `mask`.
    pub fn moves_from(&self, mask: BitBoard, mut each: impl FnMut(Move)) {
        self.board.generate_moves_for(mask, |moves: PieceMoves| {
            moves.into_iter().for_each(&mut each);
            false
        });
    }
}

/// Two positions are equal if they are written alike, but for how castling is.
impl PartialEq for Chess {
    fn eq(&self, other: &Chess) -> bool {
        self.repeats(other)
            && self.clock == other.clock
            && self.board.fullmove_number() == other.board.fullmove_number()
    }
}

impl Eq for Chess {}

/// The square that a pawn has just passed with a double step, whether or not one can take it there.
#[inline]
#[must_use]
pub fn passed_square(board: &Board) -> Option<Square> {
    let rank = Rank::Sixth.relative_to(board.side_to_move());
    board.en_passant().map(|file| Square::new(file, rank))
}

/// A side of the board to castle to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Wing {
    King,
    Queen,
}

impl Wing {
    /// The side on which a king has the rook that it castles with.
    pub fn towards(king: Square, rook: Square) -> Wing {
        if king < rook { Wing::King } else { Wing::Queen }
    }

    /// Where the king comes to stand.
    pub fn king_lands(self) -> File {
        match self {
            Wing::King => File::G,
            Wing::Queen => File::C,
        }
    }

    /// Where the rook comes to stand.
    pub fn rook_lands(self) -> File {
        match self {
            Wing::King => File::F,
            Wing::Queen => File::D,
        }
    }
}

/// Who plays a colour.
pub fn player(color: Color) -> Player {
    match color {
        Color::White => Player::First,
        Color::Black => Player::Second,
    }
}

/// The side that a player has.
pub fn color(player: Player) -> Color {
    match player {
        Player::First => Color::White,
        Player::Second => Color::Black,
    }
}

impl Game for Chess {
    type Move = Move;

    fn turn(&self) -> Player {
        player(self.board.side_to_move())
    }

    fn moves(&self, out: &mut Vec<Move>) {
        self.moves_from(BitBoard::FULL, |chosen| out.push(chosen));
    }

    fn apply(&mut self, chosen: Move) {
        let Move { from, to, promotion } = chosen;
        let moved = std::mem::replace(&mut self.standing[from as usize], Piece::Pawn);
        if let Some(wing) = self.castling(chosen) {
            self.standing[to as usize] = Piece::Pawn;
            self.standing[Square::new(wing.king_lands(), from.rank()) as usize] = Piece::King;
            self.standing[Square::new(wing.rook_lands(), from.rank()) as usize] = Piece::Rook;
        } else {
            self.standing[to as usize] = promotion.unwrap_or(moved);
        }
        self.board.play_unchecked(chosen);
        // The board starts its clock again where the rules say so.
        self.clock = if self.board.halfmove_clock() == 0 { 0 } else { self.clock.saturating_add(1) };
    }

    fn score_finished(&self) -> Outcome {
        if self.board.checkers().is_empty() { Outcome::Draw } else { Outcome::won(self.turn().opponent()) }
    }
}

/// Shows the positions of some games of random moves.
#[cfg(test)]
pub fn in_random_games(mut each: impl FnMut(&Chess)) {
    let mut dice = crate::dice::Dice::seeded(1);
    for _ in 0..60 {
        let mut position = Chess::on(Board::default());
        for _ in 0..120 {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            position.apply(moves[dice.below(moves.len())]);
            each(&position);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn played(moves: &[&str]) -> Chess {
        let mut position = Chess::on(Board::default());
        for m in moves {
            position.apply(m.parse().unwrap());
        }
        position
    }

    #[test]
    fn every_piece_is_known_to_stand_where_it_does() {
        in_random_games(|position| {
            for square in Square::ALL {
                let piece = position.board().piece_on(square).unwrap_or(Piece::Pawn);
                assert_eq!(position.standing(square), piece, "{square} in {}", position.board());
            }
        });
    }

    #[test]
    fn a_double_step_that_nobody_can_take_leaves_no_trace() {
        assert_eq!(played(&["e2e4"]).en_passant(), None);
        let there_and_back = ["g1f3", "g8f6", "f3g1", "f6g8"];
        let once = played(&["e2e4"]);
        let mut again = once.clone();
        for m in ["g8f6", "g1f3", "f6g8", "f3g1"] {
            again.apply(m.parse().unwrap());
        }
        assert!(again.repeats(&once));
        assert!(played(&there_and_back).repeats(&played(&[])));
    }

    #[test]
    fn a_pawn_that_may_be_taken_in_passing_makes_another_position() {
        let first = played(&["e2e4", "a7a6", "e4e5", "d7d5"]);
        assert_eq!(first.en_passant(), Some(Square::D6));
        let mut later = first.clone();
        for m in ["g1f3", "g8f6", "f3g1", "f6g8"] {
            later.apply(m.parse().unwrap());
        }
        assert!(!later.repeats(&first));
        assert_ne!(later.key(), first.key());
    }

    #[test]
    fn the_clock_runs_past_a_hundred_and_starts_again_at_a_pawn_move() {
        let mut position = Chess::on(Board::default());
        for _ in 0..30 {
            for m in ["g1f3", "g8f6", "f3g1", "f6g8"] {
                position.apply(m.parse().unwrap());
            }
        }
        assert_eq!(position.clock(), 120);
        position.apply("e2e4".parse().unwrap());
        assert_eq!(position.clock(), 0);
    }
}
