//! Where the depth ends: a position is judged only when nothing is hanging.

use super::node::Asked;
use super::{FURTHEST_PLY, Search};
use crate::game::Game;
use crate::search::heuristics::{Heuristics, Over};
use crate::search::picker::Surroundings;
use crate::search::policy::Quiescence;
use crate::search::score::Score;
use crate::search::table::Entry;
use crate::search::window::{Bound, Window};

/// A search that is late looks at what is taken up to this ply: the reply, what takes back, and
/// whether that can be taken. Some hundred positions, where a player must move at all.
const LATE: usize = 4;

impl<G: Game, H: Heuristics<G>> Search<'_, G, H> {
    /// The value of a position at the end of the depth.
    pub(super) fn settle<const PV: bool>(&mut self, position: &G, ply: usize, window: Window) -> Score {
        if PV {
            self.frame(ply).pv.clear();
        }
        if !self.clock.visits() {
            return Score::DRAW;
        }
        self.furthest = self.furthest.max(ply);
        if let Some(score) = self.ended(position, ply) {
            return score;
        }
        let furthest = if self.clock.is_out() { LATE } else { FURTHEST_PLY };
        match self.policy.quiescence {
            Some(by) if ply < furthest => self.quiet::<PV>(position, ply, window, &by),
            _ => self.look(position, ply),
        }
    }

    /// The end of the game, if this is it.
    fn ended(&mut self, position: &G, ply: usize) -> Option<Score> {
        match self.knowledge.over(position) {
            Over::No => None,
            Over::Yes(outcome) => Some(self.score_of(outcome, position, ply)),
            Over::AskMoves => {
                let mut moves = std::mem::take(&mut self.frame(ply).moves);
                moves.clear();
                position.moves(&mut moves);
                let ended = moves.is_empty().then(|| self.finished(position, ply));
                self.frame(ply).moves = moves;
                ended
            }
        }
    }

    /// The estimate, within what the player to move can still get.
    pub(super) fn look(&mut self, position: &G, ply: usize) -> Score {
        let estimate = |search: &mut Self| {
            search.guesses += 1;
            Score::estimate(search.knowledge.estimate(position) + search.correction(position))
        };
        match self.limits(position, ply, Window::OPEN) {
            Some((least, most)) if least == most => least,
            Some((least, most)) => estimate(self).clamp(least, most),
            None => estimate(self),
        }
    }

    /// Tries what is noisy; a player who likes none of it may stand still.
    fn quiet<const PV: bool>(
        &mut self,
        position: &G,
        ply: usize,
        mut window: Window,
        by: &Quiescence,
    ) -> Score {
        if self.repeats(position) {
            self.guesses += 1;
            return Score::DRAW;
        }
        let mut floor = Score::LEAST;
        if window.alpha < Score::DRAW && self.can_draw(position) {
            self.guesses += 1;
            (floor, window.alpha) = (Score::DRAW, Score::DRAW);
            if window.is_closed() {
                return Score::DRAW;
            }
        }
        let pressed = self.knowledge.pressed(position);
        let correction = if pressed { 0 } else { self.correction(position) }; // first, as in `node`
        let key = *self.keys.last().expect("the line has a root");
        let entry = key.and_then(|key| self.recall(position, key, ply));
        if let Some(entry) = entry
            && !PV
            && entry.bound.decides(entry.score, window)
        {
            self.guesses += 1;
            return entry.score;
        }
        self.guesses += 1;
        let (mut standing, mut estimate) = (None, None);
        if !pressed {
            let raw = entry.and_then(|e| e.estimate).unwrap_or_else(|| self.knowledge.estimate(position));
            let judged = Score::estimate(raw + correction);
            let judged = entry.map_or(judged, |entry| entry.sharpened(judged));
            if judged >= window.beta {
                if let (Some(key), None) = (key, entry) {
                    self.keep(position, key, ply, Entry::estimated(raw));
                }
                return judged;
            }
            (standing, estimate) = (Some(judged), Some(raw));
        }
        let known = entry.and_then(|entry| entry.best);
        let (best, best_move) = self.try_noisy::<PV>(position, ply, window, standing, known, by);
        let best = best.max(floor);
        if self.clock.aborts() {
            return Score::DRAW;
        }
        if let Some(key) = key {
            let bound = match Bound::of(best, window) {
                Bound::Exact => Bound::Upper, // seen at no depth: it may fail another low, and cut none
                bound => bound,
            };
            let found = Entry { best: best_move, score: best, bound, ..Entry::estimated(estimate) };
            self.keep(position, key, ply, found);
        }
        best
    }

    /// The noisy moves one by one, if standing still is worth less; where the position is pressed and
    /// nobody can stand still, all moves. Gives what that comes to, and the place of the best move, if one
    /// is better than alpha.
    fn try_noisy<const PV: bool>(
        &mut self,
        position: &G,
        ply: usize,
        window: Window,
        standing: Option<Score>,
        table_move: Option<u16>,
        by: &Quiescence,
    ) -> (Score, Option<u16>) {
        let mut best_move = None;
        let mut best = standing.unwrap_or(Score::LEAST);
        let Window { alpha, beta } = window;
        let mut alpha = alpha.max(best);
        let mut moves = std::mem::take(&mut self.frame(ply).moves);
        moves.clear();
        match standing {
            Some(_) => self.knowledge.noisy_moves(position, &mut moves),
            None => self.knowledge.moves(position, &mut moves),
        }
        let around = Surroundings { moves: &moves, table_move, killers: [None, None], led: self.led(ply) };
        self.frames[ply].picker.begin();
        while let Some(candidate) = self.pick(position, ply, &around) {
            if !best.is_lost() {
                // Losing exchanges come last; an evasion that is quiet needs no second try.
                if candidate.is_bad_noisy() || !candidate.noisy && standing.is_none() {
                    break;
                }
                if let Some(standing) = standing.filter(|_| candidate.noisy) {
                    let hope = standing.plus(self.knowledge.gain(position, candidate.chosen) + by.delta);
                    if hope <= alpha {
                        best = best.max(hope);
                        continue;
                    }
                }
            }
            let next = position.after(candidate.chosen);
            self.enter(position, candidate.chosen, candidate.slot, ply, &next);
            let asked = Asked { depth: 0, window: Window { alpha, beta }, cut: false };
            let score = self.below::<PV>(position, &next, ply, asked);
            self.leave();
            if self.clock.aborts() {
                break;
            }
            if score > best {
                best = score;
                if score > alpha {
                    best_move = Some(candidate.place);
                    if PV {
                        self.keep_line(ply, candidate.chosen);
                    }
                    if score >= beta {
                        break;
                    }
                    alpha = score;
                }
            }
        }
        self.frame(ply).moves = moves;
        (best, best_move)
    }
}
