//! Games of kriegspiel under an umpire: the engine against a player who tries anything, or
//! against one who takes what can be taken.
//!
//!     cargo run --release --example kriegspiel -- --against greedy --games 40 --ms 50
//!
//! With `--nodes` the games are the same ones every time. With `--record` nobody searches: random
//! games are told as an umpire hears them, one a line: how many boards the player to move believes
//! in, the try, the answer.

use std::ops::Range;
use std::time::{Duration, Instant};

use bestmove::dice::Dice;
use bestmove::game::{Game, Outcome, Player};
use bestmove::games::chess::kriegspiel::{Kriegspiel, engine};
use bestmove::notation::Notation;
use bestmove::search::belief::Belief;
use bestmove::search::belief::pace::Share;
use bestmove::search::clock::Clock;
use bestmove::search::{Budget, Engine, Question, Stop};
use bestmove::umpire::{Umpire, Umpired};
use clap::{Parser, ValueEnum};
use cozy_chess::{Move, Piece};

#[derive(Parser)]
struct Arguments {
    /// Who plays against the engine.
    #[arg(long, value_enum, default_value_t = Opponent::Random)]
    against: Opponent,
    #[arg(long, default_value_t = 20)]
    games: u64,
    /// The number of the first game: the sides' colours and what is drawn by lot differ with it.
    #[arg(long, default_value_t = 0)]
    first: u64,
    /// Milliseconds a try.
    #[arg(long, default_value_t = 50)]
    ms: u64,
    /// Positions visited a try, instead.
    #[arg(long)]
    nodes: Option<u64>,
    /// Tell random games instead, and count no more boards than this.
    #[arg(long, value_name = "MOST")]
    record: Option<usize>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Opponent {
    /// Tries anything.
    Random,
    /// Takes what can be taken.
    Greedy,
}

impl Arguments {
    fn numbers(&self) -> Range<u64> {
        self.first..self.first + self.games
    }

    /// What the engine may spend on a try.
    fn budget(&self) -> Budget {
        match self.nodes {
            Some(nodes) => Budget::nodes(nodes),
            None => Budget::until(Instant::now() + Duration::from_millis(self.ms)),
        }
    }
}

/// Moves of both sides after which a game is a draw.
const LONGEST: usize = 400;

/// Who tries anything.
fn random(view: &Kriegspiel, dice: &mut Dice) -> Move {
    let tries = view.legal_moves();
    tries[dice.below(tries.len())]
}

/// Who tries to take with pawns when there is something to take, then goes where the opponent
/// last took something, then promotes, then does anything.
fn greedy(view: &Kriegspiel, last_taken: Option<cozy_chess::Square>, dice: &mut Dice) -> Move {
    let tries = view.legal_moves();
    let slants = |m: &&Move| m.from.file() != m.to.file() && is_pawn(view, **m);
    let back = |m: &&Move| Some(m.to) == last_taken;
    let promotes = |m: &&Move| m.promotion == Some(Piece::Queen);
    let mut some: Vec<&Move> = tries.iter().filter(slants).collect();
    if some.is_empty() {
        some = tries.iter().filter(back).collect();
    }
    if some.is_empty() {
        some = tries.iter().filter(promotes).collect();
    }
    if some.is_empty() { tries[dice.below(tries.len())] } else { *some[dice.below(some.len())] }
}

fn is_pawn(view: &Kriegspiel, m: Move) -> bool {
    let cells = view.board().cells;
    let cell = cells.iter().find(|cell| cell.id == m.from.to_string());
    cell.and_then(|cell| cell.piece.as_ref()).is_some_and(|piece| piece.kind == "pawn")
}

fn best(now: &Kriegspiel, past: &[Kriegspiel], budget: &Budget, seed: u64) -> Move {
    let question = Question { past: past.to_vec(), seed, ..Question::new(now.clone()) };
    engine().choose(&question, budget, &Stop::new(), &mut |_| {}).chosen()
}

/// A game that was played.
struct Played {
    /// The engine's side.
    us: Player,
    /// None: it was left unfinished.
    outcome: Option<Outcome>,
    moves: usize,
    refused: usize,
    /// What the umpire said last.
    said: String,
    /// The board at the end.
    board: String,
}

fn play(arguments: &Arguments, seed: u64) -> Played {
    let us = if seed.is_multiple_of(2) { Player::First } else { Player::Second };
    let (mut umpire, mut dice) = (Umpire::<Kriegspiel>::default(), Dice::seeded(seed));
    let (mut moves, mut refused, mut taken) = (0, 0, None);
    while moves < LONGEST {
        let turn = umpire.turn();
        let now = umpire.view(turn);
        if now.outcome().is_some() {
            break;
        }
        let tried = match arguments.against {
            _ if turn == us => best(now, umpire.past(turn), &arguments.budget(), seed),
            Opponent::Greedy => greedy(now, taken, &mut dice),
            Opponent::Random => random(now, &mut dice),
        };
        match umpire.answer(tried).expect("only sensible tries are made") {
            None => refused += usize::from(turn == us),
            Some(words) => {
                moves += 1;
                if turn == us {
                    taken = words.taken.map(|taken| taken.square);
                }
            }
        }
    }
    let said = umpire.heard(us).last().cloned().unwrap_or_default();
    let board = umpire.world().write();
    Played { us, outcome: umpire.view(us).outcome(), moves, refused, said, board }
}

/// How many boards fit all that a player has seen and heard; none if they are more than so many.
fn boards(now: &Kriegspiel, past: &[Kriegspiel], most: usize) -> Option<usize> {
    let mut clock = Clock::start(Budget::default(), Stop::new());
    let belief = Belief::of(past, now, Share::of_worlds(most), &mut Dice::seeded(0), &mut clock);
    belief.complete.then_some(belief.worlds.len())
}

fn record(games: Range<u64>, most: usize) {
    for seed in games {
        let (mut umpire, mut dice) = (Umpire::<Kriegspiel>::default(), Dice::seeded(seed));
        let mut line = Vec::new();
        // Of a belief that grew too large nothing more is counted.
        let mut counted = [true; 2];
        for _ in 0..LONGEST {
            let turn = umpire.turn();
            let now = umpire.view(turn);
            if now.outcome().is_some() {
                break;
            }
            let tried = random(now, &mut dice);
            let text = now.write_move(tried);
            let count = counted[turn as usize].then(|| boards(now, umpire.past(turn), most)).flatten();
            counted[turn as usize] = count.is_some();
            let count = count.map_or("?".to_owned(), |count| count.to_string());
            let answer = umpire.answer(tried).expect("only sensible tries are made");
            line.push(format!("{count} {text} {}", Kriegspiel::saying(answer)));
        }
        println!("{}", line.join(" | "));
    }
}

fn main() {
    let arguments = Arguments::parse();
    if let Some(most) = arguments.record {
        return record(arguments.numbers(), most);
    }
    let (mut won, mut drawn, mut lost) = (0, 0, 0);
    for seed in arguments.numbers() {
        let Played { us, outcome, moves, refused, said, board } = play(&arguments, seed);
        let how = match outcome.and_then(Outcome::winner) {
            Some(winner) if winner == us => {
                won += 1;
                "won"
            }
            Some(_) => {
                lost += 1;
                "lost"
            }
            None => {
                drawn += 1;
                if outcome.is_some() { "drawn" } else { "unfinished" }
            }
        };
        println!("game {seed}: {how} after {moves} moves, {refused} tries refused: {said}: {board}");
    }
    println!("{won} won, {drawn} drawn, {lost} lost of {}", arguments.games);
}
