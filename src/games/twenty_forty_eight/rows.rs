//! What sliding left does to one row of four cells, looked up: a row is 20 bits, so all of them
//! fit in a table.

use std::sync::LazyLock;

use super::CELL;

/// Any row.
const ROWS: usize = 1 << (4 * CELL);
const MASK: u32 = (1 << CELL) - 1;

/// For each row: the row slid left in the low 20 bits, the points made above, in twos.
static SLID: LazyLock<Vec<u64>> = LazyLock::new(|| {
    let row = |row: u32| {
        let (slid, points) = slide(cells(row));
        u64::from(packed(slid)) | u64::from(points / 2) << 32
    };
    (0..ROWS as u32).map(row).collect()
});

/// The four exponents of a row, the leftmost first.
pub fn cells(row: u32) -> [u8; 4] {
    std::array::from_fn(|x| (row >> (x as u32 * CELL) & MASK) as u8)
}

fn packed(cells: [u8; 4]) -> u32 {
    cells.iter().rev().fold(0, |row, cell| row << CELL | u32::from(*cell))
}

/// The row slid left, and the points that merging made.
pub fn slid(row: u32) -> (u32, u32) {
    let found = SLID[row as usize];
    (found as u32, (found >> 32) as u32 * 2)
}

/// The first `width` cells of a row in reverse order.
pub fn reversed(row: u32, width: u8) -> u32 {
    let turned = (row & MASK) << (3 * CELL)
        | (row >> CELL & MASK) << (2 * CELL)
        | (row >> (2 * CELL) & MASK) << CELL
        | row >> (3 * CELL);
    turned >> ((4 - u32::from(width)) * CELL)
}

fn slide(cells: [u8; 4]) -> ([u8; 4], u32) {
    let (mut slid, mut points) = ([0; 4], 0u32);
    let mut free = 0;
    let mut mergeable = false;
    for cell in cells.into_iter().filter(|cell| *cell > 0) {
        if mergeable && slid[free - 1] == cell && u32::from(cell) < MASK {
            slid[free - 1] += 1;
            points = points.saturating_add(1 << (cell + 1));
            mergeable = false;
        } else {
            slid[free] = cell;
            free += 1;
            mergeable = true;
        }
    }
    (slid, points)
}
