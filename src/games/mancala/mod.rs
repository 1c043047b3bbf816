//! Kalah, the best known of the mancala games.
//!
//! - [`rules`]: sowing, capturing, moving again, and the end;
//! - [`notation`]: how a position is written, read and drawn.

pub mod notation;
pub mod rules;

pub use rules::Kalah;
