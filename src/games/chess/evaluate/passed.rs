//! Passed pawns: how free their way is, and how near the kings are; and pawns that may become such.

use cozy_chess::{BitBoard, Color, Piece, Rank, Square, get_pawn_attacks};

use super::camp::Scene;
use super::tally::{Tally, Trace};
use super::weights::{
    CANDIDATE, PASSED, PASSED_BLOCKED, PASSED_ENEMY_KING, PASSED_OWN_KING, PASSED_PATH, PASSED_PUSH,
    PASSED_ROOK, PASSED_RUNNER,
};
use crate::games::chess::squares::{distance, down, downwards, left, right, up, upwards};

/// Counts one side's passed pawns, seen by it; `to_move` says whose turn it is.
#[inline(always)]
pub fn judge<T: Trace>(scene: Scene<'_>, to_move: bool, tally: &mut Tally<'_, T>) {
    let Scene { own, enemy, .. } = scene;
    let (pawns, enemies) = (own.pieces(Piece::Pawn), enemy.pieces(Piece::Pawn));
    let met = downwards(down(enemies));
    let guarded = met | enemy.span();
    for pawn in pawns & guarded & !met {
        candidate(pawn, pawns, enemies, tally);
    }
    for pawn in pawns & !guarded & !downwards(down(pawns)) {
        let rank = pawn.rank() as usize;
        tally.one(PASSED.at(rank));
        let stop = up(pawn.bitboard());
        let path = upwards(stop);
        let unsafe_squares = enemy.reach() & !own.by(Piece::Pawn);
        if !(enemy.all() & stop).is_empty() {
            tally.one(PASSED_BLOCKED.at(rank));
        } else if (stop & unsafe_squares & !(own.reach & !enemy.twice())).is_empty() {
            tally.one(PASSED_PUSH.at(rank));
        }
        if (path & (unsafe_squares | enemy.all())).is_empty() {
            tally.one(PASSED_PATH.at(rank));
        }
        let behind = downwards(down(pawn.bitboard()));
        if !(behind & own.pieces(Piece::Rook)).is_empty() {
            tally.one(PASSED_ROOK.at(0));
        } else if !(behind & enemy.pieces(Piece::Rook)).is_empty() {
            tally.one(PASSED_ROOK.at(1));
        }
        if rank > Rank::Third as usize {
            let ahead = Square::index(pawn as usize + 8);
            let weight = (rank - Rank::Third as usize) as u32;
            tally.many(PASSED_OWN_KING.at(distance(own.king, ahead)), weight);
            tally.many(PASSED_ENEMY_KING.at(distance(enemy.king(), ahead)), weight);
        }
        if enemy.officers().is_empty() && runs(scene, pawn, path, to_move) {
            tally.one(PASSED_RUNNER.at(0));
        }
    }
}

/// Counts a pawn whose way is open but guarded, if as many friends stand beside it as enemies guard it.
#[inline(always)]
fn candidate<T: Trace>(pawn: Square, pawns: BitBoard, enemies: BitBoard, tally: &mut Tally<'_, T>) {
    let stop = up(pawn.bitboard());
    let guards = (left(upwards(stop)) | right(upwards(stop))) & enemies;
    let behind = downwards(pawn.bitboard());
    let friends = (left(behind) | right(behind)) & pawns;
    let levers = get_pawn_attacks(pawn, Color::White) & enemies;
    if friends.len() >= guards.len().saturating_sub(levers.len()) && guards.len() <= 2 {
        tally.one(CANDIDATE.at(pawn.rank() as usize));
    }
}

/// Whether the way is clear and the enemy's king too far to catch the pawn.
fn runs(scene: Scene<'_>, pawn: Square, path: BitBoard, to_move: bool) -> bool {
    let king = scene.enemy.king();
    let goal = Square::new(pawn.file(), Rank::Eighth);
    // The first step may be a double one.
    let steps = (Rank::Eighth as usize - pawn.rank() as usize).min(5);
    let catcher = distance(king, goal) - usize::from(!to_move && king != goal);
    (path & scene.occupied).is_empty() && catcher > steps
}
