//! Fits weights to positions: the expected result that an evaluation stands for comes as near as
//! possible to what the games and the search say. Gradient descent (Adam) over all features; the
//! tables of piece placement share a common part between regions, from which a region departs
//! only where its positions demand it.

use std::io;
use std::path::Path;

use bestmove::games::chess::endgames::WHOLE;
use bestmove::games::chess::endgames::{self, Learnt};
use bestmove::games::chess::evaluate::OPENING;
use bestmove::games::chess::evaluate::counted;
use bestmove::games::chess::evaluate::tally::{DANGER_LINEAR, DANGER_MOST, DANGER_SQUARED};
use bestmove::games::chess::evaluate::tapered::Tapered;
use bestmove::games::chess::evaluate::weights::{
    BY_ENEMY_KING, BY_OWN_KING, Block, FEATURES, REGIONS, Weights, is_danger,
};
use bestmove::games::chess::network::TENFOLD;
use cozy_chess::Board;

use super::learning::{self, Runs, Seen, Step, expected};

/// Positions a step.
const BATCH: usize = 8192;
/// The first step's length in centipawns.
const STEP: f32 = 1.0;
/// The last step's, as a share of the first's.
const LAST_STEP: f32 = 0.02;
/// How strongly a region's table is drawn to what all regions share.
const TOGETHER: f32 = 0.1;
/// How strongly everything else is drawn to the weights that the fit began with: the positions
/// of one game share its result, and without a pull their accidents would be learnt too.
const BACK: f32 = 0.01;
const RUNS: Runs = Runs { of: 4096, asked: 12 };

/// Positions as counts of features.
#[derive(Default)]
pub struct Samples {
    /// Where each sample's counts begin.
    starts: Vec<usize>,
    /// Feature, times (White's minus Black's); a danger feature stands once for each side.
    counts: Vec<(u16, i16, Side)>,
    /// Share of the middlegame and of the endgame in the evaluation.
    shares: Vec<[f32; 2]>,
    /// What should be expected.
    targets: Vec<f32>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    Both,
    White,
    Black,
}

/// Reads positions; known endgames have no features to learn.
pub fn read(path: &Path, result_counts: f32) -> io::Result<Samples> {
    let mut samples = Samples::default();
    let parse = |text: &str| text.parse::<Board>().ok();
    for read in learning::read(path, result_counts, parse, |score| expected(score, TENFOLD))? {
        let (board, target) = read?;
        if endgames::estimate(&board, Learnt::All).is_none() {
            samples.add(&board, target);
        }
    }
    samples.starts.push(samples.counts.len());
    Ok(samples)
}

impl Samples {
    fn add(&mut self, board: &Board, target: f32) {
        let (seen, blend) = counted(board);
        self.starts.push(self.counts.len());
        let mut seen = seen.0;
        seen.sort_unstable_by_key(|(side, feature, _)| (*feature, *side));
        let mut plain: Vec<(u16, i16, Side)> = Vec::with_capacity(seen.len());
        for (side, feature, times) in seen {
            let (times, side) = match (is_danger(feature), side) {
                (true, 0) => (times, Side::White),
                (true, _) => (times, Side::Black),
                (false, 0) => (times, Side::Both),
                (false, _) => (-times, Side::Both),
            };
            match plain.last_mut() {
                Some(last) if (last.0, last.2) == (feature as u16, side) => last.1 += times as i16,
                _ => plain.push((feature as u16, times as i16, side)),
            }
        }
        self.counts.extend(plain.into_iter().filter(|(_, times, _)| *times != 0));
        let middle = blend.phase as f32 / OPENING as f32;
        self.shares.push([middle, (1.0 - middle) * blend.scale as f32 / WHOLE as f32]);
        self.targets.push(target);
    }

    fn len(&self) -> usize {
        self.targets.len()
    }

    /// Squared error of one sample; adds its gradient if there is somewhere to add it.
    fn error(&self, number: usize, weights: &[[f32; 2]], gradient: Option<&mut [[f32; 2]]>) -> f32 {
        let counts = &self.counts[self.starts[number]..self.starts[number + 1]];
        let mut plain = [0.0f32; 2];
        let mut danger = [[0.0f32; 2]; 2];
        for (feature, times, side) in counts {
            let sum = match side {
                Side::Both => &mut plain,
                Side::White => &mut danger[0],
                Side::Black => &mut danger[1],
            };
            for end in 0..2 {
                sum[end] += weights[*feature as usize][end] * f32::from(*times);
            }
        }
        let held = danger.map(|d| d.map(|d| d.clamp(0.0, DANGER_MOST as f32)));
        let squared = |d: f32| d * d / DANGER_SQUARED as f32;
        plain[0] += squared(held[0][0]) - squared(held[1][0]);
        plain[1] += (held[0][1] - held[1][1]) / DANGER_LINEAR as f32;
        let share = self.shares[number];
        let p = expected(plain[0] * share[0] + plain[1] * share[1], TENFOLD);
        let off = p - self.targets[number];
        if let Some(gradient) = gradient {
            let slope = off * p * (1.0 - p);
            let danger_slope = |side: usize| {
                let inside = |d: f32| f32::from(u8::from(d > 0.0 && d < DANGER_MOST as f32));
                let [middle, end] = danger[side];
                let sign = if side == 0 { 1.0 } else { -1.0 };
                [
                    sign * inside(middle) * 2.0 * middle / DANGER_SQUARED as f32,
                    sign * inside(end) / DANGER_LINEAR as f32,
                ]
            };
            let slopes = [[1.0; 2], danger_slope(0), danger_slope(1)];
            for (feature, times, side) in counts {
                let by = slopes[*side as usize];
                for end in 0..2 {
                    gradient[*feature as usize][end] += slope * share[end] * by[end] * f32::from(*times);
                }
            }
        }
        off * off
    }
}

