//! What callers may rely on, sentence by sentence: the service is asked as they ask it.

mod batch;
mod best_move;
mod chess;
mod description;
mod house;
#[path = "../patience/mod.rs"]
mod patience;
mod refusals;
mod reviews;
mod service;
mod streams;
mod umpire;
mod views;
