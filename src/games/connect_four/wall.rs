//! The wall of holes as bits, and the fours on it.
//!
//! A set of holes is one word, column after column, each from the bottom up. Nothing stands
//! between the columns, so that 9 x 7 fits; masks keep the lines from running over an edge.
//!
//! ```text
//!   5 11 17 23 29 35 41
//!   4 10 16 22 28 34 40
//!   3  9 15 21 27 33 39
//!   2  8 14 20 26 32 38
//!   1  7 13 19 25 31 37
//!   0  6 12 18 24 30 36      7 columns, 6 high
//! ```

/// A set of holes.
pub type Holes = u64;

/// A column, from 0 at the left.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Column(pub u8);

/// The widest and the highest wall, and the least of both.
pub const WIDEST: u8 = 9;
pub const HIGHEST: u8 = 7;
pub const LEAST: u8 = 4;

/// A direction in which fours run.
#[derive(Debug)]
struct Direction {
    /// From a hole to the next one.
    stride: u32,
    /// The holes that have a next one.
    from: Holes,
}

impl Direction {
    fn forth(&self, holes: Holes) -> Holes {
        (holes & self.from) << self.stride
    }

    fn back(&self, holes: Holes) -> Holes {
        (holes >> self.stride) & self.from
    }

    /// Those of the discs with which a four begins.
    fn begins(&self, discs: Holes) -> Holes {
        let pairs = discs & self.back(discs);
        pairs & self.back(self.back(pairs))
    }
}

/// A size of the board, and all that follows from it.
#[derive(Debug)]
pub struct Wall {
    pub width: u8,
    pub height: u8,
    /// Every hole.
    pub all: Holes,
    /// Each column's holes.
    columns: [Holes; WIDEST as usize],
    /// In which column each hole stands.
    column_at: [u8; u64::BITS as usize],
    /// The columns, the middle one first.
    from_the_middle: [u8; WIDEST as usize],
    /// The lowest hole of each column.
    pub bottom: Holes,
    /// The lower hole of each pair, where the holes of a column are paired from the top down.
    pub lower: Holes,
    /// To the right, both diagonals, and upwards: where many holes are asked about, a row is soonest
    /// found.
    directions: [Direction; 4],
}

/// How many widths and heights there are.
const WIDTHS: usize = (WIDEST - LEAST + 1) as usize;
const HEIGHTS: usize = (HIGHEST - LEAST + 1) as usize;

static WALLS: [[Wall; HEIGHTS]; WIDTHS] = {
    let mut walls = [const { [const { Wall::new(LEAST, LEAST) }; HEIGHTS] }; WIDTHS];
    let mut n = 0;
    while n < WIDTHS * HEIGHTS {
        let (wider, higher) = (n / HEIGHTS, n % HEIGHTS);
        walls[wider][higher] = Wall::new(LEAST + wider as u8, LEAST + higher as u8);
        n += 1;
    }
    walls
};

