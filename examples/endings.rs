//! How surely known endings are won: random won positions, played out by the engine on both sides.
//!
//!     cargo run --release --example endings -- --tables FOLDER --count 200 --ms 50
//!
//! Syzygy tables tell which positions are won, and how far each move is from the best; with
//! `--ask` the engine asks them, too. A pawn is followed until it is promoted and cannot be
//! taken.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use bestmove::dice::Dice;
use bestmove::game::Game;
use bestmove::games::chess::syzygy::{Ruling, Tables};
use bestmove::games::chess::{Chess, Knowledge};
use bestmove::notation::Notation;
use bestmove::search::alphabeta::AlphaBeta;
use bestmove::search::{Budget, Engine, Question, Stop, Value};
use clap::Parser;
use cozy_chess::{Color, Piece};

#[derive(Parser)]
struct Arguments {
    /// A folder of Syzygy tables.
    #[arg(long)]
    tables: PathBuf,
    /// Let the engine ask them.
    #[arg(long)]
    ask: bool,
    /// What White has beside the king.
    #[arg(long, value_delimiter = ',', default_value = "R,Q,P,BB,BN")]
    pieces: Vec<String>,
    /// Positions of each ending.
    #[arg(long, default_value_t = 200)]
    count: usize,
    /// Milliseconds a move.
    #[arg(long, default_value_t = 50)]
    ms: u64,
    /// Positions visited a move, instead.
    #[arg(long)]
    nodes: Option<u64>,
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// How a game went.
struct Played {
    won: bool,
    plies: usize,
    /// Moves of the winner that were not the best by the tables, nor part of a mate that was told.
    astray: usize,
}

fn main() {
    let arguments = Arguments::parse();
    let tables = match Tables::open(&[&arguments.tables]) {
        Ok(tables) => Arc::new(tables),
        Err(wrong) => return eprintln!("{wrong}"),
    };
    let engine = AlphaBeta::new(Knowledge::asking(arguments.ask.then(|| tables.clone())));
    let mut dice = Dice::seeded(arguments.seed);
    for pieces in &arguments.pieces {
        let (mut won, mut longest, mut plies, mut astray) = (0, 0, 0, 0);
        for _ in 0..arguments.count {
            let Some(start) = won_position(pieces, &tables, &mut dice) else {
                return eprintln!("these tables know no won position of K{pieces}K");
            };
            let game = play(&engine, &start, &tables, &arguments);
            won += usize::from(game.won);
            longest = longest.max(game.plies);
            plies += game.plies;
            astray += game.astray;
            if !game.won {
                println!("K{pieces}K not won from {}", start.board());
            }
        }
        println!(
            "K{pieces}K: {won} of {} won, {:.1} plies on average, {longest} at most; {astray} moves not the best",
            arguments.count,
            plies as f64 / arguments.count as f64
        );
    }
}

/// So many random boards have a won position among them, where there is one.
const TRIES: usize = 100_000;

/// A position with White to move that tables call won, if they know any.
fn won_position(pieces: &str, tables: &Tables, dice: &mut Dice) -> Option<Chess> {
    for _ in 0..TRIES {
        let mut rows = [['1'; 8]; 8];
        for man in ['K', 'k'].into_iter().chain(pieces.chars()) {
            rows[dice.below(8)][dice.below(8)] = man;
        }
        let placed = rows.map(|row| row.iter().collect::<String>()).join("/");
        let Ok(position) = Chess::parse(&format!("{placed} w - - 0 1")) else { continue };
        let men = position.board().occupied().len() as usize;
        if men == 2 + pieces.len() && tables.ruling(position.board()) == Some(Ruling::Win) {
            return Some(position);
        }
    }
    None
}

fn play(engine: &AlphaBeta<Knowledge>, start: &Chess, tables: &Tables, arguments: &Arguments) -> Played {
    let mut question = Question::new(start.clone());
    let mut astray = 0;
    let pawns = |position: &Chess| position.board().pieces(Piece::Pawn).len();
    loop {
        let (position, past) = (&question.position, &question.past);
        let lost = || tables.ruling(position.board()) == Some(Ruling::Loss);
        let promoted = pawns(start) > 0 && pawns(position) == 0 && lost();
        let over = position.outcome().is_some();
        if over || promoted || position.is_dead() || position.draw_to_claim(past).is_some() {
            let won = promoted || over && !position.board().checkers().is_empty();
            return Played { won, plies: past.len(), astray };
        }
        let budget = match arguments.nodes {
            Some(nodes) => Budget::nodes(nodes),
            None => Budget::until(Instant::now() + Duration::from_millis(arguments.ms)),
        };
        let choice = engine.choose(&question, &budget, &Stop::new(), &mut |_| {});
        if position.board().side_to_move() == Color::White {
            let moves = tables.moves(position.board()).unwrap_or_default();
            let best = moves.iter().map(|(_, plies)| *plies).filter(|plies| *plies > 0).min();
            let chosen = moves.iter().find(|(m, _)| *m == choice.chosen()).map(|(_, plies)| *plies);
            let mates = matches!(choice.best().value, Value::Proven { .. });
            astray += usize::from(chosen != best && !mates);
        }
        question.past.push(question.position.clone());
        question.position.apply(choice.chosen());
    }
}
