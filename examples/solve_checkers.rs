//! Solves the endings of checkers with few pieces and writes down who wins:
//!
//! ```text
//! cargo run --release --example solve_checkers -- src/games/checkers/endings.bin
//! ```

use bestmove::game::Game;
use bestmove::games::checkers::endings::{runs, solve::Solved};

fn main() -> std::io::Result<()> {
    let path = std::env::args().nth(1).ok_or_else(|| std::io::Error::other("name the file to write"))?;
    let mut file = Vec::new();
    for (class, results) in Solved::wanted(|_| true).classes() {
        let wanted = results.iter().enumerate().map(|(number, verdict)| {
            let position = class.position(number)?;
            (position.jumpers(position.turn()) == 0).then_some(*verdict)
        });
        file.extend(runs::pack(wanted));
    }
    std::fs::write(path, file)
}
