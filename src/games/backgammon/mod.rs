//! Backgammon for money, without the cube: fifteen men a side race home past each other.
//!
//! - [`camp`]: the men of one side; [`roll`]: what the dice show;
//! - [`rules`]: positions, and what happens to them;
//! - [`turns`]: every legal way to play a roll;
//! - [`notation`]: positions, turns and rolls as text, the board for a page;
//! - [`xgid`]: positions as other programs write them;
//! - [`inputs`], [`network`]: what a position looks like to a small network, and the network;
//! - [`bearoff`]: how many rolls a side with all its men home needs, played for as few as can be;
//! - [`judgement`]: the chances of a position, by table where there is one;
//! - [`knowledge`]: what the search is told.

pub mod bearoff;
mod camp;
pub mod inputs;
pub mod judgement;
mod knowledge;
pub mod network;
mod notation;
mod roll;
mod rules;
mod turns;
mod xgid;

pub use camp::Camp;
pub use knowledge::Knowledge;
pub use roll::Roll;
pub use rules::Backgammon;
pub use turns::{Step, Turn};
