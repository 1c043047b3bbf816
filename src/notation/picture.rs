//! A picture of a position, for a page that knows no rules.

use serde::Serialize;
use utoipa::ToSchema;

/// A picture of a position: cells on a plane, and what stands in them.
///
/// x grows to the right and y downwards, in cells, as the first player sees the board.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct Board {
    pub style: BoardStyle,
    /// Width of the whole in cells.
    pub width: u16,
    /// Height of the whole in cells.
    pub height: u16,
    /// Those of the board proper in reading order: from the top left, row by row. What stands around it (edges to
    /// slide to, a bar, dice) may come before or after them, in any order.
    pub cells: Vec<Cell>,
}

/// What the ground looks like.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum BoardStyle {
    /// Bare cells with lines between them.
    Grid,
    /// Light and dark squares in turn.
    Chequered,
    /// Stones stand where lines cross.
    Crossings,
    /// A wall with holes, into which discs fall.
    Holes,
    /// Hollows that hold many seeds.
    Pits,
    /// Long triangles on which men stack up.
    Points,
    /// Sliding tiles.
    Tiles,
    /// A heap of things to take from.
    Heap,
}

/// A place on the board that can be pointed at.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct Cell {
    /// The name that moves touch it by.
    pub id: String,
    /// How it is said aloud: "e4", "centre", "South's store".
    pub name: String,
    pub x: u16,
    pub y: u16,
    /// Its width in cells; 1 when absent.
    #[serde(skip_serializing_if = "is_one")]
    pub width: u16,
    /// Its height in cells; 1 when absent.
    #[serde(skip_serializing_if = "is_one")]
    pub height: u16,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub piece: Option<Piece>,
}

fn is_one(n: &u16) -> bool {
    *n == 1
}

impl Cell {
    pub fn new(id: impl Into<String>, name: impl Into<String>, x: usize, y: usize) -> Cell {
        Cell { id: id.into(), name: name.into(), x: x as u16, y: y as u16, width: 1, height: 1, piece: None }
    }

    #[must_use]
    pub fn holding(mut self, piece: Option<Piece>) -> Cell {
        self.piece = piece;
        self
    }

    #[must_use]
    pub fn sized(mut self, width: u16, height: u16) -> Cell {
        (self.width, self.height) = (width, height);
        self
    }
}

/// What stands in a cell.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct Piece {
    /// What it is: "king", "cross", "stone", "tile". The page has a drawing for each.
    pub kind: &'static str,
    /// Whose it is, by the player's name in this game; nobody's when absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub owner: Option<&'static str>,
    /// How many of them, or the number on a tile; 1 when absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub count: Option<u32>,
}

impl Piece {
    #[must_use]
    pub fn of(kind: &'static str, owner: &'static str) -> Piece {
        Piece { kind, owner: Some(owner), count: None }
    }

    /// Things that belong to nobody, and how many.
    #[must_use]
    pub fn counted(kind: &'static str, count: u32) -> Piece {
        Piece { kind, owner: None, count: Some(count) }
    }
}
