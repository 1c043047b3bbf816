//! What a network is shown of a position before a roll: men point by point, and what takes
//! counting to see. All from the view of the player to move.

use std::sync::LazyLock;

use super::camp::{BAR, Camp, HOME, MEN, across, mirrored};
use super::rules::Backgammon;
use crate::bits::ones;

/// How many inputs there are.
pub const INPUTS: usize = 2 * OF_A_SIDE;

/// For each of 24 points and the bar: one man; two; three or more; those beyond three.
const BY_POINT: usize = 4 * BAR as usize;
const OFF_AT: usize = BY_POINT;
const COUNTS_AT: usize = OFF_AT + 3;
const COUNTS: usize = 10;
const OF_A_SIDE: usize = COUNTS_AT + COUNTS;

/// No position has more inputs that are not zero: fifteen men are on so many points at most.
const MOST: usize = 2 * (MEN as usize + 3 + COUNTS);

/// The inputs that are not zero, each with its value.
#[derive(Clone, Debug)]
pub struct Inputs {
    found: [(u16, f32); MOST],
    length: usize,
}

impl Inputs {
    #[must_use]
    pub fn of(position: &Backgammon) -> Inputs {
        let mut inputs = Inputs { found: [(0, 0.0); MOST], length: 0 };
        let [mine, theirs] = [position.mine(), position.theirs()].map(Shape::of);
        inputs.side(0, position.mine(), &mine, &theirs);
        inputs.side(OF_A_SIDE, position.theirs(), &theirs, &mine);
        inputs
    }

    #[inline]
    #[must_use]
    pub fn found(&self) -> &[(u16, f32)] {
        &self.found[..self.length]
    }

    #[inline]
    fn put(&mut self, input: usize, value: f32) {
        if value != 0.0 {
            self.found[self.length] = (input as u16, value);
            self.length += 1;
        }
    }

    fn side(&mut self, at: usize, camp: &Camp, shape: &Shape, enemy: &Shape) {
        for point in ones(shape.held.into()) {
            let first = at + 4 * (usize::from(point) - 1);
            match camp.on(point) {
                men @ 0..=2 => self.put(first + usize::from(men) - 1, 1.0),
                men => {
                    self.put(first + 2, 1.0);
                    self.put(first + 3, f32::from(men - 3) / 2.0);
                }
            }
        }
        let off = camp.off();
        self.put(at + OFF_AT, f32::from(off) / 5.0);
        self.put(at + OFF_AT + 1, f32::from(u8::from(off > 0)));
        self.put(at + OFF_AT + 2, f32::from(off.saturating_sub(7)) / 4.0);
        for (number, value) in counts(camp, shape, enemy).into_iter().enumerate() {
            self.put(at + COUNTS_AT + number, value);
        }
    }
}

/// Where a side has men, one bit a point.
struct Shape {
    held: u32,
    /// Where it has two or more.
    made: u32,
    pips: u16,
}

impl Shape {
    fn of(camp: &Camp) -> Shape {
        let mut shape = Shape { held: 0, made: 0, pips: 0 };
        for point in 1..=BAR {
            let men = camp.on(point);
            shape.held |= u32::from(men > 0) << point;
            shape.made |= u32::from(men > 1) << point;
            shape.pips += u16::from(men) * u16::from(point);
        }
        shape
    }

    /// The furthest point with men.
    fn last(&self) -> u32 {
        self.held.checked_ilog2().unwrap_or(0)
    }
}

/// What takes counting, each scaled so that it seldom leaves 0 to 1.
fn counts(camp: &Camp, shape: &Shape, enemy: &Shape) -> [f32; COUNTS] {
    let (enemy_held, enemy_made) = (mirrored(enemy.held), mirrored(enemy.made));
    let last = shape.last();
    let men_on = |points: u32| ones(points.into()).map(|point| (point, u16::from(camp.on(point))));
    // The pips that all men need to get past the last enemy.
    let past = across(enemy.last().min(24) as u8);
    let beyond = shape.held & !((2 << past) - 1);
    let in_contact: u16 = men_on(beyond).map(|(point, men)| men * u16::from(point - past)).sum();
    let behind: u16 = men_on(shape.held & BEHIND).map(|(_, men)| men).sum();
    let home = (shape.made & HOME_POINTS).count_ones();
    let blots = enemy_held & !enemy_made & !1;
    let shots = f32::from(shots(shape.held, camp.on(BAR), blots, enemy_made)) / 36.0;
    let blocked = ahead(enemy_made, last);
    [
        f32::from(shape.pips) / 100.0,
        f32::from(in_contact) / 100.0,
        f32::from(behind) / 4.0,
        last as f32 / 24.0,
        home as f32 / 6.0,
        (home * home) as f32 / 36.0,
        longest_run(shape.made) as f32 / 6.0,
        shots,
        f32::from(ESCAPES[usize::from(blocked)]) / 36.0,
        longest_run(u32::from(blocked)) as f32 / 6.0,
    ]
}

