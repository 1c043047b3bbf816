//! Learns the weights of chess's evaluation from games that the program plays against itself.
//!
//! ```text
//! cargo run --release --example learn_chess -- --games 20000 --positions positions.txt
//! ```
//!
//! plays, appends every quiet position with its score and the game's result to the file, fits all
//! weights to the whole file by gradient descent, and writes them to `weights.txt`. With
//! `--games 0` it fits to what is there already.

mod fit;
#[path = "../learning/mod.rs"]
mod learning;
mod play;

use std::path::PathBuf;

use bestmove::games::chess::evaluate::weights::Weights;
use clap::Parser;

/// Learns the weights of chess's evaluation.
#[derive(Parser)]
struct Settings {
    /// How many games to play first.
    #[arg(long, default_value_t = 0)]
    games: u64,
    /// Positions to visit for each move of those games.
    #[arg(long, default_value_t = 1500)]
    nodes: u64,
    /// Where the games begin differs with it.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Threads to play on.
    #[arg(long, default_value_t = 1)]
    threads: usize,
    /// Where positions are kept: one a line, `FEN;score;result`, both as White sees them.
    #[arg(long, default_value = "positions.txt")]
    positions: PathBuf,
    /// How often to go over all positions; 0 fits nothing.
    #[arg(long, default_value_t = 40)]
    epochs: usize,
    /// How much the game's result counts beside the search's score, from 0 to 1.
    #[arg(long, default_value_t = 0.6)]
    result: f32,
    /// Where the weights are written.
    #[arg(long, default_value = "src/games/chess/evaluate/weights.txt")]
    weights: PathBuf,
}

fn main() -> std::io::Result<()> {
    let settings = Settings::parse();
    play::play(&settings)?;
    if settings.epochs == 0 {
        return Ok(());
    }
    let samples = fit::read(&settings.positions, settings.result, Weights::learnt())?;
    let weights = fit::fit(&samples, Weights::learnt(), settings.epochs);
    std::fs::write(&settings.weights, weights.write())
}
