//! What depends on pawns and kings alone: structure, chains, which pawns have passed, and how the
//! kings are sheltered. Kept in a small cache, for those of one position are mostly those of the next.

use cozy_chess::{BitBoard, Board, Color, Piece, Square, get_pawn_attacks};

use super::camp::{Camp, Scene};
use super::king;
use super::tally::{Tally, Trace, Untraced};
use super::tapered::Tapered;
use super::weights::{BACKWARD, CANDIDATE, CHAIN, DOUBLED, ISOLATED, PASSED, PHALANX, Weights};
use crate::games::chess::squares::{down, downwards, left, right, up, upwards};
use crate::mixing::mixed;
use crate::processor::well_equipped;

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

/// The squares of White's pawns, of Black's, and of both kings.
type Key = (u64, u64, [Square; 2]);

/// The pawns last met, by their squares and those of the kings.
#[derive(Clone)]
pub struct PawnCache(Box<[(Key, Pawns)]>);

/// A power of two; 150 KB stay in the second level of the processor's cache.
const ENTRIES: usize = 2048;

impl Default for PawnCache {
    fn default() -> PawnCache {
        // All squares full of pawns of both sides: no position has that.
        let nowhere = (u64::MAX, u64::MAX, [Square::A1; 2]);
        PawnCache(vec![(nowhere, Pawns::default()); ENTRIES].into_boxed_slice())
    }
}

impl PawnCache {
    #[inline(always)]
    pub fn look(&mut self, board: &Board, camps: &[Camp; 2], weights: &Weights) -> Pawns {
        let pawns = board.pieces(Piece::Pawn);
        let (white, black) = ((pawns & board.colors(Color::White)).0, (pawns & board.colors(Color::Black)).0);
        let kings = camps.each_ref().map(|camp| camp.king);
        let place = mixed([white ^ kings[0].bitboard().0, black ^ kings[1].bitboard().0]) as usize % ENTRIES;
        let key = (white, black, kings);
        let (met, known) = &self.0[place];
        if *met == key {
            return *known;
        }
        let found = judged(camps, weights);
        self.0[place] = (key, found);
        found
    }
}

/// The same, out of the way of those that were met before.
#[inline(never)]
fn judged(camps: &[Camp; 2], weights: &Weights) -> Pawns {
    well_equipped(
        #[inline(always)]
        || judge(camps, weights, &mut Untraced),
    )
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
