//! Opening books: the house's own, and those that others made in Polyglot's format.
//!
//! A book is a list of entries of 16 bytes, sorted by the [`key`] of their position. The house's own
//! is such a book too; it was made from the named openings by
//!
//! ```text
//! cargo run --release --example chess_book
//! ```

mod entry;
pub mod key;

use std::fmt;
use std::path::Path;
use std::sync::{Arc, LazyLock};

use cozy_chess::Move;

use super::Chess;
use crate::game::Game;
pub use entry::Entry;

static OWN: &[u8] = include_bytes!("../data/book.bin");

/// A book that can be asked.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Book {
    /// Sorted by key.
    entries: Vec<Entry>,
    /// Whether each entry's `learnt` is what its move is worth, in centipawns.
    judged: bool,
}

/// A move that a book has for a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BookMove {
    pub chosen: Move,
    pub weight: u16,
    /// In centipawns, for the player to move, where the book says so.
    pub worth: Option<i32>,
}

impl Book {
    /// The house's own.
    #[must_use]
    pub fn own() -> Arc<Book> {
        static BOOK: LazyLock<Arc<Book>> = LazyLock::new(|| {
            let book = Book::read(OWN).expect("the book was made here, as a test shows");
            Arc::new(Book { judged: true, ..book })
        });
        BOOK.clone()
    }

    /// Reads a file.
    pub fn open(path: &Path) -> Result<Book, Flaw> {
        Book::read(&std::fs::read(path).map_err(|error| Flaw::Unreadable(error.to_string()))?)
    }

    /// Reads the bytes of a file.
    fn read(bytes: &[u8]) -> Result<Book, Flaw> {
        let (entries, rest) = bytes.as_chunks::<{ Entry::BYTES }>();
        if entries.is_empty() {
            return Err(Flaw::Empty);
        }
        if !rest.is_empty() {
            return Err(Flaw::Cut { bytes: bytes.len() });
        }
        let entries: Vec<_> = entries.iter().map(Entry::read).collect();
        match entries.windows(2).position(|pair| pair[0].key > pair[1].key) {
            Some(number) => Err(Flaw::Unsorted { entry: number + 2 }),
            None => Ok(Book { entries, judged: false }),
        }
    }

    /// What the book plays here, the moves in its order.
    #[must_use]
    pub fn moves(&self, position: &Chess) -> Vec<BookMove> {
        let key = key::of(position.board());
        let begin = self.entries.partition_point(|entry| entry.key < key);
        let here = self.entries[begin..].iter().take_while(|entry| entry.key == key);
        let legal = position.legal_moves();
        let read = |entry: &Entry| {
            // Two positions may share a key: what cannot be played here was meant for the other.
            let chosen = legal.iter().copied().find(|m| entry::written(*m) == entry.chosen)?;
            let worth = self.judged.then_some(entry.learnt as i32);
            Some(BookMove { chosen, weight: entry.weight, worth })
        };
        here.filter_map(read).collect()
    }
}

/// What is wrong with a book.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Flaw {
    Unreadable(String),
    Empty,
    /// Its length is not that of whole entries.
    Cut {
        bytes: usize,
    },
    /// An entry, counted from 1, whose key is smaller than the one before.
    Unsorted {
        entry: usize,
    },
}

impl fmt::Display for Flaw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Flaw::Unreadable(why) => f.write_str(why),
            Flaw::Empty => f.write_str("no Polyglot book: it is empty"),
            Flaw::Cut { bytes } => {
                write!(f, "no Polyglot book: {bytes} bytes are not a whole number of entries of 16")
            }
            Flaw::Unsorted { entry } => {
                write!(f, "no Polyglot book: its entries are not sorted, number {entry} is the first astray")
            }
        }
    }
}

impl std::error::Error for Flaw {}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;

    fn after(moves: &[&str]) -> Chess {
        moves.iter().fold(Chess::default(), |position, m| position.after(position.read_move(m).unwrap()))
    }

    fn entry(position: &Chess, m: &str, weight: u16) -> Entry {
        Entry::of(position, position.read_move(m).unwrap(), weight, 0)
    }

    fn bytes(mut entries: Vec<Entry>) -> Vec<u8> {
        entries.sort_by_key(|entry| entry.key);
        entries.iter().flat_map(|entry| entry.write()).collect()
    }

    #[test]
    fn a_book_answers_with_the_moves_of_the_position_alone() {
        let (start, later) = (Chess::default(), after(&["e4"]));
        let book =
            Book::read(&bytes(vec![entry(&start, "d4", 7), entry(&start, "Nf3", 3), entry(&later, "c5", 1)]))
                .unwrap();
        let told = |position: &Chess| -> Vec<(String, u16)> {
            book.moves(position).iter().map(|m| (position.san(m.chosen), m.weight)).collect()
        };
        assert_eq!(told(&start), [("d4".to_owned(), 7), ("Nf3".to_owned(), 3)]);
        assert_eq!(told(&later), [("c5".to_owned(), 1)]);
        assert_eq!(told(&after(&["d4"])), []);
    }

    #[test]
    fn castling_and_promotion_are_read_however_far_the_king_goes() {
        let castling = after(&["e4", "e5", "Nf3", "Nc6", "Bb5", "a6"]);
        let promoting: Chess = Chess::on("8/4P1k1/8/8/8/8/8/4K3 w - - 0 1".parse().unwrap());
        let book = Book::read(&bytes(vec![
            entry(&castling, "O-O", 1),
            entry(&promoting, "e8=N", 1),
            entry(&promoting, "e8=Q", 2),
        ]))
        .unwrap();
        assert_eq!(castling.san(book.moves(&castling)[0].chosen), "O-O");
        let promoted: Vec<_> = book.moves(&promoting).iter().map(|m| promoting.san(m.chosen)).collect();
        assert_eq!(promoted, ["e8=N+", "e8=Q"]);
    }

    #[test]
    fn what_is_no_book_is_refused_with_the_reason() {
        assert_eq!(Book::read(&[]), Err(Flaw::Empty));
        assert_eq!(Book::read(&[0; 33]), Err(Flaw::Cut { bytes: 33 }));
        let mut entries = bytes(vec![entry(&Chess::default(), "e4", 1), entry(&after(&["e4"]), "e5", 1)]);
        entries.rotate_left(16);
        assert_eq!(Book::read(&entries), Err(Flaw::Unsorted { entry: 2 }));
        assert!(matches!(Book::open(Path::new("/no/such/book.bin")), Err(Flaw::Unreadable(_))));
    }

    #[test]
    fn the_own_book_knows_every_move_that_it_gives() {
        let book = Book::own();
        assert!(book.entries.len() > 3_000, "{}", book.entries.len());
        let mut met = HashMap::new();
        crate::games::chess::openings::each_line(|along, _| {
            for position in along {
                let moves = book.moves(position);
                assert!(moves.iter().all(|m| m.weight > 0 && m.worth.is_some()));
                met.insert(key::of(position.board()), moves.len());
            }
        });
        let kept = book.entries.iter().filter(|entry| met.contains_key(&entry.key)).count();
        assert_eq!((met.values().sum::<usize>(), kept), (kept, book.entries.len()), "each is a legal move");
    }

    #[test]
    fn the_own_book_opens_as_people_do() {
        let first: Vec<_> =
            Book::own().moves(&Chess::default()).iter().map(|m| m.chosen.to_string()).collect();
        assert!(first.iter().any(|m| m == "e2e4") && first.iter().any(|m| m == "d2d4"), "{first:?}");
        assert!(!first.iter().any(|m| m == "f2f3" || m == "g2g4"), "{first:?}");
    }
}
