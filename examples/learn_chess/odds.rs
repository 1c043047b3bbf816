//! What a score says of the chance to win, as the games tell in which it was seen.

use std::io;
use std::path::Path;

use cozy_chess::Board;

use super::learning::{self, Known, expected};

/// Fewest and most centipawns that may make a win ten times as likely.
const BOUNDS: [f32; 2] = [10.0, 10_000.0];
/// Halvings of what lies between them.
const HALVINGS: usize = 30;

/// How many centipawns make a win ten times as likely, so that the results of a file are the likeliest.
pub fn fit(path: &Path) -> io::Result<f32> {
    let parse = |text: &str| text.parse::<Board>().ok();
    let read = learning::read(path, parse)?.map(|read| read.map(|(_, known)| known));
    // Positions beside a game have no result but what their score stands for.
    let played = |known: &Known| [0.0, 0.5, 1.0].contains(&known.result);
    let games: Vec<Known> = read.collect::<io::Result<Vec<_>>>()?.into_iter().filter(played).collect();
    let [mut few, mut many] = BOUNDS;
    for _ in 0..HALVINGS {
        let tenfold = (few * many).sqrt();
        let more_was_won = games
            .iter()
            .map(|Known { score, result }| score * (result - expected(*score, tenfold)))
            .sum::<f32>()
            > 0.0;
        *if more_was_won { &mut many } else { &mut few } = tenfold;
    }
    Ok(few)
}
