#![no_main]
//! The first byte chooses the game, the rest is its position.

use std::sync::LazyLock;

use bestmove::registry::{Naming, Registry};
use bestmove_fuzz::is_refused_or_sound;
use libfuzzer_sys::fuzz_target;

static REGISTRY: LazyLock<Registry> = LazyLock::new(Registry::standard);

fuzz_target!(|data: (u8, &str)| {
    let (game, text) = data;
    let room = REGISTRY.iter().nth(usize::from(game) % REGISTRY.iter().count()).expect("there are games");
    is_refused_or_sound(room, &Naming::of(text));
});
