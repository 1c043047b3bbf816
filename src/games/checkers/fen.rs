//! Positions as PDN writes them: `B:W21,22,K23:B1-4`.
//!
//! Who moves, then each side's squares, kings with a K before them. Runs may be written
//! `1-12`, and `H12` says that so many plies have passed without a jump or a man's move.

use std::ops::RangeInclusive;

use super::rules::{Checkers, Impossible};
use super::squares::{Square, Squares, each};
use crate::game::{Game, Player};
use crate::notation::Fault;
use crate::spelling::{digits, number, quoted};

impl Checkers {
    pub(super) fn to_fen(self) -> String {
        let side = |player| {
            let name = |square: Square| {
                let crown = if square.bit() & self.kings(player) != 0 { "K" } else { "" };
                format!("{crown}{}", square.number())
            };
            each(self.pieces(player)).map(name).collect::<Vec<_>>().join(",")
        };
        let quiet = if self.quiet() > 0 { format!(":H{}", self.quiet()) } else { String::new() };
        format!("{}:W{}:B{}{quiet}", letter(self.turn()), side(Player::Second), side(Player::First))
    }

    pub(super) fn from_fen(text: &str) -> Result<Checkers, Fault> {
        let bare = unwrap_tag(text.trim());
        let mut fields = bare.trim_end_matches('.').split(':').map(str::trim);
        let turn = fields.next().and_then(player).ok_or_else(|| {
            Fault::position(format!("{} does not begin with who is to move", quoted(text)))
                .hint("Write it like \"B:W21,22,K23:B1,2,3\"")
        })?;
        let (mut pieces, mut kings, mut quiet) = ([None; 2], 0, None);
        for field in fields {
            let unknown = || {
                Fault::position(format!("{} is not a list of squares", quoted(field)))
                    .hint("W or B, then squares from 1 to 32 with commas between, kings with a K: \"W21,K22,25-32\"")
            };
            let letter = field.chars().next().ok_or_else(unknown)?;
            let rest = &field[letter.len_utf8()..];
            match (letter.to_ascii_uppercase(), player(&letter.to_string())) {
                (_, Some(owner)) => {
                    let side = parse_side(rest, &unknown)?;
                    if pieces[owner as usize].replace(side.pieces).is_some() {
                        let detail =
                            format!("The pieces of {} are listed twice", letter.to_ascii_uppercase());
                        return Err(Fault::position(detail).hint("List each side once: \"B:W21,22:B1,2\""));
                    }
                    kings |= side.kings;
                }
                ('H', _) => {
                    if quiet.replace(parse_plies(rest).ok_or_else(|| no_plies(field))?).is_some() {
                        return Err(Fault::position("The plies without progress are told twice")
                            .hint("Write once how many passed without a jump or a man's move: H12"));
                    }
                }
                // The number of the move means nothing to the game.
                ('F', _) if number::<u32>(rest).is_some() => {}
                _ => return Err(unknown()),
            }
        }
        let [Some(black), Some(white)] = pieces else {
            return Err(Fault::position("The squares of one side are not listed")
                .hint("List both, even if one is empty: \"B:W18:B\""));
        };
        Checkers::of([black, white], kings, turn, quiet.unwrap_or(0)).map_err(impossible)
    }
}

/// What is wrong with pieces that cannot stand so, and how to mend it.
fn impossible(why: Impossible) -> Fault {
    let (detail, hint) = match why {
        Impossible::SharedSquare => ("Two pieces stand on one square", "List each square once"),
        Impossible::TooManyPieces => {
            ("A side has more than 12 pieces", "Each side begins with 12 and never gets more")
        }
        Impossible::Uncrowned(Player::First) => {
            ("A black man stands on the last row, where it is crowned", "Write a king, like K29")
        }
        Impossible::Uncrowned(Player::Second) => {
            ("A white man stands on the last row, where it is crowned", "Write a king, like K4")
        }
        Impossible::NobodyMoved => {
            ("Whoever moved last has no pieces", "Let the other side move: it has lost")
        }
        Impossible::DrawnBefore => {
            ("The game was drawn before so many plies without progress", "Write :H80 at most")
        }
    };
    Fault::position(detail).hint(hint)
}

/// What stands inside `[FEN "…"]`, or the text itself.
fn unwrap_tag(text: &str) -> &str {
    let inside = text.strip_prefix("[FEN").and_then(|rest| rest.strip_suffix(']'));
    inside.map_or(text, |rest| rest.trim().trim_matches('"'))
}

fn letter(player: Player) -> char {
    match player {
        Player::First => 'B',
        Player::Second => 'W',
    }
}

fn player(text: &str) -> Option<Player> {
    match text {
        "B" | "b" => Some(Player::First),
        "W" | "w" => Some(Player::Second),
        _ => None,
    }
}

