//! The tree, and what a sample does to it.

use std::cmp::Reverse;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicU64, Ordering};

use super::node::{Node, Sampled};
use super::{Playout, Sampling};
use crate::dice::Dice;
use crate::game::{Outcome, Player};
use crate::search::clock::Clock;
use crate::search::score::chance_of;
use crate::search::{Budget, Choice, Line, Question, Source, StoppedBy, Value};

/// A node of the main line needs so many samples to count as searched.
const SURE: u32 = 16;
/// Bytes of tree for a search that says nothing of memory.
const MEMORY: usize = 64 << 20;

/// Which way a sample goes.
#[derive(Clone, Copy)]
pub(super) enum Course<'a, M> {
    /// Wherever it is drawn to.
    Appeal,
    /// With this move first.
    First(&'a Node<M>),
    /// Along the line of most samples, as far as there is one.
    Main,
}

/// A tree that any number of threads grow together.
pub(super) struct Tree<G: Playout> {
    position: G,
    /// Stands above the root's moves.
    root: Node<G::Move>,
    by: Sampling,
    nodes: AtomicU64,
    most_nodes: u64,
}

/// What one thread needs for its samples, kept between them.
pub(super) struct Thread {
    dice: Dice,
    played: Vec<(Player, usize)>,
    first: Vec<Option<Player>>,
}

