//! Fits the network to positions: the result that its judgement stands for comes as near as
//! possible to what the games and the search say. Gradient descent (Adam) on all weights.

use std::io;
use std::path::Path;

use bestmove::dice::Dice;
use bestmove::game::{Game, Player};
use bestmove::games::checkers::Checkers;
use bestmove::games::checkers::evaluate;
use bestmove::games::checkers::net::{HUNDREDTH, INPUTS, Net, STAGES, SUMS, Stage, WHOLE, seen, stage};
use bestmove::notation::Notation;

use super::learning::{self, Runs, Seen, Step, expected};

/// Hundredths of a man that make a win ten times as likely.
const TENFOLD: f32 = 160.0;
/// Positions a step.
const BATCH: usize = 2048;
/// The first step's length.
const STEP: f32 = 0.004;
/// The last step's, as a share of the first's.
const LAST_STEP: f32 = 0.01;
/// How strongly all weights are drawn to nothing.
const BACK: f32 = 0.01;
/// No weight of a row is greater: twenty-four of them must fit the sum's sixteen bits.
const MOST: f32 = 3.0;
/// Hundredths of a man that a whole sum counts for, where its weight is 1.
const SCALE: f32 = 100.0;
const RUNS: Runs = Runs { of: 2048, asked: 16 };

/// The greatest number of pieces.
const PIECES: usize = 24;

/// A position as the network sees it.
pub struct Sample {
    rows: [u8; PIECES],
    count: u8,
    stage: u8,
    material: f32,
    /// What should be expected, from 0 to 1.
    target: f32,
}

/// Reads positions.
pub fn read(path: &Path, result_counts: f32) -> io::Result<Vec<Sample>> {
    let sample = |(position, black): (Checkers, f32)| {
        let mut rows = [0; PIECES];
        let count = seen(&position).zip(&mut rows).map(|(row, place)| *place = row as u8).count();
        Sample {
            rows,
            count: count as u8,
            stage: stage(&position) as u8,
            material: evaluate::material(&position) as f32,
            target: if position.turn() == Player::First { black } else { 1.0 - black },
        }
    };
    let parse = |text: &str| Checkers::parse(text).ok();
    let positions = learning::read(path, result_counts, parse, |score| expected(score, TENFOLD))?;
    positions.map(|read| read.map(sample)).collect()
}

/// All weights in a row: offsets, rows, then each stage's sums with its offset.
struct Weights(Vec<f32>);

const ROWS: usize = SUMS;
const LAST: usize = ROWS + INPUTS * SUMS;
const ALL: usize = LAST + STAGES * (SUMS + 1);

impl Weights {
    fn at(&self, start: usize) -> &[f32; SUMS] {
        self.0[start..start + SUMS].try_into().expect("as many weights as sums")
    }

    fn at_mut(&mut self, start: usize) -> &mut [f32; SUMS] {
        (&mut self.0[start..start + SUMS]).try_into().expect("as many weights as sums")
    }

    fn random() -> Weights {
        let mut dice = Dice::seeded(1);
        let mut around = |middle: f32, reach: f32| middle + reach * (2.0 * dice.share() as f32 - 1.0);
        Weights(
            (0..ALL)
                .map(|n| match n {
                    0..ROWS => around(0.3, 0.2),
                    ROWS..LAST => around(0.0, 0.15),
                    _ => around(0.0, 0.2),
                })
                .collect(),
        )
    }

    /// Squared error of one sample; adds its gradient if there is somewhere to add it.
    fn error(&self, sample: &Sample, gradient: Option<&mut Weights>) -> f32 {
        let rows = sample.rows[..usize::from(sample.count)].iter().map(|row| ROWS + usize::from(*row) * SUMS);
        let mut sums = *self.at(0);
        for row in rows.clone() {
            for (sum, weight) in sums.iter_mut().zip(self.at(row)) {
                *sum += weight;
            }
        }
        let last = LAST + usize::from(sample.stage) * (SUMS + 1);
        let worth = self.at(last);
        let held = sums.map(|sum| sum.clamp(0.0, 1.0));
        let judged: f32 = held.iter().zip(worth).map(|(sum, worth)| sum * sum * worth).sum();
        let p = expected(sample.material + SCALE * (judged + self.0[last + SUMS]), TENFOLD);
        let off = p - sample.target;
        if let Some(gradient) = gradient {
            let slope = off * p * (1.0 - p);
            let mut below = [0.0f32; SUMS];
            for n in 0..SUMS {
                let inside = f32::from(u8::from(sums[n] > 0.0 && sums[n] < 1.0));
                below[n] = slope * worth[n] * 2.0 * held[n] * inside;
            }
            for (sum, held) in gradient.at_mut(last).iter_mut().zip(&held) {
                *sum += slope * held * held;
            }
            gradient.0[last + SUMS] += slope;
            for start in rows.chain([0]) {
                for (sum, below) in gradient.at_mut(start).iter_mut().zip(&below) {
                    *sum += below;
                }
            }
        }
        off * off
    }

    fn rounded(&self) -> Net {
        let fixed = |weights: &[f32; SUMS], by: f32| weights.map(|w| (w * by).round() as i16);
        let whole = f32::from(WHOLE);
        let hundredth = SCALE * f32::from(HUNDREDTH);
        let stage = |n: usize| {
            let start = LAST + n * (SUMS + 1);
            let offset = (self.0[start + SUMS] * hundredth).round() as i16;
            Stage { sums: fixed(self.at(start), hundredth), offset }
        };
        Net {
            offsets: fixed(self.at(0), whole),
            rows: (0..INPUTS).map(|row| fixed(self.at(ROWS + row * SUMS), whole)).collect(),
            stages: std::array::from_fn(stage),
        }
    }
}

/// A network fitted to the samples.
pub fn fit(samples: &[Sample], epochs: usize) -> Net {
    let mut weights = Weights::random();
    let (asked, learnt) = RUNS.parted(0..samples.len());
    let batches = learnt.len().div_ceil(BATCH);
    let steps = (epochs * batches) as f32;
    let mut seen = vec![Seen::default(); ALL];
    let mut number = 0;
    for epoch in 1..=epochs {
        let mut error = 0.0;
        for batch in 0..batches {
            let mut gradient = Weights(vec![0.0; ALL]);
            // The batches are the same in every epoch; each has members from all over the samples.
            let members = learnt[batch..].iter().step_by(batches);
            let count = members.len() as f32;
            error +=
                members.map(|n| f64::from(weights.error(&samples[*n], Some(&mut gradient)))).sum::<f64>();
            let rate = STEP * LAST_STEP.powf(number as f32 / steps);
            number += 1;
            let step = Step::new(rate, number);
            for (n, seen) in seen.iter_mut().enumerate() {
                let weight = &mut weights.0[n];
                *weight -= step.down(seen, gradient.0[n] / count);
                *weight -= rate * BACK * *weight;
                if n < LAST {
                    *weight = weight.clamp(-MOST, MOST);
                }
            }
        }
        let unseen: f64 = asked.iter().map(|n| f64::from(weights.error(&samples[*n], None))).sum();
        println!(
            "epoch {epoch}: {} positions, error {:.6}, unseen {:.6}",
            learnt.len(),
            error / learnt.len() as f64,
            unseen / asked.len().max(1) as f64
        );
    }
    weights.rounded()
}
