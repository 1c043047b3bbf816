//! Which pieces are on the board, as the player to move sees them, and the number of a position
//! among all with the same pieces.

use crate::game::Player;
use crate::games::checkers::rules::Checkers;
use crate::games::checkers::squares::{Square, Squares, each};

/// How many men and kings the player to move has, and the other.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Class([u8; 4]);

/// The most pieces that endings are solved with.
pub const MOST_KNOWN: u8 = 4;

/// Every class that is solved, those that others lead to first: fewer pieces before more, and
/// more kings before fewer.
pub const ALL: [Class; 41] = {
    let mut all = [Class([0; 4]); 41];
    let (mut count, mut pieces) = (0, 2);
    while pieces <= MOST_KNOWN {
        let mut men = 0;
        while men <= pieces {
            let mut own = 1;
            while own < pieces {
                let other = pieces - own;
                let mut own_men = 0;
                while own_men <= own && own_men <= men {
                    let other_men = men - own_men;
                    if other_men <= other {
                        all[count] = Class([own_men, own - own_men, other_men, other - other_men]);
                        count += 1;
                    }
                    own_men += 1;
                }
                own += 1;
            }
            men += 1;
        }
        pieces += 1;
    }
    all
};

/// The squares on which a kind of piece may stand: so many, from this one on. A man never
/// stands on the row where it is crowned.
const REACH: [(usize, usize); 4] = [(28, 0), (32, 0), (28, 4), (32, 0)];

impl Class {
    #[must_use]
    pub fn of(position: &Checkers) -> Class {
        Class(position.seen_by_mover().map(|set| set.count_ones() as u8))
    }

    #[must_use]
    pub fn pieces(self) -> u8 {
        self.0.iter().sum()
    }

    #[must_use]
    pub fn men(self) -> u8 {
        self.0[0] + self.0[2]
    }

    /// How many numbers there are. Not every number has a position: pieces may stand on one another.
    #[must_use]
    pub fn count(self) -> usize {
        self.0.iter().zip(REACH).map(|(count, (squares, _))| choose(squares, (*count).into())).product()
    }

    /// The number of a position of this class.
    #[must_use]
    pub fn number(self, position: &Checkers) -> usize {
        let mut number = 0;
        for ((set, count), (squares, first)) in position.seen_by_mover().into_iter().zip(self.0).zip(REACH) {
            let rank: usize = each(set)
                .enumerate()
                .map(|(n, square)| choose(usize::from(square.index()) - first, n + 1))
                .sum();
            number = number * choose(squares, count.into()) + rank;
        }
        number
    }

    /// The position with that number, Black to move, if there is one.
    #[must_use]
    pub fn position(self, mut number: usize) -> Option<Checkers> {
        let mut groups: [Squares; 4] = [0; 4];
        for kind in (0..4).rev() {
            let ((squares, first), count) = (REACH[kind], usize::from(self.0[kind]));
            let all = choose(squares, count);
            let mut rank = number % all;
            number /= all;
            for n in (1..=count).rev() {
                let index = (0..squares).rev().find(|i| choose(*i, n) <= rank)?;
                rank -= choose(index, n);
                groups[kind] |= Square::numbered((first + index) as u8 + 1)?.bit();
            }
        }
        let [own_men, own_kings, men, kings] = groups;
        let distinct = groups.iter().map(|set| set.count_ones()).sum::<u32>()
            == (own_men | own_kings | men | kings).count_ones();
        let sides = [own_men | own_kings, men | kings];
        distinct.then(|| Checkers::of(sides, own_kings | kings, Player::First, 0).ok())?
    }
}

/// In how many ways some of a number of things can be chosen.
fn choose(things: usize, some: usize) -> usize {
    (0..some).fold(1, |ways, n| ways * things.saturating_sub(n) / (n + 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_position_has_its_own_number() {
        for class in ALL.into_iter().filter(|class| class.pieces() < 4) {
            for number in 0..class.count() {
                if let Some(position) = class.position(number) {
                    assert_eq!((Class::of(&position), class.number(&position)), (class, number));
                }
            }
        }
    }

    #[test]
    fn all_classes_are_listed_once_and_fewer_pieces_come_first() {
        for (number, class) in ALL.iter().enumerate() {
            assert!(!ALL[..number].contains(class));
            assert!(ALL[..number].iter().all(|earlier| earlier.pieces() <= class.pieces()));
        }
    }
}
