//! The steps of a node that decide without trying its moves one by one: 7 to 11. Each compares an
//! estimate, or what a shallow search says, with the window.

use super::Search;
use super::moves::NEAR;
use super::node::{Asked, Node};
use crate::game::Game;
use crate::search::heuristics::Heuristics;
use crate::search::score::Score;
use crate::search::window::Window;

impl<G: Game, H: Heuristics<G>> Search<'_, G, H> {
    /// Whether one of them decides, and what the position is worth then.
    pub(super) fn decide_early(&mut self, position: &G, node: &Node, estimate: i32) -> Option<Score> {
        if node.window.beta.is_won() {
            return None;
        }
        self.razor(position, node, estimate)
            .or_else(|| self.stand_far_above(node, estimate))
            .or_else(|| self.pass(position, node, estimate))
            .or_else(|| self.forecast(position, node, estimate))
            .or_else(|| self.probcut(position, node, estimate))
    }

    /// 7. Razoring: far below alpha, only tactics can help, or a short mate.
    fn razor(&mut self, position: &G, node: &Node, estimate: i32) -> Option<Score> {
        let by = self.policy.razoring?;
        let &Node { depth, ply, window: Window { alpha, .. }, .. } = node;
        let far_below = estimate + by.base + by.per_ply_squared * depth * depth <= alpha.units();
        if depth > by.to_depth || ply <= NEAR || !far_below {
            return None;
        }
        let score = self.settle::<false>(position, ply, Window::above(alpha));
        (score <= alpha).then_some(score)
    }

    /// 8. Reverse futility: far above beta, a few plies will not undo it.
    fn stand_far_above(&mut self, node: &Node, estimate: i32) -> Option<Score> {
        let by = self.policy.reverse_futility?;
        let &Node { depth, window: Window { beta, .. }, improving, .. } = node;
        let far_above = estimate - by.per_ply * (depth - i32::from(improving)) >= beta.units();
        if depth > by.to_depth || beta.is_lost() || !far_above {
            return None;
        }
        self.guesses += 1;
        Some(Score::estimate((estimate + beta.units()) / 2).max(beta))
    }

    /// 9. Null move: if even passing is good enough, a move will be.
    fn pass(&mut self, position: &G, node: &Node, estimate: i32) -> Option<Score> {
        let by = self.policy.null_move?;
        let &Node { depth, ply, window: Window { beta, .. }, .. } = node;
        let promising = depth >= by.from_depth && estimate >= beta.units() && !beta.is_lost();
        if !promising || self.frames[ply - 1].slot.is_none() {
            return None;
        }
        let passed = self.knowledge.pass(position)?;
        let reduction = by.base + depth / by.divisor + ((estimate - beta.units()) / by.margin).min(3);
        self.frame(ply).slot = None;
        let since = std::mem::replace(&mut self.since_pass, self.keys.len());
        self.go_to(&passed);
        let enough = Asked { depth: depth - reduction, window: Window::reaching(beta), cut: !node.cut };
        let score = self.below::<false>(position, &passed, ply, enough);
        self.keys.pop();
        self.since_pass = since;
        self.guesses += 1;
        if self.clock.aborts() {
            return Some(Score::DRAW);
        }
        let sure = score >= beta
            && (depth < by.verify_from || {
                // Where passing would be best of all, only a search without it can tell.
                let mark = self.policy.null_move.take();
                let score = self.node::<false>(position, ply, Asked { cut: false, ..enough }, None);
                self.policy.null_move = mark;
                score >= beta
            });
        sure.then_some(if score.is_decisive() { beta } else { score })
    }

    /// 10. Forecast: a shallow search comes out far outside the window.
    fn forecast(&mut self, position: &G, node: &Node, estimate: i32) -> Option<Score> {
        let by = self.policy.forecast.filter(|by| node.depth >= by.from_depth)?;
        let &Node { depth, ply, window: Window { alpha, beta }, cut, .. } = node;
        // An even number of plies less: whose turn it is at the end colours the estimate.
        let depth = depth / by.divisor + (depth / by.divisor + depth) % 2;
        let (low, high) = (alpha.plus(-by.margin), beta.plus(by.margin));
        if estimate >= beta.units() && !high.is_decisive() {
            let far_above = Asked { depth, window: Window::reaching(high), cut };
            let score = self.node::<false>(position, ply, far_above, None);
            if score >= high || self.clock.aborts() {
                self.guesses += 1;
                return Some(beta);
            }
        }
        if estimate <= alpha.units() && !low.is_decisive() {
            let far_below = Asked { depth, window: Window::above(low), cut };
            let score = self.node::<false>(position, ply, far_below, None);
            if score <= low || self.clock.aborts() {
                self.guesses += 1;
                return Some(alpha);
            }
        }
        None
    }

    /// 11. Probcut: a capture that beats beta by a margin in a shallow search.
    fn probcut(&mut self, position: &G, node: &Node, estimate: i32) -> Option<Score> {
        let by = self.policy.probcut.filter(|by| node.depth >= by.from_depth)?;
        let ply = node.ply;
        let bar = node.window.beta.plus(by.margin);
        if bar.is_decisive() {
            return None;
        }
        let mut moves = std::mem::take(&mut self.frame(ply).moves);
        moves.clear();
        self.knowledge.noisy_moves(position, &mut moves);
        let needed = bar.units() - estimate;
        moves.retain(|m| self.knowledge.exchange_gains(position, *m, needed));
        let at_once = Asked { depth: 0, window: Window::reaching(bar), cut: !node.cut };
        let mut found = None;
        for &chosen in &moves {
            let slot = self.knowledge.slot(position, chosen);
            let next = position.after(chosen);
            self.enter(position, chosen, slot, ply, &next);
            let mut score = self.below::<false>(position, &next, ply, at_once);
            if score >= bar {
                let deeper = Asked { depth: node.depth - by.shallower, ..at_once };
                score = self.below::<false>(position, &next, ply, deeper);
            }
            self.leave();
            if self.clock.aborts() {
                found = Some(Score::DRAW);
                break;
            }
            if score >= bar {
                self.guesses += 1;
                found = Some(score.plus(if score.is_decisive() { 0 } else { -by.margin }));
                break;
            }
        }
        self.frame(ply).moves = moves;
        found
    }
}
