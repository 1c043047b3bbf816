//! Monte Carlo tree search: for games that no estimate does justice to, but that can be played
//! out at random, ten thousand times a second.
//!
//! Each sample walks down the tree along the most promising moves, adds a leaf, plays the game
//! out from there and tells every node on the way who won. All threads grow one tree of atomic
//! counters. A move that was good anywhere in a sample is presumed good now (RAVE), until the
//! move's own samples say better.
//!
//! - here: the contract, the numbers, and the engine;
//! - `tree`: the tree, and what a sample does to it;
//! - `node`: a move, and what came of it.

mod node;
mod tree;

use std::num::NonZeroUsize;
use std::sync::Arc;

use super::parallel::Team;
use super::{Budget, Choice, Engine, Question, Stop, StoppedBy, Term};
use crate::dice::Dice;
use crate::game::{Game, Outcome, Player};
use tree::{Course, Tree};

/// A game that can be played out at random, sensibly enough for the result to mean something.
pub trait Playout: Game {
    /// Plays to the end of the game and says how it ended. Appends what each player did on the
    /// way, by the moves' slots.
    fn play_out(&self, dice: &mut Dice, played: &mut Vec<(Player, usize)>) -> Outcome;

    /// How many slots there are: what is "the same move" anywhere in the game.
    fn slots(&self) -> usize;

    /// The slot of a move; none if it means another thing every time.
    fn slot(&self, chosen: Self::Move) -> Option<usize>;

    /// The chance, from 0 to 1, that a move is worth trying, before any sample.
    fn promise(&self, chosen: Self::Move) -> f32;

    /// The difference between the sides in the game's unit, for the player to move, where the
    /// game stands now.
    fn standing(&self) -> i32;
}

/// The numbers by which sampling is tuned.
#[derive(Clone, Copy, Debug)]
pub struct Sampling {
    /// How many samples a move's promise is worth.
    pub promise: f32,
    /// After how many samples of its own a move's record counts as much as its presumed one.
    pub rave: f32,
    /// Weight of trying what was rarely tried: little where moves have slots and are presumed good or
    /// bad before they were tried, else bad luck with the first samples is the end of a move.
    pub curiosity: f32,
    /// How many samples make a leaf grow branches; at least 2.
    pub ripe: u32,
    /// How much of a sample's value, from 0 to 1, is not who won but by how much.
    pub greed: f32,
    /// What it is won by, in the game's unit, to count as half of the greed.
    pub plenty: f32,
}

impl Sampling {
    /// Suits a game of which little is known.
    pub const USUAL: Sampling =
        Sampling { promise: 12.0, rave: 300.0, curiosity: 0.5, ripe: 4, greed: 0.04, plenty: 80.0 };
}

impl Default for Sampling {
    fn default() -> Sampling {
        Sampling::USUAL
    }
}

/// The engine: a game sampled.
#[derive(Clone, Copy, Debug, Default)]
pub struct Sampler {
    pub by: Sampling,
}

/// The fewest samples that an answer rests on. One that is late rests on the first, which goes to the move that
/// promises most: where many are late, each must be quick.
const FEWEST: u64 = 16;
/// Samples that a line of one ply is worth; each ply more is worth twice as many. They are enough: where
/// many moves are equally good, no line would be sure for long.
const A_PLY: u64 = 128;
/// Where several moves are told, one sample in so many may go to those of which little is known.
const TOLD_TOO: u64 = 4;
/// Samples after which the caller is told for the first time, then after each twice as many.
const FIRST_REPORT: u64 = 128;

/// A tree kept from one question to the next of the same game: what was sampled below the moves
/// that were made is not sampled again.
pub struct Kept<G: Playout> {
    tree: Option<Arc<Tree<G>>>,
    /// The moves made since.
    since: Vec<G::Move>,
}

impl<G: Playout> Default for Kept<G> {
    fn default() -> Kept<G> {
        Kept { tree: None, since: Vec::new() }
    }
}

