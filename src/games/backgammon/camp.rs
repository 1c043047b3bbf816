//! The men of one side, and the points they stand on.

/// How many men a side has.
pub const MEN: u8 = 15;
/// The point on which men wait that were hit; from there they enter as from a 25th point.
pub const BAR: u8 = 25;
/// Where men go that are borne off.
pub const OFF: u8 = 0;
/// The last point of the home board.
pub const HOME: u8 = 6;

/// The men of one side, by its own count of the points: 1 to 24, where it bears off from 1,
/// [`BAR`] and [`OFF`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Camp([u8; 26]);

impl Camp {
    /// Nobody anywhere.
    pub const EMPTY: Camp = Camp([0; 26]);

    #[inline]
    #[must_use]
    pub fn on(&self, point: u8) -> u8 {
        self.0[usize::from(point)]
    }

    pub fn put(&mut self, point: u8, men: u8) {
        self.0[usize::from(point)] += men;
    }

    #[inline]
    pub fn shift(&mut self, from: u8, to: u8) {
        self.0[usize::from(from)] -= 1;
        self.0[usize::from(to)] += 1;
    }

    #[must_use]
    pub fn off(&self) -> u8 {
        self.on(OFF)
    }

    /// Men that are not yet off.
    #[must_use]
    pub fn left(&self) -> u8 {
        self.0[1..].iter().sum()
    }

    /// The point of the man that has furthest to go; [`OFF`] when all are off.
    #[must_use]
    pub fn last(&self) -> u8 {
        (1..=BAR).rev().find(|point| self.on(*point) > 0).unwrap_or(OFF)
    }

    /// The sum of what all men have still to go.
    #[must_use]
    pub fn pips(&self) -> u16 {
        self.0.iter().zip(0..).map(|(men, point)| u16::from(*men) * point).sum()
    }

    /// Who has borne a man off loses no gammon.
    #[must_use]
    pub fn may_lose_gammon(&self) -> bool {
        self.off() == 0
    }

    /// Whether every man is home or off.
    #[must_use]
    pub fn is_home(&self) -> bool {
        self.last() <= HOME
    }

    /// The points that hold at least so many men, one bit a point.
    #[inline]
    #[must_use]
    pub fn held_by(&self, least: u8) -> u32 {
        (1..=BAR).map(|point| u32::from(self.on(point) >= least) << point).sum()
    }
}

/// The opponent's name for a point.
#[inline]
#[must_use]
pub fn across(point: u8) -> u8 {
    BAR - point
}

/// Points as the opponent counts them, a bit each.
#[inline]
#[must_use]
pub fn mirrored(points: u32) -> u32 {
    points.reverse_bits() >> (31 - u32::from(BAR))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_mirrored_twice_are_where_they_were() {
        assert_eq!(mirrored(1 << 3), 1 << across(3));
        assert_eq!(mirrored(mirrored(0x012_3456)), 0x012_3456);
    }
}
