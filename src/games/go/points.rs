//! The points of a board, and what lies next to what.
//!
//! They are numbered with a border around the board, so that every point on it has four neighbours.

use std::ops::Deref;

/// A point of the board, by its number with the border.
pub type Point = u16;

/// Points in a row, the border included.
const STRIDE: usize = 21;
pub const AREA: usize = STRIDE * STRIDE;
/// The largest board, and its points.
pub const LARGEST: u8 = 19;
pub const MOST: usize = LARGEST as usize * LARGEST as usize;

/// The point in column `x` from the left and row `y` from the top.
#[must_use]
pub fn at(x: u8, y: u8) -> Point {
    (u16::from(y) + 1) * STRIDE as Point + u16::from(x) + 1
}

/// Column from the left and row from the top.
#[must_use]
pub fn place_of(point: Point) -> (u8, u8) {
    ((point % STRIDE as Point - 1) as u8, (point / STRIDE as Point - 1) as u8)
}

/// Steps along the lines from one point to another.
#[must_use]
pub fn distance(one: Point, other: Point) -> u8 {
    let [(x, y), (u, v)] = [one, other].map(place_of);
    x.abs_diff(u) + y.abs_diff(v)
}

pub fn neighbours(point: Point) -> [Point; 4] {
    let stride = STRIDE as Point;
    [point - stride, point - 1, point + 1, point + stride]
}

pub fn diagonals(point: Point) -> [Point; 4] {
    let stride = STRIDE as Point;
    [point - stride - 1, point - stride + 1, point + stride - 1, point + stride + 1]
}

/// The eight points around one, in the order of their bits in [`Around`](super::around::Around).
pub fn ring(point: Point) -> [Point; 8] {
    let ([a, b, c, d], [e, f, g, h]) = (neighbours(point), diagonals(point));
    [a, b, c, d, e, f, g, h]
}

/// A few different points, at most `N`; more are not taken in.
#[derive(Clone, Copy, Debug)]
pub struct Few<const N: usize> {
    points: [Point; N],
    count: usize,
}

impl<const N: usize> Default for Few<N> {
    fn default() -> Few<N> {
        Few { points: [0; N], count: 0 }
    }
}

impl<const N: usize> Few<N> {
    pub fn add(&mut self, point: Point) {
        if self.count < N && !self.contains(&point) {
            self.points[self.count] = point;
            self.count += 1;
        }
    }
}

impl<const N: usize> Deref for Few<N> {
    type Target = [Point];

    fn deref(&self) -> &[Point] {
        &self.points[..self.count]
    }
}
