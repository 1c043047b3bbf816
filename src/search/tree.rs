//! A small game tree laid open: the minimax value of every position in it, and the way that
//! alpha-beta takes through it.
//!
//! Everything is seen by the player to move at the root, "us". Our moves raise alpha, what we
//! are sure to get; the opponent's lower beta, what they are sure to hold us to. Where the two
//! meet, the moves that are left need no look: they are cut.

use std::sync::Arc;

use super::clock::{Budget, Clock, Stop};
use super::score::Score;
use crate::game::Player;
use crate::notation::Notation;

/// A position, everything below it, and what was found there.
#[derive(Clone, Debug)]
pub struct Node<G: Notation> {
    pub position: G,
    /// The move that leads here; none at the root.
    pub played: Option<G::Move>,
    /// The minimax value for us, ends counted in plies from the root.
    pub value: Score,
    /// Whether the value rests on ends of the game alone, on no estimate.
    pub proven: bool,
    pub fate: Fate,
    /// In the order in which the game lists its moves.
    pub children: Vec<Node<G>>,
}

/// What alpha-beta does with a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fate {
    /// Visits it with this window.
    Visited(Window),
    /// Cuts it, because this window had closed.
    Cut(Window),
    /// Never hears of it: a node above it is cut.
    BelowCut,
}

/// What is settled for us on the way to a node. Values outside cannot change the choice above.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Window {
    /// We are sure of this much.
    pub alpha: Score,
    /// The opponent is sure to hold us to this much.
    pub beta: Score,
}

impl Window {
    pub const OPEN: Window = Window { alpha: Score::LEAST, beta: Score::GREATEST };

    fn is_closed(self) -> bool {
        self.alpha >= self.beta
    }
}

/// A tree, and how deep it could be laid open.
#[derive(Clone, Debug)]
pub struct Tree<G: Notation> {
    pub root: Node<G>,
    /// Plies; fewer than asked for if the budget did not suffice, or the game ends sooner.
    pub depth: u32,
    /// Whether deeper levels are missing for want of nodes or time.
    pub capped: bool,
}

/// Lays the tree below a position open, as deep as the budget's plies reach, its nodes suffice for
/// all of a level, and its time lasts; one ply is always laid open. `past` are the positions
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
    let us = position.turn();
    let mut survey = Survey { us, left: usize::MAX, past: past.to_vec(), clock: None, estimate };
    let first = survey.node(position, None, 0, deepest.min(1)).expect("one ply has no cap");
    let mut tree = Tree { root: first, depth: deepest.min(1), capped: false };
    survey.clock = Some(Clock::start(Budget { nodes: None, ..*budget }, stop.clone()));
    for depth in 2..=deepest {
        if tree.root.is_complete() {
            break;
        }
        survey.left = most;
        match survey.node(position, None, 0, depth) {
            Some(root) => tree = Tree { root, depth, capped: false },
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
    us: Player,
    /// How many nodes may still be laid open.
    left: usize,
    /// The positions on the way to the node at hand.
    past: Vec<G>,
    /// None: however long it takes.
    clock: Option<Clock>,
    estimate: &'a dyn Fn(&G) -> i32,
}

impl<G: Notation> Survey<'_, G> {
    /// The node, or nothing if the tree is too large for what is left.
    fn node(&mut self, position: &G, played: Option<G::Move>, ply: usize, depth: u32) -> Option<Node<G>> {
        self.left = self.left.checked_sub(1)?;
        if self.clock.as_mut().is_some_and(Clock::look) {
            return None;
        }
        let leaf = |value, proven| Node {
            position: position.clone(),
            played,
            value,
            proven,
            fate: Fate::BelowCut,
            children: Vec::new(),
        };
        if let Some(ending) = position.ending(&self.past) {
            return Some(leaf(Score::finished(ending.outcome, self.us, ply), true));
        }
        if depth == 0 || position.awaits().is_some() {
            let estimate = Score::estimate((self.estimate)(position));
            return Some(leaf(estimate.passed(self.us, position.turn()), false));
        }
        self.past.push(position.clone());
        let children: Option<Vec<_>> = position
            .legal_moves()
            .into_iter()
            .map(|m| self.node(&position.after(m), Some(m), ply + 1, depth - 1))
            .collect();
        self.past.pop();
        let children = children?;
        let values = children.iter().map(|child| child.value);
        let value = if position.turn() == self.us { values.max() } else { values.min() };
        let value = value.unwrap_or(Score::DRAW);
        let proven = value.is_decisive() || children.iter().all(|child| child.proven);
        Some(Node { children, ..leaf(value, proven) })
    }
}

