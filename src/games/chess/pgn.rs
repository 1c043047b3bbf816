//! Portable Game Notation: the main line of each game in a text. Comments, variations and
//! annotations are understood, and passed over.

use cozy_chess::Move;

use super::Chess;
use super::legality::name;
use super::moves::stripped;
use crate::game::Game;
use crate::notation::{Fault, Notation};
use crate::spelling::{is_hyphen, is_unseen, quoted};

/// A game that was written down.
#[derive(Clone, Debug)]
pub struct Pgn {
    /// Name and value, in the order in which they stand.
    pub tags: Vec<(String, String)>,
    pub start: Chess,
    /// The main line; legal from the start.
    pub moves: Vec<Move>,
}

impl Pgn {
    /// The games of a text, in their order; at least one.
    pub fn games(text: &str) -> Result<Vec<Pgn>, Fault> {
        let text: String = text.chars().filter(|c| !is_unseen(*c)).collect();
        let mut games = Vec::new();
        let mut sheet = Sheet::default();
        for token in Tokens::of(&text) {
            let token = token?;
            if sheet.ends_before(&token) {
                games.push(std::mem::take(&mut sheet).finish()?);
            }
            sheet.write(token)?;
        }
        if sheet.holds_anything() || games.is_empty() {
            games.push(sheet.finish()?);
        }
        if games.iter().all(|game| game.moves.is_empty() && game.tags.is_empty()) {
            return Err(fault("There is no game in this PGN")
                .hint("Write its moves: 1. e4 e5 2. Nf3 Nc6, with or without headers"));
        }
        Ok(games)
    }

    /// The game of a text that holds no other.
    pub fn the_only(text: &str) -> Result<Pgn, Fault> {
        let [game] = Pgn::games(text)?.try_into().map_err(|games: Vec<Pgn>| {
            fault(format!("There are {} games in this PGN", games.len())).hint("Send them one by one")
        })?;
        Ok(game)
    }
}

/// What is wrong with how a PGN is written.
fn fault(detail: impl Into<String>) -> Fault {
    Fault::value("/pgn", detail)
}

/// A game that is being read.
#[derive(Default)]
struct Sheet {
    tags: Vec<(String, String)>,
    /// Moves, and the positions from the start to the one after them, once the moves have begun.
    play: Option<(Vec<Move>, Vec<Chess>)>,
    /// How deep in variations.
    depth: usize,
    /// Whether a result was written: nothing follows but another game.
    has_ended: bool,
}

impl Sheet {
    /// Whether a token belongs to the next game.
    fn ends_before(&self, token: &Token<'_>) -> bool {
        match token {
            Token::Tag(..) => self.play.is_some() || self.has_ended,
            Token::Word(_) | Token::Open => self.has_ended,
            Token::Close | Token::Result => false,
        }
    }

    fn holds_anything(&self) -> bool {
        !self.tags.is_empty() || self.play.is_some() || self.has_ended
    }

    fn write(&mut self, token: Token<'_>) -> Result<(), Fault> {
        match token {
            Token::Tag(name, value) => self.tags.push((name, value)),
            Token::Open => self.depth += 1,
            Token::Close => {
                self.depth = self.depth.checked_sub(1).ok_or_else(|| {
                    fault("A variation is closed that was never opened").hint("Remove a ')'")
                })?;
            }
            Token::Result if self.depth == 0 => self.has_ended = true,
            Token::Word(text) if self.depth == 0 => self.play(text)?,
            Token::Result | Token::Word(_) => {}
        }
        Ok(())
    }

