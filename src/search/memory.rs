//! What outlives a search, for a caller who asks again after the next move: what is known of
//! positions, and which moves were good.

use std::sync::{Mutex, MutexGuard, PoisonError};

use super::history::History;
use super::table::Table;

/// What the searches of one game remember, one after the other.
pub struct Memory {
    pub table: Table,
    /// As many as threads have searched at once, unless they are in use.
    histories: Mutex<Vec<History>>,
}

impl Memory {
    /// A memory with a table of so many bytes, and nothing in it.
    #[must_use]
    pub fn of_bytes(bytes: usize) -> Memory {
        Memory { table: Table::of_bytes(bytes), histories: Mutex::default() }
    }

    /// How much room it takes now.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.table.bytes() + self.histories().iter().map(History::bytes).sum::<usize>()
    }

    /// A history to go on with: one that an earlier search has left, or else an empty one.
    pub(super) fn history(&self, slots: usize, corrects: bool) -> History {
        let left = self.histories().pop();
        left.filter(|history| history.fits(slots, corrects)).unwrap_or_else(|| History::new(slots, corrects))
    }

    /// Keeps a history for the next search.
    pub(super) fn keep(&self, history: History) {
        self.histories().push(history);
    }

    fn histories(&self) -> MutexGuard<'_, Vec<History>> {
        self.histories.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Player;

    /// A memory with a history in which one move of four has been good.
    fn experienced() -> Memory {
        let memory = Memory::of_bytes(0);
        let mut history = memory.history(4, false);
        history.learn_noisy(Player::First, 2, 500);
        memory.keep(history);
        memory
    }

    #[test]
    fn the_next_search_goes_on_with_what_the_last_has_learnt() {
        let memory = experienced();
        assert!(memory.history(4, false).noisy(Player::First, 2) > 0);
        assert_eq!(memory.history(4, false).noisy(Player::First, 2), 0, "that one is in use");
    }

    #[test]
    fn what_was_learnt_of_other_moves_is_of_no_use() {
        for (slots, corrects) in [(8, false), (4, true)] {
            assert_eq!(experienced().history(slots, corrects).noisy(Player::First, 2), 0);
        }
    }
}
