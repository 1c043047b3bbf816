//! What a search may ask about a game beyond its rules, and the numbers by which it is tuned.

use std::cmp::Reverse;

use super::Term;
use super::book::Prepared;
use super::human::Person;
use super::score::{Score, Value, Verdict};
use super::window::{Bound, Window};
use crate::game::{Game, Outcome};

/// What is worth knowing about a game. Every method but the policy and the estimate has a
/// default that means "nothing to say", and costs nothing.
///
/// Each thread searches with its own copy, so a method may keep notes; what is large and
/// read-only is shared behind an `Arc`.
pub trait Heuristics<G: Game>: Clone + Send + Sync + 'static {
    /// Which steps the search takes in this game, and the numbers that they are tuned to.
    fn policy(&self) -> &Policy;

    /// What the position looks like to the player to move, in the unit of the game's card; where that
    /// is `result`, in thousandths.
    fn estimate(&mut self, position: &G) -> i32;

    /// The estimate term by term, summing to it.
    fn terms(&mut self, position: &G) -> Vec<Term> {
        vec![Term { name: "estimate", value: self.estimate(position) }]
    }

    /// A hash of everything that the future depends on, but for what [`tired`](Heuristics::tired)
    /// tells. Positions that are mirror images of each other may share one, and are then searched
    /// once. None: no table is kept.
    fn key(&self, position: &G) -> Option<u64> {
        let _ = position;
        None
    }

    /// The key after a move, where it can be told before the move is made: the memory fetches meanwhile
    /// what the table will be asked. A wrong guess now and then does no harm.
    fn key_after(&self, position: &G, chosen: G::Move) -> Option<u64> {
        let _ = (position, chosen);
        None
    }

    /// How near a draw for want of progress is, where it is near: what is found out about the position
    /// holds no longer then. It is still the same position to the rules of repetition.
    fn tired(&self, position: &G) -> u64 {
        let _ = position;
        0
    }

    /// How many units of worth the player to move is ahead by, where the rest of the game takes no
    /// notice of it: positions that differ in nothing else share a key, and what is found out about
    /// one holds for all. Only where sooner is no better: where the policy is in no `hurry`.
    fn ahead(&self, position: &G) -> Option<i32> {
        let _ = position;
        None
    }

    /// How many plies back an equal position may stand: moves since the last that cannot be
    /// taken back. Zero where nothing repeats.
    fn reversible(&self, position: &G) -> usize {
        let _ = position;
        0
    }

    /// Whether a move makes an earlier position, whose key differs by so much, an odd number of
    /// plies back and no further than is [`reversible`](Heuristics::reversible).
    fn leads_back(&self, position: &G, difference: u64) -> bool {
        let _ = (position, difference);
        false
    }

    /// Whether the player to move may claim a draw, and need not.
    fn may_claim(&self, position: &G) -> bool {
        let _ = position;
        false
    }

    /// Whether the game is over, where that shows without generating moves.
    fn over(&self, position: &G) -> Over {
        let _ = position;
        Over::AskMoves
    }

    /// The least and the most that the player to move can still get, where points that are safe
    /// already narrow it down; plies to the end are counted from this position. What cannot decide
    /// the window need not be told.
    fn limits(&self, position: &G, window: Window) -> Option<(Score, Score)> {
        let _ = (position, window);
        None
    }

    /// What the player to move gets where the rest of the game is so short that it is best played
    /// out at once: exact inside the window, a bound outside; and how many positions that took.
    /// Asked only where sooner is no better.
    fn played_out(&self, position: &G, window: Window) -> Option<(Score, u64)> {
        let _ = (position, window);
        None
    }

    /// How many plies can follow at most, or hardly ever more: what is cut there counts as a guess. Plies of
    /// pressed positions need not be counted if the policy extends those.
    fn longest(&self, position: &G) -> Option<usize> {
        let _ = position;
        None
    }

    /// What is known without searching: a solver, a known ending. Plies to the end are counted from
    /// this position.
    fn known(&mut self, position: &G) -> Option<Known> {
        let _ = position;
        None
    }

    /// Moves that were prepared for this position before the game: an opening book.
    fn prepared(&self, position: &G) -> Vec<Prepared<G::Move>> {
        let _ = position;
        Vec::new()
    }

    /// How people play this game, those of the least strength first; as measured.
    fn people(&self) -> &'static [Person] {
        &[]
    }

    /// How the game ends from here, or how it does at least or at most, where tables tell and nothing
    /// played before matters: proven, if they count the plies, or certain. Asked only if the caller
    /// lets tables be asked.
    fn tabled(&self, position: &G) -> Option<(Value, Bound)> {
        let _ = position;
        None
    }

    /// The legal moves that tables know, as they know them, the best among them; none if they do not
    /// tell which that is.
    fn tabled_moves(&self, position: &G) -> Option<Vec<Tabled<G::Move>>> {
        let _ = position;
        None
    }

    /// Whether the player to move must answer a threat: check. Such positions are never pruned
    /// and never judged standing still.
    fn pressed(&self, position: &G) -> bool {
        let _ = position;
        false
    }

    /// The same position with the turn passed, where it is sound to reason that any move is
    /// better than none.
    fn pass(&self, position: &G) -> Option<G> {
        let _ = position;
        None
    }

    /// The moves worth searching, the noisy ones first; at least one where there is any, and all of
    /// them, if in doubt.
    fn moves(&mut self, position: &G, out: &mut Vec<G::Move>) {
        position.moves(out);
    }

    /// The moves that quiescence must try before a position is judged: captures, promotions.
    fn noisy_moves(&mut self, position: &G, out: &mut Vec<G::Move>) {
        let _ = (position, out);
    }

    /// Whether a move changes so much at once that an estimate before the answer says little: a capture.
    fn is_noisy(&self, position: &G, candidate: G::Move) -> bool {
        let _ = (position, candidate);
        false
    }

    /// What a noisy move takes at once, in the game's unit.
    fn gain(&self, position: &G, candidate: G::Move) -> i32 {
        let _ = (position, candidate);
        0
    }

    /// Whether the exchange that a move begins nets its player at least so much.
    fn exchange_gains(&self, position: &G, candidate: G::Move, at_least: i32) -> bool {
        let _ = (position, candidate, at_least);
        true
    }

    /// A hunch of each move, for ordering: the higher, the sooner tried. On the scale of history,
    /// where ±16 000 is a certainty. What they have in common is looked at once.
    fn hunches(&self, position: &G) -> impl Fn(G::Move) -> i32 {
        let _ = position;
        |_| 0
    }

    /// How many different moves the history tells apart. Zero: it keeps none, nor killers.
    fn slots(&self) -> usize {
        0
    }

    /// Which of them this move is, below [`slots`](Heuristics::slots).
    fn slot(&self, position: &G, candidate: G::Move) -> usize {
        let _ = (position, candidate);
        0
    }

    /// Hashes of parts of the position (pawn structure, pieces of each side) for which the
    /// search learns how far the estimate errs.
    fn features(&self, position: &G) -> [u64; FEATURES] {
        let _ = position;
        [0; FEATURES]
    }

    /// A move is made along the line being searched; what sums over the position can be updated.
    fn push(&mut self, before: &G, played: G::Move, after: &G) {
        let _ = (before, played, after);
    }

    /// The last pushed move is taken back.
    fn pop(&mut self) {}

    /// The line begins anew at this position.
    fn root(&mut self, position: &G) {
        let _ = position;
    }
}

