//! Openings on the usual wall by a number each. Of two mirror images the lesser number stands for
//! both.
//!
//! Every column takes seven bits: the discs of the player to move from the bottom up, and a one above
//! the highest disc of either.

use super::discs::Discs;
use super::wall::{Column, Holes, Wall};

/// How many columns the usual wall has.
pub const COLUMNS: u8 = 7;
/// How many bits a column takes, which is one more than it has holes.
const BITS: u32 = 7;
const ONE_COLUMN: u64 = (1 << BITS) - 1;

/// What is seen of an opening, from either side of the wall.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Seen(u64);

impl Seen {
    /// What is seen of discs; none on any other wall.
    #[must_use]
    pub fn of(discs: &Discs) -> Option<Seen> {
        std::ptr::eq(discs.wall(), Wall::standard()).then(|| {
            let number = number(discs);
            Seen(number.min(mirrored(number)))
        })
    }

    /// What has that [`number`](Seen::number).
    #[must_use]
    pub fn numbered(number: u64) -> Seen {
        Seen(number)
    }

    /// The number: 49 bits.
    #[must_use]
    pub fn number(self) -> u64 {
        self.0
    }

    /// The discs, as they stand on one of the sides.
    #[must_use]
    pub fn discs(self) -> Discs {
        let (mut mine, mut all) = (0, 0);
        for (column, bits) in columns(self.0) {
            let above = bits.ilog2();
            mine |= (bits ^ 1 << above) << (column * (BITS - 1));
            all |= ((1 << above) - 1) << (column * (BITS - 1));
        }
        Discs::of(Wall::standard(), mine, all)
    }
}

/// A column of an opening as it stands in what is seen of it, mirrored or not; and back.
#[must_use]
pub fn as_seen(opening: &Discs, column: Column) -> Column {
    let number = number(opening);
    if number <= mirrored(number) { column } else { Column(COLUMNS - 1 - column.0) }
}

fn number(discs: &Discs) -> u64 {
    let in_column = |holes: Holes, column: u32| holes >> (column * (BITS - 1)) & (ONE_COLUMN >> 1);
    let bits = |column| in_column(discs.mine(), column) | (in_column(discs.all(), column) + 1);
    (0..u32::from(COLUMNS)).fold(0, |number, column| number | bits(column) << (column * BITS))
}

fn mirrored(number: u64) -> u64 {
    columns(number).fold(0, |seen, (_, bits)| seen << BITS | bits)
}

fn columns(number: u64) -> impl Iterator<Item = (u32, u64)> {
    (0..u32::from(COLUMNS)).map(move |column| (column, number >> (column * BITS) & ONE_COLUMN))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::connect_four::ConnectFour;
    use crate::notation::Notation;

    fn opening(text: &str) -> Discs {
        *ConnectFour::parse(text).expect(text).discs()
    }

    #[test]
    fn an_opening_and_its_mirror_image_look_the_same_and_others_do_not() {
        for (text, image) in [("", ""), ("4", "4"), ("4122115566", "4766773322"), ("1", "7")] {
            assert_eq!(Seen::of(&opening(text)), Seen::of(&opening(image)), "{text}");
        }
        assert_eq!(Seen::of(&opening("7x7: 4122115566")), None, "another wall");
        for (text, other) in [("", "4"), ("12", "21"), ("4122115566", "4122115576"), ("1", "2")] {
            assert_ne!(Seen::of(&opening(text)), Seen::of(&opening(other)), "{text}");
        }
    }

    #[test]
    fn what_is_seen_has_the_discs_of_the_opening_or_of_its_mirror_image() {
        for (text, image) in [("", ""), ("4122115566", "4766773322"), ("77777732", "11111156")] {
            let seen = Seen::of(&opening(text)).expect("on the usual wall").discs();
            let sides = [text, image].map(|text| (opening(text).mine(), opening(text).all()));
            assert!(sides.contains(&(seen.mine(), seen.all())), "{text}");
        }
    }

    #[test]
    fn a_column_is_turned_with_the_opening_and_back() {
        let (left, right) = (opening("1"), opening("7"));
        assert_eq!(as_seen(&left, Column(2)), as_seen(&right, Column(4)));
        for discs in [left, right] {
            assert_eq!(as_seen(&discs, as_seen(&discs, Column(2))), Column(2));
        }
    }
}
