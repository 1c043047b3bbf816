//! Fits the weights to positions by least squares: what they add up to comes as near as possible
//! to what the games and the search say. Conjugate gradients, each stage of the game by itself.

use std::io;
use std::path::Path;

use bestmove::games::othello::Othello;
use bestmove::games::othello::evaluate::{DISC, STAGES, stage};
use bestmove::games::othello::patterns::{Patterns, SEEN, Share};
use bestmove::notation::Notation;

use super::positions::{self, Runs};

/// How strongly each weight is drawn to nothing: as if so many positions had been seen in which
/// it was worth nothing.
const BACK: f32 = 12.0;
const RUNS: Runs = Runs { of: 2048, asked: 16 };

/// A position as it is seen.
pub struct Sample {
    seen: [Share; SEEN],
    stage: u8,
    /// What should be expected, in discs.
    target: f32,
}

/// Reads positions.
pub fn read(path: &Path, result_counts: f32) -> io::Result<Vec<Sample>> {
    let patterns = Patterns::get();
    let sample = |(position, target)| {
        let mut seen = patterns.seen(&position).map(|(_, share)| share);
        let seen = std::array::from_fn(|_| seen.next().expect("as many things are always seen"));
        Sample { seen, stage: stage(&position) as u8, target }
    };
    let positions = positions::read(path, result_counts, |text| Othello::parse(text).ok(), |discs| discs)?;
    positions.map(|read| read.map(sample)).collect()
}

/// The weights of all stages, fitted to the samples.
pub fn fit(samples: &[Sample], rounds: usize) -> Vec<u8> {
    let stages = (0..STAGES).flat_map(|stage| {
        let here = (0..samples.len()).filter(|n| usize::from(samples[*n].stage) == stage);
        let (asked, learnt) = RUNS.parted(here);
        let [asked, learnt] =
            [asked, learnt].map(|part| part.into_iter().map(|n| &samples[n]).collect::<Vec<_>>());
        let weights = least_squares(&learnt, rounds);
        println!(
            "stage {stage}: {} positions, error {:.3}, unseen {:.3}",
            learnt.len(),
            error(&learnt, &weights),
            error(&asked, &weights)
        );
        weights
    });
    let whole = DISC as f32;
    let rounded = stages.map(|weight| (weight * whole).round().clamp(-127.0, 127.0) as i8);
    rounded.map(i8::cast_unsigned).collect()
}

/// What the weights add up to for a sample.
fn sum(sample: &Sample, weights: &[f32]) -> f32 {
    sample.seen.iter().map(|share| f32::from(share.sign) * weights[usize::from(share.weight)]).sum()
}

/// The root of the mean squared error, in discs.
fn error(samples: &[&Sample], weights: &[f32]) -> f32 {
    let squares = samples.iter().map(|sample| f64::from(sample.target - sum(sample, weights)).powi(2));
    (squares.sum::<f64>() / samples.len().max(1) as f64).sqrt() as f32
}

/// The weights with the least squared error, each drawn to nothing by [`BACK`].
fn least_squares(samples: &[&Sample], rounds: usize) -> Vec<f32> {
    let count = Patterns::get().weights();
    // What is seen often is scaled down, so that all weights are found equally fast.
    let mut often = vec![BACK; count];
    for share in samples.iter().flat_map(|sample| &sample.seen) {
        often[usize::from(share.weight)] += f32::from(share.sign.abs());
    }
    let mut weights = vec![0.0f32; count];
    let mut missing: Vec<f32> = samples.iter().map(|sample| sample.target).collect();
    let mut direction = vec![0.0f32; count];
    let mut before = f64::INFINITY;
    for _ in 0..rounds {
        let slope = slope(samples, &missing, &weights);
        let step: Vec<f32> = slope.iter().zip(&often).map(|(slope, often)| slope / often).collect();
        let length = dot(&slope, &step);
        let turn = (length / before) as f32;
        direction.iter_mut().zip(&step).for_each(|(direction, step)| *direction = step + turn * *direction);
        let change: Vec<f32> = samples.iter().map(|sample| sum(sample, &direction)).collect();
        let curve = dot(&change, &change) + f64::from(BACK) * dot(&direction, &direction);
        if curve == 0.0 {
            break;
        }
        let far = (length / curve) as f32;
        weights.iter_mut().zip(&direction).for_each(|(weight, direction)| *weight += far * direction);
        missing.iter_mut().zip(&change).for_each(|(missing, change)| *missing -= far * change);
        before = length;
    }
    weights
}

/// How the squared error falls with each weight.
fn slope(samples: &[&Sample], missing: &[f32], weights: &[f32]) -> Vec<f32> {
    let mut slope: Vec<f32> = weights.iter().map(|weight| -BACK * weight).collect();
    for (sample, missing) in samples.iter().zip(missing) {
        for share in &sample.seen {
            slope[usize::from(share.weight)] += f32::from(share.sign) * missing;
        }
    }
    slope
}

fn dot(one: &[f32], other: &[f32]) -> f64 {
    one.iter().zip(other).map(|(one, other)| f64::from(one * other)).sum()
}
