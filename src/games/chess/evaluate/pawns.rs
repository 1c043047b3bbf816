//! What depends on pawns and kings alone: structure, chains, which pawns have passed, and how the
//! kings are sheltered.

use cozy_chess::{BitBoard, Color, Piece, get_pawn_attacks};

use super::camp::{Camp, Scene};
use super::king;
use super::tally::{Tally, Trace};
use super::tapered::Tapered;
use super::weights::{BACKWARD, CANDIDATE, CHAIN, DOUBLED, ISOLATED, PASSED, PHALANX, Weights};
use crate::games::chess::squares::{down, downwards, left, right, up, upwards};

/// What was found out about the pawns and kings of a position.
#[derive(Clone, Copy, Default)]
pub struct Pawns {
    /// Worth for White.
    pub balance: Tapered,
    /// What lack of shelter adds to the danger that each side is to the other's king.
    pub danger: [Tapered; 2],
    /// Passed pawns of each side as it sees them.
    pub passed: [BitBoard; 2],
    /// Squares that pawns of each side attack now or after moving up, as it sees them.
    pub spans: [BitBoard; 2],
}

/// The pawns and kings of both sides.
#[inline(always)]
pub fn judge<T: Trace>(camps: &[Camp; 2], weights: &Weights, trace: &mut T) -> Pawns {
    let mut pawns = Pawns::default();
    let mut sums = [Tapered::ZERO; 2];
    let scene = |side: usize| Scene::new(&camps[side], &camps[1 - side]);
    let walls = [0, 1].map(|side| king::walls(scene(side)));
    for side in 0..2 {
        let mut tally = Tally::new(weights, trace, side);
        pawns.passed[side] = structure(scene(side), &mut tally);
        pawns.spans[side] = span(&camps[side]);
        king::shelter(walls[side], &mut tally);
        king::exposure(walls[1 - side], &mut tally);
        (sums[side], pawns.danger[side]) = (tally.sum, tally.danger);
    }
    pawns.balance = sums[0] - sums[1];
    pawns
}

#[inline(always)]
fn span(camp: &Camp) -> BitBoard {
    let above = upwards(up(camp.pieces(Piece::Pawn)));
    left(above) | right(above)
}

/// Judges one side's pawns and says which have passed.
#[inline(always)]
fn structure<T: Trace>(scene: Scene<'_>, tally: &mut Tally<'_, T>) -> BitBoard {
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

    let guarded = {
        let ahead = downwards(down(enemy));
        ahead | left(ahead) | right(ahead)
    };
    let passed = own & !guarded & !downwards(down(own));
    for pawn in passed {
        tally.one(PASSED.at(pawn.rank() as usize));
    }
    for pawn in open & own & guarded {
        // As many friends beside the way as enemies that guard it.
        let stop = up(pawn.bitboard());
        let guards = (left(upwards(stop)) | right(upwards(stop))) & enemy;
        let behind = downwards(pawn.bitboard());
        let friends = (left(behind) | right(behind)) & own;
        let levers = get_pawn_attacks(pawn, Color::White) & enemy;
        if friends.len() >= guards.len().saturating_sub(levers.len()) && guards.len() <= 2 {
            tally.one(CANDIDATE.at(pawn.rank() as usize));
        }
    }
    passed
}
