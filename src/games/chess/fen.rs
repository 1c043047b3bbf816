//! FEN, as people send it: four to six fields, any counters, castling in the letters of FEN,
//! X-FEN or Shredder-FEN, an en passant square whether or not a pawn can use it.

use cozy_chess::{BoardBuilder, Color, File, Rank, Square};

use super::fields::{is_dash, side_to_move, with_fields};
use super::legality::name;
use super::men::row_of;
use super::{Chess, diagram};
use crate::notation::Fault;
use crate::spelling::{is_unseen, quoted};

const FIELDS: &str = "pieces, side to move, castling, en passant, halfmove clock, move number";

impl Chess {
    /// Reads a FEN, or a board drawn in eight lines. `turn` says who is to move where the text
    /// does not.
    pub(super) fn from_text(text: &str, turn: Option<Color>) -> Result<Chess, Fault> {
        let text: String = text.chars().filter(|c| !is_unseen(*c)).collect();
        let text = bare(&text);
        // What engines print under the board that they draw.
        let text = text.lines().find(|line| named_fen(line.trim()).is_some()).map_or(text, bare);
        if text == "startpos" {
            return Ok(Chess::default());
        }
        if !text.contains('/') && text.lines().count() >= 8 {
            return diagram::read(text, turn);
        }
        // Some sites write a FEN with underscores, so that it can stand in an address.
        let spaced =
            if text.contains(char::is_whitespace) { text.to_owned() } else { text.replace('_', " ") };
        match fields(&spaced)[..] {
            [pieces, side, castling, passing, ref counters @ ..] if counters.len() <= 2 => {
                let side = side_to_move(side)?;
                if let Some(other) = turn.filter(|turn| *turn != side) {
                    let detail = format!("The FEN says that {} is to move, not {}", name(side), name(other));
                    return Err(Fault::value("/turn", detail).hint("Leave `turn` out: a FEN holds it"));
                }
                let mut draft = BoardBuilder { side_to_move: side, ..BoardBuilder::empty() };
                place(&mut draft, pieces)?;
                with_fields(draft, &[&[castling, passing], counters].concat())
            }
            ref fields => Err(Fault::position(format!("A FEN has 4 to 6 fields, this has {}", fields.len()))
                .hint(format!("{FIELDS}; for example \"{}\"", Chess::default().fen()))),
        }
    }

    /// The FEN in its canonical form: an en passant square only where a pawn may take there;
    /// castling by the rooks' files in Chess960.
    #[must_use]
    pub fn fen(&self) -> String {
        let board = self.board();
        let whole = if self.is_chess960() { format!("{board:#}") } else { format!("{board}") };
        // Pieces, side and castling are the board's to tell.
        let kept = whole.split(' ').take(3).collect::<Vec<_>>().join(" ");
        let passing = self.en_passant().map_or("-".to_owned(), |square| square.to_string());
        format!("{kept} {passing} {} {}", self.clock(), board.fullmove_number())
    }
}

/// The start position.
impl Default for Chess {
    fn default() -> Chess {
        Chess::on(cozy_chess::Board::default())
    }
}

/// A FEN without what stands around it where it was copied: quotes, the header of a PGN.
fn bare(text: &str) -> &str {
    let around = |c: char| c.is_whitespace() || "\"“”'`[]".contains(c);
    let inner = text.trim_matches(around);
    named_fen(inner).map_or(inner, |rest| rest.trim_start_matches(':').trim_matches(around))
}

/// What follows the word FEN at the head of a text.
fn named_fen(text: &str) -> Option<&str> {
    let (name, rest) = text.split_at_checked(3)?;
    name.eq_ignore_ascii_case("fen").then_some(rest)
}

