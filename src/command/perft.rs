//! Counts the leaves of a game tree: the way to find out whether rules are right.

use std::io::Write;

use super::{Failure, unwritten, whole};
use crate::game::DEEPEST_LEAVES;
use crate::registry::{Naming, Registry};

#[derive(clap::Args)]
pub struct Perft {
    /// The game's id
    #[arg(long, default_value = "chess")]
    game: String,
    /// Where to start, in the game's notation [default: its start position]
    #[arg(long, allow_hyphen_values = true)]
    position: Option<String>,
    /// How many plies deep
    #[arg(long, allow_negative_numbers = true, value_parser = whole::<u32>(0..=DEEPEST_LEAVES.into()))]
    depth: u32,
}

impl Perft {
    pub fn run(&self, out: &mut impl Write) -> Result<(), Failure> {
        let registry = Registry::standard();
        let Some(room) = registry.room(&self.game) else {
            let hint = match registry.meant(&self.game) {
                Some(meant) => format!("did you mean {meant:?}?"),
                None => format!("there are {}", registry.ids().collect::<Vec<_>>().join(", ")),
            };
            return Err(Failure::usage(format!("no game {:?}; {hint}", self.game)));
        };
        let nature = room.card().nature;
        if self.depth > 1 && !(nature.deterministic && nature.observable) {
            let line = format!(
                "after a move of {} dice, tiles or an umpire have their say; count one ply",
                self.game
            );
            return Err(Failure::usage(line));
        }
        let naming = self.position.as_deref().map_or_else(Naming::default, Naming::of);
        let counts = room.perft(&naming, self.depth).map_err(|fault| {
            // No moves were sent: a roll or a tile is missing, and nothing but a position can bring one here.
            let hint = match fault.pointer.as_str() {
                "/moves" => Some("Name a position in which somebody can move with --position".to_owned()),
                _ => fault.hint,
            };
            Failure::usage([Some(fault.detail), hint].into_iter().flatten().collect::<Vec<_>>().join(". "))
        })?;
        for (chosen, leaves) in &counts {
            writeln!(out, "{chosen}: {leaves}").map_err(unwritten)?;
        }
        // A position is the one leaf of the tree below it that has no depth.
        let total = if self.depth == 0 { 1 } else { counts.iter().map(|(_, leaves)| leaves).sum::<u64>() };
        writeln!(out, "{total}").map_err(unwritten)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn count(position: &str, depth: u32) -> String {
        let perft = Perft { game: "pennies".to_owned(), position: Some(position.to_owned()), depth };
        let mut out = Vec::new();
        assert!(perft.run(&mut out).is_ok());
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn a_line_for_each_move_then_the_total_alone() {
        assert_eq!(count("4", 2), "1: 3\n2: 2\n3: 1\n6\n");
        assert_eq!(count("4", 0), "1\n");
    }

    fn refusal(game: &str, position: Option<&str>, depth: u32) -> String {
        let perft = Perft { game: game.to_owned(), position: position.map(str::to_owned), depth };
        perft.run(&mut Vec::new()).expect_err("it is refused").line
    }

    #[test]
    fn who_starts_where_chance_is_to_move_is_told_how_to_start_elsewhere() {
        for position in [None, Some("2 0/0 0 +1")] {
            let refused = refusal("2048", position, 1);
            assert!(refused.ends_with("with --position"), "{refused}");
        }
    }

    #[test]
    fn nothing_is_counted_beyond_what_chance_or_an_umpire_decides() {
        for (game, position) in [
            ("2048", "2 2/0 0"),
            ("backgammon", "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10"),
            ("kriegspiel", "8/8/8/8/8/8/PPPPPPPP/RNBQKBNR w KQ - 16,8"),
        ] {
            let refused = refusal(game, Some(position), 2);
            assert!(refused.ends_with("count one ply"), "{refused}");
        }
    }
}
