//! Learns backgammon from games that the program plays against itself.
//!
//! ```text
//! cargo run --release --example learn_backgammon
//! ```
//!
//! First each position is drawn towards what came after it in the game (temporal differences);
//! then, from the average over all 21 rolls of the best reply to each, towards what can be
//! expected there, whatever the dice brought. Nothing is known at first but the rules.

mod lesson;
mod play;

use std::path::PathBuf;

use bestmove::dice::Dice;
use bestmove::games::backgammon::judgement::Networks;
use bestmove::games::backgammon::network::Network;
use clap::Parser;

/// Learns backgammon from games that the program plays against itself.
#[derive(Parser)]
struct Settings {
    /// How many games to learn from as they went.
    #[arg(long, default_value_t = 160_000)]
    games: u64,
    /// How many games to learn from by looking at all rolls, afterwards.
    #[arg(long, default_value_t = 5_000)]
    thorough: u64,
    /// How far a position is drawn at the beginning and at the end of the first games.
    #[arg(long, num_args = 2, default_values_t = [0.03, 0.003])]
    rates: Vec<f32>,
    /// The same for the games looked at thoroughly.
    #[arg(long, num_args = 2, default_values_t = [0.003, 0.000_5])]
    thorough_rates: Vec<f32>,
    /// How much of what came later counts at the beginning; nothing in the end.
    #[arg(long, default_value_t = 0.7)]
    lambda: f32,
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Go on from these weights.
    #[arg(long)]
    from: Option<PathBuf>,
    /// Where the weights are written, about a hundred times on the way and at the end.
    #[arg(long, default_value = "src/games/backgammon/weights.bin")]
    weights: PathBuf,
}

fn main() -> std::io::Result<()> {
    let settings = Settings::parse();
    let mut dice = Dice::seeded(settings.seed);
    let mut networks = match &settings.from {
        Some(path) => Networks::read(&std::fs::read(path)?).ok_or(std::io::ErrorKind::InvalidData)?,
        None => {
            let mut untaught = || Network::untaught(|| 2.0 * dice.share() as f32 - 1.0);
            Networks { contact: untaught(), race: untaught() }
        }
    };
    let courses = [
        Course { games: settings.games, rates: &settings.rates, lambda: settings.lambda, thorough: false },
        Course { games: settings.thorough, rates: &settings.thorough_rates, lambda: 0.0, thorough: true },
    ];
    for course in courses {
        for game in 0..course.games {
            let done = game as f32 / course.games as f32;
            let lesson = play::game(&networks, course.thorough, course.lambda * (1.0 - done), &mut dice);
            lesson::learn(&mut networks, &lesson, course.rate(done));
            if (game + 1) % (course.games / 100).max(1) == 0 {
                std::fs::write(&settings.weights, networks.write())?;
                eprintln!("{} of {}, surprise {:.4}", game + 1, course.games, lesson::surprise(&lesson));
            }
        }
    }
    std::fs::write(&settings.weights, networks.write())
}

/// Games learnt from in one way.
struct Course<'a> {
    games: u64,
    rates: &'a [f32],
    lambda: f32,
    thorough: bool,
}

impl Course<'_> {
    /// The rate falls by the same part with every game.
    fn rate(&self, done: f32) -> f32 {
        self.rates[0] * (self.rates[1] / self.rates[0]).powf(done)
    }
}
