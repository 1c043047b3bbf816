//! How a game is written, read and drawn. Text comes in as people send it and goes out in one
//! canonical form; a position that was read is a legal one.

use std::iter;

use serde::Serialize;
use utoipa::ToSchema;

use crate::dice::Dice;
use crate::game::{Chance, Game, Outcome, Player};

/// What a caller got wrong about a position or a move, and what to do about it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fault {
    pub kind: FaultKind,
    /// JSON pointer of the field at fault, from the request's root: `/position`, `/moves/3`.
    pub pointer: String,
    /// One sentence: what is wrong.
    pub detail: String,
    /// What to try instead, where we can tell.
    pub hint: Option<String>,
}

/// What kind of mistake it is: each is a problem of its own on the wire.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FaultKind {
    /// What was sent is of another type than this field has.
    BadType,
    /// The position cannot be read, or is not a legal one.
    BadPosition,
    /// The move cannot be read, or is not legal here.
    IllegalMove,
    /// The field is known, but not with this value, or not in this game.
    BadValue,
    /// There is nothing to decide any more.
    GameOver,
}

impl Fault {
    /// A position that cannot be; the pointer is set by whoever knows the field.
    pub fn position(detail: impl Into<String>) -> Fault {
        Fault::new(FaultKind::BadPosition, "/position", detail)
    }

    /// A move that cannot be made; the pointer is set by whoever knows the field.
    pub fn illegal(detail: impl Into<String>) -> Fault {
        Fault::new(FaultKind::IllegalMove, "/moves", detail)
    }

    /// A move after the last.
    pub fn over(ending: &Ending) -> Fault {
        Fault::illegal(format!("The game was over before this move: {}", ending.reason))
            .hint("Leave it out, and all that follows")
    }

    /// A field that has a value it cannot have.
    pub fn value(pointer: impl Into<String>, detail: impl Into<String>) -> Fault {
        Fault::new(FaultKind::BadValue, pointer, detail)
    }

    /// A mistake in the field that the pointer names, without a hint.
    pub fn new(kind: FaultKind, pointer: impl Into<String>, detail: impl Into<String>) -> Fault {
        Fault { kind, pointer: pointer.into(), detail: detail.into(), hint: None }
    }

    /// The same with what to try instead.
    #[must_use]
    pub fn hint(mut self, hint: impl Into<String>) -> Fault {
        self.hint = Some(hint.into());
        self
    }

    /// The same about another field.
    #[must_use]
    pub fn at(mut self, pointer: impl Into<String>) -> Fault {
        self.pointer = pointer.into();
        self
    }
}

/// What a request says of a position; `moves` are played afterwards.
#[derive(Clone, Default, PartialEq, Debug)]
pub struct Setup {
    /// The start, if there is none.
    pub form: Option<Form>,
    /// How many in a row win.
    pub win: Option<u32>,
    /// Who is to move, where the notation leaves it open.
    pub turn: Option<String>,
}

/// A position as it was sent, by the field that it came in.
#[derive(Clone, PartialEq, Debug)]
pub enum Form {
    /// `position`: the game's own notation.
    Notation(String),
    /// `fen`: a text, too.
    Fen(String),
    /// `grid`: a text, a flat array, nested rows.
    Grid(serde_json::Value),
}

impl Form {
    fn pointer(&self) -> &'static str {
        match self {
            Form::Notation(_) => "/position",
            Form::Fen(_) => "/fen",
            Form::Grid(_) => "/grid",
        }
    }

    /// Where this is a text.
    #[must_use]
    pub fn text(&self) -> Option<&str> {
        match self {
            Form::Notation(text) | Form::Fen(text) => Some(text),
            Form::Grid(value) => value.as_str(),
        }
    }
}

impl Setup {
    /// A position in the game's own notation.
    #[must_use]
    pub fn of(position: &str) -> Setup {
        Setup { form: Some(Form::Notation(position.to_owned())), ..Setup::default() }
    }

    /// Where the position was sent, or would be.
    #[must_use]
    pub fn pointer(&self) -> &'static str {
        self.form.as_ref().map_or("/position", Form::pointer)
    }

    /// The position, with the moves that led to it as far as they are told. What is wrong with it is
    /// said of the field that it came in.
    pub fn read<G: Notation>(&self) -> Result<Played<G>, Fault> {
        self.refuse_all_but(G::FIELDS)?;
        let place = |fault: Fault| match fault.pointer.as_str() {
            "/position" => fault.at(self.pointer()),
            _ => fault,
        };
        G::read(self).map_err(place)
    }

    /// Refuses fields that a game does not read: all but `position` and these.
    fn refuse_all_but(&self, fields: &[&str]) -> Result<(), Fault> {
        let given = [Some(self.pointer()), self.win.map(|_| "/win"), self.turn.as_ref().map(|_| "/turn")];
        let is_read = |pointer: &str| pointer == "/position" || fields.contains(&&pointer[1..]);
        let Some(foreign) = given.into_iter().flatten().find(|pointer| !is_read(pointer)) else {
            return Ok(());
        };
        let hint = match foreign {
            "/turn" => "Leave it out: the position says who is to move",
            "/win" => "Leave it out",
            _ => "Name the position in `position`, in the notation that GET /games/{id} describes",
        };
        Err(Fault::value(foreign, "This game does not use this field").hint(hint))
    }
}

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

