//! Answers that are not the best move found: a prepared one, or what a person would play.

use std::sync::Arc;

use super::AlphaBeta;
use crate::dice::Dice;
use crate::game::Game;
use crate::search::heuristics::Heuristics;
use crate::search::human::Person;
use crate::search::memory::Memory;
use crate::search::score::Score;
use crate::search::{Budget, Choice, Question, Stop, book};

impl<H> AlphaBeta<H> {
    /// The choice of a person, if one is asked for, or else a prepared one, if there is any.
    pub(super) fn prepared_or_human<G: Game>(
        &self,
        question: &Question<G>,
        budget: &Budget,
        stop: &Arc<Stop>,
        watch: &mut dyn FnMut(&Choice<G::Move>),
    ) -> Option<Choice<G::Move>>
    where
        H: Heuristics<G>,
    {
        let choice = match question.elo {
            // A person's openings are a person's too.
            Some(elo) => {
                let person = Person::of(elo, self.knowledge.people())?;
                self.as_person(&person, question, budget, stop)
            }
            None if question.book => {
                let prepared = self.knowledge.prepared(&question.position);
                book::draw(&prepared, question, self.dice(question), self.glance(question))?
            }
            None => return None,
        };
        watch(&choice);
        Some(choice)
    }

    /// Searches with a mind and a memory of its own, so that nothing is known that this person has not seen.
    fn as_person<G: Game>(
        &self,
        person: &Person,
        question: &Question<G>,
        budget: &Budget,
        stop: &Arc<Stop>,
    ) -> Choice<G::Move>
    where
        H: Heuristics<G>,
    {
        let deepest = Budget { depth: Some(person.furthest()), ..*budget };
        let memory = Arc::new(Memory::of_bytes(self.table_for(question, &deepest)));
        let mut mind = self.clone();
        mind.knowledge.forget_as_people(person.elo);
        let search = |question: &Question<G>, budget: &Budget, watch: &mut dyn FnMut(&Choice<G::Move>)| {
            mind.search(&memory, question, budget, stop, watch)
        };
        person.choose(question, budget, mind.dice(question), mind.glance(question), search)
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
        Dice::of_turn(question.seed, key, question.past.len())
    }
}
