//! Kalah, the best known of the mancala games.
//!
//! - [`rules`]: sowing, capturing, moving again, and the end;
//! - [`notation`]: how a position is written, read and drawn.

pub mod knowledge;
pub mod notation;
pub mod rules;

pub use knowledge::Knowledge;
pub use rules::Kalah;