/// A game as it was played.
#[derive(Clone, PartialEq, Debug)]
pub struct Played<G: Game> {
    pub start: G,
    pub moves: Vec<G::Move>,
}

impl<G: Game> Played<G> {
    /// A game in which nothing has been played yet.
    pub fn from(start: G) -> Played<G> {
        Played { start, moves: Vec::new() }
    }

    /// The position after all moves.
    pub fn end(self) -> G {
        self.moves.into_iter().fold(self.start, |position, chosen| position.after(chosen))
    }
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

    /// The fields of a request that this game reads besides `position`: `fen`, `grid`, `win`, `turn`.
    const FIELDS: &'static [&'static str] = &[];

    /// Whether [`read_game`](Notation::read_game) reads PGN.
    const PGN: bool = false;

    /// Whether the positions before one matter: for repetition, for what was heard, or for a search
    /// that knows its game again by them. Not where a position carries what matters itself.
    const HISTORY: bool = true;

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

    /// Reads a position from the [`FIELDS`](Notation::FIELDS) of a request; [`Setup::read`] has refused
    /// all others.
    fn read(setup: &Setup) -> Result<Played<Self>, Fault> {
        match setup.form.as_ref().and_then(Form::text) {
            Some(text) => Self::parse_played(text),
            None => Ok(Played::from(Self::start())),
        }
    }

    /// The one canonical form; [`parse`](Notation::parse) reads it back to the same position.
    fn write(&self) -> String;

    /// Reads a move in any notation that the game knows. The answer is legal here.
    fn parse_move(&self, text: &str) -> Result<Self::Move, Fault>;

    /// The position after what the text says: a move, or, in a game of chance, an event.
    fn played(&self, text: &str) -> Result<Self, Fault> {
        self.parse_move(text).map(|chosen| self.after(chosen))
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
        const TOLD: usize = 12;
        let legal = self.legal_moves();
        let told: Vec<_> = legal.iter().take(TOLD).map(|chosen| self.write_move(*chosen)).collect();
        let more = if legal.len() > TOLD { ", and more" } else { "" };
        format!("Possible here: {}{more}", told.join(", "))
    }

    /// Which cells of the board a move touches, in the order in which a hand would: from, over, to.
    fn touches(&self, chosen: Self::Move) -> Vec<String>;

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

    /// Reads a whole game that was written down, in games that have a form for it: PGN.
    fn read_game(text: &str) -> Result<Played<Self>, Fault> {
        let _ = text;
        Err(Fault::value("/pgn", "This game is not written in PGN")
            .hint("Name its start in `position` and list its `moves`"))
    }

    /// The name of a position that has one: an opening.
    fn named(&self) -> Option<Named> {
        None
    }

    /// What a proven win is worth in the card's unit, `plies` moves from here, in a game whose
    /// outcome is worth that much. Estimates are told in the same unit.
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

/// The visiting card of a game.
#[derive(Clone, Copy, Debug)]
pub struct Card {
    /// The id on the wire: `tic-tac-toe`.
    pub id: &'static str,
    pub name: &'static str,
    /// What people may call it in place of the id: they are told the id.
    pub other_names: &'static [&'static str],
    /// How the two players are called, the one who starts first.
    pub players: [&'static str; 2],
    /// The unit of a score's value on the wire: `centipawns`, `discs`; `result` where winning is all
    /// there is: a win is 1, estimates are thousandths.
    pub unit: &'static str,
    /// What an estimate says about the chance to win.
    pub odds: Odds,
    /// Whether a proven win is told as moves to mate, too.
    pub mates: bool,
    /// How the game is played and won, for somebody who sits down to it.
    pub rules: &'static str,
    /// Where a game may begin, by size, the usual start first; empty where there is one alone.
    pub starts: &'static [Start],
    /// How a position is written, in a sentence or two.
    pub position: &'static str,
    /// Positions in that notation, one of every size and variant: laws and fingerprints begin with
    /// them. The first is as good as any to try the game with.
    pub examples: &'static [&'static str],
    /// How a move is written, in a sentence or two.
    pub moves: &'static str,
    pub move_examples: &'static [&'static str],
    pub nature: Nature,
}

/// A start position, and what people call it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct Start {
    /// "13 x 13".
    pub name: &'static str,
    /// In the game's notation.
    pub position: &'static str,
}

impl Card {
    /// The id, and what else the game may be called.
    pub fn names(&self) -> impl Iterator<Item = &'static str> + use<> {
        iter::once(self.id).chain(self.other_names.iter().copied())
    }

    /// What a player is called: "white", "X".
    #[must_use]
    pub fn player_name(&self, player: Player) -> &'static str {
        match player {
            Player::First => self.players[0],
            Player::Second => self.players[1],
        }
    }

    /// Whom people mean by a name, in capitals or not, whatever blanks stand around it.
    #[must_use]
    pub fn player_named(&self, said: &str) -> Option<Player> {
        let named = |player: &Player| self.player_name(*player).eq_ignore_ascii_case(said.trim());
        Player::BOTH.into_iter().find(named)
    }
}