/// The fields of a FEN. Of the operations of an EPD, which each end with a semicolon, those that
/// tell a counter are fields of a FEN, too.
fn fields(text: &str) -> Vec<&str> {
    let mut words: Vec<&str> = text.split_whitespace().collect();
    let is_counter = |word: &&&str| is_dash(word) || word.starts_with(|c: char| c.is_ascii_digit());
    let counters = words.iter().skip(4).take_while(is_counter).count();
    if !text.ends_with(';') || words.len() < 5 || counters > 2 {
        return words;
    }
    let told = |opcode: &str| {
        let operand = words.iter().skip_while(|word| **word != opcode).nth(1);
        operand.map_or("-", |word| word.trim_end_matches(';'))
    };
    let operations = [told("hmvc"), told("fmvn")];
    words.truncate(4 + counters);
    words.extend(&operations[counters..]);
    words
}

/// Puts the pieces of a FEN's first field on the board.
pub(super) fn place(draft: &mut BoardBuilder, text: &str) -> Result<(), Fault> {
    let rows: Vec<&str> = text.split('/').collect();
    if rows.len() != Rank::NUM {
        return Err(Fault::position(format!("The board has {} ranks, not 8", rows.len()))
            .hint("Ranks are parted by '/', from the eighth down to the first; an empty one is written 8"));
    }
    for (row, rank) in rows.into_iter().zip(Rank::ALL.into_iter().rev()) {
        let number = rank as usize + 1;
        let cells = row_of(row).map_err(|stranger| {
            Fault::position(format!(
                "{stranger:?} on rank {number} is neither a piece nor a number of empty squares"
            ))
            .hint("White's pieces are KQRBNP, Black's kqrbnp; 1 to 8 count empty squares")
        })?;
        if cells.len() != File::NUM {
            return Err(Fault::position(format!("Rank {number} has {} squares, not 8", cells.len()))
                .hint(format!("It is written {}", quoted(row))));
        }
        for (file, cell) in File::ALL.into_iter().zip(cells) {
            *draft.square_mut(Square::new(file, rank)) = cell;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(fen: &str) -> Chess {
        Chess::from_text(fen, None).unwrap_or_else(|fault| panic!("{fen}: {}", fault.detail))
    }

    fn rewritten(fen: &str) -> String {
        let position = read(fen);
        let text = position.fen();
        assert_eq!(read(&text), position, "{fen}");
        text
    }

    #[test]
    fn a_fen_may_have_four_five_or_six_fields_however_they_are_parted() {
        let whole = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        for fen in [
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -",
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0",
            "  rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR  w\tKQkq -  - -\n",
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR_w_KQkq_-_0_1",
            "rnbqkbnr/pppppppp/8/11111111/8/8/PPPPPPPP/RNBQKBNR W qkQKQ – 0 1",
            "startpos",
            "\u{feff}\"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq − 0 1\u{200b}\"",
            "[FEN \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\"]",
            "Fen: rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            " +---+\n | r |\n +---+\n\nFen: rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\nKey: 8F8F01D4562F59FB\nCheckers:",
        ] {
            assert_eq!(rewritten(fen), whole, "{fen}");
        }
        for fen in ["", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq", "8/8 w - - 0 1 2"] {
            assert!(Chess::from_text(fen, None).unwrap_err().detail.contains("4 to 6 fields"), "{fen}");
        }
    }

    #[test]
    fn any_counters_are_read_as_they_are() {
        for (sent, kept) in [("10 20", "10 20"), ("99 0", "99 1"), ("20 300", "20 300"), ("300 9", "300 9")] {
            let fen = |counters| format!("7k/8/8/8/8/8/8/R6K w - - {counters}");
            assert_eq!(rewritten(&fen(sent)), fen(kept));
        }
        rewritten("7k/8/8/8/8/8/8/R6K w - - 99999999999999999999999 99999999999999999999999");
        let fault = Chess::from_text("7k/8/8/8/8/8/8/R6K w - - 1.5 3", None).unwrap_err();
        assert_eq!(fault.detail, "The halfmove clock \"1.5\" is not a number");
    }

    #[test]
    fn of_an_epds_operations_the_counters_are_read() {
        for (operations, counters) in [
            ("bm Ra8+; id \"A rook; and more\";", "0 1"),
            ("hmvc 40; fmvn 70;", "40 70"),
            ("bm Ra8+; fmvn 70;", "0 70"),
            ("7 30 bm Ra8+;", "7 30"),
        ] {
            let fen = |rest| format!("7k/8/8/8/8/8/8/R6K w - - {rest}");
            assert_eq!(rewritten(&fen(operations)), fen(counters));
        }
        let played = "7k/8/8/8/8/8/8/R6K w - - 0 1 moves a1a8";
        assert!(Chess::from_text(played, None).is_err(), "another position is meant");
    }

    #[test]
    fn an_en_passant_square_is_kept_only_where_a_pawn_may_take() {
        for (sent, kept) in [
            ("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1", "-"),
            ("rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq E3 0 1", "e3"),
            ("rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq e4 0 1", "e3"),
            ("4k3/8/8/3pP3/8/8/8/4K3 w - d5 0 1", "d6"),
            ("4k3/8/8/8/8/8/8/4K3 w - h6 0 1", "-"),
            ("4k3/8/8/8/8/8/8/4K3 w - a1 0 1", "-"),
            ("8/8/8/8/k2pP2R/8/8/4K3 b - e3 0 1", "-"), // taking would open the rank to the rook
        ] {
            assert_eq!(rewritten(sent).split(' ').nth(3), Some(kept), "{sent}");
        }
        let fault = Chess::from_text("4k3/8/8/8/8/8/8/4K3 w - x9 0 1", None).unwrap_err();
        assert_eq!(fault.detail, "\"x9\" is not an en passant square");
    }

    #[test]
    fn castling_is_read_in_the_letters_of_fen_x_fen_and_shredder() {
        let with = |rights| format!("1r2k1r1/8/8/8/8/8/8/1R2K1R1 w {rights} - 0 1");
        assert_eq!(rewritten(&with("KQkq")), with("GBgb"));
        assert_eq!(rewritten(&with("GBgb")), with("GBgb"));
        let inner = "4k3/8/8/8/8/8/8/1R1K1R1R w FB - 0 1";
        assert_eq!(rewritten(inner), inner);
        assert_eq!(rewritten("4k3/8/8/8/8/8/8/1R1K1R1R w KQ - 0 1"), inner.replace("FB", "HB"));
        let standard = "r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1";
        assert!(read(standard).is_chess960());
        assert_eq!(rewritten(standard), standard);
    }

    #[test]
    fn what_cannot_be_read_is_named() {
        for (fen, detail) in [
            ("8/8/8/8/8/8/8 w - - 0 1", "The board has 7 ranks, not 8"),
            (
                "4k3/9/8/8/8/8/8/4K3 w - - 0 1",
                "'9' on rank 7 is neither a piece nor a number of empty squares",
            ),
            ("4k3/7/8/8/8/8/8/4K3 w - - 0 1", "Rank 7 has 7 squares, not 8"),
            ("4k3/8p/8/8/8/8/8/4K3 w - - 0 1", "Rank 7 has 9 squares, not 8"),
            ("4k3/8/8/8/8/8/8/4K3 x - - 0 1", "\"x\" is not a side to move"),
            ("4k3/8/8/8/8/8/8/4K3 w Z - 0 1", "\"Z\" does not say who may castle"),
            ("4k3/8/8/8/8/8/8/R2RK3 w AD - 0 1", "White castles with two rooks on one side"),
        ] {
            assert_eq!(Chess::from_text(fen, None).unwrap_err().detail, detail);
        }
    }

    #[test]
    fn a_field_turn_that_contradicts_the_fen_is_refused() {
        let fen = Chess::default().fen();
        assert!(Chess::from_text(&fen, Some(Color::White)).is_ok());
        assert_eq!(Chess::from_text(&fen, Some(Color::Black)).unwrap_err().pointer, "/turn");
    }
}
