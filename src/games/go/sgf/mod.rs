//! Smart Game Format: the main line of a game, `(;SZ[9]KM[7];B[ee];W[ec])`.
//!
//! - here: what the properties mean;
//! - `heading`: those that tell who played;
//! - `nodes`: which there are.

mod heading;
mod nodes;

use std::collections::BTreeMap;

use super::around::Ground;
use super::board::{KOMI, MOST_KOMI, alive, in_halves, player_named, size_of_board};
use super::points::{LARGEST, Point, at, place_of};
use super::stones::Stones;
use super::{Go, Vertex};
use crate::game::{Game, Player};
use crate::notation::{Fault, Heading, Notation, Played};
use crate::spelling::quoted;
use nodes::{Node, Property, main_line};

/// The main line, from where it last was begun anew: with stones set up, a player who moves out of
/// turn, or after two passes.
pub(super) fn game(text: &str) -> Result<Played<Go>, Fault> {
    let nodes = main_line(text)?;
    if let Some(other) = said(&nodes, "GM")?.filter(|game| *game != "1") {
        return Err(Fault::position(format!("GM[{other}] is not go, which is GM[1]"))
            .hint("Write GM[1], or name the other game in `game`"));
    }
    let size = match said(&nodes, "SZ")? {
        None => LARGEST,
        Some(text) => size_of_board(text).ok_or_else(|| {
            Fault::position(format!("{} is not a size from 2 to 19", quoted(text)))
                .hint("Boards are square; one number says it: SZ[19]")
        })?,
    };
    let komi = match said(&nodes, "KM")? {
        None => KOMI,
        Some(text) => komi_of_record(text).ok_or_else(|| {
            Fault::position(format!("{} is not a komi", quoted(text)))
                .hint("Write whole or half points, up to 361: KM[7.5]")
        })?,
    };
    let steps = nodes.iter().flatten().filter(|property| changes_board(property)).count();
    if steps > Go::LONGEST {
        let detail = format!("{steps} moves and set-ups are more than the {} that are read", Go::LONGEST);
        return Err(Fault::position(detail).hint("Set up with AB and AW what stands after the first of them"));
    }
    let mut game = Played::from(Go::empty(size, komi));
    let mut turn_is_told = false;
    for node in &nodes {
        // In a node the order means nothing: stones are set up before a move is made.
        let changes = changes_of(game.end(), node)?;
        if !changes.is_empty() {
            game = Played::from(set_up(game.end(), &changes));
        }
        for property in node {
            match property.name.as_str() {
                "B" => play(&mut game, Player::First, property)?,
                "W" => play(&mut game, Player::Second, property)?,
                "PL" => take_up(&mut game, player_of(property)?),
                _ => continue,
            }
            turn_is_told = true;
        }
    }
    if !turn_is_told {
        let beginner = beginner(game.end(), &nodes)?;
        take_up(&mut game, beginner);
    }
    alive(game.start())?;
    Ok(game)
}

/// What is said of the whole game, as far as it can be read.
pub(super) fn heading(text: &str) -> Heading {
    let nodes = main_line(text).unwrap_or_default();
    nodes.first().map(heading::heading).unwrap_or_default()
}

/// Komi as records have it, in half points. Some servers count in stones of area, two points each,
/// or leave the decimal point out: `3.75` and `375` are 7.5 points, `650` is 6.5.
fn komi_of_record(text: &str) -> Option<i16> {
    let number: f32 = text.trim().parse().ok()?;
    let told = if number.abs() > MOST_KOMI { number / 100.0 } else { number };
    in_halves(told).or_else(|| in_halves(told * 2.0))
}

/// This player is to move, if need be in a game that begins anew.
fn take_up(game: &mut Played<Go>, player: Player) {
    let now = game.end();
    if now.turn != player || now.outcome().is_some() {
        *game = Played::from(now.taken_up_by(player));
    }
}

