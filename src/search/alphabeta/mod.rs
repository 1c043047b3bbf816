//! The one search for every deterministic game: principal variation search by iterative
//! deepening, with every step that modern engines take, each switched by the game's
//! [`Policy`].
//!
//! - [`AlphaBeta`] here is the engine: it sets up a search and lets threads share one table;
//! - `manner` answers otherwise than by the best move found: with a prepared one, or as people do;
//! - `iterate` deepens at the root and decides when to stop;
//! - `tables` asks tables of endings and of solved openings;
//! - `solve` finds the exact value when the end of the game is near;
//! - `line` tells what was found in words, and plays proven lines to the end;
//! - `node` searches everything below the root, and `moves` tries a node's moves;
//! - `quiescence` judges positions where the depth ends.

mod iterate;
mod line;
mod manner;
mod moves;
mod node;
mod quiescence;
mod solve;
mod tables;

use std::collections::VecDeque;
use std::sync::Arc;

use super::at_work::AtWork;
use super::clock::Clock;
use super::heuristics::{Heuristics, Policy, Reductions, Tabled};
use super::history::{History, Rows};
use super::memories::{Memories, Mind};
use super::memory::Memory;
use super::parallel::Team;
use super::picker::{Candidate, Picker};
use super::score::{FURTHEST, MOST, Score};
use super::{Budget, Choice, Engine, Question, Stop, StoppedBy, Term};
use crate::game::{Game, Outcome};

/// The engine: what is known about a game, searched by alpha-beta.
///
/// ```
/// use bestmove::games::pennies::{Pennies, Untaught};
/// use bestmove::search::{Budget, Engine, Question, Stop, alphabeta::AlphaBeta};
///
/// let engine = AlphaBeta::new(Untaught);
/// let question = Question::new(Pennies::new(14));
/// let choice = engine.choose(&question, &Budget::depth(20), &Stop::new(), &mut |_| {});
/// assert_eq!(choice.chosen(), 2);
/// ```
#[derive(Clone)]
pub struct AlphaBeta<H> {
    knowledge: H,
    reductions: Option<Arc<ReductionTable>>,
    memories: Arc<Memories>,
}

/// Bytes of table for a search that says nothing of memory.
const MEMORY: usize = 64 << 20;
/// The least a table is worth having.
const LEAST_MEMORY: usize = 64 << 10;
/// What one thread visits at most in a second, to choose a table no larger than it can fill.
const NODES_A_SECOND: u64 = 2_000_000;
/// Bytes of table for each position that is going to be visited.
const BYTES_A_NODE: u64 = 16;
/// A memory is gone on with if its table has at least such a part of what a new one would have.
const PART: usize = 4;
/// So many positions of the game, the one that is asked about included, may lead to its memory.
const RECENT: usize = 4;

impl<H> AlphaBeta<H> {
    pub fn new<G: Game>(knowledge: H) -> AlphaBeta<H>
    where
        H: Heuristics<G>,
    {
        let policy = knowledge.policy();
        let most = policy.most;
        assert!(most <= MOST, "an end may be worth {most}, and scores tell no more than {MOST} apart");
        let reductions = policy.reductions.as_ref().map(ReductionTable::new).map(Arc::new);
        AlphaBeta { knowledge, reductions, memories: Arc::default() }
    }

    /// Goes on with what earlier searches have left in these memories, where nothing but time
    /// limits a search. By depth or nodes the same question gets the same answer.
    #[must_use]
    pub fn remembering(self, memories: Arc<Memories>) -> AlphaBeta<H> {
        AlphaBeta { memories, ..self }
    }

    /// What is known about the game, to be changed between searches.
    pub fn knowledge_mut(&mut self) -> &mut H {
        &mut self.knowledge
    }

    /// Searches with a memory that outlives the search, for a caller who asks again after the
    /// next move.
    pub fn choose_with<G: Game>(
        &self,
        memory: &Arc<Memory>,
        question: &Question<G>,
        budget: &Budget,
        stop: &Arc<Stop>,
        watch: &mut dyn FnMut(&Choice<G::Move>),
    ) -> Choice<G::Move>
    where
        H: Heuristics<G>,
    {
        match self.otherwise(question, budget, stop, watch) {
            Some(choice) => choice,
            None => {
                memory.table.grow_older();
                self.search(memory, question, budget, stop, watch)
            }
        }
    }