/// How many [`features`](Heuristics::features) a position has.
pub const FEATURES: usize = 3;

/// Whether a game is over, at a glance.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Over {
    /// It does not show: over if there are no moves.
    AskMoves,
    No,
    Yes(Outcome),
}

/// A result that needs no search, for the player to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Known {
    /// Plies to the end are counted from the position itself.
    pub score: Score,
    pub bound: Bound,
}

/// A move as tables know it, for the player who makes it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Tabled<M> {
    pub chosen: M,
    pub verdict: Verdict,
    /// The same if nobody claimed a draw.
    pub unclaimed: Verdict,
    /// Plies, this one included, until the winner makes progress that cannot be undone; 0 in a
    /// draw, and where tables do not count.
    pub plies: u32,
    /// That progress is the end of the game, or no draw is better than another.
    pub ends: bool,
}

impl<M> Tabled<M> {
    /// How the game ends, and should a claim be forgotten: the greater, the better.
    #[must_use]
    pub fn end(&self) -> (Verdict, Verdict) {
        (self.verdict, self.unclaimed)
    }

    /// The best move has the lowest: what wins soonest, what draws, what loses latest.
    #[must_use]
    pub fn rank(&self) -> (Reverse<(Verdict, Verdict)>, i64) {
        let plies = i64::from(self.plies);
        (Reverse(self.end()), if self.verdict == Verdict::Loss { -plies } else { plies })
    }
}

