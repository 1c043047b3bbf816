//! Teaches the network positions: the expected result that its estimate stands for comes as near as possible
//! to what the games and the search say. It begins with chance, and knows what a piece is worth.

use std::io;
use std::num::NonZeroUsize;
use std::ops::Range;
use std::path::Path;
use std::thread;

use bestmove::dice::Dice;
use bestmove::games::chess::endgames::{self, Learnt};
use bestmove::games::chess::evaluate::Blend;
use bestmove::games::chess::network::{
    CENTIPAWN, INPUTS, MEN, Network, ONE, STAGES, SUMS, TENFOLD, View, WHOLE, kind, lead, stage,
};
use cozy_chess::{Board, Color};

use super::learning::{self, Runs, Seen, Step, expected};

/// Positions a step.
const BATCH: usize = 16_384;
/// The first step's length; they become shorter evenly.
const STEP: f32 = 0.002;
/// The last step's, as a share of the first's.
const LAST_STEP: f32 = 0.005;
/// What a weight is at most at first, in the rows and in the last layer.
const FIRST_ROWS: f32 = 0.125;
const FIRST_LAYER: f32 = 0.15;
/// What stands for each sum before any piece.
const FIRST_OFFSET: f32 = 0.2;
/// What pieces are worth at first, in centipawns.
const FIRST_MEN: [f32; MEN] = [100.0, 320.0, 330.0, 500.0, 950.0];
/// A weight of the last layer is no more, for the fixed point that it is played with.
const MOST: f32 = (i16::MAX / WHOLE) as f32 / ONE as f32;
/// A centipawn in the unit of the last layer, that by which a win is e times as likely.
const OF_LAYER: f32 = std::f32::consts::LN_10 / TENFOLD;
const RUNS: Runs = Runs { of: 4096, asked: 50 };

/// A position as the network sees it.
struct Sample {
    /// The rows of its pieces, as the player to move sees them and as the other does.
    rows: [[u16; 32]; 2],
    pieces: u8,
    stage: u8,
    lead: [i8; MEN],
    /// What counts of an estimate that is good for the player to move, and of one that is bad.
    counts: [f32; 2],
    /// What the player to move should expect.
    target: f32,
}

impl Sample {
    /// The result is that which White should expect.
    fn of(board: &Board, expected: f32) -> Sample {
        let mover = board.side_to_move();
        let rows = [mover, !mover].map(|side| {
            let (view, mut rows) = (View::of(board, side), [0; 32]);
            for (row, square) in rows.iter_mut().zip(board.occupied()) {
                *row = view.row(kind(board, square), square) as u16;
            }
            rows
        });
        Sample {
            rows,
            pieces: board.occupied().len() as u8,
            stage: stage(board) as u8,
            lead: lead(board).map(|lead| lead as i8),
            counts: [mover, !mover].map(|stronger: Color| {
                const MUCH: i32 = 10_000;
                Blend::of(board, stronger).come_to(MUCH, MUCH) as f32 / MUCH as f32
            }),
            target: if mover == Color::White { expected } else { 1.0 - expected },
        }
    }

    fn rows(&self, side: usize) -> impl Iterator<Item = usize> {
        self.rows[side][..usize::from(self.pieces)].iter().map(|row| usize::from(*row))
    }
}

/// All weights in the order in which [`Network::write`] has them.
#[derive(Clone)]
struct Weights(Vec<f32>);

const OFFSETS: usize = INPUTS * SUMS;
const AFTER_ROWS: usize = OFFSETS + SUMS;
const STAGE: usize = 2 * SUMS + 1 + MEN;
const ALL: usize = AFTER_ROWS + STAGES * STAGE;

fn row(number: usize) -> Range<usize> {
    number * SUMS..(number + 1) * SUMS
}

/// The last layer's weights for one side, at a stage.
fn layer(stage: usize, side: usize) -> Range<usize> {
    let start = AFTER_ROWS + stage * STAGE + side * SUMS;
    start..start + SUMS
}

