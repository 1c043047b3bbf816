//! What is seen of a board: four cells at a time, in a line or in a square.
//!
//! A shape stands on the board in all its mirror images. What lies on its cells is a number of
//! four digits, an exponent each; numbers that are mirror images of each other share a weight.

use std::sync::LazyLock;

use super::{CELL, TwentyFortyEight};

/// One image of each shape. Cells are numbered row by row.
const SHAPES: [[usize; 4]; 5] = [[0, 1, 2, 3], [4, 5, 6, 7], [0, 1, 4, 5], [1, 2, 5, 6], [5, 6, 9, 10]];
/// How many images they have together: four rows, four columns, nine squares.
pub const IMAGES: usize = 17;
/// Numbers of four digits. No greater tile than 32768 is told apart from it.
pub const NUMBERS: usize = 1 << 16;
const GREATEST: u32 = 15;

/// Which numbers share a weight.
pub struct Shapes {
    /// The weight of each number of each image.
    shares: Vec<u32>,
    weights: usize,
}

impl Shapes {
    #[must_use]
    pub fn get() -> &'static Shapes {
        static SHAPES: LazyLock<Shapes> = LazyLock::new(Shapes::new);
        &SHAPES
    }

    fn new() -> Shapes {
        let mut shapes = Shapes { shares: vec![u32::MAX; IMAGES * NUMBERS], weights: 0 };
        for shape in SHAPES {
            let ways = [0, 1, 2, 3, 4, 5, 6, 7].map(|way| turned(shape, way));
            for number in 0..NUMBERS {
                let alike = ways.map(|(image, places)| image * NUMBERS + moved(number, places));
                if shapes.shares[alike[0]] == u32::MAX {
                    alike.iter().for_each(|place| shapes.shares[*place] = shapes.weights as u32);
                    shapes.weights += 1;
                }
            }
        }
        shapes
    }

    /// The weight of each number, those of one image after those of another.
    #[must_use]
    pub fn shares(&self) -> &[u32] {
        &self.shares
    }

    /// How many weights there are.
    #[must_use]
    pub fn weights(&self) -> usize {
        self.weights
    }

    /// The weights of all that is seen.
    pub fn seen(&self, position: &TwentyFortyEight) -> [u32; IMAGES] {
        let numbers = numbers(position);
        std::array::from_fn(|image| self.shares[image * NUMBERS + usize::from(numbers[image])])
    }
}

/// The cells of each image.
fn images() -> impl Iterator<Item = [usize; 4]> {
    let rows = (0..4).map(|y| [0, 1, 2, 3].map(|x| 4 * y + x));
    let columns = (0..4).map(|x| [0, 1, 2, 3].map(|y| 4 * y + x));
    let squares = (0..9).map(|square| [0, 1, 4, 5].map(|cell| 4 * (square / 3) + square % 3 + cell));
    rows.chain(columns).chain(squares)
}

/// On which image a shape comes to lie when the board is mirrored, and in which place each of its
/// digits.
fn turned(shape: [usize; 4], way: usize) -> (usize, [usize; 4]) {
    let cells = shape.map(|cell| mirrored(cell, way));
    let (image, lies) = images()
        .enumerate()
        .find(|(_, image)| cells.iter().all(|cell| image.contains(cell)))
        .expect("an image");
    (image, cells.map(|cell| lies.iter().position(|lie| *lie == cell).expect("one of its cells")))
}

/// A number with its digits moved to other places.
fn moved(number: usize, places: [usize; 4]) -> usize {
    let digits = places.iter().enumerate();
    digits.map(|(from, to)| (number >> (4 * from) & 15) << (4 * to)).sum()
}

/// Where a cell comes to lie in one of the eight mirror images of the board.
fn mirrored(cell: usize, way: usize) -> usize {
    let (x, y) = (cell % 4, cell / 4);
    let x = if way & 1 == 1 { 3 - x } else { x };
    let y = if way & 2 == 2 { 3 - y } else { y };
    if way & 4 == 4 { 4 * x + y } else { 4 * y + x }
}

/// A row of four cells as a number of four digits.
static DIGITS: LazyLock<Vec<u16>> = LazyLock::new(|| {
    let digits =
        |row: u32| (0..4).map(|x| (row >> (CELL * x) & 31).min(GREATEST) << (4 * x)).sum::<u32>() as u16;
    (0..1 << (4 * CELL)).map(digits).collect()
});

/// The first image on which each number has the same weight: lines read the same backwards.
pub const ALIKE: [usize; IMAGES] = [0, 1, 1, 0, 0, 1, 1, 0, 8, 9, 10, 11, 12, 13, 14, 15, 16];

/// The number on each image.
#[inline]
pub fn numbers(position: &TwentyFortyEight) -> [u16; IMAGES] {
    let digits = LazyLock::force(&DIGITS);
    let rows = [0, 1, 2, 3].map(|y| digits[position.row(y) as usize]);
    let column = |x: usize| {
        let digit = |y: usize| (rows[y] >> (4 * x) & 15) << (4 * y);
        digit(0) | digit(1) | digit(2) | digit(3)
    };
    let square = |x: usize, y: usize| rows[y] >> (4 * x) & 0xff | (rows[y + 1] >> (4 * x) & 0xff) << 8;
    std::array::from_fn(|image| match image {
        0..4 => rows[image],
        4..8 => column(image - 4),
        _ => square((image - 8) % 3, (image - 8) / 3),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::Notation;

    fn seen(text: &str) -> [u32; IMAGES] {
        let mut seen = Shapes::get().seen(&TwentyFortyEight::parse(text).unwrap());
        seen.sort_unstable();
        seen
    }

    #[test]
    fn mirror_images_of_a_board_look_the_same() {
        let board = seen("16 8 4 2/0 64 0 4/0 2 512 0/32 0 0 0");
        assert_eq!(board, seen("2 4 8 16/4 0 64 0/0 512 2 0/0 0 0 32"));
        assert_eq!(board, seen("32 0 0 0/0 2 512 0/0 64 0 4/16 8 4 2"));
        assert_eq!(board, seen("16 0 0 32/8 64 2 0/4 0 512 0/2 4 0 0"));
        assert_ne!(board, seen("16 8 4 2/0 64 0 4/0 2 512 0/0 32 0 0"));
    }

    #[test]
    fn weights_are_shared_as_widely_as_they_can_be() {
        // Lines and the squares of an edge read the same backwards, the squares of a corner across;
        // the square in the middle looks alike in eight ways.
        let halves = |alike: usize| (NUMBERS + alike) / 2;
        let middle = (NUMBERS + 2 * 16_usize.pow(3) + 3 * 16_usize.pow(2) + 2 * 16) / 8;
        assert_eq!(Shapes::get().weights(), 3 * halves(256) + halves(4096) + middle);
        assert!(Shapes::get().shares().iter().all(|share| (*share as usize) < Shapes::get().weights()));
    }

    #[test]
    fn images_that_are_alike_share_all_their_weights() {
        let of = |image: usize| &Shapes::get().shares()[image * NUMBERS..][..NUMBERS];
        assert!((0..IMAGES).all(|image| of(image) == of(ALIKE[image])));
    }

    #[test]
    fn the_greatest_tiles_look_alike() {
        let with = |tile: u32| seen(&format!("{tile} 2 0 0/0 0 0 0/0 0 4 0/0 0 0 0"));
        assert_eq!(with(1 << 15), with(1 << 17));
        assert_ne!(with(1 << 14), with(1 << 15));
    }
}
