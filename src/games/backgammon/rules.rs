//! Positions and what happens to them.

use super::turns::{self, Turn};
use crate::game::{Chance, Game, Outcome, Player};

/// How many men a side has.
pub const MEN: u8 = 15;
/// The point on which men wait that were hit; from there they enter as from a 25th point.
pub const BAR: u8 = 25;
/// Where men go that are borne off.
pub const OFF: u8 = 0;
/// The last point of the home board.
pub const HOME: u8 = 6;

/// The men of one side, by its own count of the points: 1 to 24, where it bears off from 1,
/// [`BAR`] and [`OFF`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Camp([u8; 26]);

impl Camp {
    /// Nobody anywhere.
    pub const EMPTY: Camp = Camp([0; 26]);

    #[inline]
    #[must_use]
    pub fn on(&self, point: u8) -> u8 {
        self.0[usize::from(point)]
    }

    pub fn put(&mut self, point: u8, men: u8) {
        self.0[usize::from(point)] += men;
    }

    #[inline]
    pub fn shift(&mut self, from: u8, to: u8) {
        self.0[usize::from(from)] -= 1;
        self.0[usize::from(to)] += 1;
    }

    #[must_use]
    pub fn off(&self) -> u8 {
        self.on(OFF)
    }

    /// Men that are not yet off.
    #[must_use]
    pub fn left(&self) -> u8 {
        self.0[1..].iter().sum()
    }

    /// The point of the man that has furthest to go; [`OFF`] when all are off.
    #[must_use]
    pub fn last(&self) -> u8 {
        (1..=BAR).rev().find(|point| self.on(*point) > 0).unwrap_or(OFF)
    }

    /// The sum of what all men have still to go.
    #[must_use]
    pub fn pips(&self) -> u16 {
        self.0.iter().zip(0..).map(|(men, point)| u16::from(*men) * point).sum()
    }

    /// Who has borne a man off loses no gammon.
    #[must_use]
    pub fn may_lose_gammon(&self) -> bool {
        self.off() == 0
    }

    /// Whether every man is home or off.
    #[must_use]
    pub fn is_home(&self) -> bool {
        self.last() <= HOME
    }

    /// The points that hold at least so many men, one bit a point.
    #[inline]
    #[must_use]
    pub fn held_by(&self, least: u8) -> u32 {
        (1..=BAR).map(|point| u32::from(self.on(point) >= least) << point).sum()
    }
}

/// The opponent's name for a point.
#[inline]
#[must_use]
pub fn across(point: u8) -> u8 {
    BAR - point
}

/// Points as the opponent counts them, a bit each.
#[inline]
#[must_use]
pub fn mirrored(points: u32) -> u32 {
    points.reverse_bits() >> (31 - u32::from(BAR))
}

/// Two dice, the higher first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Roll {
    high: u8,
    low: u8,
}

impl Roll {
    /// Two dice from 1 to 6, in any order.
    #[must_use]
    pub fn new(one: u8, other: u8) -> Option<Roll> {
        let dice = 1..=6;
        (dice.contains(&one) && dice.contains(&other))
            .then(|| Roll { high: one.max(other), low: one.min(other) })
    }

    /// All 21.
    pub fn all() -> impl Iterator<Item = Roll> {
        (1..=6).flat_map(|high| (1..=high).map(move |low| Roll { high, low }))
    }

    #[must_use]
    pub fn high(self) -> u8 {
        self.high
    }

    #[must_use]
    pub fn low(self) -> u8 {
        self.low
    }

    #[must_use]
    pub fn is_double(self) -> bool {
        self.high == self.low
    }

    /// In how many of 36 throws it comes.
    #[must_use]
    pub fn ways(self) -> u8 {
        if self.is_double() { 1 } else { 2 }
    }
}

/// A position: both camps, whose turn it is, and what that player rolled, if they have.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Backgammon {
    pub(super) camps: [Camp; 2],
    pub(super) turn: Player,
    pub(super) roll: Option<Roll>,
}

