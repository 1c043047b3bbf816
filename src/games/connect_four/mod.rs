//! Connect four: discs fall into columns; four in a row win. On boards from 4 x 4 to 9 x 7.
//!
//! - [`wall`]: the board as bits, and the fours on it;
//! - [`rules`]: the game;
//! - [`notation`]: how it is written, read and drawn;
//! - [`control`]: what a player gets by always answering;
//! - [`knowledge`]: threats, and what they say.

pub mod control;
pub mod knowledge;
pub mod notation;
pub mod rules;
pub mod wall;

pub use knowledge::Threats;
pub use rules::{Column, ConnectFour};
