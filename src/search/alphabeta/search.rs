//! One thread's search of one question: what it has at hand on the line that it is looking at.

use std::collections::VecDeque;
use std::sync::Arc;

use super::AlphaBeta;
use super::reductions::ReductionTable;
use crate::game::{Game, Outcome};
use crate::search::at_work::AtWork;
use crate::search::clock::Clock;
use crate::search::heuristics::{Heuristics, Tabled};
use crate::search::history::{History, Rows};
use crate::search::memory::Memory;
use crate::search::picker::{Candidate, Picker};
use crate::search::policy::Policy;
use crate::search::score::{FURTHEST, Score};
use crate::search::window::Window;
use crate::search::{Choice, Question};

/// No line is searched further than this from the root.
pub(super) const FURTHEST_PLY: usize = FURTHEST - 1;

/// One thread's search of one question.
pub(super) struct Search<'a, G: Game, H> {
    pub(super) knowledge: H,
    pub(super) policy: Policy,
    pub(super) reductions: Option<Arc<ReductionTable>>,
    pub(super) question: &'a Question<G>,
    pub(super) clock: Clock,
    pub(super) memory: &'a Memory,
    /// What the threads are at work on, if there are several.
    pub(super) work: Option<&'a AtWork>,
    pub(super) history: History,
    /// The budget lets the search look as far as the game can go, where the rules bound that.
    pub(super) sees_the_end: bool,
    /// The caller lets tables be asked, and the search see so far where the rules say how far that
    /// is: who looks three plies ahead is not told how a game of forty ends.
    pub(super) asks_tables: bool,
    /// The moves at the root as tables know them, best first; empty where they do not tell.
    pub(super) tabled: Vec<Tabled<G::Move>>,
    /// Keys of all positions from the first of the past to the one being searched.
    pub(super) keys: Vec<Option<u64>>,
    /// Some position of the game has stood twice: it may be a draw before what is known of one comes true.
    pub(super) recurs: bool,
    /// The first of them after the last null move: what only doing nothing leads back to is no
    /// repetition.
    pub(super) since_pass: usize,
    /// One for each ply of the line being searched.
    pub(super) frames: Vec<Frame<G>>,
    /// How often the search had to guess: an estimate, a step that prunes, a repetition. A part
    /// of the tree in which it did not is proven.
    pub(super) guesses: u64,
    /// The longest line looked at, in plies.
    pub(super) furthest: usize,
    /// How deep the root is searched at present, in plies.
    pub(super) root_depth: i32,
    /// Nothing but proofs will do.
    pub(super) exact: bool,
    /// What the best of the root moves is worth at most, where none was better than the bar.
    pub(super) refused: Score,
}

/// What the search keeps for one ply of the line. The vectors keep their memory.
pub(super) struct Frame<G: Game> {
    pub(super) moves: Vec<G::Move>,
    /// The positions after the moves, where they are looked up before any is searched.
    pub(super) ahead: Vec<Ahead<G>>,
    pub(super) picker: Picker,
    /// Moves that were searched and did not cut.
    pub(super) tried: Vec<Candidate<G::Move>>,
    /// Moves that another thread is trying.
    pub(super) left: VecDeque<Candidate<G::Move>>,
    /// The best line found from here on.
    pub(super) pv: Vec<G::Move>,
    /// Quiet moves that cut at this ply lately.
    pub(super) killers: [Option<G::Move>; 2],
    /// The history's slot of the move that is being tried here.
    pub(super) slot: Option<usize>,
    /// The corrected estimate of the position here, unless it is pressed.
    pub(super) estimate: Option<i32>,
}

/// A position a ply further on, and its key.
pub(super) struct Ahead<G> {
    pub(super) position: G,
    pub(super) key: Option<u64>,
}

impl<G: Game> Default for Frame<G> {
    fn default() -> Self {
        Frame {
            moves: Vec::new(),
            ahead: Vec::new(),
            picker: Picker::default(),
            tried: Vec::new(),
            left: VecDeque::new(),
            pv: Vec::new(),
            killers: [None, None],
            slot: None,
            estimate: None,
        }
    }
}

impl<'a, G: Game, H: Heuristics<G>> Search<'a, G, H> {
    pub(super) fn new(
        engine: &AlphaBeta<H>,
        question: &'a Question<G>,
        clock: Clock,
        memory: &'a Memory,
        work: Option<&'a AtWork>,
    ) -> Self {
        let mut knowledge = engine.knowledge.clone();
        knowledge.root(&question.position);
        let mut keys: Vec<_> = question.past.iter().map(|p| knowledge.key(p)).collect();
        keys.push(knowledge.key(&question.position));
        let recurs = stood_twice(&keys, knowledge.reversible(&question.position));
        let policy = knowledge.policy().clone();
        let longest = knowledge.longest(&question.position);
        let sees_the_end =
            clock.budget().depth.zip(longest).is_none_or(|(depth, longest)| depth as usize >= longest);
        Search {
            sees_the_end,
            asks_tables: question.tablebase && sees_the_end,
            history: memory.history(knowledge.slots(), policy.correction),
            knowledge,
            // What the root is may have chosen another policy than the engine's.
            reductions: engine.reductions.clone().filter(|_| policy.reductions.is_some()),
            policy,
            question,
            clock,
            memory,
            work,
            tabled: Vec::new(),
            keys,
            recurs,
            since_pass: 0,
            frames: Vec::new(),
            guesses: 0,
            furthest: 0,
            root_depth: 0,
            exact: false,
            refused: Score::LEAST,
        }
    }

