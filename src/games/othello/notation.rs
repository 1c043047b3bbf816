//! How othello is written, read and drawn.

use super::discs::{Squares, around};
use super::rules::{Move, Othello};
use crate::bits::ones;
use crate::game::{Game, Player};
use crate::notation::{Board, BoardStyle, Card, Cell, Ending, Fault, Nature, Notation, Odds, Piece, Played};
use crate::spelling::quoted;

/// d4, e4, d5, e5: they hold discs from the start and for ever.
const CENTRE: Squares = 0x0000_0018_1800_0000;

fn square_name(square: u8) -> String {
    format!("{}{}", char::from(b'a' + square % 8), square / 8 + 1)
}

fn square_named(text: &str) -> Option<u8> {
    match text.as_bytes() {
        [column, row @ b'1'..=b'8'] => {
            let column = column.to_ascii_lowercase();
            (b'a'..=b'h').contains(&column).then(|| (row - b'1') * 8 + (column - b'a'))
        }
        _ => None,
    }
}

/// Whether every disc is joined to the centre: each was placed beside another.
fn is_joined(discs: Squares) -> bool {
    let mut reached = CENTRE;
    loop {
        let further = reached | around(reached) & discs;
        if further == reached {
            return discs == reached;
        }
        reached = further;
    }
}

/// A board in OBF, its rows parted or not.
fn board(text: &str) -> Result<Othello, Fault> {
    // In OBF a comment follows the semicolon.
    let board = text.split(';').next().unwrap_or_default();
    let mut letters = board.chars().filter(|c| !c.is_whitespace() && *c != '/');
    let (mut black, mut white) = (0, 0);
    for square in 0..64 {
        match letters.next() {
            Some('X' | 'x' | '*') => black |= 1 << square,
            Some('O' | 'o') => white |= 1 << square,
            Some('-' | '.' | '_') => {}
            Some(other) => {
                return Err(Fault::position(format!("{other:?} is not a disc"))
                    .hint("X is a black disc, O a white one, - an empty square"));
            }
            None => {
                return Err(Fault::position(format!("The board ends after {square} of 64 squares"))
                    .hint("Write all 64 squares from a1, row by row, then a space and the side to move"));
            }
        }
    }
    let wrong_end = |detail: String| {
        Err(Fault::position(detail).hint("After the 64 squares end the position with \" X\" or \" O\""))
    };
    let position = match (letters.next(), letters.next()) {
        (Some('X' | 'x' | '*'), None) => Othello::new(black, white, Player::First),
        (Some('O' | 'o'), None) => Othello::new(white, black, Player::Second),
        (None, _) => return wrong_end("The side to move is missing".to_owned()),
        (Some(other), None) => return wrong_end(format!("{other:?} is not a side to move")),
        (_, Some(_)) => {
            return wrong_end("There is more than 64 squares and the side to move".to_owned());
        }
    };
    if CENTRE & position.empties() != 0 {
        return Err(Fault::position("A square of the centre is empty")
            .hint("d4, e4, d5 and e5 hold a disc from the start of every game"));
    }
    if !is_joined(!position.empties()) {
        return Err(Fault::position("A disc stands apart from the others")
            .hint("Each disc is placed beside another, so all are joined to the centre"));
    }
    Ok(position)
}

/// Whether a text is a game and no board: it begins with a square.
fn is_transcript(text: &str) -> bool {
    text.trim_start().get(..2).is_some_and(|first| square_named(first).is_some())
}

/// A game from its start, as it is handed on: square after square, passes left out or not.
fn transcribed(text: &str) -> Result<Played<Othello>, Fault> {
    let letters: Vec<char> = text.chars().filter(|c| !c.is_whitespace()).collect();
    let mut game = Played::from(Othello::start());
    for (number, pair) in letters.chunks(2).enumerate() {
        let text: String = pair.iter().collect();
        let must_pass = game.end().legal_moves() == [Move::Pass];
        if must_pass && square_named(&text).is_some() {
            game.play(Move::Pass);
        }
        let chosen = game.end().parse_move(&text).map_err(|wrong| {
            let told = wrong.in_position().within(format_args!("Move {} of the game", number + 1));
            told.hint("Write square after square from the start, like f5d6c3; a pass is -- or left out")
        })?;
        game.play(chosen);
    }
    Ok(game)
}

