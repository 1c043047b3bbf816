//! Behaviour has a fingerprint: the positions that a fixed search of each game visits, and how many
//! plies its longest lines have, for a search that samples visits as many as it may. A change that
//! should not alter play leaves it alone; one that does says so, and what it is worth.

use std::fmt::Write as _;
use std::path::Path;

use bestmove::registry::{Ask, Naming, Registry, Room};
use bestmove::search::{Budget, Stop};

/// Deep enough to meet every step of the search, shallow enough for a test.
const BUDGET: Budget =
    Budget { depth: Some(6), nodes: Some(8_000), deadline: None, timed: false, memory: None };

fn fingerprint(room: &dyn Room) -> (u64, u32) {
    let starts = room.card().examples.iter().map(|example| Naming::of(example));
    let unfinished = starts.filter(|naming| {
        let status = room.position(naming).expect("examples are read").status;
        !status.over && status.awaits.is_none()
    });
    unfinished
        .map(|naming| {
            let ask = Ask { book: false, ..Ask::new(naming, BUDGET) };
            room.best_move(&ask).expect("a position that goes on")(&Stop::new(), &mut drop)
        })
        .fold((0, 0), |(nodes, plies), answer| (nodes + answer.nodes, plies + answer.selective_depth))
}

#[test]
fn the_search_visits_the_same_positions_as_before() {
    let mut found = String::new();
    for room in Registry::standard().iter() {
        let (nodes, plies) = fingerprint(room);
        writeln!(found, "{} {nodes} {plies}", room.card().id).expect("a string takes all");
    }
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/fingerprints.txt");
    if std::env::var_os("ACCEPT").is_some() {
        std::fs::write(&path, &found).expect("the file can be written");
    }
    let known = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(
        known == found,
        "Play has changed. If that is meant, accept it with\n\n    ACCEPT=1 cargo test --test fingerprint\n\n\
         and say in the commit message what it is worth. Known:\n{known}\nFound:\n{found}"
    );
}
