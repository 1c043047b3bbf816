//! Moves as they are written: standard algebraic notation, exact, and coordinates.

use cozy_chess::{Move, Piece, Square};

use super::Chess;
use super::exchange::captures;
use super::rules::Wing;
use crate::game::Game;

impl Chess {
    /// The move in exact algebraic notation, with its mark of check or mate.
    #[must_use]
    pub fn san(&self, chosen: Move) -> String {
        let mut text = self.plain_san(chosen);
        let next = self.after(chosen);
        if !next.board().checkers().is_empty() {
            text.push(if next.legal_moves().is_empty() { '#' } else { '+' });
        }
        text
    }

    /// Algebraic notation without the mark of check.
    fn plain_san(&self, chosen: Move) -> String {
        match self.castling(chosen) {
            Some(Wing::King) => return "O-O".to_owned(),
            Some(Wing::Queen) => return "O-O-O".to_owned(),
            None => {}
        }
        let mut text = String::with_capacity(8);
        let piece = self.standing(chosen.from);
        let captures = captures(self.board(), chosen);
        if piece == Piece::Pawn {
            if captures {
                text.push(chosen.from.file().into());
            }
        } else {
            text.push(letter(piece));
            text.push_str(&self.told_apart(piece, chosen));
        }
        if captures {
            text.push('x');
        }
        text.push_str(&chosen.to.to_string());
        if let Some(promotion) = chosen.promotion {
            text.push('=');
            text.push(letter(promotion));
        }
        text
    }

    /// What tells a piece from others of its kind that could go to the same square: its file if
    /// that does, else its rank, else both.
    fn told_apart(&self, piece: Piece, chosen: Move) -> String {
        let mut rivals = Vec::new();
        let kind = self.board().colored_pieces(self.board().side_to_move(), piece);
        self.moves_from(kind, |m| {
            if m.to == chosen.to && m.from != chosen.from && self.castling(m).is_none() {
                rivals.push(m.from);
            }
        });
        let from = chosen.from;
        if rivals.is_empty() {
            String::new()
        } else if rivals.iter().all(|rival| rival.file() != from.file()) {
            char::from(from.file()).to_string()
        } else if rivals.iter().all(|rival| rival.rank() != from.rank()) {
            char::from(from.rank()).to_string()
        } else {
            from.to_string()
        }
    }

    /// The move in coordinates: `e2e4`, `e7e8q`. Castling is the king's step of two, in Chess960
    /// the king on its rook.
    #[must_use]
    pub fn coordinates(&self, chosen: Move) -> String {
        match self.castling(chosen) {
            Some(wing) if !self.is_chess960() => {
                format!("{}{}", chosen.from, Square::new(wing.king_lands(), chosen.from.rank()))
            }
            _ => chosen.to_string(),
        }
    }
}

/// The letter of a piece, as White's.
pub(super) fn letter(piece: Piece) -> char {
    char::from(piece).to_ascii_uppercase()
}
