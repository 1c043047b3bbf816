//! The last few squares of a game, played out. Most of what a solver visits lies here, so a position
//! is its discs alone; the turn passes with every move, and differences in discs change their sign
//! with it.

use super::discs::{CORNERS, Squares, final_counts, flipped, placeable};
use crate::bits::ones;
use crate::processor::well_equipped;

/// The most empty squares that are played out at once.
pub const LAST: u32 = 6;

/// With so many it costs more to look at the answers than it saves.
const FEW: u32 = 4;

/// How a move is ranked: by the answers it leaves, by corners, by the regions it ends.
const ANSWER: i32 = 256;
const CORNER: i32 = 768;
const ODD_REGION: i32 = 128;

/// What a disc on a square promises: few answers, those on corners counted twice; a corner; the last disc
/// of a region.
#[inline(always)]
#[must_use]
pub fn promise(square: u8, answers: Squares, odd_regions: Squares) -> i32 {
    let is_in = |squares: Squares| (squares >> square & 1) as i32;
    let count = answers.count_ones() + (answers & CORNERS).count_ones();
    CORNER * is_in(CORNERS) + ODD_REGION * is_in(odd_regions) - ANSWER * count as i32
}

/// The quarters of the board that have an odd number of empty squares: small enough regions that
/// it matters who places the last disc there.
#[inline]
#[must_use]
pub fn odd_regions(empties: Squares) -> Squares {
    const QUARTER: Squares = 0x0f0f_0f0f;
    /// The first square of each quarter.
    const FIRST: Squares = 0x0000_0011_0000_0011;
    // Sums without carry, of four columns and then of four rows.
    let mut sums = empties ^ empties >> 1;
    sums ^= sums >> 2;
    sums ^= sums >> 8;
    sums ^= sums >> 16;
    (sums & FIRST) * QUARTER
}

/// Counts the positions that were visited on the way to the end.
#[derive(Clone, Copy, Default, Debug)]
pub struct Rest {
    pub visited: u64,
}

impl Rest {
    /// How many discs more the player to move has in the end: exact between alpha and beta, a bound
    /// outside.
    pub fn difference(&mut self, mine: Squares, theirs: Squares, alpha: i32, beta: i32) -> i32 {
        well_equipped(
            #[inline(always)]
            || self.played_out(mine, theirs, alpha, beta),
        )
    }

    #[inline(always)]
    fn played_out(&mut self, mine: Squares, theirs: Squares, alpha: i32, beta: i32) -> i32 {
        self.visited += 1;
        let empties = !(mine | theirs);
        let odd = odd_regions(empties);
        let after = |square| {
            let flipped = flipped(square, mine, theirs);
            (flipped != 0).then_some((square, theirs & !flipped, mine | flipped | 1 << square))
        };
        let best = match empties.count_ones() {
            1 => return last_square(mine, theirs),
            2..=FEW => {
                let squares = ones(empties & odd).chain(ones(empties & !odd));
                self.best(squares.filter_map(after).map(|(_, mine, theirs)| (mine, theirs)), alpha, beta)
            }
            _ => {
                let mut boards = [(0, 0, 0); LAST as usize];
                let mut count = 0;
                for (square, mine, theirs) in ones(empties).filter_map(after) {
                    boards[count] = (-promise(square, placeable(mine, theirs), odd), mine, theirs);
                    count += 1;
                }
                boards[..count].sort_unstable_by_key(|(rank, ..)| *rank);
                self.best(boards[..count].iter().map(|(_, mine, theirs)| (*mine, *theirs)), alpha, beta)
            }
        };
        match best {
            Some(best) => best,
            None if placeable(theirs, mine) == 0 => counted(mine, theirs),
            None => -self.difference(theirs, mine, -beta, -alpha),
        }
    }

    /// The best of what these come to, each seen by the opponent, who is to move; none if there are none.
    #[inline(always)]
    fn best(
        &mut self,
        boards: impl Iterator<Item = (Squares, Squares)>,
        alpha: i32,
        beta: i32,
    ) -> Option<i32> {
        let mut best = None;
        for (mine, theirs) in boards {
            let low = best.map_or(alpha, |best| alpha.max(best));
            best = best.max(Some(-self.difference(mine, theirs, -beta, -low)));
            if best >= Some(beta) {
                break;
            }
        }
        best
    }
}

/// The difference after the end.
#[inline(always)]
fn counted(mine: Squares, theirs: Squares) -> i32 {
    let [mine, theirs] = final_counts([mine, theirs]).map(|count| count as i32);
    mine - theirs
}

/// The difference in the end with one empty square left.
#[inline(always)]
fn last_square(mine: Squares, theirs: Squares) -> i32 {
    let square = (!(mine | theirs)).trailing_zeros() as u8;
    let before = mine.count_ones() as i32 - theirs.count_ones() as i32;
    let turned = |flipped: Squares| 2 * flipped.count_ones() as i32 + 1;
    match (flipped(square, mine, theirs), flipped(square, theirs, mine)) {
        (0, 0) => counted(mine, theirs),
        (0, theirs) => before - turned(theirs),
        (mine, _) => before + turned(mine),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dice::Dice;

    #[test]
    fn regions_are_odd_that_have_an_odd_number_of_empty_squares() {
        let quarters = [0x0f0f_0f0f, 0xf0f0_f0f0, 0x0f0f_0f0f << 32, 0xf0f0_f0f0 << 32];
        let mut dice = Dice::seeded(1);
        for _ in 0..200 {
            let empty = dice.bits();
            let odd =
                quarters.into_iter().filter(|quarter: &Squares| (quarter & empty).count_ones() % 2 == 1);
            assert_eq!(odd_regions(empty), odd.sum::<Squares>());
        }
    }

    #[test]
    fn squares_that_nobody_can_take_go_to_the_winner() {
        let (mine, theirs) = (!0 << 4, 0);
        assert_eq!(Rest::default().difference(mine, theirs, -64, 64), 64);
        assert_eq!(Rest::default().difference(theirs, mine, -64, 64), -64);
    }
}
