//! The board as bits, what a disc flips, and where one may be placed.
//!
//! A set of squares is one word, a1 the lowest bit, h1 bit 7, a2 bit 8, h8 the highest.

use std::cmp::Ordering;

/// A set of squares.
pub type Squares = u64;

/// Every square but those of the columns a and h.
const INNER: Squares = 0x7e7e_7e7e_7e7e_7e7e;
const NOT_A: Squares = 0xfefe_fefe_fefe_fefe;
const NOT_H: Squares = 0x7f7f_7f7f_7f7f_7f7f;
pub const CORNERS: Squares = 0x8100_0000_0000_0081;

/// The squares that can be seen from one: in four directions with higher bits, and the same four
/// with lower ones.
struct Rays {
    upper: [Squares; 4],
    lower: [Squares; 4],
}

static RAYS: [Rays; 64] = {
    let mut rays = [const { Rays { upper: [0; 4], lower: [0; 4] } }; 64];
    let mut from = 0;
    while from < 64 {
        let mut way = 0;
        while way < 4 {
            let (dx, dy) = [(1, 0), (-1, 1), (0, 1), (1, 1)][way];
            rays[from].upper[way] = ray(from as i32, dx, dy);
            rays[from].lower[way] = ray(from as i32, -dx, -dy);
            way += 1;
        }
        from += 1;
    }
    rays
};

const fn ray(from: i32, dx: i32, dy: i32) -> Squares {
    let (mut x, mut y) = (from % 8 + dx, from / 8 + dy);
    let mut squares = 0;
    while x >= 0 && x < 8 && y >= 0 && y < 8 {
        squares |= 1 << (8 * y + x);
        (x, y) = (x + dx, y + dy);
    }
    squares
}

/// The discs of `theirs` that a disc of `mine` placed on `square` flips.
#[inline]
#[must_use]
pub fn flipped(square: u8, mine: Squares, theirs: Squares) -> Squares {
    let rays = &RAYS[usize::from(square)];
    let mut flipped = 0;
    for ray in rays.upper {
        // A one added below the ray carries over their discs to the first other square.
        let end = (theirs | !ray).wrapping_add(1) & ray & mine;
        flipped |= end.wrapping_sub(u64::from(end != 0)) & ray;
    }
    for ray in rays.lower {
        let others = ray & !theirs;
        let end = (1 << 63 >> (others | 1).leading_zeros()) & others & mine;
        flipped |= (end.wrapping_neg() << 1) & ray;
    }
    flipped
}

/// The squares on which a disc of `mine` flips some of `theirs`.
#[inline]
#[must_use]
pub fn placeable(mine: Squares, theirs: Squares) -> Squares {
    let inner = theirs & INNER;
    let squares = line(mine, inner, 1) | line(mine, theirs, 8) | line(mine, inner, 7) | line(mine, inner, 9);
    squares & !(mine | theirs)
}

/// What lies beyond a run of `theirs` that begins next to `mine`, both ways along a line.
#[inline]
fn line(mine: Squares, theirs: Squares, stride: u32) -> Squares {
    let mut up = theirs & mine << stride;
    let mut down = theirs & mine >> stride;
    up |= theirs & up << stride;
    down |= theirs & down >> stride;
    // Runs of two, doubled twice more: six is the longest that can be enclosed.
    let (pairs_up, pairs_down) = (theirs & theirs << stride, theirs & theirs >> stride);
    for _ in 0..2 {
        up |= pairs_up & up << (2 * stride);
        down |= pairs_down & down >> (2 * stride);
    }
    up << stride | down >> stride
}

/// How many discs each player has in the end: squares that stayed empty go to the winner.
#[inline(always)]
#[must_use]
pub fn final_counts(discs: [Squares; 2]) -> [u32; 2] {
    let [first, second] = discs.map(Squares::count_ones);
    match first.cmp(&second) {
        Ordering::Greater => [64 - second, second],
        Ordering::Less => [first, 64 - first],
        Ordering::Equal => [first, second],
    }
}

/// The squares beside or diagonal to any of these.
#[inline]
#[must_use]
pub fn around(squares: Squares) -> Squares {
    let wide = squares | (squares << 1 & NOT_A) | (squares >> 1 & NOT_H);
    (wide | wide << 8 | wide >> 8) & !squares
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bits::ones;
    use crate::dice::Dice;

    /// What is flipped, walked square by square.
    fn walked(square: u8, mine: Squares, theirs: Squares) -> Squares {
        let mut flipped = 0;
        for (dx, dy) in [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)] {
            let (mut x, mut y) = (i32::from(square % 8) + dx, i32::from(square / 8) + dy);
            let mut run = 0;
            while (0..8).contains(&x) && (0..8).contains(&y) {
                let here = 1 << (8 * y + x);
                if mine & here != 0 {
                    flipped |= run;
                }
                if theirs & here == 0 {
                    break;
                }
                run |= here;
                (x, y) = (x + dx, y + dy);
            }
        }
        flipped
    }

    #[test]
    fn what_flips_and_where_is_the_same_as_when_walked() {
        let mut dice = Dice::seeded(1);
        for _ in 0..2000 {
            let (discs, colour) = (dice.bits() | dice.bits(), dice.bits());
            let (mine, theirs) = (discs & colour, discs & !colour);
            let mut somewhere = 0;
            for square in ones(!discs) {
                let expected = walked(square, mine, theirs);
                assert_eq!(flipped(square, mine, theirs), expected);
                somewhere |= u64::from(expected != 0) << square;
            }
            assert_eq!(placeable(mine, theirs), somewhere);
        }
    }
}