    fn search<G: Game>(
        &self,
        memory: &Arc<Memory>,
        question: &Question<G>,
        budget: &Budget,
        stop: &Arc<Stop>,
        watch: &mut dyn FnMut(&Choice<G::Move>),
    ) -> Choice<G::Move>
    where
        H: Heuristics<G>,
    {
        let team = Team::default();
        let work = (question.threads > 1).then(Arc::<AtWork>::default);
        for number in 1..question.threads {
            let (engine, question, memory) = (self.clone(), question.clone(), memory.clone());
            let work = work.clone();
            team.recruit(budget, move |clock| {
                Search::new(&engine, &question, clock, &memory, work.as_deref()).run(number, &mut |_| {});
            });
        }
        let clock = team.lead(budget, stop);
        Search::new(self, question, clock, memory, work.as_deref()).run(0, watch)
    }

    /// The memory of the question's game, if there is one with a table of at least so many bytes.
    fn recall<G: Game>(&self, question: &Question<G>, least: usize) -> Option<Arc<Memory>>
    where
        H: Heuristics<G>,
    {
        let before = question.past.iter().rev().take(RECENT - 1);
        let game = [&question.position].into_iter().chain(before);
        let key = |position: &G| {
            let key = self.knowledge.key(position)?;
            Some(moves::remembered_by(&self.knowledge, position, key))
        };
        let keys: Vec<_> = game.filter_map(key).collect();
        let memory = self.memories.recall(Mind::of::<H, _>(question), &keys, least)?;
        memory.table.grow_older();
        Some(memory)
    }

    /// Bytes of a table as large as the budget can fill and its memory allows.
    fn table_for<G: Game>(&self, question: &Question<G>, budget: &Budget) -> usize
    where
        H: Heuristics<G>,
    {
        let worth_having = self.knowledge.policy().table.unwrap_or(usize::MAX);
        let most = budget.memory.unwrap_or(MEMORY).min(worth_having);
        let by_time = budget.rounded_milliseconds().map(|milliseconds| {
            milliseconds.saturating_mul(NODES_A_SECOND / 1_000).saturating_mul(question.threads as u64)
        });
        // A pruned search visits about twice as many positions with each ply more.
        let by_depth = budget.depth.map(|d| 1_000 << d.min(32));
        // Nor do many positions follow where the game is nearly over.
        let by_length = self.knowledge.longest(&question.position).map(|plies| 64 << plies.min(32));
        let nodes =
            [by_time, by_depth, by_length, budget.nodes].into_iter().flatten().min().unwrap_or(u64::MAX);
        let wanted = nodes.saturating_mul(BYTES_A_NODE).min(most as u64) as usize;
        wanted.max(LEAST_MEMORY.min(most))
    }
}

impl<G: Game, H: Heuristics<G>> Engine<G> for AlphaBeta<H> {
    fn choose(
        &self,
        question: &Question<G>,
        budget: &Budget,
        stop: &Arc<Stop>,
        watch: &mut dyn FnMut(&Choice<G::Move>),
    ) -> Choice<G::Move> {
        if let Some(choice) = self.otherwise(question, budget, stop, watch) {
            return choice;
        }
        let keeps_table = self.knowledge.key(&question.position).is_some();
        let bytes = if keeps_table { self.table_for(question, budget) } else { 0 };
        // By depth or nodes a fresh memory each time: the same question gets the same answer.
        let goes_on = keeps_table && budget.is_time_alone() && question.only.is_empty();
        let recalled = if goes_on { self.recall(question, bytes / PART) } else { None };
        let memory = recalled.unwrap_or_else(|| Arc::new(Memory::of_bytes(bytes)));
        let choice = self.search(&memory, question, budget, stop, watch);
        // What is solved needs no memory.
        if goes_on && choice.stopped_by != StoppedBy::Solved {
            self.memories.keep(Mind::of::<H, _>(question), memory);
        }
        choice
    }