fn play(game: &mut Played<Go>, player: Player, property: &Property) -> Result<(), Fault> {
    let (name, value) = (&property.name, property.value()?);
    let vertex = match value {
        "" => Vertex::Pass,
        point => game.end().vertex_of_sgf(point).ok_or_else(|| off_board(game.end(), name, value))?,
    };
    take_up(game, player);
    let refused = |why: Fault| why.in_position().within(format_args!("{name}[{value}]"));
    game.play(game.end().allowed(vertex).map_err(refused)?);
    Ok(())
}

/// What is said of the whole game, wherever it stands, if nothing else is said too.
fn said<'a>(nodes: &'a [Node], name: &str) -> Result<Option<&'a str>, Fault> {
    let properties = nodes.iter().flatten().filter(|property| property.name == name);
    let mut values = properties.flat_map(|property| &property.values).map(String::as_str);
    let Some(value) = values.next() else { return Ok(None) };
    match values.find(|other| *other != value) {
        None => Ok(Some(value)),
        Some(other) => Err(Fault::position(format!("{name}[{value}] and {name}[{other}] cannot both be"))
            .hint(format!("Say {name} once, in the first node"))),
    }
}

fn changes_board(property: &Property) -> bool {
    ["B", "W", "AB", "AW", "AE"].contains(&property.name.as_str())
}

/// What a node sets up.
fn changes_of(go: &Go, node: &Node) -> Result<BTreeMap<Point, Ground>, Fault> {
    let mut changes = BTreeMap::new();
    for property in node {
        let ground = match property.name.as_str() {
            "AB" => Ground::Stone(Player::First),
            "AW" => Ground::Stone(Player::Second),
            "AE" => Ground::Empty,
            _ => continue,
        };
        for value in &property.values {
            for point in rectangle(go, value).ok_or_else(|| off_board(go, &property.name, value))? {
                if changes.insert(point, ground).is_some() {
                    let detail = format!("{} is set up twice in one node", go.name(point));
                    return Err(Fault::position(detail).hint("Name it once, in AB, AW or AE"));
                }
            }
        }
    }
    Ok(changes)
}

/// One point, or all of a rectangle by two of its corners: `aa:cc`.
fn rectangle(go: &Go, value: &str) -> Option<Vec<Point>> {
    let corner = |text| match go.vertex_of_sgf(text)? {
        Vertex::At(point) => Some(place_of(point)),
        Vertex::Pass => None,
    };
    let (one, other) = value.split_once(':').unwrap_or((value, value));
    let ((x, y), (u, v)) = (corner(one)?, corner(other)?);
    let row = |y| (x.min(u)..=x.max(u)).map(move |x| at(x, y));
    Some((y.min(v)..=y.max(v)).flat_map(row).collect())
}

fn off_board(go: &Go, name: &str, value: &str) -> Fault {
    let last = char::from(b'a' + go.stones.size() - 1);
    Fault::position(format!("{name}[{value}] is not a point of the board"))
        .hint(format!("Name column and row from the top left by letters, from aa to {last}{last}"))
}

/// The board with these changes. No move led to it: there is no ko, and nothing has stood before.
fn set_up(go: &Go, changes: &BTreeMap<Point, Ground>) -> Go {
    let size = go.stones.size();
    let mut stones = Stones::empty(size);
    for point in go.stones.points() {
        let ground = changes.get(&point).copied().unwrap_or_else(|| go.stones.ground(point));
        if let Ground::Stone(owner) = ground {
            stones.set(point, owner);
        }
    }
    Go { stones, turn: go.turn, ..Go::empty(size, go.komi) }
}

fn player_of(property: &Property) -> Result<Player, Fault> {
    let value = property.value()?;
    player_named(value)
        .ok_or_else(|| Fault::position(format!("PL[{value}] is not a player")).hint("Write PL[B] or PL[W]"))
}

