//! A small game tree laid open: the minimax value of every position in it, and the way that
//! alpha-beta takes through it.
//!
//! Everything is seen by the player to move at the root, "us". Our moves raise alpha, what we
//! are sure to get; the opponent's lower beta, what they are sure to hold us to. Where the two
//! meet, the moves that are left need no look: they are cut. Where chance moves, a position is
//! worth the average of what may come, and none of it may be left out.

use std::sync::Arc;

use super::clock::Clock;
use super::score::{Expectation, FURTHEST, Score};
use super::window::Span;
use super::{Budget, Stop, StoppedBy};
use crate::game::{Outcome, Player};
use crate::notation::{Ending, Notation};

/// A position, everything below it, and what was found there.
#[derive(Clone, Debug)]
pub struct Node<G: Notation> {
    pub position: G,
    pub step: Step<G::Move>,
    pub worth: Worth,
    /// Whether the worth rests on ends of the game alone: on no estimate, and on no chance but where
    /// all that may come is proven to be worth the same.
    pub proven: bool,
    pub fate: Fate,
    /// In the order in which the game lists its moves, or what chance may bring.
    pub children: Vec<Node<G>>,
}

/// What leads to a node.
#[derive(Clone, PartialEq, Debug)]
pub enum Step<M> {
    /// Nothing: it is the root.
    Start,
    Played(M),
    Came {
        event: String,
        probability: f64,
    },
}

/// What a node is worth to us: any win is more than what is open, any loss less.
#[derive(Clone, Copy, PartialEq, PartialOrd, Debug)]
pub struct Worth {
    /// The end that is certain, in plies from the root; a draw where none is, or where it is one.
    pub end: Score,
    /// As estimates are told in the card's unit, with what is earned on the way.
    pub units: f64,
}

impl Worth {
    const LEAST: Worth = Worth { end: Score::LEAST, units: f64::NEG_INFINITY };
    const GREATEST: Worth = Worth { end: Score::GREATEST, units: f64::INFINITY };

    fn open(units: f64) -> Worth {
        Worth { end: Score::DRAW, units }
    }

    fn more(self, other: Worth) -> Worth {
        if other > self { other } else { self }
    }

    fn less(self, other: Worth) -> Worth {
        if other < self { other } else { self }
    }
}

/// What alpha-beta does with a node.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Fate {
    /// Visits it with this window.
    Visited(Window),
    /// Cuts it, because this window had closed.
    Cut(Window),
    /// Never hears of it: a node above it is cut.
    BelowCut,
}

/// What is settled for us on the way to a node: we are sure of alpha, the opponent is sure to hold
/// us to beta. Values outside cannot change the choice above.
pub type Window = Span<Worth>;

impl Window {
    /// Nothing is settled.
    pub const OPEN: Window = Window { alpha: Worth::LEAST, beta: Worth::GREATEST };
}

/// A tree, and how deep it could be laid open.
#[derive(Clone, Debug)]
pub struct Tree<G: Notation> {
    pub root: Node<G>,
    /// Plies, those of chance included; fewer than asked for if the budget did not suffice, or nothing more
    /// can follow.
    pub depth: u32,
    /// Whether deeper levels are missing for want of nodes or time.
    pub capped: bool,
}

/// Lays the tree below a position open, as deep as the budget's plies reach, its nodes and its memory
/// suffice for all of a level, and its time lasts; one ply is always laid open. `past` are the positions
/// before, oldest first; leaves are judged by `estimate`, for the player to move there.
pub fn lay_open<G: Notation>(
    position: &G,
    past: &[G],
    budget: &Budget,
    stop: &Arc<Stop>,
    estimate: &dyn Fn(&G) -> i32,
) -> Tree<G> {
    let deepest = budget.depth.unwrap_or(u32::MAX);
    let most = budget.nodes.map_or(usize::MAX, |nodes| usize::try_from(nodes).unwrap_or(usize::MAX));
    let room = budget.memory.map_or(usize::MAX, |bytes| bytes / size_of::<Node<G>>());
    let us = position.turn();
    let past = past.to_vec();
    // Estimates may be slow, and of what its caller has left nothing is seen.
    let unseen = || stop.raised() == Some(StoppedBy::Cancelled);
    let estimate = &|leaf: &G| if unseen() { 0 } else { estimate(leaf) };
    let mut survey = Survey { root: position, us, left: usize::MAX, past, clock: None, estimate };
    let first = survey.node(Path::ROOT, position, deepest.min(1)).expect("one ply has no cap");
    let mut tree = Tree { root: first, depth: deepest.min(1), capped: false };
    let mut laid = usize::MAX - survey.left;
    survey.clock = Some(Clock::start(Budget { nodes: None, ..*budget }, stop.clone()));
    for depth in 2..=deepest {
        if tree.root.is_complete() {
            break;
        }
        // The tree so far is kept until the deeper one is there.
        let allowed = most.min(room.saturating_sub(laid));
        survey.left = allowed;
        match survey.node(Path::ROOT, position, depth) {
            // Nothing more can follow: all is over, or waits for an umpire.
            Some(_) if allowed - survey.left == laid => break,
            Some(root) => {
                laid = allowed - survey.left;
                tree = Tree { root, depth, capped: false };
            }
            None => {
                tree.capped = true;
                break;
            }
        }
    }
    walk(&mut tree.root, us, Window::OPEN);
    tree
}

