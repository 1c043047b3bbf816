//! The safety of kings: their shelter, and the danger that pieces add up to.

use cozy_chess::{
    BitBoard, File, Piece, Rank, get_bishop_moves, get_king_moves, get_knight_moves, get_rook_moves,
};

use super::camp::Scene;
use super::tally::{Tally, Trace};
use super::weights::{
    DANGER, DANGER_CHECKS, DANGER_FLANK, DANGER_NO_QUEEN, DANGER_PINNED, DANGER_SHELTER, DANGER_STORM,
    DANGER_UNSAFE_CHECKS, DANGER_WEAK, SHELTER, STORM,
};
use crate::games::chess::squares::upwards;

/// A file before a king, by its places in the tables of shelter and of storm.
struct Wall {
    shelter: usize,
    storm: usize,
}

/// The three files around one side's own king, seen by it.
#[inline(always)]
fn walls(scene: Scene<'_>) -> [Wall; 3] {
    let king = scene.own.king;
    let centre = (king.file() as usize).clamp(1, 6);
    let ahead = upwards(king.rank().bitboard());
    [centre - 1, centre, centre + 1].map(|file| {
        let on_file = File::index(file).bitboard() & ahead;
        // The rank of the nearest pawn; 0 where there is none.
        let nearest = |pawns: BitBoard| (pawns & on_file).next_square().map_or(0, |s| s.rank() as usize);
        let edge = file.min(7 - file) * 8;
        Wall {
            shelter: edge + nearest(scene.own.pieces(Piece::Pawn)),
            storm: edge + nearest(scene.enemy.pieces(Piece::Pawn)),
        }
    })
}

/// Counts what the pawns before both kings are: a shelter to the own one, and what leaves the enemy's in danger.
#[inline(always)]
pub fn shelter<T: Trace>(scene: Scene<'_>, tally: &mut Tally<'_, T>) {
    for wall in walls(scene) {
        tally.one(SHELTER.at(wall.shelter));
        tally.one(STORM.at(wall.storm));
    }
    for wall in walls(scene.turned()) {
        tally.menace(DANGER_SHELTER.at(wall.shelter), 1);
        tally.menace(DANGER_STORM.at(wall.storm), 1);
    }
}

/// The danger that one side's pieces are to the enemy's king.
#[inline(always)]
pub fn danger<T: Trace>(scene: Scene<'_>, tally: &mut Tally<'_, T>) {
    let Scene { own, enemy, occupied } = scene;
    let king = enemy.king();
    tally.menace(DANGER.at(0), 1);
    if own.pieces(Piece::Queen).is_empty() {
        tally.menace(DANGER_NO_QUEEN.at(0), 1);
    }

    // Held by the king or the queen alone.
    let weak = own.reach & !enemy.twice() & (!enemy.reach() | enemy.by(Piece::King) | enemy.by(Piece::Queen));
    tally.menace(DANGER_WEAK.at(0), (weak & get_king_moves(king)).len());

    let safe = !own.all & (!enemy.reach() | (weak & own.twice));
    let straight = get_rook_moves(king, occupied ^ enemy.pieces(Piece::Queen));
    let slanted = get_bishop_moves(king, occupied ^ enemy.pieces(Piece::Queen));
    let checks = [
        (Piece::Knight, get_knight_moves(king)),
        (Piece::Bishop, slanted),
        (Piece::Rook, straight),
        (Piece::Queen, straight | slanted),
    ];
    let mut unsafe_checks = BitBoard::EMPTY;
    for (place, (piece, from)) in checks.into_iter().enumerate() {
        let check = from & own.by(piece) & !own.all;
        tally.menace(DANGER_CHECKS.at(place), (check & safe).len().min(2));
        if piece != Piece::Queen {
            unsafe_checks |= check & !safe;
        }
    }
    tally.menace(DANGER_UNSAFE_CHECKS.at(0), unsafe_checks.len());
    tally.menace(DANGER_PINNED.at(0), enemy.screens().len());

    let wing = wing(king.file()) & upwards(Rank::Fourth.bitboard());
    tally.menace(DANGER_FLANK.at(0), (wing & own.reach).len());
    tally.menace(DANGER_FLANK.at(1), (wing & own.twice).len());
    tally.menace(DANGER_FLANK.at(2), (wing & enemy.reach()).len());
}

/// The files on the king's side of the board.
#[inline(always)]
fn wing(file: File) -> BitBoard {
    let all = |files: &[File]| files.iter().fold(BitBoard::EMPTY, |sum, file| sum | file.bitboard());
    match file {
        File::A | File::B | File::C => all(&[File::A, File::B, File::C, File::D]),
        File::D | File::E => all(&[File::C, File::D, File::E, File::F]),
        File::F | File::G | File::H => all(&[File::E, File::F, File::G, File::H]),
    }
}
