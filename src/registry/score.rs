//! What a position is worth, in the shape that goes over the wire.

use serde::Serialize;
use utoipa::ToSchema;

use crate::notation::Card;
use crate::search::score::{FURTHEST, share_of};
use crate::search::{Value, Verdict};

/// A score, always for the player who is to move in the request.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct ScoreView {
    /// In the game's unit; `counts` of `GET /games/{id}` says what that is. Exact where a draw or `plies` to the end
    /// stand beside it. Where the unit is `result`, 1 is a win and -1 a loss, and estimates are thousandths of one.
    pub value: i64,
    #[schema(example = "centipawns")]
    pub unit: &'static str,
    /// The chance to win, a draw counted as half; 0.5 where nobody can win or lose (2048). 1 or 0 without an
    /// `outcome`: it is certain who wins, but not by how much.
    pub win_probability: f64,
    /// Present where the result is proven.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub outcome: Option<OutcomeView>,
    /// Plies to the end, where the result is proven and decisive. Absent where it is certain who
    /// wins, but not how soon.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub plies: Option<u32>,
    /// Chess: moves to mate, negative when being mated.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mate: Option<i32>,
}

impl ScoreView {
    /// A value in the game's unit; `worth_of_win` says what a proven win is worth in it.
    pub fn new(card: &Card, value: Value, worth_of_win: impl Fn(u16, u32) -> i64) -> ScoreView {
        let unit = card.unit;
        let unproven = |value, win_probability| ScoreView {
            value,
            unit,
            win_probability,
            outcome: None,
            plies: None,
            mate: None,
        };
        match value {
            Value::Estimate(units) => {
                // Four digits are all that an estimate can mean.
                unproven(i64::from(units), (card.odds.win_probability(units) * 1e4).round() / 1e4)
            }
            Value::Expected { units, chance } => unproven(i64::from(units), share_of(chance)),
            Value::Sampled { units, chance, .. } => {
                // The average of how samples ended is told as those ends would be.
                let worth = worth_of_win(units.unsigned_abs() as u16, 0);
                unproven(i64::from(units.signum()) * worth, share_of(chance))
            }
            // An outcome beside the value would say that it is exact.
            Value::Decided { verdict, worth } => {
                let proven = Value::Proven { verdict, worth, plies: 0 };
                let ScoreView { value, win_probability, .. } = ScoreView::new(card, proven, worth_of_win);
                unproven(value, win_probability)
            }
            Value::Certain(verdict) => {
                let furthest = Value::Proven { verdict, worth: 1, plies: FURTHEST as u32 };
                ScoreView { plies: None, mate: None, ..ScoreView::new(card, furthest, worth_of_win) }
            }
            Value::Proven { verdict, worth, plies } => {
                let (sign, outcome) = match verdict {
                    Verdict::Win => (1, OutcomeView::Win),
                    Verdict::Draw => (0, OutcomeView::Draw),
                    Verdict::Loss => (-1, OutcomeView::Loss),
                };
                let decisive = verdict != Verdict::Draw;
                ScoreView {
                    value: if decisive { sign * worth_of_win(worth, plies) } else { 0 },
                    unit,
                    win_probability: verdict.share(),
                    outcome: Some(outcome),
                    plies: decisive.then_some(plies),
                    mate: (decisive && card.mates).then(|| sign as i32 * plies.div_ceil(2) as i32),
                }
            }
        }
    }
}

/// How the game ends with best play, for the player to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum OutcomeView {
    Win,
    Draw,
    Loss,
}