#[derive(Default)]
struct Side {
    pieces: Squares,
    kings: Squares,
}

/// How many plies; more than can be told apart are as many as can. A game is drawn long before.
fn parse_plies(text: &str) -> Option<u8> {
    digits(text).map(|plies| plies.parse().unwrap_or(u8::MAX))
}

fn no_plies(field: &str) -> Fault {
    Fault::position(format!("{} is not a number of plies", quoted(field)))
        .hint("Write how many passed without a jump or a man's move: H12")
}

/// `21,K22,25-32`; nothing for a side without pieces.
fn parse_side(text: &str, unknown: &impl Fn() -> Fault) -> Result<Side, Fault> {
    let mut side = Side::default();
    for item in text.split(',').map(str::trim).filter(|_| !text.trim().is_empty()) {
        let (king, numbers) = match item.strip_prefix(['K', 'k']) {
            Some(rest) => (true, rest),
            None => (false, item),
        };
        for number in parse_run(numbers).ok_or_else(unknown)? {
            let bit = Square::numbered(number).ok_or_else(unknown)?.bit();
            if side.pieces & bit != 0 {
                return Err(Fault::position(format!("Square {number} is listed twice"))
                    .hint("List each square once, be it by itself or in a run: \"W21-24,K25\""));
            }
            side.pieces |= bit;
            side.kings |= if king { bit } else { 0 };
        }
    }
    Ok(side)
}

/// `21`, or a run `21-24`.
fn parse_run(text: &str) -> Option<RangeInclusive<u8>> {
    let (first, last) = text.split_once('-').unwrap_or((text, text));
    let (first, last) = (number(first.trim())?, number(last.trim())?);
    (first <= last).then_some(first..=last)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::Notation;

    fn canonical(text: &str) -> Result<String, String> {
        Checkers::parse(text).map(|position| position.write()).map_err(|fault| fault.detail)
    }

    #[test]
    fn the_start_may_be_written_in_many_ways() {
        let start = Checkers::start().write();
        assert_eq!(start, "B:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12");
        for text in
            ["B:W21-32:B1-12", " b:B1-12:W21-32. ", "[FEN \"B:W21-32:B1-12\"]", "B:W21-32:B1-12:H0:F1"]
        {
            assert_eq!(canonical(text).as_ref(), Ok(&start), "{text}");
        }
    }

    #[test]
    fn kings_and_quiet_moves_are_read_and_written_back() {
        let text = "W:WK5,18,K30:B1,K2:H17";
        assert_eq!(canonical(text), Ok(text.to_owned()));
        assert_eq!(canonical("W:W18,k5,K30:BK2,1:h17"), Ok(text.to_owned()));
    }

    #[test]
    fn what_is_no_position_is_refused() {
        let impossible = [
            "",
            ":",
            "X:W21:B1",
            "B",
            "B:W21",
            "B:W21:B1:B2",
            "B:W21,21:B1",
            "B:W21:B21",
            "B:W0:B1",
            "B:W33:B1",
            "B:W256:B1",
            "B:W1:B5",
            "B:W21:B29",
            "B:W21:B1-12,13",
            "B:W32-21:B1",
            "B:W21:B1:H81",
            "B:W21:B1:H300",
            "B:W21:B1:H-1",
            "B:W21:B1:Z3",
            "B:W21:B1:é",
            "B:W21,:B1",
            "B:W:B",
            "B:W:B1",
            "B:W4:B1",
        ];
        for text in impossible {
            assert!(Checkers::parse(text).is_err_and(|fault| fault.hint.is_some()), "{text:?}");
        }
    }

    #[test]
    fn what_is_wrong_with_a_field_is_told_by_its_kind() {
        for (text, detail) in [
            ("B:W21:B1:H-1", "\"H-1\" is not a number of plies"),
            ("B:W21:B1:H", "\"H\" is not a number of plies"),
            ("B:W21:B1:H17:H3", "The plies without progress are told twice"),
            ("B:W21,21:B1", "Square 21 is listed twice"),
            ("B:W21:B1-12,K3", "Square 3 is listed twice"),
            ("B:W21,a:B1", "\"W21,a\" is not a list of squares"),
        ] {
            assert_eq!(canonical(text), Err(detail.to_owned()), "{text}");
        }
    }

    #[test]
    fn a_game_that_was_drawn_long_ago_is_told_so() {
        let told = canonical("B:WK21:BK1:H81");
        assert!(told.as_ref().is_err_and(|told| told.contains("drawn")), "{told:?}");
        for plies in ["H300", "H99999999999"] {
            assert_eq!(canonical(&format!("B:WK21:BK1:{plies}")), told);
        }
    }

    #[test]
    fn a_side_may_have_lost_its_last_piece() {
        assert_eq!(canonical("B:W21:B"), Ok("B:W21:B".to_owned()));
    }
}
