//! Games of the program against itself, and the positions worth learning from.

use std::fs::OpenOptions;
use std::io::{BufWriter, Write};
use std::sync::Arc;

use bestmove::dice::Dice;
use bestmove::game::{Game, Player};
use bestmove::games::othello::{Knowledge, Othello};
use bestmove::notation::Notation;
use bestmove::search::score::Expectation;
use bestmove::search::{Budget, Question, Stop, alphabeta::AlphaBeta, memory::Memory};

use crate::Settings;

/// The fewest plies played at random before the game begins, and how many more there may be.
const RANDOM_PLIES: (usize, usize) = (4, 16);
/// One move in so many is drawn at random: what punishes it is worth knowing.
const STRAY: usize = 24;
/// With so many empty squares the rest is solved.
const SOLVED: u32 = 12;
/// Memory of the players, in bytes.
const MEMORY: usize = 1 << 20;

/// Plays as many games as were asked for and appends their positions to the file.
pub fn play(settings: &Settings) -> std::io::Result<()> {
    let mut file = BufWriter::new(OpenOptions::new().create(true).append(true).open(&settings.positions)?);
    let engine = AlphaBeta::new::<Othello>(Knowledge);
    for number in 0..settings.games {
        let mut dice = Dice::seeded(settings.seed << 32 | number);
        let (positions, result) = game(&engine, opening(&mut dice), settings.nodes, &mut dice);
        for (position, score) in positions {
            let result = if position.turn() == Player::First { result } else { -result };
            writeln!(file, "{};{score};{result}", position.write())?;
        }
    }
    file.flush()
}

/// A position after random moves.
fn opening(dice: &mut Dice) -> Othello {
    let mut position = Othello::start();
    for _ in 0..RANDOM_PLIES.0 + dice.below(RANDOM_PLIES.1) {
        let moves = position.legal_moves();
        if let Some(chosen) = moves.get(dice.below(moves.len())) {
            position.apply(*chosen);
        }
    }
    position
}

/// The positions of a game with their scores, as the player to move sees them, and how many discs
/// more Black has in the end.
fn game(
    engine: &AlphaBeta<Knowledge>,
    start: Othello,
    nodes: u64,
    dice: &mut Dice,
) -> (Vec<(Othello, i32)>, i32) {
    let memory = Arc::new(Memory::of_bytes(MEMORY));
    let mut question = Question::new(start);
    let mut positions = Vec::new();
    loop {
        let position = question.position;
        if position.is_over() {
            return (positions, end(&position));
        }
        let near = position.empties().count_ones() <= SOLVED;
        let budget = if near { Budget::default() } else { Budget::nodes(nodes) };
        let choice = engine.choose_with(&memory, &question, &budget, &Stop::new(), &mut |_| {});
        let found = choice.best().value.score();
        let score = if found.is_decisive() { found.worth() } else { found.units() };
        if near {
            let mut line = position;
            for chosen in &choice.best().moves {
                if line.placeable() != 0 {
                    let score = if line.turn() == position.turn() { score } else { -score };
                    positions.push((line, score));
                }
                line.apply(*chosen);
            }
            return (positions, if position.turn() == Player::First { score } else { -score });
        }
        if position.placeable() != 0 {
            positions.push((position, score));
        }
        let moves = position.legal_moves();
        let stray = dice.below(STRAY) == 0;
        question.position.apply(if stray { moves[dice.below(moves.len())] } else { choice.chosen() });
    }
}

/// How many discs more Black has after the game.
fn end(position: &Othello) -> i32 {
    Expectation::finished(position.score_finished(), Player::First).0 as i32
}
