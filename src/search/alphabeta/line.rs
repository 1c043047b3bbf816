//! What is told about a root move: its value, and the line behind it.

use super::node::Asked;
use super::{FURTHEST_PLY, Search};
use crate::game::Game;
use crate::search::Line;
use crate::search::heuristics::Heuristics;
use crate::search::score::{Score, Value};
use crate::search::window::{Bound, Window};

/// Limits that meet are exact: so many plies beyond the depth at most.
const EXACT_BEYOND: i32 = 2;

impl<G: Game, H: Heuristics<G>> Search<'_, G, H> {
    /// A line and its value in words, after the iteration of that depth. Where sooner is no better,
    /// scores do not count plies: a proven line is played on to the end of the game, and its own are
    /// counted, if there is time for it. Where they do, a line that ends in what is known is followed there.
    pub(super) fn told(
        &mut self,
        moves: &[G::Move],
        score: Score,
        depth: i32,
        proven: bool,
    ) -> Line<G::Move> {
        let mut moves = moves.to_vec();
        let value = match score.value(proven) {
            Value::Proven { verdict, worth, .. } if !proven && self.policy.most > 1 => {
                Value::Decided { verdict, worth }
            }
            Value::Proven { verdict, plies, .. } if !proven && self.is_a_limit(plies, depth) => {
                Value::Certain(verdict)
            }
            Value::Proven { verdict, worth, .. } if !self.policy.hurry => {
                match (worth, self.exactly(|search| search.play_on(&mut moves, score))) {
                    (0, _) => Value::Proven { verdict, worth, plies: 0 },
                    (_, true) => Value::Proven { verdict, worth, plies: moves.len() as u32 },
                    (_, false) => Value::Decided { verdict, worth },
                }
            }
            value @ Value::Proven { plies, .. } if score.is_decisive() => {
                self.follow(&mut moves, score, plies as usize);
                value
            }
            value => value,
        };
        Line { moves, value }
    }

    /// Whether an end so far away may be no more than what limits say: that it comes by then.
    fn is_a_limit(&self, plies: u32, depth: i32) -> bool {
        let limits = || self.limits(&self.question.position, 0, Window::OPEN);
        plies as i32 > depth + EXACT_BEYOND && limits().is_some()
    }

    /// Adds best moves to a line of proven worth until the game is over; whether it came so far. Most
    /// of what is asked here the table still knows.
    fn play_on(&mut self, line: &mut Vec<G::Move>, score: Score) -> bool {
        let (mut position, mut score) = (self.question.position.clone(), score);
        let mut ply = 0;
        while ply < FURTHEST_PLY && !self.clock.aborts() {
            if ply == line.len() {
                line.extend(self.best_of(&position, ply, score));
            }
            let Some(&best) = line.get(ply) else { break };
            let next = position.after(best);
            let slot = self.knowledge.slot(&position, best);
            self.enter(&position, best, slot, ply, &next);
            score = score.passed(position.turn(), next.turn());
            (position, ply) = (next, ply + 1);
        }
        for _ in 0..ply {
            self.leave();
        }
        position.outcome().is_some()
    }

    /// All moves, the table's first.
    fn moves_by_table(&mut self, position: &G, ply: usize) -> Vec<G::Move> {
        let mut moves = Vec::new();
        self.knowledge.moves(position, &mut moves);
        let known = self.knowledge.key(position).and_then(|key| self.recall(position, key, ply));
        if let Some(best) = known.and_then(|entry| entry.best).map(usize::from).filter(|n| *n < moves.len()) {
            moves[..=best].rotate_right(1);
        }
        moves
    }

    /// Adds to a line that ends after so many plies what is known of it without searching.
    fn follow(&mut self, line: &mut Vec<G::Move>, score: Score, plies: usize) {
        let mut position = self.question.position.clone();
        line.iter().for_each(|played| position.apply(*played));
        while line.len() < plies {
            let moves = self.moves_by_table(&position, line.len());
            let ply = line.len() + 1;
            let Some(next) = moves.into_iter().find(|m| self.comes_to(&position.after(*m), ply, score))
            else {
                break;
            };
            position.apply(next);
            line.push(next);
        }
    }

    /// Whether a position, `ply` moves from the root, is known to be worth this to who moves there.
    fn comes_to(&mut self, position: &G, ply: usize, score: Score) -> bool {
        let root = self.question.position.turn();
        let known = if position.outcome().is_some() {
            Some(self.finished(position, ply))
        } else {
            self.recall_proven(position, ply).or_else(|| {
                let known = self.known(position, ply).filter(|known| known.bound == Bound::Exact);
                known.map(|known| known.score.further(self.distance(ply)))
            })
        };
        known.is_some_and(|known| known.passed(position.turn(), root) == score)
    }

    /// What the table has proven of a position.
    fn recall_proven(&self, position: &G, ply: usize) -> Option<Score> {
        let entry = self.recall(position, self.knowledge.key(position)?, ply)?;
        entry.is_proof().then_some(entry.score)
    }

    /// A move that keeps the proven score, if the game is not over.
    fn best_of(&mut self, position: &G, ply: usize, score: Score) -> Option<G::Move> {
        let moves = self.moves_by_table(position, ply);
        moves.into_iter().find(|&candidate| {
            let next = position.after(candidate);
            let slot = self.knowledge.slot(position, candidate);
            self.enter(position, candidate, slot, ply, &next);
            let depth = (FURTHEST_PLY - ply) as i32;
            let asked = Asked { depth, window: Window::reaching(score), cut: true };
            let kept = self.below::<false>(position, &next, ply, asked) >= score;
            self.leave();
            kept && !self.clock.aborts()
        })
    }
}
