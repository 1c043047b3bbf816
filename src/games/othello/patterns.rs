//! What is seen of a board: a few squares at a time, and how many moves there are.
//!
//! A pattern is some squares in a row or around a corner. It stands on the board in all its mirror
//! images, and what lies on its squares is a number in base three: 0 an empty square, 1 a disc of
//! the player to move, 2 one of the other's. Numbers that are mirror images of each other share a
//! weight, and where the colours are exchanged it counts the other way round: what is good for
//! one player is as bad for the other.

use std::sync::LazyLock;

use super::discs::{Squares, around};
use super::rules::Othello;

/// What a position is worth something for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Aspect {
    Edges,
    Corners,
    Lines,
    Mobility,
    Frontier,
    Turn,
}

impl Aspect {
    /// In the order of the enumeration.
    pub const NAMES: [&str; 6] = ["edges", "corners", "lines", "mobility", "frontier", "turn"];
}

/// One image of each pattern, and what it tells about.
const PATTERNS: [(Aspect, &[u8]); 10] = [
    (Aspect::Edges, &[0, 1, 2, 3, 4, 5, 6, 7]),
    (Aspect::Corners, &[0, 1, 2, 8, 9, 10, 16, 17, 18]),
    (Aspect::Lines, &[8, 9, 10, 11, 12, 13, 14, 15]),
    (Aspect::Lines, &[16, 17, 18, 19, 20, 21, 22, 23]),
    (Aspect::Lines, &[24, 25, 26, 27, 28, 29, 30, 31]),
    (Aspect::Lines, &[0, 9, 18, 27, 36, 45, 54, 63]),
    (Aspect::Lines, &[1, 10, 19, 28, 37, 46, 55]),
    (Aspect::Lines, &[2, 11, 20, 29, 38, 47]),
    (Aspect::Lines, &[3, 12, 21, 30, 39]),
    (Aspect::Lines, &[4, 13, 22, 31]),
];
/// How many images they have together.
const IMAGES: usize = 38;

/// Differences of so many moves, and of so many discs on the frontier, are told apart.
const MOST_MOVES: i32 = 16;
const MOST_FRONTIER: i32 = 24;

/// How many things are seen of a position.
pub const SEEN: usize = IMAGES + 3;

/// A weight, and whether it counts as it is or the other way round.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Share {
    pub weight: u16,
    /// 1 or -1; 0 for what looks the same to both players.
    pub sign: i8,
}

/// Where the images stand, and which numbers share a weight.
pub struct Patterns {
    /// What the discs on each row add to the number of each image.
    added: Vec<[[u16; IMAGES]; 256]>,
    /// Where the numbers of each image's pattern begin among those of all patterns.
    starts: [u32; IMAGES],
    aspects: [Aspect; IMAGES],
    /// The share of each number.
    shares: Vec<Share>,
    /// How many weights all patterns have.
    weights: u16,
}

