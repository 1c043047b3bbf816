//! The best move in the shape that goes over the wire.

use std::collections::BTreeMap;

use serde::Serialize;
use utoipa::ToSchema;

use super::opening::OpeningView;
use super::position::StatusView;
use super::score::ScoreView;
use super::work::Visited;
use crate::search;
pub use crate::search::StoppedBy;

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
    /// pressing further. Where all the rest of a game was searched, the most plies that it can last. Games that are
    /// sampled (go): plies of the line that is sure.
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
