//! Monte Carlo tree search: for games that no estimate does justice to, but that can be played
//! out at random, ten thousand times a second.
//!
//! Each sample walks down the tree along the most promising moves, adds a leaf, plays the game
//! out from there and tells every node on the way who won. All threads grow one tree of atomic
//! counters. A move that was good anywhere in a sample is presumed good now (RAVE), until the
//! move's own samples say better.

use std::cmp::Reverse;
use std::sync::atomic::{AtomicI64, AtomicU32, AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};

use super::clock::Clock;
use super::parallel::Team;
use super::{Budget, Choice, Engine, Line, Question, Source, Stop, StoppedBy, Term, Value};
use crate::dice::Dice;
use crate::game::{Game, Outcome, Player};

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
    /// After how many samples of its own a move's record counts as much as its presumed one,
    /// roughly: a third of this.
    pub rave: f32,
    /// Weight of trying what was rarely tried.
    pub curiosity: f32,
    /// A leaf grows branches after so many samples.
    pub ripe: u32,
}

impl Default for Sampling {
    fn default() -> Sampling {
        Sampling { promise: 12.0, rave: 1500.0, curiosity: 0.05, ripe: 4 }
    }
}

/// The engine: a game sampled.
#[derive(Clone, Copy, Debug, Default)]
pub struct Sampler {
    pub by: Sampling,
}

/// Samples are counted in halves: two for a win, one for a draw.
const WIN: u32 = 2;
/// The fewest samples that any answer rests on, however late it is.
const FEWEST: u64 = 16;
/// A node of the main line needs so many samples to count as searched.
const SURE: u32 = 16;
/// Bytes of tree for a search that says nothing of memory.
const MEMORY: usize = 64 << 20;

/// A move, and what came of it. All numbers are for the player who makes the move.
struct Node<M> {
    chosen: M,
    slot: Option<usize>,
    promise: f32,
    samples: AtomicU32,
    wins: AtomicU32,
    /// The same over all samples in which the player made this move at any later time.
    rave_samples: AtomicU32,
    rave_wins: AtomicU32,
    /// Sum of what the outcomes were worth to the player.
    worth: AtomicI64,
    branches: OnceLock<Box<[Node<M>]>>,
}

impl<M: Copy> Node<M> {
    fn new(chosen: M, slot: Option<usize>, promise: f32) -> Node<M> {
        Node {
            chosen,
            slot,
            promise,
            samples: AtomicU32::new(0),
            wins: AtomicU32::new(0),
            rave_samples: AtomicU32::new(0),
            rave_wins: AtomicU32::new(0),
            worth: AtomicI64::new(0),
            branches: OnceLock::new(),
        }
    }

    fn samples(&self) -> u32 {
        self.samples.load(Ordering::Relaxed)
    }

    /// The share of samples won, a draw counted as half.
    fn chance(&self) -> f32 {
        share(&self.wins, &self.samples).unwrap_or(self.promise)
    }

    /// How much a sample wants to go this way.
    fn appeal(&self, by: &Sampling, curiosity: f32) -> f32 {
        let samples = self.samples() as f32;
        let presumed_samples = self.rave_samples.load(Ordering::Relaxed) as f32;
        let presumed_wins = self.rave_wins.load(Ordering::Relaxed) as f32 / WIN as f32;
        let presumed = (presumed_wins + self.promise * by.promise) / (presumed_samples + by.promise);
        let trust = (by.rave / (3.0 * samples + by.rave)).sqrt();
        let own = share(&self.wins, &self.samples).unwrap_or(presumed);
        trust * presumed + (1.0 - trust) * own + curiosity / (samples + 1.0).sqrt()
    }

    /// The player made this move some time in a sample.
    fn presume(&self, wins: u32) {
        self.rave_samples.fetch_add(1, Ordering::Relaxed);
        self.rave_wins.fetch_add(wins, Ordering::Relaxed);
    }

