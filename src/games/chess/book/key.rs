//! The hash by which Polyglot's books know a position.

use std::sync::LazyLock;

use cozy_chess::{Board, Color, Piece, get_pawn_attacks};

use crate::games::chess::rules::passed_square;

/// How many numbers there are, by what they stand for: pieces on squares, the four rights to
/// castle, the file of a pawn that can be taken in passing, White to move.
const NUMBERS: usize = CASTLING + 4 + 8 + 1;
const CASTLING: usize = 12 * 64;
const IN_PASSING: usize = CASTLING + 4;
const WHITE_TO_MOVE: usize = IN_PASSING + 8;

static RANDOM: LazyLock<[u64; NUMBERS]> = LazyLock::new(|| {
    let lines = include_str!("../data/polyglot.txt").lines().filter(|line| !line.starts_with('#'));
    let numbers = lines.flat_map(str::split_whitespace).map(|number| u64::from_str_radix(number, 16));
    let numbers: Result<Vec<_>, _> = numbers.collect();
    numbers.ok().and_then(|all| all.try_into().ok()).expect("the file holds them all, as a test shows")
});

/// The key of a position.
#[must_use]
pub fn of(board: &Board) -> u64 {
    let random = &*RANDOM;
    let mut key = 0;
    for square in board.occupied() {
        if let (Some(piece), Some(color)) = (board.piece_on(square), board.color_on(square)) {
            // Black pawn, white pawn, black knight, ...
            let kind = 2 * piece as usize + usize::from(color == Color::White);
            key ^= random[64 * kind + square as usize];
        }
    }
    for (number, color) in [Color::White, Color::Black].into_iter().enumerate() {
        let rights = board.castle_rights(color);
        for (wing, right) in [rights.short, rights.long].into_iter().enumerate() {
            if right.is_some() {
                key ^= random[CASTLING + 2 * number + wing];
            }
        }
    }
    let mover = board.side_to_move();
    if let Some(behind) = passed_square(board) {
        // Counts only if a pawn stands ready to take it, pinned or not.
        let takers = get_pawn_attacks(behind, !mover) & board.colored_pieces(mover, Piece::Pawn);
        if !takers.is_empty() {
            key ^= random[IN_PASSING + behind.file() as usize];
        }
    }
    if mover == Color::White {
        key ^= random[WHITE_TO_MOVE];
    }
    key
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_keys_are_those_that_the_format_publishes() {
        for (fen, key) in [
            ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 0x463b_9618_1691_fc9c),
            ("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1", 0x823c_9b50_fd11_4196),
            ("rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 2", 0x0756_b944_61c5_0fb0),
            ("rnbqkbnr/ppp1pppp/8/3pP3/8/8/PPPP1PPP/RNBQKBNR b KQkq - 0 2", 0x662f_afb9_65db_29d4),
            ("rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3", 0x22a4_8b5a_8e47_ff78),
            ("rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPPKPPP/RNBQ1BNR b kq - 0 3", 0x652a_607c_a3f2_42c1),
            ("rnbq1bnr/ppp1pkpp/8/3pPp2/8/8/PPPPKPPP/RNBQ1BNR w - - 0 4", 0x00fd_d303_c946_bdd9),
            ("rnbqkbnr/p1pppppp/8/8/PpP4P/8/1P1PPPP1/RNBQKBNR b KQkq c3 0 3", 0x3c81_23ea_7b06_7637),
            ("rnbqkbnr/p1pppppp/8/8/P6P/R1p5/1P1PPPP1/1NBQKBNR b Kkq - 0 4", 0x5c3f_9b82_9b27_9560),
        ] {
            assert_eq!(of(&fen.parse().unwrap()), key, "{fen}");
        }
    }
}