/// Who moves first where neither a move nor PL tells: White, if Black was given stones.
fn beginner(go: &Go, nodes: &[Node]) -> Result<Player, Fault> {
    let stands = |player| go.stones.chains().any(|chain| go.stones.ground(chain[0]) == Ground::Stone(player));
    let (black, white) = (stands(Player::First), stands(Player::Second));
    let handicap = match said(nodes, "HA")? {
        None => 0,
        Some(text) => text.parse::<u16>().map_err(|_| {
            Fault::position(format!("HA[{text}] is not a number of stones"))
                .hint("Write HA[2], or leave it out")
        })?,
    };
    if handicap >= 2 && !black {
        return Err(Fault::position(format!("HA[{handicap}] does not say where the stones stand"))
            .hint("Set them up with AB, or say with PL who is to move"));
    }
    Ok(if handicap >= 2 || black && !white { Player::Second } else { Player::First })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn position(text: &str) -> Result<Go, Fault> {
        game(text).map(Played::into_end)
    }

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
    fn a_game_is_told_with_its_moves_from_where_it_last_began() {
        for (text, start, moves) in [
            ("(;SZ[3]KM[0];B[bb];W[];B[aa])", "3x3 komi 0 B: .../.../...", "B2 pass A3"),
            ("(;SZ[3]KM[0]AB[bb];W[aa];B[ca])", "3x3 komi 0 W: .../.X./...", "A3 C3"),
            ("(;SZ[3]KM[0];B[bb];AW[aa];W[cc])", "3x3 komi 0 W: O../.X./...", "C1"),
            ("(;SZ[3]KM[0];B[bb];B[aa];W[ca])", "3x3 komi 0 B: .../.X./...", "A3 C3"),
            ("(;SZ[3]KM[0];B[bb]PL[W];W[aa])", "3x3 komi 0 B: .../.../...", "B2 A3"),
            ("(;SZ[3]KM[0];B[bb];W[];B[];W[aa])", "3x3 komi 0 W: .../.X./...", "A3"),
            ("(;SZ[3]KM[0]AB[bb])", "3x3 komi 0 W: .../.X./...", ""),
        ] {
            let game = game(text).unwrap_or_else(|fault| panic!("{text}: {}", fault.detail));
            assert_eq!(game.start().write(), start, "{text}");
            assert_eq!(game.start().write_line(game.moves()).join(" "), moves, "{text}");
            assert_eq!(Go::parse(text).map(|go| go.write()), Ok(game.end().write()), "{text}");
        }
    }

    #[test]
    fn white_moves_first_where_black_was_given_stones() {
        for (text, turn) in [
            ("(;SZ[9]HA[2]AB[cc][gg])", 'W'),
            ("(;SZ[9]AB[cc][gg])", 'W'),
            ("(;SZ[9];AB[cc];AB[gg])", 'W'),
            ("(;SZ[9]HA[2]AB[cc][gg]AW[ee])", 'W'),
            ("(;SZ[9]HA[0]AB[cc]AW[ee])", 'B'),
            ("(;SZ[9]AB[cc]AW[ee])", 'B'),
            ("(;SZ[9]AW[ee])", 'B'),
            ("(;SZ[9])", 'B'),
            ("(;SZ[9]HA[2]AB[cc][gg]PL[B])", 'B'),
            ("(;SZ[9]PL[black]AB[cc][gg])", 'B'),
            ("(;SZ[9]PL[White])", 'W'),
            ("(;SZ[9]HA[2]AB[cc][gg];W[ee])", 'B'),
            ("(;SZ[9]HA[2];B[cc];B[gg])", 'W'),
            ("(;SZ[9];B[cc]PL[B])", 'B'),
        ] {
            assert!(read(text).contains(&format!(" {turn}: ")), "{text}: {}", read(text));
        }
    }

    #[test]
    fn what_is_set_up_takes_the_place_of_what_stood_there() {
        for (text, board) in [
            ("(;SZ[3]KM[0]AB[aa]AW[bb])", "3x3 komi 0 B: X../.O./..."),
            ("(;SZ[3]KM[0]AB[aa];AW[aa])", "3x3 komi 0 B: O../.../..."),
            ("(;SZ[3]KM[0]AB[aa][ba][ca];AE[ba])", "3x3 komi 0 W: X.X/.../..."),
            ("(;SZ[3]KM[0];B[aa];AE[aa])", "3x3 komi 0 W: .../.../..."),
            ("(;SZ[3]KM[0]AB[ba][ab];W[cc]AE[ba])", "3x3 komi 0 B: .../X../..O"),
            ("(;SZ[3]KM[0]AB[aa:cb];AE[ca:ba][aa:aa];AW[bc:ac])", "3x3 komi 0 B: .../XXX/OO."),
        ] {
            assert_eq!(read(text), board, "{text}");
        }
    }

    #[test]
    fn a_chain_of_which_a_stone_is_taken_away_has_the_liberties_that_are_left() {
        let go = position("(;SZ[3]KM[0]AB[aa][ba][ca]AW[ab];AE[ba]PL[W])").unwrap();
        assert_eq!(go.played("B3").unwrap().write(), "3x3 komi 0 B: .OX/O../...");
    }

    #[test]
    fn a_game_that_two_passes_had_ended_is_taken_up_again() {
        assert_eq!(read("(;SZ[3]KM[0];B[bb];W[];B[tt];W[aa])"), "3x3 komi 0 B: O../.X./...");
        assert_eq!(read("(;SZ[3]KM[0];B[bb];W[tt];B[])"), "3x3 komi 0 W: .../.X./... passes 2");
    }

    #[test]
    fn a_ko_binds_nobody_but_the_player_from_whom_it_was_taken() {
        let taken = "(;SZ[5]KM[0]AB[ba][ab][bc]AW[ca][bb][db][cc];B[cb]";
        assert_eq!(read(&format!("{taken})")), "5x5 komi 0 W: .XO../X.XO./.XO../...../..... ko B4");
        assert_eq!(read(&format!("{taken};B[bb])")), "5x5 komi 0 W: .XO../XXXO./.XO../...../.....");
        assert_eq!(read(&format!("{taken}PL[B])")), "5x5 komi 0 B: .XO../X.XO./.XO../...../.....");
    }

    #[test]
    fn komi_is_read_as_servers_write_it() {
        for (text, komi) in [
            ("7.5", "7.5"),
            ("6.50", "6.5"),
            ("0", "0"),
            ("-5", "-5"),
            ("3.75", "7.5"),
            ("375", "7.5"),
            ("650", "6.5"),
        ] {
            assert!(
                read(&format!("(;SZ[9]KM[{text}])")).starts_with(&format!("9x9 komi {komi} B: ")),
                "{text}"
            );
        }
    }

    #[test]
    fn what_to_write_instead_is_told() {
        for (text, hint) in [
            ("(;SZ[9]KM[6.6])", "KM[7.5]"),
            ("(;SZ[19:19])", "SZ[19]"),
            ("(;SZ[9];B[ee];W[ee])", "another vertex"),
            ("(;SZ[9];B[jj])", "from aa to ii"),
            ("(;SZ[9];B[ee][cc])", ";B[ee];W[cc]"),
            ("(;SZ[9];B;W[ee])", "B[]"),
        ] {
            let fault = position(text).expect_err(text);
            assert!(fault.hint.as_ref().is_some_and(|told| told.contains(hint)), "{text}: {fault:?}");
        }
    }

    #[test]
    fn nothing_has_happened_before_a_position_was_set_up() {
        assert_eq!(read("(;SZ[3]KM[0];B[];W[];AB[aa])"), "3x3 komi 0 B: X../.../...");
        let taken = "(;SZ[5]KM[0]AB[ba][ab][bc]AW[ca][bb][db][cc];B[cb]";
        assert!(position(&format!("{taken};W[bb])")).is_err(), "a ko may not be taken back at once");
        assert!(position(&format!("{taken};AB[ee];W[bb])")).is_ok());
    }

    #[test]
    fn what_is_wrong_is_told() {
        for (text, detail) in [
            ("(;GM[2]SZ[8];B[dc])", "GM[2] is not go, which is GM[1]"),
            ("(;SZ[1])", "\"1\" is not a size from 2 to 19"),
            ("(;SZ[9]SZ[13])", "SZ[9] and SZ[13] cannot both be"),
            ("(;KM[much])", "\"much\" is not a komi"),
            ("(;SZ[9]HA[two]AB[cc])", "HA[two] is not a number of stones"),
            ("(;SZ[9]HA[2])", "HA[2] does not say where the stones stand"),
            ("(;SZ[9]PL[x])", "PL[x] is not a player"),
            ("(;SZ[9]PL[])", "PL[] is not a player"),
            ("(;SZ[9]AB[aa]AW[aa])", "A9 is set up twice in one node"),
            ("(;SZ[9]AB[aa:cc][bb])", "B8 is set up twice in one node"),
            ("(;SZ[9]AB[aa:jj])", "AB[aa:jj] is not a point of the board"),
            ("(;SZ[9]AE[aa:])", "AE[aa:] is not a point of the board"),
            ("(;SZ[19]AB[tt])", "AB[tt] is not a point of the board"),
            ("(;SZ[9]AW[])", "AW[] is not a point of the board"),
            ("(;SZ[9];B[zz])", "B[zz] is not a point of the board"),
            ("(;SZ[9];B[e])", "B[e] is not a point of the board"),
            ("(;SZ[9];B[éé])", "B[éé] is not a point of the board"),
            ("(;SZ[9];B[ee][cc])", "B has one value in a node, not [ee][cc]"),
            ("(;SZ[5];B[aa];W[aa])", "W[aa]: A stone stands at A5 already"),
            ("(;SZ[2]AB[aa:bb])", "The chain at A2 has no liberty: it would have been taken"),
        ] {
            let fault = position(text).expect_err(text);
            assert_eq!((fault.detail.as_str(), fault.pointer.as_str()), (detail, "/position"), "{text}");
            assert!(fault.hint.is_some(), "{text}");
        }
    }

    #[test]
    fn a_game_without_end_is_refused_before_it_is_played() {
        for step in [";B[aa]", ";AB[aa]", "AB[aa]"] {
            let fault = position(&format!("(;SZ[9]{})", step.repeat(2_001))).expect_err(step);
            assert_eq!(fault.detail, "2001 moves and set-ups are more than the 2000 that are read");
        }
        assert!(position(&format!("(;SZ[9]{})", ";AB[aa]".repeat(2_000))).is_ok());
        assert!(position(&format!("(;SZ[9]{})", ";C[of other things]".repeat(2_001))).is_ok());
    }

    const GAME: &str =
        "(;GM[1]SZ[9]KM[7]HA[2]AB[cc][ga:hb]AW[ee:ff]PL[W]C[a \\] b];W[gg];B[gh](;AE[cc];W[])(;W[aa]))";

    proptest! {
        #[test]
        fn no_mutation_of_a_game_breaks_the_reader(
            changes in proptest::collection::vec((any::<prop::sample::Index>(), "[\\[\\]();:\\\\a-jtABEWPLSZ0-9é ]?"), 1..6)
        ) {
            let mut letters: Vec<String> = GAME.chars().map(String::from).collect();
            for (place, letter) in changes {
                let at = place.index(letters.len());
                letters[at] = letter;
            }
            if let Ok(go) = position(&letters.concat()) {
                prop_assert_eq!(Go::parse(&go.write()).map(|read| read.write()), Ok(go.write()));
            }
        }
    }
}
