//! Learns to judge chess from games that the program plays against itself.
//!
//! ```text
//! cargo run --release --example learn_chess -- --games 20000 --positions positions.txt
//! ```
//!
//! plays, appends every quiet position with its score and the game's result to the file, teaches a new
//! network the whole file by gradient descent, and writes it to `network/weights.bin`. With `--what features`
//! the weights of the evaluation by features are fitted instead, beginning with those that there are. With
//! `--games 0` nothing is played, and what is there already is learnt from.
//!
//! The network that is shipped was taught 16 million positions of games that were judged by features
//! (`--by features --nodes 180`), and 7 million of games by a network that had been taught those
//! (`--nodes 400`). The weights of the evaluation by features were fitted to earlier games (`--by features
//! --nodes 1500 --epochs 40 --result 0.6`), which were given up sooner and had no positions beside them.

mod fit;
#[path = "../learning/mod.rs"]
mod learning;
mod play;
mod teach;

use std::num::NonZeroUsize;
use std::path::PathBuf;

use bestmove::games::chess::Knowledge;
use bestmove::games::chess::evaluate::weights::Weights;
use clap::{Parser, ValueEnum};

/// What judges a position.
#[derive(Clone, Copy, ValueEnum)]
enum Judge {
    Network,
    Features,
}

impl Judge {
    fn knowledge(self) -> Knowledge {
        match self {
            Judge::Network => Knowledge::default(),
            Judge::Features => Knowledge::by_features(),
        }
    }
}

/// Learns to judge chess.
#[derive(Parser)]
struct Settings {
    /// How many games to play first.
    #[arg(long, default_value_t = 0)]
    games: u64,
    /// What they are played by.
    #[arg(long, default_value = "network")]
    by: Judge,
    /// Positions to visit for each move of those games.
    #[arg(long, default_value_t = 400)]
    nodes: u64,
    /// Where the games begin differs with it.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Threads to play and to learn on.
    #[arg(long, default_value = "1")]
    threads: NonZeroUsize,
    /// Where positions are kept: one a line, `FEN;score;result`, both as White sees them.
    #[arg(long, default_value = "positions.txt")]
    positions: PathBuf,
    /// What learns.
    #[arg(long, default_value = "network")]
    what: Judge,
    /// How often to go over all positions; 0 learns nothing.
    #[arg(long, default_value_t = 20)]
    epochs: usize,
    /// How much the game's result counts beside the search's score, from 0 to 1.
    #[arg(long, default_value_t = 0.2)]
    result: f32,
    /// The folder of the game, where what was learnt is written.
    #[arg(long, default_value = "src/games/chess")]
    into: PathBuf,
}

fn main() -> std::io::Result<()> {
    let settings = Settings::parse();
    play::play(&settings)?;
    if settings.epochs == 0 {
        return Ok(());
    }
    let Settings { positions, result, epochs, .. } = &settings;
    match settings.what {
        Judge::Network => {
            let network = teach::teach(positions, *result, *epochs, settings.threads)?;
            std::fs::write(settings.into.join("network/weights.bin"), network.write())
        }
        Judge::Features => {
            let samples = fit::read(positions, *result)?;
            let weights = fit::fit(&samples, Weights::learnt(), *epochs);
            std::fs::write(settings.into.join("evaluate/weights.txt"), weights.write())
        }
    }
}
