//! Games as they are written down: tags, then moves with their numbers, comments, variations and a
//! result. PGN is chess in this form, PDN draughts; others can be written in it as well. Which moves
//! there are is the game's to say: here words are told from what stands around them.

use super::heading::result;
use super::{Fault, Heading, Notation};
use crate::spelling::{digits, is_hyphen, is_unseen};

/// A game that was written down, its moves not yet looked at.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Sheet {
    pub heading: Heading,
    /// The main line, a word a move, without numbers and marks. Comments, variations and annotations
    /// are understood, and passed over.
    pub words: Vec<String>,
}

impl Sheet {
    /// The games of a text, in their order; at least one.
    pub fn games<G: Notation>(text: &str) -> Result<Vec<Sheet>, Fault> {
        let text: String = text.chars().filter(|c| !is_unseen(*c)).collect();
        // Moves that have spaces in them are parted by commas; where there are none, by spaces after all.
        let tokens = |parting| Tokens::new(&text, parting, G::says_nothing);
        let by_commas = G::CARD.moves_have_gaps() && tokens(Parting::Commas).has_comma();
        let parting = if by_commas { Parting::Commas } else { Parting::Blanks };
        let mut games = Vec::new();
        let mut draft = Draft::default();
        for token in tokens(parting) {
            let token = token?;
            if draft.ends_before(&token) {
                games.push(std::mem::take(&mut draft).finish()?);
            }
            draft.write(token)?;
        }
        if draft.holds_anything() || games.is_empty() {
            games.push(draft.finish()?);
        }
        if games.iter().all(|game| game.words.is_empty() && game.heading.tags.is_empty()) {
            return Err(fault("There is no game in this text")
                .hint("Write its moves, with or without numbers and headers, like 1. e4 e5 2. Nf3 Nc6"));
        }
        Ok(games)
    }

    /// The tags before the first game, as far as they can be read: they may say which game it is.
    pub fn head(text: &str) -> Heading {
        let text: String = text.chars().filter(|c| !is_unseen(*c)).collect();
        let tokens = Tokens::new(&text, Parting::Blanks, |_| false);
        let tags = tokens.map_while(|token| match token {
            Ok(Token::Tag(name, value)) => Some((name, value)),
            _ => None,
        });
        Heading { tags: tags.collect(), result: None }
    }
}

/// A move without the number that is written before it: `e4` for `1. e4`, nothing for `1.` alone.
///
/// ```
/// use bestmove::notation::unnumbered;
///
/// assert_eq!(["1.e4", "2... Nc6", "e4", "12.", "3"].map(unnumbered), ["e4", "Nc6", "e4", "", "3"]);
/// ```
#[must_use]
pub fn unnumbered(text: &str) -> &str {
    let text = text.trim();
    let rest = text.trim_start_matches(|c: char| c.is_ascii_digit()).trim_start();
    let is_numbered = text.starts_with(|c: char| c.is_ascii_digit()) && rest.starts_with(['.', '…']);
    if is_numbered { rest.trim_start_matches(['.', '…']).trim_start() } else { text }
}

/// Whether a word has no letter and no digit, and is no pass (`--`) either: what annotators put beside a move.
fn is_annotation(word: &str) -> bool {
    let is_pass = word.chars().count() > 1 && word.chars().all(is_hyphen);
    !is_pass && !word.chars().any(char::is_alphanumeric)
}

/// What is wrong with how a game is written.
fn fault(detail: impl Into<String>) -> Fault {
    Fault::value("/pgn", detail)
}

/// A game that is being read.
#[derive(Default)]
struct Draft {
    sheet: Sheet,
    /// How deep in variations.
    depth: usize,
}

impl Draft {
    /// Whether a result was written: nothing follows but another game.
    fn has_ended(&self) -> bool {
        self.sheet.heading.result.is_some()
    }

    /// Whether a token belongs to the next game.
    fn ends_before(&self, token: &Token<'_>) -> bool {
        match token {
            Token::Tag(..) => !self.sheet.words.is_empty() || self.has_ended(),
            Token::Word(_) | Token::Open => self.has_ended(),
            Token::Close | Token::Result(_) => false,
        }
    }

    fn holds_anything(&self) -> bool {
        self.sheet != Sheet::default() || self.depth > 0
    }

