//! Leaves of the trees of moves, as published: rules that are wrong anywhere miscount somewhere.

use bestmove::registry::{Naming, Registry};

/// Lines of `game; position; depth; leaves`; an empty position is the start.
const KNOWN: &str = include_str!("data/perft.txt");

#[test]
fn trees_of_moves_have_the_published_size() {
    let registry = Registry::standard();
    for line in KNOWN.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let fields: Vec<_> = line.split(';').map(str::trim).collect();
        let [game, position, depth, leaves] = fields[..] else { panic!("not four fields: {line}") };
        let room = registry.room(game).unwrap_or_else(|| panic!("no such game: {line}"));
        let naming = if position.is_empty() { Naming::default() } else { Naming::of(position) };
        let counted = room.perft(&naming, depth.parse().unwrap()).unwrap_or_else(|f| panic!("{line}: {f:?}"));
        let total: u64 = counted.iter().map(|(_, leaves)| leaves).sum();
        assert_eq!(total.to_string(), leaves, "{line}");
    }
}

#[test]
fn every_game_without_chance_is_counted() {
    for room in Registry::standard().iter().filter(|room| room.card().nature.deterministic) {
        let counted = KNOWN.lines().any(|line| line.split(';').next() == Some(room.card().id));
        assert!(counted, "tests/data/perft.txt has no line for {}", room.card().id);
    }
}
