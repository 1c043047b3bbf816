//! Sowing and capturing.
//!
//! The pits form a ring, along which seeds are sown; seen by South, who moves first:
//!
//! ```text
//!            North's houses, from North's left
//!              12  11  10   9   8   7
//!      store 13                      6 store
//!               0   1   2   3   4   5
//!            South's houses, from South's left
//! ```

use crate::game::{Game, Outcome, Player};

/// The most houses that a side may have.
pub const MOST_HOUSES: u8 = 10;
/// The most seeds on the board: as many as scores tell apart, and enough for six in each of twelve
/// houses.
pub const MOST_SEEDS: u16 = 76;

/// The ring of the largest board, and so many bytes more that a row can be read in one go.
const PITS: usize = 2 * (MOST_HOUSES as usize + 1) + 6;

/// A board of two rows of houses and two stores, and whose turn it is.
///
/// Seeds that nobody can play any more lie in their owner's store: the game is over when the
/// houses are empty.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Kalah {
    pits: [u8; PITS],
    /// How many houses a side has.
    houses: u8,
    /// All seeds of the game.
    seeds: u8,
    turn: Player,
}

/// What one player owns, house by house from that player's left.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Side {
    pub houses: Vec<u8>,
    pub store: u8,
}

impl Kalah {
    /// The start position with so many seeds in each of so many houses a side.
    #[must_use]
    pub fn new(houses: u8, seeds: u8) -> Option<Kalah> {
        let side = Side { houses: vec![seeds; usize::from(houses)], store: 0 };
        Kalah::of([side.clone(), side], Player::First)
    }

    /// Any position; none if the board would be too large, or without houses or seeds.
    #[must_use]
    pub fn of(sides: [Side; 2], turn: Player) -> Option<Kalah> {
        let houses = sides[0].houses.len();
        if !(1..=usize::from(MOST_HOUSES)).contains(&houses) || sides[1].houses.len() != houses {
            return None;
        }
        let ring: Vec<u8> = sides.into_iter().flat_map(|s| s.houses.into_iter().chain([s.store])).collect();
        let seeds: u16 = ring.iter().map(|seeds| u16::from(*seeds)).sum();
        if !(1..=MOST_SEEDS).contains(&seeds) {
            return None;
        }
        let mut pits = [0; PITS];
        pits[..ring.len()].copy_from_slice(&ring);
        let mut kalah = Kalah { pits, houses: houses as u8, seeds: seeds as u8, turn };
        kalah.gather_if_over();
        Some(kalah)
    }

    /// How many houses a side has.
    #[must_use]
    pub fn houses(&self) -> u8 {
        self.houses
    }

    /// The seeds in a player's houses, from that player's left.
    #[must_use]
    pub fn row(&self, player: Player) -> &[u8] {
        let first = self.first_house(player);
        &self.pits[first..first + usize::from(self.houses)]
    }

    /// The seeds in a player's houses, a byte each, from that player's left upwards.
    #[must_use]
    pub fn row_bits(&self, player: Player) -> u128 {
        let first = self.first_house(player);
        let bytes = self.pits[first..].first_chunk().expect("there is room after the ring");
        u128::from_le_bytes(*bytes) & !(u128::MAX << (8 * self.houses))
    }

    /// The seeds that a player has for good.
    #[must_use]
    pub fn store(&self, player: Player) -> u8 {
        self.pits[self.store_of(player)]
    }

    /// The seeds that are still in houses.
    #[must_use]
    pub fn in_play(&self) -> u16 {
        u16::from(self.seeds - self.store(Player::First) - self.store(Player::Second))
    }

    /// All seeds of the game.
    #[must_use]
    pub fn seeds(&self) -> u16 {
        u16::from(self.seeds)
    }

    /// Whether the last seed from a house of the mover's comes into the store, and none goes further:
    /// who sows it moves again.
    #[must_use]
    pub fn ends_in_store(&self, house: usize) -> bool {
        let own = self.row(self.turn);
        house + usize::from(own[house]) == own.len()
    }

    /// The other's seeds that sowing from a house of the mover's captures without leaving the row.
    #[must_use]
    pub fn captured_from(&self, house: usize) -> u8 {
        let (own, other) = (self.row(self.turn), self.row(self.turn.opponent()));
        let last = house + usize::from(own[house]);
        if own[house] > 0 && own.get(last) == Some(&0) { other[own.len() - 1 - last] } else { 0 }
    }

    fn first_house(&self, player: Player) -> usize {
        match player {
            Player::First => 0,
            Player::Second => usize::from(self.houses) + 1,
        }
    }

    fn store_of(&self, player: Player) -> usize {
        self.first_house(player) + usize::from(self.houses)
    }

    /// Sows the seeds of a pit one by one into the next, past the other's store; the pit that
    /// got the last.
    fn sow(&mut self, from: usize) -> usize {
        let (ring, forbidden) = (2 * usize::from(self.houses) + 2, self.store_of(self.turn.opponent()));
        let mut at = from;
        for _ in 0..std::mem::take(&mut self.pits[from]) {
            at = if at + 1 == ring { 0 } else { at + 1 };
            if at == forbidden {
                at = if at + 1 == ring { 0 } else { at + 1 };
            }
            self.pits[at] += 1;
        }
        at
    }