    fn write(&mut self, token: Token<'_>) -> Result<(), Fault> {
        match token {
            Token::Tag(name, value) => self.sheet.heading.tags.push((name, value)),
            Token::Open => self.depth += 1,
            Token::Close => {
                self.depth = self.depth.checked_sub(1).ok_or_else(|| {
                    fault("A variation is closed that was never opened").hint("Remove a ')'")
                })?;
            }
            Token::Result(result) if self.depth == 0 => {
                self.sheet.heading.result.get_or_insert(result);
            }
            Token::Word(text) if self.depth == 0 => {
                self.sheet.words.push(text.split_whitespace().collect::<Vec<_>>().join(" "));
            }
            Token::Result(_) | Token::Word(_) => {}
        }
        Ok(())
    }

    fn finish(mut self) -> Result<Sheet, Fault> {
        if self.depth > 0 {
            return Err(fault("A variation is never closed").hint("Add a ')'"));
        }
        let heading = &mut self.sheet.heading;
        heading.result = heading.result.or_else(|| heading.tag("Result").and_then(result));
        Ok(self.sheet)
    }
}

enum Token<'a> {
    Tag(String, String),
    /// What may be a move.
    Word(&'a str),
    Open,
    Close,
    Result(&'static str),
}

/// What stands between two moves.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Parting {
    /// Spaces, newlines, and commas as well.
    Blanks,
    /// Commas alone: moves have spaces in them, and may have brackets and semicolons.
    Commas,
}

struct Tokens<'a> {
    rest: &'a str,
    parting: Parting,
    /// Whether a word with letters or digits is none of the game's moves.
    says_nothing: fn(&str) -> bool,
    /// At the beginning of a line, where a % hides it.
    fresh_line: bool,
    /// Behind a number, blanks apart: another one is not the number of a move.
    behind_number: bool,
    /// Whether a comma stood between two words so far.
    comma: bool,
}

impl<'a> Tokens<'a> {
    fn new(rest: &'a str, parting: Parting, says_nothing: fn(&str) -> bool) -> Tokens<'a> {
        Tokens { rest, parting, says_nothing, fresh_line: true, behind_number: false, comma: false }
    }

    fn has_comma(mut self) -> bool {
        while !self.comma && self.next().is_some() {}
        self.comma
    }

    /// Passes over everything up to the end of a line.
    fn skip_line(&mut self) {
        self.rest = self.rest.find('\n').map_or("", |end| &self.rest[end..]);
    }

    /// `[Name "value"]`, with \" and \\ in the value; a quote that ends nothing belongs to it.
    fn tag(&mut self) -> Result<Token<'a>, Fault> {
        let broken = || fault("A header is broken").hint("Write it like [White \"Anderssen, Adolf\"]");
        let inner = self.rest[1..].trim_start();
        let end = inner.find(|c: char| c.is_whitespace() || c == '"' || c == ']').ok_or_else(broken)?;
        let (name, after) = inner.split_at(end);
        let mut letters = after.trim_start().strip_prefix('"').ok_or_else(broken)?.chars();
        let mut value = String::new();
        loop {
            match letters.next().ok_or_else(broken)? {
                '"' if !goes_on(letters.as_str()) => break,
                '\\' => value.extend(letters.next()),
                c => value.push(c),
            }
        }
        self.rest = letters.as_str().trim_start().strip_prefix(']').ok_or_else(broken)?;
        Ok(Token::Tag(name.to_owned(), value))
    }

    fn word(&mut self) -> &'a str {
        let mut brackets = 0;
        let apart = |c: char| match (self.parting, c) {
            (_, ',' | '{' | '}' | '$' | '[') => true,
            (Parting::Blanks, c) => c.is_whitespace() || "();".contains(c),
            (Parting::Commas, '(') => {
                brackets += 1;
                false
            }
            (Parting::Commas, ')') => {
                brackets -= 1;
                brackets < 0
            }
            (Parting::Commas, _) => false,
        };
        let end = self.rest.find(apart).unwrap_or(self.rest.len());
        let (word, rest) = self.rest.split_at(end);
        self.rest = rest;
        word.trim()
    }

    /// The result whose first half is a word that was read: `1 - 0`.
    fn spaced_result(&mut self, half: &str) -> Option<&'static str> {
        let rest = self.rest.trim_start().strip_prefix(is_hyphen)?.trim_start();
        let mut ahead = Tokens { rest, ..*self };
        let found = result(&format!("{half}-{}", ahead.word()))?;
        self.rest = ahead.rest;
        Some(found)
    }
}

