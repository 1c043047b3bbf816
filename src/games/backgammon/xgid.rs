//! Positions as other programs write them: eXtreme Gammon's XGID, which is the canonical form
//! here, and GNU Backgammon's position ID, which holds the men alone.
//!
//! ```text
//! XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10
//!      ^Black's bar             ^White's bar
//!       points 1 to 24 as White counts them, White's men in capitals, A for one, O for fifteen
//! ```
//!
//! After the men: the cube, its owner, whose turn it is (1 White, -1 Black), the dice (00 before
//! the roll), both scores, whether gammons need the cube, the length of the match, the greatest
//! cube. Without a cube and for money, only turn and dice matter.

use super::camp::{BAR, Camp, HOME, MEN, across};
use super::roll::Roll;
use super::rules::Backgammon;
use crate::game::{Game, Outcome, Player};
use crate::notation::Fault;
use crate::spelling::quoted;

const PREFIX: &str = "XGID=";

/// The canonical form.
pub(super) fn write(position: &Backgammon) -> String {
    let [white, black] = &position.camps;
    let letters = (0..=BAR).map(|point| {
        // White bears off to 0, where Black's bar is; Black the other way round.
        let men_of = |camp: &Camp, point: u8| if point == 0 { 0 } else { camp.on(point) };
        match (men_of(white, point), men_of(black, across(point))) {
            (0, 0) => '-',
            (0, men) => char::from(b'a' + men - 1),
            (men, _) => char::from(b'A' + men - 1),
        }
    });
    let men: String = letters.collect();
    let turn = if position.turn == Player::First { "1" } else { "-1" };
    let dice = position.roll.map_or("00".to_owned(), |roll| format!("{}{}", roll.high(), roll.low()));
    format!("{PREFIX}{men}:0:0:{turn}:{dice}:0:0:0:0:10")
}

/// Reads either form.
pub(super) fn parse(text: &str) -> Result<Backgammon, Fault> {
    let text = text.trim();
    let men = match text.split_at_checked(PREFIX.len()) {
        Some((prefix, men)) if prefix.eq_ignore_ascii_case(PREFIX) => men,
        _ => text,
    };
    let fields: Vec<_> = men.split(':').map(str::trim).collect();
    let position = match fields[0].chars().count() {
        26 => from_xgid(&fields)?,
        14 => from_position_id(&fields)?,
        _ => {
            return Err(Fault::position("The men are neither an XGID's 26 letters nor a position ID's 14")
                .hint("Write an XGID, like XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10"));
        }
    };
    possible(&position)?;
    Ok(position)
}

fn from_xgid(fields: &[&str]) -> Result<Backgammon, Fault> {
    let mut camps = [Camp::EMPTY; 2];
    for (point, letter) in (0..=BAR).zip(fields[0].chars()) {
        let (side, point, men) = match letter {
            '-' => continue,
            'A'..='O' => (0, point, letter as u8 - b'A' + 1),
            'a'..='o' => (1, across(point), letter as u8 - b'a' + 1),
            _ => {
                return Err(Fault::position(format!("{letter:?} is not a number of men"))
                    .hint("Write A to O for White's men, a to o for Black's, - for nobody"));
            }
        };
        if point == 0 {
            return Err(Fault::position("A side's men wait on its own bar")
                .hint("The first letter is Black's bar, a small letter; the last White's, a capital"));
        }
        camps[side].put(point, men);
    }
    let field = |n: usize, usual| fields.get(n).copied().unwrap_or(usual);
    let turn = match field(3, "1") {
        "1" => Player::First,
        "-1" => Player::Second,
        other => {
            return Err(Fault::position(format!("{} is nobody's turn", quoted(other)))
                .hint("Write 1 for White or -1 for Black as the fourth field"));
        }
    };
    if !matches!(field(8, "0"), "0") {
        return Err(Fault::position("Only games for money are played here, no matches")
            .hint("Write 0 as the length of the match, the ninth field"));
    }
    if fields.len() > 10 || [1, 2, 5, 6, 7, 9].iter().any(|n| field(*n, "0").parse::<i32>().is_err()) {
        return Err(Fault::position("An XGID has ten fields, all but the first and the dice whole numbers")
            .hint("Write it like XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10"));
    }
    Ok(Backgammon { camps: complete(camps)?, turn, roll: roll(field(4, "00"))? })
}

/// The men in base 64: for the opponent and then for the player to move, point by point from
/// their own first to the bar, as many ones as there are men and a zero. White is to move.
fn from_position_id(fields: &[&str]) -> Result<Backgammon, Fault> {
    const DIGITS: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let fault = || Fault::position("This position ID is broken").hint("The start is 4HPwATDgc/ABMA");
    let mut bits = Vec::with_capacity(84);
    for letter in fields[0].chars() {
        let digit = DIGITS.find(letter).ok_or_else(fault)?;
        bits.extend((0..6).rev().map(|bit| digit >> bit & 1 == 1));
    }
    // Bytes are filled from their lowest bit on, but written from the highest.
    let mut bits = bits.chunks_exact(8).flat_map(|byte| byte.iter().rev());
    let mut camps = [Camp::EMPTY; 2];
    for side in [1, 0] {
        for point in 1..=BAR {
            while *bits.next().ok_or_else(fault)? {
                if camps[side].left() == MEN {
                    return Err(fault());
                }
                camps[side].put(point, 1);
            }
        }
    }
    let dice_alone = "After the position ID write a colon and the dice alone: 4HPwATDgc/ABMA:31";
    let roll = match fields[1..] {
        [] => None,
        [match_id] if match_id.chars().count() == 12 => {
            return Err(Fault::position("What a match ID says is not read").hint(dice_alone));
        }
        [dice] => roll(dice)?,
        _ => return Err(Fault::position("Too much follows the position ID").hint(dice_alone)),
    };
    Ok(Backgammon { camps: complete(camps)?, turn: Player::First, roll })
}

