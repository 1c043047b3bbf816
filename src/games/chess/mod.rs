//! Chess, Chess960 included.
//!
//! - [`rules`]: the position, its moves, and when two positions are the same;
//! - [`draws`]: how a game ends that nobody won.

pub mod draws;
pub mod rules;

pub use rules::Chess;
