//! What a search is asked about a position, and what its answer says.

use std::ops::Neg;

use super::score::Score;
use crate::game::Player;

/// What is settled on the way to a position: values up to `alpha` are too small to matter, from
/// `beta` on too great to be allowed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Span<V> {
    pub alpha: V,
    pub beta: V,
}

impl<V: PartialOrd> Span<V> {
    /// Nothing is left to find out.
    #[must_use]
    pub fn is_closed(&self) -> bool {
        self.alpha >= self.beta
    }
}

impl<V: Neg<Output = V>> Span<V> {
    /// What is settled for `before`, as `turn` sees it: see [`Score::passed`].
    #[inline]
    #[must_use]
    pub fn passed(self, before: Player, turn: Player) -> Span<V> {
        if before == turn { self } else { Span { alpha: -self.beta, beta: -self.alpha } }
    }
}

/// What a search is asked: inside it owes the exact score, outside a bound.
///
/// ```
/// use bestmove::search::score::Score;
/// use bestmove::search::window::{Bound, Window};
///
/// let better_than_a_draw = Window::above(Score::DRAW);
/// assert!(Bound::Lower.decides(Score::won(1, 3), better_than_a_draw));
/// assert!(!Bound::Upper.decides(Score::won(1, 3), better_than_a_draw));
/// ```
pub type Window = Span<Score>;

impl Window {
    /// Nothing is settled.
    pub const OPEN: Window = Window { alpha: Score::LEAST, beta: Score::GREATEST };

    /// Between its ends, above the lower one.
    #[must_use]
    pub fn middle(self) -> Score {
        let Window { alpha, beta } = self;
        alpha.plus(((beta.units() - alpha.units()) / 2).max(1))
    }

    /// "Is it better than that?"
    #[must_use]
    pub fn above(score: Score) -> Window {
        Window { alpha: score, beta: score.next() }
    }

    /// "On which side of that is it?"
    #[must_use]
    pub fn at(score: Score) -> Window {
        Window { alpha: score, beta: score }
    }

    /// "Is it as good as that?"
    #[must_use]
    pub fn reaching(score: Score) -> Window {
        Window { alpha: score.plus(-1), beta: score }
    }
}

/// What a score says about the true one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bound {
    Upper,
    Lower,
    Exact,
}

impl Bound {
    /// What a score says that was found when asked so.
    #[must_use]
    pub fn of(score: Score, window: Window) -> Bound {
        match score {
            s if s >= window.beta => Bound::Lower,
            s if s <= window.alpha => Bound::Upper,
            _ => Bound::Exact,
        }
    }

    /// Whether a score that says so much answers without a search.
    #[must_use]
    pub fn decides(self, score: Score, window: Window) -> bool {
        match self {
            Bound::Exact => true,
            Bound::Lower => score >= window.beta,
            Bound::Upper => score <= window.alpha,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_middle_of_a_window_is_above_its_lower_end_and_no_higher_than_its_upper() {
        for (alpha, beta, middle) in [(-20, 12, -4), (3, 4, 4), (3, 5, 4), (-8, -5, -7)] {
            let window = Window { alpha: Score::estimate(alpha), beta: Score::estimate(beta) };
            assert_eq!(window.middle(), Score::estimate(middle), "{alpha} to {beta}");
        }
        assert!(Window::OPEN.middle() > Score::LEAST);
    }
}
