//! What a FEN says after its pieces: who is to move, castling, en passant and the two counters.

use cozy_chess::{BoardBuilder, CastleRights, Color, File, Piece, Rank, Square};

use super::Chess;
use super::legality::{legal, name};
use crate::notation::Fault;
use crate::spelling::{digits, is_hyphen, quoted};

/// Finishes a draft whose pieces and side to move are set, by the fields that follow them in a
/// FEN; those that are absent have nothing to say.
pub(super) fn with_fields(mut draft: BoardBuilder, fields: &[&str]) -> Result<Chess, Fault> {
    let field = |number: usize| fields.get(number).copied().filter(|text| !is_dash(text));
    let rights = field(0).unwrap_or("");
    castling(&mut draft, rights)?;
    if let Some(text) = field(1) {
        let square: Square = text.to_ascii_lowercase().parse().map_err(|_| {
            Fault::position(format!("{} is not an en passant square", quoted(text)))
                .hint("It is the square that a pawn has just passed, like e3, or '-'")
        })?;
        // Where the pawn stands is told by some: what it has passed is behind it.
        let passed = match (square.rank(), draft.side_to_move) {
            (Rank::Fourth, Color::Black) => Square::new(square.file(), Rank::Third),
            (Rank::Fifth, Color::White) => Square::new(square.file(), Rank::Sixth),
            _ => square,
        };
        draft.en_passant = Some(passed);
    }
    let clock = field(2).map_or(Ok(0), |text| counter(text, "halfmove clock"))?;
    let number = field(3).map_or(Ok(1), |text| counter(text, "move number"))?;
    draft.fullmove_number = number.clamp(1, u64::from(u16::MAX)) as u16;
    let position = legal(&draft)?.clocked(clock.min(u64::from(u16::MAX)) as u16);
    Ok(if rights.contains(is_file) { position.in_chess960() } else { position })
}

pub(super) fn side_to_move(text: &str) -> Result<Color, Fault> {
    match text.trim().to_ascii_lowercase().as_str() {
        "w" | "white" => Ok(Color::White),
        "b" | "black" => Ok(Color::Black),
        _ => Err(Fault::position(format!("{} is not a side to move", quoted(text)))
            .hint("Write 'w' for White or 'b' for Black")),
    }
}

/// Sets the castling rights.
fn castling(draft: &mut BoardBuilder, text: &str) -> Result<(), Fault> {
    if text.chars().any(|letter| !is_side(letter) && !is_file(letter)) {
        return Err(strange_castling(text));
    }
    for letter in text.chars() {
        let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
        let (king, rook) = castling_men(draft, color, letter)?;
        let CastleRights { short, long } = &mut draft.castle_rights[color as usize];
        let right = if rook > king { short } else { long };
        if right.replace(rook).is_some_and(|other| other != rook) {
            return Err(Fault::position(format!("{} castles with two rooks on one side", name(color)))
                .hint("Name one rook for each side of the king"));
        }
    }
    Ok(())
}

/// The files of the king and the rook that castle by this letter.
fn castling_men(draft: &BoardBuilder, color: Color, letter: char) -> Result<(File, File), Fault> {
    let back = Rank::First.relative_to(color);
    let stands = |file: &File, piece| draft.square(Square::new(*file, back)) == Some((piece, color));
    let king = File::ALL.into_iter().find(|file| stands(file, Piece::King)).ok_or_else(|| {
        Fault::position(format!("{} may not castle: its king has left its rank", name(color)))
            .hint(format!("Leave {letter:?} out, or write '-'"))
    })?;
    let mut rooks = File::ALL.into_iter().filter(|file| stands(file, Piece::Rook));
    let rook = match letter.to_ascii_lowercase() {
        // The outermost rook on that side, as X-FEN has it.
        'k' => rooks.rfind(|file| *file > king),
        'q' => rooks.find(|file| *file < king),
        file => rooks.find(|rook| File::try_from(file).is_ok_and(|file| file == *rook)),
    };
    let rook = rook.ok_or_else(|| {
        Fault::position(format!("{} has no rook to castle with for {letter:?}", name(color)))
            .hint(format!("Leave {letter:?} out, or write '-' if nobody may castle"))
    })?;
    Ok((king, rook))
}

/// Whether a letter of the castling field names a side of the king.
fn is_side(letter: char) -> bool {
    "KQkq".contains(letter)
}

/// Whether it names the file of a rook, as in Chess960.
fn is_file(letter: char) -> bool {
    matches!(letter, 'A'..='H' | 'a'..='h')
}

fn strange_castling(text: &str) -> Fault {
    Fault::position(format!("{} does not say who may castle", quoted(text)))
        .hint("Write KQkq or some of its letters, the files of the rooks in Chess960 (HAha), or '-'")
}

fn counter(text: &str, what: &str) -> Result<u64, Fault> {
    let number = digits(text).ok_or_else(|| {
        Fault::position(format!("The {what} {} is not a number", quoted(text)))
            .hint("It is a number from 0 up; it may be left out")
    })?;
    // All that fails now is too large, and says no more than a large number does.
    Ok(number.parse().unwrap_or(u64::MAX))
}

pub(super) fn is_dash(text: &str) -> bool {
    !text.is_empty() && text.chars().all(is_hyphen)
}
