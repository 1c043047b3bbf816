//! What attacks what, and who can do nothing about it.

use cozy_chess::{BitBoard, Piece, Rank};

use super::camp::Scene;
use super::tally::{Tally, Trace};
use super::weights::{CONTESTED, HANGING, KING_THREAT, MINOR_THREAT, PAWN_THREAT, PUSH_THREAT, ROOK_THREAT};
use crate::games::chess::squares::{left, right, up};

const VICTIMS: [Piece; 5] = [Piece::Pawn, Piece::Knight, Piece::Bishop, Piece::Rook, Piece::Queen];

/// Counts what one side threatens, seen by it.
#[inline(always)]
pub fn judge<T: Trace>(scene: Scene<'_>, tally: &mut Tally<'_, T>) {
    let Scene { own, enemy, occupied } = scene;
    let pieces = enemy.officers();
    // By a pawn, or more often than we attack.
    let held = enemy.by(Piece::Pawn) | (enemy.twice() & !own.twice);

    for victim in VICTIMS {
        let prey = enemy.pieces(victim);
        if (prey & own.reach).is_empty() {
            continue;
        }
        let place = victim as usize;
        let minors = own.by(Piece::Knight) | own.by(Piece::Bishop);
        let by_minors = if place < Piece::Rook as usize { minors & !held } else { minors };
        let by_rooks =
            if place < Piece::Queen as usize { own.by(Piece::Rook) & !held } else { own.by(Piece::Rook) };
        tally.many(PAWN_THREAT.at(place), (prey & own.by(Piece::Pawn)).len());
        tally.many(MINOR_THREAT.at(place), (prey & by_minors).len());
        tally.many(ROOK_THREAT.at(place), (prey & by_rooks).len());
    }
    let loose = own.reach & !enemy.reach();
    tally.many(HANGING.at(0), (loose & enemy.pieces(Piece::Pawn)).len());
    tally.many(HANGING.at(1), (loose & pieces).len());
    tally.many(
        KING_THREAT.at(0),
        (own.by(Piece::King) & (enemy.all() ^ enemy.king().bitboard()) & !held).len(),
    );

    let once = up(own.pieces(Piece::Pawn)) & !occupied;
    let steps = once | up(once & Rank::Third.bitboard()) & !occupied;
    let safe_steps = steps & !enemy.by(Piece::Pawn) & (own.reach | !enemy.reach());
    let next = left(up(safe_steps)) | right(up(safe_steps));
    tally.many(PUSH_THREAT.at(0), (next & pieces & !own.by(Piece::Pawn)).len());

    let contested: BitBoard = own.reach & enemy.reach() & !held & !enemy.all();
    tally.many(CONTESTED.at(0), contested.len());
}