/// Alpha-beta over a tree whose values are known already: marks each node's fate and answers
/// what the search would have found at this one.
fn walk<G: Notation>(node: &mut Node<G>, us: Player, mut window: Window) -> Score {
    node.fate = Fate::Visited(window);
    if node.children.is_empty() {
        return node.value;
    }
    let ours = node.position.turn() == us;
    let mut best = if ours { Score::LEAST } else { Score::GREATEST };
    for child in &mut node.children {
        if window.is_closed() {
            child.fate = Fate::Cut(window);
            continue;
        }
        let value = walk(child, us, window);
        if ours {
            best = best.max(value);
            window.alpha = window.alpha.max(value);
        } else {
            best = best.min(value);
            window.beta = window.beta.min(value);
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

    /// Whether every leaf is an end of the game.
    fn is_complete(&self) -> bool {
        if self.children.is_empty() { self.proven } else { self.children.iter().all(Node::is_complete) }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Instant;

    use super::*;
    use crate::games::pennies::Pennies;
    use crate::search::negamax::negamax;

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

    /// Plain negamax with the same estimate, for the player to move.
    fn judge(position: &Pennies, ply: usize, depth: u32) -> Score {
        use crate::game::Game;
        let moves = position.legal_moves();
        match (moves.is_empty(), depth) {
            (true, _) => Score::finished(position.score_finished(), position.turn(), ply),
            (_, 0) => Score::estimate(whim(position)),
            _ => moves
                .into_iter()
                .map(|m| -judge(&position.after(m), ply + 1, depth - 1))
                .max()
                .expect("there are moves"),
        }
    }

    #[test]
    fn a_whole_tree_has_the_values_of_the_judge() {
        for left in 0..9 {
            let tree = tree_of(left, 20, u64::MAX);
            assert_eq!(tree.root.value, negamax(&Pennies::new(left)), "{left} pennies");
            assert!(tree.root.proven && !tree.capped);
        }
    }

    #[test]
    fn a_tree_that_ends_in_estimates_has_the_value_of_the_judge_too() {
        for left in 0..20 {
            for depth in 0..6 {
                let value = tree_of(left, depth, u64::MAX).root.value;
                assert_eq!(value, judge(&Pennies::new(left), 0, depth), "{left} pennies, depth {depth}");
            }
        }
    }

    #[test]
    fn alpha_beta_finds_the_minimax_value_and_cuts_something() {
        let mut cut = 0;
        for left in 1..25 {
            let mut tree = tree_of(left, 5, u64::MAX);
            let us = crate::game::Player::First;
            assert_eq!(walk(&mut tree.root, us, Window::OPEN), tree.root.value, "{left} pennies");
            cut += tree.root.count() - tree.root.visited();
        }
        assert!(cut > 0);
    }

    #[test]
    fn what_is_cut_could_not_have_changed_the_choice() {
        let tree = tree_of(19, 5, u64::MAX);
        each(&tree.root, &mut |node| match node.fate {
            Fate::Visited(window) => assert!(window.alpha < window.beta),
            Fate::Cut(window) => assert!(window.alpha >= window.beta),
            Fate::BelowCut => {}
        });
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
    fn one_ply_is_laid_open_whatever_the_cap() {
        let tree = tree_of(100, 8, 0);
        assert_eq!((tree.depth, tree.root.count(), tree.capped), (1, 4, true));
    }

    #[test]
    fn a_time_that_is_over_lowers_the_depth_and_says_so() {
        let tree = tree_within(100, &Budget { deadline: Some(Instant::now()), ..Budget::depth(8) });
        assert_eq!((tree.depth, tree.capped), (1, true));
    }
}
