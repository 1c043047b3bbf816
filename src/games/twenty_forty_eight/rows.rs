//! What sliding does to one row of four cells, looked up: a row is 20 bits, so all of them fit in
//! a table.

use std::sync::LazyLock;

/// Bits of a cell.
pub(super) const CELL: u32 = 5;
/// Bits of a row.
pub(super) const ROW: u32 = 4 * CELL;
/// All bits of a cell.
pub(super) const CELL_MASK: u8 = (1 << CELL) - 1;
/// All bits of a row.
pub(super) const ROW_MASK: u32 = (1 << ROW) - 1;
/// The exponent of the greatest tile that sixteen cells can come to.
pub(super) const GREATEST: u32 = 17;

/// All rows of so many cells that there can be lie below this.
pub const fn rows(length: u32) -> u32 {
    (GREATEST + 1) << ((length - 1) * CELL)
}

/// What becomes of a row: slid to its first cell in the lowest 20 bits, to its last cell in the
/// next 20, and above those the points that merging makes, the same both ways, in fours.
#[derive(Clone, Copy)]
pub struct Slid(u64);

static SLID: LazyLock<Vec<Slid>> = LazyLock::new(|| {
    let row = |row| {
        let (first, points) = slide(cells(row));
        let mut turned = cells(row);
        turned.reverse();
        let (mut last, _) = slide(turned);
        last.reverse();
        Slid(u64::from(packed(first)) | u64::from(packed(last)) << ROW | u64::from(points / 4) << (2 * ROW))
    };
    (0..rows(4)).map(row).collect()
});

/// What becomes of every row, at its own place.
pub fn slid() -> &'static [Slid] {
    &SLID
}

impl Slid {
    /// The row slid to its first cell.
    pub fn first(self) -> u32 {
        self.0 as u32 & ROW_MASK
    }

    /// The row slid to the last cell of a board of that width.
    pub fn last(self, width: u8) -> u32 {
        ((self.0 >> ROW) as u32 & ROW_MASK) >> ((4 - u32::from(width)) * CELL)
    }

    pub fn points(self) -> u32 {
        (self.0 >> (2 * ROW)) as u32 * 4
    }
}

/// The four exponents of a row, the first cell first.
pub fn cells(row: u32) -> [u8; 4] {
    std::array::from_fn(|x| (row >> (x as u32 * CELL)) as u8 & CELL_MASK)
}

fn packed(cells: [u8; 4]) -> u32 {
    cells.iter().rev().fold(0, |row, cell| row << CELL | u32::from(*cell))
}

/// The cells slid to the first of them, and the points that merging makes.
fn slide(cells: [u8; 4]) -> ([u8; 4], u32) {
    let (mut slid, mut points) = ([0; 4], 0u32);
    let mut free = 0;
    let mut mergeable = false;
    for cell in cells.into_iter().filter(|cell| *cell > 0) {
        if mergeable && slid[free - 1] == cell && u32::from(cell) < GREATEST {
            slid[free - 1] += 1;
            points += 1 << (cell + 1);
            mergeable = false;
        } else {
            slid[free] = cell;
            free += 1;
            mergeable = true;
        }
    }
    (slid, points)
}
