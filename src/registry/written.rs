//! A game as it was sent: a position and its moves, or what somebody wrote down.

use std::collections::HashSet;

use serde::{Serialize, Serializer};
use utoipa::ToSchema;

use super::record::{Naming, Record};
use crate::notation::{Fault, Heading, Notation, Sheet, unnumbered};
use crate::spelling::is_unseen;

/// How a game was sent.
#[derive(Clone, Debug)]
pub enum Written {
    Moves(Naming),
    /// As people and programs exchange games: tags and moves, as PGN and PDN have them, or the game's own notation of
    /// positions.
    Pgn(String),
}

/// What a written game says of itself.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct WrittenView {
    /// Its tags by name, in the order in which they stand; what SGF says, by the names that PGN has for it.
    #[serde(serialize_with = "as_map")]
    #[schema(value_type = std::collections::BTreeMap<String, String>)]
    pub tags: Vec<(String, String)>,
    /// How it ended, in points for the first player and the second: `1-0`, `0-1`, `1/2-1/2`; `*` if it goes on. Absent
    /// where nothing is said of it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub result: Option<&'static str>,
    /// How many games there are in the text. The first is the one that was read.
    pub games: usize,
}

impl WrittenView {
    fn new(heading: Heading, games: usize) -> WrittenView {
        let Heading { mut tags, result } = heading;
        let mut known = HashSet::new();
        tags.retain(|(name, _)| known.insert(name.clone()));
        WrittenView { tags, result, games }
    }
}

fn as_map<S: Serializer>(tags: &[(String, String)], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_map(tags.iter().map(|(name, value)| (name, value)))
}

/// A written game that was read.
pub(super) struct Transcript<G: Notation> {
    pub record: Record<G>,
    pub told: WrittenView,
}

impl<G: Notation> Transcript<G> {
    /// The first game of a text, in whichever form people write it. What can be read as a position is one, with the
    /// moves that it brings.
    pub fn read(text: &str) -> Result<Transcript<G>, Fault> {
        let text = text.trim_matches(|c: char| c.is_whitespace() || is_unseen(c));
        let read = match G::parse_played(text) {
            Ok(game) if !text.is_empty() => Record::whole(&game)
                .map(|record| Transcript { record, told: WrittenView::new(G::heading(text), 1) }),
            Err(fault) if !tells_moves::<G>(text) => Transcript::of_sheet(text).map_err(|_| fault),
            _ => Transcript::of_sheet(text),
        };
        read.map_err(|fault| fault.at("/pgn"))
    }

    fn of_sheet(text: &str) -> Result<Transcript<G>, Fault> {
        let games = Sheet::games::<G>(text)?;
        let told = WrittenView::new(games[0].heading.clone(), games.len());
        Ok(Transcript { record: Record::of_sheet(&games[0])?, told })
    }
}

/// Whether a text was meant to tell moves, whatever is wrong with them.
fn tells_moves<G: Notation>(text: &str) -> bool {
    let is_move = |word: &str| G::start().enter(word).is_ok();
    text.is_empty()
        || text.starts_with(['[', '{', '%'])
        || unnumbered(text) != text
        || begins_as_no_position_does::<G>(text)
        || text.split(',').next().is_some_and(is_move)
        || text.split_whitespace().next().is_some_and(is_move)
}

