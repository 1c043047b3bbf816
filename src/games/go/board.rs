//! A board as it is set up in text, `9x9 komi 7 B: row/row/...`, and the words for its size, its komi and its
//! players.

use super::around::Ground;
use super::points::{LARGEST, Point, at};
use super::rules::{Go, SMALLEST, Vertex};
use crate::game::Player;
use crate::notation::{Fault, rows};
use crate::spelling::{number, quoted};

/// What White gets for moving second on an unmarked board, in half points.
pub(super) const KOMI: i16 = 14;
/// In points.
pub(super) const MOST_KOMI: f32 = 361.0;

pub(super) fn halves(komi: i16) -> String {
    if komi % 2 == 0 { (komi / 2).to_string() } else { (f32::from(komi) / 2.0).to_string() }
}

/// Komi in points, whole or half; in half points.
pub(super) fn komi_of(text: &str) -> Option<i16> {
    in_halves(text.trim().parse().ok()?)
}

/// So many points in half points, if it comes out even and is no more than the largest board has.
pub(super) fn in_halves(points: f32) -> Option<i16> {
    let halves = points * 2.0;
    (halves.fract() == 0.0 && points.abs() <= MOST_KOMI).then_some(halves as i16)
}

/// The player whose colour a word is: `b`, `White`.
pub(super) fn player_named(word: &str) -> Option<Player> {
    match word.to_ascii_lowercase().as_str() {
        "b" | "black" => Some(Player::First),
        "w" | "white" => Some(Player::Second),
        _ => None,
    }
}

/// `9x9 komi 7 B: row/row/... passes 1`, or `... ko B4`
pub(super) fn plain(text: &str) -> Result<Go, Fault> {
    let fault = |detail: &str| {
        Fault::position(detail)
            .hint("Write size, komi, who is to move and rows: 5x5 komi 0 B: ...../...../..X../...../.....")
    };
    let (head, board) =
        text.split_once(':').ok_or_else(|| fault("A colon must part the head from the rows"))?;
    let words: Vec<_> = head.split_whitespace().collect();
    let (size, komi, turn) = match words[..] {
        [size, komi, value, turn] if komi.eq_ignore_ascii_case("komi") => (size, Some(value), turn),
        [size, turn] => (size, None, turn),
        _ => return Err(fault("Before the colon stand the size, the komi and who is to move")),
    };
    let size =
        size_of_board(size).ok_or_else(|| fault("The size is 2x2 to 19x19, as many rows as columns"))?;
    let komi = match komi {
        None => KOMI,
        Some(value) => {
            komi_of(value).ok_or_else(|| fault("The komi is a number of points, whole or half"))?
        }
    };
    let turn = match turn {
        "X" => Player::First,
        "O" => Player::Second,
        name => player_named(name).ok_or_else(|| fault("The player to move is B or W"))?,
    };
    let (board, ko) = board.split_once("ko").map_or((board, None), |(board, ko)| (board, Some(ko.trim())));
    let (board, passes) = match board.split_once("passes") {
        None => (board, 0),
        Some((board, count)) => match count.trim() {
            "1" => (board, 1),
            "2" => (board, 2),
            _ => {
                return Err(Fault::position("One pass or two may have come last")
                    .hint("End with passes 1 or passes 2, or with the last row"));
            }
        },
    };
    let mut go = Go { turn, passes, ..Go::empty(size, komi) };
    let rows = rows(board);
    if !rows.is_empty() {
        set_up(&mut go, &rows)
            .ok_or_else(|| fault("There must be as many rows and signs as the size says, of X, O and ."))?;
    }
    alive(&go)?;
    if let Some(name) = ko {
        forbid_ko(&mut go, name)?;
    }
    Ok(go)
}

/// What the opponent has just taken at that vertex may not take back at once.
fn forbid_ko(go: &mut Go, name: &str) -> Result<(), Fault> {
    let (passes, turn) = (go.passes, go.turn);
    match go.vertex(name) {
        Some(Vertex::At(point)) if passes == 0 && go.stones.forbid_ko(point, turn) => Ok(()),
        _ => Err(Fault::position(format!("Nobody has just taken a ko at {}", quoted(name)))
            .hint("Name the vertex of the stone that was taken, or leave out the ko")),
    }
}

pub(super) fn size_of_board(text: &str) -> Option<u8> {
    let (width, height) = text.split_once(['x', 'X']).unwrap_or((text, text));
    let size = number(width).filter(|_| width == height)?;
    (SMALLEST..=LARGEST).contains(&size).then_some(size)
}

fn set_up(go: &mut Go, rows: &[&str]) -> Option<()> {
    let size = usize::from(go.stones.size());
    if rows.len() != size {
        return None;
    }
    for (y, row) in rows.iter().enumerate() {
        let signs: Vec<_> = row.chars().filter(|sign| !sign.is_whitespace()).collect();
        if signs.len() != size {
            return None;
        }
        for (x, sign) in signs.into_iter().enumerate() {
            let player = match sign {
                'X' | 'x' | '#' => Player::First,
                'O' | 'o' => Player::Second,
                '.' | '+' | '_' | '-' => continue,
                _ => return None,
            };
            go.stones.set(at(x as u8, y as u8), player);
        }
    }
    Some(())
}

/// Refuses a board on which a chain has no liberty.
pub(super) fn alive(go: &Go) -> Result<(), Fault> {
    let choked = |point: &Point| {
        matches!(go.stones.ground(*point), Ground::Stone(_)) && go.stones.liberties::<1>(*point).is_empty()
    };
    match go.stones.points().find(choked) {
        None => Ok(()),
        Some(point) => {
            let detail = format!("The chain at {} has no liberty: it would have been taken", go.name(point));
            Err(Fault::position(detail).hint("Take it off the board"))
        }
    }
}