/// The opponent's home board, and the bar.
const BEHIND: u32 = 0x7f << 19;
const HOME_POINTS: u32 = (1 << (HOME + 1)) - 2;

/// The twelve points in front of a man, the nearest in bit 0.
fn ahead(points: u32, from: u32) -> u16 {
    let on_board = points & ((1 << BAR) - 2);
    // Points off the board count as open.
    let turned = on_board.reverse_bits() >> (32 - from.max(1));
    (turned & 0xfff) as u16
}

fn longest_run(mut points: u32) -> u32 {
    let mut run = 0;
    while points != 0 {
        points &= points << 1;
        run += 1;
    }
    run
}

/// With how many of 36 throws a man can play both dice, for each set of points closed ahead.
static ESCAPES: LazyLock<Vec<u8>> = LazyLock::new(|| {
    let goes = |closed: u32, one: u32, other: u32| {
        let open = |pips: u32| closed >> (pips - 1) & 1 == 0;
        open(one + other) && (open(one) || open(other))
    };
    let throws = || (1..=6).flat_map(|one| (1..=6).map(move |other| (one, other)));
    (0..1 << 12)
        .map(|closed| throws().filter(|(one, other)| goes(closed, *one, *other)).count() as u8)
        .collect()
});

/// With how many of 36 throws at least one enemy blot is hit.
fn shots(held: u32, on_bar: u8, blots: u32, closed: u32) -> u8 {
    if blots == 0 {
        return 0;
    }
    let may_go = if on_bar > 0 { ON_BAR } else { held };
    let direct: [bool; 7] = std::array::from_fn(|die| die > 0 && (may_go >> die) & blots != 0);
    let mut hits = 0;
    for one in 1..=6 {
        let double = direct[one] || hits_with_double(held, on_bar, blots, closed, one as u32);
        hits += u8::from(double);
        for other in 1..one {
            let dice = [one as u32, other as u32];
            let hit = direct[one] || direct[other] || hits_with_both(held, on_bar, blots, closed, dice);
            hits += 2 * u8::from(hit);
        }
    }
    hits
}

const ON_BAR: u32 = 1 << BAR;

/// Whether men hit with the second die after the first, in either order.
fn hits_with_both(held: u32, on_bar: u8, blots: u32, closed: u32, [one, other]: [u32; 2]) -> bool {
    match on_bar {
        0 => {
            let landed = (held >> one & !closed) >> other | (held >> other & !closed) >> one;
            landed & blots != 0
        }
        1 => [[one, other], [other, one]].into_iter().any(|[one, other]| {
            let entry = (ON_BAR >> one) & !closed;
            entry != 0 && ((held & !ON_BAR | entry) >> other) & blots != 0
        }),
        _ => false,
    }
}

/// Whether men hit with up to four steps of the same length; those on the bar enter first.
fn hits_with_double(held: u32, on_bar: u8, blots: u32, closed: u32, die: u32) -> bool {
    let (mut from, mut steps) = (held, 4);
    if on_bar > 0 {
        let entry = ON_BAR >> die;
        if entry & closed != 0 {
            return false;
        }
        if entry & blots != 0 {
            return true;
        }
        steps -= on_bar.min(4);
        from = held & !ON_BAR | entry;
    }
    for _ in 0..steps {
        from = (from >> die) & !closed;
        if from & blots != 0 {
            return true;
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::Notation;

    fn shots_of(xgid: &str) -> u8 {
        let position = Backgammon::parse(xgid).unwrap();
        let (mine, theirs) = (position.mine(), position.theirs());
        let made = mirrored(theirs.held_by(2));
        shots(mine.held_by(1), mine.on(BAR), mirrored(theirs.held_by(1)) & !made, made)
    }

    #[test]
    fn a_blot_is_hit_as_often_as_books_say() {
        // One man against one blot so many points ahead, nothing between.
        let known = [(1, 11), (2, 12), (3, 14), (4, 15), (5, 15), (6, 17), (7, 6), (8, 6), (9, 5), (12, 3)];
        for (distance, throws) in known {
            let mut position = Backgammon { camps: [Camp::EMPTY; 2], ..Backgammon::new() };
            position.camps[0].put(20, 1);
            position.camps[1].put(across(20 - distance), 1);
            assert_eq!(shots_of(&position.write()), throws, "{distance} away");
        }
    }

    #[test]
    fn a_man_behind_a_full_prime_does_not_escape() {
        assert_eq!((ESCAPES[0], ESCAPES[0b11_1111]), (36, 0));
        let prime = 0b111_1110; // points 1 to 6
        assert_eq!(ahead(prime, 7), 0b11_1111);
        assert_eq!(ahead(prime, 8), 0b111_1110);
    }
}
