//! How a game is written, read and drawn. Text comes in as people send it and goes out in one
//! canonical form; a position that was read is a legal one.
//!
//! [`Notation`] is what a game says of itself; around it stand
//!
//! - [`setup`]: what a request says of a position;
//! - [`played`]: the moves that led to one;
//! - [`sheet`]: whole games, with their comments and variations; [`heading`]: their tags and results;
//! - [`fault`]: what a caller got wrong;
//! - [`card`]: what is fixed about a game;
//! - [`picture`]: a position for a page that knows no rules.

mod card;
mod fault;
mod heading;
mod picture;
mod played;
mod setup;
mod sheet;

use crate::dice::Dice;
use crate::game::{Chance, Game, Outcome};
use crate::spelling::{digits, listed};

pub use card::{Card, Nature, Odds, Start};
pub use fault::{Fault, FaultKind};
pub use heading::Heading;
pub use picture::{Board, BoardStyle, Cell, Piece};
pub use played::Played;
pub use setup::{Form, Setup};
pub use sheet::{Sheet, unnumbered};

/// The rows of a board as people part them, by `/` or newlines, without blanks around them. A last
/// mark may close the last row.
///
/// ```
/// use bestmove::notation::rows;
///
/// assert_eq!(rows("X . / . O"), ["X .", ". O"]);
/// assert_eq!(rows("X.\r\n.O\r\n"), ["X.", ".O"]);
/// assert!(rows("").is_empty());
/// ```
pub fn rows(text: &str) -> Vec<&str> {
    let mut rows: Vec<_> = text.trim().split(['/', '\n']).map(str::trim).collect();
    if rows.last().is_some_and(|row| row.is_empty()) {
        rows.pop();
    }
    rows
}

/// How a game ended: what the rules say, and why, in words for people ("checkmate").
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ending {
    pub outcome: Outcome,
    pub reason: &'static str,
}

/// What somebody has entered into a list of moves.
#[derive(Clone, PartialEq, Debug)]
pub enum Entry<M> {
    Move(M),
    /// A move in one entry with what an umpire answered, as it was sent.
    Try(M, String),
    /// What chance brought, or an umpire said, as it was sent.
    Event(String),
}

/// What a position is known by: an opening's code and name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Named {
    pub code: &'static str,
    pub name: &'static str,
}

/// Something that chance may bring.
#[derive(Clone, PartialEq, Debug)]
pub struct Chanced<G> {
    /// In the game's own notation: `roll 31`, `2@b3`.
    pub event: String,
    pub probability: f64,
    /// The position then.
    pub next: G,
}

impl<G: Chance> Chanced<G> {
    /// All that chance may bring to a position, each event as the game writes it.
    pub fn all(position: &G, write: impl Fn(G::Event) -> String) -> Vec<Chanced<G>> {
        let chanced = |(event, probability)| Chanced {
            event: write(event),
            probability,
            next: position.brought(event),
        };
        position.possible_events().into_iter().map(chanced).collect()
    }
}

/// A game that can be written down, read back and drawn.
pub trait Notation: Game {
    /// What is fixed about the game: its names, its unit, its notation in words.
    const CARD: Card;

