//! Which values can still matter, on the way down a tree of moves and events.

use crate::game::Player;

/// What is settled on the way to a position, for the player to move: values up to `alpha` are too
/// small to matter, values from `beta` on too great.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Window {
    pub alpha: f64,
    pub beta: f64,
}

impl Window {
    pub const OPEN: Window = Window { alpha: f64::NEG_INFINITY, beta: f64::INFINITY };

    pub(super) fn contains(self, value: f64) -> bool {
        self.alpha < value && value < self.beta
    }

    /// The same less what was gained on the way.
    pub(super) fn less(self, gained: f64) -> Window {
        Window { alpha: self.alpha - gained, beta: self.beta - gained }
    }

    /// The same for `turn` where it was for `before`.
    pub(super) fn passed(self, before: Player, turn: Player) -> Window {
        if before == turn { self } else { Window { alpha: -self.beta, beta: -self.alpha } }
    }

    /// What one event must come to for an average to fall inside: `sum` is what others brought
    /// already, `rest` the odds of those to come, whose values lie within `bounds`.
    pub(super) fn for_event(self, sum: f64, odds: f64, rest: f64, bounds: Window) -> Window {
        Window {
            alpha: (self.alpha - sum - rest * bounds.beta) / odds,
            beta: (self.beta - sum - rest * bounds.alpha) / odds,
        }
    }
}
