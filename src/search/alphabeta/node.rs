//! Everything below the root. The steps are numbered in the order in which they are tried, those of [`early`](super::early)
//! among them; each is taken only where the game's policy has numbers for it.

use super::{Ahead, FURTHEST_PLY, Search};
use crate::game::Game;
use crate::search::heuristics::{Heuristics, Over};
use crate::search::score::Score;
use crate::search::table::Entry;
use crate::search::window::{Bound, Window};

/// What is asked of a position.
#[derive(Clone, Copy)]
pub(super) struct Asked {
    /// How many plies are to be looked ahead.
    pub(super) depth: i32,
    /// Whether a score lies in here, and which.
    pub(super) window: Window,
    /// Whether a cut is expected.
    pub(super) cut: bool,
}

/// What is known at a node before its moves are tried.
pub(super) struct Node {
    pub(super) depth: i32,
    pub(super) ply: usize,
    pub(super) window: Window,
    /// What is known to be at least possible here.
    pub(super) floor: Score,
    /// What is known to be at most possible here.
    pub(super) ceiling: Score,
    pub(super) pressed: bool,
    /// The estimate is better than it was at this player's last turn.
    pub(super) improving: bool,
    /// A node that is expected to cut.
    pub(super) cut: bool,
    /// The corrected estimate; none where the position is pressed.
    pub(super) estimate: Option<i32>,
    /// The estimate as the table keeps it.
    pub(super) raw_estimate: Option<i32>,
    pub(super) table_move: Option<u16>,
    /// Plies more for the table move.
    pub(super) extension: i32,
    /// The move left out, in a search for whether it is the only good one.
    pub(super) excluded: Option<u16>,
    pub(super) key: Option<u64>,
    /// The count of guesses when the node was entered.
    pub(super) guesses: u64,
}

impl Node {
    const UNKNOWN: Node = Node {
        depth: 0,
        ply: 0,
        window: Window::OPEN,
        floor: Score::LEAST,
        ceiling: Score::GREATEST,
        pressed: false,
        improving: false,
        cut: false,
        estimate: None,
        raw_estimate: None,
        table_move: None,
        extension: 0,
        excluded: None,
        key: None,
        guesses: 0,
    };

    /// At least so much is possible here.
    fn raise(&mut self, least: Score) {
        (self.floor, self.window.alpha) = (self.floor.max(least), self.window.alpha.max(least));
    }

    /// At most so much is possible here.
    fn lower(&mut self, most: Score) {
        (self.ceiling, self.window.beta) = (self.ceiling.min(most), self.window.beta.min(most));
    }
}

