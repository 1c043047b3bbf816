//! What a position is worth to the player to move.

use std::ops::Neg;

use crate::game::{Outcome, Player};

/// A value inside the search: an estimate, or the end of the game seen from here.
///
/// Scores are ordered: a win is better than any estimate, a win worth more better than one worth
/// less, a quicker win better than a slower one, and a slower loss better than a quicker one.
/// All fit in 16 bits, so that a table entry holds two.
///
/// ```text
///  -31 456 .. -12 001   lost      -(12 000 + 256 * worth - plies)
///  -10 744 ..  10 744   estimates, and 0 for a draw
///   10 745 ..  11 000   promised    11 000 - plies; its mirror image below
///   12 001 ..  31 456   won         12 000 + 256 * worth - plies
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Score(i32);

/// Where decisive scores begin.
const DECISIVE: i32 = 12_000;
/// What one more unit of worth counts for; fewer plies never outweigh it.
const WORTH: i32 = 256;
/// A win that tables promise, less a ply each: above what an estimate says, below what is proven.
const PROMISED: i32 = 11_000;
/// What an estimate says at most.
const ESTIMATED: i32 = PROMISED - WORTH;
/// Wins further away than this many plies are told apart no more.
pub const FURTHEST: usize = WORTH as usize - 1;
/// The greatest worth that scores tell apart.
pub const MOST: u16 = 76;

impl Score {
    /// As good for one as for the other: a draw, and an estimate that says so.
    pub const DRAW: Score = Score(0);
    /// Below every score that a position can have.
    pub const LEAST: Score = Score(-32_000);
    /// Above every score that a position can have.
    pub const GREATEST: Score = Score(32_000);

    /// An estimate in the game's own unit, held apart from what is proven.
    #[must_use]
    pub fn estimate(units: i32) -> Score {
        Score(units.clamp(-ESTIMATED, ESTIMATED))
    }

    /// The end of a game, `plies` moves from the root, for `player`. Signs begin here.
    #[must_use]
    pub fn finished(outcome: Outcome, player: Player, plies: usize) -> Score {
        match outcome {
            Outcome::Draw => Score::DRAW,
            Outcome::Won { by, worth } if by == player => Score::won(worth, plies),
            Outcome::Won { worth, .. } => -Score::won(worth, plies),
        }
    }

    /// A win of that worth, `plies` moves from the root.
    #[must_use]
    pub fn won(worth: u16, plies: usize) -> Score {
        Score(DECISIVE + WORTH * i32::from(worth.min(MOST)) - plies.min(FURTHEST) as i32)
    }

    /// A win that tables promise `plies` moves from the root; how many more it takes is not known.
    #[must_use]
    pub fn promised(plies: usize) -> Score {
        Score(PROMISED - plies.min(FURTHEST) as i32)
    }

    /// The end of a game that is won by so many units, lost if they are negative, where its plies
    /// do not count.
    #[must_use]
    pub fn by(worth: i32) -> Score {
        let won = Score::won(worth.unsigned_abs() as u16, 0);
        match worth {
            0 => Score::DRAW,
            1.. => won,
            _ => -won,
        }
    }

    /// The same score for a player who is ahead by so many units more, whatever follows. What is
    /// not proven is an estimate from then on: it may be a guess what ends it is made of.
    #[must_use]
    pub fn ahead(self, units: i32, proven: bool) -> Score {
        match proven {
            true => Score::by(self.worth() + units),
            false if self.is_decisive() => Score::estimate(self.worth() + units),
            false => Score::estimate(self.0 + units),
        }
    }

    /// The least score that is better.
    #[must_use]
    pub fn next(self) -> Score {
        Score(self.0 + 1)
    }

    /// So many units better, within the scale.
    #[must_use]
    pub fn plus(self, units: i32) -> Score {
        Score((self.0 + units).clamp(Score::LEAST.0, Score::GREATEST.0))
    }

    /// The number itself: units of the game where the score is an estimate.
    #[must_use]
    pub fn units(self) -> i32 {
        self.0
    }

    /// Whether it is a win or a loss that is proven.
    #[must_use]
    pub fn is_decisive(self) -> bool {
        self.0.abs() >= DECISIVE
    }

    /// Whether it is a win that is proven.
    #[must_use]
    pub fn is_won(self) -> bool {
        self.0 >= DECISIVE
    }

    /// Whether it is a loss that is proven.
    #[must_use]
    pub fn is_lost(self) -> bool {
        self.0 <= -DECISIVE
    }

