//! Whole games of 2048, and which tiles they reach; or what can be expected of a game on a small
//! board, exactly.
//!
//! ```text
//! cargo run --release --example twenty_forty_eight -- --games 100 --ms 1
//! cargo run --release --example twenty_forty_eight -- --expected 3x3 --memory-mib 8192
//! ```

use std::time::{Duration, Instant};

use bestmove::dice::Dice;
use bestmove::game::{Chance, Game};
use bestmove::games::twenty_forty_eight::{Knowledge, TwentyFortyEight};
use bestmove::search::expectimax::Expectimax;
use bestmove::search::parallel::STACK;
use bestmove::search::{Budget, Engine, Question, Stop};
use clap::Parser;

/// Plays whole games of 2048.
#[derive(Parser)]
struct Settings {
    #[arg(long, default_value_t = 100)]
    games: u64,
    /// Milliseconds a move.
    #[arg(long, default_value_t = 1, conflicts_with_all = ["depth", "nodes"])]
    ms: u64,
    /// Moves deep, however long it takes.
    #[arg(long)]
    depth: Option<u32>,
    /// Positions to visit for each move, however long it takes.
    #[arg(long)]
    nodes: Option<u64>,
    /// Where the tiles come differs with it.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Instead of playing: what can be expected of a game on a board of so many columns x rows.
    #[arg(long, value_parser = board)]
    expected: Option<TwentyFortyEight>,
    /// What that may remember. Too little takes longer, and changes nothing.
    #[arg(long, default_value_t = 64)]
    memory_mib: usize,
}

fn board(text: &str) -> Result<TwentyFortyEight, String> {
    let sides =
        text.split_once('x').and_then(|(columns, rows)| Some((columns.parse().ok()?, rows.parse().ok()?)));
    match sides {
        Some((columns @ 2..=3, rows @ 2..=3)) => Ok(TwentyFortyEight::empty(columns, rows)),
        _ => Err("2x2, 2x3, 3x2 or 3x3".to_owned()),
    }
}

impl Settings {
    fn budget(&self) -> Budget {
        let timed = self.depth.is_none() && self.nodes.is_none();
        let deadline = timed.then(|| Instant::now() + Duration::from_millis(self.ms));
        Budget { depth: self.depth, nodes: self.nodes, deadline, ..Budget::default() }
    }
}

/// What became of a game.
struct Played {
    greatest: u32,
    points: u64,
    moves: u64,
    /// Moves that were looked ahead, all together.
    depths: u64,
}

fn play(settings: &Settings, seed: u64) -> Played {
    let mut dice = Dice::seeded(seed);
    let mut position = TwentyFortyEight::empty(4, 4);
    let mut played = Played { greatest: 0, points: 0, moves: 0, depths: 0 };
    let engine = Expectimax::new(Knowledge);
    loop {
        if let Some(tile) = dice.draw(&position.possible_events()) {
            position.happen(tile);
        } else if position.outcome().is_some() {
            played.greatest = position.greatest();
            return played;
        } else {
            let question = Question::new(position);
            let choice = engine.choose(&question, &settings.budget(), &Stop::new(), &mut |_| {});
            played.points += u64::from(position.points(choice.chosen()));
            played.moves += 1;
            played.depths += u64::from(choice.depth);
            position.apply(choice.chosen());
        }
    }
}

/// Lines as long as a game need a stack that is as deep.
fn expected(board: TwentyFortyEight, memory: usize) -> f64 {
    let look = move || Expectimax::new(Knowledge).exact(&board, memory);
    let thread = std::thread::Builder::new().stack_size(STACK).spawn(look).expect("a thread");
    thread.join().expect("it does not panic")
}

fn main() {
    let settings = Settings::parse();
    let began = Instant::now();
    if let Some(board) = settings.expected {
        println!("{:.6} points in {:.1?}", expected(board, settings.memory_mib << 20), began.elapsed());
        return;
    }
    let games: Vec<Played> =
        (0..settings.games).map(|game| play(&settings, settings.seed << 32 | game)).collect();
    let all = games.len() as f64;
    let total = |of: fn(&Played) -> u64| games.iter().map(of).sum::<u64>() as f64;
    let moves = total(|game| game.moves);
    for tile in (9..17).map(|exponent| 1 << exponent) {
        let reached = games.iter().filter(|game| game.greatest >= tile).count();
        println!("{tile:6}: {reached} of {}", games.len());
    }
    println!(
        "{:.0} points and {:.0} moves a game, {:.2} moves deep, {:.3} ms a move",
        total(|game| game.points) / all,
        moves / all,
        total(|game| game.depths) / moves,
        began.elapsed().as_secs_f64() * 1e3 / moves,
    );
}
