//! Ways to choose a move. Names no game.
//!
//! A [`Question`] and a [`Budget`] go in, a [`Choice`] comes out: always a legal move, however
//! small the budget. In reading order:
//!
//! - [`score`]: what a position is worth, and how that looks to the other player;
//! - [`budget`], [`stop`] and [`clock`]: what a search may spend, the flag that ends it from outside, and who counts;
//! - [`negamax`]: the judge, plain search in one screen;
//! - [`heuristics`]: what a search may ask about a game beyond its rules;
//! - [`policy`]: how boldly it is searched, and the tuned numbers;
//! - [`alphabeta`]: the one search for every deterministic game that an estimate can judge, with its parts
//!   [`table`], [`picker`], [`history`], [`memory`], [`memories`] and [`at_work`];
//! - [`parallel`]: threads that search the same question, for it and for the sampler;
//! - [`window`]: what a search is asked, what its answer says, and how both turn with the turn;
//! - [`book`]: moves prepared before the game;
//! - [`human`]: playing as people do, on top of a search;
//! - [`expectimax`]: the search for games of chance;
//! - [`mcts`]: the search for games that are sampled, not judged;
//! - [`belief`] and [`blindfold`]: the search for games with secrets;
//! - [`formula`]: for games that need no search;
//! - [`tree`]: a small game tree laid open, to be looked at.

pub mod alphabeta;
mod at_work;
pub mod belief;
pub mod blindfold;
pub mod book;
pub mod budget;
pub mod clock;
pub mod expectimax;
pub mod formula;
pub mod heuristics;
mod history;
pub mod human;
pub mod mcts;
pub mod memories;
pub mod memory;
pub mod negamax;
pub mod parallel;
mod picker;
pub mod policy;
pub mod score;
pub mod stop;
mod table;
pub mod tree;
pub mod window;

use std::num::NonZeroUsize;
use std::sync::Arc;
use std::time::Duration;

use serde::Serialize;
use utoipa::ToSchema;

use crate::game::Game;
pub use budget::Budget;
pub use score::{Value, Verdict};
pub use stop::Stop;

/// What is asked of an engine.
#[derive(Clone, Debug)]
pub struct Question<G: Game> {
    /// A position with at least one legal move.
    pub position: G,
    /// The positions before it, oldest first: repetition counts.
    pub past: Vec<G>,
    /// Choose among these moves only. Empty: among all. Who names some wants to know what they are worth.
    pub only: Vec<G::Move>,
    /// Search an only move for what it is worth, too. Else it is played after a glance, or once the end
    /// is known where that is near.
    pub value_an_only_move: bool,
    /// How many of the best moves to rank.
    pub lines: NonZeroUsize,
    /// How many threads may search.
    pub threads: NonZeroUsize,
    /// For whatever is drawn at random.
    pub seed: u64,
    /// Play as a human of that strength would, errors included.
    pub elo: Option<u16>,
    /// Whether a move may be answered from an opening book.
    pub book: bool,
    /// Whether tables of endings, and of solved openings, may be asked. What an estimate knows of endings
    /// stays.
    pub tablebase: bool,
}

impl<G: Game> Question<G> {
    /// The plain question: which move is best here?
    pub fn new(position: G) -> Question<G> {
        Question {
            position,
            past: Vec::new(),
            only: Vec::new(),
            value_an_only_move: false,
            lines: NonZeroUsize::MIN,
            threads: NonZeroUsize::MIN,
            seed: 0,
            elo: None,
            book: false,
            tablebase: true,
        }
    }

    /// Whether there is but one move, and nobody asked what it is worth.
    pub fn has_one_move(&self) -> bool {
        !self.value_an_only_move && self.only.is_empty() && self.position.legal_moves().len() == 1
    }

    /// The moves to choose from.
    pub fn moves(&self) -> Vec<G::Move> {
        let mut moves = self.position.legal_moves();
        if !self.only.is_empty() {
            moves.retain(|m| self.only.contains(m));
        }
        moves
    }
}

/// So many; one, where that is none.
///
/// ```
/// assert_eq!([0, 1, 7].map(|count| bestmove::search::one_or_more(count).get()), [1, 1, 7]);
/// ```
#[must_use]
pub const fn one_or_more(count: usize) -> NonZeroUsize {
    match NonZeroUsize::new(count) {
        Some(count) => count,
        None => NonZeroUsize::MIN,
    }
}

/// What an engine answers, finished or so far.
#[derive(Clone, Debug)]
pub struct Choice<M> {
    /// The best moves, best first; never empty.
    pub lines: Vec<Line<M>>,
    /// Plies of the last iteration that was finished, however much of it was pruned or reduced; of
    /// a sampler, plies of the line that is sure.
    pub depth: u32,
    /// Plies of the longest line looked at; those of `depth`, where all lines end sooner.
    pub selective_depth: u32,
    /// Positions visited.
    pub nodes: u64,
    pub time: Duration,
    pub stopped_by: StoppedBy,
    pub source: Source,
}

impl<M: Copy> Choice<M> {
    /// The move to play, with what is expected to follow.
    pub fn best(&self) -> &Line<M> {
        &self.lines[0]
    }

    /// The move to play.
    pub fn chosen(&self) -> M {
        self.best().moves[0]
    }

    /// Nodes a second.
    pub fn speed(&self) -> u64 {
        speed(self.nodes, self.time)
    }
}

/// Nodes a second.
pub fn speed(nodes: u64, time: Duration) -> u64 {
    (nodes as f64 / time.as_secs_f64().max(1e-6)) as u64
}

/// A move and what is expected to follow.
#[derive(Clone, PartialEq, Debug)]
pub struct Line<M> {
    /// The move itself first; never empty.
    pub moves: Vec<M>,
    /// For the player who is to move in the question.
    pub value: Value,
}

/// Which limit ended the search; a book's move, for which nothing is searched, is told as ended by `nodes`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum StoppedBy {
    Depth,
    Time,
    Nodes,
    /// Nothing is left to find out.
    Solved,
    OnlyMove,
    /// The caller went away, or wants the move now.
    Cancelled,
    Shutdown,
}

/// Where the answer comes from.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Source {
    Search,
    Book,
    Tablebase,
    /// An exact table or solver.
    Solved,
}

/// One term of a static evaluation, for the player to move.
#[derive(Clone, PartialEq, Debug)]
pub struct Term {
    pub name: &'static str,
    pub value: i32,
}

/// One kind of search, with what it knows of a game.
pub trait Engine<G: Game>: Send + Sync + 'static {
    /// Chooses a move within the budget. `watch` sees each improvement as it is found.
    fn choose(
        &self,
        question: &Question<G>,
        budget: &Budget,
        stop: &Arc<Stop>,
        watch: &mut dyn FnMut(&Choice<G::Move>),
    ) -> Choice<G::Move>;

    /// What the position looks like without searching, term by term, for the player to move.
    fn terms(&self, position: &G) -> Vec<Term>;

    /// Works out now what else the first question that needs it would have to wait for.
    fn prepare(&self) {}

    /// How many threads it makes use of, however many it may have.
    fn most_threads(&self) -> NonZeroUsize {
        NonZeroUsize::MIN
    }

    /// The range of human strengths that was measured, where the engine can play as one.
    fn elo_range(&self) -> Option<(u16, u16)> {
        None
    }
}