    /// Deepens until a limit is met, and leaves what was learnt about moves to the next search.
    pub(super) fn run(mut self, number: usize, watch: &mut dyn FnMut(&Choice<G::Move>)) -> Choice<G::Move> {
        let choice = self.deepen(number, watch);
        self.memory.keep(self.history);
        choice
    }

    #[inline(always)]
    pub(super) fn frame(&mut self, ply: usize) -> &mut Frame<G> {
        if self.frames.len() <= ply {
            self.reach(ply);
        }
        &mut self.frames[ply]
    }

    #[cold]
    fn reach(&mut self, ply: usize) {
        self.frames.resize_with(ply + 1, Frame::default);
    }

    /// The end of a game, `ply` moves from the root, for the player to move there.
    pub(super) fn finished(&self, position: &G, ply: usize) -> Score {
        self.score_of(position.score_finished(), position, ply)
    }

    pub(super) fn score_of(&self, outcome: Outcome, position: &G, ply: usize) -> Score {
        if let Outcome::Won { worth, .. } = outcome {
            debug_assert!(worth <= self.policy.most, "an end is worth {worth}, more than the policy's most");
        }
        Score::finished(outcome, position.turn(), self.distance(ply))
    }

    /// How far away an end at this ply counts as: nothing, where sooner is no better.
    pub(super) fn distance(&self, ply: usize) -> usize {
        if self.policy.hurry { ply } else { 0 }
    }

    /// The least and the most that the player to move can still get, seen from the root.
    pub(super) fn limits(&self, position: &G, ply: usize, window: Window) -> Option<(Score, Score)> {
        let (least, most) = self.knowledge.limits(position, window)?;
        Some((least.further(self.distance(ply)), most.further(self.distance(ply))))
    }

    /// What the history keeps of the moves that led to this ply: the last, the one before, and the
    /// player's own before that.
    pub(super) fn led(&self, ply: usize) -> Rows {
        self.history.rows([1, 2, 4].map(|back| ply.checked_sub(back).and_then(|p| self.frames[p].slot)))
    }

    /// Whether this position stood before: once in the line being searched, or twice in the game.
    pub(super) fn repeats(&self, position: &G) -> bool {
        let reversible = self.knowledge.reversible(position);
        let now = self.keys.len() - 1;
        let Some(here) = self.keys[now] else { return false };
        let root = self.question.past.len();
        let mut in_game = 0;
        let mut back = 2;
        while back <= reversible.min(now - self.since_pass) {
            if self.keys[now - back] == Some(here) {
                in_game += 1;
                if now - back >= root || in_game == 2 {
                    return true;
                }
            }
            back += 2;
        }
        false
    }

    /// Whether the player to move has at least a draw: may claim one, or repeat a position.
    pub(super) fn can_draw(&self, position: &G) -> bool {
        self.knowledge.may_claim(position) || self.policy.upcoming_repetition && self.can_repeat(position)
    }

    /// Whether a move makes a position that stood in the line being searched.
    fn can_repeat(&self, position: &G) -> bool {
        let now = self.keys.len() - 1;
        let first = self.question.past.len().max(self.since_pass);
        let furthest = self.knowledge.reversible(position).min(now - first);
        let difference = |back: usize| Some(self.keys[now]? ^ self.keys[now - back]?);
        (3..=furthest)
            .step_by(2)
            .filter_map(difference)
            .any(|difference| self.knowledge.leads_back(position, difference))
    }
}

/// Whether one of the last positions, which can all come again, is among them twice.
fn stood_twice(keys: &[Option<u64>], reversible: usize) -> bool {
    let first = (keys.len() - 1).saturating_sub(reversible);
    let mut recent: Vec<_> = keys[first..].iter().flatten().collect();
    recent.sort_unstable();
    recent.windows(2).any(|pair| pair[0] == pair[1])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::pennies::Pennies;
    use crate::search::{Budget, Stop};

    /// A game in which everything may come again.
    #[derive(Clone)]
    struct Recurring;

    impl Heuristics<Pennies> for Recurring {
        fn policy(&self) -> &Policy {
            &Policy::EXACT
        }

        fn estimate(&mut self, _: &Pennies) -> i32 {
            0
        }

        fn reversible(&self, _: &Pennies) -> usize {
            usize::MAX
        }
    }

    #[test]
    fn nothing_is_repeated_across_a_pass() {
        let (engine, question, memory) =
            (AlphaBeta::new(Recurring), Question::new(Pennies::new(9)), Memory::of_bytes(0));
        let clock = Clock::start(Budget::depth(1), Stop::new());
        let mut search = Search::new(&engine, &question, clock, &memory, None);
        search.keys = [7, 1, 2, 3, 7].map(Some).to_vec();
        assert!(search.repeats(&question.position));
        search.since_pass = 2;
        assert!(!search.repeats(&question.position));
        search.keys.extend([5, 2, 4, 2].map(Some));
        assert!(search.repeats(&question.position), "after the pass");
    }
}