impl Wall {
    /// The wall of that size, if there is one.
    #[must_use]
    pub fn sized(width: usize, height: usize) -> Option<&'static Wall> {
        let least = usize::from(LEAST);
        WALLS.get(width.checked_sub(least)?)?.get(height.checked_sub(least)?)
    }

    /// Seven columns, six high.
    #[must_use]
    pub fn standard() -> &'static Wall {
        &WALLS[(7 - LEAST) as usize][(6 - LEAST) as usize]
    }

    const fn new(width: u8, height: u8) -> Wall {
        let (w, h) = (width as u32, height as u32);
        let all = (1 << (w * h)) - 1;
        let (mut bottom, mut lower) = (0, 0);
        let (mut columns, mut from_the_middle) = ([0; WIDEST as usize], [0; WIDEST as usize]);
        let mut column_at = [0; u64::BITS as usize];
        let mut column = 0;
        while column < w {
            bottom |= 1 << (column * h);
            columns[column as usize] = ((1 << h) - 1) << (column * h);
            let middle = (w - 1) / 2;
            let off = column.div_ceil(2);
            from_the_middle[column as usize] =
                if column % 2 == 1 { middle + off } else { middle - off } as u8;
            let mut row = 0;
            while row < h {
                column_at[(column * h + row) as usize] = column as u8;
                if row % 2 == h % 2 {
                    lower |= 1 << (column * h + row);
                }
                row += 1;
            }
            column += 1;
        }
        let not_top = all & !(bottom << (h - 1));
        let not_bottom = all & !bottom;
        let not_last = all >> h;
        let directions = [
            Direction { stride: h, from: not_last },
            Direction { stride: h + 1, from: not_last & not_top },
            Direction { stride: h - 1, from: not_last & not_bottom },
            Direction { stride: 1, from: not_top },
        ];
        Wall { width, height, all, columns, column_at, from_the_middle, bottom, lower, directions }
    }

    #[must_use]
    pub fn count(&self) -> usize {
        usize::from(self.width) * usize::from(self.height)
    }

    /// The hole of a column, from 0 at the left, and a row, from 0 at the bottom.
    #[must_use]
    pub fn hole(&self, column: u8, row: u8) -> Holes {
        1 << (column * self.height + row)
    }

    /// Every hole of a column.
    #[must_use]
    pub fn column(&self, column: u8) -> Holes {
        self.columns[usize::from(column)]
    }

    /// The columns, the middle one first.
    pub fn from_the_middle(&self) -> impl Iterator<Item = u8> + use<> {
        self.from_the_middle.into_iter().take(usize::from(self.width))
    }

    /// The hole of each column into which the next disc falls.
    #[must_use]
    pub fn landings(&self, discs: Holes) -> Holes {
        (discs << 1 | self.bottom) & !discs & self.all
    }

    #[must_use]
    pub fn column_of(&self, hole: Holes) -> u8 {
        // Reckoned by a division, this would take as long as finding fours.
        self.column_at[hole.trailing_zeros() as usize]
    }

    #[must_use]
    pub fn row_of(&self, hole: Holes) -> u8 {
        (hole.trailing_zeros() % u32::from(self.height)) as u8
    }

    /// Whether these discs hold four in a row.
    #[must_use]
    pub fn has_four(&self, discs: Holes) -> bool {
        self.directions.iter().any(|d| d.begins(discs) != 0)
    }

    /// The discs that stand in fours.
    #[must_use]
    pub fn fours(&self, discs: Holes) -> Holes {
        self.directions.iter().fold(0, |fours, d| {
            let first = d.begins(discs);
            let halves = first | d.forth(first);
            fours | halves | d.forth(d.forth(halves))
        })
    }

    /// The holes that would make a four of these discs.
    #[inline]
    #[must_use]
    pub fn completing(&self, discs: Holes) -> Holes {
        let mut holes = 0;
        for d in &self.directions {
            let (one, back) = (d.forth(discs), d.back(discs));
            let (two, back_two) = (d.forth(one & discs), d.back(back & discs));
            // The fourth after three, the two gaps within three, the fourth before three.
            holes |= d.forth(two & discs) | two & back | one & back_two | d.back(back_two & discs);
        }
        holes & self.all & !discs
    }

    /// The same discs seen in a mirror.
    #[must_use]
    pub fn mirrored(&self, discs: Holes) -> Holes {
        let height = u32::from(self.height);
        let column = self.column(0);
        (0..u32::from(self.width))
            .fold(0, |seen, number| seen << height | (discs >> (number * height)) & column)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dice::Dice;

    /// Fours by looking at every line of four holes.
    fn lines(wall: &Wall) -> Vec<Holes> {
        let (width, height) = (i32::from(wall.width), i32::from(wall.height));
        let mut lines = Vec::new();
        for x in 0..width {
            for y in 0..height {
                for (dx, dy) in [(0, 1), (1, 0), (1, 1), (1, -1)] {
                    let ends = (x + 3 * dx, y + 3 * dy);
                    if (0..width).contains(&ends.0) && (0..height).contains(&ends.1) {
                        lines.push((0..4).map(|n| 1 << ((x + n * dx) * height + y + n * dy)).sum());
                    }
                }
            }
        }
        lines
    }

    fn every_wall() -> impl Iterator<Item = &'static Wall> {
        WALLS.iter().flatten()
    }

    #[test]
    fn fours_and_what_completes_them_are_those_on_the_lines() {
        let mut dice = Dice::seeded(1);
        for wall in every_wall() {
            let lines = lines(wall);
            for _ in 0..300 {
                let discs = dice.bits() & dice.bits() & wall.all;
                let fours: Vec<_> = lines.iter().filter(|line| discs & *line == **line).collect();
                assert_eq!(wall.has_four(discs), !fours.is_empty());
                assert_eq!(wall.fours(discs), fours.into_iter().fold(0, |holes, line| holes | line));
                let completing = lines
                    .iter()
                    .filter(|line| (*line & !discs).count_ones() == 1)
                    .fold(0, |holes, line| holes | line & !discs);
                assert_eq!(wall.completing(discs), completing, "{} x {}", wall.width, wall.height);
            }
        }
    }

    #[test]
    fn the_middle_comes_first() {
        let columns =
            |width| Wall::sized(width, 6).expect("such a wall").from_the_middle().collect::<Vec<_>>();
        assert_eq!(columns(7), [3, 4, 2, 5, 1, 6, 0]);
        assert_eq!(columns(4), [1, 2, 0, 3]);
    }

    #[test]
    fn a_mirror_turns_left_into_right_and_back() {
        for wall in every_wall() {
            assert_eq!(wall.mirrored(wall.column(0)), wall.column(wall.width - 1));
            let discs = 0x1234_5678_9abc_def0 & wall.all;
            assert_eq!(wall.mirrored(wall.mirrored(discs)), discs);
        }
    }
}
