//! Backgammon for money, without the cube: fifteen men a side race home past each other.
//!
//! - [`rules`]: positions, rolls, what a turn does;
//! - [`turns`]: every legal way to play a roll;
//! - [`notation`]: positions, turns and rolls as text, the board for a page;
//! - [`xgid`]: positions as other programs write them;
//! - [`inputs`], [`network`]: what a position looks like to a small network, and the network;
//! - [`bearoff`]: how many rolls a side with all its men home needs, played for as few as can be;
//! - [`judgement`]: the chances of a position, by table where there is one;
//! - [`knowledge`]: what the search is told.

pub mod bearoff;
pub mod inputs;
pub mod judgement;
mod knowledge;
pub mod network;
mod notation;
mod rules;
mod turns;
mod xgid;

pub use knowledge::Knowledge;
pub use rules::{Backgammon, Camp, Roll};
pub use turns::{Step, Turn};
