//! A game in a file: read to go on from it, written to be kept.

use std::fs;

use crate::game::Player;
use crate::games::go::around::Ground;
use crate::games::go::points::{Point, place_of};
use crate::games::go::{Go, Vertex, sgf};

/// The positions of a game in SGF, as far as the move with that number, which is not made.
pub(super) fn read(path: &str, before: Option<usize>) -> Option<Vec<Go>> {
    let game = sgf::game(&String::from_utf8_lossy(&fs::read(path).ok()?)).ok()?;
    Some(game.positions().take(before.map_or(usize::MAX, |number| number.max(1))).collect())
}

/// The game in SGF, from the position that it began with.
pub(super) fn written(game: &[Go]) -> String {
    let start = &game[0];
    let (size, komi) = (start.stones.size(), f32::from(start.komi) / 2.0);
    let set_up = [Player::First, Player::Second].map(|player| stones_of(start, player)).concat();
    let is_usual = set_up.is_empty() && start.turn == Player::First;
    let turn = if is_usual { "" } else { ["PL[B]", "PL[W]"][start.turn as usize] };
    let moves: String = game[1..].iter().map(last_move).collect();
    format!("(;GM[1]FF[4]AP[bestmove]SZ[{size}]KM[{komi}]{set_up}{turn}{moves})")
}

fn stones_of(go: &Go, player: Player) -> String {
    let owned = |point: &Point| go.stones.ground(*point) == Ground::Stone(player);
    let letters = |point| format!("[{}]", letters(Vertex::At(point)));
    let points: String = go.stones.points().filter(owned).map(letters).collect();
    if points.is_empty() { points } else { format!("{}{points}", ["AB", "AW"][player as usize]) }
}

/// The move that led to a position.
fn last_move(go: &Go) -> String {
    let colour = ["B", "W"][go.turn.opponent() as usize];
    format!(";{colour}[{}]", letters(go.last.map_or(Vertex::Pass, Vertex::At)))
}

/// Column and row from the top left; a pass is nothing.
fn letters(vertex: Vertex) -> String {
    match vertex {
        Vertex::Pass => String::new(),
        Vertex::At(point) => {
            let (x, y) = place_of(point);
            [x, y].map(|n| char::from(b'a' + n)).iter().collect()
        }
    }
}