    /// The fields of a request that this game reads besides `position`: `fen`, `grid`, `win`, `turn`. A
    /// request that has one of the first two, which are one game's each, needs not name the game.
    const FIELDS: &'static [&'static str] = &[];

    /// The game's number in PDN's list of games, where it has one: a written game's tag `GameType` says
    /// it.
    const GAME_TYPE: Option<u8> = None;

    /// Whether the positions before one matter: for repetition, for what was heard, or for a search of
    /// alpha-beta, which knows its game again by them. Not where a position carries its own past (go).
    const HISTORY: bool = true;

    /// So many units of an estimate are one of a proven value: a thousand where a win is told as 1, and an
    /// estimate in thousandths.
    const ESTIMATES_A_UNIT: i64 = 1;

    /// More moves than any game has, with what chance brings: a longer list is a mistake, or malice.
    const LONGEST: usize = 10_000;

    /// Where a game begins if nobody says otherwise.
    fn start() -> Self;

    /// Reads a position from the game's own notation and refuses any that is not legal.
    fn parse(text: &str) -> Result<Self, Fault>;

    /// The same with the moves that led to it, in games whose notation may tell them: SGF, columns.
    fn parse_played(text: &str) -> Result<Played<Self>, Fault> {
        Self::parse(text).map(Played::from)
    }

    /// What such a text says of its game besides: SGF does.
    fn heading(text: &str) -> Heading {
        let _ = text;
        Heading::default()
    }

    /// Reads a position from the [`FIELDS`](Notation::FIELDS) of a request; [`Setup::read`] has refused
    /// all others.
    fn read(setup: &Setup) -> Result<Played<Self>, Fault> {
        match setup.text() {
            Some(text) => Self::parse_played(text),
            None => Ok(Played::from(Self::start())),
        }
    }

    /// The one canonical form; [`parse`](Notation::parse) reads it back to the same position.
    fn write(&self) -> String;

    /// Reads a move in any notation that the game knows. The answer is legal here.
    fn parse_move(&self, text: &str) -> Result<Self::Move, Fault>;

    /// What the text says, a move or what else may stand among moves here, and the position after it.
    fn enter(&self, text: &str) -> Result<(Entry<Self::Move>, Self), Fault> {
        let chosen = self.parse_move(text)?;
        Ok((Entry::Move(chosen), self.after(chosen)))
    }

    /// The position after what the text says.
    fn played(&self, text: &str) -> Result<Self, Fault> {
        self.enter(text).map(|(_, next)| next)
    }

    /// What chance or an umpire has to bring before anybody can move: a "roll", a "tile".
    fn awaits(&self) -> Option<&'static str> {
        None
    }

    /// All that chance may bring now. None: a player or an umpire is to speak, or the game is over.
    fn chances(&self) -> Vec<Chanced<Self>> {
        Vec::new()
    }

    /// Draws the event that is awaited, in the game's own notation; `past` are the positions
    /// before this one, oldest first.
    fn draw(&self, past: &[Self], dice: &mut Dice) -> Option<String> {
        let _ = past;
        let mut chances = self.chances();
        let odds: Vec<_> = chances.iter().enumerate().map(|(n, chanced)| (n, chanced.probability)).collect();
        dice.draw(&odds).map(|n| chances.swap_remove(n).event)
    }

    /// An event as people say it, where that differs: "2 on b4" for `2@b4`.
    fn event_text(event: &str) -> String {
        event.to_owned()
    }

    /// The one canonical form of a move.
    fn write_move(&self, chosen: Self::Move) -> String;

    /// Moves one after the other, each in its canonical form.
    fn write_line(&self, moves: &[Self::Move]) -> Vec<String> {
        let mut position = self.clone();
        let each = |chosen: &Self::Move| {
            let text = position.write_move(*chosen);
            position.apply(*chosen);
            text
        };
        moves.iter().map(each).collect()
    }

    /// The move as people write it, where that differs: `Nf3` for `g1f3`.
    fn move_text(&self, chosen: Self::Move) -> String {
        self.write_move(chosen)
    }

    /// What can be played instead of a move that was refused, as a hint.
    fn possible(&self) -> String {
        let legal = self.legal_moves().into_iter().map(|chosen| self.write_move(chosen));
        format!("Possible here: {}", listed(legal))
    }

    /// Which cells of the board a move touches, in the order in which a hand would: from, over, to.
    fn touches(&self, chosen: Self::Move) -> Vec<String>;

    /// What a hand may touch instead and mean the same move, where people do so.
    fn or_touches(&self, chosen: Self::Move) -> Option<Vec<String>> {
        let _ = chosen;
        None
    }

    /// How the game ended, if it has; `past` are the positions before this one, oldest first.
    fn ending(&self, past: &[Self]) -> Option<Ending> {
        let _ = past;
        self.outcome()
            .map(|outcome| Ending { outcome, reason: if outcome == Outcome::Draw { "draw" } else { "win" } })
    }

    /// The cells of the row that has won, in games that a row wins.
    fn row(&self) -> Vec<String> {
        Vec::new()
    }

    /// What each player has of what is counted in the end or on the way, in the card's unit: discs,
    /// seeds, points; `past` are the positions before this one, oldest first. None where it says nothing.
    fn tally(&self, past: &[Self]) -> Option<[f64; 2]> {
        let _ = past;
        None
    }

    /// A draw that the player to move may claim, by its reason, in games that leave it to the
    /// players; the game goes on until somebody does.
    fn claimable(&self, past: &[Self]) -> Option<&'static str> {
        let _ = past;
        None
    }

    /// Where a game begins that was written down, by its tags.
    fn begun(heading: &Heading) -> Result<Played<Self>, Fault> {
        match heading.start() {
            Some(text) => Self::parse_played(text),
            None => Ok(Played::from(Self::start())),
        }
    }

    /// Whether a word among the moves of a written game is none of them, though it has letters or
    /// digits: the number of a move without its dot, in games in which no move is a number. Of two
    /// numbers, one behind the other, only the first can be that: the [`Sheet`] knows.
    fn says_nothing(word: &str) -> bool {
        !Self::CARD.moves_may_be_numbers() && digits(word).is_some()
    }

    /// The name of a position that has one: an opening.
    fn named(&self) -> Option<Named> {
        None
    }

    /// What a proven win is worth in the card's unit, `plies` moves from here, in a game whose
    /// outcome is worth that much. For estimates see [`ESTIMATES_A_UNIT`](Notation::ESTIMATES_A_UNIT).
    fn worth_of_win(&self, worth: u16, plies: u32) -> i64 {
        let _ = plies;
        i64::from(worth)
    }

    /// What a move earns at once in the card's unit, in games in which points are collected on the
    /// way and a value is of those still to come.
    fn earns(&self, chosen: Self::Move) -> i64 {
        let _ = chosen;
        0
    }

    /// Whether the player to move must answer a threat: check, in chess.
    fn in_check(&self) -> bool {
        false
    }

    /// How contested each cell is, by the name that moves touch it by: how many of the first
    /// player's pieces attack it, less the second's. None where pieces do not attack.
    fn tension(&self) -> Option<Vec<(String, i32)>> {
        None
    }

    /// A picture of the position for a page that knows no rules.
    fn board(&self) -> Board;
}