/// How boldly to search a game: every number that is tuned, with its unit. A step that is `None`
/// is not taken.
///
/// Margins are in the unit of the game's estimate, depths in plies.
#[derive(Clone, Debug)]
pub struct Policy {
    /// The greatest worth an outcome can have, no more than [`MOST`](super::score::MOST): 1
    /// where winning is all there is.
    pub most: u16,
    /// Whether sooner counts: a quicker win is better than a slower one of the same worth. Mostly not
    /// where a game is decided by counting.
    pub hurry: bool,
    pub quiescence: Option<Quiescence>,
    pub aspiration: Option<Aspiration>,
    pub null_move: Option<NullMove>,
    pub reverse_futility: Option<ReverseFutility>,
    pub razoring: Option<Razoring>,
    pub probcut: Option<Probcut>,
    pub forecast: Option<Forecast>,
    /// Search a node without a table move one ply shallower, from this depth on, where it is on the
    /// principal variation or a cut is expected, and the mover is not pressed.
    pub internal_reduction: Option<i32>,
    pub reductions: Option<Reductions>,
    pub late_moves: Option<LateMoves>,
    pub futility: Option<Futility>,
    pub exchanges: Option<Exchanges>,
    pub singular: Option<Singular>,
    /// Ask limits and the table about every move before any is searched, from this depth on.
    pub look_up: Option<i32>,
    /// The largest table worth having, in bytes: one that fits the processor's caches is faster
    /// than one that forgets less.
    pub table: Option<usize>,
    /// Search a pressed position one ply deeper.
    pub extend_pressed: bool,
    /// Learn how far the estimate errs.
    pub correction: bool,
    /// Look whether a move can repeat a position: whoever can has a draw.
    pub upcoming_repetition: bool,
    /// Search to the end of the game once that is near.
    pub solve: Option<Solve>,
}

impl Policy {
    /// Alpha-beta and nothing else: the value equals plain negamax.
    pub const EXACT: Policy = Policy {
        most: 1,
        hurry: true,
        quiescence: None,
        aspiration: None,
        null_move: None,
        reverse_futility: None,
        razoring: None,
        probcut: None,
        forecast: None,
        internal_reduction: None,
        reductions: None,
        late_moves: None,
        futility: None,
        exchanges: None,
        singular: None,
        look_up: None,
        table: None,
        extend_pressed: false,
        correction: false,
        upcoming_repetition: false,
        solve: None,
    };

    /// Whether any step asks for the estimate of an inner node, or whether it has improved since the
    /// player's last turn.
    #[must_use]
    pub fn needs_estimates(&self) -> bool {
        self.null_move.is_some()
            || self.reverse_futility.is_some()
            || self.razoring.is_some()
            || self.probcut.is_some()
            || self.forecast.is_some()
            || self.futility.is_some()
            || self.reductions.is_some()
            || self.late_moves.is_some()
            || self.correction
    }
}