/// Whether the first word is as short as a move is at most, with a mark, where no position begins with so short a word.
fn begins_as_no_position_does<G: Notation>(text: &str) -> bool {
    const MARK: usize = 1;
    let first = |text: &str| text.split_whitespace().next().map_or(0, |word| word.chars().count());
    let longest = G::CARD.move_examples.iter().map(|example| first(example)).max().unwrap_or(0) + MARK;
    first(text) <= longest && G::CARD.examples.iter().all(|example| first(example) > longest)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::backgammon::Backgammon;
    use crate::games::chess::Chess;
    use crate::games::connect_four::ConnectFour;
    use crate::games::go::Go;
    use crate::games::othello::Othello;
    use crate::games::pennies::Pennies;
    use crate::games::tic_tac_toe::TicTacToe;

    fn read<G: Notation>(text: &str) -> Transcript<G> {
        Transcript::read(text).unwrap_or_else(|fault| panic!("{text}: {fault:?}"))
    }

    fn moves<G: Notation>(text: &str) -> Vec<String> {
        read::<G>(text).record.told().unwrap().into_iter().map(|played| played.r#move).collect()
    }

    #[test]
    fn a_game_is_read_in_whichever_form_it_is_written() {
        for text in [
            "e4 e5",
            "e4, e5",
            "1.e4 e5 1-0",
            "\u{feff}[White \"One\"] 1. e4 {best} e5 (1... c5)",
            "; for you\ne4 e5",
        ] {
            assert_eq!(moves::<Chess>(text), ["e2e4", "e7e5"], "{text}");
        }
        assert_eq!(moves::<Othello>("F5d6 c3d3\nc4"), ["f5", "d6", "c3", "d3", "c4"]);
        assert_eq!(moves::<Othello>("1. f5 d6"), ["f5", "d6"]);
        for text in ["443", "4 4 3", "1. 4 4 2. 3", "[Position \"44\"] 3"] {
            assert_eq!(moves::<ConnectFour>(text), ["4", "4", "3"], "{text}");
        }
        assert_eq!(moves::<Go>("(;SZ[9];B[ee];W[])"), ["E5", "pass"]);
        assert_eq!(moves::<Backgammon>("roll 31, 8/5 6/5"), ["roll 31", "8/5 6/5"]);
    }

    #[test]
    fn what_may_be_a_position_and_a_move_is_a_position() {
        assert_eq!(read::<Pennies>("3").record.position, Pennies::new(3));
        assert_eq!(moves::<Pennies>("3 2"), ["3", "2"]);
        assert_eq!(moves::<Pennies>("1. 3"), ["3"]);
    }

    #[test]
    fn what_is_wrong_is_said_of_what_was_meant() {
        fn fault<G: Notation>(text: &str) -> Fault {
            Transcript::<G>::read(text).err().expect(text)
        }
        for (fault, detail) in [
            (fault::<Chess>("1. e5"), "Move 1 of white: "),
            (fault::<Chess>("e4 e5 Ke3"), "Move 2 of white: "),
            (fault::<Chess>("Sf3 d5"), "Move 1 of white: \"Sf3\""),
            (fault::<Chess>("Nf9"), "Move 1 of white: \"Nf9\""),
            (fault::<Chess>("Hello, 1. e4 e5"), "Move 1 of white: \"Hello\""),
            (fault::<Chess>("4453"), "There is no game in this text"),
            (fault::<Chess>("[White \"South\"] 1. 3 6 2. 2 1 *"), "Move 1 of white: \"3\""),
            (fault::<Chess>("1. e4 e5 2. 3"), "Move 2 of white: \"3\""),
            (fault::<Chess>("e4 e5 { and so on"), "A comment is never closed"),
            (fault::<Chess>("[White One] e4"), "A header is broken"),
            (fault::<Chess>(" \u{feff}\n"), "There is no game in this text"),
            (fault::<ConnectFour>(""), "There is no game in this text"),
            (fault::<Backgammon>("roll 31, 8/1"), "Move 1 of white: "),
            (fault::<Go>("(;SZ[9];B[zz])"), "B[zz] is not a point of the board"),
            (fault::<Go>("(;SZ[9])(;SZ[9])"), "There are 2 games in this SGF"),
        ] {
            assert!(fault.detail.starts_with(detail), "{fault:?}");
            assert_eq!(fault.pointer, "/pgn");
        }
        for text in ["4k3/8/8/8/8/8/8/4K2 w - - 0 1", "nonsense"] {
            let of_position = Chess::parse(text).unwrap_err();
            assert_eq!(fault::<Chess>(text), of_position.at("/pgn"));
        }
        let of_position = TicTacToe::parse("........").unwrap_err();
        assert_eq!(fault::<TicTacToe>("........"), of_position.at("/pgn"));
    }

    #[test]
    fn what_a_game_says_of_itself_is_told_once() {
        let text = "[White \"One\"][Black \"Two\"][White \"Three\"][Result \"*\"] 1. e4 1-0 1. d4 0-1";
        let told = serde_json::to_string(&read::<Chess>(text).told).unwrap();
        let expected = r#"{"tags":{"White":"One","Black":"Two","Result":"*"},"result":"1-0","games":2}"#;
        assert_eq!(told, expected);
        let told = read::<Go>("(;SZ[9]PB[Shusaku]RE[B+2];B[ee])").told;
        assert_eq!((told.tags[0].1.as_str(), told.result, told.games), ("Shusaku", Some("1-0"), 1));
        let told = read::<Chess>(Chess::CARD.examples[1]).told;
        assert_eq!(told, WrittenView { tags: Vec::new(), result: None, games: 1 });
    }
}
