//! What can be read off a few stones: ataris, ladders, the vital point of a small eye.

use super::around::Ground;
use super::points::{Few, Point, diagonals, neighbours};
use super::stones::Stones;
use crate::game::Player;

/// The largest land that has a vital point.
const SMALL: u32 = 6;
/// No ladder is read further than so many steps.
const LADDER: u32 = 40;

/// Whether a move leaves its own chain a single liberty. Moves that take stones may do so.
pub(super) fn is_self_atari(stones: &Stones, point: Point, turn: Player) -> bool {
    if stones.around(point).empty_neighbours() >= 2 {
        return false;
    }
    let mut left = Few::<2>::default();
    for n in neighbours(point) {
        match stones.ground(n) {
            Ground::Empty => left.add(n),
            Ground::Stone(owner) if owner == turn => {
                let liberties = stones.liberties::<3>(n);
                liberties.iter().filter(|liberty| **liberty != point).for_each(|liberty| left.add(*liberty));
            }
            Ground::Stone(_) if stones.last_liberty(n) == Some(point) => return false,
            _ => {}
        }
        if left.len() == 2 {
            return false;
        }
    }
    true
}

/// What takes one of the stones around a chain, at the cost of nothing else.
pub(super) fn counter(stones: &Stones, chain: Point, turn: Player) -> Option<Point> {
    let around = stones.chain(chain).flat_map(neighbours);
    let mut attackers = around.filter(|n| stones.ground(*n) == Ground::Stone(turn.opponent()));
    attackers.find_map(|n| stones.last_liberty(n).filter(|liberty| stones.is_playable(*liberty, turn)))
}

/// Whether a chain in atari, its owner to move, is lost by running: it is taken at once or in a
/// ladder.
pub(super) fn falls(stones: &Stones, prey: Point) -> bool {
    let Ground::Stone(owner) = stones.ground(prey) else { return false };
    runs_into_a_net(stones, prey, owner, LADDER)
}

fn runs_into_a_net(stones: &Stones, prey: Point, owner: Player, steps: u32) -> bool {
    let Some(liberty) = stones.last_liberty(prey) else { return false };
    if steps == 0 || counter(stones, prey, owner).is_some() {
        return false;
    }
    if !stones.is_playable(liberty, owner) {
        return true;
    }
    let mut run = stones.clone();
    run.play(liberty, owner);
    let left = run.liberties::<3>(prey);
    match left.len() {
        0 | 1 => true,
        2 => left.iter().any(|liberty| chased(&run, prey, *liberty, steps - 1)),
        _ => false,
    }
}

/// Whether a chain with two liberties is lost when the opponent takes this one.
fn chased(stones: &Stones, prey: Point, liberty: Point, steps: u32) -> bool {
    let Ground::Stone(owner) = stones.ground(prey) else { return false };
    if !stones.is_playable(liberty, owner.opponent()) {
        return false;
    }
    let mut hunt = stones.clone();
    hunt.play(liberty, owner.opponent());
    hunt.last_liberty(liberty).is_none() && runs_into_a_net(&hunt, prey, owner, steps)
}

/// Whether a chain with two liberties can be taken in a ladder that begins here.
pub(super) fn is_caught_from(stones: &Stones, prey: Point, liberty: Point) -> bool {
    chased(stones, prey, liberty, LADDER)
}

/// The point on which the eyes of a small land beside a point depend, for whoever moves there
/// first.
pub(super) fn vital(stones: &Stones, beside: Point) -> Option<Point> {
    let small = |n: &Point| stones.ground(*n) == Ground::Empty && stones.around(*n).empty() < SMALL;
    for n in neighbours(beside).into_iter().filter(small) {
        if is_heart(stones, n) {
            return Some(n);
        }
        if let Some(heart) = neighbours(n).into_iter().filter(small).find(|n| is_heart(stones, *n)) {
            return Some(heart);
        }
    }
    None
}

/// Whether a point is the middle of a land of three to six: from it arms lead one step each, of
/// which two may meet in a corner.
fn is_heart(stones: &Stones, point: Point) -> bool {
    let arms = stones.around(point).empty_neighbours();
    if arms < 2 {
        return false;
    }
    let empty = |n: &Point| stones.ground(*n) == Ground::Empty;
    let ways_on = |arm: Point| stones.around(arm).empty_neighbours() - 1;
    let ways = neighbours(point).into_iter().filter(empty).map(ways_on).sum::<u32>();
    let corner = |n: Point| {
        stones.around(n).empty_neighbours() == 2
            && neighbours(n).into_iter().filter(empty).all(|arm| neighbours(point).contains(&arm))
    };
    ways == 0 || ways == 2 && arms > 2 && diagonals(point).into_iter().filter(empty).any(corner)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::go::Go;
    use crate::games::go::points::at;
    use crate::notation::Notation;

    fn board(rows: &str) -> Stones {
        let size = rows.split('/').count();
        Go::parse(&format!("{size}x{size} komi 0 B: {rows}")).unwrap().stones
    }

    #[test]
    fn a_ladder_is_read_to_its_end() {
        let free = board("......./..X..../.XO..../..X..../......./......./.......");
        let prey = at(2, 2);
        assert!(!falls(&free, prey), "it has room to run");
        let ladder = board("......./..XX.../.XO..../..X..../......./......./.......");
        assert!(falls(&ladder, prey));
        let broken = board("......./..XX.../.XO..../..X..../....O../......./.......");
        assert!(!falls(&broken, prey), "a friend stands in the way");
    }

    #[test]
    fn a_ladder_is_begun_from_the_side_that_works() {
        let stones = board("......./..XX.../.XO..../......./......./......./.......");
        let prey = at(2, 2);
        assert!(is_caught_from(&stones, prey, at(2, 3)));
        assert!(!is_caught_from(&stones, prey, at(3, 2)));
    }

    #[test]
    fn a_small_land_has_one_heart_or_none() {
        let three = board(".XO../.XO../.XO../XXO../OOO..");
        assert_eq!(vital(&three, at(1, 0)), Some(at(0, 1)));
        let four_in_a_row = board(".XO../.XO../.XO../.XO../XXO..");
        assert_eq!(vital(&four_in_a_row, at(1, 0)), None);
        assert_eq!(vital(&board("...../...../..X../...../....."), at(2, 2)), None);
    }
}
