//! Who wins, found out from the end of the game: a position is won if some move leads to a lost
//! one, and lost if all lead to won ones. What is neither when nothing new is found is a draw.

use super::class::{self, Class};
use crate::game::Game;
use crate::games::checkers::rules::Checkers;
use crate::search::Verdict;

/// The results of classes solved so far, by number.
#[derive(Default)]
pub struct Solved(Vec<(Class, Vec<Verdict>)>);

impl Solved {
    /// All classes that are wanted; those that they lead to must be, too.
    #[must_use]
    pub fn wanted(wanted: impl Fn(Class) -> bool) -> Solved {
        let mut solved = Solved::default();
        let wanted: Vec<_> = class::ALL.into_iter().filter(|class| wanted(*class)).collect();
        // Classes with as many pieces and men lead to one another.
        for together in wanted.chunk_by(|a, b| (a.pieces(), a.men()) == (b.pieces(), b.men())) {
            solved.solve(together);
        }
        solved
    }

    pub fn classes(&self) -> impl Iterator<Item = (Class, &[Verdict])> {
        self.0.iter().map(|(class, results)| (*class, &results[..]))
    }

    fn solve(&mut self, together: &[Class]) {
        let first = self.0.len();
        self.0.extend(together.iter().map(|class| (*class, vec![Verdict::Draw; class.count()])));
        let mut open: Vec<(usize, usize, Checkers)> = Vec::new();
        for (place, (class, results)) in self.0.iter().enumerate().skip(first) {
            let numbers = 0..results.len();
            open.extend(numbers.filter_map(|number| Some((place, number, class.position(number)?))));
        }
        loop {
            let before = open.len();
            open.retain(|(place, number, position)| {
                let verdict = self.verdict(position);
                self.0[*place].1[*number] = verdict;
                verdict == Verdict::Draw
            });
            if open.len() == before {
                return;
            }
        }
    }

    /// A draw as long as what is known of the positions after each move does not tell more.
    fn verdict(&self, position: &Checkers) -> Verdict {
        by_answers(position.legal_moves().into_iter().map(|m| self.known(&position.after(m))))
    }

    fn known(&self, position: &Checkers) -> Verdict {
        if position.pieces(position.turn()) == 0 {
            return Verdict::Loss;
        }
        let class = Class::of(position);
        let results =
            &self.0.iter().find(|(other, _)| *other == class).expect("what a move leads to is solved").1;
        results[class.number(position)]
    }
}

/// Who wins, for the player to move, by who wins after each move, for the other.
pub fn by_answers(answers: impl Iterator<Item = Verdict>) -> Verdict {
    match answers.min() {
        None | Some(Verdict::Win) => Verdict::Loss,
        Some(Verdict::Draw) => Verdict::Draw,
        Some(Verdict::Loss) => Verdict::Win,
    }
}
