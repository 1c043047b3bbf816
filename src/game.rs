//! The contract: what a position, a move and an outcome are, and how the rules' leaves are counted.
//!
//! The rules of a game are one thing, playing it well is another, and between them stand four
//! methods: [`turn`](Game::turn), [`moves`](Game::moves), [`apply`](Game::apply) and
//! [`score_finished`](Game::score_finished). Whoever writes those for a new game can have it
//! searched; with its notation the rest of the house serves and tests it.

use std::fmt::Debug;
use std::hash::Hash;

use crate::dice::Dice;

/// Whose turn it is. The names that people use ("white", "X") belong to each game's notation.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Player {
    First,
    Second,
}

impl Player {
    /// The two players, who begins first.
    pub const BOTH: [Player; 2] = [Player::First, Player::Second];

    /// The player across the board.
    #[must_use]
    pub fn opponent(self) -> Player {
        match self {
            Player::First => Player::Second,
            Player::Second => Player::First,
        }
    }
}

/// How a game ended, in words: rules never speak of signs.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Outcome {
    /// Nobody won.
    Draw,
    /// `by` won, and it was worth that many of the game's units: discs, seeds, points;
    /// 1 where winning is all there is.
    Won { by: Player, worth: u16 },
}

impl Outcome {
    /// A win in a game where winning is all there is.
    #[must_use]
    pub fn won(by: Player) -> Outcome {
        Outcome::Won { by, worth: 1 }
    }

    /// The outcome of a game that is decided by counting what each side has.
    #[must_use]
    pub fn by_count(first: u16, second: u16) -> Outcome {
        use std::cmp::Ordering;
        match first.cmp(&second) {
            Ordering::Equal => Outcome::Draw,
            Ordering::Greater => Outcome::Won { by: Player::First, worth: first - second },
            Ordering::Less => Outcome::Won { by: Player::Second, worth: second - first },
        }
    }

    /// Who won, if anybody did.
    #[must_use]
    pub fn winner(self) -> Option<Player> {
        match self {
            Outcome::Draw => None,
            Outcome::Won { by, .. } => Some(by),
        }
    }
}

/// The rules of a game for two, without chance and without secrets.
///
/// A position is a plain value: copied, never undone. It knows nothing of how it came about;
/// where history matters (repetition, ko) it travels beside the position.
///
/// ```
/// use bestmove::game::{Game, Outcome, Player};
/// use bestmove::games::pennies::Pennies;
///
/// let mut pennies = Pennies::new(3);
/// let mut moves = Vec::new();
/// pennies.moves(&mut moves);
/// assert_eq!(moves.len(), 3); // one, two or three may be taken
/// pennies.apply(moves[2]);
/// assert_eq!(pennies.score_finished(), Outcome::won(Player::First));
/// ```
pub trait Game: Clone + Send + Sync + 'static {
    /// A move, small enough to be copied; alone it means nothing, only beside its position.
    type Move: Copy + Eq + Debug + Send + Sync + 'static;

    /// Whose turn it is. Turns need not alternate: a player may have to pass, or may move again.
    fn turn(&self) -> Player;

    /// Appends every legal move to `out`, always in the same order for the same position.
    /// None: the game is over.
    fn moves(&self, out: &mut Vec<Self::Move>);

    /// Plays a legal move.
    fn apply(&mut self, chosen: Self::Move);

    /// How the game ended. Called only where [`moves`](Game::moves) finds none.
    fn score_finished(&self) -> Outcome;

    /// The position after a legal move.
    #[inline(always)] // or it is copied once more, hot from the move
    #[must_use]
    fn after(&self, chosen: Self::Move) -> Self {
        let mut next = self.clone();
        next.apply(chosen);
        next
    }

    /// Every legal move, in a vector of its own.
    #[must_use]
    fn legal_moves(&self) -> Vec<Self::Move> {
        let mut moves = Vec::new();
        self.moves(&mut moves);
        moves
    }

    /// How the game ended, if it has.
    #[must_use]
    fn outcome(&self) -> Option<Outcome> {
        self.legal_moves().is_empty().then(|| self.score_finished())
    }
}

