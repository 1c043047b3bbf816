//! How people write men: in letters, a capital for White's, or in figurines.

use cozy_chess::{Color, Piece};

/// A man on a square, or none.
pub(super) type Man = Option<(Piece, Color)>;

/// The squares of a row: pieces, and digits for runs of empty squares. The character that is
/// neither, if there is one.
pub(super) fn row_of(text: &str) -> Result<Vec<Man>, char> {
    let mut cells = Vec::new();
    for c in text.chars() {
        match c.to_digit(10) {
            Some(run @ 1..=8) => cells.extend(vec![None; run as usize]),
            _ => cells.push(man(c).ok_or(c)?),
        }
    }
    Ok(cells)
}

/// The piece that a letter or a figurine stands for, or the empty square.
pub(super) fn man(c: char) -> Option<Man> {
    let letter = lettered(c);
    let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
    match letter.to_ascii_lowercase() {
        '.' | '-' | '_' | '*' | '·' | '⭘' | '□' | '■' => Some(None),
        lower => Piece::try_from(lower).ok().map(|piece| Some((piece, color))),
    }
}

/// The letter that a figurine stands for, a capital if it is White's; any other character as it is.
pub(super) fn lettered(c: char) -> char {
    let place = "♔♕♖♗♘♙♚♛♜♝♞♟".chars().position(|figurine| figurine == c);
    place.and_then(|place| "KQRBNPkqrbnp".chars().nth(place)).unwrap_or(c)
}

/// The letter of a man.
pub(super) fn man_letter(piece: Piece, color: Color) -> char {
    let letter = char::from(piece);
    if color == Color::White { letter.to_ascii_uppercase() } else { letter }
}
