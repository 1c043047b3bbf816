//! Draws a network towards what should have been thought.

use bestmove::games::backgammon::inputs::Inputs;
use bestmove::games::backgammon::judgement::{Chances, Networks, Phase};
use bestmove::games::backgammon::network::{HIDDEN, Network, OUTPUTS, steepness};

use crate::play::Sample;

/// Goes over a game from its end.
pub fn learn(networks: &mut Networks, samples: &[Sample], rate: f32) {
    for sample in samples.iter().rev() {
        let network = match Phase::of(&sample.position) {
            Phase::Contact => &mut networks.contact,
            Phase::Race => &mut networks.race,
            Phase::BearOff => continue,
        };
        draw(network, sample, rate);
    }
}

/// One step down the slope of the cross entropy between what is thought and what should be.
fn draw(network: &mut Network, sample: &Sample, rate: f32) {
    let inputs = Inputs::of(&sample.position);
    let flow = network.flow(&inputs);
    // What the rules exclude is no fault of the network.
    let excluded = Chances::excluded(&sample.position);
    let target = sample.target.to_array();
    let faults: [f32; OUTPUTS] =
        std::array::from_fn(|n| if excluded[n] { 0.0 } else { rate * (flow.output[n] - target[n]) });
    let mut blame = [0.0; HIDDEN];
    for (n, fault) in faults.into_iter().enumerate() {
        network.output_bias[n] -= fault;
        let units = blame.iter_mut().zip(&mut network.output[n]).zip(&flow.hidden);
        for ((blame, weight), value) in units {
            *blame += fault * *weight;
            *weight -= fault * value;
        }
    }
    let units = blame.iter_mut().zip(&mut network.hidden_bias).zip(&flow.hidden);
    for ((blame, bias), value) in units {
        *blame *= steepness(*value);
        *bias -= *blame;
    }
    for (input, value) in inputs.found() {
        let weights = &mut network.hidden[usize::from(*input)];
        weights.iter_mut().zip(&blame).for_each(|(weight, blame)| *weight -= value * blame);
    }
}

/// How far what was thought lay from what should have been, in points, on average.
pub fn surprise(samples: &[Sample]) -> f32 {
    let apart = samples.iter().map(|sample| (sample.thought.equity() - sample.target.equity()).abs());
    apart.sum::<f32>() / samples.len().max(1) as f32
}
