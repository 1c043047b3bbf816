//! Whatever is drawn at random, drawn from a seed: the same seed, the same game.

use std::time::{SystemTime, UNIX_EPOCH};

/// A stream of random numbers (SplitMix64). Fair enough for games; no secret is safe with it.
#[derive(Clone, Debug)]
pub struct Dice(u64);

impl Dice {
    /// Dice that throw the same for the same seed.
    #[must_use]
    pub fn seeded(seed: u64) -> Dice {
        Dice(seed)
    }

    /// Dice that nobody has thrown before: a seed from the clock.
    #[must_use]
    pub fn fresh() -> Dice {
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        Dice::seeded(now.as_nanos() as u64)
    }

    /// The dice of one turn of a game that has a seed: other ones for every position, by its key, and
    /// every number of moves before it.
    #[must_use]
    pub fn of_turn(seed: u64, key: u64, before: usize) -> Dice {
        Dice::seeded(Dice::seeded(seed).bits() ^ key ^ before as u64)
    }

    /// Sixty-four random bits.
    pub fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut bits = self.0;
        bits = (bits ^ bits >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ bits >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        bits ^ bits >> 31
    }

    /// A number below `sides`, all equally likely; 0 if there is none.
    pub fn below(&mut self, sides: usize) -> usize {
        ((u128::from(self.bits()) * sides as u128) >> 64) as usize
    }

    /// A number from 0 up to, but not including, 1.
    pub fn share(&mut self) -> f64 {
        (self.bits() >> 11) as f64 / (1u64 << 53) as f64
    }

    /// One of several events, each as likely as it says; none of none.
    pub fn draw<E: Copy>(&mut self, events: &[(E, f64)]) -> Option<E> {
        let mut left = self.share() * events.iter().map(|(_, odds)| odds).sum::<f64>();
        let drawn = events.iter().find(|(_, odds)| {
            left -= odds;
            left < 0.0
        });
        drawn.or(events.last()).map(|(event, _)| *event)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_seed_draws_the_same() {
        let [mut one, mut two] = [Dice::seeded(7), Dice::seeded(7)];
        assert!((0..100).all(|_| one.bits() == two.bits()));
    }

    #[test]
    fn events_come_as_often_as_they_are_likely() {
        let mut dice = Dice::seeded(1);
        let twos = (0..10_000).filter(|_| dice.draw(&[(2, 0.9), (4, 0.1)]) == Some(2)).count();
        assert!((8_800..9_200).contains(&twos), "{twos}");
        let mut seen = [0; 6];
        (0..6_000).for_each(|_| seen[dice.below(6)] += 1);
        assert!(seen.iter().all(|n| (850..1_150).contains(n)), "{seen:?}");
    }

    #[test]
    fn nothing_is_drawn_from_nothing() {
        assert_eq!(Dice::seeded(0).draw::<u8>(&[]), None);
        assert_eq!(Dice::seeded(0).below(0), 0);
    }
}
