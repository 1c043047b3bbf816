//! How fast the searches are: nanoseconds a node of every game that is searched, and the small boards
//! solved.

use std::time::Instant;

use bestmove::registry::answer::{Answer, Source};
use bestmove::registry::{Ask, Naming, Registry, Room};
use bestmove::search::{Budget, Stop};
use criterion::{Criterion, criterion_group, criterion_main};

/// Nodes of one search.
const NODES: u64 = 50_000;

fn answer(room: &dyn Room, ask: &Ask) -> Answer {
    room.best_move(ask).expect("the position is unfinished")(&Stop::new(), &mut drop)
}

/// What criterion tells as the time is the time of one node.
fn a_node_of_every_searched_game(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("a node");
    group.sample_size(10);
    for room in Registry::standard().iter() {
        let naming = Naming::of(room.card().examples[0]);
        let ask = Ask { book: false, tablebase: false, ..Ask::new(naming, Budget::nodes(NODES)) };
        if answer(room, &ask).source != Source::Search {
            continue;
        }
        group.bench_function(room.card().id, |bench| {
            bench.iter_custom(|times| {
                // As many whole searches as it takes to visit so many nodes, or more.
                let (began, mut visited) = (Instant::now(), 0);
                while visited < times {
                    visited += answer(room, &ask).nodes;
                }
                began.elapsed().mul_f64(times as f64 / visited as f64)
            });
        });
    }
}

/// The first move on an empty board, proven to the end of the game.
fn small_boards_solved(criterion: &mut Criterion) {
    let registry = Registry::standard();
    let room = registry.room("tic-tac-toe").expect("it is served");
    for (name, board) in
        [("tic-tac-toe 3x3 solved", ".../.../..."), ("tic-tac-toe 4x4 solved", "..../..../..../....")]
    {
        let ask = Ask::new(Naming::of(board), Budget::default());
        criterion.bench_function(name, |bench| bench.iter(|| answer(room, &ask).nodes));
    }
}

criterion_group!(benches, a_node_of_every_searched_game, small_boards_solved);
criterion_main!(benches);