    /// What a decisive score is worth, negative if lost; 0 for any other.
    #[must_use]
    pub fn worth(self) -> i32 {
        let above = (self.0.abs() - DECISIVE + WORTH - 1) / WORTH;
        if self.is_decisive() { self.0.signum() * above } else { 0 }
    }

    /// The greatest worth of an end that is no better than this score; negative if lost. Ends are
    /// not counted in plies.
    #[must_use]
    pub fn no_better(self) -> i32 {
        if self >= Score::DRAW {
            ((self.0 - DECISIVE) / WORTH).max(0)
        } else {
            ((self.0 + DECISIVE).div_euclid(WORTH)).min(-1)
        }
    }

    /// As stored in a table: ends counted from the position, not from the root, `ply` above it.
    #[must_use]
    pub fn from_here(self, ply: usize) -> i16 {
        self.nearer(ply).0 as i16
    }

    /// Back from a table: ends counted from the root again.
    #[must_use]
    pub fn from_root(stored: i16, ply: usize) -> Score {
        Score(i32::from(stored)).further(ply)
    }

    /// The same end, seen from `plies` moves further up, but never further than [`FURTHEST`].
    #[must_use]
    pub fn further(self, plies: usize) -> Score {
        Score(self.shifted(-(plies as i32)))
    }

    /// The same end, seen from `plies` moves further down.
    #[must_use]
    pub fn nearer(self, plies: usize) -> Score {
        Score(self.shifted(plies as i32))
    }

    /// A win moves away from zero by `plies`, a loss likewise; neither comes to be worth less.
    /// Estimates stay.
    fn shifted(self, plies: i32) -> i32 {
        if !self.is_decisive() {
            return self.0;
        }
        let furthest = DECISIVE + WORTH * self.worth().abs() - FURTHEST as i32;
        self.0.signum() * (self.0.abs() + plies).max(furthest)
    }

    /// The score of the position that `turn` reached, as the player `before` sees it. The second
    /// place where a search turns signs: where the turn has passed, and only there.
    #[inline]
    #[must_use]
    pub fn passed(self, before: Player, turn: Player) -> Score {
        if before == turn { self } else { -self }
    }

    /// What to tell the caller. `proven`: nothing was left out, so that even a level score is final.
    #[must_use]
    pub fn value(self, proven: bool) -> Value {
        let size = self.0.abs();
        if proven && self == Score::DRAW {
            return Value::DRAW;
        }
        if size <= ESTIMATED {
            return Value::Estimate(self.0);
        }
        let verdict = if self > Score::DRAW { Verdict::Win } else { Verdict::Loss };
        if size < DECISIVE {
            return Value::Certain(verdict);
        }
        let above = size - DECISIVE;
        let worth = (above + WORTH - 1) / WORTH;
        Value::Proven { verdict, worth: worth as u16, plies: (worth * WORTH - above) as u32 }
    }
}

/// What is good for one player is bad for the other.
impl Neg for Score {
    type Output = Score;
    fn neg(self) -> Score {
        Score(-self.0)
    }
}

/// Chances are told in so many games: in how many of them the player wins.
const CHANCES: f64 = 10_000.0;

/// A share of games, from 0 to 1, as a [`Value`] tells it.
#[must_use]
pub fn chance_of(share: f64) -> u16 {
    (CHANCES * share.clamp(0.0, 1.0)).round() as u16
}

/// What share of games a chance is that a [`Value`] tells.
///
/// ```
/// use bestmove::search::score::{chance_of, share_of};
///
/// assert_eq!(share_of(chance_of(0.25)), 0.25);
/// ```
#[must_use]
pub fn share_of(chance: u16) -> f64 {
    f64::from(chance) / CHANCES
}

/// A value as told outside the search, for the player to move in the question.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Value {
    /// In the game's own unit.
    Estimate(i32),
    /// What the outcomes of so many samples were worth on average, and in how many of ten thousand the
    /// player won, a draw counted as half.
    Sampled { units: i32, chance: u16, samples: u32 },
    /// What can be expected in the game's own unit, over all that chance may bring, and in how many
    /// of ten thousand games the player wins.
    Expected { units: i32, chance: u16 },
    /// Won or lost for certain, but by how much, or in how many moves, is not known: by so many units,
    /// as far as was seen.
    Decided { verdict: Verdict, worth: u16 },
    /// Won or lost for certain, but in how many moves is not known.
    Certain(Verdict),
    /// Known for certain.
    Proven {
        verdict: Verdict,
        /// In the game's units; 0 for a draw.
        worth: u16,
        /// Moves to the end of the game; 0 for a draw, whose end nobody hastens.
        plies: u32,
    },
}

