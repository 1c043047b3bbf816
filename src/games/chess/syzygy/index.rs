//! The positions of an ending, numbered from 0 without gaps.
//!
//! Positions that are mirror images share a number. Men are numbered in groups: first those that
//! break the symmetry (two kings, three different men, or all pawns of one colour), then the
//! pawns of the other, then like men together. What a man stands on is counted among the squares
//! that the groups before it have left.

use std::sync::LazyLock;

/// A man on a square. Men are numbered as in the files: White's pawn to king 1 to 6, Black's 9 to 14.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Standing {
    pub man: u8,
    /// a1 is 0, h1 is 7, h8 is 63.
    pub square: u8,
}

/// What the first group is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Lead {
    /// So many pawns of one colour; whether there are pawns of the other.
    Pawns {
        count: usize,
        opposed: bool,
    },
    /// Three men, one of them the only one of its kind.
    Three,
    Kings,
}

/// How the positions of an ending are numbered, in one of its parts.
#[derive(Debug)]
pub(super) struct Numbering {
    lead: Lead,
    /// In the order in which they are numbered.
    men: Vec<u8>,
    groups: Vec<Group>,
    /// How many numbers there are.
    pub size: u64,
}

#[derive(Clone, Copy, Debug)]
struct Group {
    len: usize,
    /// What its number is multiplied by.
    weight: u64,
}

/// Most men in any table.
pub(super) const MOST_MEN: usize = 7;

impl Numbering {
    /// `order` tells when the first group and, where both sides have pawns, the second is numbered;
    /// `file` is the first pawn's, a to d.
    pub fn new(lead: Lead, men: Vec<u8>, order: [u8; 2], file: usize) -> Option<Numbering> {
        let first = match lead {
            Lead::Pawns { count, .. } => count,
            Lead::Three => 3,
            Lead::Kings => 2,
        };
        if men.len() < first || men.len() > MOST_MEN {
            return None;
        }
        let mut groups = vec![Group { len: first, weight: 0 }];
        for men in men[first..].chunk_by(|a, b| a == b) {
            groups.push(Group { len: men.len(), weight: 0 });
        }
        let opposed = matches!(lead, Lead::Pawns { opposed: true, .. });
        let mut free = 64 - first - if opposed { groups.get(1)?.len } else { 0 };
        let mut next = 1 + usize::from(opposed);
        let mut size = 1;
        let mut place = 0;
        while next < groups.len() || place <= order[0] || opposed && place <= order[1] {
            let (group, count) = if place == order[0] {
                let count = match lead {
                    Lead::Pawns { count, .. } => MAPS.lead_sizes[count][file],
                    Lead::Three => 31_332,
                    Lead::Kings => 462,
                };
                (0, count)
            } else if opposed && place == order[1] {
                (1, MAPS.choose[groups[1].len][48 - first])
            } else {
                let len = groups.get(next)?.len;
                let count = MAPS.choose[len][free];
                free -= len;
                next += 1;
                (next - 1, count)
            };
            groups[group].weight = size;
            size *= count;
            place += 1;
        }
        Some(Numbering { lead, men, groups, size })
    }

    /// The man that is numbered first.
    pub fn first_man(&self) -> u8 {
        self.men[0]
    }

    /// The number of a position. The first of the pawns that lead must be
    /// [`foremost`]; none if other men stand there than are numbered here.
    pub fn number(&self, standing: &[Standing]) -> Option<u64> {
        let mut rest = standing.to_vec();
        let mut squares: Vec<u8> = Vec::with_capacity(MOST_MEN);
        for man in &self.men {
            let at = rest.iter().position(|standing| standing.man == *man)?;
            squares.push(rest.remove(at).square);
        }
        let squares = &mut squares[..];
        if !rest.is_empty() {
            return None;
        }
        if let Lead::Pawns { count, .. } = self.lead {
            let first = (0..count).max_by_key(|n| MAPS.pawns[usize::from(squares[*n])])?;
            squares.swap(0, first);
        }
        if file(squares[0]) > 3 {
            squares.iter_mut().for_each(|square| *square ^= 7);
        }
        let first = match self.lead {
            Lead::Pawns { count, .. } => pawns(&mut squares[..count]),
            Lead::Three | Lead::Kings => {
                if rank(squares[0]) > 3 {
                    squares.iter_mut().for_each(|square| *square ^= 56);
                }
                let lead = self.groups[0].len;
                let off = squares[..lead].iter().map(|square| above(*square)).find(|above| *above != 0);
                if off.is_some_and(|above| above > 0) {
                    squares.iter_mut().for_each(|square| *square = *square >> 3 | (*square & 7) << 3);
                }
                if self.lead == Lead::Three { three(squares) } else { kings(squares) }
            }
        };
        let mut number = first * self.groups[0].weight;
        let mut done = self.groups[0].len;
        for (nth, group) in self.groups.iter().enumerate().skip(1) {
            let (before, rest) = squares.split_at_mut(done);
            let own = &mut rest[..group.len];
            own.sort_unstable();
            // Pawns stand on the second rank or above.
            let opposed = nth == 1 && matches!(self.lead, Lead::Pawns { opposed: true, .. });
            let below = if opposed { 8 } else { 0 };
            let mut among = 0;
            for (n, square) in own.iter().enumerate() {
                let taken = before.iter().filter(|earlier| *earlier < square).count();
                among += MAPS.choose[n + 1][(usize::from(*square)).checked_sub(taken + below)?];
            }
            number += among * group.weight;
            done += group.len;
        }
        Some(number)
    }
}

