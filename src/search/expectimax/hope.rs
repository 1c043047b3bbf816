//! What a player can hope for where chance has a say.

use crate::game::{Outcome, Player};
use crate::search::score::Expectation;

/// What a player can expect: how much, and how often it is a win.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Hope {
    /// In whatever unit the search should maximise.
    pub worth: f64,
    /// The chance to win, a draw counting half. It decides nothing, and means nothing in a game that
    /// nobody can win.
    pub win: f64,
}

impl Hope {
    /// In a game that nobody can win.
    #[must_use]
    pub fn of(worth: f64) -> Hope {
        Hope { worth, win: 0.0 }
    }

    /// The end of a game for `player`.
    #[must_use]
    pub fn finished(outcome: Outcome, player: Player) -> Hope {
        let win = match outcome {
            Outcome::Draw => 0.5,
            Outcome::Won { by, .. } => f64::from(u8::from(by == player)),
        };
        Hope { worth: Expectation::finished(outcome, player).0, win }
    }

    /// What `turn` expects, as the player `before` sees it.
    #[must_use]
    pub fn passed(self, before: Player, turn: Player) -> Hope {
        let worth = Expectation(self.worth).passed(before, turn).0;
        Hope { worth, win: if before == turn { self.win } else { 1.0 - self.win } }
    }

    /// Adds what comes with these odds to an average.
    pub fn add(&mut self, odds: f64, other: Hope) {
        self.worth += odds * other.worth;
        self.win += odds * other.win;
    }
}
