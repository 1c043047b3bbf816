//! How a board that was drawn may have come about.

use std::collections::HashSet;

use super::wall::{Column, Holes, Wall};
use crate::notation::Fault;

/// How many arrangements are tried to find out how a drawn board came about.
const PATIENCE: usize = 2_000;

/// An order in which the discs may have been played; there is none if they cannot all have
/// fallen by turns without a four before the last.
pub(super) fn order_of_play(wall: &'static Wall, first: Holes, discs: Holes) -> Result<Vec<Column>, Fault> {
    let floating = discs & !(wall.bottom | discs << 1);
    if floating != 0 {
        let column = wall.column_of(floating) + 1;
        return Err(Fault::position(format!("A disc of column {column} has an empty hole under it"))
            .hint("Write the rows from the top down, and . for an empty hole"));
    }
    let (x, o) = (first.count_ones(), (discs & !first).count_ones());
    if x != o && x != o + 1 {
        return Err(Fault::position(format!("{x} discs of X and {o} of O"))
            .hint("X begins and turns alternate: X has as many discs as O, or one more"));
    }
    let four = |discs| wall.has_four(discs);
    let lasts: Vec<Holes> = if four(first) || four(discs & !first) {
        // The last disc is one without which there is no four.
        let (mover, rest) = if x > o { (first, discs & !first) } else { (discs & !first, first) };
        let tops = discs & (wall.landings(discs) >> 1 | wall.bottom << (wall.height - 1));
        let tops = (0..wall.width).map(|column| tops & mover & wall.column(column));
        tops.filter(|top| *top != 0 && !four(mover & !top) && !four(rest)).collect()
    } else {
        vec![0]
    };
    let found = lasts.into_iter().find_map(|last| {
        let before = fallen_by_turns(wall, first & !last, discs & !last)?;
        Some(before.into_iter().chain((last != 0).then_some(last)))
    });
    let holes = found.ok_or_else(|| {
        Fault::position("No order of play was found that leads to this board")
            .hint("X begins, turns alternate, and the game ends with the first four in a row")
    })?;
    Ok(holes.map(|hole| Column(wall.column_of(hole))).collect())
}

/// An order in which discs that hold no four can have fallen by turns, if one is found.
fn fallen_by_turns(wall: &Wall, first: Holes, discs: Holes) -> Option<Vec<Holes>> {
    let (mut path, mut fallen, mut dead_ends) = (Vec::new(), 0, HashSet::new());
    while fallen != discs {
        let own = if path.len() % 2 == 0 { first } else { discs & !first };
        // A high column holds discs of both players that others wait for: the highest goes first.
        let next = (0..wall.width)
            .map(|column| (wall.column(column), wall.landings(fallen) & own & wall.column(column)))
            .filter(|(_, hole)| *hole != 0 && !dead_ends.contains(&(fallen | hole)))
            .max_by_key(|(column, _)| (discs & !fallen & column).count_ones());
        if let Some((_, hole)) = next {
            path.push(hole);
            fallen |= hole;
        } else if dead_ends.len() < PATIENCE {
            dead_ends.insert(fallen);
            fallen &= !path.pop()?;
        } else {
            return None;
        }
    }
    Some(path)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dice::Dice;
    use crate::game::Game;
    use crate::games::connect_four::ConnectFour;
    use crate::notation::{Cell, Notation};

    /// How a hole is written in a row.
    fn letter(cell: &Cell) -> char {
        match &cell.piece {
            None => '.',
            Some(piece) if piece.owner == Some(ConnectFour::CARD.players[0]) => 'X',
            Some(_) => 'O',
        }
    }

    #[test]
    fn the_board_of_every_game_is_read_however_it_came_about() {
        let mut dice = Dice::seeded(1);
        for (width, height) in [(7, 6), (9, 7)].repeat(100) {
            let mut game = ConnectFour::new(Wall::sized(width, height).expect("a wall"));
            while game.outcome().is_none() {
                let mut columns = game.legal_moves();
                let open = |column: &Column| game.after(*column).ending(&[]).is_none();
                if columns.iter().any(open) {
                    columns.retain(open);
                }
                game.apply(columns[dice.below(columns.len())]);
            }
            let cells = game.board().cells;
            let letters: String = cells.iter().map(letter).collect();
            let rows: Vec<&str> = (0..height).map(|row| &letters[row * width..][..width]).collect();
            let read = ConnectFour::parse(&rows.join("/")).unwrap_or_else(|f| panic!("{rows:?}: {f:?}"));
            assert_eq!(read.board().cells.iter().map(letter).collect::<String>(), letters);
        }
    }
}
