//! Go with area scoring and positional superko, 2 x 2 to 19 x 19.
//!
//! - [`rules`]: the game, with the history that superko asks for;
//! - [`points`] and [`around`]: what lies next to what, and what stands there;
//! - [`stones`]: the board, its chains and their liberties;
//! - `notation`: boards and vertices as text; `board`: a board as it is set up;
//! - `sgf`: games that were written down;
//! - `shapes` and `reading`: what is good locally, by pattern and by reading ahead;
//! - `playouts`: games played out at random;
//! - `promise`: moves worth trying first;
//! - [`fates`]: which stones are dead;
//! - [`gtp`]: the protocol of go programs.

pub mod around;
mod board;
pub mod fates;
pub mod gtp;
mod notation;
mod playouts;
pub mod points;
mod promise;
mod reading;
pub mod rules;
mod sgf;
mod shapes;
pub mod stones;

pub use playouts::SAMPLER;
pub use rules::{Go, Vertex};
