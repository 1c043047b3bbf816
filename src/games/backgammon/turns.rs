//! Every legal way to play a roll: both dice if that can be done, else one, the higher if either
//! could be; four times the same after a double. Turns that lead to the same position are one.

use super::camp::{BAR, Camp, HOME, OFF, mirrored};
use super::roll::Roll;

/// One man moved by one die, points counted by the player who moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Step {
    pub from: u8,
    pub to: u8,
}

/// All that a player does with a roll; nothing at all where nothing is possible.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Turn {
    steps: [Step; 4],
    length: u8,
}

impl Turn {
    /// Nothing can be played.
    pub const PASS: Turn = Turn { steps: [Step { from: OFF, to: OFF }; 4], length: 0 };

    #[inline]
    #[must_use]
    pub fn steps(&self) -> &[Step] {
        &self.steps[..usize::from(self.length)]
    }

    fn and(mut self, step: Step) -> Turn {
        self.steps[usize::from(self.length)] = step;
        self.length += 1;
        self
    }
}

/// Appends every legal turn.
pub(super) fn find(mine: &Camp, theirs: &Camp, roll: Roll, out: &mut Vec<Turn>) {
    let walk = Walk::new(mine, theirs);
    let first = out.len();
    if roll.is_double() {
        let mut longest = 1;
        doubles(&walk, roll.high(), BAR, &mut longest, out, first);
    } else {
        let mut seen = Vec::with_capacity(64);
        for [one, other] in [[roll.high(), roll.low()], [roll.low(), roll.high()]] {
            walk.each_step(one, BAR, |walk| {
                walk.each_step(other, BAR, |walk| {
                    let key = walk.key;
                    if !seen.contains(&key) {
                        seen.push(key);
                        out.push(walk.turn);
                    }
                });
            });
        }
        for die in [roll.high(), roll.low()] {
            if out.len() == first {
                walk.each_step(die, BAR, |walk| out.push(walk.turn));
            }
        }
    }
    if out.len() == first {
        out.push(Turn::PASS);
    }
}

/// Four steps of the same length, or as many as can be made. The order of equal steps does not
/// matter, so men are moved from the back to the front only, and every turn is met once.
fn doubles(walk: &Walk, die: u8, furthest: u8, longest: &mut u8, out: &mut Vec<Turn>, first: usize) {
    walk.each_step(die, furthest, |walk| {
        if walk.turn.length > *longest {
            *longest = walk.turn.length;
            out.truncate(first);
        }
        if walk.turn.length == *longest {
            out.push(walk.turn);
        }
        if walk.turn.length < 4 {
            let from = walk.turn.steps()[usize::from(walk.turn.length) - 1].from;
            doubles(walk, die, from, longest, out, first);
        }
    });
}

/// A turn that is being played.
#[derive(Clone, Copy)]
struct Walk {
    men: Camp,
    /// The points with men, one bit each.
    held: u32,
    /// The points on which two or more enemies stand.
    closed: u32,
    /// The points on which one enemy stands.
    blots: u32,
    turn: Turn,
    /// The same for turns that lead to the same position, and for no others: four bits of
    /// change for each point, and above them a bit for each man hit.
    key: u128,
}

/// Where the bits of the men that were hit begin in a key.
const HITS: u32 = 4 * (BAR as u32 + 1);

impl Walk {
    fn new(mine: &Camp, theirs: &Camp) -> Walk {
        let enemies = |least| mirrored(theirs.held_by(least));
        let closed = enemies(2);
        Walk {
            men: *mine,
            held: mine.held_by(1),
            closed,
            blots: enemies(1) & !closed,
            turn: Turn::PASS,
            key: 0,
        }
    }

    /// Where a man comes to with a die, if he may go at all.
    fn landing(&self, from: u8, die: u8) -> Option<u8> {
        if from > die {
            let to = from - die;
            return (self.closed >> to & 1 == 0).then_some(to);
        }
        let behind = self.held >> (from + 1);
        let home = self.held >> (HOME + 1) == 0;
        (home && (from == die || behind == 0)).then_some(OFF)
    }

    /// Calls `see` with every way to move a man from `furthest` or nearer by the die.
    fn each_step(&self, die: u8, furthest: u8, mut see: impl FnMut(&Walk)) {
        // A man on the bar must enter before any other moves.
        let may_go = if self.held >> BAR == 1 { 1 << BAR } else { self.held };
        let mut points = may_go & ((2 << furthest) - 1);
        while points != 0 {
            let from = points.ilog2() as u8;
            points &= !(1 << from);
            if let Some(to) = self.landing(from, die) {
                see(&self.stepped(Step { from, to }));
            }
        }
    }

    fn stepped(&self, step: Step) -> Walk {
        let Step { from, to } = step;
        let mut next = *self;
        next.turn = self.turn.and(step);
        next.men.shift(from, to);
        next.held &= !(u32::from(next.men.on(from) == 0) << from);
        next.key = next.key.wrapping_sub(1 << (4 * u32::from(from)));
        if to != OFF {
            next.held |= 1 << to;
            next.key = next.key.wrapping_add(1 << (4 * u32::from(to)));
            next.key ^= u128::from(next.blots >> to & 1) << (HITS + u32::from(to) - 1);
            next.blots &= !(1 << to);
        }
        next
    }
}
