//! Solves positions of othello, and plays it against somebody who looks three plies ahead:
//!
//! ```text
//! cargo run --release --example othello -- --positions 100 --empties 16
//! cargo run --release --example othello -- --positions 100 --empties 18 --threads 2 --depth 4
//! cargo run --release --example othello -- --games 100 --ms 50
//! ```

use std::num::NonZeroUsize;
use std::time::{Duration, Instant};

use bestmove::dice::Dice;
use bestmove::game::{Game, Player};
use bestmove::games::othello::{Knowledge, Move, Othello};
use bestmove::notation::Notation;
use bestmove::search::heuristics::Heuristics;
use bestmove::search::policy::Policy;
use bestmove::search::score::Expectation;
use bestmove::search::{Budget, Choice, Engine, Question, Stop, alphabeta::AlphaBeta};
use clap::Parser;

/// Solves positions of othello, and plays it.
#[derive(Parser)]
struct Settings {
    /// How many random positions to solve.
    #[arg(long, default_value_t = 0)]
    positions: usize,
    /// Empty squares in those positions.
    #[arg(long, default_value_t = 16)]
    empties: u32,
    /// How many plies ahead those looked who played to get there, after an opening at random; without it all is
    /// random.
    #[arg(long)]
    depth: Option<u32>,
    /// How many games to play against corners and mobility, seen three plies ahead.
    #[arg(long, default_value_t = 0)]
    games: u64,
    /// The time for each move of those games, in milliseconds.
    #[arg(long, default_value_t = 50)]
    ms: u64,
    /// How many threads solve a position together.
    #[arg(long, default_value_t = NonZeroUsize::MIN)]
    threads: NonZeroUsize,
    /// For drawing positions and openings.
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// Plies played at random before a game begins.
const OPENING: u32 = 8;

fn main() {
    let settings = Settings::parse();
    if settings.positions > 0 {
        solve(&settings);
    }
    if settings.games > 0 {
        play(&settings);
    }
}

/// Solves positions and tells each with its score, as the player to move sees it.
fn solve(settings: &Settings) {
    let mut dice = Dice::seeded(settings.seed);
    let (mut nodes, mut time, mut longest) = (0, Duration::ZERO, Duration::ZERO);
    for _ in 0..settings.positions {
        let position = position(settings.empties, settings.depth, &mut dice);
        let mut question = Question::new(position);
        question.threads = settings.threads;
        let choice = search(&AlphaBeta::new(Knowledge), &question, &Budget::default());
        let score = choice.best().value.score().worth();
        println!("{} {score:+} {} nodes {:.2?}", position.write(), choice.nodes, choice.time);
        nodes += choice.nodes;
        time += choice.time;
        longest = longest.max(choice.time);
    }
    println!(
        "{} positions with {} empty squares: {} nodes and {:.3?} each, {longest:.3?} at most",
        settings.positions,
        settings.empties,
        nodes / settings.positions as u64,
        time / settings.positions as u32,
    );
}

/// With so many empty squares and a choice of moves, from play at random, or after an opening by players who look
/// so far ahead.
fn position(empties: u32, depth: Option<u32>, dice: &mut Dice) -> Othello {
    let player = AlphaBeta::new(Knowledge);
    loop {
        let mut position = Othello::start();
        while position.empties().count_ones() > empties && !position.is_over() {
            let looks = depth.filter(|_| position.empties().count_ones() <= 60 - OPENING);
            let chosen = match looks {
                Some(depth) => search(&player, &Question::new(position), &Budget::depth(depth)).chosen(),
                None => {
                    let moves = position.legal_moves();
                    moves[dice.below(moves.len())]
                }
            };
            position.apply(chosen);
        }
        if position.legal_moves().len() > 1 {
            return position;
        }
    }
}

/// Plays games, each opening with both colours.
fn play(settings: &Settings) {
    let (player, opponent) = (AlphaBeta::new(Knowledge), AlphaBeta::new(CornersAndMobility));
    let (mut won, mut drawn, mut discs) = (0, 0, 0);
    for number in 0..settings.games {
        let mut dice = Dice::seeded((settings.seed << 32) | (number / 2));
        let colour = if number % 2 == 0 { Player::First } else { Player::Second };
        let mut game = position(60 - OPENING, None, &mut dice);
        while !game.is_over() {
            let choice = if game.turn() == colour {
                let deadline = Instant::now() + Duration::from_millis(settings.ms);
                search(&player, &Question::new(game), &Budget::until(deadline))
            } else {
                search(&opponent, &Question::new(game), &Budget::depth(3))
            };
            game.apply(choice.chosen());
        }
        let difference = Expectation::finished(game.score_finished(), colour).0 as i64;
        won += u64::from(difference > 0);
        drawn += u64::from(difference == 0);
        discs += difference;
    }
    let games = settings.games as f64;
    let share = (won as f64 + drawn as f64 / 2.0) / games;
    println!(
        "{won} won and {drawn} drawn of {}: {:.1}% ± {:.1}, {:+.1} discs a game",
        settings.games,
        100.0 * share,
        196.0 * (share * (1.0 - share) / games).sqrt(),
        discs as f64 / games,
    );
}

fn search<H: Heuristics<Othello>>(
    engine: &AlphaBeta<H>,
    question: &Question<Othello>,
    budget: &Budget,
) -> Choice<Move> {
    engine.choose(question, budget, &Stop::new(), &mut |_| {})
}

/// What every player of othello learns first: corners count, and so does having many moves.
#[derive(Clone)]
struct CornersAndMobility;

impl Heuristics<Othello> for CornersAndMobility {
    fn policy(&self) -> &Policy {
        const PLAIN: Policy = Policy { most: 64, hurry: false, ..Policy::EXACT };
        &PLAIN
    }

    fn estimate(&mut self, position: &Othello) -> i32 {
        const CORNER: i32 = 10;
        let count = |squares: u64| squares.count_ones() as i32;
        let corners = 0x8100_0000_0000_0081;
        let mobility = count(position.placeable()) - count(position.placeable_for_them());
        CORNER * (count(position.mine() & corners) - count(position.theirs() & corners)) + mobility
    }
}
