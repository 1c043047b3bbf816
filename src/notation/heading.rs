//! What a written game says of itself besides its moves.

use crate::spelling::{is_hyphen, number};

/// The tags over a written game, and the result under it.
///
/// ```
/// use bestmove::games::checkers::Checkers;
/// use bestmove::notation::Sheet;
///
/// let games = Sheet::games::<Checkers>("[Black \"Tinsley\"] [White \"?\"] 1. 11-15 23-19 2–0").unwrap();
/// let heading = &games[0].heading;
/// assert_eq!((heading.tag("Black"), heading.tag("White"), heading.result), (Some("Tinsley"), None, Some("1-0")));
/// ```
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Heading {
    /// Name and value, in the order in which they stand.
    pub tags: Vec<(String, String)>,
    /// How the game ended, if it is said: `1-0`, `0-1`, `1/2-1/2`, or `*` if it goes on.
    pub result: Option<&'static str>,
}

impl Heading {
    /// The number of the game that a text is of whose tags do not say: PGN's, which has no such tag.
    pub const UNTOLD_TYPE: u8 = 0;

    /// What a tag says; what is not known is written with a question mark.
    pub fn tag(&self, wanted: &str) -> Option<&str> {
        let named = self.tags.iter().find(|(name, _)| name.eq_ignore_ascii_case(wanted));
        named.map(|(_, value)| value.trim()).filter(|value| !["", "?"].contains(value))
    }

    /// The position that the game begins from, where a tag says it.
    pub fn start(&self) -> Option<&str> {
        self.tag("FEN").or(self.tag("Position"))
    }

    /// The number of the game by PDN's list, where a tag says it: `21` or `21,B,8,8,N1,0`.
    pub fn game_type(&self) -> Option<u8> {
        self.tag("GameType")?.split(',').next().and_then(|first| number(first.trim()))
    }
}

/// What a word says of how the game ended, if it does: in PGN's points or in PDN's.
pub(super) fn result(word: &str) -> Option<&'static str> {
    let plain: String = word.chars().map(|c| if is_hyphen(c) { '-' } else { c }).collect();
    match plain.as_str() {
        "1-0" | "2-0" => Some("1-0"),
        "0-1" | "0-2" => Some("0-1"),
        "1/2-1/2" | "½-½" | "1/2" | "½" | "1-1" => Some("1/2-1/2"),
        "*" => Some("*"),
        _ => None,
    }
}
