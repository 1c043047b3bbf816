//! The moves of a node, tried one by one: which are skipped, how deeply each is searched, and
//! what is learnt from them. The steps go on where those of the node end.

use super::node::{Asked, Node};
use super::{Ahead, Search};
use crate::game::{Game, Player};
use crate::search::heuristics::Heuristics;
use crate::search::history::{CERTAIN, Rows};
use crate::search::picker::{Candidate, Surroundings};
use crate::search::score::Score;
use crate::search::table::Entry;
use crate::search::window::{Bound, Window};

/// So near the root no move is skipped: a short win must not be missed, however wild it looks.
pub(super) const NEAR: usize = 2;

/// Where a position is solved, threads share the moves of nodes with so many plies to come: below,
/// what they would find out from each other is found out sooner alone. Two threads solve connect four
/// and othello 1.3 to 1.7 times as fast as one, kalah 1.2 times; without this no faster, or more
/// slowly. To depths of chess they come no sooner by it.
const SHARED: i32 = 8;

/// A noisy move that loses nothing is not reduced, unless so many moves have had their turn.
const LATE_NOISY: usize = 8;
/// So much history makes a quiet move promise a unit more.
const LIFT: i32 = 256;

/// What the history learns from a refutation found so deep.
fn bonus(depth: i32) -> i32 {
    (160 * depth - 80).clamp(80, CERTAIN / 10)
}

/// A move whose turn has come.
struct Attempt<M> {
    candidate: Candidate<M>,
    /// How many have had their turn, this one included.
    number: usize,
    /// What the history says of it.
    history: i32,
}

