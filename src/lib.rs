//! **bestmove** answers one question for many games: *which move is best?*
//!
//! The house, from the ground up; each floor knows only those before it:
//!
//! - [`dice`]: what is drawn at random, drawn from a seed.
//! - [`spelling`]: what somebody probably meant.
//! - [`mixing`]: words stirred into one.
//! - [`bits`]: words as sets of small numbers.
//! - [`processor`]: instructions that Rust has no safe name for.
//! - [`game`]: the contract. What a position, a move, an outcome is.
//! - [`notation`]: how a game is written, read and drawn.
//! - [`umpire`]: a game of hidden information, led by one who sees all of it.
//! - [`search`]: ways to choose a move. Names no game.
//! - [`games`]: rules, and what is worth knowing about each game.
//! - [`registry`]: every game behind one door, JSON in and JSON out.
//! - [`config`]: every setting.
//! - [`http`]: the service.
//! - [`command`]: what the `bestmove` command does.

pub mod bits;
pub mod command;
pub mod config;
pub mod dice;
pub mod game;
pub mod games;
pub mod http;
pub mod mixing;
pub mod notation;
pub mod processor;
pub mod registry;
pub mod search;
pub mod spelling;
pub mod umpire;
