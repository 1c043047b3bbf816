//! A position laid out, in the shape that goes over the wire.

use std::collections::BTreeMap;

use serde::Serialize;
use utoipa::ToSchema;

use super::opening::OpeningView;
use super::record::Record;
use super::written::WrittenView;
use crate::notation::{Board, Entry, Notation};

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
    /// the moves so far. At the end of a game of othello the winner's count has the empty squares in it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tally: Option<BTreeMap<&'static str, f64>>,
    /// The opening that the game has followed so far, where it has a name: that of the last position that has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub opening: Option<OpeningView>,
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
    /// What a written game says of itself; present where it was sent in `pgn`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub written: Option<WrittenView>,
    pub legal_moves: Vec<LegalMove>,
    pub board: Board,
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
    /// The same where a hand may mean this move by others, too: in chess the king and the rook with which it castles.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub or_touches: Option<Vec<String>>,
}

impl<G: Notation> Record<G> {
    /// The position laid out for somebody who knows no rules, with all that was played if every
    /// position was kept.
    pub fn view(&self) -> PositionView {
        let position = &self.position;
        let status = status(&self.position, &self.past);
        let moves = if status.over { Vec::new() } else { position.legal_moves() };
        let players = G::CARD.players.into_iter().take(G::CARD.nature.agents.into());
        PositionView {
            game: G::CARD.id,
            position: position.write(),
            turn: status.turn,
            status,
            row: position.row(),
            tally: position.tally(&self.past).map(|each| players.zip(each).collect()),
            opening: OpeningView::of(self.past.iter().chain([position])),
            moves: None,
            rolled: None,
            start: self.course.as_ref().map(|_| self.past.first().unwrap_or(position).write()),
            played: self.told(),
            written: None,
            legal_moves: moves
                .into_iter()
                .map(|m| LegalMove {
                    r#move: position.write_move(m),
                    text: position.move_text(m),
                    touches: position.touches(m),
                    or_touches: position.or_touches(m),
                })
                .collect(),
            board: position.board(),
        }
    }

    /// What was played, as the game writes it, if every position was kept.
    pub fn told(&self) -> Option<Vec<PlayedMove>> {
        let told = |(position, entry): (&G, &Entry<G::Move>)| {
            let (r#move, text, chance) = match entry {
                Entry::Move(chosen) => (position.write_move(*chosen), position.move_text(*chosen), false),
                Entry::Try(_, sent) => (sent.clone(), sent.clone(), false),
                Entry::Event(event) => (event.clone(), G::event_text(event), true),
            };
            PlayedMove { r#move, text, turn: G::CARD.player_name(position.turn()), chance }
        };
        Some(self.past.iter().zip(self.course.as_ref()?).map(told).collect())
    }
}

/// The status of a position; `past` are those before it, oldest first.
pub(super) fn status<G: Notation>(position: &G, past: &[G]) -> StatusView {
    let ending = position.ending(past);
    StatusView {
        over: ending.is_some(),
        winner: ending.and_then(|e| e.outcome.winner()).map(|player| G::CARD.player_name(player)),
        reason: ending.map(|e| e.reason),
        claimable: if ending.is_none() { position.claimable(past) } else { None },
        turn: G::CARD.player_name(position.turn()),
        check: position.in_check().then_some(true),
        awaits: position.awaits(),
    }
}
