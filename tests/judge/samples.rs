//! Sampling beside plain negamax: of a game that is nearly over, what is best is sampled most.

use std::time::Instant;

use bestmove::dice::Dice;
use bestmove::game::{Game, Outcome, Player};
use bestmove::games::tic_tac_toe::TicTacToe;
use bestmove::notation::Notation;
use bestmove::search::mcts::{Playout, Sampler};
use bestmove::search::negamax::negamax;
use bestmove::search::{Budget, Engine, Question, Stop, Value};

use super::{is_small, random_game, seen_before};

/// Tic-tac-toe as a game of which nothing is known but its rules.
#[derive(Clone)]
struct Unknown(TicTacToe);

impl Game for Unknown {
    type Move = <TicTacToe as Game>::Move;

    fn turn(&self) -> Player {
        self.0.turn()
    }

    fn moves(&self, out: &mut Vec<Self::Move>) {
        self.0.moves(out);
    }

    fn apply(&mut self, chosen: Self::Move) {
        self.0.apply(chosen);
    }

    fn score_finished(&self) -> Outcome {
        self.0.score_finished()
    }
}

impl Playout for Unknown {
    fn play_out(&self, dice: &mut Dice, _: &mut Vec<(Player, usize)>) -> Outcome {
        let mut position = self.clone();
        loop {
            let moves = position.legal_moves();
            if moves.is_empty() {
                return position.score_finished();
            }
            position.apply(moves[dice.below(moves.len())]);
        }
    }

    fn slots(&self) -> usize {
        0
    }

    fn slot(&self, _: Self::Move) -> Option<usize> {
        None
    }

    fn promise(&self, _: Self::Move) -> f32 {
        0.5
    }

    fn standing(&self) -> i32 {
        0
    }
}

/// Random games.
const GAMES: u64 = 12;
/// So many samples are plenty for a tree that the judge can see whole.
const SAMPLES: u64 = 3_000;

#[test]
fn what_is_best_is_sampled_most() {
    let mut decided = 0;
    for position in (0..GAMES).flat_map(|seed| random_game(&TicTacToe::new(3, 3), seed)) {
        if !is_small(&position) {
            continue;
        }
        let worth = |m| {
            let next = position.after(m);
            seen_before(negamax(&next), &position, &next).worth()
        };
        let judged: Vec<_> = position.legal_moves().into_iter().map(|m| (m, worth(m))).collect();
        let Some(best) = judged.iter().map(|(_, worth)| *worth).max() else { continue };
        if judged.iter().all(|(_, worth)| *worth == best) {
            continue;
        }
        let (question, budget) = (Question::new(Unknown(position)), Budget::nodes(SAMPLES));
        let found = Sampler::default().choose(&question, &budget, &Stop::new(), &mut |_| {});
        let told = || format!("{}: {judged:?} {found:?}", position.write());
        assert!(judged.contains(&(found.chosen(), best)), "{}", told());
        let seen = match found.best().value {
            Value::Sampled { chance, .. } => i32::from(chance > 7_500) - i32::from(chance < 2_500),
            value => value.score().worth(),
        };
        assert_eq!(seen, best, "{}", told());
        decided += 1;
    }
    assert!(decided > 20, "{decided} positions");
}

#[test]
fn an_answer_that_is_late_rests_on_one_sample_and_one_in_time_on_several() {
    let question = Question::new(Unknown(TicTacToe::start()));
    let samples = |budget: Budget| {
        let found = Sampler::default().choose(&question, &budget, &Stop::new(), &mut |_| {});
        assert!(question.moves().contains(&found.chosen()));
        found.nodes
    };
    assert_eq!(samples(Budget::until(Instant::now())), 1);
    assert!(samples(Budget::depth(1)) >= 16);
}
