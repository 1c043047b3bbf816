//! A game of the networks against themselves, and what it teaches.

use bestmove::dice::Dice;
use bestmove::game::{Chance, Game};
use bestmove::games::backgammon::judgement::{Chances, Networks};
use bestmove::games::backgammon::network::OUTPUTS;
use bestmove::games::backgammon::{Backgammon, Roll};

/// A position before a roll, and what should have been thought of it.
pub struct Sample {
    pub position: Backgammon,
    pub thought: Chances,
    pub target: Chances,
}

/// In one game of so many the first turns are played at random.
const ODD: usize = 5;
/// At most so many turns are.
const ODD_TURNS: usize = 16;

/// Plays a game. Each target is what was thought of the next position, blended by `lambda` with
/// the next target; or, if `thorough`, the average over all rolls of what could have been had.
pub fn game(networks: &Networks, thorough: bool, lambda: f32, dice: &mut Dice) -> Vec<Sample> {
    let mut position = Backgammon::new();
    let mut odd = if dice.below(ODD) == 0 { dice.below(ODD_TURNS) } else { 0 };
    let mut samples: Vec<Sample> = Vec::new();
    while Chances::finished(&position).is_none() {
        let events = position.possible_events();
        let roll = dice.draw(&events).expect("somebody has to roll");
        if odd > 0 {
            odd -= 1;
            position.happen(roll);
            let turns = position.legal_moves();
            position.apply(turns[dice.below(turns.len())]);
            continue;
        }
        let (next, had) = best(networks, &position, roll);
        let target = if thorough { expected(networks, &position, &events, (roll, had)) } else { had };
        samples.push(Sample { position, thought: networks.judge(&position), target });
        position = next;
    }
    if !thorough {
        let mut later: Option<Chances> = None;
        for sample in samples.iter_mut().rev() {
            if let Some(later) = later {
                sample.target = blend(later.across(), sample.target, lambda);
            }
            later = Some(sample.target);
        }
    }
    samples
}

/// The position after the best turn, and what the player has there.
fn best(networks: &Networks, position: &Backgammon, roll: Roll) -> (Backgammon, Chances) {
    let position = position.brought(roll);
    let after = position.legal_moves().into_iter().map(|turn| {
        let next = position.after(turn);
        (next, networks.judge(&next).across())
    });
    after
        .max_by(|(_, one), (_, other)| one.equity().total_cmp(&other.equity()))
        .expect("there is always a turn")
}

/// The average over all rolls; what the one that came brings is known.
fn expected(
    networks: &Networks,
    position: &Backgammon,
    events: &[(Roll, f64)],
    known: (Roll, Chances),
) -> Chances {
    let mut sum = [0.0; OUTPUTS];
    for (roll, odds) in events {
        let had = if *roll == known.0 { known.1 } else { best(networks, position, *roll).1 };
        sum.iter_mut().zip(had.to_array()).for_each(|(sum, part)| *sum += *odds as f32 * part);
    }
    Chances::from_array(sum)
}

fn blend(one: Chances, other: Chances, part: f32) -> Chances {
    let [one, other] = [one.to_array(), other.to_array()];
    Chances::from_array(std::array::from_fn(|n| part * one[n] + (1.0 - part) * other[n]))
}
