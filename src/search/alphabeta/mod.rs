//! The one search for every deterministic game that an estimate can judge: principal variation
//! search by iterative deepening, with every step that modern engines take, each switched by the
//! game's [`Policy`](super::policy::Policy).
//!
//! - [`AlphaBeta`] here is the engine: it sets up a search and lets threads share one table;
//! - `prepared_or_human` answers with what is not the best move found: a prepared one, or a person's;
//! - `iterate` deepens and decides when to stop; `root` searches the moves of the root;
//! - `tables` asks tables of endings and of solved openings;
//! - `solve` finds the exact value when the end of the game is near;
//! - `line` tells what was found in words, and plays proven lines to the end;
//! - `search` is what one thread has at hand on the line that it is looking at;
//! - `node` searches everything below the root: `early` decides without trying moves where it can, and `moves`
//!   tries them, late ones less deeply (`reductions`);
//! - `recall` asks the table, and tells it;
//! - `quiescence` judges positions where the depth ends.

mod early;
mod iterate;
mod line;
mod moves;
mod node;
mod prepared_or_human;
mod quiescence;
mod recall;
mod reductions;
mod root;
mod search;
mod solve;
mod tables;

use std::num::NonZeroUsize;
use std::ops::RangeInclusive;
use std::sync::Arc;

use super::at_work::AtWork;
use super::heuristics::Heuristics;
use super::memories::{Memories, Mind};
use super::memory::Memory;
use super::parallel::Team;
use super::score::MOST;
use super::{Budget, Choice, Engine, Question, Stop, StoppedBy, Term};
use crate::game::Game;
use reductions::ReductionTable;
use search::{Ahead, FURTHEST_PLY, Search};

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
    /// The search with what is known of a game; it remembers nothing from one move to the next.
    pub fn new<G: Game>(knowledge: H) -> AlphaBeta<H>
    where
        H: Heuristics<G>,
    {
        let policy = knowledge.policy();
        let most = policy.most;
        assert!(most <= MOST, "an end may be worth {most}, and scores tell no more than {MOST} apart");
        let shallowest = policy.reductions.as_ref().map_or(2, |reductions| reductions.from_depth);
        assert!(
            shallowest >= 2,
            "at depth {shallowest} there is no ply to reduce by: something must be searched"
        );
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
        match self.prepared_or_human(question, budget, stop, watch) {
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
        let team = Team::of(question.threads, budget);
        let clock = team.lead(stop);
        let solves = self.knowledge.policy().solve.is_some();
        let work = (!team.is_one() && solves).then(Arc::<AtWork>::default);
        team.recruit(|number| {
            let (engine, question, memory) = (self.clone(), question.clone(), memory.clone());
            let work = work.clone();
            move |clock| {
                Search::new(&engine, &question, clock, &memory, work.as_deref()).run(number, &mut |_| {});
            }
        });
        Search::new(self, question, clock, memory, work.as_deref()).run(0, watch)
    }

    /// The memory of the question's game, if there is one with a table of at least so many bytes.
    fn recall<G: Game>(&self, question: &Question<G>, bytes: RangeInclusive<usize>) -> Option<Arc<Memory>>
    where
        H: Heuristics<G>,
    {
        let before = question.past.iter().rev().take(RECENT - 1);
        let game = [&question.position].into_iter().chain(before);
        let key = |position: &G| {
            let key = self.knowledge.key(position)?;
            Some(recall::remembered_by(&self.knowledge, position, key))
        };
        let keys: Vec<_> = game.filter_map(key).collect();
        let memory = self.memories.recall(Mind::of::<H, _>(question), &keys, bytes)?;
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
            milliseconds.saturating_mul(NODES_A_SECOND / 1_000).saturating_mul(question.threads.get() as u64)
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
        if let Some(choice) = self.prepared_or_human(question, budget, stop, watch) {
            return choice;
        }
        let keeps_table = self.knowledge.key(&question.position).is_some();
        let bytes = if keeps_table { self.table_for(question, budget) } else { 0 };
        // By depth or nodes a fresh memory each time: the same question gets the same answer.
        let goes_on = keeps_table && budget.is_time_alone() && question.only.is_empty();
        let most = budget.memory.unwrap_or(usize::MAX);
        let recalled = if goes_on { self.recall(question, bytes / PART..=most) } else { None };
        let memory = recalled.unwrap_or_else(|| Arc::new(Memory::of_bytes(bytes)));
        let choice = self.search(&memory, question, budget, stop, watch);
        // What is solved needs no memory.
        if goes_on && choice.stopped_by != StoppedBy::Solved {
            self.memories.keep(Mind::of::<H, _>(question), memory);
        }
        choice
    }

    fn most_threads(&self) -> NonZeroUsize {
        NonZeroUsize::MAX
    }

    fn elo_range(&self) -> Option<(u16, u16)> {
        let people = self.knowledge.people();
        Some((people.first()?.elo, people.last()?.elo))
    }

    fn terms(&self, position: &G) -> Vec<Term> {
        self.knowledge.terms(position)
    }

    fn prepare(&self) {
        self.knowledge.prepare();
    }
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use super::*;
    use crate::games::pennies::{Pennies, Untaught};
    use crate::search::negamax::negamax;
    use crate::search::policy::{Policy, Reductions};
    use crate::search::{StoppedBy, Value, Verdict, one_or_more};

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
    fn time_that_nobody_asked_for_makes_no_table_smaller() {
        let bytes = |timed, seconds| {
            let later = Instant::now() + Duration::from_secs(seconds);
            let budget = Budget { deadline: Some(later), timed, ..Budget::nodes(1 << 40) };
            AlphaBeta::new(Untaught).table_for(&Question::new(Pennies::new(100)), &budget)
        };
        assert_eq!(bytes(false, 0), bytes(false, 60));
        assert!(bytes(true, 0) < bytes(true, 60));
    }

    #[test]
    fn the_same_question_gets_the_same_answer() {
        let [one, two] = [(), ()].map(|()| choose(60, Budget::nodes(500)));
        assert_eq!((one.lines, one.nodes), (two.lines, two.nodes));
    }

    #[test]
    fn all_moves_are_ranked_with_their_exact_values() {
        let mut question = Question::new(Pennies::new(7));
        question.lines = one_or_more(3);
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
        question.threads = one_or_more(4);
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
    #[should_panic(expected = "at depth 1 there is no ply to reduce by")]
    fn moves_are_not_reduced_where_there_is_no_ply_to_reduce_by() {
        let reductions = Some(Reductions { from_depth: 1, base: 0.6, divisor: 2.2, history: 7000 });
        AlphaBeta::new(Mistold { policy: Policy { reductions, ..Policy::EXACT }, ahead: None });
    }

    #[test]
    #[cfg(debug_assertions)]
    #[should_panic(expected = "`ahead` is for games in no hurry")]
    fn what_is_safe_counts_only_where_sooner_is_no_better() {
        let engine = AlphaBeta::new(Mistold { policy: Policy::EXACT, ahead: Some(1) });
        engine.choose(&Question::new(Pennies::new(9)), &Budget::depth(4), &Stop::new(), &mut |_| {});
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
