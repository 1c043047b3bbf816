//! What was seen of each move of a game.

use crate::game::Player;
use crate::notation::Notation;
use crate::search::{Line, Value};

/// A move of the game, and the position in which it was made.
pub(super) struct Station<'g, G: Notation> {
    pub(super) position: &'g G,
    /// The positions before, oldest first.
    pub(super) past: &'g [G],
    pub(super) played: G::Move,
}

/// What was seen at a station.
pub(super) struct Seen<G: Notation> {
    pub(super) best: Line<G::Move>,
    pub(super) played: Value,
    pub(super) depth: u32,
}

impl<G: Notation> Seen<G> {
    /// What the position is worth: if the best move was played, what that came to.
    pub(super) fn worth(&self, station: &Station<'_, G>) -> Value {
        if self.best.moves[0] == station.played { self.played } else { self.best.value }
    }

    /// Takes over what was seen from the next station, if that was further: the same position was looked
    /// at from there. Whether anything is otherwise now.
    pub(super) fn learn(
        &mut self,
        station: &Station<'_, G>,
        next: &Station<'_, G>,
        further: &Seen<G>,
    ) -> bool {
        // Between others chance has moved, or an umpire has spoken; and views hide what a player comes to.
        let follows = next.past.len() == station.past.len() + 1 && G::CARD.nature.observable;
        let value = earlier(further.worth(next), station.position.turn(), next.position.turn());
        let Some(value) = value.filter(|value| follows && *value != self.played) else { return false };
        let is_further = match (self.played.verdict(), value.verdict()) {
            (None, None) => further.depth >= self.depth,
            (known, certain) => known.is_none() && certain.is_some(),
        };
        if is_further {
            self.played = value;
            if self.best.moves[0] != station.played && value.rank() > self.best.value.rank() {
                let moves = [&[station.played], &further.best.moves[..]].concat();
                self.best = Line { moves, value };
            }
        }
        is_further
    }
}

/// What a value comes to a move earlier, for the player to move there; samples and bounds tell too little.
fn earlier(value: Value, before: Player, turn: Player) -> Option<Value> {
    match value {
        Value::Estimate(_) | Value::Certain(_) | Value::Proven { .. } => {
            Some(value.score().further(1).passed(before, turn).value(value.verdict().is_some()))
        }
        Value::Sampled { .. } | Value::Expected { .. } | Value::Decided { .. } => None,
    }
}