/// Judge only positions in which nothing is hanging.
#[derive(Clone, Copy, Debug)]
pub struct Quiescence {
    /// A capture must bring the estimate within this margin of alpha.
    pub delta: i32,
}

/// Expect an iteration's score near the last one's.
#[derive(Clone, Copy, Debug)]
pub struct Aspiration {
    pub from_depth: i32,
    /// Half the width of the first window.
    pub window: i32,
}

/// If even passing is good enough, a move will be.
#[derive(Clone, Copy, Debug)]
pub struct NullMove {
    pub from_depth: i32,
    /// Reduction: `base + depth / divisor + (estimate - beta) / margin`, the last at most 3.
    pub base: i32,
    pub divisor: i32,
    pub margin: i32,
    /// From this depth on a search without passing confirms the cut.
    pub verify_from: i32,
}

/// An estimate so far above beta that a few plies will not undo it.
#[derive(Clone, Copy, Debug)]
pub struct ReverseFutility {
    pub to_depth: i32,
    /// Margin per ply of depth.
    pub per_ply: i32,
}

/// An estimate so far below alpha that only tactics can help: ask quiescence.
#[derive(Clone, Copy, Debug)]
pub struct Razoring {
    pub to_depth: i32,
    pub base: i32,
    /// For each ply of depth, squared.
    pub per_ply_squared: i32,
}

/// A capture that beats beta by a margin in a shallow search will beat beta in a deep one.
#[derive(Clone, Copy, Debug)]
pub struct Probcut {
    pub from_depth: i32,
    pub margin: i32,
    /// How much shallower the confirming search is.
    pub shallower: i32,
}

/// A shallow search that comes out far outside the window foretells what a deep one would say.
#[derive(Clone, Copy, Debug)]
pub struct Forecast {
    pub from_depth: i32,
    /// The shallow search goes to the depth divided by this.
    pub divisor: i32,
    /// How far outside.
    pub margin: i32,
}

/// Late moves are searched less deeply first: `base + ln(depth) * ln(number) / divisor` plies.
#[derive(Clone, Copy, Debug)]
pub struct Reductions {
    pub from_depth: i32,
    pub base: f32,
    pub divisor: f32,
    /// History that is worth a ply.
    pub history: i32,
}

/// At low depth the last moves in order are not worth trying: those after the first
/// `(base + depth * depth) / (improving ? 1 : 2)`.
#[derive(Clone, Copy, Debug)]
pub struct LateMoves {
    pub to_depth: i32,
    pub base: i32,
}

/// A quiet move will not lift an estimate that is this far below alpha.
#[derive(Clone, Copy, Debug)]
pub struct Futility {
    pub to_depth: i32,
    pub base: i32,
    pub per_ply: i32,
}

/// A move that loses this much material per ply of depth is not worth trying.
#[derive(Clone, Copy, Debug)]
pub struct Exchanges {
    pub to_depth: i32,
    pub quiet_per_ply: i32,
    pub noisy_per_ply: i32,
}

/// A table move that is better than all others by a margin is searched deeper.
#[derive(Clone, Copy, Debug)]
pub struct Singular {
    pub from_depth: i32,
    /// Margin per ply of depth.
    pub per_ply: i32,
    /// Better by this much more: two plies deeper.
    pub twice: i32,
}

/// Where the rest of the game is short, all of it is searched and nothing guessed.
#[derive(Clone, Copy, Debug)]
pub struct Solve {
    /// From so many plies before the end on.
    pub longest: i32,
    /// After the iteration of this depth, whose move is answered if time runs out.
    pub after: i32,
    /// A longer rest is solved too, after one more iteration for every so many plies.
    pub beyond: Option<i32>,
    /// Whether an estimate foretells the worth of the end.
    pub foretold: bool,
}