    fn most_threads(&self) -> usize {
        usize::MAX
    }

    fn elo_range(&self) -> Option<(u16, u16)> {
        let people = self.knowledge.people();
        Some((people.first()?.elo, people.last()?.elo))
    }

    fn terms(&self, position: &G) -> Vec<Term> {
        self.knowledge.clone().terms(position)
    }
}

/// No line is searched further than this from the root.
const FURTHEST_PLY: usize = FURTHEST - 1;

/// One thread's search of one question.
struct Search<'a, G: Game, H> {
    knowledge: H,
    policy: Policy,
    reductions: Option<Arc<ReductionTable>>,
    question: &'a Question<G>,
    clock: Clock,
    memory: &'a Memory,
    /// What the threads are at work on, if there are several.
    work: Option<&'a AtWork>,
    history: History,
    /// The budget lets the search look as far as the game can go, where the rules bound that.
    sees_the_end: bool,
    /// The caller lets tables be asked, and the search see so far where the rules say how far that
    /// is: who looks three plies ahead is not told how a game of forty ends.
    asks_tables: bool,
    /// The moves at the root as tables know them, best first; empty where they do not tell.
    tabled: Vec<Tabled<G::Move>>,
    /// Keys of all positions from the first of the past to the one being searched.
    keys: Vec<Option<u64>>,
    /// The first of them after the last null move: what only doing nothing leads back to is no
    /// repetition.
    since_pass: usize,
    /// One for each ply of the line being searched.
    frames: Vec<Frame<G>>,
    /// How often the search had to guess: an estimate, a step that prunes, a repetition. A part
    /// of the tree in which it did not is proven.
    guesses: u64,
    /// The longest line looked at, in plies.
    furthest: usize,
    /// The first iteration is always finished, however late it is.
    patient: bool,
    /// Depth of the current iteration.
    iteration: i32,
    /// Nothing but proofs will do.
    exact: bool,
    /// What the best of the root moves is worth at most, where none was better than the bar.
    refused: Score,
}

/// What the search keeps for one ply of the line. The vectors keep their memory.
struct Frame<G: Game> {
    moves: Vec<G::Move>,
    /// The positions after the moves, where they are looked up before any is searched.
    ahead: Vec<Ahead<G>>,
    picker: Picker,
    /// Moves that were searched and did not cut.
    tried: Vec<Candidate<G::Move>>,
    /// Moves that another thread is trying.
    left: VecDeque<Candidate<G::Move>>,
    /// The best line found from here on.
    pv: Vec<G::Move>,
    /// Quiet moves that cut at this ply lately.
    killers: [Option<G::Move>; 2],
    /// The history's slot of the move that is being tried here.
    slot: Option<usize>,
    /// The corrected estimate of the position here, unless it is pressed.
    estimate: Option<i32>,
}

/// A position a ply further on, and its key.
struct Ahead<G> {
    position: G,
    key: Option<u64>,
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
    fn new(
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
        let policy = knowledge.policy().clone();
        let longest = knowledge.longest(&question.position);
        let sees_the_end =
            clock.budget().depth.zip(longest).is_none_or(|(depth, longest)| depth as usize >= longest);
        Search {
            sees_the_end,
            asks_tables: question.tablebase && sees_the_end,
            history: memory.history(knowledge.slots(), policy.correction),
            knowledge,
            reductions: engine.reductions.clone().filter(|_| policy.reductions.is_some()),
            policy,
            question,
            clock,
            memory,
            work,
            tabled: Vec::new(),
            keys,
            since_pass: 0,
            frames: Vec::new(),
            guesses: 0,
            furthest: 0,
            patient: true,
            iteration: 0,
            exact: false,
            refused: Score::LEAST,
        }
    }

    /// Deepens until a limit is met, and leaves what was learnt about moves to the next search.
    fn run(mut self, number: usize, watch: &mut dyn FnMut(&Choice<G::Move>)) -> Choice<G::Move> {
        let choice = self.deepen(number, watch);
        self.memory.keep(self.history);
        choice
    }

