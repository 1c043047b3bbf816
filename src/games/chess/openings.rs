//! Openings by name. A position has the name of the line that leads to it, by whatever order of
//! moves it was reached.

use std::collections::HashMap;
use std::sync::LazyLock;

use super::Chess;
use crate::game::Game;
use crate::notation::Named;

static LINES: &str = include_str!("data/openings.txt");

static NAMES: LazyLock<HashMap<u64, Named>> = LazyLock::new(|| read(LINES));

impl Chess {
    /// The opening that this position is known by.
    #[must_use]
    pub fn opening(&self) -> Option<Named> {
        NAMES.get(&self.key()).copied()
    }
}

/// Goes through all named lines: the positions from the start to the one that has the name.
pub fn each_line(each: impl FnMut(&[Chess], Named)) {
    follow(LINES, each);
}

fn read(lines: &'static str) -> HashMap<u64, Named> {
    let mut names = HashMap::new();
    follow(lines, |along, named| {
        names.extend(along.last().map(|reached| (reached.key(), named)));
    });
    names
}

/// Follows lines of `shared moves ECO name`, each sharing its first moves with the line before.
fn follow(lines: &'static str, mut each: impl FnMut(&[Chess], Named)) {
    let mut along = vec![Chess::default()];
    for line in lines.lines().filter(|line| !line.starts_with('#')) {
        let mut parts = line.splitn(4, ' ');
        let (Some(shared), Some(moves), Some(code), Some(name)) =
            (parts.next(), parts.next(), parts.next(), parts.next())
        else {
            continue;
        };
        along.truncate(shared.parse::<usize>().unwrap_or(0) + 1);
        for m in moves.as_bytes().chunks(4) {
            let last = &along[along.len() - 1];
            let text = std::str::from_utf8(m).unwrap_or_default();
            let Ok(played) = last.read_move(text) else { break };
            along.push(last.after(played));
        }
        each(&along, Named { code, name });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn after(moves: &[&str]) -> Option<Named> {
        let play = |position: Chess, m: &&str| position.after(position.read_move(m).unwrap());
        moves.iter().fold(Chess::default(), play).opening()
    }

    #[test]
    fn openings_are_known_by_whatever_order_of_moves() {
        let name = |moves: &[&str]| after(moves).map(|named| (named.code, named.name));
        assert_eq!(name(&["e4", "d5"]), Some(("B01", "Scandinavian Defense")));
        assert_eq!(name(&["e4", "e5", "Nf3", "Nc6", "Bb5"]), Some(("C60", "Ruy Lopez")));
        assert_eq!(name(&["Nf3", "Nc6", "e4", "e5", "Bb5"]), Some(("C60", "Ruy Lopez")));
        assert_eq!(name(&["e4", "d5", "Bb5+"]), None);
        assert_eq!(name(&[]), None);
    }

    #[test]
    fn every_line_of_the_data_can_be_played() {
        let mut lengths = Vec::new();
        each_line(|along, _| lengths.push(along.len()));
        let told = LINES.lines().filter(|line| !line.starts_with('#')).map(|line| {
            let mut parts = line.split(' ');
            let shared: usize = parts.next().unwrap().parse().expect(line);
            shared + parts.next().expect(line).len() / 4 + 1
        });
        assert!(told.eq(lengths));
        // Some positions are reached by two lines.
        assert!(NAMES.len() > 3_500, "{}", NAMES.len());
    }
}
