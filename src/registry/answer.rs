//! What rooms say, in the shapes that go over the wire.

use std::collections::BTreeMap;

use serde::Serialize;
use utoipa::ToSchema;

use super::level::Level;
use super::room::Visited;
use crate::notation::{Board, Card, Named, Nature, Notation, Start};
use crate::search;
pub use crate::search::StoppedBy;
use crate::search::score::FURTHEST;
use crate::search::{Value, Verdict};

/// The best move and what stands behind it.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct Answer {
    #[schema(example = "tic-tac-toe")]
    pub game: &'static str,
    /// The move to play, in the game's canonical form.
    pub r#move: String,
    /// The move as people write it.
    pub text: String,
    pub score: ScoreView,
    /// What is expected to follow; starts with `move`.
    pub pv: Vec<String>,
    /// The best moves, best first, as many as were asked for: those that win for certain before all estimates. Games
    /// that are sampled (go) rank them by how often each was: what a few samples have won says little. With `elo` they
    /// stand as that person ranks them.
    pub lines: Vec<MoveLine>,
    /// Plies of the last round of the search that was finished: what promises little is followed less far, what is
    /// pressing further. Games that are sampled (go): plies of the line that is sure.
    pub depth: u32,
    /// Plies of the longest line looked at; those of `depth`, where all lines end sooner.
    pub selective_depth: u32,
    /// Positions visited.
    pub nodes: u64,
    /// Positions visited a second.
    pub nps: u64,
    /// Milliseconds spent searching.
    pub time_ms: u64,
    pub stopped_by: StoppedBy,
    pub source: Source,
    /// The opening that the game has followed with `move`, where it has a name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub opening: Option<OpeningView>,
    /// Which fields of the request were above the server's caps, or `threads` above what the search can
    /// use, and what they were lowered to; `depth`, too, where the game is searched no deeper, whatever
    /// was asked for; `time_ms`, too, where the search made room for another caller's.
    pub limits_applied: BTreeMap<&'static str, u64>,
    /// The position after `move`.
    pub position: String,
    /// The status after `move`.
    pub status: StatusView,
}

impl Visited for Answer {
    fn nodes(&self) -> u64 {
        self.nodes
    }
}

/// A ranked move.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct MoveLine {
    pub r#move: String,
    /// The move as people write it.
    pub text: String,
    pub score: ScoreView,
    /// What is expected to follow; starts with `move`.
    pub pv: Vec<String>,
}

/// A named opening.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct OpeningView {
    /// Its code in the Encyclopaedia of Chess Openings.
    #[schema(example = "C60")]
    pub eco: &'static str,
    #[schema(example = "Ruy Lopez")]
    pub name: &'static str,
    /// How many plies of the game are part of it.
    pub plies: usize,
}

impl OpeningView {
    /// The last name that the positions of a game have.
    pub fn of<'a, G: Notation + 'a>(positions: impl IntoIterator<Item = &'a G>) -> Option<OpeningView> {
        let named = |(plies, position): (usize, &G)| position.named().map(|named| (plies, named));
        let (plies, Named { code, name }) = positions.into_iter().enumerate().filter_map(named).last()?;
        Some(OpeningView { eco: code, name, plies })
    }
}

/// A score, always for the player who is to move in the request.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct ScoreView {
    /// In the game's unit; exact where a draw or `plies` to the end stand beside it. Where the unit is `result`, 1
    /// is a win and -1 a loss, and estimates are thousandths of one.
    pub value: i64,
    #[schema(example = "centipawns")]
    pub unit: &'static str,
    /// The chance to win, a draw counted as half. 1 or 0 without an `outcome`: it is certain who wins, but not by
    /// how much.
    pub win_probability: f64,
    /// Present where the result is proven.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub outcome: Option<OutcomeView>,
    /// Plies to the end, where the result is proven and decisive. Absent where it is certain who
    /// wins, but not how soon.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub plies: Option<u32>,
    /// Chess: moves to mate, negative when being mated.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mate: Option<i32>,
}

impl ScoreView {
    /// A value in the game's unit; `worth_of_win` says what a proven win is worth in it.
    pub fn new(card: &Card, value: Value, worth_of_win: impl Fn(u16, u32) -> i64) -> ScoreView {
        let unit = card.unit;
        let unproven = |value, win_probability| ScoreView {
            value,
            unit,
            win_probability,
            outcome: None,
            plies: None,
            mate: None,
        };
        match value {
            Value::Estimate(units) => {
                // Four digits are all that an estimate can mean.
                unproven(i64::from(units), (card.odds.win_probability(units) * 1e4).round() / 1e4)
            }
            Value::Expected { units, chance } => unproven(i64::from(units), f64::from(chance) / 1e4),
            Value::Sampled { units, chance, .. } => {
                // The average of how samples ended is told as those ends would be.
                let worth = worth_of_win(units.unsigned_abs() as u16, 0);
                unproven(i64::from(units.signum()) * worth, f64::from(chance) / 1e4)
            }
            // An outcome beside the value would say that it is exact.
            Value::Decided { verdict, worth } => {
                let proven = Value::Proven { verdict, worth, plies: 0 };
                let ScoreView { value, win_probability, .. } = ScoreView::new(card, proven, worth_of_win);
                unproven(value, win_probability)
            }
            Value::Certain(verdict) => {
                let furthest = Value::Proven { verdict, worth: 1, plies: FURTHEST as u32 };
                ScoreView { plies: None, mate: None, ..ScoreView::new(card, furthest, worth_of_win) }
            }
            Value::Proven { verdict, worth, plies } => {
                let (sign, outcome) = match verdict {
                    Verdict::Win => (1, OutcomeView::Win),
                    Verdict::Draw => (0, OutcomeView::Draw),
                    Verdict::Loss => (-1, OutcomeView::Loss),
                };
                let decisive = verdict != Verdict::Draw;
                ScoreView {
                    value: if decisive { sign * worth_of_win(worth, plies) } else { 0 },
                    unit,
                    win_probability: verdict.share(),
                    outcome: Some(outcome),
                    plies: decisive.then_some(plies),
                    mate: (decisive && card.mates).then(|| sign as i32 * plies.div_ceil(2) as i32),
                }
            }
        }
    }
}