/// One attempt at laying a tree open to a fixed depth.
struct Survey<'a, G: Notation> {
    root: &'a G,
    us: Player,
    /// How many nodes may still be laid open.
    left: usize,
    /// The positions on the way to the node at hand.
    past: Vec<G>,
    /// None: however long it takes.
    clock: Option<Clock>,
    estimate: &'a dyn Fn(&G) -> i32,
}

/// How far a node lies from the root, and what we earned on the way, in the card's unit.
#[derive(Clone, Copy)]
struct Path {
    ply: usize,
    earned: f64,
}

impl Path {
    const ROOT: Path = Path { ply: 0, earned: 0.0 };

    fn further(self, earned: f64) -> Path {
        Path { ply: self.ply + 1, earned: self.earned + earned }
    }
}

impl<G: Notation> Survey<'_, G> {
    /// The node, or nothing if the tree is too large for what is left.
    fn node(&mut self, path: Path, position: &G, depth: u32) -> Option<Node<G>> {
        self.left = self.left.checked_sub(1)?;
        if self.clock.as_mut().is_some_and(Clock::look) {
            return None;
        }
        let leaf = |worth, proven| Node {
            position: position.clone(),
            step: Step::Start,
            worth,
            proven,
            fate: Fate::BelowCut,
            children: Vec::new(),
        };
        if let Some(ending) = position.ending(&self.past) {
            return Some(leaf(self.end(ending, path), true));
        }
        let chances = if depth > 0 { position.chances() } else { Vec::new() };
        if depth == 0 || chances.is_empty() && position.awaits().is_some() {
            let estimate = Expectation((self.estimate)(position).into()).passed(self.us, position.turn());
            return Some(leaf(Worth::open(path.earned + estimate.0), false));
        }
        self.past.push(position.clone());
        let children: Option<Vec<_>> = if chances.is_empty() {
            let moves = position.legal_moves().into_iter();
            moves
                .map(|m| {
                    let earned = Expectation(position.earns(m) as f64).passed(self.us, position.turn());
                    let below = self.node(path.further(earned.0), &position.after(m), depth - 1)?;
                    Some(Node { step: Step::Played(m), ..below })
                })
                .collect()
        } else {
            let chances = chances.into_iter();
            chances
                .map(|chanced| {
                    let below = self.node(path.further(0.0), &chanced.next, depth - 1)?;
                    let step = Step::Came { event: chanced.event, probability: chanced.probability };
                    Some(Node { step, ..below })
                })
                .collect()
        };
        self.past.pop();
        let mut children = children?;
        children.shrink_to_fit(); // a list that has grown has room for as many again
        let worth = settle(&children, position.turn() == self.us).unwrap_or(Worth::open(path.earned));
        let certain =
            children.iter().all(|child| child.proven && (child.worth == worth || !child.is_chance()));
        let proven = worth.end.is_decisive() || certain;
        Some(Node { children, ..leaf(worth, proven) })
    }

    fn end(&self, ending: Ending, path: Path) -> Worth {
        let end = Score::finished(ending.outcome, self.us, path.ply);
        let winner = ending.outcome.winner().unwrap_or(self.us);
        let units = match ending.outcome {
            Outcome::Draw => 0,
            Outcome::Won { worth, .. } => self.root.worth_of_win(worth, path.ply.min(FURTHEST) as u32),
        };
        let units = (units * G::ESTIMATES_A_UNIT) as f64;
        Worth { end, units: path.earned + Expectation(units).passed(self.us, winner).0 }
    }
}