/// Weights fitted to the samples, starting from those given.
pub fn fit(samples: &Samples, from: &Weights, epochs: usize) -> Weights {
    let mut model = Model::new(from);
    let (asked, learnt) = RUNS.parted(0..samples.len());
    let steps = epochs * learnt.len().div_ceil(BATCH);
    let mut step = 0;
    for epoch in 0..=epochs {
        let mean = |of: &[usize]| {
            let sum: f64 = of.iter().map(|n| f64::from(samples.error(*n, &model.weights, None))).sum();
            sum / of.len().max(1) as f64
        };
        println!(
            "epoch {epoch}: {} positions, error {:.6}, unseen {:.6}",
            learnt.len(),
            mean(&learnt),
            mean(&asked)
        );
        if epoch == epochs {
            break;
        }
        // The batches are the same in every epoch; each has members from all over the samples.
        let batches = learnt.len().div_ceil(BATCH);
        for batch in 0..batches {
            let mut gradient = vec![[0.0; 2]; FEATURES];
            let members: Vec<usize> = learnt[batch..].iter().step_by(batches).copied().collect();
            for number in &members {
                samples.error(*number, &model.weights, Some(&mut gradient));
            }
            let rate = STEP * LAST_STEP.powf(step as f32 / steps as f32);
            step += 1;
            model.descend(&gradient, members.len(), rate, step);
        }
    }
    model.rounded()
}

/// Weights, and what they have seen of their slopes. The tables relative to kings are a shared part plus a
/// departure.
struct Model {
    weights: Vec<[f32; 2]>,
    parts: Vec<[f32; 2]>,
    /// Where the parts began.
    origin: Vec<[f32; 2]>,
    seen: Vec<[Seen; 2]>,
}

/// The tables that share a part between regions, and where those parts stand.
const SHARED: [(Block, usize); 2] = [(BY_OWN_KING, FEATURES), (BY_ENEMY_KING, FEATURES + TABLE)];
const TABLE: usize = BY_OWN_KING.len / REGIONS;

/// The shared part of a feature, if it has one.
fn shared(feature: usize) -> Option<usize> {
    let (block, start) = SHARED.iter().find(|(b, _)| (b.start..b.start + b.len).contains(&feature))?;
    Some(start + (feature - block.start) % TABLE)
}

/// One pair and so many times another.
fn plus(a: [f32; 2], b: [f32; 2], times: f32) -> [f32; 2] {
    [a[0] + b[0] * times, a[1] + b[1] * times]
}

impl Model {
    fn new(from: &Weights) -> Model {
        let weights: Vec<[f32; 2]> =
            (0..FEATURES).map(|i| [from[i].middle() as f32, from[i].end() as f32]).collect();
        let mut parts = weights.clone();
        parts.resize(FEATURES + 2 * TABLE, [0.0; 2]);
        for (feature, weight) in weights.iter().enumerate() {
            if let Some(part) = shared(feature) {
                parts[part] = plus(parts[part], *weight, 1.0 / REGIONS as f32);
            }
        }
        for feature in 0..FEATURES {
            if let Some(part) = shared(feature) {
                parts[feature] = plus(parts[feature], parts[part], -1.0);
            }
        }
        Model { weights, seen: vec![[Seen::default(); 2]; parts.len()], origin: parts.clone(), parts }
    }

    /// One step down, this number from 1 on.
    fn descend(&mut self, gradient: &[[f32; 2]], samples: usize, rate: f32, number: usize) {
        let mut slopes = vec![[0.0f32; 2]; self.parts.len()];
        for (feature, slope) in gradient.iter().enumerate() {
            let part = shared(feature);
            for part in part.into_iter().chain([feature]) {
                slopes[part] = plus(slopes[part], *slope, 1.0 / samples as f32);
            }
        }
        let step = Step::new(rate, number as i32);
        for (number, part) in self.parts.iter_mut().enumerate() {
            let departs = number < FEATURES && shared(number).is_some();
            for end in 0..2 {
                part[end] -= step.down(&mut self.seen[number][end], slopes[number][end]);
                part[end] -= if departs {
                    rate * TOGETHER * part[end]
                } else {
                    rate * BACK * (part[end] - self.origin[number][end])
                };
            }
        }
        for feature in 0..FEATURES {
            self.weights[feature] = self.parts[feature];
            if let Some(part) = shared(feature) {
                self.weights[feature] = plus(self.weights[feature], self.parts[part], 1.0);
            }
        }
    }

    fn rounded(&self) -> Weights {
        Weights::new(|i| {
            let [middle, end] = self.weights[i].map(|w| w.round().clamp(-8000.0, 8000.0) as i16);
            Tapered::new(middle, end)
        })
    }
}
