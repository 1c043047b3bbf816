//! What earlier parts of the search say about a move: which refuted the opponent, in general,
//! after this move, after that one; and how far the estimate erred in positions alike.

use crate::game::Player;

/// Where history saturates: a move at this value has always been the best.
pub const CERTAIN: i32 = 16_000;
/// How many features a position has by which the estimate's errors are remembered; see
/// [`Heuristics::features`](super::heuristics::Heuristics::features).
pub const FEATURES: usize = 3;

/// Moves are known by their slot; see [`Heuristics::slot`](super::heuristics::Heuristics::slot).
pub struct History {
    slots: usize,
    /// How good each quiet move is, by player.
    quiet: Vec<i16>,
    /// How good each noisy move is, by player.
    noisy: Vec<i16>,
    /// How good each move is as an answer to each other: a row for each that it may answer, and a
    /// last one, of zeros, where there was none.
    replies: Vec<i16>,
    /// How far the estimate errs, by player, feature and the feature's hash.
    errors: Vec<i16>,
}

/// Where the answers are kept to the moves that led to a position.
#[derive(Clone, Copy, Debug)]
pub struct Rows([usize; LED]);

/// Of so many moves that led to a position the history knows what answers them.
pub const LED: usize = 3;

/// Entries a feature; a power of two.
const ERRORS: usize = 1 << 14;
/// Errors are kept in fractions of a unit.
const FRACTION: i32 = 64;
/// No correction is greater than this, in units.
const MOST_ERROR: i32 = 96;
/// Of so many parts of what is known of errors, a new one makes one, and one more for each ply that was looked ahead,
const WHOLE: i32 = 256;
/// and so many at most.
const SUREST: i32 = 16;

impl History {
    /// An empty history for so many slots, with or without estimates' errors.
    #[must_use]
    pub fn new(slots: usize, corrects: bool) -> History {
        History {
            slots,
            // At least one of each: where nothing is kept, that is what is found.
            quiet: vec![0; 2 * slots.max(1)],
            noisy: vec![0; 2 * slots.max(1)],
            replies: vec![0; (slots + 1) * slots.max(1)],
            errors: vec![0; if corrects { 2 * FEATURES * ERRORS } else { 0 }],
        }
    }

    /// Whether it is one of so many slots, with or without estimates' errors.
    #[must_use]
    pub fn fits(&self, slots: usize, corrects: bool) -> bool {
        self.slots == slots && self.errors.is_empty() != corrects
    }

    /// How much room it takes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        [&self.quiet, &self.noisy, &self.replies, &self.errors]
            .map(|values| size_of_val(&**values))
            .iter()
            .sum()
    }

    /// Where the answers are kept to the moves in these slots.
    #[inline]
    #[must_use]
    pub fn rows(&self, led: [Option<usize>; LED]) -> Rows {
        Rows(led.map(|slot| slot.unwrap_or(self.slots) * self.slots))
    }

    #[inline]
    fn of(&self, player: Player, slot: usize) -> usize {
        debug_assert!(slot < self.slots.max(1), "move {slot} of {}", self.slots);
        player as usize * self.slots + slot
    }

    /// How good a noisy move has been, up to ±[`CERTAIN`].
    #[inline]
    #[must_use]
    pub fn noisy(&self, player: Player, slot: usize) -> i32 {
        i32::from(self.noisy[self.of(player, slot)])
    }

    /// How promising a quiet move is after the moves that led here.
    #[inline]
    #[must_use]
    pub fn quiet(&self, player: Player, slot: usize, rows: Rows) -> i32 {
        let replies = rows.0.map(|row| i32::from(self.replies[row + slot]));
        i32::from(self.quiet[self.of(player, slot)]) + replies.iter().sum::<i32>()
    }

    /// Moves what is known of a noisy move by a bonus, or by a malus.
    pub fn learn_noisy(&mut self, player: Player, slot: usize, bonus: i32) {
        if self.slots > 0 {
            let place = self.of(player, slot);
            drift(&mut self.noisy[place], bonus);
        }
    }

    /// The same for a quiet move, in general and as an answer to the moves that led here.
    pub fn learn_quiet(&mut self, player: Player, slot: usize, rows: Rows, bonus: i32) {
        if self.slots == 0 {
            return;
        }
        let place = self.of(player, slot);
        drift(&mut self.quiet[place], bonus);
        for row in rows.0.into_iter().filter(|row| *row < self.slots * self.slots) {
            drift(&mut self.replies[row + slot], bonus);
        }
    }

    /// What to add to an estimate, in units.
    #[must_use]
    pub fn correction(&self, player: Player, features: &[u64; FEATURES]) -> i32 {
        let sum: i32 = places(player, features).map(|p| i32::from(self.errors[p])).sum();
        sum / (FRACTION * FEATURES as i32)
    }

    /// Searching found the estimate wrong by `error` units, as sure as `depth` is deep.
    pub fn learn_error(&mut self, player: Player, features: &[u64; FEATURES], error: i32, depth: i32) {
        let weight = (depth + 1).min(SUREST);
        for place in places(player, features) {
            let old = i32::from(self.errors[place]);
            let seen = error.clamp(-MOST_ERROR, MOST_ERROR) * FRACTION;
            let new = (old * (WHOLE - weight) + seen * weight) / WHOLE;
            self.errors[place] = new as i16;
        }
    }
}

fn places(player: Player, features: &[u64; FEATURES]) -> impl Iterator<Item = usize> {
    let from = player as usize * FEATURES;
    features.iter().enumerate().map(move |(kind, hash)| (from + kind) * ERRORS + *hash as usize % ERRORS)
}

/// Moves a value towards ±[`CERTAIN`], the slower the nearer it is.
fn drift(value: &mut i16, bonus: i32) {
    let old = i32::from(*value);
    *value = (old + bonus - old * bonus.abs() / CERTAIN) as i16;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn history_saturates_and_forgets() {
        let mut history = History::new(4, false);
        let (answering, alone) = (history.rows([Some(1), None, None]), history.rows([None; LED]));
        for _ in 0..1000 {
            history.learn_quiet(Player::First, 2, answering, 900);
        }
        let sure = history.quiet(Player::First, 2, alone);
        assert!(sure > CERTAIN - 900 && sure <= CERTAIN, "{sure}");
        assert_eq!(history.quiet(Player::Second, 2, alone), 0);
        assert!(history.quiet(Player::First, 2, answering) > sure, "a reply that worked counts too");
        history.learn_quiet(Player::First, 2, alone, -900);
        assert!(history.quiet(Player::First, 2, alone) < sure);
    }

    #[test]
    fn an_error_seen_often_is_corrected() {
        let mut history = History::new(0, true);
        let features = [7; FEATURES];
        for _ in 0..500 {
            history.learn_error(Player::First, &features, 30, 10);
        }
        assert!((28..=30).contains(&history.correction(Player::First, &features)));
        assert_eq!(history.correction(Player::Second, &features), 0);
    }
}