/// Rules in which chance moves too: dice, tiles.
///
/// Where chance is to move, [`moves`](Game::moves) finds none and [`outcome`](Game::outcome) says
/// that the game goes on.
pub trait Chance: Game {
    /// What chance may bring: a roll, a tile.
    type Event: Copy + Eq + Debug + Send + Sync + 'static;

    /// Appends everything that chance may bring now, each with its probability, in the same
    /// order for the same position. None: it is a player's turn, or the game is over.
    fn events(&self, out: &mut Vec<(Self::Event, f64)>);

    /// Chance moves.
    fn happen(&mut self, event: Self::Event);

    /// The position after chance has moved.
    #[must_use]
    fn brought(&self, event: Self::Event) -> Self {
        let mut next = self.clone();
        next.happen(event);
        next
    }

    /// Everything that chance may bring now, in a vector of its own.
    #[must_use]
    fn possible_events(&self) -> Vec<(Self::Event, f64)> {
        let mut events = Vec::new();
        self.events(&mut events);
        events
    }
}

/// Rules under which a player does not see everything: a position is what one player has seen and
/// heard, a move is a try, and an umpire who knows the truth answers it.
///
/// Where the umpire has to speak, [`moves`](Game::moves) finds none and
/// [`outcome`](Game::outcome) says that the game goes on.
pub trait Hidden: Game + PartialEq {
    /// A position with nothing hidden.
    type World: Game<Move = Self::Move>;
    /// All that the players hear of a move that was made.
    type Word: Copy + Eq + Hash + Debug + Send + Sync + 'static;

    /// What the player to move has tried in a world: the world afterwards and what both players
    /// hear. None: it is refused, and only who tried it hears that.
    fn umpire(world: &Self::World, tried: Self::Move) -> Option<(Self::World, Self::Word)>;

    /// What was heard last, on the way to this view.
    fn heard(&self) -> Heard<Self::Move, Self::Word>;

    /// How many worlds this view alone allows at most, told at a glance. None: too many to list.
    fn breadth(&self) -> Option<usize>;

    /// Every world that this view alone allows, where [`breadth`](Hidden::breadth) says how many.
    fn worlds(&self) -> Vec<Self::World>;

    /// One of the worlds that this view alone allows, drawn at random. Before each attempt it asks
    /// whether to go on. None: there is hardly any, or it had to give up.
    fn imagine(&self, dice: &mut Dice, go_on: &mut dyn FnMut() -> bool) -> Option<Self::World>;

    /// A hash of everything in a world that the future depends on.
    fn key(world: &Self::World) -> u64;
}

/// What a player hears.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Heard<M, W> {
    /// Nothing new.
    Nothing,
    /// One's own try was refused.
    Refused(M),
    /// One's own try was a move, of which this was said.
    Granted(M, W),
    /// The opponent moved, of which this was said.
    Opponent(W),
}

/// Leaves are counted so many plies deep at most: deeper than anybody can wait for, and as deep as the
/// stack of calls allows.
pub const DEEPEST_LEAVES: u32 = 1_000;

/// How many positions stand exactly `depth` plies below this one.
#[must_use]
pub fn leaves<G: Game>(position: &G, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let moves = position.legal_moves();
    if depth == 1 {
        return moves.len() as u64;
    }
    moves.into_iter().map(|m| leaves(&position.after(m), depth - 1)).sum()
}

/// The moves here, and how many positions stand exactly `depth` plies below this one by each; none
/// where `depth` is 0.
pub fn divided<G: Game>(position: &G, depth: u32) -> impl Iterator<Item = (G::Move, u64)> {
    let moves = if depth == 0 { Vec::new() } else { position.legal_moves() };
    moves.into_iter().map(move |m| (m, leaves(&position.after(m), depth - 1)))
}

/// The game from here, played at random for as long as it goes on and `further` says so.
#[cfg(test)]
pub fn at_random<G: Game>(mut position: G, dice: &mut Dice, further: impl Fn(&G) -> bool) -> G {
    while further(&position) {
        let moves = position.legal_moves();
        if moves.is_empty() {
            break;
        }
        position.apply(moves[dice.below(moves.len())]);
    }
    position
}
