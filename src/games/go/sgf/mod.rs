//! Smart Game Format: where the main line of a game ends, `(;SZ[9]KM[7];B[ee];W[ec])`.
//!
//! - here: what the properties mean;
//! - `nodes`: which there are.

mod nodes;

use super::around::Ground;
use super::notation::{KOMI, alive, komi_of, size_of_board};
use super::points::LARGEST;
use super::{Go, Vertex};
use crate::game::{Game, Player};
use crate::notation::{Fault, Notation};
use nodes::{Property, fault, main_line};

/// The position at the end of the main line.
pub(super) fn position(text: &str) -> Result<Go, Fault> {
    let nodes = main_line(text)?;
    let properties: Vec<&Property> = nodes.iter().flatten().collect();
    let value = |name: &str| {
        properties.iter().find(|property| property.name == name).map(|property| property.values[0].as_str())
    };
    if let Some(other) = value("GM").filter(|game| *game != "1") {
        return Err(fault(format!("GM[{other}] is not go, which is GM[1]")));
    }
    let size = match value("SZ") {
        None => LARGEST,
        Some(text) => {
            size_of_board(text).ok_or_else(|| fault(format!("{text:?} is no size from 2 to 19")))?
        }
    };
    let komi = match value("KM") {
        None => KOMI,
        Some(text) => komi_of(text).ok_or_else(|| fault(format!("{text:?} is no komi")))?,
    };
    let mut go = Go::empty(size, komi);
    for property in properties {
        let name = property.name.as_str();
        for value in &property.values {
            let player = match name {
                "B" | "AB" => Player::First,
                "W" | "AW" => Player::Second,
                "PL" => {
                    go.turn = if value.starts_with(['B', 'b']) { Player::First } else { Player::Second };
                    continue;
                }
                _ => continue,
            };
            let vertex = go.vertex(value);
            let vertex = vertex.ok_or_else(|| fault(format!("{name}[{value}] is no point of the board")))?;
            match vertex {
                Vertex::At(point) if name.len() == 2 => {
                    if go.stones.ground(point) == Ground::Empty {
                        go.stones.set(point, player);
                    }
                }
                _ => {
                    go.turn = player;
                    let played = go.parse_move(&go.write_move(vertex));
                    go.apply(played.map_err(|why| fault(format!("{name}[{value}]: {}", why.detail)))?);
                }
            }
        }
    }
    alive(go)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> String {
        position(text).unwrap_or_else(|fault| panic!("{text}: {}", fault.detail)).write()
    }

    #[test]
    fn a_game_is_played_through_past_comments_and_variations() {
        assert_eq!(
            read("(;GM[1]SZ[5]KM[0.5];B[cc]C[a \\];B[aa\\] comment];W[bc](;B[bb](;W[dd]))(;B[ee]))"),
            "5x5 komi 0.5 B: ...../.X.../.OX../...O./....."
        );
        assert_eq!(read("(;SZ[3]KM[0]C[(;\\\\];B[bb]\n;W [ ] ; Black\n[ca])\n"), "3x3 komi 0 W: ..X/.X./...");
    }

    #[test]
    fn what_is_wrong_is_told() {
        for (text, detail) in [
            ("(;GM[2]SZ[8];B[dc])", "GM[2] is not go, which is GM[1]"),
            ("(;SZ[1])", "\"1\" is no size from 2 to 19"),
            ("(;KM[much])", "\"much\" is no komi"),
            ("(;SZ[9];B[zz])", "B[zz] is no point of the board"),
            ("(;SZ[9];B[e])", "B[e] is no point of the board"),
            ("(;SZ[9];B[éé])", "B[éé] is no point of the board"),
            ("(;SZ[5];B[aa];W[aa])", "W[aa]: A stone stands at A5 already"),
        ] {
            let fault = position(text).expect_err(text);
            assert_eq!((fault.detail.as_str(), fault.pointer.as_str()), (detail, "/position"), "{text}");
            assert!(fault.hint.is_some(), "{text}");
        }
    }
}
