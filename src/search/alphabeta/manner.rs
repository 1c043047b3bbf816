//! What comes before a search: a prepared move, if there is one.

use super::AlphaBeta;
use crate::dice::Dice;
use crate::game::Game;
use crate::search::heuristics::Heuristics;
use crate::search::score::Score;
use crate::search::{Choice, Question, book};

impl<H> AlphaBeta<H> {
    /// The choice, where it is not simply the best that a search can find.
    pub(super) fn otherwise<G: Game>(
        &self,
        question: &Question<G>,
        watch: &mut dyn FnMut(&Choice<G::Move>),
    ) -> Option<Choice<G::Move>>
    where
        H: Heuristics<G>,
    {
        if !question.book {
            return None;
        }
        let prepared = self.knowledge.prepared(&question.position);
        let choice = book::draw(&prepared, question, self.dice(question), self.glance(question))?;
        watch(&choice);
        Some(choice)
    }

    /// What a position after a move looks like to the player who is asked.
    fn glance<G: Game>(&self, question: &Question<G>) -> impl FnMut(&G) -> Score + use<G, H>
    where
        H: Heuristics<G>,
    {
        let mut knowledge = self.knowledge.clone();
        let before = question.position.turn();
        move |next| {
            knowledge.root(next);
            Score::estimate(knowledge.estimate(next)).passed(before, next.turn())
        }
    }

    /// The same for the same question, another for every seed and every position.
    fn dice<G: Game>(&self, question: &Question<G>) -> Dice
    where
        H: Heuristics<G>,
    {
        let key = self.knowledge.key(&question.position).unwrap_or(0);
        Dice::seeded(Dice::seeded(question.seed).bits() ^ key ^ question.past.len() as u64)
    }
}