    fn play(&mut self, text: &str) -> Result<(), Fault> {
        if self.play.is_none() {
            self.play = Some((Vec::new(), vec![self.start()?]));
        }
        let Some((moves, positions)) = &mut self.play else { return Ok(()) };
        let Some((position, past)) = positions.split_last() else { return Ok(()) };
        let read = match position.ending(past) {
            Some(ending) => Err(Fault::over(&ending)),
            None => position.read_move(text),
        };
        let played = read.map_err(|wrong| {
            let side = position.board().side_to_move();
            let number = position.board().fullmove_number();
            let told =
                Fault::illegal(format!("Move {number} of {}: {}", name(side), wrong.detail)).at("/pgn");
            Fault { hint: wrong.hint, ..told }
        })?;
        let next = position.after(played);
        moves.push(played);
        positions.push(next);
        Ok(())
    }

    fn start(&self) -> Result<Chess, Fault> {
        // What is not known is written with a question mark.
        let is_told = |value: &&str| !["", "?"].contains(value);
        let tag = |wanted: &str| {
            let named = self.tags.iter().find(|(name, _)| name.eq_ignore_ascii_case(wanted));
            named.map(|(_, value)| value.trim()).filter(is_told)
        };
        let start = match tag("FEN") {
            Some(fen) => Chess::from_text(fen, None).map_err(|fault| fault.at("/pgn"))?,
            None => Chess::default(),
        };
        let variant = tag("Variant").unwrap_or("standard").to_lowercase();
        if ["960", "fischer", "freestyle"].iter().any(|word| variant.contains(word)) {
            Ok(start.in_chess960())
        } else if ["standard", "normal", "chess", "from position"].contains(&variant.as_str()) {
            Ok(start)
        } else {
            Err(fault(format!("The variant {} is another game", quoted(&variant)))
                .hint("Chess and Chess960 are played here"))
        }
    }

    fn finish(self) -> Result<Pgn, Fault> {
        if self.depth > 0 {
            return Err(fault("A variation is never closed").hint("Add a ')'"));
        }
        let (start, moves) = match self.play {
            Some((moves, mut positions)) => (positions.swap_remove(0), moves),
            None => (self.start()?, Vec::new()),
        };
        Ok(Pgn { tags: self.tags, start, moves })
    }
}

enum Token<'a> {
    Tag(String, String),
    /// What may be a move.
    Word(&'a str),
    Open,
    Close,
    Result,
}

struct Tokens<'a> {
    rest: &'a str,
    /// At the beginning of a line, where a % hides it.
    fresh_line: bool,
}

