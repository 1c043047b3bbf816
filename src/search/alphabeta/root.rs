//! The moves of the root: in which order they are searched, and what each comes to.

use super::Search;
use super::node::Asked;
use crate::game::Game;
use crate::search::heuristics::Heuristics;
use crate::search::score::Score;
use crate::search::window::Window;

/// So much a good capture promises before anything was searched: more than any hunch.
const CAPTURE: i32 = 32_000;

/// Root moves are searched less deeply from this depth on, all but so many of the first.
const REDUCED_FROM: i32 = 3;
const IN_FULL: usize = 3;

/// A move at the root.
#[derive(Clone, Debug)]
pub(super) struct RootMove<M> {
    pub(super) chosen: M,
    slot: usize,
    /// In this iteration.
    pub(super) found: Found,
    /// The last score, in whichever iteration: at most that, if the move was refused, at least that,
    /// if it was too good for the window.
    pub(super) last: Score,
    /// The best line, the move itself first.
    pub(super) line: Vec<M>,
}

impl<M> RootMove<M> {
    /// What it is worth, where it was found to be better than the bar.
    pub(super) fn score(&self) -> Option<Score> {
        if let Found::Better(score) = self.found { Some(score) } else { None }
    }
}

/// What came of a root move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Found {
    /// It was not searched, or not to the end.
    Nothing,
    /// It is no better than the bar.
    Refused,
    /// It is better than the bar; exact if the score lies within the window.
    Better(Score),
}

/// A search of the root was broken off. What it came to so far stands in the root's moves.
pub(super) struct Aborted;

impl<G: Game, H: Heuristics<G>> Search<'_, G, H> {
    /// What can be played at the root; before anything was searched, good captures stand first, then hunches.
    pub(super) fn moves_in_first_order(&mut self) -> Vec<RootMove<G::Move>> {
        let position = &self.question.position;
        let mut chosen = Vec::new();
        self.knowledge.moves(position, &mut chosen);
        if !self.question.only.is_empty() || chosen.len() < self.question.lines.get() {
            chosen = self.question.moves(); // asked for, whether worth it or not
        }
        let hunch = self.knowledge.hunches(position);
        let promise = |chosen: G::Move| {
            let noisy = self.knowledge.is_noisy(position, chosen)
                && self.knowledge.exchange_gains(position, chosen, 0);
            let gain = if noisy { CAPTURE + self.knowledge.gain(position, chosen) } else { 0 };
            gain + hunch(chosen)
        };
        chosen.sort_by_cached_key(|chosen| std::cmp::Reverse(promise(*chosen)));
        let root_move = |chosen| RootMove {
            chosen,
            slot: self.knowledge.slot(position, chosen),
            found: Found::Nothing,
            last: Score::DRAW,
            line: vec![chosen],
        };
        chosen.into_iter().map(root_move).collect()
    }

    /// Searches every root move. Afterwards the best stand first, best first. Moves that beat the bar
    /// of their turn have scores, exact inside the window; the others none.
    pub(super) fn search_root(
        &mut self,
        root: &mut [RootMove<G::Move>],
        depth: i32,
        lines: usize,
        window: Window,
    ) -> Result<(), Aborted> {
        for m in root.iter_mut() {
            m.found = Found::Nothing;
        }
        let position = &self.question.position;
        let judged = !self.knowledge.pressed(position);
        let estimate = judged.then(|| self.knowledge.estimate(position) + self.correction(position));
        self.frame(0).estimate = estimate;
        let mut ended = Ok(());
        self.refused = Score::LEAST;
        for number in 0..root.len() {
            let m = &root[number];
            let bar = nth_best(root, lines).unwrap_or(window.alpha).max(window.alpha);
            let next = position.after(m.chosen);
            self.enter(position, m.chosen, m.slot, 0, &next);
            self.frame(1).pv.clear();
            let score =
                self.search_root_move(position, &next, depth, number, Window { alpha: bar, ..window }, lines);
            self.leave();
            if self.clock.aborts() {
                ended = Err(Aborted);
                break;
            }
            self.refused = self.refused.max(score);
            let m = &mut root[number];
            let refused = score <= bar;
            m.found = if refused { Found::Refused } else { Found::Better(score) };
            // That a win is no better, or a loss no worse, says too little.
            let says_little = if refused { score.is_won() } else { score >= window.beta && score.is_lost() };
            if !says_little {
                m.last = score;
            }
            if !refused {
                m.line.truncate(1);
                m.line.extend_from_slice(&self.frames[1].pv);
            }
            if score >= window.beta {
                break;
            }
        }
        // Stable: moves without a score keep the order of earlier iterations. After an abort
        // before the first move was done there is nothing new to go by.
        root.sort_by_key(|m| std::cmp::Reverse(m.score()));
        ended
    }

    /// One root move: in full for the first, "is it better than the bar?" for the rest.
    fn search_root_move(
        &mut self,
        position: &G,
        next: &G,
        depth: i32,
        number: usize,
        window: Window,
        lines: usize,
    ) -> Score {
        let in_full = Asked { depth: depth - 1, window, cut: false };
        let better = Asked { window: Window::above(window.alpha), cut: true, ..in_full };
        let wants_more = better.window.beta < window.beta;
        if number < lines && wants_more {
            return self.below::<true>(position, next, 0, in_full);
        }
        self.frame(1).pv.clear(); // a narrow search leaves no line
        let reduction = match &self.reductions {
            Some(table) if depth >= REDUCED_FROM && number >= IN_FULL && !self.knowledge.pressed(next) => {
                (table.plies(depth, number) - 1).clamp(0, depth - 2)
            }
            _ => 0,
        };
        let sooner = Asked { depth: better.depth - reduction, ..better };
        let mut score = self.below::<false>(position, next, 0, sooner);
        if score > window.alpha && reduction > 0 {
            score = self.below::<false>(position, next, 0, better);
        }
        if score > window.alpha && wants_more {
            score = self.below::<true>(position, next, 0, in_full);
        }
        score
    }
}

/// The score that a move must beat to be among the `lines` best.
pub(super) fn nth_best<M>(root: &[RootMove<M>], lines: usize) -> Option<Score> {
    let mut scores: Vec<_> = root.iter().filter_map(RootMove::score).collect();
    scores.sort_by_key(|s| std::cmp::Reverse(*s));
    scores.get(lines - 1).copied()
}
