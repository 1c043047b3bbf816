//! What pieces do where they stand: mobility, outposts, files, and their share in an attack.

use cozy_chess::{
    BitBoard, File, Piece, Rank, Square, get_bishop_moves, get_knight_moves, get_line_rays, get_rook_moves,
};

use super::camp::{Camp, Enemy, Scene};
use super::tally::{Tally, Trace};
use super::weights::{
    BISHOP_MOBILITY, BISHOP_PAIR, BISHOP_PAWNS, DANGER_ATTACKERS, DANGER_ATTACKS, KNIGHT_MOBILITY, OUTPOST,
    PIECE_WITH_PAWNS, QUEEN_MOBILITY, ROOK_FILE, ROOK_MOBILITY, ROOK_SEVENTH, SHIELDED_MINOR,
};
use crate::games::chess::squares::{down, downwards};

/// Counts one side's pieces and notes in its camp what they attack; `other` is the other camp, of
/// whose attacks those by pawns are known.
#[inline(always)]
pub fn judge<T: Trace>(own: &mut Camp, other: &Camp, tally: &mut Tally<'_, T>) {
    let (enemy, scene) = (Enemy::new(other), Scene::new(own, other));
    let occupied = scene.occupied;
    let pawns = own.pieces(Piece::Pawn);
    let low = Rank::Second.bitboard() | Rank::Third.bitboard();
    let stuck = pawns & (down(occupied) | low);
    let area = Area {
        // Own pawns that cannot make way, king and queen; what enemy pawns attack.
        safe: !(stuck | own.king.bitboard() | own.pieces(Piece::Queen) | enemy.by(Piece::Pawn)),
        pinned: own.screens & own.all,
        ring: enemy.ring() & !enemy.twice_by_pawns(),
    };
    let outposts = own.by(Piece::Pawn)
        & !enemy.span()
        & (Rank::Fourth.bitboard() | Rank::Fifth.bitboard() | Rank::Sixth.bitboard());

    let queens = own.pieces(Piece::Queen);
    for square in own.pieces(Piece::Knight) {
        let reached =
            area.note(own, Piece::Knight, square, get_knight_moves(square), KNIGHT_MOBILITY.start, tally);
        if outposts.has(square) {
            tally.one(OUTPOST.at(0));
        } else if !(reached & outposts & !own.all).is_empty() {
            tally.one(OUTPOST.at(2));
        }
    }
    for square in own.pieces(Piece::Bishop) {
        let seen = get_bishop_moves(square, occupied ^ queens);
        area.note(own, Piece::Bishop, square, seen, BISHOP_MOBILITY.start, tally);
        if outposts.has(square) {
            tally.one(OUTPOST.at(1));
        }
        let colour =
            if BitBoard::DARK_SQUARES.has(square) { BitBoard::DARK_SQUARES } else { BitBoard::LIGHT_SQUARES };
        let blocked = pawns & down(occupied) & centre_files();
        tally.many(BISHOP_PAWNS.at(0), (pawns & colour).len());
        tally.many(BISHOP_PAWNS.at(1), (blocked & colour).len());
    }
    for square in own.pieces(Piece::Rook) {
        let seen = get_rook_moves(square, occupied ^ queens ^ own.pieces(Piece::Rook));
        area.note(own, Piece::Rook, square, seen, ROOK_MOBILITY.start, tally);
        let file = square.file().bitboard();
        if (file & pawns).is_empty() {
            tally.one(ROOK_FILE.at(usize::from((file & enemy.pieces(Piece::Pawn)).is_empty())));
        }
    }
    for square in queens {
        let seen = get_bishop_moves(square, occupied) | get_rook_moves(square, occupied);
        area.note(own, Piece::Queen, square, seen, QUEEN_MOBILITY.start, tally);
    }

    let (knights, bishops) = (own.pieces(Piece::Knight), own.pieces(Piece::Bishop));
    let rooks = own.pieces(Piece::Rook);
    if !(bishops & BitBoard::DARK_SQUARES).is_empty() && !(bishops & BitBoard::LIGHT_SQUARES).is_empty() {
        tally.one(BISHOP_PAIR.at(0));
    }
    tally.many(PIECE_WITH_PAWNS.at(0), knights.len() * pawns.len());
    tally.many(PIECE_WITH_PAWNS.at(1), rooks.len() * pawns.len());
    tally.many(SHIELDED_MINOR.at(0), ((knights | bishops) & down(pawns | enemy.pieces(Piece::Pawn))).len());
    // On the seventh there must be something to attack, or a king to lock in.
    let prey = !(enemy.pieces(Piece::Pawn) & Rank::Seventh.bitboard()).is_empty();
    if prey || enemy.king().rank() == Rank::Eighth {
        tally.many(ROOK_SEVENTH.at(0), (rooks & Rank::Seventh.bitboard()).len());
    }
}

/// Where one side's pieces may go, and what they aim at.
struct Area {
    safe: BitBoard,
    pinned: BitBoard,
    ring: BitBoard,
}

impl Area {
    #[inline(always)]
    fn note<T: Trace>(
        &self,
        own: &mut Camp,
        piece: Piece,
        square: Square,
        seen: BitBoard,
        mobility: usize,
        tally: &mut Tally<'_, T>,
    ) -> BitBoard {
        let reached = if self.pinned.has(square) { seen & get_line_rays(own.king, square) } else { seen };
        own.attack(piece, reached);
        tally.one(mobility + (reached & self.safe).len() as usize);
        let aimed = reached & self.ring;
        if !aimed.is_empty() {
            tally.menace(DANGER_ATTACKERS.at(piece as usize), 1);
            tally.menace(DANGER_ATTACKS.at(0), aimed.len());
        }
        reached
    }
}

fn centre_files() -> BitBoard {
    File::C.bitboard() | File::D.bitboard() | File::E.bitboard() | File::F.bitboard()
}

/// Safe squares at home in the centre; those behind our pawns and out of reach count twice.
#[must_use]
#[inline(always)]
pub fn space(scene: Scene<'_>) -> u32 {
    let pawns = scene.own.pieces(Piece::Pawn);
    let home = Rank::Second.bitboard() | Rank::Third.bitboard() | Rank::Fourth.bitboard();
    let safe = centre_files() & home & !pawns & !scene.enemy.by(Piece::Pawn);
    let behind = downwards(down(pawns));
    safe.len() + (safe & behind & !scene.enemy.reach()).len()
}
