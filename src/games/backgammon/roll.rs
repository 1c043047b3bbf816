//! What the dice show.

/// Two dice, the higher first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Roll {
    high: u8,
    low: u8,
}

impl Roll {
    /// Two dice from 1 to 6, in any order.
    #[must_use]
    pub fn new(one: u8, other: u8) -> Option<Roll> {
        let dice = 1..=6;
        (dice.contains(&one) && dice.contains(&other))
            .then(|| Roll { high: one.max(other), low: one.min(other) })
    }

    /// All 21.
    pub fn all() -> impl Iterator<Item = Roll> {
        (1..=6).flat_map(|high| (1..=high).map(move |low| Roll { high, low }))
    }

    #[must_use]
    pub fn high(self) -> u8 {
        self.high
    }

    #[must_use]
    pub fn low(self) -> u8 {
        self.low
    }

    #[must_use]
    pub fn is_double(self) -> bool {
        self.high == self.low
    }

    /// In how many of 36 throws it comes.
    #[must_use]
    pub fn ways(self) -> u8 {
        if self.is_double() { 1 } else { 2 }
    }
}
