//! Connect four: discs fall into columns; four in a row win. On boards from 4 x 4 to 9 x 7.
//!
//! - [`wall`]: the board as bits, and the fours on it;
//! - [`discs`]: what stands on it, as the player to move sees it;
//! - [`rules`]: the game;
//! - [`notation`]: how it is written, read and drawn; `order`: how a board that was drawn came about;
//! - [`control`]: what a player gets by always answering;
//! - [`knowledge`]: threats, and what they say;
//! - [`openings`]: what is known of the first discs, by [`seen`], a number for each.

pub mod control;
pub mod discs;
pub mod knowledge;
mod notation;
pub mod openings;
mod order;
pub mod rules;
pub mod seen;
pub mod wall;

pub use knowledge::Knowledge;
pub use rules::ConnectFour;
pub use wall::Column;