impl<'a> Tokens<'a> {
    fn of(text: &'a str) -> Tokens<'a> {
        Tokens { rest: text, fresh_line: true }
    }

    /// Passes over everything up to the end of a line.
    fn skip_line(&mut self) {
        self.rest = self.rest.find('\n').map_or("", |end| &self.rest[end..]);
    }

    /// `[Name "value"]`, with \" and \\ in the value; a quote that ends nothing belongs to it.
    fn tag(&mut self) -> Result<Token<'a>, Fault> {
        let broken =
            || fault("A header of the PGN is broken").hint("Write it like [White \"Anderssen, Adolf\"]");
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
        let apart = |c: char| c.is_whitespace() || "(){};$[".contains(c);
        let end = self.rest.find(apart).unwrap_or(self.rest.len()).max(1);
        let (word, rest) = self.rest.split_at(end);
        self.rest = rest;
        word
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
                    let word = self.word();
                    if is_result(word) {
                        return Some(Ok(Token::Result));
                    }
                    if !says_nothing(word) {
                        return Some(Ok(Token::Word(word)));
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

/// Whether a word says how the game ended, or that it goes on.
fn is_result(word: &str) -> bool {
    let plain: String = word.chars().map(|c| if is_hyphen(c) { '-' } else { c }).collect();
    ["1-0", "0-1", "1/2-1/2", "½-½", "1/2", "½", "*"].contains(&plain.as_str())
}

/// Move numbers, and what annotators say of a move beside it; not the pass that some write `--`, nor
/// castling in noughts.
fn says_nothing(word: &str) -> bool {
    let is_pass = word.chars().count() > 1 && word.chars().all(is_hyphen);
    let is_number = word.chars().all(|c| c.is_ascii_digit()) && !matches!(word, "00" | "000");
    is_number || !is_pass && stripped(word).is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::FaultKind;
    use proptest::prelude::*;

    fn sans(game: &Pgn) -> Vec<String> {
        let mut position = game.start.clone();
        let each = |m: &Move| {
            let text = position.san(*m);
            position.apply(*m);
            text
        };
        game.moves.iter().map(each).collect()
    }

    fn only(text: &str) -> Pgn {
        let games = Pgn::games(text).unwrap_or_else(|fault| panic!("{text}: {}", fault.detail));
        assert_eq!(games.len(), 1, "{text}");
        games.into_iter().next().unwrap()
    }

    fn tag<'a>(game: &'a Pgn, wanted: &str) -> Option<&'a str> {
        game.tags.iter().find(|(name, _)| name == wanted).map(|(_, value)| value.as_str())
    }

    const ANNOTATED: &str = r#"
[Event "A \"game\""]
[White "One"] [Black "Other"]
% an escaped line with ( and {
1. e4 {the best (by test)} e5!? $14 2. Nf3 (2. f4 exf4 (2... d5 3. exd5) 3. Nf3) 2... Nc6 ; the knight
3.Bb5 +/= a6 4.O-O?! +- Nf6 -/+ 5. Re1 1/2-1/2
"#;

    #[test]
    fn the_main_line_is_read_past_comments_variations_and_annotations() {
        let game = only(ANNOTATED);
        assert_eq!(sans(&game), ["e4", "e5", "Nf3", "Nc6", "Bb5", "a6", "O-O", "Nf6", "Re1"]);
        assert_eq!((tag(&game, "Event"), tag(&game, "Black")), (Some("A \"game\""), Some("Other")));
    }

    #[test]
    fn what_stands_beside_a_move_in_books_and_on_pages_is_passed_over() {
        for text in [
            "\u{feff}1.\u{200b}e4 e5\u{a0}2. Nf3 +− Nc6 ⩲ 3. Bb5 1/2 - 1/2",
            "1. e4 e5 2. Nf3+− Nc6± 3. Bb5 ½–½",
            "[Event \"The \"Gibraltar\" Open\"]\n[White \"A\"] [Black \"B\"]\n1. e4 e5 2. Nf3 Nc6 3. Bb5 ½",
        ] {
            let game = only(text);
            assert_eq!(sans(&game), ["e4", "e5", "Nf3", "Nc6", "Bb5"], "{text}");
        }
        let game = only(
            "[Event \"The \"Open\"\"] [White \"\"] 1. e4 d6 2. e5 d5 3. d4 f5 4. exf6 ep Kf7 5. fxg7 ch Ke6",
        );
        assert_eq!((tag(&game, "Event"), tag(&game, "White")), (Some("The \"Open\""), Some("")));
        assert_eq!(game.moves.len(), 10);
        let game = only("1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. 00 Nf6");
        assert_eq!(sans(&game)[6..], ["O-O", "Nf6"]);
        let game = only("1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7 mate");
        assert_eq!(sans(&game).last().map(String::as_str), Some("Qxf7#"));
        for pass in ["1. e4 -- 2. d4", "1. e4 –– 2. d4"] {
            assert!(Pgn::games(pass).is_err(), "{pass}");
        }
    }

    #[test]
    fn several_games_are_told_apart() {
        let text = format!("{ANNOTATED}\n{ANNOTATED}\n[Event \"Third\"]\n\n1. d4 *\n1. c4 c5 0-1\n1. b3");
        let games = Pgn::games(&text).unwrap();
        let lengths: Vec<_> = games.iter().map(|game| game.moves.len()).collect();
        assert_eq!(lengths, [9, 9, 1, 2, 1]);
    }

    #[test]
    fn a_game_may_begin_anywhere() {
        let game = only("[SetUp \"1\"]\n[FEN \"4k3/P7/8/8/8/8/8/4K3 w - - 0 40\"]\n40. a8=Q+ Kd7 *");
        assert_eq!(sans(&game), ["a8=Q+", "Kd7"]);
        let text = "[Variant \"Chess960\"]\n[FEN \"4k3/8/8/8/8/8/8/1R2K1R1 w GB - 0 1\"]\n1. O-O";
        assert!(only(text).start.is_chess960());
        assert_eq!(only("[Variant \"\"]\n[FEN \"?\"]\n1. e4").start, Chess::default());
    }

    #[test]
    fn what_is_wrong_is_told_with_its_place() {
        let shuffled = format!("{} e4", ["Nf3 Nf6 Ng1 Ng8"; 4].join(" "));
        for (text, detail) in [
            (shuffled.as_str(), "Move 9 of White: The game was over before this move: fivefold repetition"),
            (
                "1. e4 e5 2. Ke3",
                "Move 2 of White: \"Ke3\" is not legal here: no piece of White's can make it",
            ),
            ("1. e4 e5 2. Nf3 Xx", "Move 2 of Black: \"Xx\" is not a move that can be read"),
            ("1. f3 e5 2. g4 Qh4# 3. a3", "Move 3 of White: The game was over before this move: checkmate"),
            ("1. e4 { and so on", "A comment is never closed"),
            ("1. e4 } e5", "A comment is closed that was never opened"),
            ("1. e4 (1. d4", "A variation is never closed"),
            ("1. e4 e5)", "A variation is closed that was never opened"),
            ("[White One]", "A header of the PGN is broken"),
            ("[Variant \"Atomic\"] 1. e4", "The variant \"atomic\" is another game"),
            ("", "There is no game in this PGN"),
        ] {
            let fault = Pgn::games(text).unwrap_err();
            assert_eq!((fault.detail.as_str(), fault.pointer.as_str()), (detail, "/pgn"), "{text}");
            let about_a_move = detail.starts_with("Move ");
            let kind = if about_a_move { FaultKind::IllegalMove } else { FaultKind::BadValue };
            assert_eq!(fault.kind, kind, "{text}");
        }
    }

    proptest! {
        #[test]
        fn no_text_whatever_breaks_the_reader(text in "\\PC*") {
            let _ = Pgn::games(&text);
        }

        #[test]
        fn no_mutation_of_a_game_breaks_the_reader(
            changes in proptest::collection::vec((any::<prop::sample::Index>(), "[-\\[\\]{}()$;%. a-h1-8KQRBNOx=+#\"\\\\\n½♘]?"), 1..8)
        ) {
            let mut letters: Vec<String> = ANNOTATED.chars().map(String::from).collect();
            for (place, letter) in changes {
                let at = place.index(letters.len());
                letters[at] = letter;
            }
            let _ = Pgn::games(&letters.concat());
        }

        #[test]
        fn no_mutation_of_a_fen_breaks_the_reader(
            changes in proptest::collection::vec((any::<prop::sample::Index>(), "[-/ a-hA-H0-9kqrnpKQRNPwx\n|♔]?"), 1..8)
        ) {
            let fen = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
            let mut letters: Vec<String> = fen.chars().map(String::from).collect();
            for (place, letter) in changes {
                let at = place.index(letters.len());
                letters[at] = letter;
            }
            if let Ok(position) = Chess::from_text(&letters.concat(), None) {
                let again = Chess::from_text(&position.fen(), None).map(|again| again.fen());
                prop_assert_eq!(again, Ok(position.fen()));
            }
        }

        #[test]
        fn no_text_is_read_as_a_move_that_is_not_legal(text in "[-a-h1-8KQRBNOo0x=+#!? .♘🙂]{0,9}|\\PC{0,9}") {
            let position = Chess::default();
            if let Ok(m) = position.read_move(&text) {
                prop_assert!(position.legal_moves().contains(&m));
            }
        }
    }
}