/// Two digits; 00 or nothing before the roll.
fn roll(text: &str) -> Result<Option<Roll>, Fault> {
    let dice: Vec<_> = text.chars().filter_map(|digit| digit.to_digit(10)).collect();
    match dice[..] {
        _ if text.is_empty() || text == "00" => Some(None),
        [one, other] if text.len() == 2 => Roll::new(one as u8, other as u8).map(Some),
        _ => None,
    }
    .ok_or_else(|| {
        Fault::position(format!("{} are not dice", quoted(text)))
            .hint("Write two digits from 1 to 6, or 00 before the roll")
    })
}

/// Men that are nowhere else are off.
fn complete(mut camps: [Camp; 2]) -> Result<[Camp; 2], Fault> {
    for camp in &mut camps {
        let men: u32 = (1..=BAR).map(|point| u32::from(camp.on(point))).sum();
        let off = u32::from(MEN).checked_sub(men).ok_or_else(|| {
            Fault::position(format!("{men} men are too many"))
                .hint(format!("Each side has {MEN}; those that are not on the board are off"))
        })?;
        camp.put(0, off as u8);
    }
    Ok(camps)
}

/// Refuses what no game leads to.
fn possible(position: &Backgammon) -> Result<(), Fault> {
    let [white, black] = &position.camps;
    let shut_out =
        |camp: &Camp, enemy: &Camp| camp.on(BAR) > 0 && (1..=HOME).all(|point| enemy.on(point) > 1);
    let shared = (1..BAR).find(|point| white.on(*point) > 0 && black.on(across(*point)) > 0);
    let is_won = matches!(position.outcome(), Some(Outcome::Won { .. }));
    let (detail, hint) = match shared {
        Some(point) => (
            format!("Both sides have men on White's {point} point"),
            "Leave each point to one side; who is hit waits on the bar",
        ),
        None if white.off() == MEN && black.off() == MEN => (
            "Both sides have borne off all men".to_owned(),
            "Leave the loser's last men where they stood: the game ended with the winner's last",
        ),
        None if shut_out(white, black) && shut_out(black, white) => (
            "Both sides are shut out, and nobody could ever move".to_owned(),
            "One side alone can hold all of its home board while men of the other wait on the bar",
        ),
        None if is_won && position.roll.is_some() => {
            ("Nobody rolls after the game is over".to_owned(), "Write 00 for the dice")
        }
        None => return Ok(()),
    };
    Err(Fault::position(detail).hint(hint))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::Notation;

    #[test]
    fn both_forms_name_the_same_position() {
        let start = parse("4HPwATDgc/ABMA").unwrap();
        assert_eq!(start, Backgammon::new());
        assert_eq!(
            parse("4HPwATDgc/ABMA:31").unwrap().write(),
            "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10"
        );
        for text in ["-b----E-C---eE---c-e----B-", "xgid=-b----E-C---eE---c-e----B-", "4HPwATDgc/ABMA:00"] {
            assert_eq!(parse(text), Ok(start), "{text}");
        }
    }

    #[test]
    fn a_position_id_tells_the_opponents_men_first() {
        let position = parse("4AMAGAEAAAIAAA:21").unwrap();
        assert_eq!(position.write(), "XGID=-Ab----------------e-----A:0:0:1:21:0:0:0:0:10");
    }

    #[test]
    fn what_no_game_leads_to_is_refused() {
        for text in [
            "",
            "XGID=",
            "4HPwATDgc/A!MA",
            "4HPwATDgc/ABMA:71",
            "4HPwATDgc/ABMA:31:31",
            "4HPwATDgc/ABMA:cAkAAAAAAAAA",
            "-b----E-C---eE---c-e----B-:0:0:2",
            "-b----E-C---eE---c-e----P-",
            "P-------------------------",
            "-b----E-C---eE---c-e----C-",
            "-b----E-C---eE---c-e----B-:0:0:0:31",
            "-b----E-C---eE---c-e----B-:0:0:1:D",
            "-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:7:10",
            "-b----E-C---eE---c-e----Bb",
            "Bb----E-C---eE---c-e----A-",
            "--------------------------",
            "aBBBBBB------------bbbbbbA",
            "---------------------a----:0:0:1:21",
        ] {
            assert!(parse(text).is_err_and(|fault| fault.hint.is_some()), "{text:?}");
        }
    }

    #[test]
    fn a_match_id_gives_way_to_the_dice() {
        let fault = parse("4HPwATDgc/ABMA:cAkAAAAAAAAA").unwrap_err();
        assert!(fault.hint.is_some_and(|hint| hint.contains("4HPwATDgc/ABMA:31")));
    }
}
