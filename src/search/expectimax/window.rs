//! Which expectations can still matter, on the way down a tree of moves and events.

use crate::search::window::Span;

/// What is settled on the way to a position, in the game's unit, for the player to move.
pub type Window = Span<f64>;

impl Window {
    /// Nothing is settled.
    pub const OPEN: Window = Window { alpha: f64::NEG_INFINITY, beta: f64::INFINITY };

    pub(super) fn contains(self, value: f64) -> bool {
        self.alpha < value && value < self.beta
    }

    /// The same less what was gained on the way.
    pub(super) fn less(self, gained: f64) -> Window {
        Window { alpha: self.alpha - gained, beta: self.beta - gained }
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