/// The file from the nearer edge, 0 to 3, of the pawn that is numbered first: of those that lead,
/// the nearest to the edge, and there the furthest back.
pub(super) fn foremost(pawns: impl Iterator<Item = u8>) -> usize {
    let first = pawns.max_by_key(|square| MAPS.pawns[usize::from(*square)]).unwrap_or(0);
    file(first).min(7 - file(first))
}

/// The number of the leading pawns, the first of them in front.
fn pawns(squares: &mut [u8]) -> u64 {
    let order = |square: &u8| MAPS.pawns[usize::from(*square)];
    let mut number = MAPS.lead[squares.len()][usize::from(squares[0])];
    squares[1..].sort_unstable_by_key(order);
    for (n, square) in squares.iter().enumerate().skip(1) {
        number += MAPS.choose[n][usize::from(order(square))];
    }
    number
}

/// The number of three men, none before the first that is off the long diagonal above it.
fn three(squares: &[u8]) -> u64 {
    let [a, b, c] = [squares[0], squares[1], squares[2]];
    let passed = |square: u8, earlier: &[u8]| earlier.iter().filter(|other| **other < square).count() as u64;
    let (after_a, after_both) = (passed(b, &[a]), passed(c, &[a, b]));
    let below = |square: u8| u64::from(MAPS.below[usize::from(square)]);
    let row = |square: u8| rank(square) as u64;
    let third = u64::from(c) - after_both;
    if above(a) != 0 {
        (u64::from(MAPS.triangle[usize::from(a)]) * 63 + u64::from(b) - after_a) * 62 + third
    } else if above(b) != 0 {
        (6 * 63 + row(a) * 28 + below(b)) * 62 + third
    } else if above(c) != 0 {
        6 * 63 * 62 + 4 * 28 * 62 + row(a) * 7 * 28 + (row(b) - after_a) * 28 + below(c)
    } else {
        let (second, third) = (row(b) - after_a, row(c) - after_both);
        6 * 63 * 62 + 4 * 28 * 62 + 4 * 7 * 28 + row(a) * 7 * 6 + second * 6 + third
    }
}

fn kings(squares: &[u8]) -> u64 {
    let first = MAPS.triangle[usize::from(squares[0])];
    u64::from(MAPS.kings[usize::from(first)][usize::from(squares[1])])
}

fn file(square: u8) -> usize {
    usize::from(square & 7)
}

fn rank(square: u8) -> usize {
    usize::from(square >> 3)
}

/// Steps above the diagonal from a1 to h8.
fn above(square: u8) -> i32 {
    rank(square) as i32 - file(square) as i32
}

/// Where squares stand in the orders by which they are numbered.
struct Maps {
    /// Of those below the diagonal from a1 to h8.
    below: [u8; 64],
    /// Of those in the triangle a1, d1, d4; its diagonal comes last.
    triangle: [u8; 64],
    /// The number of two kings, by the first one's place in the triangle and the second's square.
    kings: [[u16; 64]; 10],
    /// Of a pawn: the nearer to the edge, and there the further back, the higher.
    pawns: [u8; 64],
    /// The number of so many leading pawns, the first of them on this square, the others as low
    /// as can be; and how many numbers there are for each file of the first.
    lead: [[u64; 64]; MOST_MEN],
    lead_sizes: [[u64; 4]; MOST_MEN],
    /// In how many ways so many can be chosen of how many.
    choose: [[u64; 64]; MOST_MEN],
}

static MAPS: LazyLock<Maps> = LazyLock::new(Maps::new);