impl Value {
    /// A proven draw: it is worth nothing, and nobody hastens its end.
    pub const DRAW: Value = Value::Proven { verdict: Verdict::Draw, worth: 0, plies: 0 };

    /// The end of a game, so many moves from here, for `player`.
    #[must_use]
    pub fn finished(outcome: Outcome, player: Player, plies: u32) -> Value {
        match outcome {
            Outcome::Draw => Value::DRAW,
            Outcome::Won { by, worth } => {
                let verdict = if by == player { Verdict::Win } else { Verdict::Loss };
                Value::Proven { verdict, worth, plies }
            }
        }
    }

    /// How the game ends, where that is known.
    #[must_use]
    pub fn verdict(self) -> Option<Verdict> {
        match self {
            Value::Estimate(_) | Value::Sampled { .. } | Value::Expected { .. } => None,
            Value::Decided { verdict, .. } | Value::Certain(verdict) | Value::Proven { verdict, .. } => {
                Some(verdict)
            }
        }
    }

    /// What it is worth in the game's unit, where nothing is decided.
    #[must_use]
    pub fn units(self) -> Option<i32> {
        match self {
            Value::Estimate(units) | Value::Sampled { units, .. } | Value::Expected { units, .. } => {
                Some(units)
            }
            Value::Decided { .. } | Value::Certain(_) | Value::Proven { .. } => None,
        }
    }

    /// As a score, for the same player; samples and expectations count as estimates.
    #[must_use]
    pub fn score(self) -> Score {
        match self {
            Value::Estimate(units) | Value::Sampled { units, .. } | Value::Expected { units, .. } => {
                Score::estimate(units)
            }
            Value::Certain(Verdict::Draw) | Value::Proven { verdict: Verdict::Draw, .. } => Score::DRAW,
            Value::Certain(Verdict::Win) => Score::promised(0),
            Value::Certain(Verdict::Loss) => -Score::promised(0),
            Value::Decided { verdict, worth } => Value::Proven { verdict, worth, plies: 0 }.score(),
            Value::Proven { verdict: Verdict::Win, worth, plies } => Score::won(worth, plies as usize),
            Value::Proven { verdict: Verdict::Loss, worth, plies } => -Score::won(worth, plies as usize),
        }
    }

    /// Orders values from worst to best: a win before any estimate, and a quick one first.
    #[must_use]
    pub fn rank(self) -> (i8, i64, i64) {
        match self {
            Value::Estimate(units) | Value::Expected { units, .. } => (0, i64::from(units), 0),
            // Even chances are as good as a draw.
            Value::Sampled { chance, .. } => (0, i64::from(chance) - CHANCES as i64 / 2, 0),
            Value::Decided { verdict, worth } => Value::Proven { verdict, worth, plies: 0 }.rank(),
            Value::Certain(Verdict::Win) => (1, 0, 0),
            Value::Proven { verdict: Verdict::Win, worth, plies } => (1, i64::from(worth), -i64::from(plies)),
            Value::Certain(Verdict::Draw) | Value::Proven { verdict: Verdict::Draw, .. } => (0, 0, 0),
            Value::Certain(Verdict::Loss) => (-1, 0, 0),
            Value::Proven { verdict: Verdict::Loss, worth, plies } => {
                (-1, -i64::from(worth), i64::from(plies))
            }
        }
    }
}

/// How a game ends for a player; ordered from worst to best.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Verdict {
    Loss,
    Draw,
    Win,
}

impl Verdict {
    /// How the same game ends for the other player.
    #[must_use]
    pub fn across(self) -> Verdict {
        match self {
            Verdict::Loss => Verdict::Win,
            Verdict::Draw => Verdict::Draw,
            Verdict::Win => Verdict::Loss,
        }
    }

    /// The share of a point that it is worth.
    #[must_use]
    pub fn share(self) -> f64 {
        match self {
            Verdict::Loss => 0.0,
            Verdict::Draw => 0.5,
            Verdict::Win => 1.0,
        }
    }
}

/// The average of what chance may bring, in the game's unit, for the player to move.
#[derive(Clone, Copy, PartialEq, PartialOrd, Debug)]
pub struct Expectation(pub f64);

