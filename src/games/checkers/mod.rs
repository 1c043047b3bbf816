//! Checkers, by the English rules.
//!
//! - [`squares`]: the board as bits;
//! - [`rules`]: moves, jumps, crowning, and the draw when nothing happens;
//! - [`fen`]: positions in PDN's notation;
//! - [`notation`]: how moves are written and read, repetition, and how the board is drawn;
//! - [`openings`]: answers prepared before the game; [`endings`]: who wins where few pieces are left;
//! - [`evaluate`]: what a position looks like without searching;
//! - [`net`]: the small network that looks at the board;
//! - [`knowledge`]: what the search may ask, and how boldly it goes.

pub mod endings;
pub mod evaluate;
mod fen;
pub mod knowledge;
pub mod net;
mod notation;
pub mod openings;
pub mod rules;
pub mod squares;

pub use knowledge::Knowledge;
pub use rules::Checkers;
