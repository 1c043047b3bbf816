//! Rules, and what is worth knowing about each game. A room a game; none knows another.

pub mod backgammon;
pub mod checkers;
pub mod chess;
pub mod connect_four;
pub mod go;
pub mod mancala;
pub mod othello;
pub mod pennies;
pub mod tic_tac_toe;
pub mod twenty_forty_eight;
