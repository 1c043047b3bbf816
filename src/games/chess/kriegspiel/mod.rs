//! Kriegspiel, by the rules of the Internet Chess Club's Wild 16: chess in which nobody sees the
//! other's men. Part of chess's room, for its boards are chess's.
//!
//! - [`rules`]: what one player knows, the own men and what the umpire said, and how that ends;
//! - [`words`]: what an umpire says, as text; [`umpire`]: what the umpire says of a move;
//! - `tries`: what can be tried; `told`: what is known after the umpire has spoken;
//! - `worlds`: the boards that a view allows; `view`: a view as text; `notation`: what the house asks of
//!   every game.

mod notation;
pub mod rules;
mod told;
mod tries;
pub mod umpire;
mod view;
pub mod words;
mod worlds;

use super::Knowledge;
use crate::notation::Odds;
use crate::search::blindfold::Blindfold;

pub use rules::Kriegspiel;

/// What an estimate says where nobody sees the other's men: even a piece more is often given back.
const ODDS: Odds = Odds::Tenfold(1_200.0);

/// Plays kriegspiel by what is known about chess.
#[must_use]
pub fn engine() -> Blindfold<Knowledge> {
    Blindfold::new(Knowledge::default(), ODDS)
}

#[cfg(test)]
mod tests;
