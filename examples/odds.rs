//! What a score says of the chance to win, in any game whose chances grow tenfold by so many units: the program plays
//! against itself from openings at random, and what it saw is held against what the games came to.
//!
//!     cargo run --release --example odds -- --game checkers --games 200 --nodes 20000

use bestmove::dice::Dice;
use bestmove::notation::{Odds, Setup};
use bestmove::registry::{Ask, Naming, Registry, Room};
use bestmove::search::{Budget, Stop};
use clap::Parser;
use rayon::prelude::*;

#[derive(Parser)]
struct Arguments {
    #[arg(long)]
    game: String,
    #[arg(long, default_value_t = 200)]
    games: u64,
    /// Positions visited for each move.
    #[arg(long, default_value_t = 20_000)]
    nodes: u64,
    /// Plies played at random before a game begins, in about half of the games one more.
    #[arg(long, default_value_t = 6)]
    opening: usize,
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// A game this long is given up as drawn.
const LONGEST: usize = 400;
/// Fewest and most units that may make a win ten times as likely.
const BOUNDS: [f64; 2] = [1.0, 10_000.0];
/// Halvings of what lies between them.
const HALVINGS: usize = 40;

/// A score that was an estimate, and what its game came to: 1, 0.5 or 0, as the same player sees it.
struct Told {
    score: i32,
    result: f64,
}

fn main() {
    let arguments = Arguments::parse();
    let registry = Registry::standard();
    let Some(room) = registry.room(&arguments.game) else {
        return eprintln!("no game is called {}", arguments.game);
    };
    let Odds::Tenfold(card) = room.card().odds else {
        return eprintln!("the chances of {} do not grow tenfold by so many units", arguments.game);
    };
    let played = |number| game(room, &arguments, &mut Dice::seeded(arguments.seed << 32 | number));
    let told: Vec<Told> = (0..arguments.games).into_par_iter().flat_map_iter(played).collect();
    if told.is_empty() {
        return eprintln!("no score was an estimate: the search saw the end of every game");
    }
    println!(
        "{}: {:.1} {} make a win ten times as likely in {} positions of {} games; the card says {card}",
        arguments.game,
        fit(&told),
        room.card().unit,
        told.len(),
        arguments.games,
    );
}

/// Plays a game until it is over or its end is proven.
fn game(room: &dyn Room, arguments: &Arguments, dice: &mut Dice) -> Vec<Told> {
    let mut naming = Naming { setup: Setup::default(), moves: Vec::new() };
    let opening = arguments.opening + dice.below(2);
    let mut seen = Vec::new();
    let (one, result) = loop {
        let at = room.position(&naming).expect("moves that were legal");
        let (player, status) = (at.turn, at.status);
        let given_up = naming.moves.len() >= LONGEST || status.claimable.is_some();
        if status.over || given_up {
            break status.winner.map_or((player, 0.5), |winner| (winner, 1.0));
        }
        if naming.moves.len() < opening {
            naming.moves.push(at.legal_moves[dice.below(at.legal_moves.len())].r#move.clone());
            continue;
        }
        let ask = Ask { book: false, ..Ask::new(naming.clone(), Budget::nodes(arguments.nodes)) };
        let answer = room.best_move(&ask).expect("a game that goes on")(&Stop::new(), &mut drop);
        let chance = answer.score.win_probability;
        if answer.score.outcome.is_some() {
            break (player, chance);
        }
        // What is certain, or as good as that, tells nothing of the odds.
        if chance > 0.0 && chance < 1.0 {
            seen.push((player, answer.score.value as i32));
        }
        naming.moves.push(answer.r#move);
    };
    let told = |(player, score)| Told { score, result: if player == one { result } else { 1.0 - result } };
    seen.into_iter().map(told).collect()
}

/// How many units make a win ten times as likely, so that what was told is the likeliest.
fn fit(told: &[Told]) -> f64 {
    let [mut few, mut many] = BOUNDS;
    for _ in 0..HALVINGS {
        let tenfold = (few * many).sqrt();
        let expected = |score| Odds::Tenfold(tenfold).win_probability(score);
        let beyond: f64 =
            told.iter().map(|Told { score, result }| f64::from(*score) * (result - expected(*score))).sum();
        *if beyond > 0.0 { &mut many } else { &mut few } = tenfold;
    }
    few
}