/// What a position is worth by what can follow: the most of it to us, the least to the opponent,
/// the average to chance. What is the same whatever comes is certain.
fn settle<G: Notation>(children: &[Node<G>], ours: bool) -> Option<Worth> {
    let worths = || children.iter().map(|child| child.worth);
    let first = worths().next()?;
    if !children[0].is_chance() {
        return worths().reduce(if ours { Worth::more } else { Worth::less });
    }
    if worths().all(|worth| worth == first) {
        return Some(first);
    }
    let weigh = |child: &Node<G>| match child.step {
        Step::Came { probability, .. } => probability * child.worth.units,
        _ => 0.0,
    };
    Some(Worth::open(children.iter().map(weigh).sum()))
}

/// Alpha-beta over a tree whose values are known already: marks each node's fate and answers
/// what the search would have found at this one.
fn walk<G: Notation>(node: &mut Node<G>, us: Player, mut window: Window) -> Worth {
    node.fate = Fate::Visited(window);
    let Some(first) = node.children.first() else { return node.worth };
    if first.is_chance() {
        // Each event counts for its part: no bound on one of them bounds the average.
        for child in &mut node.children {
            walk(child, us, Window::OPEN);
        }
        return node.worth;
    }
    let ours = node.position.turn() == us;
    let mut best = if ours { Worth::LEAST } else { Worth::GREATEST };
    for child in &mut node.children {
        if window.is_closed() {
            child.fate = Fate::Cut(window);
            continue;
        }
        let worth = walk(child, us, window);
        if ours {
            best = best.more(worth);
            window.alpha = window.alpha.more(worth);
        } else {
            best = best.less(worth);
            window.beta = window.beta.less(worth);
        }
    }
    best
}

impl<G: Notation> Node<G> {
    /// How many nodes stand here and below.
    #[must_use]
    pub fn count(&self) -> usize {
        1 + self.children.iter().map(Node::count).sum::<usize>()
    }

    /// How many of them alpha-beta visits.
    #[must_use]
    pub fn visited(&self) -> usize {
        let here = usize::from(matches!(self.fate, Fate::Visited(_)));
        here + self.children.iter().map(Node::visited).sum::<usize>()
    }

    /// Whether chance led here.
    fn is_chance(&self) -> bool {
        matches!(self.step, Step::Came { .. })
    }

    /// Whether every leaf is an end of the game.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        if self.children.is_empty() { self.proven } else { self.children.iter().all(Node::is_complete) }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Instant;

    use super::*;
    use crate::games::pennies::Pennies;
    use crate::games::twenty_forty_eight::TwentyFortyEight;
    use crate::search::heuristics::Heuristics;
    use crate::search::negamax::{negamax, negamax_to};
    use crate::search::policy::Policy;

    /// An estimate without rhyme or reason, so that every cut and every tie occurs.
    fn whim(position: &Pennies) -> i32 {
        let left = position.write().parse::<i32>().unwrap_or(0);
        (left * 37 + 11) % 23 - 11
    }

    fn tree_of(left: u32, depth: u32, most: u64) -> Tree<Pennies> {
        tree_within(left, &Budget { nodes: Some(most), ..Budget::depth(depth) })
    }

    fn tree_within(left: u32, budget: &Budget) -> Tree<Pennies> {
        lay_open(&Pennies::new(left), &[], budget, &Stop::new(), &whim)
    }

    fn each<'a>(node: &'a Node<Pennies>, see: &mut impl FnMut(&'a Node<Pennies>)) {
        see(node);
        node.children.iter().for_each(|child| each(child, see));
    }

    /// What the judge may ask.
    #[derive(Clone)]
    struct Whim;

    impl Heuristics<Pennies> for Whim {
        fn policy(&self) -> &Policy {
            &Policy::EXACT
        }

        fn estimate(&mut self, position: &Pennies) -> i32 {
            whim(position)
        }
    }

    #[test]
    fn who_asks_while_the_server_goes_down_is_told_true_values() {
        let stop = Stop::new();
        stop.shut_down();
        let tree = lay_open(&Pennies::new(21), &[], &Budget::depth(5), &stop, &whim);
        let of_one_ply = tree_of(21, 1, u64::MAX);
        assert_eq!((tree.depth, tree.capped, tree.root.worth), (1, true, of_one_ply.root.worth));
        assert_ne!(tree.root.worth.units, 0.0);
    }