impl Maps {
    fn new() -> Maps {
        let mut maps = Maps {
            below: [0; 64],
            triangle: [0; 64],
            kings: [[0; 64]; 10],
            pawns: [0; 64],
            lead: [[0; 64]; MOST_MEN],
            lead_sizes: [[0; 4]; MOST_MEN],
            choose: [[0; 64]; MOST_MEN],
        };
        for n in 0..64 {
            maps.choose[0][n] = 1;
            for k in 1..MOST_MEN.min(n + 1) {
                let more = if n > k { maps.choose[k][n - 1] } else { 0 };
                maps.choose[k][n] = maps.choose[k - 1][n - 1] + more;
            }
        }
        for (number, square) in (0..64).filter(|square| above(*square) < 0).enumerate() {
            maps.below[usize::from(square)] = number as u8;
        }
        let left = || (0..32).filter(|square| file(*square) < 4);
        let triangle = left().filter(|s| above(*s) < 0).chain(left().filter(|s| above(*s) == 0));
        for (number, square) in triangle.enumerate() {
            maps.triangle[usize::from(square)] = number as u8;
        }
        maps.number_kings();
        maps.number_pawns();
        maps
    }

    /// Kings that both stand on the diagonal come last.
    fn number_kings(&mut self) {
        let left: Vec<u8> = (0..32).filter(|square| file(*square) < 4 && above(*square) <= 0).collect();
        let mut pairs: Vec<(u8, u8)> = Vec::new();
        for first in left {
            let apart = |second: &u8| {
                let [files, ranks] = [file, rank].map(|line| line(first).abs_diff(line(*second)));
                files > 1 || ranks > 1
            };
            let seconds = (0..64).filter(apart).filter(|second| above(first) != 0 || above(*second) <= 0);
            pairs.extend(seconds.map(|second| (self.triangle[usize::from(first)], second)));
        }
        let diagonal = |(first, second): &(u8, u8)| *first >= 6 && above(*second) == 0;
        pairs.sort_by_key(|pair| (diagonal(pair), *pair));
        for (number, (first, second)) in pairs.into_iter().enumerate() {
            self.kings[usize::from(first)][usize::from(second)] = number as u16;
        }
    }

    fn number_pawns(&mut self) {
        let mut left = 48;
        for file in 0..4 {
            for rank in 1..7 {
                let square = 8 * rank + file;
                for square in [square, square ^ 7] {
                    left -= 1;
                    self.pawns[square] = left;
                }
            }
        }
        for count in 1..MOST_MEN - 1 {
            for file in 0..4 {
                let mut number = 0;
                for rank in 1..7 {
                    let square = 8 * rank + file;
                    self.lead[count][square] = number;
                    number += self.choose[count - 1][usize::from(self.pawns[square])];
                }
                self.lead_sizes[count][file] = number;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_kings_stand_in_462_ways_and_three_men_in_31_332() {
        let most = MAPS.kings.iter().flatten().max();
        assert_eq!(most, Some(&461));
        let lead = |lead, men: &[u8]| Numbering::new(lead, men.to_vec(), [0, 15], 0).map(|n| n.size);
        assert_eq!(lead(Lead::Kings, &[6, 14]), Some(462));
        assert_eq!(lead(Lead::Three, &[6, 14, 5]), Some(31_332));
    }

    #[test]
    fn mirror_images_share_a_number_and_no_others_do() {
        let numbering = Numbering::new(Lead::Three, vec![6, 14, 5], [0, 15], 0).unwrap();
        let mut seen: Vec<Vec<[u8; 3]>> = vec![Vec::new(); 31_332];
        for at in 0..64u32.pow(3) {
            let squares = [at, at / 64, at / 4096].map(|n| (n % 64) as u8);
            let [king, bare, queen] = squares;
            if king != bare && bare != queen && queen != king {
                let men = [(6, king), (14, bare), (5, queen)].map(|(man, square)| Standing { man, square });
                seen[numbering.number(&men).unwrap() as usize].push(squares);
            }
        }
        for alike in &seen {
            let transposed = |square: u8| square >> 3 | (square & 7) << 3;
            let mut images = Vec::new();
            for turn in 0..8u8 {
                let turned = |square: u8| {
                    let square = if turn & 4 > 0 { transposed(square) } else { square };
                    square ^ (if turn & 1 > 0 { 7 } else { 0 }) ^ (if turn & 2 > 0 { 56 } else { 0 })
                };
                images.extend(alike.first().map(|squares| squares.map(turned)));
            }
            images.sort_unstable();
            images.dedup();
            let mut alike = alike.clone();
            alike.sort_unstable();
            assert_eq!(alike, images);
        }
    }

    #[test]
    fn leading_pawns_fill_their_numbers() {
        for count in 1..6 {
            let whole: u64 = MAPS.lead_sizes[count].iter().sum();
            // Half of all ways, but that those which are their own mirror image count whole.
            let all = MAPS.choose[count][48];
            assert!(whole * 2 >= all && whole * 2 < all + all / 8 + 2, "{count}: {whole} of {all}");
        }
    }
}
