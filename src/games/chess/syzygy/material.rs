//! What an ending is named after: the men of both sides.

use std::str::FromStr;

use cozy_chess::{Board, Color, Piece};

/// How many men of each kind each side has: four bits a kind, White's below Black's.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) struct Material(u64);

const BITS: u32 = 4;
const SIDE: u32 = BITS * Piece::NUM as u32;

impl Material {
    pub fn of(board: &Board) -> Material {
        let mut material = Material(0);
        for color in Color::ALL {
            for piece in Piece::ALL {
                let count = u64::from(board.colored_pieces(color, piece).len());
                material.0 |= count << shift(color, piece);
            }
        }
        material
    }

    pub fn count(self, color: Color, piece: Piece) -> u32 {
        (self.0 >> shift(color, piece)) as u32 & 15
    }

    pub fn men(self) -> u32 {
        let all = Color::ALL.into_iter().flat_map(|color| Piece::ALL.map(|piece| self.count(color, piece)));
        all.sum()
    }

    /// The same with colours exchanged.
    pub fn turned(self) -> Material {
        let below = (1 << SIDE) - 1;
        Material(self.0 >> SIDE | (self.0 & below) << SIDE)
    }

    pub fn has_pawns(self) -> bool {
        Color::ALL.into_iter().any(|color| self.count(color, Piece::Pawn) > 0)
    }

    /// Whether any man but a king is the only one of its kind and colour.
    pub fn has_single(self) -> bool {
        let kinds = Piece::ALL.into_iter().filter(|piece| *piece != Piece::King);
        kinds.into_iter().any(|piece| Color::ALL.into_iter().any(|color| self.count(color, piece) == 1))
    }
}

fn shift(color: Color, piece: Piece) -> u32 {
    color as u32 * SIDE + piece as u32 * BITS
}

/// Reads the name of a file: `KRPvKR`.
impl FromStr for Material {
    type Err = ();

    fn from_str(name: &str) -> Result<Material, ()> {
        let (white, black) = name.split_once('v').ok_or(())?;
        let mut material = Material(0);
        for (color, men) in [(Color::White, white), (Color::Black, black)] {
            if !men.starts_with('K') || men.matches('K').count() != 1 || men.len() > 15 {
                return Err(());
            }
            for man in men.chars() {
                let piece = Piece::ALL.into_iter().find(|piece| {
                    let letter = char::from(*piece);
                    letter.to_ascii_uppercase() == man
                });
                material.0 += 1 << shift(color, piece.ok_or(())?);
            }
        }
        Ok(material)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_read_as_the_men_on_the_board() {
        let board: Board = "8/8/4k3/4r3/8/2KP4/3R4/8 w - - 0 1".parse().unwrap();
        let material: Material = "KRPvKR".parse().unwrap();
        assert_eq!(material, Material::of(&board));
        assert_eq!(material.men(), 5);
        assert_eq!("KRvKRP".parse(), Ok(material.turned()));
        for wrong in ["KRP", "KRPvR", "KKvK", "KXvK", "krvk", ""] {
            assert_eq!(wrong.parse::<Material>(), Err(()), "{wrong}");
        }
    }
}
