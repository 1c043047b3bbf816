//! Kalah, the best known of the mancala games.
//!
//! - [`rules`]: sowing, capturing, moving again, and the end;
//! - [`notation`]: how a position is written, read and drawn;
//! - [`endings`]: how the last seeds are shared out;
//! - [`knowledge`]: what the search is told.

pub mod endings;
pub mod knowledge;
mod notation;
pub mod rules;

pub use knowledge::Knowledge;
pub use rules::Kalah;
