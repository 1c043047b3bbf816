//! What is chess's own in Portable Game Notation; the form itself is read in [`Sheet`](crate::notation::Sheet).

use super::Chess;
use super::moves::stripped;
use crate::notation::{Fault, Heading};
use crate::spelling::{digits, quoted};

/// Where a written game begins: its position, and which kind of chess it is.
pub(super) fn start(heading: &Heading) -> Result<Chess, Fault> {
    let start = match heading.start() {
        Some(fen) => Chess::from_text(fen, None)?,
        None => Chess::default(),
    };
    let variant = heading.tag("Variant").unwrap_or("standard").to_lowercase();
    if ["960", "fischer", "freestyle"].iter().any(|word| variant.contains(word)) {
        Ok(start.in_chess960())
    } else if ["standard", "normal", "chess", "from position"].contains(&variant.as_str()) {
        Ok(start)
    } else {
        Err(Fault::value("/pgn", format!("The variant {} is another game", quoted(&variant)))
            .hint("Chess and Chess960 are played here"))
    }
}

/// Move numbers, but not castling in noughts; and what annotators say of a move in letters: `ep`, `mate`.
pub(super) fn says_nothing(word: &str) -> bool {
    let is_number = digits(word).is_some() && !matches!(word, "00" | "000");
    is_number || word.contains(char::is_alphabetic) && stripped(word).is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Game;
    use crate::notation::Sheet;
    use proptest::prelude::*;

    fn only(text: &str) -> Sheet {
        let games = Sheet::games::<Chess>(text).unwrap_or_else(|fault| panic!("{text}: {}", fault.detail));
        let [game] = games.try_into().expect(text);
        game
    }

    /// The moves in exact notation.
    fn sans(sheet: &Sheet) -> Vec<String> {
        let mut position = start(&sheet.heading).expect("a start");
        let each = |word: &String| {
            let chosen = position.read_move(word).expect(word);
            let text = position.san(chosen);
            position.apply(chosen);
            text
        };
        sheet.words.iter().map(each).collect()
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
        assert_eq!(
            (game.heading.tag("Event"), game.heading.tag("Black")),
            (Some("A \"game\""), Some("Other"))
        );
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
        assert_eq!((game.heading.tag("Event"), game.heading.tag("White")), (Some("The \"Open\""), None));
        assert_eq!(game.words.len(), 10);
        let game = only("1. e4 e5 2. Nf3 2… Nc6 3. Bc4 Bc5 4. O–O exd3 e.p. 5. cxd3 1–0");
        assert_eq!(game.words, ["e4", "e5", "Nf3", "Nc6", "Bc4", "Bc5", "O–O", "exd3", "cxd3"]);
        let game = only("1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. 00 Nf6");
        assert_eq!(sans(&game)[6..], ["O-O", "Nf6"]);
        let game = only("1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7 mate");
        assert_eq!(sans(&game).last().map(String::as_str), Some("Qxf7#"));
        for pass in ["1. e4 -- 2. d4", "1. e4 –– 2. d4"] {
            assert_eq!(only(pass).words.len(), 3, "{pass}");
        }
    }

    #[test]
    fn several_games_are_told_apart() {
        let text = format!("{ANNOTATED}\n{ANNOTATED}\n[Event \"Third\"]\n\n1. d4 *\n1. c4 c5 0-1\n1. b3");
        let games = Sheet::games::<Chess>(&text).unwrap();
        let lengths: Vec<_> = games.iter().map(|game| game.words.len()).collect();
        assert_eq!(lengths, [9, 9, 1, 2, 1]);
    }

    #[test]
    fn a_game_may_begin_anywhere() {
        let game = only("[SetUp \"1\"]\n[FEN \"4k3/P7/8/8/8/8/8/4K3 w - - 0 40\"]\n40. a8=Q+ Kd7 *");
        assert_eq!(sans(&game), ["a8=Q+", "Kd7"]);
        let text = "[Variant \"Chess960\"]\n[FEN \"4k3/8/8/8/8/8/8/1R2K1R1 w GB - 0 1\"]\n1. O-O";
        assert!(start(&only(text).heading).unwrap().is_chess960());
        assert_eq!(start(&only("[Variant \"\"]\n[FEN \"?\"]\n1. e4").heading), Ok(Chess::default()));
        let fault = start(&only("[Variant \"Atomic\"] 1. e4").heading).unwrap_err();
        assert_eq!(fault.detail, "The variant \"atomic\" is another game");
    }

    proptest! {
        #[test]
        fn no_mutation_of_a_game_breaks_the_reader(
            changes in proptest::collection::vec((any::<prop::sample::Index>(), "[-\\[\\]{}()$;%. a-h1-8KQRBNOx=+#\"\\\\\n½♘]?"), 1..8)
        ) {
            let mut letters: Vec<String> = ANNOTATED.chars().map(String::from).collect();
            for (place, letter) in changes {
                let at = place.index(letters.len());
                letters[at] = letter;
            }
            let _ = Sheet::games::<Chess>(&letters.concat());
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
