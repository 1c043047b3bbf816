//! 2048: slide all tiles one way; equal ones that meet merge; a new tile comes.
//!
//! - [`rules`]: the game, on boards from 2 x 2 to 4 x 4;
//! - [`rows`]: what sliding does to one row, looked up;
//! - [`notation`]: boards and tiles as text;
//! - [`knowledge`]: what a board promises.

pub mod knowledge;
mod notation;
mod rows;
pub mod rules;

pub use knowledge::Knowledge;
pub use rules::{Slide, Tile, TwentyFortyEight};
