//! What a client is told of a game.

use serde::Serialize;
use utoipa::ToSchema;

use super::level::Level;
use crate::notation::{Board, Card, Nature, Start};

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
    /// Some starts to offer, by size, the usual one first; empty where that one is all.
    pub starts: &'static [Start],
    pub notation: NotationView,
    /// The unit of `score.value`.
    pub unit: &'static str,
    /// What `score.value` counts, and how a proven win is told by it; a loss is the same below zero.
    pub counts: &'static str,
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
            counts: card.counts,
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
