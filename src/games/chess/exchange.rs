//! What an exchange of pieces on one square nets, without moving anything.

use cozy_chess::{
    BitBoard, Board, Color, Move, Piece, Square, get_bishop_moves, get_king_moves, get_knight_moves,
    get_line_rays, get_pawn_attacks, get_rook_moves,
};

use super::Chess;

/// What a piece is worth in an exchange, in centipawns: pawn, knight, bishop, rook, queen, king.
const WORTH: [i32; Piece::NUM] = [100, 320, 330, 500, 950, 20_000];

#[inline]
#[must_use]
pub fn worth(piece: Piece) -> i32 {
    WORTH[piece as usize]
}

/// What a move takes at once and what a pawn grows by.
#[inline]
#[must_use]
pub fn gain(position: &Chess, chosen: Move) -> i32 {
    let promoted = chosen.promotion.map_or(0, |piece| worth(piece) - worth(Piece::Pawn));
    taken(position, chosen).map_or(0, worth) + promoted
}

/// What a move takes, in passing included.
#[inline]
#[must_use]
pub fn taken(position: &Chess, chosen: Move) -> Option<Piece> {
    captures(position.board(), chosen).then(|| position.standing(chosen.to))
}

/// Whether a move takes something, in passing included.
#[inline]
#[must_use]
pub fn captures(board: &Board, chosen: Move) -> bool {
    let in_passing = chosen.from.file() != chosen.to.file() && board.pieces(Piece::Pawn).has(chosen.from);
    board.colors(!board.side_to_move()).has(chosen.to) || in_passing
}

/// Whether the exchange that a move begins nets its player at least so much, if both sides take
/// with their least piece first and may stop at any time. Sliders behind sliders join in; the
/// mover's pinned pieces do not, unless along the pin.
#[must_use]
pub fn gains(position: &Chess, chosen: Move, at_least: i32) -> bool {
    let board = position.board();
    let mover = board.side_to_move();
    if board.colors(mover).has(chosen.to) {
        return at_least <= 0; // castling
    }
    let mut balance = gain(position, chosen) - at_least;
    if balance < 0 {
        return false;
    }
    let moved = position.standing(chosen.from);
    // The worst case: what moved is lost for nothing.
    balance -= worth(chosen.promotion.unwrap_or(moved));
    if balance >= 0 {
        return true;
    }

    let target = chosen.to;
    let mut occupied = (board.occupied() ^ chosen.from.bitboard()) | target.bitboard();
    if moved == Piece::Pawn && chosen.from.file() != target.file() && !board.occupied().has(target) {
        occupied ^= Square::new(target.file(), chosen.from.rank()).bitboard();
    }
    let straight = board.pieces(Piece::Rook) | board.pieces(Piece::Queen);
    let slanted = board.pieces(Piece::Bishop) | board.pieces(Piece::Queen);
    let stuck = board.pinned() & board.colors(mover) & !get_line_rays(board.king(mover), target);
    let mut attackers = attackers(board, target, occupied) & !stuck;
    let mut side = !mover;
    loop {
        attackers &= occupied;
        let own = attackers & board.colors(side);
        let Some((piece, from)) = least(board, own) else { break };
        // A king cannot take what is protected.
        if piece == Piece::King && !(attackers & board.colors(!side)).is_empty() {
            break;
        }
        side = !side;
        balance = -balance - 1 - worth(piece);
        if balance >= 0 {
            break;
        }
        occupied ^= from.bitboard();
        if matches!(piece, Piece::Pawn | Piece::Bishop | Piece::Queen) {
            attackers |= get_bishop_moves(target, occupied) & slanted & !stuck;
        }
        if matches!(piece, Piece::Rook | Piece::Queen) {
            attackers |= get_rook_moves(target, occupied) & straight & !stuck;
        }
    }
    side != mover
}

/// The least valuable of these pieces.
#[inline]
fn least(board: &Board, of: BitBoard) -> Option<(Piece, Square)> {
    if of.is_empty() {
        return None;
    }
    Piece::ALL.into_iter().find_map(|piece| Some((piece, (of & board.pieces(piece)).next_square()?)))
}

