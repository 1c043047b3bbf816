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
//! - `search`: everything below the root.

mod hope;
mod prospect;
mod search;
mod window;

use std::sync::Arc;

use search::{Path, Search};

pub use hope::Hope;
pub use prospect::{Promising, Prospect};
pub use window::Window;

use super::clock::Finished;
use super::score::FURTHEST;
use super::{Budget, Choice, Engine, Question, Source, Stop, StoppedBy, Term};
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
        let prospect = self.prospect.clone();
        let mut search = Search::new(prospect, &question.position, budget, stop.clone());
        let position = &question.position;
        let mut moves: Vec<_> = question.moves().into_iter().map(|m| (m, Hope::default())).collect();
        let only_move = moves.len() == 1 && question.only.is_empty();
        // A game that goes round in circles has no end, but the stack has.
        let deepest = search.prospect.deepest(position).clamp(1, FURTHEST as u32);
        let deepest = budget.depth.unwrap_or(u32::MAX).clamp(1, deepest);
        let lines = question.lines.get();
        let mut choice: Option<Choice<G::Move>> = None;
        let mut broken_off = false;
        search.clock.look();
        let mut depth = 0;
        while depth < deepest {
            // Few games can be searched deeper than a few moves; those that can are nearly
            // solved, and small steps would only repeat the work.
            depth = (depth + 1 + depth / 4).min(deepest);
            let guesses = search.guesses;
            let looked_at = search.iterate(position, &mut moves, depth, lines);
            if search.clock.aborts() {
                // The best come first: what was found out about them counts.
                if let Some(choice) = choice.as_mut().filter(|_| looked_at >= lines) {
                    choice.lines = search.told(position, &moves[..lines]);
                }
                broken_off = true;
                break;
            }
            search.clock.lose_patience();
            let solved = search.guesses == guesses && looked_at == moves.len();
            let finished = Finished { solved, only_move, deepest: depth == deepest };
            let stopped_by = search.clock.reason_to_stop(finished);
            let so_far = Choice {
                lines: search.told(position, &moves[..lines.min(moves.len())]),
                depth,
                selective_depth: depth,
                nodes: search.clock.nodes,
                time: search.clock.started.elapsed(),
                stopped_by: stopped_by.unwrap_or(StoppedBy::Depth),
                source: Source::Search,
            };
            watch(&so_far);
            choice = Some(so_far);
            if stopped_by.is_some() {
                break;
            }
        }
        let mut choice = choice.expect("the first depth is always finished");
        if broken_off {
            choice.stopped_by = search.clock.stopped_by().unwrap_or(choice.stopped_by);
            choice.nodes = search.clock.nodes;
            choice.time = search.clock.started.elapsed();
        }
        choice
    }

    fn terms(&self, position: &G) -> Vec<Term> {
        self.prospect.terms(position)
    }
}

#[cfg(test)]
mod tests;
