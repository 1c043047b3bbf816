//! Rules, and what is worth knowing about each game. A room a game; none knows another.

pub mod chess;
pub mod mancala;
pub mod connect_four;
pub mod pennies;