impl<'a> Iterator for Tokens<'a> {
    type Item = Result<Token<'a>, Fault>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let before = self.rest;
            self.rest = before.trim_start();
            self.fresh_line |= before[..before.len() - self.rest.len()].ends_with('\n');
            let first = self.rest.chars().next()?;
            let fresh = std::mem::take(&mut self.fresh_line);
            let behind_number = std::mem::take(&mut self.behind_number);
            match first {
                '%' if fresh => self.skip_line(),
                ';' => self.skip_line(),
                '{' => match self.rest.find('}') {
                    Some(end) => self.rest = &self.rest[end + 1..],
                    None => {
                        self.rest = "";
                        return Some(Err(fault("A comment is never closed").hint("Add a '}'")));
                    }
                },
                '$' => self.rest = self.rest[1..].trim_start_matches(|c: char| c.is_ascii_digit()),
                ',' => {
                    self.comma = true;
                    self.behind_number = behind_number;
                    self.rest = &self.rest[1..];
                }
                '[' => {
                    let tag = self.tag();
                    if tag.is_err() {
                        self.rest = "";
                    }
                    return Some(tag);
                }
                '(' | ')' => {
                    self.rest = &self.rest[1..];
                    return Some(Ok(if first == '(' { Token::Open } else { Token::Close }));
                }
                '}' => {
                    self.rest = "";
                    return Some(
                        Err(fault("A comment is closed that was never opened").hint("Remove a '}'")),
                    );
                }
                _ => {
                    let whole = self.word();
                    let word = unnumbered(whole);
                    let (is_number, has_number) = (digits(word).is_some(), word != whole);
                    let passes = is_annotation(word) || (self.says_nothing)(word);
                    let spaced = if is_number && passes { self.spaced_result(word) } else { None };
                    if let Some(result) = result(word).or(spaced) {
                        return Some(Ok(Token::Result(result)));
                    }
                    self.behind_number = passes && (is_number || has_number);
                    if !passes || is_number && (behind_number || has_number) {
                        return Some(Ok(Token::Word(word.trim_end_matches(['!', '?']))));
                    }
                }
            }
        }
    }
}

