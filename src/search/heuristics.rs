//! What a search may ask about a game beyond its rules.

use std::cmp::Reverse;

use super::Term;
use super::book::Prepared;
pub use super::history::{CERTAIN, FEATURES};
use super::human::Person;
use super::policy::Policy;
use super::score::{Score, Value, Verdict};
use super::window::{Bound, Window};
use crate::game::{Game, Outcome};

/// What is worth knowing about a game. Every method but the policy and the estimate has a
/// default that means "nothing to say", and costs nothing.
///
/// Each thread searches with its own copy, so a method may keep notes; what is large and
/// read-only is shared behind an `Arc`.
///
/// ```
/// use bestmove::games::pennies::Pennies;
/// use bestmove::search::alphabeta::AlphaBeta;
/// use bestmove::search::heuristics::Heuristics;
/// use bestmove::search::policy::Policy;
/// use bestmove::search::{Budget, Engine, Question, Stop};
///
/// /// Sees nothing in a position: how many to leave is found out by looking to the end.
/// #[derive(Clone)]
/// struct Novice;
///
/// impl Heuristics<Pennies> for Novice {
///     fn policy(&self) -> &Policy {
///         &Policy::EXACT
///     }
///
///     fn estimate(&mut self, _: &Pennies) -> i32 {
///         0
///     }
/// }
///
/// let question = Question::new(Pennies::new(7));
/// let choice = AlphaBeta::new(Novice).choose(&question, &Budget::depth(7), &Stop::new(), &mut |_| {});
/// assert_eq!(choice.chosen(), 3);
/// ```
pub trait Heuristics<G: Game>: Clone + Send + Sync + 'static {
    /// Which steps the search takes in this game, and the numbers that they are tuned to.
    fn policy(&self) -> &Policy;

    /// What the position looks like to the player to move, in the unit of the game's card; where that
    /// is `result`, in thousandths.
    fn estimate(&mut self, position: &G) -> i32;

    /// The estimate term by term, summing to it. Keeps no notes: whoever tells a whole tree asks for
    /// each of its leaves.
    fn terms(&self, position: &G) -> Vec<Term> {
        vec![Term { name: "estimate", value: self.clone().estimate(position) }]
    }

    /// Works out now what else would be worked out when it is first asked for, while a clock runs.
    fn prepare(&self) {}

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
    /// one holds for all. Only where sooner is no better, so where the policy is in no `hurry`, and
    /// where the table keeps no estimates: they would not be shifted with what was found out.
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

    /// Forgets what people of that strength do not know by heart: whoever plays as they do says so before the search.
    fn forget_as_people(&mut self, elo: u16) {
        let _ = elo;
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

    /// Whether the player to move must answer a threat: check. Such positions are never judged standing
    /// still, nor cut by an estimate or by the number of their moves; those that lose an exchange may be
    /// skipped.
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
    /// them, if in doubt: who loses by all that are told is taken to have lost.
    fn moves(&mut self, position: &G, out: &mut Vec<G::Move>) {
        position.moves(out);
    }

    /// The moves that quiescence must try before a position is judged: captures, promotions. They stand
    /// here as they do in [`moves`](Heuristics::moves), where they come first.
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
    /// where ±[`CERTAIN`] is a certainty. What they have in common is looked at once.
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
