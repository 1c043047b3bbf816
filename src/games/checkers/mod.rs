//! Checkers, by the English rules.
//!
//! - [`squares`]: the board as bits;
//! - [`rules`]: moves, jumps, crowning, and the draw when nothing happens;
//! - [`fen`]: positions in PDN's notation;
//! - [`notation`]: how moves are written and read, repetition, and how the board is drawn.

pub mod fen;
pub mod notation;
pub mod rules;
pub mod squares;

pub use rules::Checkers;