    /// Whether to drop everything: whatever is returned from now on is not looked at.
    fn aborted(&self) -> bool {
        self.clock.is_out() && !self.patient
    }

    #[inline(always)]
    fn frame(&mut self, ply: usize) -> &mut Frame<G> {
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
    fn finished(&self, position: &G, ply: usize) -> Score {
        self.score_of(position.score_finished(), position, ply)
    }

    fn score_of(&self, outcome: Outcome, position: &G, ply: usize) -> Score {
        if let Outcome::Won { worth, .. } = outcome {
            debug_assert!(worth <= self.policy.most, "an end is worth {worth}, more than the policy's most");
        }
        Score::finished(outcome, position.turn(), self.distance(ply))
    }

    /// How far away an end at this ply counts as: nothing, where sooner is no better.
    fn distance(&self, ply: usize) -> usize {
        if self.policy.hurry { ply } else { 0 }
    }

    /// The least and the most that the player to move can still get, seen from the root.
    fn limits(&self, position: &G, ply: usize, alpha: Score, beta: Score) -> Option<(Score, Score)> {
        let (least, most) = self.knowledge.limits(position, alpha, beta)?;
        Some((least.further(self.distance(ply)), most.further(self.distance(ply))))
    }

    /// What the history keeps of the moves that led to this ply: the last, the one before, and the
    /// player's own before that.
    fn led(&self, ply: usize) -> Rows {
        self.history.rows([1, 2, 4].map(|back| ply.checked_sub(back).and_then(|p| self.frames[p].slot)))
    }

    /// Whether this position stood before: once in the line being searched, or twice in the game.
    fn repeats(&self, position: &G) -> bool {
        let reversible = self.knowledge.reversible(position);
        let now = self.keys.len() - 1;
        let root = self.question.past.len();
        let mut in_game = 0;
        let mut back = 2;
        while back <= reversible.min(now - self.since_pass) {
            if self.keys[now - back] == self.keys[now] {
                in_game += 1;
                if now - back >= root || in_game == 2 {
                    return true;
                }
            }
            back += 2;
        }
        false
    }

    /// Whether a move makes a position that stood in the line being searched: the player to move
    /// has at least a draw.
    fn can_repeat(&self, position: &G) -> bool {
        if !self.policy.upcoming_repetition {
            return false;
        }
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

/// How many plies the n-th move at a depth is searched less deeply.
#[derive(Debug)]
struct ReductionTable([[i8; 64]; 64]);

impl ReductionTable {
    fn new(by: &Reductions) -> ReductionTable {
        let plies = |depth: usize, number: usize| {
            let (depth, number) = (depth.max(1) as f32, number.max(1) as f32);
            (by.base + depth.ln() * number.ln() / by.divisor) as i8
        };
        ReductionTable(std::array::from_fn(|depth| std::array::from_fn(|number| plies(depth, number))))
    }

    fn plies(&self, depth: i32, number: usize) -> i32 {
        i32::from(self.0[depth.clamp(0, 63) as usize][number.min(63)])
    }
}

#[cfg(test)]
mod tests {
    use std::time::Instant;

    use super::*;
    use crate::games::pennies::{Pennies, Untaught};
    use crate::search::negamax::negamax;
    use crate::search::{StoppedBy, Value, Verdict};

    fn choose(left: u32, budget: Budget) -> Choice<u32> {
        AlphaBeta::new(Untaught).choose(
            &Question::new(Pennies::new(left)),
            &budget,
            &Stop::new(),
            &mut |_| {},
        )
    }

    #[test]
    fn the_pruned_search_agrees_with_the_judge() {
        for left in 1..18 {
            let choice = choose(left, Budget::depth(40));
            assert_eq!(choice.best().value, negamax(&Pennies::new(left)).value(true), "{left} pennies");
            assert_eq!(choice.stopped_by, StoppedBy::Solved, "{left} pennies");
        }
    }

    #[test]
    fn a_deadline_that_has_passed_still_gets_a_legal_move() {
        let choice = choose(100, Budget::until(Instant::now()));
        assert_eq!((choice.depth, choice.stopped_by), (1, StoppedBy::Time));
        assert!((1..=3).contains(&choice.chosen()));
    }

    #[test]
    fn a_flag_raised_before_the_search_still_gets_a_legal_move() {
        let stop = Stop::new();
        stop.cancel();
        let question = Question::new(Pennies::new(100));
        let choice = AlphaBeta::new(Untaught).choose(&question, &Budget::default(), &stop, &mut |_| {});
        assert_eq!((choice.depth, choice.stopped_by), (1, StoppedBy::Cancelled));
    }

    #[test]
    fn the_same_question_gets_the_same_answer() {
        let [one, two] = [(), ()].map(|()| choose(60, Budget::nodes(500)));
        assert_eq!((one.lines, one.nodes), (two.lines, two.nodes));
    }

    #[test]
    fn all_moves_are_ranked_with_their_exact_values() {
        let mut question = Question::new(Pennies::new(7));
        question.lines = 3;
        let choice =
            AlphaBeta::new(Untaught).choose(&question, &Budget::depth(20), &Stop::new(), &mut |_| {});
        let told: Vec<_> = choice.lines.iter().map(|line| (line.moves[0], line.value)).collect();
        let proven = |verdict, plies| Value::Proven { verdict, worth: 1, plies };
        // To leave four wins in three plies; to leave five or six lets the opponent leave four.
        assert_eq!(
            told,
            [(3, proven(Verdict::Win, 3)), (1, proven(Verdict::Loss, 4)), (2, proven(Verdict::Loss, 4))]
        );
    }

    #[test]
    fn only_the_moves_asked_for_are_considered() {
        let mut question = Question::new(Pennies::new(7));
        question.only = vec![1, 2];
        let choice =
            AlphaBeta::new(Untaught).choose(&question, &Budget::depth(20), &Stop::new(), &mut |_| {});
        assert_eq!(choice.chosen(), 1);
    }

    #[test]
    fn many_threads_find_the_same_value_as_one() {
        let mut question = Question::new(Pennies::new(29));
        question.threads = 4;
        let choice =
            AlphaBeta::new(Untaught).choose(&question, &Budget::depth(60), &Stop::new(), &mut |_| {});
        assert_eq!(choice.best().value, choose(29, Budget::depth(60)).best().value);
    }

    /// A game of which something is told that cannot be.
    #[derive(Clone)]
    struct Mistold {
        policy: Policy,
        ahead: Option<i32>,
    }

    impl Heuristics<Pennies> for Mistold {
        fn policy(&self) -> &Policy {
            &self.policy
        }

        fn estimate(&mut self, _: &Pennies) -> i32 {
            0
        }

        fn key(&self, pennies: &Pennies) -> Option<u64> {
            Untaught.key(pennies)
        }

        fn ahead(&self, _: &Pennies) -> Option<i32> {
            self.ahead
        }
    }

    #[test]
    #[should_panic(expected = "an end may be worth 77, and scores tell no more than 76 apart")]
    fn ends_that_scores_do_not_tell_apart_are_not_searched_for() {
        AlphaBeta::new(Mistold { policy: Policy { most: MOST + 1, ..Policy::EXACT }, ahead: None });
    }

    #[test]
    #[cfg(debug_assertions)]
    #[should_panic(expected = "`ahead` is for games in no hurry")]
    fn what_is_safe_counts_only_where_sooner_is_no_better() {
        let engine = AlphaBeta::new(Mistold { policy: Policy::EXACT, ahead: Some(1) });
        engine.choose(&Question::new(Pennies::new(9)), &Budget::depth(4), &Stop::new(), &mut |_| {});
    }

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

    #[test]
    fn the_line_told_keeps_the_win() {
        use crate::notation::Notation;
        let mut position = Pennies::new(14);
        for (number, taken) in choose(14, Budget::depth(30)).best().moves.iter().enumerate() {
            position = position.after(*taken);
            let left: u32 = position.write().parse().unwrap();
            assert!(number % 2 == 1 || left.is_multiple_of(4), "{left} are left");
        }
        assert_ne!(position, Pennies::new(14));
    }
}
