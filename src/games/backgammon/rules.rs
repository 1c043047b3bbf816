//! Positions and what happens to them.

use super::camp::{BAR, Camp, HOME, MEN, OFF, across};
use super::roll::Roll;
use super::turns::{self, Turn};
use crate::game::{Chance, Game, Outcome, Player};

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
            turns::find(self.mine(), self.theirs(), roll, out);
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
