//! What each step of the search is worth to chess: the whole plays against the whole without it.
//!
//! ```text
//! cargo run --release --example chess_steps -- --pairs 100 --nodes 8000 --steps null_move,probcut
//! ```
//!
//! Every pair is one named opening played twice, with colours exchanged, each move after so many
//! visited positions: the figures do not depend on how busy the machine is. A step that costs time
//! rather than positions looks a little better than it is.

use std::sync::Arc;

use bestmove::dice::Dice;
use bestmove::game::{Game, Outcome, Player};
use bestmove::games::chess::{Chess, Knowledge, knowledge::CHESS, openings};
use bestmove::search::memory::Memory;
use bestmove::search::policy::Policy;
use bestmove::search::{Budget, Question, Stop, alphabeta::AlphaBeta};
use clap::Parser;

/// Plies of an opening that is played from.
const OPENING: std::ops::RangeInclusive<usize> = 6..=12;
/// Bytes that each player has for its memory.
const MEMORY: usize = 16 << 20;
/// A side that both players see so far ahead has won, in centipawns.
const DECIDED: i32 = 1_000;
/// A game this long is given up as drawn, in plies.
const LONGEST: usize = 300;

#[derive(Parser)]
struct Arguments {
    /// The steps to leave out in turn; all of them, if none is named.
    #[arg(long, value_delimiter = ',', value_parser = STEPS.map(|(name, _)| name))]
    steps: Vec<String>,
    /// Openings for each step, each played twice.
    #[arg(long, default_value_t = 100)]
    pairs: usize,
    /// Positions visited a move.
    #[arg(long, default_value_t = 8_000)]
    nodes: u64,
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// A step by its name in [`Policy`], and how to do without it.
type Step = (&'static str, fn(&mut Policy));

const STEPS: [Step; 13] = [
    ("quiescence", |policy| policy.quiescence = None),
    ("aspiration", |policy| policy.aspiration = None),
    ("null_move", |policy| policy.null_move = None),
    ("reverse_futility", |policy| policy.reverse_futility = None),
    ("razoring", |policy| policy.razoring = None),
    ("probcut", |policy| policy.probcut = None),
    ("reductions", |policy| policy.reductions = None),
    ("late_moves", |policy| policy.late_moves = None),
    ("futility", |policy| policy.futility = None),
    ("exchanges", |policy| policy.exchanges = None),
    ("singular", |policy| policy.singular = None),
    ("correction", |policy| policy.correction = false),
    ("upcoming_repetition", |policy| policy.upcoming_repetition = false),
];

fn main() {
    let arguments = Arguments::parse();
    let whole = AlphaBeta::new(Knowledge::default());
    let starts = openings();
    for (name, leave_out) in STEPS {
        if !arguments.steps.is_empty() && !arguments.steps.iter().any(|wanted| wanted == name) {
            continue;
        }
        let mut policy = CHESS;
        leave_out(&mut policy);
        let without = AlphaBeta::new(Knowledge::searching_by(policy));
        let mut dice = Dice::seeded(arguments.seed);
        let pairs: Vec<f64> = (0..arguments.pairs)
            .map(|_| {
                let start = &starts[dice.below(starts.len())];
                let as_white = points(play([&whole, &without], start, arguments.nodes));
                let as_black = 1.0 - points(play([&without, &whole], start, arguments.nodes));
                (as_white + as_black) / 2.0
            })
            .collect();
        println!("{name:20} {}", worth(&pairs));
    }
}

/// The positions at the end of named openings.
fn openings() -> Vec<Chess> {
    let mut starts = Vec::new();
    openings::each_line(|along, _| {
        if OPENING.contains(&(along.len() - 1)) {
            starts.extend(along.last().cloned());
        }
    });
    starts
}

/// What White gets.
fn points(outcome: Outcome) -> f64 {
    match outcome.winner() {
        None => 0.5,
        Some(winner) => f64::from(u8::from(winner == Player::First)),
    }
}

/// One game, White's engine first.
fn play(players: [&AlphaBeta<Knowledge>; 2], start: &Chess, nodes: u64) -> Outcome {
    let mut question = Question::new(start.clone());
    let memories = [(); 2].map(|()| Arc::new(Memory::of_bytes(MEMORY)));
    let mut before = 0;
    loop {
        let (position, past) = (&question.position, &question.past);
        if let Some(outcome) = position.outcome() {
            return outcome;
        }
        if position.is_dead() || position.draw_to_claim(past).is_some() || past.len() >= LONGEST {
            return Outcome::Draw;
        }
        let turn = position.turn();
        let (player, memory) = (players[turn as usize], &memories[turn as usize]);
        let budget = Budget::nodes(nodes);
        let choice = player.choose_with(memory, &question, &budget, &Stop::new(), &mut |_| {});
        let units = choice.best().value.score().units();
        let for_first = if turn == Player::First { units } else { -units };
        if before.min(for_first) >= DECIDED || before.max(for_first) <= -DECIDED {
            return Outcome::won(if for_first > 0 { Player::First } else { Player::Second });
        }
        before = for_first;
        question.past.push(question.position.clone());
        question.position.apply(choice.chosen());
    }
}

/// A share of points in Elo, with its error (95%).
fn worth(pairs: &[f64]) -> String {
    let count = pairs.len() as f64;
    let mean = pairs.iter().sum::<f64>() / count;
    let variance = pairs.iter().map(|points| (points - mean).powi(2)).sum::<f64>() / count;
    let error = 1.96 * (variance / count).sqrt();
    let elo = |share: f64| 400.0 * (share / (1.0 - share)).log10();
    let (low, high) = ((mean - error).max(0.001), (mean + error).min(0.999));
    format!(
        "{:+4.0} ± {:.0} Elo  ({:.1}% of {} games)",
        elo(mean.clamp(0.001, 0.999)),
        (elo(high) - elo(low)) / 2.0,
        100.0 * mean,
        2 * pairs.len()
    )
}
