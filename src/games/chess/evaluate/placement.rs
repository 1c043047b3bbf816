//! Material, and where each piece stands relative to both kings.

use cozy_chess::{BitBoard, Piece, Square};

use super::camp::Camp;
use super::tally::{Tally, Trace};
use super::weights::{BY_ENEMY_KING, BY_OWN_KING, MATERIAL};

/// Counts one side's pieces, seen by it. `enemy_king` is where the enemy sees its own king.
pub fn judge<T: Trace>(camp: &Camp, enemy_king: Square, tally: &mut Tally<'_, T>) {
    let (own_table, own_mirror) = table(camp.king);
    let (enemy_table, enemy_mirror) = table(enemy_king);
    for piece in Piece::ALL {
        let squares: BitBoard = camp.pieces(piece);
        if piece != Piece::King {
            tally.many(MATERIAL.at(piece as usize), squares.len());
        }
        let row = piece as usize * 64;
        for square in squares {
            tally.one(BY_OWN_KING.at(own_table + row + (square as usize ^ own_mirror)));
            tally.one(BY_ENEMY_KING.at(enemy_table + row + (square as usize ^ enemy_mirror)));
        }
    }
}

/// Where the table for a king on this square begins, and what mirrors the files if it stands on
/// the right half.
fn table(king: Square) -> (usize, usize) {
    let mirror = if king.file() as usize > 3 { 7 } else { 0 };
    (REGION[king as usize ^ mirror] * 6 * 64, mirror)
}

/// The region of a king on files a to d; the other half is mirrored.
#[rustfmt::skip]
const REGION: [usize; 64] = [
    0, 1, 2, 3, 0, 0, 0, 0,
    4, 4, 5, 5, 0, 0, 0, 0,
    6, 6, 6, 6, 0, 0, 0, 0,
    6, 6, 6, 6, 0, 0, 0, 0,
    7, 7, 7, 7, 0, 0, 0, 0,
    7, 7, 7, 7, 0, 0, 0, 0,
    7, 7, 7, 7, 0, 0, 0, 0,
    7, 7, 7, 7, 0, 0, 0, 0,
];
