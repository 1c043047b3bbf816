//! The memories of games that may go on. Nobody says which game a question belongs to, and nobody
//! needs to: a search that has looked ahead knows the positions that follow its move, and whoever
//! asks about one of them next goes on with its memory.

use std::any::TypeId;
use std::collections::VecDeque;
use std::ops::RangeInclusive;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::Question;
use super::memory::Memory;
use crate::game::Game;

/// What searches have left for others to go on with, within so many bytes: by default none.
#[derive(Default)]
pub struct Memories {
    most: usize,
    /// The newest stands last. Whoever searches with one has taken it out.
    kept: Mutex<VecDeque<Kept>>,
    recalled: AtomicU64,
}

struct Kept {
    mind: Mind,
    memory: Arc<Memory>,
}

/// What a memory is good for: the same knowledge, which may or may not ask its tables.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Mind {
    knowledge: TypeId,
    asks_tables: bool,
}

impl Mind {
    /// Of a search with that knowledge for a question.
    pub(super) fn of<H: 'static, G: Game>(question: &Question<G>) -> Mind {
        Mind { knowledge: TypeId::of::<H>(), asks_tables: question.tablebase }
    }
}

/// How much is remembered, and how often it was of use.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Tally {
    pub kept: usize,
    pub bytes: usize,
    /// Searches that went on with the memory of an earlier one.
    pub recalled: u64,
}

/// Each position further back says less about the one that is asked about, by a ply.
const FADES: i32 = 1;

impl Memories {
    /// Room for memories of so many bytes, all together. Of none: nothing is remembered.
    #[must_use]
    pub fn of_bytes(most: usize) -> Memories {
        Memories { most, ..Memories::default() }
    }

    /// Takes out the memory that knows a position best: given by its key and the keys of those
    /// before it, the latest first. None that has a table of fewer or of more bytes.
    #[must_use]
    pub(super) fn recall(
        &self,
        mind: Mind,
        keys: &[u64],
        bytes: RangeInclusive<usize>,
    ) -> Option<Arc<Memory>> {
        let mut kept = self.kept();
        let known = |(place, kept): (usize, &Kept)| {
            let table = &kept.memory.table;
            if kept.mind != mind || !bytes.contains(&table.bytes()) {
                return None;
            }
            let depths =
                keys.iter().zip(0..).filter_map(|(key, back)| Some(table.get(*key, 0)?.depth - back * FADES));
            Some((depths.max()?, place))
        };
        let (_, best) = kept.iter().enumerate().filter_map(known).max()?;
        self.recalled.fetch_add(1, Ordering::Relaxed);
        kept.remove(best).map(|kept| kept.memory)
    }

    /// Keeps a memory for whoever goes on; what has been of no use for longest makes room for it. One
    /// that is too large for all the room is not kept.
    pub(super) fn keep(&self, mind: Mind, memory: Arc<Memory>) {
        if memory.bytes() > self.most {
            return;
        }
        let mut kept = self.kept();
        kept.push_back(Kept { mind, memory });
        let mut bytes: usize = kept.iter().map(|kept| kept.memory.bytes()).sum();
        let mut forgotten = Vec::new();
        while bytes > self.most
            && let Some(oldest) = kept.pop_front()
        {
            // A helper that is late may just have added its history.
            bytes = bytes.saturating_sub(oldest.memory.bytes());
            forgotten.push(oldest);
        }
        // Large tables take a while to be given back to the system: others need not wait for it.
        drop(kept);
    }

    /// What there is of them now.
    #[must_use]
    pub fn tally(&self) -> Tally {
        let kept = self.kept();
        Tally {
            kept: kept.len(),
            bytes: kept.iter().map(|kept| kept.memory.bytes()).sum(),
            recalled: self.recalled.load(Ordering::Relaxed),
        }
    }

    fn kept(&self) -> MutexGuard<'_, VecDeque<Kept>> {
        // Nothing in here panics half way.
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::score::Score;
    use crate::search::table::Entry;
    use crate::search::window::Bound;

    const TABLE: usize = 1 << 10;
    const ANY: RangeInclusive<usize> = 0..=usize::MAX;

    fn mind() -> Mind {
        Mind { knowledge: TypeId::of::<()>(), asks_tables: true }
    }

    /// A memory that knows a position so many plies deep.
    fn memory(key: u64, depth: i32) -> Arc<Memory> {
        let memory = Memory::of_bytes(TABLE);
        let (score, bound) = (Score::estimate(1), Bound::Exact);
        memory.table.put(key, 0, Entry { best: None, score, bound, depth, proven: false, estimate: None });
        Arc::new(memory)
    }

    fn is(recalled: Option<Arc<Memory>>, memory: &Arc<Memory>) -> bool {
        recalled.is_some_and(|recalled| Arc::ptr_eq(&recalled, memory))
    }

    #[test]
    fn whoever_knows_the_position_best_is_recalled_and_only_once() {
        let memories = Memories::of_bytes(1 << 20);
        let (shallow, deep) = (memory(7, 3), memory(7, 9));
        for memory in [&shallow, &deep, &memory(8, 20)] {
            memories.keep(mind(), memory.clone());
        }
        assert!(is(memories.recall(mind(), &[7], ANY), &deep));
        assert!(is(memories.recall(mind(), &[7], ANY), &shallow));
        assert!(memories.recall(mind(), &[7], ANY).is_none());
    }

    #[test]
    fn a_position_that_was_passed_by_leads_to_the_memory_of_its_game() {
        let memories = Memories::of_bytes(1 << 20);
        let (ours, other) = (memory(6, 9), memory(7, 3));
        memories.keep(mind(), ours.clone());
        memories.keep(mind(), other);
        assert!(is(memories.recall(mind(), &[7, 6], ANY), &ours));
    }

    #[test]
    fn nobody_goes_on_with_what_another_mind_or_a_table_of_another_size_knows() {
        let memories = Memories::of_bytes(1 << 20);
        memories.keep(mind(), memory(7, 3));
        let others =
            [Mind { knowledge: TypeId::of::<u8>(), ..mind() }, Mind { asks_tables: false, ..mind() }];
        assert!(others.iter().all(|other| memories.recall(*other, &[7], ANY).is_none()));
        assert!(memories.recall(mind(), &[7], TABLE + 1..=usize::MAX).is_none());
        assert!(memories.recall(mind(), &[7], 0..=TABLE - 1).is_none());
        assert!(memories.recall(mind(), &[7], TABLE..=TABLE).is_some());
    }

    #[test]
    fn what_was_of_no_use_for_longest_makes_room() {
        let memories = Memories::of_bytes(2 * TABLE);
        for key in [1, 2, 3] {
            memories.keep(mind(), memory(key, 5));
        }
        assert_eq!(memories.tally(), Tally { kept: 2, bytes: 2 * TABLE, recalled: 0 });
        assert!(memories.recall(mind(), &[1], ANY).is_none());
        assert!(memories.recall(mind(), &[2], ANY).is_some());
    }

    #[test]
    fn no_room_is_no_memory() {
        let memories = Memories::of_bytes(0);
        memories.keep(mind(), memory(1, 5));
        assert_eq!(memories.tally().kept, 0);
    }

    #[test]
    fn what_is_larger_than_all_the_room_drives_nobody_out() {
        let memories = Memories::of_bytes(TABLE);
        memories.keep(mind(), memory(1, 5));
        memories.keep(mind(), Arc::new(Memory::of_bytes(2 * TABLE)));
        assert!(memories.recall(mind(), &[1], ANY).is_some());
    }
}
