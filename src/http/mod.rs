//! The service: one search and one API for every game.

pub mod problem;
