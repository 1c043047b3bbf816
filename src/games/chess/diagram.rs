//! Boards drawn in eight lines, in letters or figurines, bare or framed: what engines and chess
//! libraries print, and people paste.
//!
//! After the eight rows may follow what a FEN says after its first field, or "black to move".
//! Where it does not say who may castle, whoever has king and rook at home may.

use cozy_chess::{BoardBuilder, CastleRights, Color, File, Piece, Rank, Square};

use super::Chess;
use super::fields::{side_to_move, with_fields};
use super::men::{Man, man, row_of};
use crate::notation::Fault;
use crate::spelling::quoted;

/// Reads a board drawn in lines. `turn` says who is to move where the text does not; else White.
pub(super) fn read(text: &str, turn: Option<Color>) -> Result<Chess, Fault> {
    let mut rows: Vec<Row> = Vec::new();
    let mut files = None;
    let mut rest = String::new();
    for line in text.lines().map(str::trim).filter(|line| !is_frame(line)) {
        let bare: String = line.chars().filter(|c| !c.is_whitespace() && *c != '|').collect();
        if ["abcdefgh", "hgfedcba"].contains(&bare.to_ascii_lowercase().as_str()) {
            files = Some(bare.to_ascii_lowercase());
        } else if rows.len() < Rank::NUM {
            rows.push(Row::read(line, rows.len() + 1)?);
        } else {
            rest.push_str(line);
            rest.push(' ');
        }
    }
    if rows.len() != Rank::NUM {
        return Err(Fault::position(format!("The board has {} rows, not 8", rows.len()))
            .hint("Draw eight lines of eight squares: letters for pieces, '.' for an empty square"));
    }
    // Seen from Black's side, the first rank stands on top and the h-file on the left.
    let turned = rows[0].label == Some(1) || files.is_some_and(|files| files.starts_with('h'));
    let mut draft = BoardBuilder::empty();
    for (down, row) in rows.into_iter().enumerate() {
        for (along, cell) in row.cells.into_iter().enumerate() {
            let (rank, file) = if turned { (down, 7 - along) } else { (7 - down, along) };
            *draft.square_mut(Square::new(File::index(file), Rank::index(rank))) = cell;
        }
    }
    finish(draft, &rest, turn)
}

fn finish(mut draft: BoardBuilder, rest: &str, turn: Option<Color>) -> Result<Chess, Fault> {
    let mut fields: Vec<&str> = rest.split_whitespace().collect();
    draft.side_to_move = turn.unwrap_or(Color::White);
    if !fields.is_empty() {
        let said = side_to_move(fields.remove(0))?;
        if turn.is_some_and(|turn| turn != said) {
            return Err(Fault::value("/turn", "The board says that the other side is to move")
                .hint("Leave `turn` out: what follows the board says it"));
        }
        draft.side_to_move = said;
        if fields.first() == Some(&"to") {
            fields.drain(..fields.len().min(2)); // "to move"
        }
    }
    if fields.len() > 4 {
        return Err(Fault::position("There is more after the board than can be read")
            .hint("After the board may stand who is to move, castling, en passant and the two counters"));
    }
    if fields.is_empty() {
        draft.castle_rights = Color::ALL.map(|color| at_home(&draft, color));
    }
    with_fields(draft, &fields)
}

/// The rights of a king and its rooks, as far as they stand where they began.
pub fn at_home(draft: &BoardBuilder, color: Color) -> CastleRights {
    let back = Rank::First.relative_to(color);
    let stands = |file, piece| draft.square(Square::new(file, back)) == Some((piece, color));
    let with = |rook| (stands(File::E, Piece::King) && stands(rook, Piece::Rook)).then_some(rook);
    CastleRights { short: with(File::H), long: with(File::A) }
}

struct Row {
    cells: Vec<Man>,
    /// The number of the rank, where it stands beside the row.
    label: Option<u32>,
}

impl Row {
    fn read(line: &str, number: usize) -> Result<Row, Fault> {
        let parts: Vec<&str> = line.split('|').collect();
        let read = if parts.len() > File::NUM { Row::framed(&parts) } else { Row::bare(line) };
        read.ok_or_else(|| {
            Fault::position(format!("Row {number} of the board, {}, does not show 8 squares", quoted(line)))
                .hint("White's pieces are KQRBNP or ♔♕♖♗♘♙, Black's kqrbnp or ♚♛♜♝♞♟, '.' is empty")
        })
    }

    /// `| r | n |   | q | k | b | n | r | 8`
    fn framed(parts: &[&str]) -> Option<Row> {
        let label = |part: &str| part.trim().parse::<u32>().ok().filter(|rank| (1..=8).contains(rank));
        let (first, last) = (parts.first()?.trim(), parts.last()?.trim());
        let outside = |part: &str| part.is_empty() || label(part).is_some();
        let begin = usize::from(outside(first));
        let end = parts.len() - usize::from(outside(last));
        let squares = parts.get(begin..end).filter(|squares| squares.len() == File::NUM)?;
        let cells = squares.iter().map(|square| {
            let mut letters = square.chars().filter(|c| !c.is_whitespace());
            match (letters.next(), letters.next()) {
                (None, _) => Some(None),
                (Some(c), None) => man(c),
                _ => None,
            }
        });
        Some(Row { cells: cells.collect::<Option<_>>()?, label: label(first).or(label(last)) })
    }