impl Notation for Othello {
    const CARD: Card = Card {
        id: "othello",
        name: "Othello",
        other_names: &["reversi"],
        players: ["black", "white"],
        unit: "discs",
        counts: "By how many discs one is ahead at the end, empty squares counted for the winner.",
        // 13.0 in games at 5 000 nodes a move, 12.3 at 20 000 (`examples/odds`).
        odds: Odds::Tenfold(13.0),
        mates: false,
        rules: "Place a disc so that it locks in a straight line of the other's discs between itself and one of \
                yours: all that it locks in, in every direction, are turned over. Who cannot must pass. When \
                neither can, whoever has more discs wins.",
        starts: &[],
        position: "64 characters from a1, row by row: X black, O white, - empty; then a space and the \
                   side to move, X or O (OBF). Or the moves of a game in one text, `f5d6c3`; passes may \
                   be left out.",
        examples: &[
            "---------------------------OX------XO--------------------------- X",
            "--------------------------XXX------XO--------------------------- O",
            "--XXXXX--OOOXX-O-OOOXXOX-OXOXXOXXOXXXOXX--XOXOXX-XXXOOO--OOOOO-- X",
        ],
        moves: "The square on which a disc is placed, like \"f5\"; a pass, \"--\", only where nothing else \
                is possible.",
        move_examples: &["f5", "d3", "--"],
        nature: Nature::OPEN,
    };

    fn start() -> Othello {
        Othello::new(0x0000_0008_1000_0000, 0x0000_0010_0800_0000, Player::First)
    }

    fn parse(text: &str) -> Result<Othello, Fault> {
        Othello::parse_played(text).map(Played::into_end)
    }

    fn parse_played(text: &str) -> Result<Played<Othello>, Fault> {
        if is_transcript(text) { transcribed(text) } else { board(text).map(Played::from) }
    }

    fn write(&self) -> String {
        let (black, white, side) = match self.turn() {
            Player::First => (self.mine(), self.theirs(), 'X'),
            Player::Second => (self.theirs(), self.mine(), 'O'),
        };
        let squares = (0..64).map(|square| match 1 << square {
            bit if bit & black != 0 => 'X',
            bit if bit & white != 0 => 'O',
            _ => '-',
        });
        squares.chain([' ', side]).collect()
    }

    fn parse_move(&self, text: &str) -> Result<Move, Fault> {
        if let Some(ending) = self.ending(&[]) {
            return Err(Fault::over(&ending));
        }
        let text = text.trim();
        let placed = match text.to_ascii_lowercase().as_str() {
            "--" | "pass" | "ps" | "pa" => Move::Pass,
            _ => Move::Disc(square_named(text).ok_or_else(|| {
                Fault::illegal(format!("{} is not a square", quoted(text)))
                    .hint("Name a square from a1 to h8, or pass with --; a game in one text is a `position`")
            })?),
        };
        if self.legal_moves().contains(&placed) {
            return Ok(placed);
        }
        let why = match placed {
            Move::Pass => "Nobody may pass who can place a disc".to_owned(),
            Move::Disc(square) if self.empties() & 1 << square == 0 => {
                format!("A disc lies on {} already", square_name(square))
            }
            Move::Disc(square) => format!("A disc on {} would flip nothing", square_name(square)),
        };
        Err(Fault::illegal(why).hint(self.possible()))
    }

    fn write_move(&self, chosen: Move) -> String {
        match chosen {
            Move::Disc(square) => square_name(square),
            Move::Pass => "--".to_owned(),
        }
    }

    fn move_text(&self, chosen: Move) -> String {
        match chosen {
            Move::Disc(square) => square_name(square),
            Move::Pass => "pass".to_owned(),
        }
    }

    fn touches(&self, chosen: Move) -> Vec<String> {
        match chosen {
            Move::Disc(square) => vec![square_name(square)],
            Move::Pass => Vec::new(),
        }
    }

    fn ending(&self, _: &[Othello]) -> Option<Ending> {
        let outcome = self.outcome()?;
        let reason = match self.empties() {
            0 => "the board is full",
            _ if self.mine() == 0 || self.theirs() == 0 => "one colour is gone",
            _ => "neither can move",
        };
        Some(Ending { outcome, reason })
    }

    fn tally(&self, _: &[Othello]) -> Option<[f64; 2]> {
        let discs = if self.is_over() { self.final_discs() } else { self.discs() };
        Some(discs.map(f64::from))
    }

