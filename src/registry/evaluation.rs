//! What a position looks like without searching, in the shape that goes over the wire.

use std::collections::BTreeMap;

use serde::Serialize;
use utoipa::ToSchema;

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
