//! Solves kalah, and plays against the solution:
//!
//! ```text
//! cargo run --release --example solve_kalah -- 6,1 6,2 6,3 6,4
//! cargo run --release --example solve_kalah -- --positions 200
//! ```

use std::num::NonZeroUsize;
use std::time::{Duration, Instant};

use bestmove::dice::Dice;
use bestmove::game::Game;
use bestmove::games::mancala::{Kalah, Knowledge};
use bestmove::notation::Notation;
use bestmove::search::{Budget, Choice, Engine, Question, Stop, StoppedBy, alphabeta::AlphaBeta};
use clap::Parser;

/// Solves kalah, and plays against the solution.
#[derive(Parser)]
struct Settings {
    /// Positions to solve, as they are written: "6,3".
    boards: Vec<String>,
    /// In so many random positions a move is chosen, and judged by the solution.
    #[arg(long, default_value_t = 0)]
    positions: usize,
    /// Seeds in play in those positions, at most.
    #[arg(long, default_value_t = 30)]
    seeds: u16,
    /// The time for each of those moves, in milliseconds.
    #[arg(long, default_value_t = 100)]
    time_ms: u64,
    /// Instead of a time, so many positions may be visited for each of those moves: what is found
    /// does not depend on how busy the machine is.
    #[arg(long)]
    nodes: Option<u64>,
    /// How many threads solve a position together.
    #[arg(long, default_value_t = NonZeroUsize::MIN)]
    threads: NonZeroUsize,
    /// For tables, in MiB.
    #[arg(long, default_value_t = 64)]
    memory_mib: usize,
    /// For drawing them.
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

impl Settings {
    /// However long it takes.
    fn unlimited(&self) -> Budget {
        Budget { memory: Some(self.memory_mib << 20), ..Budget::default() }
    }

    /// For one move.
    fn budget(&self) -> Budget {
        let end = Instant::now() + Duration::from_millis(self.time_ms);
        self.nodes.map_or(Budget::until(end), Budget::nodes)
    }

    /// The same in words.
    fn limit(&self) -> String {
        self.nodes.map_or(format!("{} ms", self.time_ms), |nodes| format!("{nodes} nodes"))
    }
}

fn main() {
    let settings = Settings::parse();
    for board in &settings.boards {
        match Kalah::parse(board) {
            Ok(position) => {
                let mut question = Question::new(position);
                question.threads = settings.threads;
                let choice = search(&question, &settings.unlimited());
                println!("{board}: {:+}, {} nodes, {:.2?}", seeds(&choice), choice.nodes, choice.time);
            }
            Err(fault) => println!("{board}: {}", fault.detail),
        }
    }
    if settings.positions > 0 {
        judge_moves(&settings);
    }
}

/// Chooses a move in each of the positions and tells what it gives away.
fn judge_moves(settings: &Settings) {
    let mut dice = Dice::seeded(settings.seed);
    let (mut won, mut no_longer_won, mut worse, mut solved_in_time) = (0, 0, 0, 0);
    let (mut nodes, mut longest) = (0, Duration::ZERO);
    for _ in 0..settings.positions {
        let question = Question::new(position(settings.seeds, &mut dice));
        let solution = search(&question, &settings.unlimited());
        let choice = search(&question, &settings.budget());
        let judged = Question { only: vec![choice.chosen()], ..question };
        let (best, kept) = (seeds(&solution), seeds(&search(&judged, &settings.unlimited())));
        if best > 0 && kept <= 0 {
            println!("{}: {best:+} becomes {kept:+}", judged.position.write());
        }
        won += usize::from(best > 0);
        no_longer_won += usize::from(best > 0 && kept <= 0);
        worse += usize::from(kept < best);
        solved_in_time += usize::from(choice.stopped_by == StoppedBy::Solved);
        (nodes, longest) = (nodes + solution.nodes, longest.max(solution.time));
    }
    println!(
        "{} positions, {solved_in_time} of them solved in {}; {won} won, {no_longer_won} of them thrown away; \
         {worse} moves not the best; {} nodes to solve one, {longest:.2?} at most",
        settings.positions,
        settings.limit(),
        nodes / settings.positions as u64,
    );
}

/// From random play: no more than so many seeds are in play, and there is a choice of moves.
fn position(seeds: u16, dice: &mut Dice) -> Kalah {
    loop {
        let mut kalah = Kalah::start();
        let wanted = seeds - dice.below(usize::from(seeds) / 3) as u16;
        while kalah.in_play() > wanted {
            let moves = kalah.legal_moves();
            kalah.apply(moves[dice.below(moves.len())]);
        }
        if kalah.legal_moves().len() > 1 {
            return kalah;
        }
    }
}

fn search(question: &Question<Kalah>, budget: &Budget) -> Choice<u8> {
    AlphaBeta::new(Knowledge).choose(question, budget, &Stop::new(), &mut |_| {})
}

/// By how many seeds the player to move wins, negative if lost.
fn seeds(choice: &Choice<u8>) -> i32 {
    choice.best().value.score().worth()
}
