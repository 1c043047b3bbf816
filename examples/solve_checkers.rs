//! Solves the endings of checkers with few pieces, writes down who wins, and tells how many plies it
//! takes at most until a piece is taken or a man crowned:
//!
//! ```text
//! cargo run --release --example solve_checkers -- src/games/checkers/endings.bin
//! ```

use bestmove::game::Game;
use bestmove::games::checkers::endings::{runs, solve::Solved};

fn main() -> std::io::Result<()> {
    let path = std::env::args().nth(1).ok_or_else(|| std::io::Error::other("name the file to write"))?;
    let mut file = Vec::new();
    let solved = Solved::wanted(|_| true);
    for (pieces, men, plies) in solved.lasts() {
        println!("{pieces} pieces, {men} of them men: {plies} plies");
    }
    for (class, results) in solved.classes() {
        let wanted = results.iter().enumerate().map(|(number, verdict)| {
            let position = class.position(number)?;
            (position.jumpers(position.turn()) == 0).then_some(*verdict)
        });
        file.extend(runs::pack(wanted));
    }
    std::fs::write(path, file)
}
