//! A game tree in the shape that goes over the wire.

use std::collections::BTreeMap;

use serde::Serialize;
use utoipa::ToSchema;

use super::score::{OutcomeView, ScoreView};
use super::work::Visited;
use crate::notation::Notation;
use crate::search::tree::{Fate, Node, Step, Tree, Window, Worth};

/// A game tree laid open. Every value, alpha and beta is for the player to move at the root.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct TreeView {
    pub game: &'static str,
    /// The unit of every value, alpha and beta; where a game's estimates are thousandths of it, and some leaf
    /// is one, ends of the game are told in thousandths too.
    pub unit: &'static str,
    /// Plies laid open, those of chance included; deeper levels had too many nodes, or took too long, if
    /// `limits_applied` names `depth`.
    pub depth: u32,
    /// How many nodes the tree has, the root included.
    pub nodes: usize,
    /// How many of them alpha-beta visits.
    pub visited: usize,
    /// `depth`, where the caps on nodes and time lowered it.
    pub limits_applied: BTreeMap<&'static str, u64>,
    pub root: NodeView,
}

impl Visited for TreeView {
    fn nodes(&self) -> u64 {
        self.nodes as u64
    }
}

/// A position in the tree, and what is below it.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct NodeView {
    /// The move that leads here, or what chance brought; absent at the root.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub r#move: Option<String>,
    /// The move as people write it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    pub position: String,
    /// How likely chance is to bring this; absent where a move leads here.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub probability: Option<f64>,
    /// Who is to move here.
    pub turn: &'static str,
    /// What chance has to bring before anybody can move: a "roll", a "tile".
    #[serde(skip_serializing_if = "Option::is_none")]
    pub awaits: Option<&'static str>,
    /// The minimax value; where chance is to move, the average of what may come. To win for certain is
    /// more than any estimate, and to lose less, whatever the numbers.
    pub value: i64,
    /// Present where the value rests on ends of the game, not on estimates, in a game that can be won.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub outcome: Option<OutcomeView>,
    /// Plies from the root to that end, where it is decisive.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub plies: Option<u32>,
    /// Chess: moves from the root to mate, negative where the player to move there is mated.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mate: Option<i32>,
    /// What alpha-beta, trying moves in this order, does here.
    pub fate: FateView,
    /// What the player to move at the root is sure of when alpha-beta comes here, or cuts here;
    /// absent as long as that is nothing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub alpha: Option<i64>,
    /// What the opponent is sure to hold that player to. A node is cut where alpha has reached beta; of two equal
    /// wins the nearer one is more.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub beta: Option<i64>,
    #[schema(no_recursion)]
    pub children: Vec<NodeView>,
}

/// What alpha-beta does with a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum FateView {
    /// Visited.
    Visited,
    /// Not visited: alpha had reached beta.
    Cut,
    /// Not visited: a node above is cut.
    BelowCut,
}

impl TreeView {
    pub(super) fn new<G: Notation>(tree: &Tree<G>) -> TreeView {
        let lowered = tree.capped.then_some(("depth", u64::from(tree.depth)));
        TreeView {
            game: G::CARD.id,
            unit: G::CARD.unit,
            depth: tree.depth,
            nodes: tree.root.count(),
            visited: tree.root.visited(),
            limits_applied: lowered.into_iter().collect(),
            root: NodeView::new(&tree.root, None, Scale::of(tree)),
        }
    }
}

/// How many units of a worth are told as 1.
#[derive(Clone, Copy)]
struct Scale(i64);

impl Scale {
    /// Where there is no estimate, proven values are told as they are everywhere else.
    fn of<G: Notation>(tree: &Tree<G>) -> Scale {
        Scale(if tree.root.is_complete() { G::ESTIMATES_A_UNIT } else { 1 })
    }

    fn told(self, worth: Worth) -> i64 {
        (worth.units / self.0 as f64).round() as i64
    }
}

