//! What was found out about positions already visited, shared by all threads without a lock.
//!
//! An entry is two words, `key ^ data` and `data`, each written and read on its own. A pair that
//! two threads wrote halves of does not check, and counts as absent: no lock, no data race.
//!
//! ```text
//! data  63       48 47       32 31       16 15     8 7    3    2   1 0
//!       | move's    | estimate  | score     | depth | age   |proven|bound|
//!       | index     |           |           |       |       |      |     |
//! ```

use std::sync::atomic::{AtomicU64, Ordering};

use zerocopy::{FromZeros, KnownLayout};

use super::score::Score;
use super::window::{Bound, Window};
use crate::processor::{fetch_ahead, in_large_pages};

/// No search is deeper than this.
const DEEPEST: i32 = 255;

/// What is known of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Entry {
    /// The best move, by its place in the list of moves.
    pub best: Option<u16>,
    pub score: Score,
    pub bound: Bound,
    /// In plies.
    pub depth: i32,
    /// Searched to the end of the game without a guess: the result holds at any depth.
    pub proven: bool,
    /// The static estimate, where it was asked for.
    pub estimate: Option<i32>,
}

const NO_MOVE: u16 = u16::MAX;
const NO_ESTIMATE: i16 = i16::MIN;
const AGES: u64 = 32;

/// What is deeper by more plies than this stays, unless the new result is exact.
const MUCH_DEEPER: i64 = 3;
/// When one must give way, each search that has begun since counts as so many plies less.
const AGE: i64 = 8;

impl Entry {
    /// Whether the bound holds whatever a deeper search may find. No step of the search that guesses
    /// calls a game won or lost; for the moves that it is told to search, the game vouches.
    #[must_use]
    pub fn is_proof(&self) -> bool {
        self.proven
            || self.score.is_won() && self.bound == Bound::Lower
            || self.score.is_lost() && self.bound == Bound::Upper
    }

    /// What is known of a position that was only looked at: no score is above the greatest.
    #[must_use]
    pub fn estimated(estimate: impl Into<Option<i32>>) -> Entry {
        let (score, bound) = (Score::GREATEST, Bound::Upper);
        Entry { best: None, score, bound, depth: 0, proven: false, estimate: estimate.into() }
    }

    /// An estimate of the position, or what a bound knows better.
    #[must_use]
    pub fn sharpened(&self, estimate: Score) -> Score {
        let tells = !self.score.is_decisive() && self.bound.decides(self.score, Window::above(estimate));
        if tells { self.score } else { estimate }
    }

    fn pack(&self, ply: usize, age: u64) -> u64 {
        let estimate = self.estimate.map_or(NO_ESTIMATE, |e| e.clamp(-32_000, 32_000) as i16);
        u64::from(self.best.unwrap_or(NO_MOVE)) << 48
            | u64::from(estimate as u16) << 32
            | u64::from(self.score.from_here(ply) as u16) << 16
            | (self.depth.clamp(0, DEEPEST) as u64) << 8
            | age << 3
            | u64::from(self.proven) << 2
            | match self.bound {
                Bound::Upper => 1,
                Bound::Lower => 2,
                Bound::Exact => 3,
            }
    }

    fn unpack(data: u64, ply: usize) -> Entry {
        let best = (data >> 48) as u16;
        let estimate = (data >> 32) as u16 as i16;
        Entry {
            best: (best != NO_MOVE).then_some(best),
            score: Score::from_root((data >> 16) as u16 as i16, ply),
            bound: match data & 3 {
                1 => Bound::Upper,
                2 => Bound::Lower,
                _ => Bound::Exact,
            },
            depth: depth_of(data) as i32,
            proven: is_proven(data),
            estimate: (estimate != NO_ESTIMATE).then_some(i32::from(estimate)),
        }
    }
}

fn depth_of(data: u64) -> i64 {
    (data >> 8 & 0xff) as i64
}

fn is_proven(data: u64) -> bool {
    data >> 2 & 1 == 1
}

fn age_of(data: u64) -> u64 {
    data >> 3 & (AGES - 1)
}

#[derive(FromZeros, KnownLayout)]
#[repr(C)]
struct Slot {
    check: AtomicU64,
    data: AtomicU64,
}

impl Slot {
    /// The data of this key, zero if another's stands here.
    fn read(&self, key: u64) -> u64 {
        let data = self.data.load(Ordering::Relaxed);
        if self.check.load(Ordering::Relaxed) ^ data == key { data } else { 0 }
    }
}

/// Four entries share a cache line; a position may stand in any of them.
type Bucket = [Slot; 4];

/// The positions already visited, as many as there is room for.
pub struct Table {
    slots: Box<[Slot]>,
    /// The slots before the first that begins a cache line, at most 3. Were all of them aligned,
    /// they would not come from the system as zeros, untouched.
    before: usize,
    age: AtomicU64,
}

impl Table {
    /// A table of about so many bytes, at least one bucket. They are had from the system as they
    /// are used: a search that ends soon does not pay for all of them.
    ///
    /// # Panics
    ///
    /// If there is not so much memory.
    #[must_use]
    pub fn of_bytes(bytes: usize) -> Table {
        let count = (bytes / size_of::<Bucket>()).max(1);
        let slots = <[Slot]>::new_box_zeroed_with_elems(4 * count + 3).expect("memory for a table");
        in_large_pages(&slots);
        let before = slots.as_ptr().align_offset(size_of::<Bucket>()).min(3);
        Table { slots, before, age: AtomicU64::new(0) }
    }

