//! For games that somebody has solved on paper: no search, an exact answer at once.

use std::sync::Arc;
use std::time::Instant;

use super::score::Expectation;
use super::{Budget, Choice, Engine, Line, Question, Source, Stop, StoppedBy, Term, Value};
use crate::game::{Game, Outcome};

/// A game whose every position is known.
pub trait Formula: Game {
    /// How the game ends if both play perfectly, and in how many plies: the winner as quickly,
    /// the loser as slowly as possible.
    fn perfect_play(&self) -> (Outcome, u32);
}

/// Plays by the [`Formula`].
#[derive(Clone, Copy, Debug, Default)]
pub struct ByFormula;

impl ByFormula {
    fn value<G: Formula>(position: &G, chosen: G::Move) -> Value {
        let (outcome, plies) = position.after(chosen).perfect_play();
        Value::finished(outcome, position.turn(), plies + 1)
    }
}

impl<G: Formula> Engine<G> for ByFormula {
    fn choose(
        &self,
        question: &Question<G>,
        _: &Budget,
        _: &Arc<Stop>,
        _: &mut dyn FnMut(&Choice<G::Move>),
    ) -> Choice<G::Move> {
        let started = Instant::now();
        let moves = question.moves();
        let nodes = moves.len() as u64;
        let mut lines: Vec<_> = moves
            .into_iter()
            .map(|m| Line { moves: vec![m], value: ByFormula::value(&question.position, m) })
            .collect();
        lines.sort_by_key(|line| std::cmp::Reverse(line.value.rank()));
        lines.truncate(question.lines.get());
        Choice {
            lines,
            depth: 1,
            selective_depth: 1,
            nodes,
            time: started.elapsed(),
            stopped_by: StoppedBy::Solved,
            source: Source::Solved,
        }
    }

    fn terms(&self, position: &G) -> Vec<Term> {
        let (outcome, _) = position.perfect_play();
        let value = Expectation::finished(outcome, position.turn()).0 as i32;
        vec![Term { name: "perfect play", value }]
    }
}