/// How the game ends with best play, for the player to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum OutcomeView {
    Win,
    Draw,
    Loss,
}

/// Where the answer comes from.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Source {
    Search,
    Book,
    Tablebase,
    /// An exact table or solver.
    Solved,
    /// An earlier search for the same, which left nothing to find out.
    Cache,
}

impl From<search::Source> for Source {
    fn from(source: search::Source) -> Source {
        match source {
            search::Source::Search => Source::Search,
            search::Source::Book => Source::Book,
            search::Source::Tablebase => Source::Tablebase,
            search::Source::Solved => Source::Solved,
        }
    }
}

/// Whether the game goes on, and whose turn it is.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct StatusView {
    pub over: bool,
    /// Absent in a draw, and while the game goes on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub winner: Option<&'static str>,
    /// Why the game is over: "checkmate", "three in a row".
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<&'static str>,
    /// Why the player to move may claim a draw, where the game goes on until somebody does.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub claimable: Option<&'static str>,
    pub turn: &'static str,
    /// Chess: the player to move is in check.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub check: Option<bool>,
    /// What chance has to bring before anybody can move: a "roll", a "tile".
    #[serde(skip_serializing_if = "Option::is_none")]
    pub awaits: Option<&'static str>,
}

/// A position laid out for somebody who knows no rules.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct PositionView {
    pub game: &'static str,
    /// The canonical form.
    pub position: String,
    pub turn: &'static str,
    pub status: StatusView,
    /// The ids of the cells of the row that won: three in a row, four in a row.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub row: Vec<String>,
    /// What each player has of what is counted, in the game's unit: discs, seeds in store, points of
    /// the moves so far.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tally: Option<BTreeMap<&'static str, f64>>,
    /// The moves so far with what was rolled appended, or all that was tried and heard under an umpire;
    /// present where a roll was asked for, and under an umpire.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub moves: Option<Vec<String>>,
    /// What was rolled, as people say it: "2 on b4"; present where a roll was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rolled: Option<Vec<String>>,
    /// The canonical form of the position that `played` begins with.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub start: Option<String>,
    /// What was played so far, as the game writes it; present, with `start`, where it was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub played: Option<Vec<PlayedMove>>,
    pub legal_moves: Vec<LegalMove>,
    pub board: Board,
}

/// What led from one position of a game to the next.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct PlayedMove {
    /// The canonical form; of an event, and of a try that was sent with what the umpire said of it, as it was sent.
    pub r#move: String,
    /// As people write or say it: "Nf3", "2 on b4".
    pub text: String,
    /// Whose turn it was.
    pub turn: &'static str,
    /// No player's move: chance brought it, or an umpire said it.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub chance: bool,
}

/// A move that may be made.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct LegalMove {
    /// The canonical form.
    pub r#move: String,
    /// The move as people write it.
    pub text: String,
    /// The ids of the cells that a hand would touch, in order.
    pub touches: Vec<String>,
}

/// The static evaluation, for the player to move.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct Evaluation {
    pub game: &'static str,
    pub position: String,
    pub turn: &'static str,
    pub unit: &'static str,
    /// The sum of the terms.
    pub total: i64,
    pub terms: Vec<TermView>,
    /// How many of the first player's pieces attack each cell, less the second's, in games in
    /// which pieces attack.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tension: Option<BTreeMap<String, i32>>,
}

/// A part of an evaluation, in the game's unit.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct TermView {
    pub name: &'static str,
    pub value: i64,
}

/// All that a client needs to offer a game.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct Description {
    pub id: &'static str,
    pub name: &'static str,
    /// How the two players are called, the one who starts first.
    pub players: [&'static str; 2],
    /// How the game is played and won, in a few sentences.
    pub rules: &'static str,
    /// The start position, in the game's notation.
    pub start: String,
    /// Where a game may begin, by size, the usual start first; empty where there is one alone.
    pub starts: &'static [Start],
    pub notation: NotationView,
    /// The unit of `score.value`.
    pub unit: &'static str,
    /// The values that `level` may have.
    pub levels: [&'static str; 4],
    /// The range that `elo` may have, where the game has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub elo: Option<EloRange>,
    /// The start position drawn.
    pub board: Board,
    pub nature: Nature,
}

impl Description {
    pub fn new(card: &Card, start: String, board: Board, elo: Option<(u16, u16)>) -> Description {
        Description {
            id: card.id,
            name: card.name,
            players: card.players,
            rules: card.rules,
            start,
            starts: card.starts,
            notation: NotationView {
                position: card.position,
                examples: card.examples,
                moves: card.moves,
                move_examples: card.move_examples,
            },
            unit: card.unit,
            levels: Level::ALL.map(Level::name),
            elo: elo.map(|(least, most)| EloRange { least, most }),
            board,
            nature: card.nature,
        }
    }
}

/// How positions and moves of a game are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct NotationView {
    pub position: &'static str,
    pub examples: &'static [&'static str],
    pub moves: &'static str,
    pub move_examples: &'static [&'static str],
}

/// From the least to the most that `elo` may say.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct EloRange {
    pub least: u16,
    pub most: u16,
}
