//! What is told about a root move: its value, and the line behind it.

use super::{FURTHEST_PLY, Search};
use crate::game::Game;
use crate::search::Line;
use crate::search::heuristics::Heuristics;
use crate::search::score::{Score, Value};

impl<G: Game, H: Heuristics<G>> Search<'_, G, H> {
    /// A line and its value in words. Where sooner is no better, scores do not count plies: a
    /// proven line is played on to the end of the game, and its own are counted.
    pub(super) fn told(&mut self, moves: &[G::Move], score: Score, proven: bool) -> Line<G::Move> {
        let mut moves = moves.to_vec();
        let value = match score.value(proven) {
            Value::Proven { verdict, worth, .. } if !proven && self.policy.most > 1 => {
                Value::Decided { verdict, worth }
            }
            Value::Proven { verdict, worth, .. } if !self.policy.hurry => {
                self.play_on(&mut moves, score);
                let plies = if worth == 0 { 0 } else { moves.len() as u32 };
                Value::Proven { verdict, worth, plies }
            }
            value => value,
        };
        Line { moves, value }
    }

    /// Adds best moves to a line of proven worth until the game is over. Most of what is asked
    /// here the table still knows.
    fn play_on(&mut self, line: &mut Vec<G::Move>, score: Score) {
        let (mut position, mut score) = (self.question.position.clone(), score);
        let mut ply = 0;
        while ply < FURTHEST_PLY && !self.aborted() {
            let best = line.get(ply).copied().or_else(|| self.best_of(&position, ply, score));
            let Some(best) = best else { break };
            line.truncate(ply);
            line.push(best);
            let next = position.after(best);
            let slot = self.knowledge.slot(&position, best);
            self.enter(&position, best, slot, ply, &next);
            score = score.passed(position.turn(), next.turn());
            (position, ply) = (next, ply + 1);
        }
        for _ in 0..ply {
            self.leave();
        }
    }

    /// A move that keeps the proven score, if the game is not over.
    fn best_of(&mut self, position: &G, ply: usize, score: Score) -> Option<G::Move> {
        let mut moves = Vec::new();
        self.knowledge.moves(position, &mut moves);
        let known = self.knowledge.key(position).and_then(|key| self.recall(position, key, ply));
        if let Some(best) = known.and_then(|entry| entry.best).map(usize::from).filter(|n| *n < moves.len()) {
            moves[..=best].rotate_right(1);
        }
        moves.into_iter().find(|&candidate| {
            let next = position.after(candidate);
            let slot = self.knowledge.slot(position, candidate);
            self.enter(position, candidate, slot, ply, &next);
            let depth = (FURTHEST_PLY - ply) as i32;
            let kept = self.below::<false>(position, &next, depth, ply, score.plus(-1), score, true) >= score;
            self.leave();
            kept && !self.aborted()
        })
    }
}
