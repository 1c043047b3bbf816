#![no_main]
//! The first byte chooses the game; each line is a move from its start.

use std::sync::LazyLock;

use bestmove::registry::{Naming, Registry};
use bestmove_fuzz::is_refused_or_sound;
use libfuzzer_sys::fuzz_target;

static REGISTRY: LazyLock<Registry> = LazyLock::new(Registry::standard);

fuzz_target!(|data: (u8, &str)| {
    let (game, text) = data;
    let room = REGISTRY.iter().nth(usize::from(game) % REGISTRY.iter().count()).expect("there are games");
    let moves = text.lines().take(100).map(str::to_owned).collect();
    is_refused_or_sound(room, &Naming { moves, ..Naming::default() });
});
