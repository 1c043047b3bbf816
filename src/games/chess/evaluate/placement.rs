//! Material, and where each piece stands relative to both kings.

use cozy_chess::{Piece, Square};

use super::camp::Scene;
use super::tally::{Tally, Trace};
use super::weights::{BY_ENEMY_KING, BY_OWN_KING, MATERIAL};

/// Counts one side's pieces where they stand, seen by it.
#[inline(always)]
pub fn judge<T: Trace>(scene: Scene<'_>, tally: &mut Tally<'_, T>) {
    // Each side sees the enemy's king where the enemy sees it.
    let [own, enemy] = [scene, scene.turned()].map(|seen| KingPlace::of(seen.own.king));
    for piece in Piece::ALL {
        for square in scene.own.pieces(piece) {
            if piece != Piece::King {
                tally.one(MATERIAL.at(piece as usize));
            }
            tally.one(BY_OWN_KING.at(own.row(piece, square)));
            tally.one(BY_ENEMY_KING.at(enemy.row(piece, square)));
        }
    }
}

/// Where a king stands, as far as the others' worth depends on it.
#[derive(Clone, Copy)]
struct KingPlace {
    region: usize,
    /// On the right half everything is mirrored.
    right: bool,
}

impl KingPlace {
    #[inline]
    fn of(king: Square) -> KingPlace {
        let right = king.file() as usize > 3;
        KingPlace { region: REGION[king as usize ^ mirror(right)], right }
    }

    /// Where a table has what a piece on this square is worth.
    #[inline]
    fn row(self, piece: Piece, square: Square) -> usize {
        (self.region * Piece::NUM + piece as usize) * 64 + (square as usize ^ mirror(self.right))
    }
}

/// What exchanges the files of a square, if asked for.
#[inline]
fn mirror(wanted: bool) -> usize {
    if wanted { 7 } else { 0 }
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
