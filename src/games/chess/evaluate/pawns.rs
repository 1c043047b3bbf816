//! How pawns stand to each other: structure and chains.

use cozy_chess::Piece;

use super::camp::Scene;
use super::tally::{Tally, Trace};
use super::weights::{BACKWARD, CHAIN, DOUBLED, ISOLATED, PHALANX};
use crate::games::chess::squares::{down, downwards, left, right, upwards};

/// Counts one side's pawns, seen by it.
#[inline(always)]
pub fn judge<T: Trace>(scene: Scene<'_>, tally: &mut Tally<'_, T>) {
    let own = scene.own.pieces(Piece::Pawn);
    let enemy = scene.enemy.pieces(Piece::Pawn);
    let enemy_attacks = scene.enemy.by(Piece::Pawn);

    let files = upwards(downwards(own));
    let isolated = own & !(left(files) | right(files));
    let open = own & !downwards(enemy); // no enemy pawn ahead on the file
    tally.many(ISOLATED.at(0), (isolated & !open).len());
    tally.many(ISOLATED.at(1), (isolated & open).len());
    tally.many(DOUBLED.at(0), (own & downwards(down(own))).len());

    // Nobody of its own can ever protect the square before it, which an enemy pawn attacks.
    let helped = left(upwards(own)) | right(upwards(own));
    let backward = own & down(enemy_attacks & !helped) & !isolated;
    tally.many(BACKWARD.at(0), (backward & !open).len());
    tally.many(BACKWARD.at(1), (backward & open).len());

    for pawn in own & scene.own.by(Piece::Pawn) {
        tally.one(CHAIN.at(pawn.rank() as usize));
    }
    for pawn in own & (left(own) | right(own)) {
        tally.one(PHALANX.at(pawn.rank() as usize));
    }
}