impl<G: Playout> Tree<G> {
    pub fn new(question: &Question<G>, budget: &Budget, by: Sampling) -> Option<Tree<G>> {
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

    /// What is left of the tree after a move.
    pub fn below(mut self, chosen: G::Move) -> Option<Tree<G>> {
        let root = self.root.branches.take()?.into_iter().find(|node| node.chosen == chosen)?;
        root.branches.get()?;
        let nodes = AtomicU64::new(root.below());
        Some(Tree { position: self.position.after(chosen), root, nodes, ..self })
    }

    fn branch(&self, node: &Node<G::Move>, position: &G, moves: &[G::Move]) {
        let grown = |m: &G::Move| Node::new(*m, position.slot(*m), position.promise(*m));
        // Another thread may have been quicker; its branches stand.
        if node.branches.set(moves.iter().map(grown).collect()).is_ok() {
            self.nodes.fetch_add(moves.len() as u64, Ordering::Relaxed);
        }
    }

    /// One sample: down the tree, to the end of the game, and back.
    pub fn sample<'a>(&'a self, mut course: Course<'a, G::Move>, thread: &mut Thread) {
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
            let most_appealing = || branches.iter().max_by(|a, b| appeal(a).total_cmp(&appeal(b)));
            let named = match course {
                Course::Appeal => None,
                Course::First(first) => Some(first),
                Course::Main => node.most_sampled().filter(|next| next.samples() > 0),
            };
            if let Course::First(_) = course {
                course = Course::Appeal;
            }
            let Some(next) = named.or_else(most_appealing) else { break };
            next.begin();
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
            let sampled = Sampled::of(outcome, *player, &self.by);
            node.tell(sampled);
            match node.slot {
                Some(slot) => thread.first[usize::from(slot)] = Some(*player),
                // What is never the same move twice is presumed by its own samples alone.
                None => node.presume(sampled),
            }
            let made = |slot: u16| thread.first[usize::from(slot)] == Some(*player);
            let branches = parent.branches.get().into_iter().flatten();
            branches.filter(|n| n.slot.is_some_and(made)).for_each(|n| n.presume(sampled));
        }
        self.root.begin();
    }

    pub fn thread(&self, seed: u64) -> Thread {
        Thread { dice: Dice::seeded(seed), played: Vec::new(), first: vec![None; self.position.slots()] }
    }

    /// The line of most samples, as far as it is sure.
    fn sure_line(&self) -> impl Iterator<Item = &Node<G::Move>> {
        let line = std::iter::successors(Some(&self.root), |node| node.most_sampled());
        line.skip(1).take_while(|node| node.samples() >= SURE)
    }

    /// Whether the line of most samples is sure so deep, or to its end: what was sampled so often
    /// and has no branches never will.
    pub fn is_sure(&self, depth: u32) -> bool {
        let (mut plies, mut ends) = (0, false);
        for node in self.sure_line() {
            (plies, ends) = (plies + 1, node.branches.get().is_none());
        }
        plies >= depth || ends
    }

    /// The moves sampled most, so many of them; if need be those that promise most.
    fn best(&self, lines: NonZeroUsize) -> impl Iterator<Item = &Node<G::Move>> {
        let mut moves: Vec<_> = self.root.branches.get().into_iter().flatten().collect();
        // Asked once each: helpers still sample, and sorting by numbers that change may panic.
        moves.sort_by_cached_key(|node| Reverse(node.standing()));
        moves.into_iter().take(lines.get())
    }

    /// One of the best moves of which too little is known to tell it.
    pub fn neglected(&self, lines: NonZeroUsize) -> Option<&Node<G::Move>> {
        self.best(lines).find(|node| node.samples() < SURE)
    }

    pub fn choice(&self, lines: NonZeroUsize, clock: &Clock, stopped_by: StoppedBy) -> Choice<G::Move> {
        let told = self.best(lines).map(|node| {
            let sure = |n: &&Node<G::Move>| n.samples() >= SURE;
            let line = std::iter::successors(Some(node), |node| node.most_sampled().filter(sure));
            let chance = chance_of(node.chance().into());
            let ended = self.position.after(node.chosen).outcome();
            let value = match ended {
                Some(outcome) => Value::finished(outcome, self.position.turn(), 1),
                None => Value::Sampled { units: node.mean_worth(), chance, samples: node.samples() },
            };
            Line { moves: line.map(|node| node.chosen).collect(), value }
        });
        let lines: Vec<_> = told.collect();
        Choice {
            depth: (self.sure_line().count() as u32).max(1),
            selective_depth: lines.iter().map(|line| line.moves.len()).max().unwrap_or(1) as u32,
            lines,
            nodes: clock.all_nodes(),
            time: clock.started.elapsed(),
            stopped_by,
            source: Source::Search,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Game;
    use crate::search::Stop;
    use crate::search::one_or_more;

    /// One of many moves, and every other one wins.
    #[derive(Clone)]
    struct Lottery(Option<u8>);

    impl Game for Lottery {
        type Move = u8;

        fn turn(&self) -> Player {
            if self.0.is_none() { Player::First } else { Player::Second }
        }

        fn moves(&self, out: &mut Vec<u8>) {
            if self.0.is_none() {
                out.extend(0..200);
            }
        }

        fn apply(&mut self, chosen: u8) {
            self.0 = Some(chosen);
        }

        fn score_finished(&self) -> Outcome {
            Outcome::won(if self.0.is_some_and(|ticket| ticket % 2 == 0) {
                Player::First
            } else {
                Player::Second
            })
        }
    }

    impl Playout for Lottery {
        fn play_out(&self, dice: &mut Dice, _: &mut Vec<(Player, usize)>) -> Outcome {
            self.outcome().unwrap_or_else(|| Lottery(Some(dice.bits() as u8)).score_finished())
        }

        fn slots(&self) -> usize {
            0
        }

        fn slot(&self, _: u8) -> Option<usize> {
            None
        }

        fn promise(&self, _: u8) -> f32 {
            0.5
        }

        fn standing(&self) -> i32 {
            0
        }
    }

    const SAMPLES: u32 = 100_000;

    #[test]
    fn a_choice_can_be_told_while_others_go_on_sampling() {
        let (question, budget) = (Question::new(Lottery(None)), Budget::nodes(1));
        let by = Sampling { curiosity: 1.0, ..Sampling::default() };
        let tree = Tree::new(&question, &budget, by).unwrap();
        let clock = Clock::start(budget, Stop::new());
        std::thread::scope(|scope| {
            for seed in 0..2 {
                let tree = &tree;
                scope.spawn(move || {
                    let mut thread = tree.thread(seed);
                    (0..SAMPLES).for_each(|_| tree.sample(Course::Appeal, &mut thread));
                });
            }
            while tree.root.samples() < 2 * SAMPLES {
                assert_eq!(tree.choice(one_or_more(200), &clock, StoppedBy::Depth).lines.len(), 200);
            }
        });
    }

    #[test]
    fn branches_that_two_threads_grow_at_once_are_counted_once() {
        let question = Question::new(Lottery(None));
        let tree = Tree::new(&question, &Budget::nodes(1), Sampling::default()).unwrap();
        tree.branch(&tree.root, &tree.position, &question.moves());
        assert_eq!(tree.nodes.load(Ordering::Relaxed), tree.root.below());
    }
}