/// Whether more of a header's value follows a quote that should have been escaped.
fn goes_on(after: &str) -> bool {
    let line = after.lines().next().unwrap_or_default().trim_start();
    !line.is_empty() && !line.starts_with(']') && line.contains('"')
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::backgammon::Backgammon;
    use crate::games::checkers::Checkers;
    use crate::games::chess::Chess;
    use crate::games::chess::kriegspiel::Kriegspiel;
    use crate::games::mancala::Kalah;
    use proptest::prelude::*;

    fn words<G: Notation>(text: &str) -> Vec<String> {
        let games = Sheet::games::<G>(text).unwrap_or_else(|fault| panic!("{text}: {}", fault.detail));
        let [game] = games.try_into().expect(text);
        game.words
    }

    #[test]
    fn draughts_are_read_past_what_stands_around_the_moves() {
        let text = "[Event \"A match\"]\n[GameType \"21,B,8,8,N1,0\"]\n[Result \"2-0\"]\n\
                    1. 11-15 {Old Faithful} 23-19! 2.8-11 (2. 9-14 22-17) 22-17 $2 3... 11-16 ; well\n2-0";
        assert_eq!(words::<Checkers>(text), ["11-15", "23-19", "8-11", "22-17", "11-16"]);
        assert_eq!(Sheet::head(text).game_type(), Some(21));
    }

    #[test]
    fn where_moves_are_numbers_only_a_dot_makes_one_the_number_of_a_move() {
        assert_eq!(words::<Kalah>("1. 3 6 2. 2 1 0-1"), ["3", "6", "2", "1"]);
        assert_eq!(words::<Kalah>("3 6 2 1"), ["3", "6", "2", "1"]);
        assert_eq!(words::<Checkers>("1 11-15 23-19 2 8-11"), ["11-15", "23-19", "8-11"]);
    }

    #[test]
    fn where_no_move_is_a_number_a_number_behind_another_is_a_word_that_can_be_told() {
        for (text, told) in [
            ("1. 3 6 2. 2 1 *", vec!["3", "6", "2", "1"]),
            ("1.3 6 2.2 1", vec!["3", "6", "2", "1"]),
            ("3 6 2 1", vec!["6", "2", "1"]),
            ("3, 6", vec!["6"]),
            ("1. e4 2... 12", vec!["e4", "12"]),
            ("1. 3 - 6", vec!["3"]),
        ] {
            assert_eq!(words::<Chess>(text), told, "{text}");
        }
        assert_eq!(words::<Checkers>("1. 11 - 15"), ["11"]);
        assert_eq!(words::<Chess>("4. 00 5 Re1"), ["00", "Re1"], "castling in noughts is no number");
    }

    #[test]
    fn numbers_beside_moves_are_passed_over_however_they_stand_there() {
        for text in [
            "1. e4 e5 2.",
            "1.e4 e5 2",
            "1 e4 e5 2 *",
            "1. ... e4 1... e5",
            "1. 1. e4 1. 1... e5",
            "1 1. e4 e5\n2 2.",
            "1. e4 $1 $2 e5 $ 14 2. $10",
            "1. {12} 1. e4 {[%clk 0:01:02] 3 4} 1... {5} e5 ; 6 7\n2.",
            "1 {a comment} 1 e4 (1 d4 2) 1 e5",
            "1. e4 e5 2. 1-0",
            "1. e4 e5 2. 1 - 0",
            "1. e4 e5 2. 0 – 1",
            "1. e4 e5 1 - 0",
            "1. e4 e5 2. 1/2 - 1/2",
        ] {
            assert_eq!(words::<Chess>(text), ["e4", "e5"], "{text}");
        }
    }

    #[test]
    fn moves_with_spaces_in_them_are_parted_by_commas() {
        let text = "[White \"One, A\"]\n1. roll 31, 8/5\n6/5, 2. roll 66, 24/18(2) 13/7(2) {a, b}, 1-0";
        assert_eq!(words::<Backgammon>(text), ["roll 31", "8/5 6/5", "roll 66", "24/18(2) 13/7(2)"]);
        let heard = "moved; pawn at d5 captured";
        assert_eq!(words::<Kriegspiel>(&format!("1. e2e4, {heard}")), ["e2e4", heard]);
        assert_eq!(words::<Kriegspiel>("1. e2e4 moved"), ["e2e4", "moved"]);
        assert_eq!(words::<Chess>("e4, e5,Nf3"), ["e4", "e5", "Nf3"]);
    }

    #[test]
    fn several_games_are_told_apart_by_their_results_and_tags() {
        let text = "1. 11-15 23-19 1-1\n1. 9-14 2-0\n[Event \"Third\"]\n1. 10-14\n[Event \"Fourth\"]";
        let games = Sheet::games::<Checkers>(text).unwrap();
        assert_eq!(games.iter().map(|game| game.words.len()).collect::<Vec<_>>(), [2, 1, 1, 0]);
        let results: Vec<_> = games.iter().map(|game| game.heading.result).collect();
        assert_eq!(results, [Some("1/2-1/2"), Some("1-0"), None, None]);
    }

    #[test]
    fn how_a_game_ended_stands_behind_its_moves_or_over_them() {
        for (text, result) in [
            ("1. e4 e5 1-0", Some("1-0")),
            ("1. e4 e5 0–1", Some("0-1")),
            ("e4 ½-½", Some("1/2-1/2")),
            ("1. e4 e5 1 - 0", Some("1-0")),
            ("1. e4 e5 2. 0 – 1", Some("0-1")),
            ("e4 1/2 - 1/2", Some("1/2-1/2")),
            ("e4 1/2", Some("1/2-1/2")),
            ("e4 (e5 1-0) *", Some("*")),
            ("[Result \"½–½\"] 1. e4", Some("1/2-1/2")),
            ("[Result \"*\"] 1. e4 1-0", Some("1-0")),
            ("[Result \"White won\"] 1. e4", None),
            ("1. e4", None),
        ] {
            assert_eq!(Sheet::games::<Chess>(text).unwrap()[0].heading.result, result, "{text}");
        }
        for result in ["1-0", "0-1", "1–0", "1/2-1/2", "½-½", "½–½", "1/2", "½", "2-0", "0-2", "1-1", "*"]
        {
            assert_eq!(
                words::<Checkers>(&format!("1. 11-15 22-17 {result}")),
                ["11-15", "22-17"],
                "{result}"
            );
        }
    }

    #[test]
    fn what_is_wrong_with_the_form_is_told() {
        for (text, detail) in [
            ("1. e4 { and so on", "A comment is never closed"),
            ("1. e4 } e5", "A comment is closed that was never opened"),
            ("1. e4 (1. d4", "A variation is never closed"),
            ("(", "A variation is never closed"),
            ("1. e4 e5)", "A variation is closed that was never opened"),
            ("[White One]", "A header is broken"),
            ("", "There is no game in this text"),
        ] {
            let fault = Sheet::games::<Chess>(text).unwrap_err();
            assert_eq!((fault.detail.as_str(), fault.pointer.as_str()), (detail, "/pgn"), "{text}");
        }
    }

    proptest! {
        #[test]
        fn no_text_whatever_breaks_the_reader(text in "\\PC*|[-\\[\\]{}()$;%,. a-h1-8x/*\"\\\\\n½]{0,40}") {
            let _ = Sheet::games::<Chess>(&text);
            let _ = Sheet::games::<Backgammon>(&text);
            let _ = Sheet::head(&text);
        }
    }
}
