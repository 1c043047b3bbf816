//! What a position looks like to the player to move, in hundredths of a man: the pieces counted,
//! what the network sees in where they stand, and who wins where that is known.

use super::endings;
use super::net::Net;
use super::rules::Checkers;
use super::squares::Squares;
use crate::game::{Game, Player};
use crate::search::{Term, Verdict};

/// What a piece is worth before anything is seen of the board, in hundredths of a man.
pub(super) const MAN: i32 = 100;
const KING: i32 = 138;
/// What an ending that is known to be won is worth beyond all that is seen of it.
const WON: i32 = 700;

/// The lead in pieces.
#[must_use]
pub fn material(position: &Checkers) -> i32 {
    let count = |set: Squares| set.count_ones() as i32;
    let of = |player: Player| MAN * count(position.men(player)) + KING * count(position.kings(player));
    of(position.turn()) - of(position.turn().opponent())
}

const NAMES: [&str; 3] = ["material", "position", "ending"];

fn values(position: &Checkers) -> [i32; NAMES.len()] {
    let (material, seen) = (material(position), Net::learnt().judge(position));
    let ending = match endings::verdict(position) {
        None => 0,
        Some(Verdict::Win) => WON,
        Some(Verdict::Draw) => -(material + seen),
        Some(Verdict::Loss) => -WON,
    };
    [material, seen, ending]
}

/// The estimate for the player to move.
#[must_use]
pub fn estimate(position: &Checkers) -> i32 {
    values(position).iter().sum()
}

/// The estimate term by term.
#[must_use]
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
        let start = "W21,22,23,24,25,26,27,28,29,30,31";
        assert!((60..200).contains(&look(&format!("B:{start}:B1-12"))));
        assert!((-200..-60).contains(&look(&format!("W:{start}:B1-12"))));
    }

    #[test]
    fn who_wins_counts_for_more_than_what_is_seen_where_it_is_known() {
        assert_eq!(look("W:WK18,K19:BK1,K5"), 0);
        assert!(look("W:WK18,K19:BK29") > 600);
        assert!(look("B:WK18,K19:BK4") < -600);
    }
}