impl Backgammon {
    /// The start, before the first roll.
    #[must_use]
    pub fn new() -> Backgammon {
        let mut camp = Camp::EMPTY;
        [(24, 2), (13, 5), (8, 3), (6, 5)].into_iter().for_each(|(point, men)| camp.put(point, men));
        Backgammon { camps: [camp; 2], turn: Player::First, roll: None }
    }

    #[must_use]
    pub fn camp(&self, player: Player) -> &Camp {
        &self.camps[player as usize]
    }

    /// The men of the player to move.
    #[must_use]
    pub fn mine(&self) -> &Camp {
        self.camp(self.turn)
    }

    /// The men of the opponent of the player to move.
    #[must_use]
    pub fn theirs(&self) -> &Camp {
        self.camp(self.turn.opponent())
    }

    #[must_use]
    pub fn roll(&self) -> Option<Roll> {
        self.roll
    }

    /// Whether no man can meet an enemy any more.
    #[must_use]
    pub fn is_race(&self) -> bool {
        self.mine().last() + self.theirs().last() < BAR
    }

    /// The most that the player to move, and the other, can come to lose: nobody can throw back a man that
    /// no enemy can meet.
    #[must_use]
    pub fn at_stake(&self) -> [u16; 2] {
        let is_race = self.is_race();
        [self.mine(), self.theirs()].map(|camp| match camp.may_lose_gammon() {
            true if !is_race => 3,
            _ => Backgammon::worth_against(camp),
        })
    }

    /// Who has borne off all men.
    fn winner(&self) -> Option<Player> {
        Player::BOTH.into_iter().find(|player| self.camp(*player).off() == MEN)
    }

    /// What a win over this camp is worth: 1, 2 if no man of it is off, 3 if one of them is still
    /// in the winner's home or on the bar.
    fn worth_against(loser: &Camp) -> u16 {
        match loser {
            camp if !camp.may_lose_gammon() => 1,
            camp if camp.last() < across(HOME) => 2,
            _ => 3,
        }
    }
}

impl Default for Backgammon {
    fn default() -> Backgammon {
        Backgammon::new()
    }
}

impl Game for Backgammon {
    type Move = Turn;

    fn turn(&self) -> Player {
        self.turn
    }

    fn moves(&self, out: &mut Vec<Turn>) {
        if let (Some(roll), None) = (self.roll, self.winner()) {
            turns::find(self, roll, out);
        }
    }

    fn apply(&mut self, turn: Turn) {
        let [me, them] = [self.turn as usize, self.turn.opponent() as usize];
        for step in turn.steps() {
            self.camps[me].shift(step.from, step.to);
            if step.to != OFF && self.camps[them].on(across(step.to)) > 0 {
                self.camps[them].shift(across(step.to), BAR);
            }
        }
        self.turn = self.turn.opponent();
        self.roll = None;
    }

    fn score_finished(&self) -> Outcome {
        match self.winner() {
            Some(by) => Outcome::Won { by, worth: Backgammon::worth_against(self.camp(by.opponent())) },
            None => Outcome::Draw,
        }
    }

    fn outcome(&self) -> Option<Outcome> {
        self.winner().map(|_| self.score_finished())
    }
}

impl Chance for Backgammon {
    type Event = Roll;

    fn events(&self, out: &mut Vec<(Roll, f64)>) {
        if self.roll.is_some() || self.winner().is_some() {
            return;
        }
        // Who begins is settled by a die each, thrown until they differ; they are the first roll.
        let is_opening = self.camps == Backgammon::new().camps;
        let throws = if is_opening { 30.0 } else { 36.0 };
        let rolls = Roll::all().filter(|roll| !is_opening || !roll.is_double());
        out.extend(rolls.map(|roll| (roll, f64::from(roll.ways()) / throws)));
    }

    fn happen(&mut self, roll: Roll) {
        self.roll = Some(roll);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_mirrored_twice_are_where_they_were() {
        assert_eq!(mirrored(1 << 3), 1 << across(3));
        assert_eq!(mirrored(mirrored(0x012_3456)), 0x012_3456);
    }
}