    /// How much room it takes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        size_of_val(self.buckets())
    }

    /// What is stored is older from now on, and gives way first.
    pub fn grow_older(&self) {
        let age = self.age.load(Ordering::Relaxed);
        self.age.store((age + 1) % AGES, Ordering::Relaxed);
    }

    /// As many as were made room for, wherever the first begins.
    fn buckets(&self) -> &[Bucket] {
        self.slots[self.before..].as_chunks().0
    }

    fn bucket(&self, key: u64) -> &Bucket {
        let buckets = self.buckets();
        // The high bits choose the bucket, whatever their number.
        &buckets[((u128::from(key) * buckets.len() as u128) >> 64) as usize]
    }

    /// Fetches ahead what is stored for a key that will be asked for soon.
    #[inline]
    pub fn expect(&self, key: u64) {
        fetch_ahead(self.bucket(key));
    }

    /// What is known of the position with this key, which is so many plies from the root.
    #[must_use]
    pub fn get(&self, key: u64, ply: usize) -> Option<Entry> {
        let found = self.bucket(key).iter().map(|slot| slot.read(key)).find(|data| *data != 0)?;
        Some(Entry::unpack(found, ply))
    }

    /// Keeps what was found out, unless what is known already is worth more. Something else may have to give way.
    pub fn put(&self, key: u64, ply: usize, mut entry: Entry) {
        let age = self.age.load(Ordering::Relaxed);
        let bucket = self.bucket(key);
        let mine = bucket.iter().map(|slot| (slot, slot.read(key))).find(|(_, old)| *old != 0);
        if let Some((_, old)) = mine {
            let deeper =
                depth_of(old) > i64::from(entry.depth) + MUCH_DEEPER || is_proven(old) && !entry.proven;
            if entry.bound != Bound::Exact && deeper && age_of(old) == age {
                return; // the deeper result is worth more
            }
            if entry.best.is_none() {
                entry.best = Entry::unpack(old, ply).best;
            }
        }
        let least_worth = || {
            let worth = |slot: &&Slot| {
                let data = slot.data.load(Ordering::Relaxed);
                let years = (age + AGES - age_of(data)) % AGES;
                if data == 0 { i64::MIN } else { depth_of(data) - AGE * years as i64 }
            };
            bucket.iter().min_by_key(worth).expect("a bucket has slots")
        };
        let slot = mine.map_or_else(least_worth, |(slot, _)| slot);
        let data = entry.pack(ply, age);
        slot.check.store(key ^ data, Ordering::Relaxed);
        slot.data.store(data, Ordering::Relaxed);
    }

    /// How full the table is with entries of this age, in thousandths, by its first buckets.
    #[must_use]
    pub fn fullness(&self) -> u32 {
        let age = self.age.load(Ordering::Relaxed);
        let sample = self.buckets();
        let sample = &sample[..sample.len().min(250)];
        let full = |slot: &&Slot| {
            let data = slot.data.load(Ordering::Relaxed);
            data != 0 && age_of(data) == age
        };
        let count = sample.iter().flatten().filter(full).count();
        (count * 1000 / (sample.len() * 4)) as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::score::MOST;

    fn entry(depth: i32) -> Entry {
        let (score, estimate) = (Score::estimate(-31), Some(12));
        Entry { best: Some(7), score, bound: Bound::Lower, depth, proven: false, estimate }
    }

    #[test]
    fn a_table_has_as_many_buckets_as_its_bytes_have_room_for_and_each_begins_a_cache_line() {
        for count in [1, 2, 3, 17, 1000, 1 << 16] {
            let table = Table::of_bytes(64 * count);
            assert_eq!(table.buckets().len(), count);
            assert_eq!(table.buckets().as_ptr() as usize % 64, 0);
        }
    }

    #[test]
    fn what_is_put_is_got_back() {
        for e in [
            entry(3),
            Entry { best: None, estimate: None, ..entry(0) },
            Entry { score: -Score::won(9, 30), bound: Bound::Exact, proven: true, ..entry(9) },
        ] {
            let table = Table::of_bytes(1 << 12);
            table.put(0x1234_5678_9abc_def0, 4, e);
            assert_eq!(table.get(0x1234_5678_9abc_def0, 4), Some(e));
        }
        assert_eq!(Table::of_bytes(1 << 12).get(0, 0), None, "an empty slot answers to no key");
    }

    #[test]
    fn a_look_decides_nothing_wherever_it_is_met_again() {
        for (kept, met) in [(0, 0), (9, 250), (250, 9)] {
            let table = Table::of_bytes(1);
            table.put(1, kept, Entry::estimated(-70));
            let entry = table.get(1, met).expect("it was put");
            assert_eq!((entry.best, entry.estimate, entry.is_proof()), (None, Some(-70), false));
            for alpha in [-Score::won(1, 4), Score::estimate(500), Score::won(MOST, 0)] {
                assert!(!entry.bound.decides(entry.score, Window::above(alpha)));
            }
        }
    }

    #[test]
    fn the_shallowest_gives_way_and_the_old_before_the_young() {
        let table = Table::of_bytes(1); // one bucket
        for (key, depth) in [(1, 9), (2, 8), (3, 2), (4, 7)] {
            table.put(key, 0, entry(depth));
        }
        table.put(5, 0, entry(1));
        assert_eq!(table.get(3, 0), None);
        assert!(table.get(1, 0).is_some() && table.get(5, 0).is_some());

        table.grow_older();
        for key in 6..9 {
            table.put(key, 0, entry(2));
        }
        assert!((6..9).all(|key| table.get(key, 0).is_some()));
    }

    #[test]
    fn a_half_written_entry_counts_as_absent() {
        let table = Table::of_bytes(1);
        table.put(42, 0, entry(5));
        let slot = table.buckets()[0].iter().find(|s| s.read(42) != 0).unwrap();
        slot.data.fetch_xor(1 << 20, Ordering::Relaxed);
        assert_eq!(table.get(42, 0), None);
    }
}
