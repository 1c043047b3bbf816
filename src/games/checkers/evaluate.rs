//! What a position looks like to the player to move, in hundredths of a man.
//!
//! Each side is looked at from its own side of the board, so that both are judged alike.

use super::rules::Checkers;
use super::squares::{Direction, Squares, each, row, turned};
use crate::game::{Game, Player};
use crate::search::Term;

/// What things are worth, in hundredths of a man.
struct Worth {
    man: i32,
    king: i32,
    /// A pair of guards on the back row that alone holds two men up.
    bridge: i32,
    /// Each guard on the back row, while the other side has men.
    guard: i32,
    /// A piece on one of the four squares in the middle.
    centre: i32,
    /// A king on the edge.
    edge: i32,
    /// Each row that a man has advanced, when the board is empty; a full board makes it nothing.
    advance: i32,
    /// A man that nothing can stop, by rows to go.
    runaway: [i32; 6],
    /// Each piece that can move.
    mobile: i32,
    /// A king that cannot move.
    caged: i32,
    /// A man that sits in the corner in front of the other side's back row.
    doghole: i32,
    /// The move: who would stand opposite, were men to march against each other.
    opposition: i32,
    /// The share of the lead in material that each piece gone from the board adds: 1 / this.
    exchange: i32,
}

const WORTH: Worth = Worth {
    man: 100,
    king: 138,
    bridge: 9,
    guard: 4,
    centre: 4,
    edge: -6,
    advance: 5,
    runaway: [0, 34, 26, 20, 14, 8],
    mobile: 2,
    caged: -24,
    doghole: -10,
    opposition: 5,
    exchange: 70,
};

/// The pieces that a game begins with.
const ALL: i32 = 24;
/// From so few pieces on the opposition counts.
const FEW: i32 = 14;

const BRIDGE: Squares = squares(&[1, 3]);
const CENTRE: Squares = squares(&[14, 15, 18, 19]);
const EDGE: Squares = squares(&[1, 2, 3, 4, 5, 12, 13, 20, 21, 28, 29, 30, 31, 32]);
const DOGHOLE: Squares = squares(&[28]);
/// A white man here keeps the one in the hole from getting out.
const DOGHOLE_GUARD: Squares = squares(&[32]);

const fn squares(numbers: &[u8]) -> Squares {
    let (mut set, mut n) = (0, 0);
    while n < numbers.len() {
        let index = numbers[n] - 1;
        set |= 1 << (index + index / 8);
        n += 1;
    }
    set
}

/// One side's pieces and the other's, the board turned so that one's own men go up in number.
struct View {
    men: Squares,
    kings: Squares,
    others: Squares,
    other_men: Squares,
    movable: Squares,
}

impl View {
    fn of(position: &Checkers, player: Player) -> View {
        let turn = |set| if player == Player::First { set } else { turned(set) };
        View {
            men: turn(position.men(player)),
            kings: turn(position.kings(player)),
            others: turn(position.pieces(player.opponent())),
            other_men: turn(position.men(player.opponent())),
            movable: turn(position.steppers(player) | position.jumpers(player)),
        }
    }

    fn material(&self) -> i32 {
        WORTH.man * count(self.men) + WORTH.king * count(self.kings)
    }

    fn back_row(&self) -> i32 {
        if self.other_men == 0 {
            return 0;
        }
        let guards = self.men & row(0);
        let bridge = if guards & BRIDGE == BRIDGE { WORTH.bridge } else { 0 };
        bridge + WORTH.guard * count(guards)
    }

    fn places(&self) -> i32 {
        let pieces = self.men | self.kings;
        let in_hole = self.men & DOGHOLE != 0 && self.other_men & DOGHOLE_GUARD != 0;
        WORTH.centre * count(pieces & CENTRE)
            + WORTH.edge * count(self.kings & EDGE)
            + if in_hole { WORTH.doghole } else { 0 }
    }

    /// Rows that men have advanced, in all.
    fn advance(&self) -> i32 {
        (1..7).map(|n| n as i32 * count(self.men & row(n))).sum()
    }

    fn runaways(&self) -> i32 {
        let far = self.men & !(row(0) | row(1));
        let free = each(far).filter(|man| cone(man.bit()) & self.others == 0);
        free.map(|man| WORTH.runaway[usize::from(7 - man.row())]).sum()
    }

    fn freedom(&self) -> i32 {
        WORTH.mobile * count(self.movable) + WORTH.caged * count(self.kings & !self.movable)
    }
}

/// Every square that a man may come to.
fn cone(man: Squares) -> Squares {
    let [left, right] = Direction::forward(Player::First);
    let mut reached = man;
    for _ in 0..6 {
        reached |= left.step(reached) | right.step(reached);
    }
    reached & !man
}

fn count(set: Squares) -> i32 {
    set.count_ones() as i32
}

/// Whether the player to move has the opposition: an odd number of pieces stand on the rows from
/// which, in equal marches, the last step is one's own.
fn has_opposition(position: &Checkers) -> bool {
    let all = position.pieces(Player::First) | position.pieces(Player::Second);
    let all = if position.turn() == Player::First { all } else { turned(all) };
    (all & (row(0) | row(2) | row(4) | row(6))).count_ones() % 2 == 1
}

const NAMES: [&str; 8] =
    ["material", "exchanges", "back row", "places", "advance", "runaways", "freedom", "opposition"];

fn values(position: &Checkers) -> [i32; NAMES.len()] {
    let mover = position.turn();
    let (own, other) = (View::of(position, mover), View::of(position, mover.opponent()));
    let total = count(position.pieces(mover)) + count(position.pieces(mover.opponent()));
    let lead = own.material() - other.material();
    let even = count(position.pieces(mover)) == count(position.pieces(mover.opponent()));
    let opposition = match () {
        () if total > FEW || !even => 0,
        () if has_opposition(position) => WORTH.opposition,
        () => -WORTH.opposition,
    };
    [
        lead,
        lead * (ALL - total) / WORTH.exchange,
        own.back_row() - other.back_row(),
        own.places() - other.places(),
        WORTH.advance * (own.advance() - other.advance()) * (ALL - total) / ALL,
        own.runaways() - other.runaways(),
        own.freedom() - other.freedom(),
        opposition,
    ]
}

/// The estimate for the player to move.
pub fn estimate(position: &Checkers) -> i32 {
    values(position).iter().sum()
}

/// The estimate term by term.
pub fn terms(position: &Checkers) -> Vec<Term> {
    NAMES.into_iter().zip(values(position)).map(|(name, value)| Term { name, value }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::Notation;

    fn look(text: &str) -> i32 {
        estimate(&Checkers::parse(text).expect(text))
    }

    #[test]
    fn the_turned_position_looks_the_same() {
        let pairs = [
            ("B:W18,25,K30:B4,10,K11", "W:B15,8,K3:W29,23,K22"),
            ("W:W28,K1,21:B5,6,20", "B:B5,K32,12:W28,27,13"),
        ];
        for (one, turned) in pairs {
            assert_eq!(look(one), look(turned), "{one}");
        }
    }

    #[test]
    fn a_man_more_is_worth_about_a_man() {
        assert!((80..140).contains(&look("B:W21,22,23:B1,2,3,4")));
        assert!((-140..-80).contains(&look("W:W21,22,23:B1,2,3,4")));
    }

    #[test]
    fn a_man_that_nothing_stops_is_nearly_a_king() {
        assert!(look("B:W32:B21") > look("B:W29:B21") + 15);
    }
}
