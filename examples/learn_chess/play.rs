//! Games of the program against itself, and the positions worth learning from.

use std::fs::{File, OpenOptions};
use std::io::Write;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

use bestmove::dice::Dice;
use bestmove::game::Game;
use bestmove::games::chess::network::TENFOLD;
use bestmove::games::chess::noisy::is_noisy;
use bestmove::games::chess::{Chess, Knowledge};
use bestmove::search::{Budget, Question, Stop, alphabeta::AlphaBeta, memory::Memory};
use cozy_chess::{Board, Color, Move};

use super::learning::expected;
use crate::Settings;

/// Plies played at random before the game begins.
const RANDOM_PLIES: u64 = 7;
/// An opening worse than this for either side is not played, in centipawns.
const FAIR: i32 = 500;
/// A side that is so far ahead for so many plies has won.
const DECIDED: (i32, u32) = (2500, 4);
/// Beside one position in so many another is noted, after a move that nobody chose: what a search meets, too.
const BESIDE: usize = 3;
/// What a win that is seen counts, in centipawns.
const WON: i32 = 10_000;
/// A game this long is given up as drawn.
const LONGEST: usize = 260;
/// Memory of one player, in bytes.
const MEMORY: usize = 1 << 20;

/// Plays as many games as were asked for and appends their positions to the file.
pub fn play(settings: &Settings) -> std::io::Result<()> {
    let file = Mutex::new(OpenOptions::new().create(true).append(true).open(&settings.positions)?);
    let next = AtomicU64::new(0);
    std::thread::scope(|scope| {
        let player = || -> std::io::Result<()> {
            let engine = AlphaBeta::new(settings.by.knowledge());
            loop {
                let number = next.fetch_add(1, Ordering::Relaxed);
                if number >= settings.games {
                    return Ok(());
                }
                let mut dice = Dice::seeded(settings.seed << 32 | number);
                if let Some(start) = opening(&mut dice) {
                    write(&file, &Player { engine: &engine, nodes: settings.nodes }.game(start, &mut dice))?;
                }
            }
        };
        let players: Vec<_> = (0..settings.threads.get()).map(|_| scope.spawn(player)).collect();
        players.into_iter().try_for_each(|player| player.join().expect("a player does not panic"))
    })
}

#[derive(Default)]
struct Played {
    /// Quiet positions and their scores, as White sees them.
    positions: Vec<(Board, i32)>,
    /// The same of positions beside the game, which has no result for them.
    beside: Vec<(Board, i32)>,
    /// 1, 0.5 or 0, as White sees it.
    result: f32,
}

fn write(file: &Mutex<File>, played: &Played) -> std::io::Result<()> {
    let with = |positions: &[(Board, i32)], result: &dyn Fn(i32) -> f32| -> String {
        positions.iter().map(|(board, score)| format!("{board};{score};{}\n", result(*score))).collect()
    };
    let lines = with(&played.positions, &|_| played.result)
        + &with(&played.beside, &|score| expected(score as f32, TENFOLD));
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

struct Player<'a> {
    engine: &'a AlphaBeta<Knowledge>,
    nodes: u64,
}

impl Player<'_> {
    fn game(&self, start: Chess, dice: &mut Dice) -> Played {
        let memory = Arc::new(Memory::of_bytes(MEMORY));
        let mut question = Question::new(start);
        let mut played = Played { result: 0.5, ..Played::default() };
        let mut decided = 0;
        loop {
            let position = question.position.clone();
            let board = position.board();
            let moves = position.legal_moves();
            if moves.is_empty() {
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
            if dice.below(BESIDE) == 0 {
                let mut beside = question.clone();
                beside.position.apply(moves[dice.below(moves.len())]);
                beside.past.push(position.clone());
                if !beside.position.legal_moves().is_empty() {
                    played.beside.extend(self.look(&memory, &beside).quiet);
                }
            }
            let Seen { chosen, score, quiet } = self.look(&memory, &question);
            if question.past.is_empty() && score.abs() > FAIR {
                return played;
            }
            decided = if score.abs() >= DECIDED.0 { decided + 1 } else { 0 };
            if decided >= DECIDED.1 {
                played.result = if score > 0 { 1.0 } else { 0.0 };
                return played;
            }
            played.positions.extend(quiet);
            question.position.apply(chosen);
            question.past.push(position);
        }
    }

    fn look(&self, memory: &Arc<Memory>, question: &Question<Chess>) -> Seen {
        let budget = Budget::nodes(self.nodes);
        let choice = self.engine.choose_with(memory, question, &budget, &Stop::new(), &mut |_| {});
        let (board, chosen) = (question.position.board(), choice.chosen());
        let units = choice.best().value.score().units().clamp(-WON, WON);
        let score = if board.side_to_move() == Color::White { units } else { -units };
        let quiet = board.checkers().is_empty() && !is_noisy(board, chosen) && score.abs() < DECIDED.0;
        Seen { chosen, score, quiet: quiet.then(|| (board.clone(), score)) }
    }
}

/// What a look at a position found.
struct Seen {
    chosen: Move,
    /// As White sees it.
    score: i32,
    /// The position with its score, if it is quiet and still open.
    quiet: Option<(Board, i32)>,
}
