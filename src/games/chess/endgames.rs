//! Endgames that are known: who wins without searching, the way to the mate, and which pluses
//! nobody can win.

use cozy_chess::{BitBoard, Board, Color, Piece, Rank, Square};

use super::evaluate::WHOLE;
use super::evaluate::camp::distance;
use super::kpk;
use crate::search::heuristics::Known;
use crate::search::score::Score;
use crate::search::table::Bound;

/// What a won endgame is worth before progress is counted, in centipawns: more than any position
/// that must still be won, less than a mate.
const WON: i32 = 3_000;

/// The estimate of a known endgame for the player to move; none if it must be judged by its
/// features.
#[must_use]
pub fn estimate(board: &Board) -> Option<i32> {
    let bare = Color::ALL.into_iter().find(|color| board.colors(*color).len() == 1)?;
    let strong = !bare;
    let value = against_bare_king(board, strong)?;
    Some(if board.side_to_move() == strong { value } else { -value })
}

/// What is known for certain: a pawn that cannot win.
#[must_use]
pub fn known(board: &Board) -> Option<Known> {
    let lone_pawn = board.occupied().len() == 3 && !board.pieces(Piece::Pawn).is_empty();
    (lone_pawn && estimate(board) == Some(0)).then_some(Known { score: Score::DRAW, bound: Bound::Exact })
}

/// How good a side's pieces are against a lone king.
fn against_bare_king(board: &Board, strong: Color) -> Option<i32> {
    let count = |piece| board.colored_pieces(strong, piece).len();
    let [pawns, knights, bishops] = [Piece::Pawn, Piece::Knight, Piece::Bishop].map(count);
    let mighty = count(Piece::Rook) + count(Piece::Queen);
    let (king, prey) = (board.king(strong), board.king(!strong));
    if pawns == 1 && knights + bishops + mighty == 0 {
        return Some(pawn_alone(board, strong));
    }
    let near = 14 - 2 * distance(king, prey) as i32;
    let material = 950 * count(Piece::Queen) as i32
        + 500 * count(Piece::Rook) as i32
        + 330 * (knights + bishops) as i32
        + 100 * pawns as i32;
    if mighty > 0 {
        return Some(WON + material + 10 * from_centre(prey) + 4 * near);
    }
    if pawns > 0 {
        return None;
    }
    let squares = board.colored_pieces(strong, Piece::Bishop);
    let both =
        !(squares & BitBoard::DARK_SQUARES).is_empty() && !(squares & BitBoard::LIGHT_SQUARES).is_empty();
    if both {
        return Some(WON + material + 10 * from_centre(prey) + 6 * near);
    }
    if bishops > 0 && knights > 0 {
        // Mate only in a corner of the bishop's colour.
        let dark = !(squares & BitBoard::DARK_SQUARES).is_empty();
        let step = if dark { [Square::A1, Square::H8] } else { [Square::A8, Square::H1] };
        let away = step.into_iter().map(|corner| walk(prey, corner)).min().unwrap_or(0);
        return Some(WON + material + 30 * (14 - away) + 4 * from_centre(prey) + 6 * near);
    }
    // Two knights or less cannot force mate.
    Some(if knights > 2 { WON + material + 10 * from_centre(prey) + 4 * near } else { 0 })
}

fn pawn_alone(board: &Board, strong: Color) -> i32 {
    let turned = |square: Square| square.relative_to(strong);
    let Some(pawn) = board.colored_pieces(strong, Piece::Pawn).next_square().map(turned) else { return 0 };
    let to_move = if board.side_to_move() == strong { Color::White } else { Color::Black };
    if kpk::wins(to_move, turned(board.king(strong)), pawn, turned(board.king(!strong))) {
        1_000 + 100 * pawn.rank() as i32
    } else {
        0
    }
}

/// Steps from the centre: 0 on e4, 6 in a corner.
fn from_centre(square: Square) -> i32 {
    let off = |line: usize| if line < 4 { 3 - line as i32 } else { line as i32 - 4 };
    off(square.file() as usize) + off(square.rank() as usize)
}

/// Steps along files and ranks.
fn walk(a: Square, b: Square) -> i32 {
    let files = (a.file() as i32 - b.file() as i32).abs();
    let ranks = (a.rank() as i32 - b.rank() as i32).abs();
    files + ranks
}

/// What the endgame value of the stronger side's plus counts for, of [`WHOLE`].
#[must_use]
pub fn scale(board: &Board, stronger: Color) -> i32 {
    let count = |color, piece| board.colored_pieces(color, piece).len() as i32;
    let pawns = count(stronger, Piece::Pawn);
    let pieces = |color| {
        3 * (count(color, Piece::Knight) + count(color, Piece::Bishop))
            + 5 * count(color, Piece::Rook)
            + 9 * count(color, Piece::Queen)
    };
    let (strong, weak) = (pieces(stronger), pieces(!stronger));
    if pawns == 0 && strong - weak <= 3 {
        // A minor piece more does not win without pawns; a lone minor never does.
        return if strong < 5 {
            0
        } else if weak <= 3 {
            4
        } else {
            14
        };
    }
    if rook_pawn_with_wrong_bishop(board, stronger) {
        return 0;
    }
    if opposite_bishops(board) {
        let others = strong + weak - 6;
        return if others == 0 { (16 + 4 * pawns).min(WHOLE) } else { (36 + 3 * pawns).min(WHOLE) };
    }
    // The fewer pawns, the harder to win.
    (36 + 7 * pawns).min(WHOLE)
}

fn opposite_bishops(board: &Board) -> bool {
    let bishops = board.pieces(Piece::Bishop);
    let one_each = Color::ALL.into_iter().all(|color| (bishops & board.colors(color)).len() == 1);
    one_each && (bishops & BitBoard::DARK_SQUARES).len() == 1 && board.pieces(Piece::Knight).is_empty()
}

/// Only pawns on one edge file, a bishop that does not rule their corner, and the enemy's king in it.
fn rook_pawn_with_wrong_bishop(board: &Board, strong: Color) -> bool {
    let own = board.colors(strong);
    let (pawns, bishops) = (own & board.pieces(Piece::Pawn), own & board.pieces(Piece::Bishop));
    if pawns.is_empty() || own.len() != 1 + pawns.len() + bishops.len() {
        return false;
    }
    let Some(first) = pawns.next_square() else { return false };
    let file = first.file();
    if !matches!(file as usize, 0 | 7) || !pawns.is_subset(file.bitboard()) {
        return false;
    }
    let corner = Square::new(file, Rank::Eighth.relative_to(strong));
    let rules =
        if BitBoard::DARK_SQUARES.has(corner) { BitBoard::DARK_SQUARES } else { BitBoard::LIGHT_SQUARES };
    (bishops & rules).is_empty() && distance(board.king(!strong), corner) <= 1
}