    /// Average worth to the player who makes the move, in the game's unit.
    fn mean_worth(&self) -> i32 {
        let samples = i64::from(self.samples().max(1));
        (self.worth.load(Ordering::Relaxed) as f64 / samples as f64).round() as i32
    }

    fn most_sampled(&self) -> Option<&Node<M>> {
        self.branches.get()?.iter().max_by_key(|node| node.samples())
    }
}

fn share(wins: &AtomicU32, samples: &AtomicU32) -> Option<f32> {
    let samples = samples.load(Ordering::Relaxed);
    (samples > 0).then(|| wins.load(Ordering::Relaxed) as f32 / (WIN * samples) as f32)
}

/// What an outcome is to a player: halves won, and the worth.
fn result(outcome: Outcome, player: Player) -> (u32, i64) {
    match outcome {
        Outcome::Draw => (1, 0),
        Outcome::Won { by, worth } if by == player => (WIN, i64::from(worth)),
        Outcome::Won { worth, .. } => (0, -i64::from(worth)),
    }
}

/// A tree that any number of threads grow together.
struct Tree<G: Playout> {
    position: G,
    /// Stands above the root's moves.
    root: Node<G::Move>,
    by: Sampling,
    nodes: AtomicU64,
    most_nodes: u64,
}

/// What one thread needs for its samples, kept between them.
struct Thread {
    dice: Dice,
    played: Vec<(Player, usize)>,
    first: Vec<Option<Player>>,
}

impl<G: Playout> Tree<G> {
    fn new(question: &Question<G>, budget: &Budget, by: Sampling) -> Option<Tree<G>> {
        let moves = question.moves();
        let root = Node::new(*moves.first()?, None, 0.5);
        let memory = budget.memory.unwrap_or(MEMORY);
        let tree = Tree {
            position: question.position.clone(),
            root,
            by,
            nodes: AtomicU64::new(0),
            most_nodes: (memory / size_of::<Node<G::Move>>()) as u64,
        };
        tree.branch(&tree.root, &tree.position, &moves);
        Some(tree)
    }

    fn branch(&self, node: &Node<G::Move>, position: &G, moves: &[G::Move]) {
        let grown = |m: &G::Move| Node::new(*m, position.slot(*m), position.promise(*m));
        self.nodes.fetch_add(moves.len() as u64, Ordering::Relaxed);
        // Another thread may have been quicker; its branches stand.
        let _ = node.branches.set(moves.iter().map(grown).collect());
    }

    /// One sample: down the tree, to the end of the game, and back.
    fn sample(&self, thread: &mut Thread) {
        let mut position = self.position.clone();
        let mut node = &self.root;
        let mut path: Vec<(&Node<G::Move>, Player)> = Vec::with_capacity(32);
        let mut ended = None;
        loop {
            let Some(branches) = node.branches.get() else {
                ended = position.outcome();
                let room = self.nodes.load(Ordering::Relaxed) < self.most_nodes;
                if ended.is_none() && room && node.samples() >= self.by.ripe {
                    self.branch(node, &position, &position.legal_moves());
                    continue;
                }
                break;
            };
            let curiosity = self.by.curiosity * (node.samples() as f32 + 1.0).ln().sqrt();
            let appeal = |n: &&Node<G::Move>| n.appeal(&self.by, curiosity);
            let Some(next) = branches.iter().max_by(|a, b| appeal(a).total_cmp(&appeal(b))) else { break };
            // Counted at once, as if lost: other threads look elsewhere meanwhile.
            next.samples.fetch_add(1, Ordering::Relaxed);
            path.push((next, position.turn()));
            position.apply(next.chosen);
            node = next;
        }
        thread.played.clear();
        let outcome = ended.unwrap_or_else(|| position.play_out(&mut thread.dice, &mut thread.played));
        self.tell(&path, outcome, thread);
    }

