//! A fixed search of every game: its nodes tell whether play has changed, its speed whether it
//! got slower.

use std::io::Write;
use std::time::{Duration, Instant};

use super::{Failure, unwritten};
use crate::registry::{Ask, Naming, Registry};
use crate::search::{Budget, Stop};

/// Positions to visit in each search.
const NODES: u64 = 50_000;

pub fn run(out: &mut impl Write) -> Result<(), Failure> {
    search_everything(NODES, out)
}

fn search_everything(budget: u64, out: &mut impl Write) -> Result<(), Failure> {
    let (mut nodes, mut time) = (0, Duration::ZERO);
    for room in Registry::standard().iter() {
        let (mut in_game, started) = (0, Instant::now());
        for example in room.card().examples {
            let ask = Ask { book: false, ..Ask::new(Naming::of(example), Budget::nodes(budget)) };
            // An example may show a finished game.
            if let Ok(work) = room.best_move(&ask) {
                in_game += work(&Stop::new(), &mut drop).nodes;
            }
        }
        let taken = started.elapsed();
        time += taken;
        nodes += in_game;
        writeln!(out, "{} {}", room.card().id, told(in_game, taken)).map_err(unwritten)?;
    }
    writeln!(out, "{}", told(nodes, time)).map_err(unwritten)
}

fn told(nodes: u64, time: Duration) -> String {
    let per_second = nodes as f64 / time.as_secs_f64().max(1e-9);
    format!("{nodes} nodes {per_second:.0} nps")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nodes_are_the_same_every_time_and_add_up() {
        let lines = || {
            let mut out = Vec::new();
            assert!(search_everything(500, &mut out).is_ok());
            let text = String::from_utf8(out).unwrap();
            let numbers = text.lines().map(|line| {
                // A game's name stands before its nodes, and may be a number too.
                let (nodes, speed) = line.split_once(" nodes ").expect(line);
                assert!(speed.strip_suffix(" nps").is_some_and(|n| n.parse::<u64>().is_ok()), "{line}");
                nodes.split(' ').next_back().and_then(|nodes| nodes.parse::<u64>().ok()).expect(line)
            });
            numbers.collect::<Vec<_>>()
        };
        let (first, second) = (lines(), lines());
        assert_eq!(first, second);
        let (total, games) = first.split_last().unwrap();
        assert_eq!(*total, games.iter().sum::<u64>());
    }
}
