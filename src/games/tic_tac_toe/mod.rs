//! Tic-tac-toe on a square board of 3 x 3 to 15 x 15: so many marks in a row win, and more too.
//!
//! - [`rules`]: the game, on [`cells`], sets of cells;
//! - `grid`: positions in all the forms that people send;
//! - [`notation`]: how it is written and drawn;
//! - [`lines`]: what the rows on the board come to;
//! - [`knowledge`]: what a search is told.

pub mod cells;
mod grid;
pub mod knowledge;
pub mod lines;
mod notation;
pub mod rules;

pub use knowledge::Knowledge;
pub use rules::{SMALLEST, TicTacToe};
