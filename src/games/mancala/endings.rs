//! How the last seeds are shared out with best play. A board is worked out when it is first asked
//! for, and remembered by all; what lies in the stores does not matter.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU8, Ordering};

use super::rules::{Kalah, MOST_HOUSES};
use crate::game::Game;

/// With so many seeds in play it is known how they are shared out; with fewer, if there were too
/// many boards to remember.
const MOST_IN_PLAY: usize = 11;
/// On boards with more houses a side than this no more boards are remembered than on these, a byte each.
const HOUSES: usize = 6;

/// In how many ways some seeds, or fewer, lie in some pits: by pits, then by seeds.
type Ways = [[u32; MOST_IN_PLAY + 1]; 2 * MOST_HOUSES as usize + 1];

static WAYS: Ways = {
    let mut ways = [[1; MOST_IN_PLAY + 1]; 2 * MOST_HOUSES as usize + 1];
    let mut pits = 1;
    while pits < ways.len() {
        let mut seeds = 1;
        while seeds <= MOST_IN_PLAY {
            ways[pits][seeds] = ways[pits - 1][seeds] + ways[pits][seeds - 1];
            seeds += 1;
        }
        pits += 1;
    }
    ways
};

/// What is known of the boards of each width, by their number.
static SHARES: [OnceLock<Box<[AtomicU8]>>; MOST_HOUSES as usize] =
    [const { OnceLock::new() }; MOST_HOUSES as usize];

/// Not worked out yet.
const UNKNOWN: u8 = u8::MAX;

/// How many seeds may be in play on a board with so many houses a side.
fn most_in_play(houses: usize) -> usize {
    let most_boards = WAYS[2 * HOUSES][MOST_IN_PLAY];
    WAYS[2 * houses].iter().rposition(|boards| *boards <= most_boards).unwrap_or(0)
}

/// How many of the seeds in play the player to move gets; none if there are too many to know.
#[must_use]
pub fn share(position: &Kalah) -> Option<u8> {
    let houses = usize::from(position.houses());
    let most = most_in_play(houses);
    if usize::from(position.in_play()) > most {
        return None;
    }
    let boards = || (0..WAYS[2 * houses][most]).map(|_| AtomicU8::new(UNKNOWN)).collect();
    let place = &SHARES[houses - 1].get_or_init(boards)[number(position, most)];
    Some(match place.load(Ordering::Relaxed) {
        UNKNOWN => {
            let share = work_out(position)?;
            place.store(share, Ordering::Relaxed);
            share
        }
        known => known,
    })
}

fn work_out(position: &Kalah) -> Option<u8> {
    let mover = position.turn();
    let mut best = 0;
    for house in position.legal_moves() {
        let next = position.after(house);
        let share = share(&next)?;
        let rest = if next.turn() == mover { share } else { next.in_play() as u8 - share };
        best = best.max(next.store(mover) - position.store(mover) + rest);
        if u16::from(best) == position.in_play() {
            break; // all there is
        }
    }
    Some(best)
}

/// The place of a board among all of its width that have no more than so many seeds in play: by the
/// mover's houses, then the other's.
fn number(position: &Kalah, most: usize) -> usize {
    let (mover, mut left, mut pits) = (position.turn(), most, 2 * usize::from(position.houses()));
    let mut number = 0;
    for seeds in position.row(mover).iter().chain(position.row(mover.opponent())) {
        let after = left - usize::from(*seeds);
        number += WAYS[pits][left] - WAYS[pits][after];
        (left, pits) = (after, pits - 1);
    }
    number as usize
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Player;
    use crate::games::mancala::rules::Side;
    use crate::search::negamax::negamax;

    /// All ways to lay up to so many seeds into so many houses.
    fn rows(houses: usize, most: u8) -> Vec<Vec<u8>> {
        let Some(others) = houses.checked_sub(1) else { return vec![Vec::new()] };
        let with =
            |first: u8| rows(others, most - first).into_iter().map(move |row| [&[first], &row[..]].concat());
        (0..=most).flat_map(with).collect()
    }

    /// Every board of that width with up to so many seeds in play, South to move.
    fn boards(houses: usize, most: u8) -> Vec<Kalah> {
        let both = rows(2 * houses, most).into_iter().map(|row| {
            let side = |houses: &[u8]| Side { houses: houses.to_vec(), store: 1 };
            Kalah::of([side(&row[..houses]), side(&row[houses..])], Player::First).expect("a small board")
        });
        both.filter(|board| board.in_play() > 0).collect()
    }

    #[test]
    fn every_board_has_its_own_number() {
        let mut numbers: Vec<_> = boards(3, 5).iter().map(|board| number(board, most_in_play(3))).collect();
        let count = numbers.len();
        numbers.sort_unstable();
        numbers.dedup();
        assert_eq!(numbers.len(), count);
        assert!(numbers.iter().all(|number| *number < WAYS[6][most_in_play(3)] as usize));
    }

    #[test]
    fn shares_lead_to_what_the_judge_finds() {
        for board in boards(3, 5) {
            let share = u16::from(share(&board).expect("few seeds"));
            let (own, other) = (1 + share, 1 + board.in_play() - share);
            assert_eq!(negamax(&board).worth(), i32::from(own) - i32::from(other), "{board:?}");
        }
    }

    #[test]
    fn wide_boards_are_known_with_fewer_seeds() {
        assert_eq!([6, 10].map(most_in_play), [MOST_IN_PLAY, 7]);
        assert_eq!(share(&Kalah::new(6, 1).expect("a board")), None);
    }
}