impl<G: Game, H: Heuristics<G>> Search<'_, G, H> {
    /// 14. The moves, one by one.
    pub(super) fn try_moves<const PV: bool>(
        &mut self,
        position: &G,
        node: &Node,
        moves: &[G::Move],
        ahead: &[Ahead<G>],
    ) -> Score {
        let &Node { depth, ply, window: Window { mut alpha, beta }, .. } = node;
        let player = position.turn();
        let led = self.led(ply);
        let frame = self.frame(ply);
        frame.picker.begin();
        frame.tried.clear();
        frame.left.clear();
        let killers = frame.killers;
        let around = Surroundings { moves, table_move: node.table_move, killers, led };
        let mut best = node.floor;
        let mut best_move: Option<Candidate<G::Move>> = None;
        let mut number = 0;
        let work = self.work.filter(|_| self.exact && depth >= SHARED);
        while let Some((candidate, may_wait)) = self.next_move(position, ply, &around) {
            if node.excluded == Some(candidate.place) {
                continue;
            }
            let history = self.history_of(player, &candidate, led);
            number += 1;

            // 15. Moves that are not worth making.
            if number > 1 && ply > NEAR && !best.is_lost() {
                let late = !candidate.noisy && self.is_late(node, number);
                if late {
                    number += self.frames[ply].picker.leave_quiet();
                }
                if late || self.skips(position, node, &candidate, history, alpha) {
                    self.guesses += 1;
                    continue;
                }
            }

            let made;
            let next = match ahead.get(usize::from(candidate.place)) {
                Some(ahead) => &ahead.position,
                None => {
                    made = position.after(candidate.chosen);
                    &made
                }
            };
            self.enter(position, candidate.chosen, candidate.slot, ply, next);
            let at = work.zip(*self.keys.last().expect("a move was made"));
            if may_wait && number > 1 && at.is_some_and(|(work, key)| work.is_on(key)) {
                self.leave();
                self.frames[ply].left.push_back(candidate);
                number -= 1;
                continue;
            }
            if let Some((work, key)) = at {
                work.begin(key);
            }
            let attempt = Attempt { candidate, number, history };
            let score = self.attempt::<PV>(position, next, node, &attempt, Window { alpha, beta });
            self.leave();
            if let Some((work, key)) = at {
                work.end(key);
            }
            if self.clock.aborts() {
                return Score::DRAW;
            }

            if score > best {
                best = score;
                if score > alpha {
                    best_move = Some(candidate);
                    if PV {
                        self.keep_line(ply, candidate.chosen);
                    }
                    if score >= beta {
                        break;
                    }
                    alpha = score;
                }
            }
            self.frames[ply].tried.push(candidate);
        }
        best = best.min(node.ceiling);
        if let Some(refutation) = best_move.filter(|_| best >= beta) {
            self.learn(position, node, &refutation, led);
        }
        if number == 0 {
            return alpha; // the move left out is the only one
        }
        if node.excluded.is_none() {
            self.remember(position, node, best, best_move);
        }
        best
    }

    /// The next move to try, and whether it may wait until others have tried it. Those that have waited come
    /// last: by now it may be known what they lead to.
    #[inline]
    fn next_move(
        &mut self,
        position: &G,
        ply: usize,
        around: &Surroundings<'_, G::Move>,
    ) -> Option<(Candidate<G::Move>, bool)> {
        match self.pick(position, ply, around) {
            Some(candidate) => Some((candidate, true)),
            None => self.frames[ply].left.pop_front().map(|candidate| (candidate, false)),
        }
    }

    /// The next best of the moves at this ply.
    #[inline]
    pub(super) fn pick(
        &mut self,
        position: &G,
        ply: usize,
        around: &Surroundings<'_, G::Move>,
    ) -> Option<Candidate<G::Move>> {
        self.frames[ply].picker.pick(position, &self.knowledge, &self.history, &self.memory.table, around)
    }

    /// 16. Searches a move: a late one less deeply first, all but the first to see if they are better.
    fn attempt<const PV: bool>(
        &mut self,
        position: &G,
        next: &G,
        node: &Node,
        attempt: &Attempt<G::Move>,
        window: Window,
    ) -> Score {
        let &Node { ply, table_move, extension, cut, .. } = node;
        let is_table_move = table_move == Some(attempt.candidate.place);
        let depth = node.depth - 1 + if is_table_move { extension } else { 0 };
        if attempt.number > 1 {
            if PV {
                self.frame(ply + 1).pv.clear(); // a narrow search leaves no line
            }
            let reduction = self.reduction::<PV>(node, attempt, next);
            let better = Window::above(window.alpha);
            let sooner = Asked { depth: depth - reduction, window: better, cut: true };
            let mut score = self.below::<false>(position, next, ply, sooner);
            if score > window.alpha && reduction > 0 {
                score = self.below::<false>(position, next, ply, Asked { depth, window: better, cut: !cut });
            }
            let is_exact = !PV || score <= window.alpha || score >= window.beta;
            if is_exact {
                return score;
            }
        }
        self.below::<PV>(position, next, ply, Asked { depth, window, cut: !PV && !cut })
    }

    /// What the history says of a move after those that led here.
    fn history_of(&self, player: Player, candidate: &Candidate<G::Move>, led: Rows) -> i32 {
        if candidate.noisy {
            self.history.noisy(player, candidate.slot)
        } else {
            self.history.quiet(player, candidate.slot, led)
        }
    }

    /// 15. Whether so many moves have been tried that no quiet one is worth making any more.
    fn is_late(&self, node: &Node, number: usize) -> bool {
        let &Node { depth, pressed, improving, .. } = node;
        !pressed
            && self.policy.late_moves.is_some_and(|by| {
                depth <= by.to_depth
                    && number as i32 > (by.base + depth * depth) / if improving { 1 } else { 2 }
            })
    }

    /// 15. Whether a move is skipped: too quiet, or losing too much.
    fn skips(
        &self,
        position: &G,
        node: &Node,
        candidate: &Candidate<G::Move>,
        history: i32,
        alpha: Score,
    ) -> bool {
        let &Node { depth, pressed, .. } = node;
        if let (Some(by), Some(estimate)) = (self.policy.futility, node.estimate)
            && !candidate.noisy
            && !pressed
            && depth <= by.to_depth
            && estimate + by.base + by.per_ply * depth + history / LIFT <= alpha.units()
        {
            return true;
        }
        if let Some(by) = self.policy.exchanges
            && depth <= by.to_depth
        {
            let least = -depth * if candidate.noisy { by.noisy_per_ply } else { by.quiet_per_ply };
            return !self.knowledge.exchange_gains(position, candidate.chosen, least);
        }
        false
    }

    /// 16. How many plies less deeply a late move is searched first.
    fn reduction<const PV: bool>(&self, node: &Node, attempt: &Attempt<G::Move>, next: &G) -> i32 {
        let (Some(by), Some(table)) = (&self.policy.reductions, &self.reductions) else { return 0 };
        let &Attempt { candidate, number, history } = attempt;
        let tactical = candidate.noisy && !candidate.is_bad_noisy();
        if node.depth < by.from_depth || tactical && number < LATE_NOISY {
            return 0;
        }
        let is_killer = self.frames[node.ply].killers.contains(&Some(candidate.chosen));
        let mut plies = table.plies(node.depth, number);
        plies -= i32::from(PV);
        plies += i32::from(node.cut);
        plies += i32::from(!node.improving);
        plies -= i32::from(node.pressed || self.knowledge.pressed(next));
        plies -= i32::from(is_killer);
        plies -= (history / by.history).clamp(-2, 2);
        plies.clamp(0, node.depth - 2)
    }

    pub(super) fn keep_line(&mut self, ply: usize, chosen: G::Move) {
        self.frame(ply + 1);
        let (here, below) = self.frames.split_at_mut(ply + 1);
        let line = &mut here[ply].pv;
        line.clear();
        line.push(chosen);
        line.extend_from_slice(&below[0].pv);
    }

    /// 17. A move refuted the opponent: it is worth more from now on, those tried before less.
    fn learn(&mut self, position: &G, node: &Node, refutation: &Candidate<G::Move>, led: Rows) {
        let player = position.turn();
        let bonus = bonus(node.depth);
        if refutation.noisy {
            self.history.learn_noisy(player, refutation.slot, bonus);
        } else {
            self.history.learn_quiet(player, refutation.slot, led, bonus);
            let keeps = self.knowledge.slots() > 0;
            let killers = &mut self.frame(node.ply).killers;
            if keeps && killers[0] != Some(refutation.chosen) {
                *killers = [Some(refutation.chosen), killers[0]];
            }
        }
        for failed in &self.frames[node.ply].tried {
            if failed.noisy {
                self.history.learn_noisy(player, failed.slot, -bonus);
            } else if !refutation.noisy {
                self.history.learn_quiet(player, failed.slot, led, -bonus);
            }
        }
    }

    /// 18. What was found out, for the next time the position is met.
    fn remember(&mut self, position: &G, node: &Node, best: Score, best_move: Option<Candidate<G::Move>>) {
        let bound = Bound::of(best, node.window);
        let noisy = best_move.is_some_and(|m| m.noisy);
        if let Some(estimate) = node.estimate
            && self.policy.correction
            && !best.is_decisive()
            && !noisy
            && bound.decides(best, Window::at(Score::estimate(estimate)))
        {
            let error = best.units() - node.raw_estimate.unwrap_or(estimate);
            let features = self.knowledge.features(position);
            self.history.learn_error(position.turn(), &features, error, node.depth);
        }
        let Some(key) = node.key else { return };
        let entry = Entry {
            best: best_move.map(|m| m.place),
            score: best,
            bound,
            depth: node.depth,
            proven: self.guesses == node.guesses,
            estimate: node.raw_estimate,
        };
        self.keep(position, key, node.ply, entry);
    }
}
