//! How boldly a game is searched: which steps are taken, and the numbers that they are tuned to.

/// How boldly to search a game: the numbers in which games differ, with their units. A step that is
/// `None` is not taken.
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

    /// Whether the table keeps estimates.
    #[must_use]
    pub fn keeps_estimates(&self) -> bool {
        self.needs_estimates() || self.quiescence.is_some()
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
    /// How much better than the window it is, is asked with a ply less.
    pub less_above: bool,
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
    /// An estimate foretells the worth of the end; around it the value is looked for in strides that
    /// grow so many times. Where it errs little, growing ones ask for too much, which costs far more
    /// than to ask once more.
    pub foretold: Option<i32>,
}
