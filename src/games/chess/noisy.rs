//! Noisy moves: those that change what stands on the board. The processor cannot foresee which moves of
//! a list those are, so they are listed apart.

use cozy_chess::{BitBoard, Board, Move, Piece, PieceMoves, Rank, Square, get_king_moves};

use super::exchange::captures;
use super::rules::passed_square;
use super::squares::{ahead, left, right};

/// Whether a move is noisy: a capture, or a promotion to a queen.
#[inline]
#[must_use]
pub fn is_noisy(board: &Board, chosen: Move) -> bool {
    match chosen.promotion {
        Some(piece) => piece == Piece::Queen,
        None => captures(board, chosen),
    }
}

/// The noisy moves alone; meanwhile `by_piece` has the moves of each piece that may have some.
pub fn noisy_moves(board: &Board, out: &mut Vec<Move>, by_piece: &mut Vec<PieceMoves>) {
    let loud = Loud::on(board);
    by_piece.clear();
    board.generate_moves_for(!loud.idle(board), |moves| {
        by_piece.push(moves);
        false
    });
    by_piece.iter().for_each(|moves| loud.list(*moves, out));
}

/// All moves, the noisy ones first; meanwhile `by_piece` has the moves of each piece.
pub fn noisy_first(board: &Board, out: &mut Vec<Move>, by_piece: &mut Vec<PieceMoves>) {
    let loud = Loud::on(board);
    by_piece.clear();
    board.generate_moves(|moves| {
        by_piece.push(moves);
        false
    });
    by_piece.iter().for_each(|moves| loud.list(*moves, out));
    by_piece.iter().for_each(|moves| loud.list_others(*moves, out));
}

/// What makes a move noisy.
struct Loud {
    victims: BitBoard,
    /// Those, and the square of a pawn that can be taken in passing.
    victims_of_pawns: BitBoard,
    /// Where pawns promote.
    last: BitBoard,
}

impl Loud {
    #[inline]
    fn on(board: &Board) -> Loud {
        let mover = board.side_to_move();
        let victims = board.colors(!mover);
        let victims_of_pawns = victims | passed_square(board).map_or(BitBoard::EMPTY, Square::bitboard);
        Loud { victims, victims_of_pawns, last: Rank::Eighth.relative_to(mover).bitboard() }
    }

    /// Pawns and the king, where it shows at once that they have no noisy move.
    #[inline]
    fn idle(&self, board: &Board) -> BitBoard {
        let mover = board.side_to_move();
        let taking = ahead(!mover, self.victims_of_pawns);
        let busy = left(taking) | right(taking) | ahead(!mover, self.last);
        let king = board.king(mover);
        // Where the king can go is costly to find out.
        let king =
            if (get_king_moves(king) & self.victims).is_empty() { king.bitboard() } else { BitBoard::EMPTY };
        board.pieces(Piece::Pawn) & !busy | king
    }

    #[inline(always)]
    fn list(&self, PieceMoves { piece, from, to }: PieceMoves, out: &mut Vec<Move>) {
        if piece == Piece::Pawn {
            list(from, to & self.victims_of_pawns & !self.last, None, out);
            list(from, to & self.last, Some(Piece::Queen), out);
        } else {
            list(from, to & self.victims, None, out);
        }
    }

    #[inline]
    fn list_others(&self, PieceMoves { piece, from, to }: PieceMoves, out: &mut Vec<Move>) {
        if piece == Piece::Pawn {
            list(from, to & !(self.victims_of_pawns | self.last), None, out);
            for piece in [Piece::Knight, Piece::Bishop, Piece::Rook] {
                list(from, to & self.last, Some(piece), out);
            }
        } else {
            list(from, to & !self.victims, None, out);
        }
    }
}

#[inline]
fn list(from: Square, to: BitBoard, promotion: Option<Piece>, out: &mut Vec<Move>) {
    for to in to {
        out.push(Move { from, to, promotion });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Game;
    use crate::games::chess::rules::in_random_games;

    #[test]
    fn all_moves_are_listed_once_and_the_noisy_ones_first() {
        in_random_games(|position| {
            let (board, mut all, mut noisy) = (position.board(), Vec::new(), Vec::new());
            noisy_first(board, &mut all, &mut Vec::new());
            noisy_moves(board, &mut noisy, &mut Vec::new());
            assert_eq!(all[..noisy.len()], noisy, "{board}");
            let loud = |chosen: &Move| is_noisy(board, *chosen);
            assert!(noisy.iter().all(loud) && !all[noisy.len()..].iter().any(loud), "{board}");
            let mut legal = position.legal_moves();
            let order = |chosen: &Move| (chosen.from, chosen.to, chosen.promotion);
            all.sort_by_key(order);
            legal.sort_by_key(order);
            assert_eq!(all, legal, "{board}");
        });
    }
}