/// What an estimate in the game's unit says about the chance to win.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Odds {
    /// So many units make a win ten times as likely.
    Tenfold(f64),
    /// So many units are a certain win, and the chance grows in proportion.
    Share(f64),
}

impl Odds {
    /// The chance to win, a draw counted as half.
    #[must_use]
    pub fn win_probability(self, units: i32) -> f64 {
        match self {
            Odds::Tenfold(scale) => 1.0 / (1.0 + 10f64.powf(-f64::from(units) / scale)),
            Odds::Share(whole) => ((1.0 + f64::from(units) / whole) / 2.0).clamp(0.0, 1.0),
        }
    }
}

/// The seven properties of a game as an environment to act in.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct Nature {
    /// A move has one result: no dice, no tiles.
    pub deterministic: bool,
    /// The world stands still while one thinks.
    pub r#static: bool,
    /// Both players see everything.
    pub observable: bool,
    pub agents: u8,
    /// The rules are known to the player.
    pub known: bool,
    /// Each game stands alone.
    pub episodic: bool,
    /// Positions and moves can be counted.
    pub discrete: bool,
}

impl Nature {
    /// The nature of a board game for two without dice or secrets.
    pub const OPEN: Nature = Nature {
        deterministic: true,
        r#static: true,
        observable: true,
        agents: 2,
        known: true,
        episodic: false,
        discrete: true,
    };
}

/// A picture of a position: cells on a plane, and what stands in them.
///
/// x grows to the right and y downwards, in cells, as the first player sees the board.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct Board {
    pub style: BoardStyle,
    /// Width of the whole in cells.
    pub width: u16,
    /// Height of the whole in cells.
    pub height: u16,
    /// In reading order: from the top left, row by row.
    pub cells: Vec<Cell>,
}

/// What the ground looks like.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum BoardStyle {
    /// Bare cells with lines between them.
    Grid,
    /// Light and dark squares in turn.
    Chequered,
    /// Stones stand where lines cross.
    Crossings,
    /// A wall with holes, into which discs fall.
    Holes,
    /// Hollows that hold many seeds.
    Pits,
    /// Long triangles on which men stack up.
    Points,
    /// Sliding tiles.
    Tiles,
    /// A heap of things to take from.
    Heap,
}

/// A place on the board that can be pointed at.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct Cell {
    /// The name that moves touch it by.
    pub id: String,
    /// How it is said aloud: "e4", "centre", "South's store".
    pub name: String,
    pub x: u16,
    pub y: u16,
    /// Its size in cells.
    #[serde(skip_serializing_if = "is_one")]
    pub width: u16,
    #[serde(skip_serializing_if = "is_one")]
    pub height: u16,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub piece: Option<Piece>,
}

fn is_one(n: &u16) -> bool {
    *n == 1
}

impl Cell {
    pub fn new(id: impl Into<String>, name: impl Into<String>, x: usize, y: usize) -> Cell {
        Cell { id: id.into(), name: name.into(), x: x as u16, y: y as u16, width: 1, height: 1, piece: None }
    }

    #[must_use]
    pub fn holding(mut self, piece: Option<Piece>) -> Cell {
        self.piece = piece;
        self
    }

    #[must_use]
    pub fn sized(mut self, width: u16, height: u16) -> Cell {
        (self.width, self.height) = (width, height);
        self
    }
}

/// What stands in a cell.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct Piece {
    /// What it is: "king", "cross", "stone", "tile". The page has a drawing for each.
    pub kind: &'static str,
    /// Whose it is, by the player's name in this game; nobody's when absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub owner: Option<&'static str>,
    /// How many of them, or the number on a tile; 1 when absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub count: Option<u32>,
}

impl Piece {
    #[must_use]
    pub fn of(kind: &'static str, owner: &'static str) -> Piece {
        Piece { kind, owner: Some(owner), count: None }
    }

    /// Things that belong to nobody, and how many.
    #[must_use]
    pub fn counted(kind: &'static str, count: u32) -> Piece {
        Piece { kind, owner: None, count: Some(count) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::connect_four::ConnectFour;

    #[test]
    fn who_sends_a_field_of_another_game_is_told_what_to_do_with_it() {
        let hint = |setup: Setup| setup.read::<ConnectFour>().unwrap_err().hint.unwrap();
        let said = Setup { turn: Some("white".to_owned()), ..Setup::of("4453") };
        assert_eq!(hint(said), "Leave it out: the position says who is to move");
        assert_eq!(hint(Setup { win: Some(4), ..Setup::of("4453") }), "Leave it out");
        let elsewhere = Setup { form: Some(Form::Fen("8/8".to_owned())), ..Setup::default() };
        assert!(hint(elsewhere).contains("`position`"));
    }
}
