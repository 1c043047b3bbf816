//! Squares, alone and in sets: moved, turned about and measured. What leaves the board is gone.

use cozy_chess::{BitBoard, Color, File, Square};

/// Squares as a side sees them, from its own end of the board.
#[inline]
#[must_use]
pub fn seen_from(color: Color, squares: BitBoard) -> BitBoard {
    if color == Color::White { squares } else { squares.flip_ranks() }
}

/// One step the way a side's pawns go.
#[inline]
#[must_use]
pub fn ahead(color: Color, squares: BitBoard) -> BitBoard {
    if color == Color::White { up(squares) } else { down(squares) }
}

#[inline]
#[must_use]
pub fn up(squares: BitBoard) -> BitBoard {
    BitBoard(squares.0 << 8)
}

#[inline]
#[must_use]
pub fn down(squares: BitBoard) -> BitBoard {
    BitBoard(squares.0 >> 8)
}

#[inline]
#[must_use]
pub fn left(squares: BitBoard) -> BitBoard {
    BitBoard((squares.0 & !File::A.bitboard().0) >> 1)
}

#[inline]
#[must_use]
pub fn right(squares: BitBoard) -> BitBoard {
    BitBoard((squares.0 & !File::H.bitboard().0) << 1)
}

/// These squares and all above them.
#[inline]
#[must_use]
pub fn upwards(squares: BitBoard) -> BitBoard {
    let mut all = squares.0;
    all |= all << 8;
    all |= all << 16;
    all |= all << 32;
    BitBoard(all)
}

/// These squares and all below them.
#[inline]
#[must_use]
pub fn downwards(squares: BitBoard) -> BitBoard {
    let mut all = squares.0;
    all |= all >> 8;
    all |= all >> 16;
    all |= all >> 32;
    BitBoard(all)
}

/// Steps of a king from one square to another.
#[inline]
#[must_use]
pub fn distance(a: Square, b: Square) -> usize {
    let files = (a.file() as usize).abs_diff(b.file() as usize);
    let ranks = (a.rank() as usize).abs_diff(b.rank() as usize);
    files.max(ranks)
}
