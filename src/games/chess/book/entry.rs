//! One move of a book, and its 16 bytes.

use cozy_chess::{Move, Piece, Square};

use super::key;
use crate::games::chess::Chess;

/// A move of a book as it stands in the file, big end first: key, move, weight, what was learnt.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Entry {
    /// Of the position.
    pub key: u64,
    /// From the low end, three bits each: file and rank to go to, file and rank to come from,
    /// promotion (knight 1 to queen 4). Castling is the king taking its rook.
    pub chosen: u16,
    pub weight: u16,
    /// Makers of books use it as they like.
    pub learnt: u32,
}

impl Entry {
    pub(super) const BYTES: usize = 16;

    /// The entry for a move in a position.
    #[must_use]
    pub fn of(position: &Chess, chosen: Move, weight: u16, worth: i32) -> Entry {
        Entry { key: key::of(position.board()), chosen: written(chosen), weight, learnt: worth as u32 }
    }

    pub(super) fn read(bytes: &[u8; Entry::BYTES]) -> Entry {
        let all = u128::from_be_bytes(*bytes);
        Entry {
            key: (all >> 64) as u64,
            chosen: (all >> 48) as u16,
            weight: (all >> 32) as u16,
            learnt: all as u32,
        }
    }

    #[must_use]
    pub fn write(&self) -> [u8; Entry::BYTES] {
        let low = u128::from(self.chosen) << 48 | u128::from(self.weight) << 32 | u128::from(self.learnt);
        (u128::from(self.key) << 64 | low).to_be_bytes()
    }
}

/// A move as a book writes it.
pub(super) fn written(chosen: Move) -> u16 {
    let square = |s: Square| s.file() as u16 | (s.rank() as u16) << 3;
    let promotion = match chosen.promotion {
        Some(Piece::Knight) => 1,
        Some(Piece::Bishop) => 2,
        Some(Piece::Rook) => 3,
        Some(Piece::Queen) => 4,
        _ => 0,
    };
    square(chosen.to) | square(chosen.from) << 6 | promotion << 12
}

#[cfg(test)]
mod tests {
    use cozy_chess::{File, Rank};

    use super::*;

    #[test]
    fn an_entry_is_read_as_it_was_written() {
        let entry = Entry { key: 0x0123_4567_89ab_cdef, chosen: 0x1c0b, weight: 500, learnt: -35i32 as u32 };
        assert_eq!(Entry::read(&entry.write()), entry);
        assert_eq!(entry.write()[..10], [0x01, 0x23, 0x45, 0x67, 0x89, 0xab, 0xcd, 0xef, 0x1c, 0x0b]);
    }

    #[test]
    fn a_move_is_written_as_the_format_has_it() {
        let e2e4 = Move {
            from: Square::new(File::E, Rank::Second),
            to: Square::new(File::E, Rank::Fourth),
            promotion: None,
        };
        assert_eq!(written(e2e4), 0o1434);
    }
}