    /// A last seed in one's own empty house takes what lies opposite, and goes along with it.
    fn capture(&mut self, last: usize) {
        let first = self.first_house(self.turn);
        let own = (first..first + usize::from(self.houses)).contains(&last);
        if own && self.pits[last] == 1 {
            let opposite = 2 * usize::from(self.houses) - last;
            if self.pits[opposite] > 0 {
                let taken = std::mem::take(&mut self.pits[opposite]) + std::mem::take(&mut self.pits[last]);
                self.pits[self.store_of(self.turn)] += taken;
            }
        }
    }

    /// As soon as a side has no seeds left, the rest goes to its owner.
    fn gather_if_over(&mut self) {
        if Player::BOTH.into_iter().any(|player| self.row_bits(player) == 0) {
            for player in Player::BOTH {
                let (first, store) = (self.first_house(player), self.store_of(player));
                let rest: u8 = self.pits[first..store].iter().sum();
                self.pits[first..store].fill(0);
                self.pits[store] += rest;
            }
        }
    }
}

impl Game for Kalah {
    /// The house to sow from, counted from the mover's left, from 0.
    type Move = u8;

    fn turn(&self) -> Player {
        self.turn
    }

    fn moves(&self, out: &mut Vec<u8>) {
        let row = self.row(self.turn);
        out.extend((0..self.houses).filter(|house| row[usize::from(*house)] > 0));
    }

    fn apply(&mut self, house: u8) {
        let last = self.sow(self.first_house(self.turn) + usize::from(house));
        let again = last == self.store_of(self.turn);
        self.capture(last);
        self.gather_if_over();
        if !again {
            self.turn = self.turn.opponent();
        }
    }

    fn score_finished(&self) -> Outcome {
        let [south, north] = Player::BOTH.map(|player| u16::from(self.store(player)));
        Outcome::by_count(south, north)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dice::Dice;
    use crate::game::leaves;
    use crate::notation::Notation;

    fn kalah(text: &str) -> Kalah {
        Kalah::parse(text).expect(text)
    }

    #[test]
    fn the_tree_of_moves_has_as_many_leaves_as_it_should() {
        let counts: Vec<_> = (1..=7).map(|depth| leaves(&Kalah::start(), depth)).collect();
        assert_eq!(counts, [6, 35, 185, 942, 4690, 23233, 114_430]);
    }

    #[test]
    fn a_last_seed_in_the_own_store_moves_again() {
        let after = Kalah::start().after(2);
        assert_eq!(after.turn(), Player::First);
        assert_eq!(after.store(Player::First), 1);
        assert_eq!(Kalah::start().after(0).turn(), Player::Second);
    }

    #[test]
    fn a_last_seed_in_an_empty_house_captures_what_lies_opposite() {
        let after = kalah("6,4: 1 0 4 4 4 4 (6) / 4 4 4 4 5 4 (0) S").after(0);
        assert_eq!(after.write(), "6,4: 0 0 4 4 4 4 (12) / 4 4 4 4 0 4 (0) N");
    }

    #[test]
    fn nothing_is_captured_from_an_empty_house() {
        let after = kalah("6,4: 1 0 4 4 4 4 (6) / 4 4 4 4 0 4 (5) S").after(0);
        assert_eq!(after.write(), "6,4: 0 1 4 4 4 4 (6) / 4 4 4 4 0 4 (5) N");
    }

    #[test]
    fn a_whole_lap_passes_the_other_store_and_captures_at_home() {
        let after = kalah("6,4: 13 0 1 1 1 1 (4) / 4 4 4 4 4 4 (3) S").after(0);
        assert_eq!(after.write(), "6,4: 0 1 2 2 2 2 (11) / 5 5 5 5 5 0 (3) N");
    }

    #[test]
    fn the_game_ends_when_either_side_is_empty_and_the_rest_goes_to_its_owner() {
        let after = kalah("6,4: 0 0 0 0 0 1 (20) / 0 0 3 0 0 4 (20) S").after(5);
        assert_eq!(after.write(), "6,4: 0 0 0 0 0 0 (21) / 0 0 0 0 0 0 (27) S");
        assert_eq!(after.outcome(), Some(Outcome::Won { by: Player::Second, worth: 6 }));
    }

    #[test]
    fn what_comes_of_sowing_in_the_own_row_is_known_before() {
        let mut dice = Dice::seeded(3);
        let (mut again, mut captures) = (0, 0);
        for _ in 0..200 {
            let mut position = Kalah::start();
            while position.outcome().is_none() {
                let mover = position.turn();
                let moves = position.legal_moves();
                for chosen in &moves {
                    let house = usize::from(*chosen);
                    let next = position.after(*chosen);
                    let leaves =
                        house + usize::from(position.row(mover)[house]) > usize::from(position.houses());
                    if leaves || next.outcome().is_some() {
                        continue;
                    }
                    let (ends, taken) = (position.ends_in_store(house), position.captured_from(house));
                    let told = u8::from(ends) + if taken > 0 { taken + 1 } else { 0 };
                    let brought = next.store(mover) - position.store(mover);
                    let came = (next.turn() == mover, brought);
                    assert_eq!((ends, told), came, "{} {house}", position.write());
                    again += usize::from(ends);
                    captures += usize::from(taken > 0);
                }
                position.apply(moves[dice.below(moves.len())]);
            }
        }
        assert!(again > 500 && captures > 500, "{again} {captures}");
    }

    #[test]
    fn boards_that_no_score_could_hold_do_not_exist() {
        assert!(Kalah::new(10, 3).is_some());
        assert_eq!(Kalah::new(10, 4), None);
        assert_eq!(Kalah::new(0, 4), None);
        assert_eq!(Kalah::new(11, 1), None);
        assert_eq!(Kalah::new(6, 0), None);
    }
}