impl Expectation {
    /// The end of a game for `player`.
    #[must_use]
    pub fn finished(outcome: Outcome, player: Player) -> Expectation {
        Expectation(match outcome {
            Outcome::Draw => 0.0,
            Outcome::Won { by, worth } if by == player => f64::from(worth),
            Outcome::Won { worth, .. } => -f64::from(worth),
        })
    }

    /// What `turn` expects, as the player `before` sees it: see [`Score::passed`].
    #[must_use]
    pub fn passed(self, before: Player, turn: Player) -> Expectation {
        if before == turn { self } else { Expectation(-self.0) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_quicker_win_is_better_and_a_slower_loss_too() {
        assert!(Score::won(1, 1) > Score::won(1, 3));
        assert!(-Score::won(1, 3) > -Score::won(1, 1));
        assert!(Score::won(2, 255) > Score::won(1, 0));
        assert!(Score::won(1, 255) > Score::estimate(i32::MAX));
        assert!(Score::won(MOST, 0) < Score::GREATEST);
    }

    #[test]
    fn even_chances_are_as_good_as_a_draw() {
        let drawn = Value::DRAW.rank();
        let sampled = |chance| Value::Sampled { units: 0, chance, samples: 1_000 }.rank();
        assert!(sampled(4_999) < drawn && sampled(5_001) > drawn);
        assert_eq!(sampled(5_000), drawn);
    }

    #[test]
    fn an_end_is_as_far_from_the_position_as_it_was_before_it_was_stored() {
        for score in [Score::won(3, 17), -Score::won(1, 9), Score::DRAW, Score::estimate(-77)] {
            assert_eq!(Score::from_root(score.from_here(5), 5), score);
        }
        assert_eq!(Score::from_root(Score::won(1, 9).from_here(5), 0), Score::won(1, 4));
    }

    #[test]
    fn ends_that_are_worth_more_are_better_and_others_are_not() {
        let ends = (-64..=64).flat_map(|worth| [-1, 0, 1].map(|by| Score::by(worth).plus(by)));
        for score in ends.chain([-300, 300].map(Score::estimate)) {
            let worth = score.no_better();
            assert!(Score::by(worth) <= score && Score::by(worth + 1) > score, "{score:?}");
        }
    }

    #[test]
    fn a_lead_moves_what_is_proven_past_a_draw_and_what_is_not_along_the_estimates() {
        assert_eq!(Score::by(3).ahead(-5, true), -Score::won(2, 0));
        assert_eq!(Score::by(-2).ahead(2, true), Score::DRAW);
        assert_eq!(Score::DRAW.ahead(1, true), Score::won(1, 0));
        assert_eq!(Score::estimate(7).ahead(-9, false), Score::estimate(-2));
        assert_eq!(Score::by(4).ahead(1, false), Score::estimate(5));
    }

    #[test]
    fn a_value_tells_worth_and_distance() {
        let told = |verdict, worth, plies| Value::Proven { verdict, worth, plies };
        assert_eq!(Score::won(1, 5).value(false), told(Verdict::Win, 1, 5));
        assert_eq!(Score::won(64, 0).value(false), told(Verdict::Win, 64, 0));
        assert_eq!((-Score::won(2, 255)).value(false), told(Verdict::Loss, 2, 255));
        assert_eq!(Score::DRAW.value(true), told(Verdict::Draw, 0, 0));
        assert_eq!(Score::DRAW.value(false), Value::Estimate(0));
    }

    #[test]
    fn a_value_is_the_score_that_it_was() {
        let promised = Score::promised(0);
        for score in
            [Score::won(3, 17), -Score::won(1, 9), Score::DRAW, Score::estimate(-77), promised, -promised]
        {
            assert_eq!(score.value(true).score(), score);
        }
        for estimate in [Score::estimate(i32::MAX), Score::estimate(i32::MIN)] {
            assert_eq!(estimate.value(false).verdict(), None);
        }
        assert_eq!((-Score::promised(9)).value(false), Value::Certain(Verdict::Loss));
    }

    #[test]
    fn an_end_that_moves_away_stays_an_end_of_the_same_worth() {
        for worth in [1, 2, MOST] {
            let end = Score::won(worth, 60).further(250);
            assert_eq!(end, Score::won(worth, FURTHEST));
            assert_eq!(-end, (-Score::won(worth, 60)).further(250));
        }
    }
}
