//! Makes the opening book from the named openings.
//!
//! ```text
//! cargo run --release --example chess_book
//! ```
//!
//! searches every position of every named line. A position is worth what the best named move
//! leads to, or what the search finds, whichever is more; so values travel from the ends of the
//! lines to the start. The book has the moves that are worth nearly as much as the best, weighed by
//! how little they are worth less and by how many named lines go on with them.

use std::collections::HashMap;
use std::path::PathBuf;

use bestmove::game::Game;
use bestmove::games::chess::book::Entry;
use bestmove::games::chess::{Chess, Knowledge, openings};
use bestmove::search::score::Score;
use bestmove::search::{Budget, Engine, Question, Stop, alphabeta::AlphaBeta};
use clap::Parser;
use cozy_chess::Move;

/// Makes the opening book from the named openings.
#[derive(Parser)]
struct Settings {
    /// Positions to visit in the search of each position of a line.
    #[arg(long, default_value_t = 100_000)]
    nodes: u64,
    /// How much less than the best a move may be worth, in centipawns.
    #[arg(long, default_value_t = 20)]
    margin: i32,
    /// Where the book is written.
    #[arg(long, default_value = "src/games/chess/data/book.bin")]
    book: PathBuf,
}

/// A position of a named line.
struct Station {
    position: Chess,
    /// Plies from the start position, by the longest line.
    plies: usize,
    /// The named moves from here, and how many named lines go on with each.
    moves: Vec<(Move, i32)>,
}

fn main() -> std::io::Result<()> {
    let settings = Settings::parse();
    let stations = stations();
    let mut entries = judged(stations, &settings);
    entries.sort_by_key(|entry| (entry.key, std::cmp::Reverse(entry.weight)));
    let bytes: Vec<u8> = entries.iter().flat_map(Entry::write).collect();
    println!("{} moves, {} bytes", entries.len(), bytes.len());
    std::fs::write(&settings.book, bytes)
}

/// Every position of the named lines, however it is reached.
fn stations() -> HashMap<u64, Station> {
    let mut stations: HashMap<u64, Station> = HashMap::new();
    openings::each_line(|along, _| {
        for (plies, position) in along.iter().enumerate() {
            let new = || Station { position: position.clone(), plies, moves: Vec::new() };
            let station = stations.entry(position.key()).or_insert_with(new);
            station.plies = station.plies.max(plies);
            if let Some(next) = along.get(plies + 1) {
                match station.moves.iter_mut().find(|(m, _)| position.after(*m).repeats(next)) {
                    Some((_, lines)) => *lines += 1,
                    None => {
                        let leads_there = |m: &Move| position.after(*m).repeats(next);
                        let played = position.legal_moves().into_iter().find(leads_there);
                        station.moves.extend(played.map(|m| (m, 1)));
                    }
                }
            }
        }
    });
    stations
}

/// Judges every station, those furthest from the start first, and gathers the good moves of each
/// that has a named move.
fn judged(stations: HashMap<u64, Station>, settings: &Settings) -> Vec<Entry> {
    let engine = AlphaBeta::new(Knowledge::default());
    let mut stations: Vec<_> = stations.into_iter().collect();
    stations.sort_by_key(|(key, station)| (std::cmp::Reverse(station.plies), *key));
    let mut worth: HashMap<u64, Score> = HashMap::new();
    let mut entries = Vec::new();
    for (number, (key, Station { position, moves, .. })) in stations.iter().enumerate() {
        if let Some(outcome) = position.outcome() {
            worth.insert(*key, Score::finished(outcome, position.turn(), 0)); // some lines end in mate
            continue;
        }
        let question = Question::new(position.clone());
        let choice = engine.choose(&question, &Budget::nodes(settings.nodes), &Stop::new(), &mut |_| {});
        let mut found = vec![(choice.chosen(), choice.best().value.score(), 1)];
        for (m, lines) in moves {
            let next = position.after(*m);
            // A move to a station that another line reaches later is judged there.
            let Some(value) = worth.get(&next.key()) else { continue };
            let value = value.passed(position.turn(), next.turn());
            match found.iter_mut().find(|(chosen, ..)| chosen == m) {
                Some(known) => (known.1, known.2) = (value, *lines),
                None => found.push((*m, value, *lines)),
            }
        }
        let best = found.iter().map(|(_, value, _)| *value).max().unwrap_or(Score::DRAW);
        worth.insert(*key, best);
        // Where a mate is in sight, the search plays better than a book.
        if !moves.is_empty() && !best.is_decisive() {
            for (chosen, value, lines) in found {
                let to_spare = settings.margin + 1 - (best.units() - value.units());
                if to_spare > 0 {
                    let weight = u16::try_from(lines * to_spare).unwrap_or(u16::MAX);
                    entries.push(Entry::of(position, chosen, weight, value.units()));
                }
            }
        }
        if number.is_multiple_of(500) {
            println!("{number} of {} positions", stations.len());
        }
    }
    entries
}
