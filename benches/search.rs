//! How fast the searches are: nanoseconds a node for every game, and the small boards solved.

use bestmove::registry::{Ask, Naming, Registry, Room};
use bestmove::search::{Budget, Stop};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};

fn nodes(room: &dyn Room, ask: &Ask) -> u64 {
    room.best_move(ask, &Stop::new(), &mut |_| {}).expect("the position is unfinished").nodes
}

/// Throughput is in nodes, so that criterion tells nodes a second.
fn nodes_of_every_game(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("nodes");
    group.sample_size(10);
    for room in Registry::standard().iter() {
        let naming = Naming::of(room.card().examples[0]);
        let ask = Ask { book: false, ..Ask::new(naming, Budget::nodes(50_000)) };
        if room.check(&ask).is_ok() {
            group.throughput(Throughput::Elements(nodes(room, &ask)));
            group.bench_function(room.card().id, |bench| bench.iter(|| nodes(room, &ask)));
        }
    }
}

/// The first move on an empty board, proven to the end of the game.
fn small_boards_solved(criterion: &mut Criterion) {
    let registry = Registry::standard();
    let room = registry.game("tic-tac-toe").expect("it is served");
    for (name, board) in
        [("tic-tac-toe 3x3 solved", ".../.../..."), ("tic-tac-toe 4x4 solved", "..../..../..../....")]
    {
        let ask = Ask::new(Naming::of(board), Budget::default());
        criterion.bench_function(name, |bench| bench.iter(|| nodes(room, &ask)));
    }
}

criterion_group!(benches, nodes_of_every_game, small_boards_solved);
criterion_main!(benches);
