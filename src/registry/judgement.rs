//! How good a move was, in a word.

use serde::Serialize;
use utoipa::ToSchema;

use crate::notation::Odds;
use crate::search::score::share_of;
use crate::search::{Value, Verdict};

/// A move's quality.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Judgement {
    /// Part of a known opening.
    Book,
    /// The best there was.
    Best,
    Good,
    Inaccuracy,
    Mistake,
    Blunder,
}

/// What part of one's chances a move may give away before it is called so; where nobody wins, of what
/// there was to gain.
const BLUNDER: f64 = 0.12;
const MISTAKE: f64 = 0.08;
pub const INACCURACY: f64 = 0.04;

/// People win with an advantage less surely than the engine that saw it: they need so many times as much for the
/// same chances.
const PEOPLE: f64 = 2.5;

/// How fast accuracy falls with the chances given away: a move that gives away a tenth counts
/// 65 in a hundred.
const SEVERITY: f64 = 4.35;

impl Judgement {
    /// Of a move that left `after` where `before` could have been had, both for the player who
    /// made it.
    pub fn of(odds: Odds, before: Value, after: Value) -> Judgement {
        match given_away(odds, before, after) {
            g if g >= BLUNDER => Judgement::Blunder,
            g if g >= MISTAKE => Judgement::Mistake,
            g if g >= INACCURACY => Judgement::Inaccuracy,
            _ if is_won(beside(before, after)) && !is_won(after) => Judgement::Inaccuracy,
            _ => Judgement::Good,
        }
    }
}

/// How well a player played such a move, in hundredths of perfection.
pub fn accuracy(odds: Odds, before: Value, after: Value) -> f64 {
    100.0 * (-SEVERITY * given_away(odds, before, after).max(0.0)).exp()
}

/// The part of one's chances, or of what there was to gain, that a move gives away, but for what may be luck.
fn given_away(odds: Odds, before: Value, after: Value) -> f64 {
    seems_given_away(odds, before, after) - doubt(before).hypot(doubt(after))
}

/// The part that it seems to give away, be it by the luck of samples.
pub fn seems_given_away(odds: Odds, before: Value, after: Value) -> f64 {
    match odds {
        Odds::Gain => match (before.units(), after.units()) {
            (Some(had), Some(has)) if had > 0 => f64::from(had - has) / f64::from(had),
            _ => 0.0,
        },
        _ => chance(odds, beside(before, after)) - chance(odds, beside(after, before)),
    }
}

/// By how much a chance may be told too high or too low: where it was sampled, by two standard errors. Of
/// several moves that are as good the luckiest is taken for the best.
fn doubt(value: Value) -> f64 {
    match value {
        Value::Sampled { samples, .. } => 2.0 * 0.5 / f64::from(samples.max(1)).sqrt(),
        _ => 0.0,
    }
}

/// A value as it is compared with another. Where games are won by counting, who wins may be certain, and
/// by how much not: beside an estimate, which may be of more, that counts for as far ahead as was seen.
fn beside(value: Value, other: Value) -> Value {
    match (value, other) {
        (Value::Decided { verdict: Verdict::Loss, worth }, Value::Estimate(_)) => {
            Value::Estimate(-i32::from(worth))
        }
        (Value::Decided { worth, .. }, Value::Estimate(_)) => Value::Estimate(worth.into()),
        _ => value,
    }
}

/// The chance of a person to win, a draw counted as half.
fn chance(odds: Odds, value: Value) -> f64 {
    let odds = match odds {
        Odds::Tenfold(scale) => Odds::Tenfold(PEOPLE * scale),
        other => other,
    };
    match value {
        Value::Estimate(units) | Value::Expected { units, .. } => odds.win_probability(units),
        Value::Sampled { chance, .. } => share_of(chance),
        Value::Decided { verdict, .. } | Value::Certain(verdict) | Value::Proven { verdict, .. } => {
            verdict.share()
        }
    }
}