    /// `r n b q k b n r`, `r.bqkbnr`, `r1bqkbnr`, and each with the rank's number at either end.
    fn bare(line: &str) -> Option<Row> {
        let all: String = line.chars().filter(|c| !c.is_whitespace() && *c != '|').collect();
        let is_rank = |c: char| matches!(c, '1'..='8');
        let (left, right) = (all.chars().next()?.to_digit(10), all.chars().next_back()?.to_digit(10));
        let after_left = all.strip_prefix(is_rank);
        // A digit at an end counts empty squares, if the row is whole with it; else it is the rank's number.
        let readings = [
            (Some(all.as_str()), None),
            (after_left.and_then(|rest| rest.strip_suffix(is_rank)), left),
            (after_left, left),
            (all.strip_suffix(is_rank), right),
        ];
        readings.into_iter().find_map(|(squares, label)| {
            let cells = row_of(squares?).ok().filter(|cells| cells.len() == File::NUM)?;
            Some(Row { cells, label })
        })
    }
}

/// A line that only frames the board: empty, or a ruler of `+---+` or box drawings, or of more
/// hyphens than a row has squares.
fn is_frame(line: &str) -> bool {
    let ruled = |c: char| matches!(c, '+' | '=' | '─'..='╿');
    let long = line.chars().filter(|c| *c == '-').count() > File::NUM;
    line.is_empty()
        || (long || line.chars().any(ruled)) && line.chars().all(|c| ruled(c) || matches!(c, '-' | '|' | ' '))
}

#[cfg(test)]
mod tests {
    use super::*;

    const START: &str = "rnbqkbnr\npppppppp\n........\n........\n........\n........\nPPPPPPPP\nRNBQKBNR";

    fn fen(text: &str) -> String {
        Chess::from_text(text, None).unwrap_or_else(|fault| panic!("{text}: {}", fault.detail)).fen()
    }

    #[test]
    fn the_start_position_is_known_in_every_drawing() {
        let start = Chess::default().fen();
        let framed = |row: &str| {
            format!("| {} |", row.replace('.', " ").chars().map(String::from).collect::<Vec<_>>().join(" | "))
        };
        let ruler = "+---+---+---+---+---+---+---+---+";
        let boxed: String = START.lines().map(|row| format!("{ruler}\n{}\n", framed(row))).collect();
        let labelled: String =
            START.lines().zip((1..=8).rev()).map(|(row, rank)| format!("{rank}  {row}\n")).collect();
        let figurines: String = START
            .chars()
            .map(|c| "KQRBNPkqrbnp".find(c).and_then(|i| "♔♕♖♗♘♙♚♛♜♝♞♟".chars().nth(i)).unwrap_or(c))
            .collect();
        for text in [
            START.to_owned(),
            START.replace('.', "-"),
            START.replace("........", "8"),
            START.chars().map(|c| format!("{c} ")).collect(),
            figurines.replace('.', "⭘"),
            figurines,
            format!("{boxed}{ruler}"),
            format!("{labelled}   abcdefgh"),
            format!("  ---------------\n{}  ---------------\n   abcdefgh", labelled.replace("  ", "|")),
            format!("{START}\nw KQkq - 0 1"),
            format!("{START}\nWhite to move"),
        ] {
            assert_eq!(fen(&text), start, "{text}");
        }
    }

    #[test]
    fn what_follows_the_board_is_read_like_the_fields_of_a_fen() {
        let board = "4k3\n8\n8\n8\n8\n8\n8\nR3K3";
        assert_eq!(fen(board), "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1");
        assert_eq!(fen(&format!("{board}\nb - - 7 30")), "4k3/8/8/8/8/8/8/R3K3 b - - 7 30");
        assert_eq!(fen(&format!("{board}\nblack to move")), "4k3/8/8/8/8/8/8/R3K3 b Q - 0 1");
        assert_eq!(
            Chess::from_text(board, Some(Color::Black)).unwrap().fen(),
            "4k3/8/8/8/8/8/8/R3K3 b Q - 0 1"
        );
    }

    #[test]
    fn a_turn_that_contradicts_the_board_is_refused() {
        let text = format!("{START}\nWhite to move");
        let fault = Chess::from_text(&text, Some(Color::Black)).unwrap_err();
        assert!(fault.pointer == "/turn" && fault.hint.is_some(), "{fault:?}");
    }

    #[test]
    fn a_board_seen_from_blacks_side_is_turned_round() {
        let text = "1 R..K....\n2 ........\n3 ........\n4 ........\n5 ........\n6 ........\n7 ........\n8 ...k....\n  hgfedcba";
        assert_eq!(fen(text), "4k3/8/8/8/8/8/8/4K2R w K - 0 1");
    }

    #[test]
    fn the_number_of_a_rank_may_stand_at_either_end_or_at_both() {
        for (line, label) in [
            ("rnbqkbnr", None),
            ("8rnbqkbnr", Some(8)),
            ("rnbqkbnr8", Some(8)),
            ("8 rnbqkbnr 8", Some(8)),
            ("8", None),
            ("5 8 5", Some(5)),
            ("5 8", Some(5)),
            ("3p4", None),
            ("5 3p4", Some(5)),
            ("3p4 5", Some(5)),
        ] {
            assert_eq!(Row::bare(line).map(|row| row.label), Some(label), "{line}");
        }
        for line in ["", "rnbqkbn", "9rnbqkbnr", "4p4"] {
            assert!(Row::bare(line).is_none(), "{line}");
        }
    }

    #[test]
    fn a_row_that_does_not_show_eight_squares_is_named() {
        let fault = Chess::from_text(&START.replacen("pppppppp", "ppppp", 1), None).unwrap_err();
        assert!(fault.detail.starts_with("Row 2 of the board"), "{}", fault.detail);
    }
}
