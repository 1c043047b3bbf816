//! A pair of values, one for the middlegame and one for the endgame, added up in one word.

use std::ops::{Add, AddAssign, Mul, Sub};

/// Two values of 16 bits in one word, in centipawns; additions and multiplications act on both at once.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Tapered(i32);

impl Tapered {
    pub const ZERO: Tapered = Tapered(0);

    #[must_use]
    pub const fn new(middle: i16, end: i16) -> Tapered {
        Tapered(((end as i32) << 16) + middle as i32)
    }

    #[inline]
    #[must_use]
    pub const fn middle(self) -> i32 {
        self.0 as i16 as i32
    }

    #[inline]
    #[must_use]
    pub const fn end(self) -> i32 {
        // Half a unit of the upper value: a negative lower one has borrowed from it.
        (self.0.wrapping_add(0x8000) >> 16) as i16 as i32
    }
}

impl Add for Tapered {
    type Output = Tapered;
    #[inline]
    fn add(self, other: Tapered) -> Tapered {
        Tapered(self.0.wrapping_add(other.0))
    }
}

impl AddAssign for Tapered {
    #[inline]
    fn add_assign(&mut self, other: Tapered) {
        *self = *self + other;
    }
}

impl Sub for Tapered {
    type Output = Tapered;
    #[inline]
    fn sub(self, other: Tapered) -> Tapered {
        Tapered(self.0.wrapping_sub(other.0))
    }
}

impl Mul<i32> for Tapered {
    type Output = Tapered;
    #[inline]
    fn mul(self, times: i32) -> Tapered {
        Tapered(self.0.wrapping_mul(times))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_two_values_never_touch_each_other() {
        for (middle, end) in [(0, 0), (-1, 1), (1, -1), (-300, -7), (12_000, -12_000), (-32_000, 32_000)] {
            let both = Tapered::new(middle, end);
            assert_eq!((both.middle(), both.end()), (i32::from(middle), i32::from(end)));
        }
        let sum = Tapered::new(-5, 9) * 3 - Tapered::new(10, -1) + Tapered::new(1, 1);
        assert_eq!((sum.middle(), sum.end()), (-24, 29));
    }
}