fn is_won(value: Value) -> bool {
    value.verdict() == Some(Verdict::Win)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::chess::Chess;
    use crate::notation::Notation;

    const CHESS: Odds = Chess::CARD.odds;

    fn judged(before: i32, after: i32) -> Judgement {
        Judgement::of(CHESS, Value::Estimate(before), Value::Estimate(after))
    }

    fn mate(verdict: Verdict, plies: u32) -> Value {
        Value::Proven { verdict, worth: 1, plies }
    }

    #[test]
    fn the_same_loss_matters_most_where_the_game_is_open() {
        assert_eq!(judged(0, -20), Judgement::Good);
        assert_eq!(judged(0, -60), Judgement::Inaccuracy);
        assert_eq!(judged(0, -110), Judgement::Mistake);
        assert_eq!(judged(0, -250), Judgement::Blunder);
        assert_eq!(judged(1_500, 1_250), Judgement::Good);
        assert_eq!(judged(-1_250, -1_500), Judgement::Good);
    }

    #[test]
    fn a_mate_that_is_missed_is_never_good_but_a_slower_one_is() {
        let quick = mate(Verdict::Win, 3);
        assert_eq!(Judgement::of(CHESS, quick, mate(Verdict::Win, 9)), Judgement::Good);
        assert_eq!(Judgement::of(CHESS, quick, Value::Estimate(3_000)), Judgement::Inaccuracy);
        assert_eq!(Judgement::of(CHESS, quick, mate(Verdict::Loss, 2)), Judgement::Blunder);
        assert_eq!(Judgement::of(CHESS, Value::Estimate(0), mate(Verdict::Loss, 2)), Judgement::Blunder);
    }

    #[test]
    fn who_is_seen_further_ahead_gave_nothing_away_though_it_is_less_certain() {
        let seeds = Odds::Tenfold(12.0);
        let decided = |verdict, worth| Value::Decided { verdict, worth };
        let (won, lost) = (decided(Verdict::Win, 16), decided(Verdict::Loss, 2));
        assert_eq!(Judgement::of(seeds, won, Value::Estimate(21)), Judgement::Good);
        assert_eq!(accuracy(seeds, won, Value::Estimate(21)), 100.0);
        assert_eq!(Judgement::of(seeds, Value::Estimate(-14), lost), Judgement::Good);
        assert_eq!(Judgement::of(seeds, won, Value::Estimate(15)), Judgement::Good);
        assert_eq!(Judgement::of(seeds, won, Value::Estimate(2)), Judgement::Blunder);
        assert_eq!(Judgement::of(seeds, Value::Estimate(8), lost), Judgement::Blunder);
        assert_eq!(Judgement::of(seeds, won, lost), Judgement::Blunder);
    }

    #[test]
    fn a_few_samples_tell_nobody_of_a_blunder_and_many_do() {
        let judged = |samples| {
            let sampled = |chance| Value::Sampled { units: 0, chance, samples };
            Judgement::of(CHESS, sampled(7_000), sampled(5_100))
        };
        let told = [50, 100, 20_000].map(judged);
        assert_eq!(told, [Judgement::Good, Judgement::Inaccuracy, Judgement::Blunder]);
    }

    #[test]
    fn where_nobody_wins_a_move_is_judged_by_what_share_of_the_gain_it_gives_away() {
        let judged =
            |before, after| Judgement::of(Odds::Gain, Value::Estimate(before), Value::Estimate(after));
        assert_eq!(judged(1_000, 980), Judgement::Good);
        assert_eq!(judged(1_000, 950), Judgement::Inaccuracy);
        assert_eq!(judged(1_000, 900), Judgement::Mistake);
        assert_eq!(judged(1_000, 500), Judgement::Blunder);
        assert_eq!(judged(0, 0), Judgement::Good);
        let of = |after| accuracy(Odds::Gain, Value::Estimate(1_000), Value::Estimate(after));
        assert!(of(1_000) > of(950) && of(950) > of(500));
    }

    #[test]
    fn accuracy_is_a_hundred_for_the_best_and_falls_with_the_chances() {
        let of = |before, after| accuracy(CHESS, Value::Estimate(before), Value::Estimate(after));
        assert_eq!(of(30, 30), 100.0);
        assert_eq!(of(30, 90), 100.0);
        assert!(of(0, -50) > 80.0);
        assert!(of(0, -900) < 20.0);
    }
}
