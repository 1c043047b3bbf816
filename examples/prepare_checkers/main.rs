//! Prepares openings of checkers: an answer to each first move, and to what is likeliest to follow,
//! found by a search longer than a request has time for.
//!
//! ```text
//! cargo run --release --example prepare_checkers
//! cargo run --release --example prepare_checkers -- --lost examples/prepare_checkers/lost.txt
//! ```
//!
//! From the start position and from what follows any first move, one side plays the answer that was
//! found, the other every move; what is met soonest and with the fewest weak moves of the other side
//! is answered first. Afterwards the answers are searched again, for longer, that led to games that were
//! lost.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashSet};
use std::path::{Path, PathBuf};

use bestmove::game::Game;
use bestmove::games::checkers::openings::Openings;
use bestmove::games::checkers::rules::Move;
use bestmove::games::checkers::{Checkers, Knowledge};
use bestmove::notation::Notation;
use bestmove::search::score::Score;
use bestmove::search::{Budget, Choice, Engine, Question, Stop, alphabeta::AlphaBeta};
use clap::Parser;
use rayon::prelude::*;

/// Prepares openings of checkers.
#[derive(Parser)]
struct Settings {
    /// How many positions get an answer, at least.
    #[arg(long, default_value_t = 400)]
    positions: usize,
    /// Positions to visit in the search of each; of those met first, up to eight times as many.
    #[arg(long, default_value_t = 4_000_000)]
    nodes: u64,
    /// The file that is written.
    #[arg(long, default_value = "src/games/checkers/openings.bin")]
    openings: PathBuf,
    /// Games that were lost, one a line, as far as a turn of the loser's at which it was too late: all
    /// turns of that player on the way get an answer, beside those that the file has.
    #[arg(long)]
    lost: Option<PathBuf>,
}

/// So many times as long as others an answer is searched for that may have lost a game.
const AGAIN: u64 = 8;

/// So many positions are searched at once. Which are, does not depend on the number of threads.
const AT_ONCE: usize = 16;
/// An opponent's move is judged by a search of so many times fewer positions than an answer.
const GLANCE: u64 = 100;
/// What every further pair of moves counts for, in hundredths of a man that the opponent has lost.
const STEP: i32 = 6;
/// Who is so far ahead, in hundredths of a man, needs nothing prepared.
const AHEAD: i32 = 150;

/// A position that asks for an answer.
#[derive(Clone, Copy)]
struct Station {
    position: Checkers,
    /// How unlikely it is to be met.
    cost: i32,
    /// Plies from the start.
    plies: u32,
}

/// Stations that wait for an answer.
#[derive(Default)]
struct Waiting {
    stations: Vec<Station>,
    /// The likeliest first, of those that are as likely the first; by its place.
    order: BinaryHeap<Reverse<(i32, usize)>>,
    /// Keys of the positions that need not wait any more.
    seen: HashSet<u64>,
}

impl Waiting {
    fn add(&mut self, station: Station) {
        self.order.push(Reverse((station.cost, self.stations.len())));
        self.stations.push(station);
    }

    /// The next that was not met before.
    fn next(&mut self) -> Option<Station> {
        loop {
            let Reverse((_, place)) = self.order.pop()?;
            let station = self.stations[place];
            if self.seen.insert(station.position.key()) {
                return Some(station);
            }
        }
    }
}

/// What was found of a station: the answer, its worth, and what may follow.
struct Found {
    chosen: Move,
    worth: i32,
    onward: Vec<Station>,
}

fn main() -> std::io::Result<()> {
    let settings = Settings::parse();
    match &settings.lost {
        Some(games) => mend(&settings, games),
        None => prepare(&settings),
    }
}

/// Answers anew whatever the losers of these games had to answer.
fn mend(settings: &Settings, games: &Path) -> std::io::Result<()> {
    let mut openings = Openings::read(&std::fs::read(&settings.openings)?);
    for game in std::fs::read_to_string(games)?.lines() {
        let mut met = vec![Checkers::start()];
        for text in game.split_whitespace() {
            let now = met[met.len() - 1];
            met.push(now.played(text).map_err(|fault| std::io::Error::other(fault.detail))?);
        }
        let loser = met[met.len() - 1].turn();
        met.retain(|position| position.turn() == loser && position.legal_moves().len() > 1);
        let found: Vec<_> = met.par_iter().map(|position| search(position, AGAIN * settings.nodes)).collect();
        for (position, choice) in met.iter().zip(found) {
            let (chosen, worth) = (choice.chosen(), choice.best().value.score().units());
            println!("{} {worth:+} in {}", position.write_move(chosen), position.write());
            openings.note(position, chosen, worth);
        }
    }
    openings.forget_unmet();
    println!("{} answers", openings.count());
    std::fs::write(&settings.openings, openings.write())
}

/// Answers what is likeliest to be met.
fn prepare(settings: &Settings) -> std::io::Result<()> {
    let start = Checkers::start();
    let mut waiting = Waiting::default();
    waiting.add(Station { position: start, cost: 0, plies: 0 });
    for first in start.legal_moves() {
        waiting.add(Station { position: start.after(first), cost: 0, plies: 1 });
    }
    let mut openings = Openings::default();
    while openings.count() < settings.positions {
        let now: Vec<_> = std::iter::from_fn(|| waiting.next()).take(AT_ONCE).collect();
        if now.is_empty() {
            break;
        }
        let found: Vec<Found> = now.par_iter().map(|station| answered(station, settings.nodes)).collect();
        for (station, found) in now.iter().zip(found) {
            if station.position.legal_moves().len() > 1 {
                openings.note(&station.position, found.chosen, found.worth);
            }
            found.onward.into_iter().for_each(|station| waiting.add(station));
        }
        println!("{} answers, cost {}", openings.count(), now[now.len() - 1].cost);
        std::fs::write(&settings.openings, openings.write())?;
    }
    Ok(())
}

/// The best answer at a station, and the stations that may follow it.
fn answered(station: &Station, nodes: u64) -> Found {
    let Station { position, cost, plies } = *station;
    let choice = search(&position, nodes << 3_u32.saturating_sub(plies / 2));
    let (chosen, worth) = (choice.chosen(), choice.best().value.score());
    let mut onward = Vec::new();
    if !worth.is_decisive() && worth.units() < AHEAD {
        let next = position.after(chosen);
        let reached = next.legal_moves().into_iter().map(|m| next.after(m));
        let open = reached.filter(|reached| reached.outcome().is_none());
        let judged: Vec<_> = open
            .map(|reached| (reached, search(&reached, nodes / GLANCE).best().value.score()))
            .filter(|(_, worth)| !worth.is_decisive())
            .collect();
        let least = judged.iter().map(|(_, worth)| *worth).min().unwrap_or(Score::DRAW);
        onward.extend(judged.into_iter().map(|(position, worth)| Station {
            position,
            cost: cost + STEP + worth.units() - least.units(),
            plies: plies + 2,
        }));
    }
    Found { chosen, worth: worth.units(), onward }
}

fn search(position: &Checkers, nodes: u64) -> Choice<Move> {
    let question = Question { value_an_only_move: true, ..Question::new(*position) };
    AlphaBeta::new(Knowledge).choose(&question, &Budget::nodes(nodes), &Stop::new(), &mut |_| {})
}