/// What is added to the last layer at a stage; behind it stands what pieces are worth.
fn offset(stage: usize) -> usize {
    AFTER_ROWS + stage * STAGE + 2 * SUMS
}

/// What a weight is multiplied by in fixed point.
fn fixed_point(place: usize) -> f32 {
    let in_stage = place.checked_sub(AFTER_ROWS).map(|place| place % STAGE);
    match in_stage {
        None => f32::from(WHOLE),
        Some(place) if place < 2 * SUMS => f32::from(ONE),
        Some(_) => f32::from(CENTIPAWN) / OF_LAYER,
    }
}

impl Weights {
    fn drawn(dice: &mut Dice) -> Weights {
        let mut weights = Weights(vec![0.0; ALL]);
        let mut draw = |most: f32| (dice.below(1 << 20) as f32 / (1 << 19) as f32 - 1.0) * most;
        weights.0[..OFFSETS].fill_with(|| draw(FIRST_ROWS));
        weights.0[OFFSETS..AFTER_ROWS].fill(FIRST_OFFSET);
        weights.0[layer(0, 0).start..layer(0, 1).end].fill_with(|| draw(FIRST_LAYER));
        weights.0[offset(0) + 1..][..MEN].copy_from_slice(&FIRST_MEN.map(|worth| worth * OF_LAYER));
        let first = weights.0[AFTER_ROWS..][..STAGE].to_vec();
        weights.0[AFTER_ROWS..].chunks_exact_mut(STAGE).for_each(|stage| stage.copy_from_slice(&first));
        weights
    }

    /// Squared error of one sample; adds its gradient if there is somewhere to add it.
    fn error(&self, sample: &Sample, gradient: Option<&mut Weights>) -> f32 {
        let stage = usize::from(sample.stage);
        let mut sums = [[0.0f32; SUMS]; 2];
        let mut out = self.0[offset(stage)];
        for (side, sums) in sums.iter_mut().enumerate() {
            sums.copy_from_slice(&self.0[OFFSETS..AFTER_ROWS]);
            for number in sample.rows(side) {
                add(sums, &self.0[row(number)]);
            }
            // Beside each other: sixteen are added at once.
            let mut parts = [0.0f32; 16];
            for (sums, weights) in sums.chunks_exact(16).zip(self.0[layer(stage, side)].chunks_exact(16)) {
                for ((part, sum), weight) in parts.iter_mut().zip(sums).zip(weights) {
                    let held = sum.clamp(0.0, 1.0);
                    *part += held * held * weight;
                }
            }
            out += parts.iter().sum::<f32>();
        }
        for (lead, worth) in sample.lead.iter().zip(&self.0[offset(stage) + 1..]) {
            out += f32::from(*lead) * worth;
        }
        let counts = sample.counts[usize::from(out < 0.0)];
        let p = expected(out * counts / OF_LAYER, TENFOLD);
        let off = p - sample.target;
        if let Some(gradient) = gradient {
            let slope = off * p * (1.0 - p) * counts;
            gradient.0[offset(stage)] += slope;
            for (lead, worth) in sample.lead.iter().zip(&mut gradient.0[offset(stage) + 1..]) {
                *worth += slope * f32::from(*lead);
            }
            for (side, sums) in sums.iter().enumerate() {
                let mut slopes = [0.0f32; SUMS];
                let weights = &self.0[layer(stage, side)];
                let down = &mut gradient.0[layer(stage, side)];
                for n in 0..SUMS {
                    let held = sums[n].clamp(0.0, 1.0);
                    down[n] += slope * held * held;
                    // Beyond its bounds a sum changes nothing.
                    let free = if held == sums[n] { 1.0 } else { 0.0 };
                    slopes[n] = slope * weights[n] * 2.0 * held * free;
                }
                add(&mut gradient.0[OFFSETS..AFTER_ROWS], &slopes);
                for number in sample.rows(side) {
                    add(&mut gradient.0[row(number)], &slopes);
                }
            }
        }
        off * off
    }