    fn board(&self) -> Board {
        let owner = |square: u8| match 1 << square {
            bit if bit & self.mine() != 0 => Some(self.turn()),
            bit if bit & self.theirs() != 0 => Some(self.turn().opponent()),
            _ => None,
        };
        let cell = |square: u8| {
            let piece = owner(square).map(|player| Piece::of("disc", Self::CARD.player_name(player)));
            let (x, y) = (usize::from(square % 8), usize::from(square / 8));
            Cell::new(square_name(square), square_name(square), x, y).holding(piece)
        };
        Board { style: BoardStyle::Grid, width: 8, height: 8, cells: ones(!0).map(cell).collect() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_example_is_read_and_written_back() {
        for example in Othello::CARD.examples {
            assert_eq!(Othello::parse(example).unwrap().write(), *example);
        }
        assert_eq!(Othello::start().write(), Othello::CARD.examples[0]);
    }

    #[test]
    fn discs_are_tallied_and_squares_that_stay_empty_go_to_the_winner() {
        assert_eq!(Othello::start().tally(&[]), Some([2.0, 2.0]));
        let swept = "--------/--------/--------/---OO---/---OOO--/--------/--------/-------- X";
        assert_eq!(Othello::parse(swept).unwrap().tally(&[]), Some([0.0, 64.0]));
    }

    #[test]
    fn an_ended_game_says_why() {
        let reason = |text: &str| Othello::parse(text).unwrap().ending(&[]).map(|ending| ending.reason);
        assert_eq!(reason(&format!("{}{} X", "X".repeat(40), "O".repeat(24))), Some("the board is full"));
        assert_eq!(reason(&format!("{}{} X", "-".repeat(24), "X".repeat(40))), Some("one colour is gone"));
        assert_eq!(reason(&Othello::start().write()), None);
    }

    #[test]
    fn rows_may_be_parted_and_a_comment_may_follow() {
        let rows = "--------/--------/--------/---OX---/---XO---/--------/--------/-------- X";
        for end in ["", ";", "; % FFO #40", ";\n", " ; X; O"] {
            assert_eq!(Othello::parse(&format!("{rows}{end}")), Ok(Othello::start()), "{end:?}");
        }
    }

    #[test]
    fn a_game_in_one_text_is_read_to_its_end_with_its_moves() {
        let recorded = Othello::parse_played;
        let game = recorded("f5d6 C3\nD3c4").unwrap();
        assert_eq!(Othello::start().write_line(game.moves()), ["f5", "d6", "c3", "d3", "c4"]);
        assert_eq!(Othello::parse("f5d6c3d3c4"), Ok(game.into_end()));
        let told = recorded("d3c3e6d2d1e1b2c1--a3").unwrap();
        assert_eq!(recorded("d3c3e6d2d1e1b2c1a3"), Ok(told), "the pass left out");
        for (text, why) in [
            ("f5d6a1", "Move 3 of the game: A disc on a1 would flip nothing"),
            ("f5d", "Move 2 of the game: \"d\" is not a square"),
            ("f5--", "Move 2 of the game: Nobody may pass who can place a disc"),
        ] {
            let fault = Othello::parse(text).unwrap_err();
            assert_eq!((fault.detail.as_str(), fault.pointer.as_str()), (why, "/position"), "{text}");
        }
        let hint = |text| Othello::start().parse_move(text).unwrap_err().hint.unwrap();
        assert_eq!([hint("a1"), hint("d4"), hint("--")], ["Possible here: d3, c4, f5, e6"; 3]);
    }

    #[test]
    fn a_board_that_cannot_come_about_is_refused() {
        let start = Othello::CARD.examples[0];
        for (text, why) in [
            ("", "ends after 0"),
            (&start[..40], "ends after 40"),
            (&start[..64], "side to move is missing"),
            (&format!("{} ; X", &start[..64]), "side to move is missing"),
            (&start.replace(" X", " Q"), "'Q' is not a side to move"),
            (&start.replace('X', "Q"), "not a disc"),
            (&format!("{start} X"), "more than 64 squares"),
            (&start.replace("OX", "-X"), "centre"),
            (&start.replacen('-', "X", 1), "apart"),
        ] {
            let fault = Othello::parse(text).unwrap_err();
            assert!(fault.detail.contains(why), "{text:?}: {}", fault.detail);
            assert!(fault.hint.is_some(), "{text:?}");
        }
    }

    #[test]
    fn a_move_is_a_square_in_either_case_or_a_pass() {
        let start = Othello::start();
        assert_eq!(start.parse_move("F5"), start.parse_move("f5"));
        assert!(start.parse_move("f5").is_ok());
        for (text, why) in [
            ("a1", "flip nothing"),
            ("d4", "A disc lies on d4"),
            ("E4", "A disc lies on e4"),
            ("i9", "not a square"),
            ("--", "pass"),
            ("é5", "not a square"),
        ] {
            let fault = start.parse_move(text).unwrap_err();
            assert!(fault.detail.contains(why) && fault.hint.is_some(), "{text}: {fault:?}");
        }
    }
}
