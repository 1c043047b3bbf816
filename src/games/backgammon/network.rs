//! A network with one hidden layer that tells how likely each way to end is. All arithmetic is
//! additions, multiplications and divisions in a fixed order, so that every machine finds the same.

use std::array::from_fn;

use super::inputs::{INPUTS, Inputs};

/// Units of the hidden layer.
pub const HIDDEN: usize = 128;
/// What is told: see [`Chances`](super::judgement::Chances).
pub const OUTPUTS: usize = 5;

type Layer = [f32; HIDDEN];

/// The weights.
#[derive(Clone, Debug)]
pub struct Network {
    /// From each input to the hidden layer.
    pub hidden: Vec<Layer>,
    pub hidden_bias: Layer,
    /// From the hidden layer to each output.
    pub output: [Layer; OUTPUTS],
    pub output_bias: [f32; OUTPUTS],
}

/// What went through a network.
#[derive(Clone, Debug)]
pub struct Flow {
    pub hidden: Layer,
    pub output: [f32; OUTPUTS],
}

impl Network {
    /// A network that knows nothing yet, from weights drawn between -1 and 1.
    #[must_use]
    pub fn untaught(mut draw: impl FnMut() -> f32) -> Network {
        let mut layer = |scale: f32| from_fn(|_| scale * draw());
        Network {
            hidden: (0..INPUTS).map(|_| layer(0.1)).collect(),
            hidden_bias: layer(0.1),
            output: from_fn(|_| layer(0.1)),
            // Few games end in gammons, fewer in backgammons.
            output_bias: [0.0, -1.5, -4.0, -1.5, -4.0],
        }
    }

    /// Runs a position through.
    #[must_use]
    pub fn flow(&self, inputs: &Inputs) -> Flow {
        let mut hidden = self.hidden_bias;
        for (input, value) in inputs.found() {
            let weights = &self.hidden[usize::from(*input)];
            for (sum, weight) in hidden.iter_mut().zip(weights) {
                *sum += value * weight;
            }
        }
        hidden.iter_mut().for_each(|sum| *sum = bent(*sum));
        let output = from_fn(|n| logistic(self.output_bias[n] + dot(&self.output[n], &hidden)));
        Flow { hidden, output }
    }

    /// All weights in a row.
    fn weights(&self) -> impl Iterator<Item = &f32> {
        let hidden = self.hidden.iter().flatten().chain(&self.hidden_bias);
        hidden.chain(self.output.iter().flatten()).chain(&self.output_bias)
    }

    fn weights_mut(&mut self) -> impl Iterator<Item = &mut f32> {
        let hidden = self.hidden.iter_mut().flatten().chain(&mut self.hidden_bias);
        hidden.chain(self.output.iter_mut().flatten()).chain(&mut self.output_bias)
    }

    /// Bytes of a network that was written.
    pub const SIZE: usize = 4 * (INPUTS * HIDDEN + HIDDEN + OUTPUTS * HIDDEN + OUTPUTS);

    /// The weights as bytes, the lowest first.
    #[must_use]
    pub fn write(&self) -> Vec<u8> {
        self.weights().flat_map(|weight| weight.to_le_bytes()).collect()
    }

    /// Reads what was [written](Network::write); none if there is too much or too little of it.
    #[must_use]
    pub fn read(bytes: &[u8]) -> Option<Network> {
        if bytes.len() != Network::SIZE {
            return None;
        }
        let mut network = Network::untaught(|| 0.0);
        for (weight, bytes) in network.weights_mut().zip(bytes.chunks_exact(4)) {
            *weight = f32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]);
        }
        Some(network)
    }
}

/// The bend of the hidden layer, from -1 to 1.
#[inline]
fn bent(sum: f32) -> f32 {
    sum / (1.0 + sum.abs())
}

/// How steep the bend is where it has come to this value.
#[inline]
#[must_use]
pub fn steepness(bent: f32) -> f32 {
    let flat = 1.0 - bent.abs();
    flat * flat
}

/// Sums in lanes, so that a processor may add them side by side without changing the result.
fn dot(one: &Layer, other: &Layer) -> f32 {
    const LANES: usize = 16;
    let mut sums = [0.0; LANES];
    for (one, other) in one.chunks_exact(LANES).zip(other.chunks_exact(LANES)) {
        for lane in 0..LANES {
            sums[lane] += one[lane] * other[lane];
        }
    }
    sums.iter().sum()
}

/// 1 / (1 + e^-x), to seven digits.
fn logistic(x: f32) -> f32 {
    1.0 / (1.0 + exp(-x))
}

/// e^x for x of moderate size: a power of two, and what is left by its series.
fn exp(x: f32) -> f32 {
    let x = x.clamp(-60.0, 60.0) * std::f32::consts::LOG2_E;
    let whole = x.round();
    let rest = (x - whole) * std::f32::consts::LN_2;
    let series = [1.0 / 5040.0, 1.0 / 720.0, 1.0 / 120.0, 1.0 / 24.0, 1.0 / 6.0, 0.5, 1.0, 1.0];
    let power = f32::from_bits(((whole as i32 + 127) as u32) << 23);
    power * series.into_iter().fold(0.0, |sum, term| sum * rest + term)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_exponential_is_right_to_six_digits() {
        for n in -400..400 {
            let x = n as f32 / 20.0;
            let exact = f64::from(x).exp();
            assert!((f64::from(exp(x)) / exact - 1.0).abs() < 2e-6, "{x}");
        }
    }

    #[test]
    fn a_network_is_read_as_it_was_written() {
        let mut dice = crate::dice::Dice::seeded(1);
        let network = Network::untaught(|| dice.share() as f32);
        let written = network.write();
        assert_eq!(written.len(), Network::SIZE);
        assert_eq!(Network::read(&written).unwrap().write(), written);
        assert!(Network::read(&written[1..]).is_none());
    }
}
