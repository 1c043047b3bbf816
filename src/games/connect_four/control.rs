//! What a player gets by always answering: holes are paired, and whoever opens a pair leaves the
//! other hole to the opponent.
//!
//! Where an even number of holes is left, the player to move *leads*, and the other *follows*:
//! every disc of the leader is answered with one on top of it, so that the leader gets the lower
//! hole of each pair and the follower the upper one. A column with an odd number of empty holes
//! has a single one at its bottom; these are paired with one another.
//!
//! ```text
//!   U  U  U  U      L the leader's, U the follower's,
//!   L  L  L  L      ? whoever comes first, and the other gets the other one
//!   ?  x  ?  U
//!   o  o  x  L
//! ```
//!
//! Where an odd number is left, the follower is to move, and takes one of the single holes first.

use super::discs::Discs;
use super::wall::Holes;
use crate::bits::ones;
use crate::search::score::Score;

/// The least and the most that the player to move can get, where nobody can win at once.
#[must_use]
pub fn by_answering(discs: &Discs) -> (Score, Score) {
    let (mover, other) = (discs.mine(), discs.theirs());
    let leads = discs.room().is_multiple_of(2);
    let (leader, follower, threats) =
        if leads { (mover, other, discs.threats()) } else { (other, mover, discs.their_threats()) };
    let (least, most) = leaders_limits(discs, leader, follower, threats);
    if leads { (least, most) } else { (-most, -least) }
}

/// The holes that the player to move gets where every disc is answered with one on top of it.
#[must_use]
pub fn share(discs: &Discs) -> Holes {
    let wall = discs.wall();
    if discs.room().is_multiple_of(2) { wall.lower } else { wall.all & !wall.lower }
}

/// The least and the most that the leader can get if one of them always answers.
fn leaders_limits(discs: &Discs, leader: Holes, follower: Holes, threats: Holes) -> (Score, Score) {
    let wall = discs.wall();
    let (empty, landings) = (wall.all & !discs.all(), discs.landings());
    let lower = empty & wall.lower;
    if !wall.has_four(leader | lower | landings) {
        let sure = follower | empty & !lower & !landings;
        return (Score::LEAST, if wall.has_four(sure) { -Score::won(1, discs.room()) } else { Score::DRAW });
    }
    // The leader answers too, but never under a threat: in the end the follower must play there.
    for threat in ones(threats & lower & !landings).map(|hole| 1 << hole) {
        let column = wall.column(wall.column_of(threat));
        let below = empty & column & (threat - 1);
        let above = column & !(threat - 1);
        let theirs = lower & !column | below & !wall.lower | landings;
        if !wall.has_four(follower | theirs) {
            return (Score::won(1, discs.room() + 1 - above.count_ones() as usize), Score::GREATEST);
        }
    }
    (Score::LEAST, Score::GREATEST)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dice::Dice;
    use crate::game::at_random;
    use crate::games::connect_four::ConnectFour;
    use crate::games::connect_four::wall::Wall;
    use crate::notation::Notation;
    use crate::search::negamax::negamax;

    /// Positions with so much room in which nobody can make four at once, from random play.
    fn quiet_positions(wall: &'static Wall, room: usize) -> impl Iterator<Item = ConnectFour> {
        let mut dice = Dice::seeded(room as u64);
        std::iter::repeat_with(move || {
            at_random(ConnectFour::new(wall), &mut dice, |position| position.room() > room)
        })
        .filter(|position| {
            let discs = position.discs();
            let fours = (discs.threats() | discs.their_threats()) & discs.landings();
            !position.is_won() && fours == 0
        })
    }

    #[test]
    fn the_judge_finds_nothing_outside_the_limits() {
        let (mut above_least, mut below_most) = (0, 0);
        for (width, height) in [(4, 4), (4, 5), (5, 6), (7, 6), (5, 5), (7, 7)] {
            let wall = Wall::sized(width, height).expect("such a wall");
            for room in 6..9 {
                for position in quiet_positions(wall, room).take(30) {
                    let (least, most) = by_answering(position.discs());
                    let value = negamax(&position);
                    assert!((least..=most).contains(&value), "{} is {value:?}", position.write());
                    above_least += usize::from(least > Score::LEAST);
                    below_most += usize::from(most < Score::GREATEST);
                }
            }
        }
        assert!(above_least > 50 && below_most > 50, "{above_least} and {below_most}");
    }
}
