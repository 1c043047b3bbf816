//! Who wins, found out from the end of the game: a position is won if some move leads to a lost
//! one, and lost if all lead to won ones. What is neither when nothing new is found is a draw.

use super::class::{self, Class};
use crate::game::Game;
use crate::games::checkers::rules::Checkers;
use crate::search::Verdict;

/// What was found out so far.
#[derive(Default)]
pub struct Solved {
    /// Of each class, the results by number.
    results: Vec<(Class, Vec<Verdict>)>,
    /// Pieces, men, and the most plies that a won ending with as many lasts.
    lasts: Vec<(u8, u8, u8)>,
}

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
        self.results.iter().map(|(class, results)| (*class, &results[..]))
    }

    /// For so many pieces and men the most plies that pass in a won ending until a piece is taken or
    /// a man crowned.
    pub fn lasts(&self) -> impl Iterator<Item = (u8, u8, u8)> {
        self.lasts.iter().copied()
    }

    fn solve(&mut self, together: &[Class]) {
        let first = self.results.len();
        self.results.extend(together.iter().map(|class| (*class, vec![Verdict::Draw; class.count()])));
        let mut open: Vec<(usize, usize, Checkers)> = Vec::new();
        for (place, (class, results)) in self.results.iter().enumerate().skip(first) {
            let numbers = 0..results.len();
            open.extend(numbers.filter_map(|number| Some((place, number, class.position(number)?))));
        }
        // What one pass finds serves the next one: each goes one ply further back.
        let mut plies = 0;
        loop {
            let mut found = Vec::new();
            open.retain(|(place, number, position)| {
                let verdict = self.verdict(position);
                if verdict != Verdict::Draw {
                    found.push((*place, *number, verdict));
                }
                verdict == Verdict::Draw
            });
            if found.is_empty() {
                break;
            }
            plies += 1;
            for (place, number, verdict) in found {
                self.results[place].1[number] = verdict;
            }
        }
        self.lasts.push((together[0].pieces(), together[0].men(), plies));
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
        let known = self.results.iter().find(|(other, _)| *other == class);
        known.expect("what a move leads to is solved").1[class.number(position)]
    }
}

/// Who wins, for the player to move, by who wins after each move, for the other.
pub fn by_answers(answers: impl Iterator<Item = Verdict>) -> Verdict {
    answers.min().map_or(Verdict::Loss, Verdict::across)
}