    #[test]
    fn a_whole_tree_has_the_values_of_the_judge() {
        for left in 0..9 {
            let tree = tree_of(left, 20, u64::MAX);
            assert_eq!(tree.root.worth.end, negamax(&Pennies::new(left)), "{left} pennies");
            assert!(tree.root.proven && !tree.capped);
        }
    }

    #[test]
    fn a_tree_that_ends_in_estimates_has_the_value_of_the_judge_too() {
        for left in 0..20 {
            for depth in 0..6 {
                let worth = tree_of(left, depth, u64::MAX).root.worth;
                let open = Score::estimate(worth.units as i32);
                let score = if worth.end.is_decisive() { worth.end } else { open };
                let judged = negamax_to(&Pennies::new(left), depth as usize, &mut Whim);
                assert_eq!(score, judged, "{left} pennies, depth {depth}");
            }
        }
    }

    #[test]
    fn alpha_beta_finds_the_minimax_value_and_cuts_something() {
        let mut cut = 0;
        for left in 1..25 {
            let mut tree = tree_of(left, 5, u64::MAX);
            let us = Player::First;
            assert_eq!(walk(&mut tree.root, us, Window::OPEN), tree.root.worth, "{left} pennies");
            cut += tree.root.count() - tree.root.visited();
        }
        assert!(cut > 0);
    }

    #[test]
    fn below_a_cut_nothing_is_visited() {
        let tree = tree_of(19, 5, u64::MAX);
        each(&tree.root, &mut |node| {
            if !matches!(node.fate, Fate::Visited(_)) {
                assert!(node.children.iter().all(|child| child.fate == Fate::BelowCut));
            }
        });
    }

    #[test]
    fn a_cap_lowers_the_depth_and_says_so() {
        let tree = tree_of(100, 8, 50);
        assert_eq!((tree.depth, tree.capped), (3, true)); // 1 + 3 + 9 + 27 nodes
        assert_eq!(tree.root.count(), 40);
    }

    #[test]
    fn too_little_memory_lowers_the_depth_and_says_so() {
        let within = |nodes: usize| {
            let memory = Some(nodes * size_of::<Node<Pennies>>());
            let tree = tree_within(100, &Budget { memory, ..Budget::depth(8) });
            (tree.depth, tree.root.count(), tree.capped)
        };
        assert_eq!(within(13 + 40), (3, 40, true), "the tree before is there, too");
        assert_eq!(within(13 + 39), (2, 13, true));
    }

    #[test]
    fn one_ply_is_laid_open_whatever_the_cap() {
        let tree = tree_of(100, 8, 0);
        assert_eq!((tree.depth, tree.root.count(), tree.capped), (1, 4, true));
    }

    #[test]
    fn a_time_that_is_over_lowers_the_depth_and_says_so() {
        let tree = tree_within(100, &Budget { deadline: Some(Instant::now()), ..Budget::depth(8) });
        assert_eq!((tree.depth, tree.capped), (1, true));
    }

    #[test]
    fn where_chance_moves_a_node_is_worth_the_average_of_what_may_come() {
        fn check(node: &Node<TwentyFortyEight>) {
            if node.children.first().is_some_and(Node::is_chance) {
                let parts: Vec<_> = node
                    .children
                    .iter()
                    .filter_map(|child| match child.step {
                        Step::Came { probability, .. } => {
                            Some((probability, probability * child.worth.units))
                        }
                        _ => None,
                    })
                    .collect();
                let [odds, units] = [parts.iter().map(|p| p.0).sum::<f64>(), parts.iter().map(|p| p.1).sum()];
                assert!((odds - 1.0).abs() < 1e-9 && (units - node.worth.units).abs() < 1e-9, "{node:?}");
            }
            node.children.iter().for_each(check);
        }
        let board = TwentyFortyEight::parse("2 2/4 8").expect("a board");
        let tree = lay_open(&board, &[], &Budget::depth(4), &Stop::new(), &|_| 0);
        check(&tree.root);
        assert!(tree.root.worth.units >= 4.0, "two twos make four points: {:?}", tree.root.worth);
        assert!(tree.root.children.iter().any(|slid| slid.children.iter().any(Node::is_chance)));
    }

    #[test]
    fn an_estimate_is_told_however_large_it_is() {
        let tree = lay_open(&Pennies::new(9), &[], &Budget::depth(1), &Stop::new(), &|_| -1_000_000);
        assert_eq!(tree.root.worth, Worth::open(1_000_000.0));
    }
}
