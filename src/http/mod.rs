//! The service: one search and one API for every game.

pub mod page;
pub mod problem;