impl Patterns {
    #[must_use]
    pub fn get() -> &'static Patterns {
        static PATTERNS: LazyLock<Patterns> = LazyLock::new(Patterns::new);
        &PATTERNS
    }

    fn new() -> Patterns {
        let mut patterns = Patterns {
            added: vec![[[0; IMAGES]; 256]; 8],
            starts: [0; IMAGES],
            aspects: [Aspect::Lines; IMAGES],
            shares: Vec::new(),
            weights: 0,
        };
        let mut image = 0;
        for (aspect, squares) in PATTERNS {
            let start = patterns.shares.len();
            let mut stand: Vec<Squares> = Vec::new();
            let mut alike: Vec<Vec<usize>> = Vec::new();
            for way in 0..8 {
                let turned: Vec<u8> = squares.iter().map(|square| mirrored(*square, way)).collect();
                let places = turned.iter().filter_map(|t| squares.iter().position(|s| s == t));
                let places: Vec<usize> = places.collect();
                if places.len() == squares.len() {
                    alike.push(places);
                }
                let set = turned.iter().fold(0, |set, square| set | 1 << square);
                if !stand.contains(&set) {
                    stand.push(set);
                    patterns.stand(image, &turned);
                    (patterns.starts[image], patterns.aspects[image]) = (start as u32, aspect);
                    image += 1;
                }
            }
            patterns.share(squares.len(), &alike);
        }
        debug_assert_eq!(image, IMAGES);
        patterns
    }

    /// An image stands on these squares.
    fn stand(&mut self, image: usize, squares: &[u8]) {
        for (place, square) in squares.iter().enumerate() {
            for (discs, added) in self.added[usize::from(square / 8)].iter_mut().enumerate() {
                if discs >> (square % 8) & 1 == 1 {
                    added[image] += 3u16.pow(place as u32);
                }
            }
        }
    }

    /// Shares weights among the numbers of a pattern that looks the same with its places so
    /// exchanged.
    fn share(&mut self, length: usize, alike: &[Vec<usize>]) {
        let start = self.shares.len();
        for number in 0..3usize.pow(length as u32) {
            let digits: Vec<usize> = (0..length).map(|place| number / 3usize.pow(place as u32) % 3).collect();
            let least = |colours: [usize; 3]| {
                let numbers = alike.iter().map(|places| {
                    let digit =
                        |(digit, place): (&usize, &usize)| colours[*digit] * 3usize.pow(*place as u32);
                    digits.iter().zip(places).map(digit).sum::<usize>()
                });
                numbers.min().expect("a pattern looks like itself")
            };
            let (own, exchanged) = (least([0, 1, 2]), least([0, 2, 1]));
            let share = if own == exchanged {
                Share { weight: 0, sign: 0 }
            } else if own.min(exchanged) < number {
                let first = self.shares[start + own.min(exchanged)];
                Share { sign: if own < exchanged { 1 } else { -1 }, ..first }
            } else if own < exchanged {
                self.weights += 1;
                Share { weight: self.weights - 1, sign: 1 }
            } else {
                self.weights += 1;
                Share { weight: self.weights - 1, sign: -1 }
            };
            self.shares.push(share);
        }
    }

    /// Where the number of each image stands among those of all patterns.
    #[inline]
    pub fn numbers(&self, position: &Othello) -> [u32; IMAGES] {
        let (mine, theirs) = (position.mine().to_le_bytes(), position.theirs().to_le_bytes());
        let mut sums = [0u16; IMAGES];
        for ((row, mine), theirs) in self.added.iter().zip(mine).zip(theirs) {
            let (mine, theirs) = (&row[usize::from(mine)], &row[usize::from(theirs)]);
            for ((sum, mine), theirs) in sums.iter_mut().zip(mine).zip(theirs) {
                *sum += mine + 2 * theirs;
            }
        }
        std::array::from_fn(|image| self.starts[image] + u32::from(sums[image]))
    }

    /// The share of each number, by where it stands among those of all patterns.
    #[must_use]
    pub fn shares(&self) -> &[Share] {
        &self.shares
    }

    /// How many weights there are.
    #[must_use]
    pub fn weights(&self) -> usize {
        usize::from(self.weights) + (MOST_MOVES + MOST_FRONTIER) as usize + 2
    }

    /// What is seen besides patterns: the differences in moves and in discs on the frontier, and
    /// whose turn it is. With an odd number of empty squares the player to move expects to place
    /// the last disc.
    #[inline]
    #[must_use]
    pub fn counted(&self, position: &Othello) -> [Share; SEEN - IMAGES] {
        let moves = count(position.placeable()) - count(position.placeable_for_them());
        let frontier = around(position.empties());
        let open = count(position.mine() & frontier) - count(position.theirs() & frontier);
        let counted = |before: i32, difference: i32, most: i32| Share {
            weight: self.weights + (before + (difference.abs().min(most) - 1).max(0)) as u16,
            sign: difference.signum() as i8,
        };
        let turn = self.weights + (MOST_MOVES + MOST_FRONTIER + count(position.empties()) % 2) as u16;
        [
            counted(0, moves, MOST_MOVES),
            counted(MOST_MOVES, open, MOST_FRONTIER),
            Share { weight: turn, sign: 1 },
        ]
    }

    /// Everything that is seen, and what it tells about.
    pub fn seen(&self, position: &Othello) -> impl Iterator<Item = (Aspect, Share)> {
        let patterns = self.aspects.into_iter().zip(self.numbers(position));
        let patterns = patterns.map(|(aspect, number)| (aspect, self.shares[number as usize]));
        let counted = [Aspect::Mobility, Aspect::Frontier, Aspect::Turn];
        patterns.chain(counted.into_iter().zip(self.counted(position)))
    }
}

/// Where a square comes to lie in one of the eight mirror images of the board.
fn mirrored(square: u8, way: u8) -> u8 {
    let (x, y) = (square % 8, square / 8);
    let x = if way & 1 == 1 { 7 - x } else { x };
    let y = if way & 2 == 2 { 7 - y } else { y };
    if way & 4 == 4 { 8 * x + y } else { 8 * y + x }
}

fn count(squares: Squares) -> i32 {
    squares.count_ones() as i32
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Player;
    use crate::notation::Notation;

    fn sums(position: &Othello) -> Vec<(u16, i32)> {
        let mut sums = std::collections::BTreeMap::new();
        for (_, share) in Patterns::get().seen(position).filter(|(_, share)| share.sign != 0) {
            *sums.entry(share.weight).or_insert(0) += i32::from(share.sign);
        }
        sums.into_iter().filter(|(_, sum)| *sum != 0).collect()
    }

    #[test]
    fn mirror_images_of_a_position_look_the_same() {
        for example in Othello::CARD.examples {
            let position = Othello::parse(example).unwrap();
            for way in 0..8 {
                let turned = |squares: Squares| {
                    (0..64).filter(|s| squares >> s & 1 == 1).fold(0, |set, s| set | 1 << mirrored(s, way))
                };
                let image = Othello::new(turned(position.mine()), turned(position.theirs()), Player::First);
                assert_eq!(sums(&image), sums(&position));
            }
        }
    }

    #[test]
    fn what_one_player_sees_the_other_sees_the_other_way_round_but_for_the_turn() {
        for example in Othello::CARD.examples {
            let position = Othello::parse(example).unwrap();
            let other = Othello::new(position.theirs(), position.mine(), Player::First);
            let without_turn = |position| {
                let turn = Patterns::get().counted(position)[2];
                sums(position).into_iter().filter(|(weight, _)| *weight != turn.weight).collect::<Vec<_>>()
            };
            let turned: Vec<_> = without_turn(&other).into_iter().map(|(w, sum)| (w, -sum)).collect();
            assert_eq!(turned, without_turn(&position));
        }
    }

    #[test]
    fn weights_are_shared_as_widely_as_they_can_be() {
        let patterns = Patterns::get();
        let used: std::collections::BTreeSet<_> = patterns.shares.iter().map(|share| share.weight).collect();
        assert_eq!(used.len(), usize::from(patterns.weights));
        // Of an edge: 3^8 numbers, 3^4 of them their own mirror image; half of those that differ
        // from themselves with the colours exchanged.
        let edge = &patterns.shares[..6561];
        let signs = edge.iter().filter(|share| share.sign != 0);
        let weights: std::collections::BTreeSet<_> = signs.map(|share| share.weight).collect();
        assert_eq!(weights.len(), 1640);
    }
}
