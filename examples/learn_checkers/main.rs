//! Learns how checkers is judged from games that the program plays against itself.
//!
//! ```text
//! cargo run --release --example learn_checkers -- --games 20000 --positions positions.txt
//! ```
//!
//! plays, appends every quiet position with its score and the game's result to the file, fits a
//! network to the whole file by gradient descent, and writes it to `net.txt`. With `--games 0` it
//! fits to what is there already.

mod fit;
#[path = "../learning/mod.rs"]
mod learning;
mod play;

use std::path::PathBuf;

use clap::Parser;

/// Learns how checkers is judged.
#[derive(Parser)]
struct Settings {
    /// How many games to play first.
    #[arg(long, default_value_t = 0)]
    games: u64,
    /// Positions to visit for each move of those games: few, and endings that are won are told as
    /// drawn, because nobody wins them.
    #[arg(long, default_value_t = 5000)]
    nodes: u64,
    /// Where the games begin differs with it.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Where positions are kept: one a line, `FEN;score;result`, both as Black sees them.
    #[arg(long, default_value = "positions.txt")]
    positions: PathBuf,
    /// How often to go over all positions; 0 fits nothing.
    #[arg(long, default_value_t = 40)]
    epochs: usize,
    /// How much the game's result counts beside the search's score, from 0 to 1.
    #[arg(long, default_value_t = 0.4)]
    result: f32,
    /// Where the network is written.
    #[arg(long, default_value = "src/games/checkers/net.txt")]
    net: PathBuf,
}

fn main() -> std::io::Result<()> {
    let settings = Settings::parse();
    play::play(&settings)?;
    if settings.epochs == 0 {
        return Ok(());
    }
    let samples = fit::read(&settings.positions, settings.result)?;
    std::fs::write(&settings.net, fit::fit(&samples, settings.epochs).write())
}
