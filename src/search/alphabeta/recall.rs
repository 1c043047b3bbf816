//! What the table is asked of a position, and told.

use super::Search;
use crate::game::Game;
use crate::mixing::mixed;
use crate::search::heuristics::Heuristics;
use crate::search::table::Entry;

impl<G: Game, H: Heuristics<G>> Search<'_, G, H> {
    /// Lets the memory fetch what the table will soon be asked about a position.
    #[inline]
    pub(super) fn expect(&self, position: &G, key: u64) {
        self.memory.table.expect(remembered_by(&self.knowledge, position, key));
    }

    /// What the table knows of a position. Of one that differs from it only in who is how far ahead
    /// it knows the same.
    pub(super) fn recall(&self, position: &G, key: u64, ply: usize) -> Option<Entry> {
        let key = remembered_by(&self.knowledge, position, key);
        let entry = self.memory.table.get(key, self.distance(ply))?;
        Some(match self.ahead(position) {
            Some(units) => Entry { score: entry.score.ahead(units, entry.proven), ..entry },
            None => entry,
        })
    }

    /// For all positions that differ only in who is how far ahead.
    pub(super) fn keep(&self, position: &G, key: u64, ply: usize, entry: Entry) {
        let entry = match self.ahead(position) {
            Some(units) => {
                let proven = entry.is_proof();
                Entry { score: entry.score.ahead(-units, proven), proven, ..entry }
            }
            None => entry,
        };
        let key = remembered_by(&self.knowledge, position, key);
        self.memory.table.put(key, self.distance(ply), entry);
    }

    /// How far ahead the player to move is, whatever follows.
    fn ahead(&self, position: &G) -> Option<i32> {
        let ahead = self.knowledge.ahead(position);
        debug_assert!(
            ahead.is_none() || !self.policy.hurry && !self.policy.keeps_estimates(),
            "`ahead` is for games in no hurry, whose table keeps no estimates"
        );
        ahead
    }
}

/// The key of a position in the table: another than before where a draw for want of progress is near.
pub(super) fn remembered_by<G: Game, H: Heuristics<G>>(knowledge: &H, position: &G, key: u64) -> u64 {
    match knowledge.tired(position) {
        0 => key,
        tired => mixed([key, tired]),
    }
}
