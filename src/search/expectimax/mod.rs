//! The search for games of chance: the best of what a player can do, the average of what the
//! dice may bring.
//!
//! Where it is known how good and how bad things can become, an average is given up as soon as
//! what is left of it cannot matter any more (Ballard's Star1): it changes no answer. Where chance has
//! more faces than can all be looked at deeply, a few of them tell how much a deeper look changes.
//!
//! - [`prospect`]: what is worth knowing about a game;
//! - [`hope`]: what a player can expect;
//! - [`window`]: which values can still matter;
//! - `iterate`: deepens at the root and decides when to stop;
//! - `search`: everything below the root.

mod hope;
mod iterate;
mod prospect;
mod search;
mod window;

use std::sync::Arc;

use search::{Path, Search};

pub use hope::Hope;
pub use prospect::{Promising, Prospect};
pub use window::Window;

use super::{Budget, Choice, Engine, Question, Stop, Term};
use crate::game::Chance;

/// The engine: what is known about a game, searched by expectimax.
#[derive(Clone, Debug)]
pub struct Expectimax<P> {
    prospect: P,
}

impl<P> Expectimax<P> {
    pub fn new<G: Chance>(prospect: P) -> Expectimax<P>
    where
        P: Prospect<G>,
    {
        Expectimax { prospect }
    }

    /// What the player to move can expect if everything is searched to the end of the game,
    /// with a table of so many bytes. For small games, and for tests.
    pub fn exact<G: Chance>(&self, position: &G, memory: usize) -> f64
    where
        P: Prospect<G>,
    {
        let budget = Budget { memory: Some(memory), ..Budget::default() };
        let mut search = Search::new(self.prospect.clone(), position, &budget, Stop::new());
        search.rarest = 0.0;
        search.expected(position, u32::MAX, Path::ROOT, Window::OPEN).worth
    }
}

impl<G: Chance, P: Prospect<G>> Engine<G> for Expectimax<P> {
    fn choose(
        &self,
        question: &Question<G>,
        budget: &Budget,
        stop: &Arc<Stop>,
        watch: &mut dyn FnMut(&Choice<G::Move>),
    ) -> Choice<G::Move> {
        Search::new(self.prospect.clone(), &question.position, budget, stop.clone()).deepen(question, watch)
    }

    fn terms(&self, position: &G) -> Vec<Term> {
        self.prospect.terms(position)
    }
}

#[cfg(test)]
mod tests;
