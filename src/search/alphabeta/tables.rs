//! Tables of endings and openings, where the caller lets them be asked: what they say of a position
//! bounds it, and at the root they tell which moves keep what is won.

use std::cmp::Reverse;

use super::Search;
use crate::game::Game;
use crate::search::heuristics::{Heuristics, Known, Tabled};
use crate::search::score::{Score, Value, Verdict};
use crate::search::window::Bound;
use crate::search::{Choice, Line, Source, StoppedBy};

/// So many plies of a line are told from tables alone.
const TOLD: usize = 10;

impl<G: Game, H: Heuristics<G>> Search<'_, G, H> {
    /// What is known of a position without searching. A win from a table that does not count plies
    /// is a promise: the search may still find the mate.
    pub(super) fn known(&mut self, position: &G, ply: usize) -> Option<Known> {
        let tabled = self.asks_tables.then(|| self.knowledge.tabled(position)).flatten();
        match tabled {
            Some((Value::Certain(Verdict::Win), _)) => {
                Some(Known { score: Score::promised(ply), bound: Bound::Lower })
            }
            Some((Value::Certain(Verdict::Loss), _)) => {
                Some(Known { score: -Score::promised(ply), bound: Bound::Upper })
            }
            Some((value, bound)) => Some(Known { score: value.score(), bound }),
            None => self.knowledge.known(position),
        }
    }

    /// The moves to choose from as tables know them, best first: what wins soonest, what draws,
    /// what loses latest. Empty where tables do not tell.
    pub(super) fn tabled_moves(&mut self) -> Vec<Tabled<G::Move>> {
        let position = &self.question.position;
        let asked = self.asks_tables.then(|| self.knowledge.tabled_moves(position)).flatten();
        let mut moves = asked.unwrap_or_default();
        if self.question.lines.get() > 1 || !self.question.only.is_empty() {
            // More than the best move is asked for: they must all be known.
            let wanted = self.question.moves();
            moves.retain(|tabled| wanted.contains(&tabled.chosen));
            if moves.len() < wanted.len() {
                moves.clear();
            }
        }
        for tabled in moves.iter_mut().filter(|tabled| tabled.verdict != Verdict::Draw) {
            // Tables do not know what was played: the third time, it is a draw.
            let next = position.after(tabled.chosen);
            self.keys.push(self.knowledge.key(&next));
            if self.repeats(&next) {
                *tabled = Tabled { verdict: Verdict::Draw, plies: 0, ends: false, ..*tabled };
            }
            self.keys.pop();
        }
        moves.sort_by_key(Tabled::rank);
        moves
    }

    /// The answer where tables count all that is asked for to the end of the game.
    pub(super) fn answer_from_tables(&self) -> Option<Choice<G::Move>> {
        let best = &self.tabled[..self.question.lines.get().min(self.tabled.len())];
        let counted = |tabled: &Tabled<_>| tabled.ends || tabled.verdict == Verdict::Draw;
        if !best.first()?.ends || !best.iter().all(counted) {
            return None;
        }
        let worth = |verdict| if verdict == Verdict::Draw { 0 } else { self.policy.most };
        let line = |tabled: &Tabled<G::Move>| Line {
            moves: self.followed(tabled.chosen),
            value: Value::Proven {
                verdict: tabled.verdict,
                worth: worth(tabled.verdict),
                plies: tabled.plies,
            },
        };
        Some(Choice {
            lines: best.iter().map(line).collect(),
            depth: 1,
            selective_depth: 1,
            nodes: self.tabled.len() as u64,
            time: self.clock.started.elapsed(),
            stopped_by: StoppedBy::Solved,
            source: Source::Tablebase,
        })
    }

    /// Whether a move may be among those asked for by what tables say.
    pub(super) fn keeps_what_is_won(&self, chosen: G::Move) -> bool {
        let Some(last) = self.tabled.get(self.question.lines.get() - 1).or(self.tabled.last()) else {
            return true;
        };
        self.as_tabled(chosen).is_some_and(|tabled| tabled.end() >= last.end())
    }

    fn as_tabled(&self, chosen: G::Move) -> Option<&Tabled<G::Move>> {
        self.tabled.iter().find(|tabled| tabled.chosen == chosen)
    }

    /// Tells the lines that a search found as tables know them. A mate that was found is a mate;
    /// until one is, the move that makes progress soonest stands first; of several, the one that the
    /// search likes best.
    pub(super) fn correct_by_tables(&self, lines: &mut Vec<Line<G::Move>>) {
        let Some(first) = self.tabled.first() else { return };
        for line in lines.iter_mut() {
            let known = self.as_tabled(line.moves[0]);
            line.value = match (known.map(|tabled| tabled.verdict), line.value) {
                (None, value) | (_, value @ Value::Proven { verdict: Verdict::Win | Verdict::Loss, .. }) => {
                    value
                }
                (Some(Verdict::Draw), _) => Value::DRAW,
                (Some(verdict), _) => Value::Certain(verdict),
            };
        }
        let end = |line: &Line<G::Move>| self.as_tabled(line.moves[0]).map(Tabled::end);
        lines.sort_by_key(|line| Reverse((line.value.rank(), end(line))));
        if first.verdict == Verdict::Draw || !matches!(lines[0].value, Value::Certain(_)) {
            return;
        }
        let soonest = |line: &Line<G::Move>| {
            self.as_tabled(line.moves[0]).is_some_and(|tabled| tabled.rank() == first.rank())
        };
        match lines.iter().position(soonest) {
            // A loss that was counted stands below those that may still be escaped.
            Some(place) if !matches!(lines[place].value, Value::Certain(_)) => {}
            Some(place) => lines[..=place].rotate_right(1),
            None => {
                lines.truncate(self.question.lines.get() - 1);
                let moves = self.followed(first.chosen);
                lines.insert(0, Line { moves, value: Value::Certain(first.verdict) });
            }
        }
    }

    /// A move and what follows by the tables.
    fn followed(&self, chosen: G::Move) -> Vec<G::Move> {
        let mut line = vec![chosen];
        let mut position = self.question.position.after(chosen);
        while line.len() < TOLD
            && let Some(moves) = self.knowledge.tabled_moves(&position)
            && let Some(best) = moves.iter().min_by_key(|tabled| tabled.rank())
        {
            line.push(best.chosen);
            position = position.after(best.chosen);
        }
        line
    }
}
