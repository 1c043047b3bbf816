//! Discs that nothing can flip any more, and what they make certain about the end.

use super::discs::Squares;

const SIDES: Squares = 0x8181_8181_8181_8181;
const TOP_AND_BOTTOM: Squares = 0xff00_0000_0000_00ff;
const RIM: Squares = SIDES | TOP_AND_BOTTOM;
/// Squares from the second, the third and the fifth column on.
const FROM: [Squares; 3] = [0xfefe_fefe_fefe_fefe, 0xfcfc_fcfc_fcfc_fcfc, 0xf0f0_f0f0_f0f0_f0f0];
/// Squares up to the last but one, the last but two and the last but four columns.
const UP_TO: [Squares; 3] = [0x7f7f_7f7f_7f7f_7f7f, 0x3f3f_3f3f_3f3f_3f3f, 0x0f0f_0f0f_0f0f_0f0f];

/// Squares along whose line nothing can be flipped, in each of the four directions: the line is full
/// or begins there.
#[derive(Clone, Copy)]
pub struct Settled {
    level: Squares,
    upright: Squares,
    rising: Squares,
    falling: Squares,
}

impl Settled {
    #[must_use]
    pub fn of(discs: Squares) -> Settled {
        let empty = !discs;
        let columns = spread(spread(empty, |s, n| s << (8 * n)), |s, n| s >> (8 * n));
        let rows = spread(spread(empty, |s, n| s << n & from(n)), |s, n| s >> n & up_to(n));
        let rising = spread(spread(empty, |s, n| s << (9 * n) & from(n)), |s, n| s >> (9 * n) & up_to(n));
        let falling = spread(spread(empty, |s, n| s << (7 * n) & up_to(n)), |s, n| s >> (7 * n) & from(n));
        Settled {
            level: !rows | SIDES,
            upright: !columns | TOP_AND_BOTTOM,
            rising: !rising | RIM,
            falling: !falling | RIM,
        }
    }

    /// Those of one player's discs that stay what they are: in each direction settled, or beside
    /// another that stays.
    #[must_use]
    pub fn keeps(self, discs: Squares) -> Squares {
        let mut stable = discs & self.level & self.upright & self.rising & self.falling;
        if stable == 0 {
            return 0;
        }
        loop {
            // What is shifted around the rim lands on it, where it changes nothing.
            let beside = |stride: u32| stable << stride | stable >> stride;
            let more = discs
                & (self.level | beside(1))
                & (self.upright | beside(8))
                & (self.rising | beside(9))
                & (self.falling | beside(7));
            if more == stable {
                return stable;
            }
            stable = more;
        }
    }
}

/// A set with everything one, two, up to seven steps from it.
#[inline]
fn spread(squares: Squares, step: impl Fn(Squares, u32) -> Squares) -> Squares {
    [1, 2, 4].into_iter().fold(squares, |all, steps| all | step(all, steps))
}

fn from(steps: u32) -> Squares {
    FROM[steps.ilog2() as usize]
}

fn up_to(steps: u32) -> Squares {
    UP_TO[steps.ilog2() as usize]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dice::Dice;
    use crate::game::Game;
    use crate::games::othello::Othello;
    use crate::notation::Notation;

    #[test]
    fn a_full_board_stays_as_it_is_and_an_open_one_begins_at_its_corners() {
        assert_eq!(Settled::of(!0).keeps(0x1234_5678_9abc_def0), 0x1234_5678_9abc_def0);
        // a1 to d1 and a2, and two discs in the middle.
        let discs = 0x010f | 0x0000_0018_0000_0000;
        assert_eq!(Settled::of(discs).keeps(discs), 0x010f);
        assert_eq!(Settled::of(0x0e).keeps(0x0e), 0, "the corner may become theirs");
    }

    #[test]
    fn what_is_said_to_stay_stays_whatever_is_played() {
        let mut dice = Dice::seeded(1);
        let mut kept = 0;
        for _ in 0..2000 {
            let mut position = Othello::start();
            // Whose discs they are, by player.
            let mut stable = [0, 0];
            while !position.is_over() {
                let own = position.turn() as usize;
                let discs = [position.mine(), position.theirs()];
                let settled = Settled::of(discs[0] | discs[1]);
                for (player, discs) in [(own, discs[0]), (1 - own, discs[1])] {
                    let keeps = settled.keeps(discs);
                    assert_eq!(stable[player] & !keeps, 0, "{position:?}");
                    stable[player] = keeps;
                }
                let moves = position.legal_moves();
                position.apply(moves[dice.below(moves.len())]);
            }
            kept += stable.map(Squares::count_ones).into_iter().sum::<u32>();
        }
        assert!(kept > 50 * 2000, "{kept}: nearly all discs stay in the end");
    }
}