impl NodeView {
    fn new<G: Notation>(node: &Node<G>, before: Option<&G>, scale: Scale) -> NodeView {
        let (fate, window) = match node.fate {
            Fate::Visited(window) => (FateView::Visited, window),
            Fate::Cut(window) => (FateView::Cut, window),
            Fate::BelowCut => (FateView::BelowCut, Window::OPEN),
        };
        let bound = |worth: Worth| worth.units.is_finite().then(|| scale.told(worth));
        let (r#move, text, probability) = match (&node.step, before) {
            (Step::Played(m), Some(before)) => {
                (Some(before.write_move(*m)), Some(before.move_text(*m)), None)
            }
            (Step::Came { event, probability }, _) => {
                (Some(event.clone()), Some(G::event_text(event)), Some(*probability))
            }
            _ => (None, None, None),
        };
        // What it counts is in `value`, with what was earned on the way.
        let end = ScoreView::new(&G::CARD, node.worth.end.value(node.proven), |_, _| 0);
        let can_be_won = G::CARD.nature.agents > 1;
        NodeView {
            r#move,
            text,
            position: node.position.write(),
            probability,
            turn: G::CARD.player_name(node.position.turn()),
            awaits: node.position.awaits(),
            value: scale.told(node.worth),
            outcome: end.outcome.filter(|_| can_be_won),
            plies: end.plies,
            mate: end.mate,
            fate,
            alpha: bound(window.alpha),
            beta: bound(window.beta),
            children: node
                .children
                .iter()
                .map(|child| NodeView::new(child, Some(&node.position), scale))
                .collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::registry::{Naming, Registry};
    use crate::search::{Budget, Stop};

    fn tree(position: &str, depth: u32) -> TreeView {
        tree_of("pennies", position, depth)
    }

    fn tree_of(game: &str, position: &str, depth: u32) -> TreeView {
        let registry = Registry::standard();
        let room = registry.room(game).expect("it is served");
        let budget = Budget { nodes: Some(1000), ..Budget::depth(depth) };
        let work = room.tree(&Naming::of(position), &budget).expect("a legal position");
        work(&Stop::new(), &mut drop)
    }

    /// Whether alpha, which is there, has reached beta, which is there.
    fn has_closed(node: &NodeView) -> bool {
        node.alpha.zip(node.beta).is_some_and(|(alpha, beta)| alpha >= beta)
    }

    /// Each value is the best or the worst of those below, and what is cut stood in a closed window.
    fn assert_minimax(node: &NodeView, us: &str) {
        let values = node.children.iter().map(|child| child.value);
        let best = if node.turn == us { values.max() } else { values.min() };
        assert!(best.is_none_or(|best| best == node.value), "{node:?}");
        assert!(node.fate != FateView::Cut || has_closed(node), "{node:?}");
        node.children.iter().for_each(|child| assert_minimax(child, us));
    }

    #[test]
    fn a_move_that_leaves_four_is_worth_a_win_to_the_player_at_the_root() {
        let root = tree("6", 6).root;
        let told: Vec<_> = root.children.iter().map(|node| (node.r#move.as_deref(), node.value)).collect();
        assert_eq!(told, [(Some("1"), -1), (Some("2"), 1), (Some("3"), -1)]);
        assert_eq!((root.outcome, root.plies), (Some(OutcomeView::Win), Some(3)));
    }

    #[test]
    fn where_estimates_stand_beside_wins_all_values_have_one_unit() {
        // X wins at once in the first row; whatever else is played is judged by estimates.
        let root = tree_of("tic-tac-toe", "XX../O.../O.../.... win 3", 2).root;
        assert_minimax(&root, root.turn);
        let wins = root.children.iter().filter(|node| node.outcome == Some(OutcomeView::Win));
        assert!(wins.clone().count() > 0 && wins.clone().all(|node| node.value == 1_000), "{root:?}");
    }

    #[test]
    fn the_window_of_a_cut_node_has_closed() {
        fn cuts(node: &NodeView) -> usize {
            if node.fate == FateView::Cut {
                assert!(has_closed(node), "{node:?}");
            }
            usize::from(node.fate == FateView::Cut) + node.children.iter().map(cuts).sum::<usize>()
        }
        let tree = tree("9", 9);
        assert!(cuts(&tree.root) > 0);
        assert!(tree.visited < tree.nodes);
    }

    #[test]
    fn a_tree_that_waits_for_an_umpire_is_no_deeper_than_that() {
        let tree = tree_of("kriegspiel", "8/8/8/8/8/8/PPPPPPPP/RNBQKBNR w KQ - 16,8", 4);
        assert!(tree.root.children.iter().all(|tried| tried.awaits.is_some() && tried.children.is_empty()));
        assert_eq!((tree.depth, tree.limits_applied.is_empty()), (1, true));
    }

    #[test]
    fn a_tree_that_was_capped_says_how_deep_it_is() {
        let tree = tree("1000", 12);
        assert_eq!(tree.limits_applied.get("depth"), Some(&u64::from(tree.depth)));
        assert!(tree.nodes <= 1000);
    }

    #[test]
    fn a_roll_is_shown_with_its_probability_and_the_tree_goes_on_below_it() {
        let root = tree_of("backgammon", "XGID=-a-B--D-B---bE---c-eb---B-:0:0:-1:00:0:0:0:0:10", 1).root;
        assert_eq!((root.awaits, root.children.len()), (Some("roll"), 21));
        let odds = |name: &str| {
            let rolled = root.children.iter().find(|node| node.r#move.as_deref() == Some(name));
            rolled.and_then(|node| node.probability).map(|odds| (36.0 * odds).round())
        };
        assert_eq!([odds("roll 31"), odds("roll 66")], [Some(2.0), Some(1.0)]);
        assert!(tree_of("2048", "2 2/0 0", 3).root.children.iter().all(|slid| {
            slid.awaits == Some("tile") && slid.children.iter().any(|tile| !tile.children.is_empty())
        }));
    }

    #[test]
    fn a_mate_is_told_in_moves_in_chess_alone() {
        let told = |root: &NodeView, text: &str| {
            let found = root.children.iter().find(|node| node.text.as_deref() == Some(text)).expect(text);
            (found.outcome, found.plies, found.mate)
        };
        let root = tree_of("chess", "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", 1).root;
        assert_eq!(told(&root, "Ra8#"), (Some(OutcomeView::Win), Some(1), Some(1)));
        assert_eq!(told(&root, "Ra7"), (None, None, None));
        let root = tree_of("checkers", "B:W18:B14,15", 1).root;
        assert_eq!(told(&root, "14x23"), (Some(OutcomeView::Win), Some(1), None));
    }

    #[test]
    fn what_nobody_can_win_is_no_draw() {
        fn check(node: &NodeView) {
            assert_eq!(node.outcome, None, "{node:?}");
            node.children.iter().for_each(check);
        }
        // Full boards from which nothing more slides are among the leaves.
        check(&tree_of("2048", "2 4/4 0", 4).root);
    }

    #[test]
    fn an_end_is_worth_all_that_was_won() {
        // White passes too, and Black has the whole board.
        let rows = [["........."; 4].join("/"), ["........."; 4].join("/")].join("/....X..../");
        let root = tree_of("go", &format!("9x9 komi 0 W: {rows} passes 1"), 1).root;
        let passed = root.children.iter().find(|node| node.r#move.as_deref() == Some("pass")).unwrap();
        assert_eq!((passed.value, passed.outcome), (-81, Some(OutcomeView::Loss)));
    }

    #[test]
    fn a_win_is_worth_the_same_all_the_way_up() {
        // Three in a row with both ends open.
        let root = tree_of("connect-four", "415262", 3).root;
        assert_eq!(root.outcome, Some(OutcomeView::Win));
        assert_minimax(&root, root.turn);
    }
}