impl<G: Playout> Kept<G> {
    /// The game goes on with this move.
    pub fn follow(&mut self, chosen: G::Move) {
        self.since.push(chosen);
    }

    /// The next question will be about something else.
    pub fn forget(&mut self) {
        *self = Kept::default();
    }

    /// What is left of the tree after the moves that were made.
    fn take(&mut self) -> Option<Tree<G>> {
        let moves = std::mem::take(&mut self.since);
        // Helpers that still hold it are about to let go; nobody waits for them.
        let tree = self.tree.take().and_then(Arc::into_inner)?;
        moves.into_iter().try_fold(tree, Tree::below)
    }
}

/// After so many samples, a line of so many plies need only be made sure.
fn enough(depth: u32) -> u64 {
    A_PLY << depth.saturating_sub(1).min(32)
}

impl Sampler {
    /// Chooses as an engine does, with what is kept of the last question's tree if this one asks
    /// about the position after all moves made since.
    pub fn choose_on<G: Playout>(
        &self,
        kept: &mut Kept<G>,
        question: &Question<G>,
        budget: &Budget,
        stop: &Arc<Stop>,
        watch: &mut dyn FnMut(&Choice<G::Move>),
    ) -> Choice<G::Move> {
        let grown = kept.take().filter(|_| question.only.is_empty());
        let tree = grown.or_else(|| Tree::new(question, budget, self.by));
        let tree = Arc::new(tree.expect("a question has a move to choose"));
        // A tree that knows some of the moves alone is of no use to who asks about all.
        kept.tree = question.only.is_empty().then(|| tree.clone());
        let team = Team::of(question.threads, budget);
        team.recruit(|number| {
            let (tree, seed) = (tree.clone(), question.seed ^ (number as u64) << 32);
            move |mut clock| {
                let mut thread = tree.thread(seed);
                while !clock.tick() {
                    tree.sample(Course::Appeal, &mut thread);
                }
            }
        });
        let mut clock = team.lead(stop);
        let mut thread = tree.thread(question.seed);
        let only_move = question.has_one_move();
        let mut next_report = FIRST_REPORT;
        let stopped_by = loop {
            // Best is what was sampled most; of others that are to be told something must be known.
            let told_too = question.lines.get() > 1 && clock.nodes % TOLD_TOO == TOLD_TOO - 1;
            let neglected = if told_too { tree.neglected(question.lines) } else { None };
            let course = match neglected {
                Some(neglected) => Course::First(neglected),
                None if budget.depth.is_some_and(|depth| clock.nodes >= enough(depth)) => Course::Main,
                None => Course::Appeal,
            };
            tree.sample(course, &mut thread);
            clock.tick();
            if clock.nodes < FEWEST && !clock.look() {
                continue;
            }
            if only_move {
                break StoppedBy::OnlyMove;
            }
            if clock.look() {
                break clock.stopped_by().unwrap_or(StoppedBy::Time);
            }
            if budget.depth.is_some_and(|depth| tree.is_sure(depth)) {
                break StoppedBy::Depth;
            }
            if clock.nodes >= next_report {
                next_report *= 2;
                watch(&tree.choice(question.lines, &clock, StoppedBy::Depth));
            }
        };
        tree.choice(question.lines, &clock, stopped_by)
    }
}

impl<G: Playout> Engine<G> for Sampler {
    fn choose(
        &self,
        question: &Question<G>,
        budget: &Budget,
        stop: &Arc<Stop>,
        watch: &mut dyn FnMut(&Choice<G::Move>),
    ) -> Choice<G::Move> {
        self.choose_on(&mut Kept::default(), question, budget, stop, watch)
    }

    fn terms(&self, position: &G) -> Vec<Term> {
        vec![Term { name: "standing", value: position.standing() }]
    }

    fn most_threads(&self) -> NonZeroUsize {
        NonZeroUsize::MAX
    }
}