/// Every piece of either side that attacks a square.
#[must_use]
pub fn attackers(board: &Board, square: Square, occupied: BitBoard) -> BitBoard {
    let queens = board.pieces(Piece::Queen);
    get_pawn_attacks(square, Color::White) & board.colored_pieces(Color::Black, Piece::Pawn)
        | get_pawn_attacks(square, Color::Black) & board.colored_pieces(Color::White, Piece::Pawn)
        | get_knight_moves(square) & board.pieces(Piece::Knight)
        | get_bishop_moves(square, occupied) & (board.pieces(Piece::Bishop) | queens)
        | get_rook_moves(square, occupied) & (board.pieces(Piece::Rook) | queens)
        | get_king_moves(square) & board.pieces(Piece::King)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Game;
    use crate::games::chess::rules::in_random_games;

    /// Slow and obviously right: a list of who takes in turn, each time found anew, and the best
    /// for each side worked out from its end.
    fn net(position: &Chess, chosen: Move) -> i32 {
        let board = position.board();
        let mover = board.side_to_move();
        if board.colors(mover).has(chosen.to) {
            return 0;
        }
        let target = chosen.to;
        let stuck = board.pinned() & board.colors(mover) & !get_line_rays(board.king(mover), target);
        let mut gone = chosen.from.bitboard();
        if taken(position, chosen).is_some() && !board.occupied().has(target) {
            gone |= Square::new(target.file(), chosen.from.rank()).bitboard();
        }
        let mut won = vec![gain(position, chosen)];
        let mut standing = worth(chosen.promotion.or(board.piece_on(chosen.from)).unwrap());
        let mut side = !mover;
        loop {
            let occupied = (board.occupied() & !gone) | target.bitboard();
            let all = attackers(board, target, occupied) & !gone & !stuck & !target.bitboard();
            let taker =
                (all & board.colors(side)).into_iter().min_by_key(|s| board.piece_on(*s).unwrap() as usize);
            let Some(taker) = taker else { break };
            let piece = board.piece_on(taker).unwrap();
            if piece == Piece::King && !(all & board.colors(!side)).is_empty() {
                break;
            }
            won.push(standing);
            standing = worth(piece);
            gone |= taker.bitboard();
            side = !side;
        }
        let answers = won.split_off(1);
        won[0] - answers.into_iter().rev().fold(0, |rest, taken| (taken - rest).max(0))
    }

    #[test]
    fn the_quick_answer_is_that_of_the_slow_count() {
        in_random_games(|position| {
            let board = position.board();
            for chosen in position.legal_moves() {
                let net = net(position, chosen);
                for least in [-950, -320, -100, 0, 1, 90, 230, 500, net, net + 1] {
                    assert_eq!(
                        gains(position, chosen, least),
                        net >= least,
                        "{chosen} nets {net} in {board}"
                    );
                }
            }
        });
    }

    #[test]
    fn what_stands_behind_joins_in_and_what_is_pinned_does_not() {
        for (fen, chosen, net_gain) in [
            // Rook, queen behind it, against a pawn that a rook and a bishop protect.
            ("4r1k1/6b1/8/4p3/8/8/4R3/4Q1K1 w - - 0 1", "e2e5", 100 - 500),
            ("4r1k1/8/8/4p3/8/8/4R3/4Q1K1 w - - 0 1", "e2e5", 100),
            ("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "e4d5", 100),
            ("4k3/8/4p3/3p4/4P3/8/8/4K3 w - - 0 1", "e4d5", 0),
            // The knight on c3 is pinned to its king and cannot take back.
            ("4k3/8/8/q2p4/4P3/2N5/8/4K3 w - - 0 1", "e4d5", 0),
        ] {
            let position = Chess::on(fen.parse().unwrap());
            let chosen: Move = chosen.parse().unwrap();
            assert!(gains(&position, chosen, net_gain), "{fen}");
            assert!(!gains(&position, chosen, net_gain + 1), "{fen}");
        }
    }
}
