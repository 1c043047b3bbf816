//! Games of the program against itself, and the positions worth learning from.

use std::fs::OpenOptions;
use std::io::{BufWriter, Write};
use std::sync::Arc;

use bestmove::dice::Dice;
use bestmove::game::{Game, Player};
use bestmove::games::checkers::{Checkers, Knowledge};
use bestmove::notation::Notation;
use bestmove::search::{
    Budget, Question, Stop, alphabeta::AlphaBeta, heuristics::Heuristics, memory::Memory,
};

use crate::Settings;

/// The fewest plies played at random before the game begins, and how many more there may be.
const RANDOM_PLIES: (usize, usize) = (4, 9);
/// An opening worse than this for either side is not played, in hundredths of a man.
const FAIR: i32 = 90;
/// One game in so many begins with an endgame drawn at random.
const ENDGAMES: u64 = 4;
/// The fewest pieces of a side in a drawn endgame, and how many more there may be.
const ENDGAME_PIECES: (usize, usize) = (1, 5);
/// A side that is so far ahead for so many plies has won, in hundredths of a man.
const DECIDED: (i32, u32) = (900, 6);
/// What a win that is seen counts, in hundredths of a man.
const WON: i32 = 2000;
/// A game this long is given up as drawn.
const LONGEST: usize = 240;
/// Memory of the players, in bytes.
const MEMORY: usize = 2 << 20;

/// Plays as many games as were asked for and appends their positions to the file.
pub fn play(settings: &Settings) -> std::io::Result<()> {
    let mut file = BufWriter::new(OpenOptions::new().create(true).append(true).open(&settings.positions)?);
    let engine = AlphaBeta::new::<Checkers>(Knowledge);
    for number in 0..settings.games {
        let mut dice = Dice::seeded(settings.seed << 32 | number);
        let drawn = number.is_multiple_of(ENDGAMES);
        let Some(start) = (if drawn { endgame(&mut dice) } else { opening(&mut dice) }) else { continue };
        let fair = if drawn { i32::MAX } else { FAIR };
        let played = game(&engine, start, settings.nodes, fair);
        for (position, score) in &played.positions {
            writeln!(file, "{};{score};{}", position.write(), played.result)?;
        }
    }
    file.flush()
}

struct Played {
    /// Positions in which nobody has to jump, and their scores, as Black sees them.
    positions: Vec<(Checkers, i32)>,
    /// 1, 0.5 or 0, as Black sees it.
    result: f32,
}

/// A position after random moves, if the game is not over by then.
fn opening(dice: &mut Dice) -> Option<Checkers> {
    let mut position = Checkers::start();
    for _ in 0..RANDOM_PLIES.0 + dice.below(RANDOM_PLIES.1) {
        let moves = position.legal_moves();
        position.apply(*moves.get(dice.below(moves.len()))?);
    }
    (!position.legal_moves().is_empty()).then_some(position)
}

/// Few pieces, anywhere.
fn endgame(dice: &mut Dice) -> Option<Checkers> {
    let mut numbers: Vec<usize> = (1..=32).collect();
    let mut side = || {
        let count = ENDGAME_PIECES.0 + dice.below(ENDGAME_PIECES.1);
        let pieces = (0..count).map(|_| {
            let square = numbers.swap_remove(dice.below(numbers.len()));
            format!("{}{square}", ["", "K"][dice.below(2)])
        });
        pieces.collect::<Vec<_>>().join(",")
    };
    let (white, black) = (side(), side());
    let position = Checkers::parse(&format!("{}:W{white}:B{black}", ["B", "W"][dice.below(2)])).ok()?;
    (!position.legal_moves().is_empty()).then_some(position)
}

fn game(engine: &AlphaBeta<impl Heuristics<Checkers>>, start: Checkers, nodes: u64, fair: i32) -> Played {
    let memory = Arc::new(Memory::of_bytes(MEMORY));
    let mut question = Question::new(start);
    let mut played = Played { positions: Vec::new(), result: 0.5 };
    let mut decided = 0;
    loop {
        let position = question.position;
        if let Some(outcome) = position.outcome() {
            played.result = outcome.winner().map_or(0.5, |by| if by == Player::First { 1.0 } else { 0.0 });
            return played;
        }
        let again = question.past.iter().filter(|past| past.looks_like(&position)).count();
        if again >= 2 || question.past.len() >= LONGEST {
            return played;
        }
        let choice = engine.choose_with(&memory, &question, &Budget::nodes(nodes), &Stop::new(), &mut |_| {});
        let units = choice.best().value.score().units().clamp(-WON, WON);
        let score = if position.turn() == Player::First { units } else { -units };
        if question.past.is_empty() && score.abs() > fair {
            return played;
        }
        decided = if score.abs() >= DECIDED.0 { decided + 1 } else { 0 };
        if decided >= DECIDED.1 {
            played.result = if score > 0 { 1.0 } else { 0.0 };
            return played;
        }
        if position.jumpers(position.turn()) == 0 {
            played.positions.push((position, score));
        }
        question.position.apply(choice.chosen());
        question.past.push(position);
    }
}
