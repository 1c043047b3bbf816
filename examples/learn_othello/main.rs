//! Learns how othello is judged from games that the program plays against itself.
//!
//! ```text
//! cargo run --release --example learn_othello -- --games 20000 --positions positions.txt
//! ```
//!
//! plays, appends every position with its score and how the game ended to the file, fits the
//! weights of all patterns to the whole file by least squares, and writes them to `weights.bin`.
//! With `--games 0` it fits to what is there already.

mod fit;
mod play;
#[path = "../learning/positions.rs"]
mod positions;

use std::path::PathBuf;

use clap::Parser;

/// Learns how othello is judged.
#[derive(Parser)]
struct Settings {
    /// How many games to play first.
    #[arg(long, default_value_t = 0)]
    games: u64,
    /// Positions to visit for each move of those games.
    #[arg(long, default_value_t = 400)]
    nodes: u64,
    /// Where the games begin differs with it.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Where positions are kept: one a line, `OBF;score;result`, both as the player to move sees
    /// them.
    #[arg(long, default_value = "positions.txt")]
    positions: PathBuf,
    /// How often to go over all positions; 0 fits nothing.
    #[arg(long, default_value_t = 60)]
    rounds: usize,
    /// How much the game's result counts beside the search's score, from 0 to 1.
    #[arg(long, default_value_t = 0.5)]
    result: f32,
    /// Where the weights are written.
    #[arg(long, default_value = "src/games/othello/weights.bin")]
    weights: PathBuf,
}

fn main() -> std::io::Result<()> {
    let settings = Settings::parse();
    play::play(&settings)?;
    if settings.rounds == 0 {
        return Ok(());
    }
    let samples = fit::read(&settings.positions, settings.result)?;
    std::fs::write(&settings.weights, fit::fit(&samples, settings.rounds))
}
