#![no_main]
//! A grid in any form of JSON, or a plain text.

use std::sync::LazyLock;

use bestmove::notation::{Form, Setup};
use bestmove::registry::{Naming, Registry};
use bestmove_fuzz::is_refused_or_sound;
use libfuzzer_sys::fuzz_target;

static REGISTRY: LazyLock<Registry> = LazyLock::new(Registry::standard);

fuzz_target!(|text: &str| {
    let grid = serde_json::from_str(text).unwrap_or_else(|_| text.into());
    let room = REGISTRY.room("tic-tac-toe").expect("it is served");
    let setup = Setup { form: Some(Form::Grid(grid)), ..Setup::default() };
    is_refused_or_sound(room, &Naming { setup, moves: Vec::new() });
});
