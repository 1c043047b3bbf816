//! What the search asks about a game of chance.

use super::{Hope, Window};
use crate::game::Chance;
use crate::search::{Term, Value};

/// What is worth knowing about a game of chance.
pub trait Prospect<G: Chance>: Clone + Send + Sync + 'static {
    /// What the player to move can expect in the end. Asked where the depth ends, mostly before
    /// chance has moved.
    fn estimate(&mut self, position: &G) -> Hope;

    /// The estimate term by term, in the game's unit.
    fn terms(&self, position: &G) -> Vec<Term> {
        vec![Term { name: "estimate", value: self.clone().estimate(position).worth.round() as i32 }]
    }

    /// What a move gains at once.
    fn reward(&self, position: &G, chosen: G::Move) -> f64 {
        let _ = (position, chosen);
        0.0
    }

    /// What the end of the game is worth to the player to move.
    fn finished(&self, position: &G) -> Hope {
        Hope::finished(position.score_finished(), position.turn())
    }

    /// A hash of everything that the future depends on. None: no table is kept.
    fn key(&self, position: &G) -> Option<u64> {
        let _ = position;
        None
    }

    /// In a search from this position, lines less likely than this end with their next move.
    fn rarest(&self, root: &G) -> f64 {
        let _ = root;
        0.0
    }

    /// How many moves deep a search from this position goes, however much time is left; never
    /// further than scores can tell.
    fn deepest(&self, root: &G) -> u32 {
        let _ = root;
        u32::MAX
    }

    /// The least and the most that the player to move can come to expect.
    fn bounds(&self, position: &G) -> Window {
        let _ = position;
        Window::OPEN
    }

    /// Which of the moves `ply` moves below the root are looked at `depth` moves deep; the others
    /// are taken for worse, since they look so with a depth of one.
    fn promising(&self, ply: u32, depth: u32) -> Promising {
        let _ = (ply, depth);
        Promising::ALL
    }

    /// How many of the events `ply` moves below the root are looked at `depth` moves deep; of the
    /// others it is taken that a deeper look changes as much on average.
    fn telling(&self, ply: u32, depth: u32) -> usize {
        let _ = (ply, depth);
        usize::MAX
    }

    /// How long the game goes on after a move, next to others that promise the same, of which the
    /// shortest is preferred.
    fn left_to_play(&self, position: &G, chosen: G::Move) -> f64 {
        let _ = (position, chosen);
        0.0
    }

    /// What is told of a move at the root.
    fn told(&self, root: &G, chosen: G::Move, hope: Hope) -> Value {
        let _ = (root, chosen);
        Value::Estimate(hope.worth.round() as i32)
    }
}

/// Moves that are worth a deeper look: the best, and a few others that are not far behind.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Promising {
    /// How many others.
    pub others: usize,
    /// How far behind the best they may be.
    pub behind: f64,
}

impl Promising {
    pub const ALL: Promising = Promising { others: usize::MAX, behind: f64::INFINITY };

    /// How many of these values, the best first, are looked at.
    pub(super) fn count(self, mut values: impl Iterator<Item = f64>) -> usize {
        let Some(best) = values.next() else { return 0 };
        1 + values.take(self.others).take_while(|value| *value >= best - self.behind).count()
    }
}
