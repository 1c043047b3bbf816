//! Othello: whoever has more discs of the own colour on the board at the end wins.
//!
//! - [`discs`]: the board as bits, what a disc flips and where one may be placed;
//! - [`rules`]: the game;
//! - [`notation`]: how it is written, read and drawn;
//! - [`patterns`]: what is seen of a position;
//! - [`evaluate`]: what a position looks like;
//! - [`rest`]: the last few squares;
//! - [`stable`]: discs that nothing can flip any more;
//! - [`knowledge`]: how the search is advised.

pub mod discs;
pub mod evaluate;
pub mod knowledge;
mod notation;
pub mod patterns;
pub mod rest;
pub mod rules;
pub mod stable;

pub use knowledge::Knowledge;
pub use rules::{Move, Othello};