impl<G: Game, H: Heuristics<G>> Search<'_, G, H> {
    /// Makes a move on the line being searched.
    pub(super) fn enter(&mut self, before: &G, played: G::Move, slot: usize, ply: usize, after: &G) {
        self.frame(ply).slot = Some(slot);
        self.go_to(after);
        self.knowledge.push(before, played, after);
    }

    /// Notes which position comes next on the line; meanwhile the memory fetches what the table says of it.
    pub(super) fn go_to(&mut self, next: &G) {
        let key = self.knowledge.key(next);
        // Where the depth ends without quiescence, most positions never ask the table.
        let asks = self.policy.quiescence.is_some() || self.exact;
        if let Some(key) = key.filter(|_| asks) {
            self.expect(next, key);
        }
        self.keys.push(key);
    }

    /// Takes back what [`enter`](Search::enter) made.
    pub(super) fn leave(&mut self) {
        self.knowledge.pop();
        self.keys.pop();
    }

    /// The value of `next`, one ply below `position`, for the player to move at `position`.
    /// Signs and windows turn here, where the turn has passed.
    pub(super) fn below<const PV: bool>(
        &mut self,
        position: &G,
        next: &G,
        ply: usize,
        asked: Asked,
    ) -> Score {
        let (before, turn) = (position.turn(), next.turn());
        let asked = Asked { window: asked.window.passed(before, turn), ..asked };
        self.node::<PV>(next, ply + 1, asked, None).passed(before, turn)
    }

    /// The value of a position for the player to move, exact inside the window, a bound outside.
    pub(super) fn node<const PV: bool>(
        &mut self,
        position: &G,
        ply: usize,
        Asked { depth, window, cut }: Asked,
        excluded: Option<u16>,
    ) -> Score {
        if PV {
            self.frame(ply).pv.clear();
        }
        let pressed = self.knowledge.pressed(position);
        let extend = pressed && self.policy.extend_pressed && self.may_extend(ply);
        let depth = depth + i32::from(extend && !self.clock.is_out());
        if depth <= 0 {
            return self.settle::<PV>(position, ply, window);
        }

        // 1. Limits.
        if !self.clock.visits() {
            return Score::DRAW;
        }
        self.furthest = self.furthest.max(ply);
        let guesses = self.guesses;

        // 2. The game is over, or stood like this before.
        if let Over::Yes(outcome) = self.knowledge.over(position) {
            return self.score_of(outcome, position, ply);
        }
        if excluded.is_none() && self.repeats(position) {
            self.guesses += 1; // true on this path alone
            return Score::DRAW;
        }
        if ply >= FURTHEST_PLY {
            return self.look(position, ply);
        }

        let key = *self.keys.last().expect("the line has a root");
        let mut node = Node { depth, ply, window, pressed, cut, excluded, key, guesses, ..Node::UNKNOWN };

        if let Some(score) = self.narrow(position, &mut node) {
            return score;
        }

        // First: its memory is slow, too, and answers while the table is asked.
        let correction = if pressed { 0 } else { self.correction(position) };

        // 4. The table.
        let entry = node.key.filter(|_| excluded.is_none()).and_then(|key| self.recall(position, key, ply));
        if let Some(entry) = entry {
            let proven = entry.is_proof();
            let is_deep_enough = proven || !PV && !self.exact && entry.depth >= depth;
            if is_deep_enough && entry.bound.decides(entry.score, node.window) {
                self.guesses += u64::from(!proven);
                return entry.score;
            }
            node.table_move = entry.best;
        }

        if let Some(score) = self.narrow_by_what_is_known(position, &mut node) {
            return score;
        }

        self.judge(position, &mut node, entry.as_ref(), correction);
        if !PV
            && !pressed
            && excluded.is_none()
            && let Some(estimate) = node.estimate
        {
            let estimate = Score::estimate(estimate);
            let estimate = entry.map_or(estimate, |entry| entry.sharpened(estimate)).units();
            if let Some(score) = self.decide_early(position, &node, estimate) {
                return score;
            }
        }

        // 12. Without a table move the order is poor: search less deeply, and better next time.
        if let Some(from) = self.policy.internal_reduction
            && node.depth >= from
            && node.table_move.is_none()
            && (PV || cut)
            && !pressed
        {
            node.depth -= 1;
        }

        self.go_through_moves::<PV>(position, &mut node, entry.as_ref())
    }

    /// Whether a line that has come so far may be searched deeper than was asked: none gets more than twice as long.
    fn may_extend(&self, ply: usize) -> bool {
        (ply as i32) < 2 * self.root_depth
    }

    /// 13 and 14. What the best move is worth, if need be by trying them one by one.
    fn go_through_moves<const PV: bool>(
        &mut self,
        position: &G,
        node: &mut Node,
        entry: Option<&Entry>,
    ) -> Score {
        let ply = node.ply;
        self.frame(ply + 1).killers = [None, None];
        let mut moves = std::mem::take(&mut self.frame(ply).moves);
        moves.clear();
        self.knowledge.moves(position, &mut moves);
        let mut ahead = std::mem::take(&mut self.frame(ply).ahead);
        ahead.clear();
        let score = if moves.is_empty() {
            self.finished(position, ply)
        } else {
            // 13. Is a move known to be good enough, or the table's move the only good one?
            self.look_up_moves::<PV>(position, node, &moves, &mut ahead)
                .or_else(|| self.look_for_singular::<PV>(position, node, entry?, &moves))
                .unwrap_or_else(|| self.try_moves::<PV>(position, node, &moves, &ahead))
        };
        let frame = self.frame(ply);
        (frame.moves, frame.ahead) = (moves, ahead);
        score
    }

    /// 3. What can still happen, by what the rules say and what is safely counted.
    fn narrow(&mut self, position: &G, node: &mut Node) -> Option<Score> {
        // Nothing beats winning with the next move, and nothing is worse than having lost already.
        if self.policy.hurry {
            let window = &mut node.window;
            window.alpha = window.alpha.max(-Score::won(self.policy.most, node.ply));
            window.beta = window.beta.min(Score::won(self.policy.most, node.ply + 1));
            if window.is_closed() {
                return Some(window.alpha);
            }
        }
        if let Some((least, most)) = self.limits(position, node.ply, node.window) {
            let Window { alpha, beta } = node.window;
            if least >= beta || most <= alpha || least == most {
                return Some(if least >= beta { least } else { most });
            }
            node.raise(least);
            node.lower(most);
        }
        if !self.policy.hurry
            && let Some((score, nodes)) = self.knowledge.played_out(position, node.window)
        {
            self.clock.count(nodes);
            return Some(score);
        }
        if node.excluded.is_none() && node.window.alpha < Score::DRAW && self.can_draw(position) {
            self.guesses += 1; // true on this path alone
            if node.window.beta <= Score::DRAW {
                return Some(Score::DRAW);
            }
            node.raise(Score::DRAW);
        }
        None
    }

    /// 5. What is known without searching: an ending, what tables tell.
    fn narrow_by_what_is_known(&mut self, position: &G, node: &mut Node) -> Option<Score> {
        // How a game goes on is the opponent's choice, too: whether a position can stand a third time after the
        // next two moves is looked at first.
        if node.excluded.is_some() || self.recurs && node.ply < 2 {
            return None;
        }
        let known = self.known(position, node.ply)?;
        let score = known.score.further(self.distance(node.ply));
        if known.bound.decides(score, node.window) {
            return Some(score);
        }
        match known.bound {
            Bound::Lower => node.raise(score),
            Bound::Upper => node.lower(score),
            Bound::Exact => {}
        }
        None
    }

    /// 6. The estimate, where some step asks for it.
    fn judge(&mut self, position: &G, node: &mut Node, entry: Option<&Entry>, correction: i32) {
        if !node.pressed && self.policy.needs_estimates() {
            let known = entry.and_then(|entry| entry.estimate);
            let raw = known.unwrap_or_else(|| self.knowledge.estimate(position));
            // Many a position is cut by its estimate alone, and met again.
            if let (Some(key), None, None) = (node.key, entry, node.excluded) {
                self.keep(position, key, node.ply, Entry::estimated(raw));
            }
            let estimate = raw + correction;
            let before = |back| self.frames[node.ply.checked_sub(back)?].estimate;
            let earlier = [2, 4].into_iter().find_map(before);
            node.improving = earlier.is_some_and(|earlier| estimate > earlier);
            (node.raw_estimate, node.estimate) = (Some(raw), Some(estimate));
        }
        self.frame(node.ply).estimate = node.estimate;
    }

    /// How far the estimate has erred in positions like this one, in units.
    pub(super) fn correction(&self, position: &G) -> i32 {
        if !self.policy.correction {
            return 0;
        }
        self.history.correction(position.turn(), &self.knowledge.features(position))
    }

    /// Asks limits and the table about every move before any is searched: one that beats beta is
    /// enough.
    fn look_up_moves<const PV: bool>(
        &mut self,
        position: &G,
        node: &Node,
        moves: &[G::Move],
        ahead: &mut Vec<Ahead<G>>,
    ) -> Option<Score> {
        let wanted = !PV && node.excluded.is_none() && self.policy.look_up.is_some_and(|d| node.depth >= d);
        if !wanted {
            return None;
        }
        let before = position.turn();
        // All are made first: meanwhile the memory fetches what the table says of them.
        for &chosen in moves {
            let next = position.after(chosen);
            let key = self.knowledge.key(&next);
            if let Some(key) = key {
                self.expect(&next, key);
            }
            ahead.push(Ahead { position: next, key });
        }
        for Ahead { position: next, key } in ahead {
            let window = node.window.passed(before, next.turn());
            if let Some((least, most)) = self.limits(next, node.ply + 1, window) {
                let sure = if before == next.turn() { least } else { most };
                let score = sure.passed(before, next.turn());
                if score >= node.window.beta {
                    return Some(score);
                }
            }
            let entry = key.and_then(|key| self.recall(next, key, node.ply + 1));
            let Some(entry) = entry else { continue };
            let proven = entry.is_proof();
            let score = entry.score.passed(before, next.turn());
            if (proven || !self.exact && entry.depth >= node.depth - 1)
                && entry.bound.decides(entry.score, window)
                && score >= node.window.beta
            {
                self.guesses += u64::from(!proven);
                return Some(score);
            }
        }
        None
    }

    /// Searches all other moves to a lower bar: if none reaches it, the table's move deserves
    /// more depth; if even they beat beta, the node is cut.
    fn look_for_singular<const PV: bool>(
        &mut self,
        position: &G,
        node: &mut Node,
        entry: &Entry,
        moves: &[G::Move],
    ) -> Option<Score> {
        let by = self.policy.singular?;
        let place = entry.best.filter(|place| (*place as usize) < moves.len())?;
        let usable = node.excluded.is_none()
            && node.depth >= by.from_depth
            && entry.depth >= node.depth - 3
            && entry.bound != Bound::Upper
            && !entry.score.is_decisive()
            && self.may_extend(node.ply);
        if !usable {
            return None;
        }
        let bar = entry.score.plus(-by.per_ply * node.depth);
        let saved = self.frame(node.ply).killers;
        let others = Asked { depth: (node.depth - 1) / 2, window: Window::reaching(bar), cut: node.cut };
        let score = self.node::<false>(position, node.ply, others, Some(place));
        let frame = self.frame(node.ply);
        frame.killers = saved;
        frame.estimate = node.estimate;
        if PV {
            frame.pv.clear();
        }
        if score < bar {
            node.extension = if !PV && score < bar.plus(-by.twice) { 2 } else { 1 };
        } else if bar >= node.window.beta && !PV {
            self.guesses += 1;
            return Some(bar); // several moves beat beta
        } else if entry.score >= node.window.beta {
            node.extension = -1;
        }
        None
    }
}
