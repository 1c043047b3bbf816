//! Games of the program against itself, and the positions worth learning from.

use std::fs::{File, OpenOptions};
use std::io::Write;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

use bestmove::dice::Dice;
use bestmove::game::Game;
use bestmove::games::chess::noisy::is_noisy;
use bestmove::games::chess::{Chess, Knowledge};
use bestmove::search::{Budget, Question, Stop, alphabeta::AlphaBeta, memory::Memory};
use cozy_chess::{Board, Color};

use crate::Settings;

/// Plies played at random before the game begins.
const RANDOM_PLIES: u64 = 7;
/// An opening worse than this for either side is not played, in centipawns.
const FAIR: i32 = 250;
/// A side that is so far ahead for so many plies has won.
const DECIDED: (i32, u32) = (1200, 5);
/// What a win that is seen counts, in centipawns.
const WON: i32 = 10_000;
/// A game this long is given up as drawn.
const LONGEST: usize = 320;
/// Memory of one player, in bytes.
const MEMORY: usize = 4 << 20;

/// Plays as many games as were asked for and appends their positions to the file.
pub fn play(settings: &Settings) -> std::io::Result<()> {
    let file = Mutex::new(OpenOptions::new().create(true).append(true).open(&settings.positions)?);
    let next = AtomicU64::new(0);
    std::thread::scope(|scope| {
        let player = || -> std::io::Result<()> {
            let engine = AlphaBeta::new(Knowledge::default());
            loop {
                let number = next.fetch_add(1, Ordering::Relaxed);
                if number >= settings.games {
                    return Ok(());
                }
                let mut dice = Dice::seeded(settings.seed << 32 | number);
                if let Some(start) = opening(&mut dice) {
                    write(&file, &game(&engine, start, settings.nodes))?;
                }
            }
        };
        let players: Vec<_> = (0..settings.threads).map(|_| scope.spawn(player)).collect();
        players.into_iter().try_for_each(|player| player.join().expect("a player does not panic"))
    })
}

struct Played {
    /// Quiet positions and their scores, as White sees them.
    positions: Vec<(Board, i32)>,
    /// 1, 0.5 or 0, as White sees it.
    result: f32,
}

fn write(file: &Mutex<File>, played: &Played) -> std::io::Result<()> {
    let lines: String = played
        .positions
        .iter()
        .map(|(board, score)| format!("{board};{score};{}\n", played.result))
        .collect();
    file.lock().expect("no writer panics").write_all(lines.as_bytes())
}

/// A position after random moves, if the game is not over by then.
fn opening(dice: &mut Dice) -> Option<Chess> {
    let mut position = Chess::on(Board::default());
    for _ in 0..RANDOM_PLIES + dice.below(2) as u64 {
        let moves = position.legal_moves();
        if moves.is_empty() {
            return None;
        }
        position.apply(moves[dice.below(moves.len())]);
    }
    (!position.legal_moves().is_empty()).then_some(position)
}

fn game(engine: &AlphaBeta<Knowledge>, start: Chess, nodes: u64) -> Played {
    let memory = Arc::new(Memory::of_bytes(MEMORY));
    let mut question = Question::new(start);
    let mut played = Played { positions: Vec::new(), result: 0.5 };
    let mut decided = 0;
    loop {
        let position = question.position.clone();
        let board = position.board();
        if position.legal_moves().is_empty() {
            if !board.checkers().is_empty() {
                played.result = if board.side_to_move() == Color::White { 0.0 } else { 1.0 };
            }
            return played;
        }
        let over = position.draw_by_rule(&question.past).is_some()
            || position.draw_to_claim(&question.past).is_some();
        if over || question.past.len() >= LONGEST {
            return played;
        }
        let choice = engine.choose_with(&memory, &question, &Budget::nodes(nodes), &Stop::new(), &mut |_| {});
        let units = choice.best().value.score().units().clamp(-WON, WON);
        let score = if board.side_to_move() == Color::White { units } else { -units };
        if question.past.is_empty() && score.abs() > FAIR {
            return played;
        }
        decided = if score.abs() >= DECIDED.0 { decided + 1 } else { 0 };
        if decided >= DECIDED.1 {
            played.result = if score > 0 { 1.0 } else { 0.0 };
            return played;
        }
        let quiet = board.checkers().is_empty() && !is_noisy(board, choice.chosen());
        if quiet && score.abs() < DECIDED.0 {
            played.positions.push((board.clone(), score));
        }
        question.position.apply(choice.chosen());
        question.past.push(position);
    }
}
