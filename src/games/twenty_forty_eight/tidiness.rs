//! What a late board promises: order pays.
//!
//! Sliding keeps only what lies in order, so boards are judged row by row and column by column,
//! each looked up: room to move, pairs about to merge, large tiles side by side, falling to one
//! side. The numbers are for comparing boards of four by four.

use std::sync::LazyLock;

use super::rows::cells;
use super::{CELL, TwentyFortyEight};

/// What order is worth, all in the same arbitrary unit of tidiness.
struct Weights {
    /// To be alive at all.
    alive: f32,
    /// A free cell.
    free: f32,
    /// A pair of equal neighbours.
    pair: f32,
    /// A row that rises and falls, per step in exponents to the fourth.
    disorder: f32,
    disorder_power: i32,
    /// A tile that is not yet merged into a greater, per exponent to this power.
    crowd: f32,
    crowd_power: f32,
}

const WEIGHTS: Weights = Weights {
    alive: 200_000.0,
    free: 300.0,
    pair: 700.0,
    disorder: 48.0,
    disorder_power: 4,
    crowd: 12.0,
    crowd_power: 3.5,
};

/// The tidiness of each row.
static TIDINESS: LazyLock<Vec<f32>> = LazyLock::new(|| (0..1 << (4 * CELL)).map(tidiness).collect());

fn tidiness(row: u32) -> f32 {
    let cells = cells(row);
    let Weights { alive, free, pair, disorder, disorder_power, crowd, crowd_power } = WEIGHTS;
    let empty = cells.iter().filter(|cell| **cell == 0).count() as f32;
    let tiles: Vec<_> = cells.iter().filter(|cell| **cell > 0).collect();
    let pairs = tiles.windows(2).filter(|two| two[0] == two[1]).count() as f32;
    let crowded: f32 = cells.iter().map(|cell| f32::from(*cell).powf(crowd_power)).sum();
    let power = |cell: u8| f32::from(cell).powi(disorder_power);
    let (mut rising, mut falling) = (0.0, 0.0);
    for two in cells.windows(2) {
        let step = power(two[1]) - power(two[0]);
        if step > 0.0 { rising += step } else { falling -= step }
    }
    alive + free * empty + pair * pairs - disorder * f32::min(rising, falling) - crowd * crowded
}

/// The tidiness of all lines.
#[must_use]
pub fn of_lines(position: &TwentyFortyEight) -> f64 {
    let upright = (0..4).map(|y| TIDINESS[position.row(y) as usize]);
    let turned = position.transposed();
    let across = (0..4).map(|y| TIDINESS[turned.row(y) as usize]);
    f64::from(upright.chain(across).sum::<f32>())
}

/// The points still to come in an average game: of 35 that were played three moves deep.
const AVERAGE: f64 = 25_500.0;

/// The points to come where so much tidiness is expected: as long as lines stay alive, the rest of an
/// average game lies ahead.
#[must_use]
pub fn in_points(expected: f64) -> i32 {
    let alive = (expected / (8.0 * f64::from(WEIGHTS.alive))).clamp(0.0, 1.0);
    (alive * AVERAGE) as i32
}
