//! Games of kriegspiel under an umpire: the engine against a player who tries anything, and
//! against one who takes what can be taken. Or, with `record`, random games as an umpire hears them.
//!
//!     kriegspiel random 40 50      forty games, fifty milliseconds a try
//!     kriegspiel greedy 40 300n    forty games, three hundred nodes a try: the same ones every time
//!     kriegspiel greedy 40 300n 40 forty others, from number forty on
//!     kriegspiel record 100 500    games of random tries, one a line: how many boards the player to move
//!                                  believes in, the try, the answer; no more boards are counted than 500

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
use cozy_chess::{Move, Piece};

/// Moves of both sides after which a game is a draw.
const LONGEST: usize = 400;

/// Who tries anything.
fn random(view: &Kriegspiel, dice: &mut Dice) -> Move {
    let tries = view.legal_moves();
    tries[dice.below(tries.len())]
}

/// Who tries to take with pawns when there is something to take, then goes where the opponent
/// last took something, then promotes, then does anything.
fn greedy(views: &[Kriegspiel], last_taken: Option<cozy_chess::Square>, dice: &mut Dice) -> Move {
    let view = views.last().expect("a player has a view");
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

/// What the engine may spend on a try.
#[derive(Clone, Copy)]
enum Spend {
    Millis(u64),
    Nodes(u64),
}

impl Spend {
    fn parse(text: &str) -> Option<Spend> {
        match text.strip_suffix('n') {
            Some(nodes) => nodes.parse().ok().map(Spend::Nodes),
            None => text.parse().ok().map(Spend::Millis),
        }
    }

    fn budget(self) -> Budget {
        match self {
            Spend::Millis(millis) => Budget::until(Instant::now() + Duration::from_millis(millis)),
            Spend::Nodes(nodes) => Budget::nodes(nodes),
        }
    }
}

fn best(views: &[Kriegspiel], spend: Spend, seed: u64) -> Move {
    let (now, past) = views.split_last().expect("a player has a view");
    let question = Question { past: past.to_vec(), seed, ..Question::new(now.clone()) };
    engine().choose(&question, &spend.budget(), &Stop::new(), &mut |_| {}).chosen()
}

/// A game that was played.
struct Played {
    /// None: it was left unfinished.
    outcome: Option<Outcome>,
    moves: usize,
    refused: usize,
    /// What the umpire said last.
    said: String,
    /// The board at the end.
    board: String,
}

fn play(opponent: &str, spend: Spend, seed: u64) -> Played {
    let us = if seed.is_multiple_of(2) { Player::First } else { Player::Second };
    let (mut umpire, mut dice) = (Umpire::<Kriegspiel>::default(), Dice::seeded(seed));
    let (mut moves, mut refused, mut taken) = (0, 0, None);
    while moves < LONGEST {
        let turn = umpire.turn();
        let views = umpire.views(turn);
        let now = views.last().expect("a player has a view");
        if now.outcome().is_some() {
            break;
        }
        let tried = match opponent {
            _ if turn == us => best(views, spend, seed),
            "greedy" => greedy(views, taken, &mut dice),
            _ => random(now, &mut dice),
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
    Played { outcome: umpire.view(us).outcome(), moves, refused, said, board }
}

/// How many boards fit all that a player has seen and heard; none if they are more than so many.
fn boards(views: &[Kriegspiel], most: usize) -> Option<usize> {
    let (now, past) = views.split_last()?;
    let mut clock = Clock::start(Budget::default(), Stop::new());
    let belief = Belief::of(past, now, Share::of_worlds(most), &mut Dice::seeded(0), &mut clock);
    belief.complete.then_some(belief.worlds.len())
}

fn record(games: u64, most: usize) {
    for seed in 0..games {
        let (mut umpire, mut dice) = (Umpire::<Kriegspiel>::default(), Dice::seeded(seed));
        let mut line = Vec::new();
        // Of a belief that grew too large nothing more is counted.
        let mut counted = [true; 2];
        for _ in 0..LONGEST {
            let turn = umpire.turn();
            let views = umpire.views(turn);
            let now = views.last().expect("a player has a view");
            if now.outcome().is_some() {
                break;
            }
            let tried = random(now, &mut dice);
            let text = now.write_move(tried);
            let count = counted[turn as usize].then(|| boards(views, most)).flatten();
            counted[turn as usize] = count.is_some();
            let count = count.map_or("?".to_owned(), |count| count.to_string());
            let answer = umpire.answer(tried).expect("only sensible tries are made");
            line.push(format!("{count} {text} {}", Kriegspiel::saying(answer)));
        }
        println!("{}", line.join(" | "));
    }
}

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let word = |place: usize, default: &'static str| words.get(place).map_or(default, String::as_str);
    let number = |place, default| word(place, default).parse::<u64>().expect("a number");
    let (what, games) = (word(0, "random"), number(1, "20"));
    if what == "record" {
        return record(games, number(2, "500") as usize);
    }
    let spend = Spend::parse(word(2, "50")).expect("milliseconds, or nodes as 300n");
    let first = number(3, "0");
    let (mut won, mut drawn, mut lost) = (0, 0, 0);
    for seed in first..first + games {
        let Played { outcome, moves, refused, said, board } = play(what, spend, seed);
        let us = if seed.is_multiple_of(2) { Player::First } else { Player::Second };
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
    println!("{won} won, {drawn} drawn, {lost} lost of {games}");
}
