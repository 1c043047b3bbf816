//! Material, and where each piece stands relative to both kings. From one position to the next
//! little of it changes, so what stood last time is kept, and only what came or went is counted.

use cozy_chess::{BitBoard, Piece, Square};

use super::camp::Camp;
use super::tally::{Tally, Trace};
use super::tapered::Tapered;
use super::weights::{BY_ENEMY_KING, BY_OWN_KING, MATERIAL, Weights};

/// What stood last time, under kings in the same places.
#[derive(Clone)]
pub struct Placements(Box<[Placement]>);

impl Default for Placements {
    fn default() -> Placements {
        Placements(vec![Placement::default(); KING_PLACES * KING_PLACES].into_boxed_slice())
    }
}

impl Placements {
    /// What stood last time under kings in the places of these.
    #[inline]
    pub fn under(&mut self, [white, black]: &[Camp; 2]) -> &mut Placement {
        &mut self.0[KingPlace::of(white.king).number() * KING_PLACES + KingPlace::of(black.king).number()]
    }
}

/// Everything on the board as each side sees it; nothing at first.
#[derive(Clone, Copy, Default)]
pub struct Placement {
    pieces: [[BitBoard; Piece::NUM]; 2],
    /// Worth for White.
    balance: Tapered,
}

impl Placement {
    /// Counts what came and went since, and gives the worth for White of all that stands now.
    #[inline(always)]
    pub fn update<T: Trace>(&mut self, camps: &[Camp; 2], weights: &Weights, trace: &mut T) -> Tapered {
        let mut sums = [Tapered::ZERO; 2];
        for side in 0..2 {
            let (camp, other) = (&camps[side], &camps[1 - side]);
            // Each side sees the enemy's king where the enemy sees it.
            let (own, enemy) = (KingPlace::of(camp.king), KingPlace::of(other.king));
            let mut tally = Tally::new(weights, trace, side);
            for piece in Piece::ALL {
                let now = camp.pieces(piece);
                let before = std::mem::replace(&mut self.pieces[side][piece as usize], now);
                for square in now ^ before {
                    let by = if now.has(square) { 1 } else { -1 };
                    if piece != Piece::King {
                        tally.changed(MATERIAL.at(piece as usize), by);
                    }
                    tally.changed(BY_OWN_KING.at(own.row(piece, square)), by);
                    tally.changed(BY_ENEMY_KING.at(enemy.row(piece, square)), by);
                }
            }
            sums[side] = tally.sum;
        }
        self.balance += sums[0] - sums[1];
        self.balance
    }
}

/// Regions of a king, on either half of the board.
const KING_PLACES: usize = 16;

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

    #[inline]
    fn number(self) -> usize {
        2 * self.region + usize::from(self.right)
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