    /// Tells every node on the path how the sample ended.
    fn tell(&self, path: &[(&Node<G::Move>, Player)], outcome: Outcome, thread: &mut Thread) {
        thread.first.fill(None);
        for (player, slot) in thread.played.iter().rev() {
            thread.first[*slot] = Some(*player);
        }
        let above = std::iter::once(&self.root).chain(path.iter().map(|(node, _)| *node));
        let steps: Vec<_> = above.zip(path).collect();
        for (parent, (node, player)) in steps.into_iter().rev() {
            let (wins, worth) = result(outcome, *player);
            node.wins.fetch_add(wins, Ordering::Relaxed);
            node.worth.fetch_add(worth, Ordering::Relaxed);
            match node.slot {
                Some(slot) => thread.first[slot] = Some(*player),
                // What is never the same move twice is presumed by its own samples alone.
                None => node.presume(wins),
            }
            let branches = parent.branches.get().into_iter().flatten();
            for sibling in branches.filter(|n| n.slot.is_some_and(|slot| thread.first[slot] == Some(*player)))
            {
                sibling.presume(wins);
            }
        }
        self.root.samples.fetch_add(1, Ordering::Relaxed);
    }

    fn thread(&self, seed: u64) -> Thread {
        Thread { dice: Dice::seeded(seed), played: Vec::new(), first: vec![None; self.position.slots()] }
    }

    /// How deep the line of most samples is sure.
    fn sure_depth(&self) -> u32 {
        let line = std::iter::successors(Some(&self.root), |node| node.most_sampled());
        line.skip(1).take_while(|node| node.samples() >= SURE).count() as u32
    }

    fn choice(&self, lines: usize, clock: &Clock, stopped_by: StoppedBy) -> Choice<G::Move> {
        let mut moves: Vec<_> = self.root.branches.get().into_iter().flatten().collect();
        moves.sort_by_key(|node| Reverse(node.samples()));
        let told = moves.iter().take(lines.max(1)).map(|node| {
            let sure = |n: &&Node<G::Move>| n.samples() >= SURE;
            let line = std::iter::successors(Some(*node), |node| node.most_sampled().filter(sure));
            let chance = (node.chance() * 10_000.0).round() as u16;
            Line {
                moves: line.map(|node| node.chosen).collect(),
                value: Value::Sampled { units: node.mean_worth(), chance },
            }
        });
        let lines: Vec<_> = told.collect();
        Choice {
            depth: self.sure_depth().max(1),
            selective_depth: lines.iter().map(|line| line.moves.len()).max().unwrap_or(1) as u32,
            lines,
            nodes: clock.all_nodes(),
            time: clock.started.elapsed(),
            stopped_by,
            source: Source::Search,
        }
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
        let tree = Tree::new(question, budget, self.by).expect("a question has a move to choose");
        let tree = Arc::new(tree);
        let team = Team::default();
        for number in 1..question.threads as u64 {
            let (tree, seed) = (tree.clone(), question.seed ^ number << 32);
            team.recruit(budget, move |mut clock| {
                let mut thread = tree.thread(seed);
                while !clock.tick() {
                    tree.sample(&mut thread);
                }
            });
        }
        let mut clock = team.lead(budget, stop);
        let mut thread = tree.thread(question.seed);
        let only_move = tree.root.branches.get().is_some_and(|moves| moves.len() == 1);
        let mut next_report = 128;
        let stopped_by = loop {
            tree.sample(&mut thread);
            clock.tick();
            if clock.nodes < FEWEST {
                continue;
            }
            if only_move && question.only.is_empty() {
                break StoppedBy::OnlyMove;
            }
            if clock.look() {
                break clock.stopped_by().unwrap_or(StoppedBy::Time);
            }
            if budget.depth.is_some_and(|depth| tree.sure_depth() >= depth) {
                break StoppedBy::Depth;
            }
            if clock.nodes >= next_report {
                next_report *= 2;
                watch(&tree.choice(question.lines, &clock, StoppedBy::Depth));
            }
        };
        tree.choice(question.lines, &clock, stopped_by)
    }

    fn terms(&self, position: &G) -> Vec<Term> {
        vec![Term { name: "standing", value: position.standing() }]
    }

    fn most_threads(&self) -> usize {
        usize::MAX
    }
}