    fn rounded(&self) -> Network {
        let fixed = |(place, weight): (usize, &f32)| (weight * fixed_point(place)).round() as i16;
        let bytes: Vec<u8> = self.0.iter().enumerate().map(fixed).flat_map(i16::to_le_bytes).collect();
        Network::read(&bytes).expect("the weights stand in the network's order")
    }
}

fn add(to: &mut [f32], more: &[f32]) {
    to.iter_mut().zip(more).for_each(|(to, more)| *to += more);
}

/// Reads positions; known endgames are not for the network to judge.
fn read(path: &Path, result_counts: f32) -> io::Result<Vec<Sample>> {
    let mut samples = Vec::new();
    let parse = |text: &str| text.parse::<Board>().ok();
    for read in learning::read(path, result_counts, parse, |score| expected(score, TENFOLD))? {
        let (board, expected) = read?;
        if endgames::estimate(&board, Learnt::All).is_none() {
            samples.push(Sample::of(&board, expected));
        }
    }
    Ok(samples)
}

/// A network that has seen all positions of a file so many times.
pub fn teach(path: &Path, result_counts: f32, epochs: usize, threads: NonZeroUsize) -> io::Result<Network> {
    let samples = read(path, result_counts)?;
    let (asked, mut learnt) = RUNS.parted(0..samples.len());
    let mut dice = Dice::seeded(1);
    let mut weights = Weights::drawn(&mut dice);
    let mut seen = vec![Seen::default(); ALL];
    let mut gradients = vec![Weights(vec![0.0; ALL]); threads.get()];
    let steps = epochs * learnt.len().div_ceil(BATCH);
    let mut number = 0;
    for epoch in 1..=epochs {
        for last in (1..learnt.len()).rev() {
            learnt.swap(last, dice.below(last + 1));
        }
        let mut sum = 0.0;
        for batch in learnt.chunks(BATCH) {
            number += 1;
            sum += f64::from(slopes(&weights, &samples, batch, &mut gradients));
            let rate = STEP * (1.0 - (1.0 - LAST_STEP) * number as f32 / steps as f32);
            let step = Step::new(rate, number);
            for (place, (weight, seen)) in weights.0.iter_mut().zip(&mut seen).enumerate() {
                let slope: f32 = gradients.iter().map(|gradient| gradient.0[place]).sum();
                *weight -= step.down(seen, slope / batch.len() as f32);
            }
            for stage in 0..STAGES {
                let layers = layer(stage, 0).start..layer(stage, 1).end;
                weights.0[layers].iter_mut().for_each(|weight| *weight = weight.clamp(-MOST, MOST));
            }
        }
        let unseen: f64 = asked.iter().map(|n| f64::from(weights.error(&samples[*n], None))).sum();
        println!(
            "epoch {epoch}: {} positions, error {:.6}, unseen {:.6}",
            learnt.len(),
            sum / learnt.len() as f64,
            unseen / asked.len() as f64
        );
    }
    Ok(weights.rounded())
}

/// The gradient of a batch, a part of it for each thread; gives the sum of the errors.
fn slopes(weights: &Weights, samples: &[Sample], batch: &[usize], gradients: &mut [Weights]) -> f32 {
    let share = batch.len().div_ceil(gradients.len());
    thread::scope(|scope| {
        let parts = gradients.iter_mut().zip(batch.chunks(share).chain(std::iter::repeat(&[][..])));
        let workers: Vec<_> = parts
            .map(|(gradient, part)| {
                scope.spawn(move || {
                    gradient.0.fill(0.0);
                    part.iter().map(|n| weights.error(&samples[*n], Some(gradient))).sum::<f32>()
                })
            })
            .collect();
        workers.into_iter().map(|worker| worker.join().expect("no worker panics")).sum()
    })
}
