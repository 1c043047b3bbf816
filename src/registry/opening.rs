//! What the opening of a game is called.

use serde::Serialize;
use utoipa::ToSchema;

use crate::notation::{Named, Notation};

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
