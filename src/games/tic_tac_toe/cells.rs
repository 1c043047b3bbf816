//! Sets of cells, one bit each, on boards of up to 15 x 15.
//!
//! A row takes 16 bits whatever the board, so that no row touches the next: what is shifted off
//! one edge of the board by a step never comes in at the other.

use std::ops::{BitAnd, BitOr, Not};

/// The greatest board that fits.
pub const LARGEST: usize = 15;
const ROW: usize = 16;

/// The four directions in which marks make a row, as steps from one cell to the next: across,
/// down to the left, down, down to the right.
pub const STEPS: [u32; 4] = [1, ROW as u32 - 1, ROW as u32, ROW as u32 + 1];

/// A cell of the board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Place(u8);

impl Place {
    /// Row 0 is the top one, column 0 the leftmost.
    #[must_use]
    pub fn at(row: usize, column: usize) -> Place {
        debug_assert!(row < LARGEST && column < LARGEST);
        Place((row * ROW + column) as u8)
    }

    #[must_use]
    pub fn row(self) -> usize {
        usize::from(self.0) / ROW
    }

    #[must_use]
    pub fn column(self) -> usize {
        usize::from(self.0) % ROW
    }

    /// Numbers of cells are below this.
    pub const NUMBERS: usize = 256;

    /// Below [`NUMBERS`](Place::NUMBERS), different for each cell.
    #[must_use]
    pub fn number(self) -> usize {
        usize::from(self.0)
    }
}

impl From<u8> for Place {
    /// By its [`number`](Place::number).
    fn from(number: u8) -> Place {
        Place(number)
    }
}

/// A set of cells.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Cells([u64; 4]);

impl Cells {
    pub const NONE: Cells = Cells([0; 4]);

    /// All cells of a board.
    #[must_use]
    pub const fn board(size: usize) -> Cells {
        let row = (1 << size) - 1;
        let mut words = [0; 4];
        let mut number = 0;
        while number < size {
            words[number / 4] |= row << (number % 4 * ROW);
            number += 1;
        }
        Cells(words)
    }

    #[must_use]
    pub fn with(mut self, place: Place) -> Cells {
        self.0[place.number() / 64] |= 1 << (place.number() % 64);
        self
    }

    #[must_use]
    pub fn without(mut self, place: Place) -> Cells {
        self.0[place.number() / 64] &= !(1 << (place.number() % 64));
        self
    }

    #[must_use]
    pub fn has(self, place: Place) -> bool {
        self.0[place.number() / 64] >> (place.number() % 64) & 1 == 1
    }

    #[must_use]
    pub fn is_empty(self) -> bool {
        self == Cells::NONE
    }

    #[must_use]
    pub fn count(self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    /// The set moved on by a step.
    #[inline]
    #[must_use]
    pub fn forth(self, step: u32) -> Cells {
        let [a, b, c, d] = self.0;
        let carry = 64 - step;
        Cells([a << step, b << step | a >> carry, c << step | b >> carry, d << step | c >> carry])
    }

    /// The set moved back by a step.
    #[inline]
    #[must_use]
    pub fn back(self, step: u32) -> Cells {
        let [a, b, c, d] = self.0;
        let carry = 64 - step;
        Cells([a >> step | b << carry, b >> step | c << carry, c >> step | d << carry, d >> step])
    }

    /// The set and all its neighbours, on the board or beside it.
    #[must_use]
    pub fn widened(self) -> Cells {
        STEPS.into_iter().fold(self, |all, step| all | self.forth(step) | self.back(step))
    }

    /// The first cell in reading order.
    #[must_use]
    pub fn first(self) -> Option<Place> {
        let word = self.0.iter().position(|word| *word != 0)?;
        Some(Place((word * 64) as u8 + self.0[word].trailing_zeros() as u8))
    }

    /// The cells in reading order.
    pub fn iter(self) -> impl Iterator<Item = Place> {
        let mut rest = self;
        std::iter::from_fn(move || {
            let place = rest.first()?;
            rest = rest.without(place);
            Some(place)
        })
    }

    /// The cells that stand in a row of `win` or more.
    #[must_use]
    pub fn rows(self, win: u8) -> Cells {
        STEPS.into_iter().fold(Cells::NONE, |found, step| {
            let heads = (1..win).fold(self, |heads, _| self & heads.back(step));
            found | (1..win).fold(heads, |row, _| row | row.forth(step))
        })
    }

    /// Whether `win` cells or more stand in a row somewhere.
    #[must_use]
    pub fn has_row(self, win: u8) -> bool {
        !self.rows(win).is_empty()
    }

    /// Whether `win` cells or more stand in a row through this place, which is one of them.
    #[must_use]
    pub fn has_row_through(self, place: Place, win: u8) -> bool {
        let run = |step: isize| {
            let mut number = place.number() as isize;
            std::iter::from_fn(move || {
                number += step;
                u8::try_from(number).ok().map(Place)
            })
            .take_while(|place| self.has(*place))
            .count()
        };
        STEPS.into_iter().any(|step| 1 + run(step as isize) + run(-(step as isize)) >= usize::from(win))
    }

    /// The set in words, a bit a cell.
    #[must_use]
    pub fn words(self) -> [u64; 4] {
        self.0
    }

    /// The set seen in a mirror that stands at the right of the board.
    #[must_use]
    pub fn mirrored(self, size: usize) -> Cells {
        self.iter().fold(Cells::NONE, |set, p| set.with(Place::at(p.row(), size - 1 - p.column())))
    }

    /// The set seen from the side: rows become columns.
    #[must_use]
    pub fn transposed(self) -> Cells {
        self.iter().fold(Cells::NONE, |set, p| set.with(Place::at(p.column(), p.row())))
    }
}

impl BitAnd for Cells {
    type Output = Cells;
    #[inline]
    fn bitand(self, other: Cells) -> Cells {
        Cells(std::array::from_fn(|i| self.0[i] & other.0[i]))
    }
}

impl BitOr for Cells {
    type Output = Cells;
    #[inline]
    fn bitor(self, other: Cells) -> Cells {
        Cells(std::array::from_fn(|i| self.0[i] | other.0[i]))
    }
}

impl Not for Cells {
    type Output = Cells;
    #[inline]
    fn not(self) -> Cells {
        Cells(self.0.map(|word| !word))
    }
}
