//! The pruned search beside plain negamax: with nothing to guess, both must find the same value.

use bestmove::dice::Dice;
use bestmove::game::Game;
use bestmove::games::connect_four::{ConnectFour, Threats};
use bestmove::games::mancala::{self, Kalah};
use bestmove::games::othello::{Counsel, Othello};
use bestmove::games::pennies::{Pennies, Untaught};
use bestmove::games::tic_tac_toe::{TicTacToe, knowledge::TicTacToeKnowledge};
use bestmove::notation::Notation;
use bestmove::search::alphabeta::AlphaBeta;
use bestmove::search::heuristics::{Heuristics, Over, Policy};
use bestmove::search::negamax::{negamax, negamax_to};
use bestmove::search::{Budget, Choice, Engine, Question, Stop, StoppedBy, Value, Verdict};

/// Random games for each comparison.
const GAMES: u64 = 12;

/// What a game knows, without anything that leaves a move out or an estimate in: the search
/// then walks the same tree as the judge, but for what alpha and beta cut. It keeps no table,
/// for what was found deeper elsewhere is better than what the judge finds at this depth.
#[derive(Clone)]
struct Bare<H> {
    knowledge: H,
    policy: Policy,
}

impl<H> Bare<H> {
    fn of<G: Game>(knowledge: H) -> Bare<H>
    where
        H: Heuristics<G>,
    {
        let Policy { most, hurry, .. } = *knowledge.policy();
        Bare { knowledge, policy: Policy { most, hurry, ..Policy::EXACT } }
    }
}

impl<G: Game, H: Heuristics<G>> Heuristics<G> for Bare<H> {
    fn policy(&self) -> &Policy {
        &self.policy
    }

    fn estimate(&mut self, position: &G) -> i32 {
        self.knowledge.estimate(position)
    }

    fn over(&self, position: &G) -> Over {
        self.knowledge.over(position)
    }

    fn hunches(&self, position: &G) -> impl Fn(G::Move) -> i32 {
        self.knowledge.hunches(position)
    }

    fn slots(&self) -> usize {
        Heuristics::<G>::slots(&self.knowledge)
    }

    fn slot(&self, position: &G, candidate: G::Move) -> usize {
        self.knowledge.slot(position, candidate)
    }
}

/// The positions of a random game, the last one finished unless it was too long.
fn random_game<G: Notation>(seed: u64) -> Vec<G> {
    let mut dice = Dice::seeded(seed);
    let mut game = vec![G::start()];
    while game.len() < 400 {
        let position = game.last().expect("a game has a start");
        let moves = position.legal_moves();
        if moves.is_empty() {
            break;
        }
        let next = position.after(moves[dice.below(moves.len())]);
        game.push(next);
    }
    game
}

fn choose<G: Game>(engine: &impl Engine<G>, position: &G, budget: Budget, threads: usize) -> Choice<G::Move> {
    let question = Question { threads, ..Question::new(position.clone()) };
    engine.choose(&question, &budget, &Stop::new(), &mut |_| {})
}

/// A value without what only one of the two can know: that a level score is final; and, where a
/// game is not in a hurry, that any score is, and how far away the end stands.
fn plain(value: Value, hurry: bool) -> Value {
    match value {
        Value::Proven { verdict: Verdict::Draw, .. } => Value::Estimate(0),
        Value::Proven { verdict, worth, .. } if !hurry => Value::Decided { verdict, worth },
        value => value,
    }
}

/// To a depth of so many plies, the pruned value is the plain one. An only move is played without
/// looking so far ahead.
fn agrees_to_a_depth<G: Notation, H: Heuristics<G>>(knowledge: H, depth: u32) {
    let hurry = knowledge.policy().hurry;
    let engine = AlphaBeta::new::<G>(Bare::of(knowledge.clone()));
    for seed in 0..GAMES {
        for position in
            random_game::<G>(seed).iter().filter(|position| position.legal_moves().len() > 1).step_by(3)
        {
            let mut estimating = knowledge.clone();
            estimating.root(position);
            let terms: i32 = estimating.terms(position).iter().map(|term| term.value).sum();
            assert_eq!(estimating.estimate(position), terms, "{} as it is explained", position.write());
            let judged = negamax_to(position, depth as usize, &mut knowledge.clone()).value(false);
            let found = choose(&engine, position, Budget::depth(depth), 1).best().value;
            assert_eq!(plain(found, hurry), plain(judged, hurry), "{}", position.write());
        }
    }
}

/// Whether a position's whole tree has no more than `left` positions: few enough for the judge.
fn is_small<G: Game>(position: &G, left: &mut u32) -> bool {
    *left = left.saturating_sub(1);
    *left > 0 && position.legal_moves().into_iter().all(|m| is_small(&position.after(m), left))
}

/// Near its end, a game searched with all that is known about it has the value that the judge
/// finds, however many threads search; in the last `plies` of random games.
fn agrees_to_the_end<G: Notation, H: Heuristics<G>>(knowledge: H, plies: usize) {
    let hurry = knowledge.policy().hurry;
    let engine = AlphaBeta::new::<G>(knowledge);
    let mut compared = 0;
    for seed in 0..GAMES {
        let game = random_game::<G>(seed);
        let last = game.iter().rev().skip(1).take(plies);
        for position in last.filter(|position| is_small(*position, &mut 20_000)) {
            compared += 1;
            let judged = plain(negamax(position).value(true), hurry);
            for threads in [1, 3] {
                let choice = choose(&engine, position, Budget::nodes(1_000_000), threads);
                assert!(matches!(choice.stopped_by, StoppedBy::Solved | StoppedBy::OnlyMove), "{choice:?}");
                if choice.stopped_by == StoppedBy::Solved {
                    assert_eq!(plain(choice.best().value, hurry), judged, "{}", position.write());
                }
            }
        }
    }
    assert!(compared >= GAMES, "only {compared} positions were small enough");
}

#[test]
fn tic_tac_toe_agrees_with_the_judge() {
    agrees_to_a_depth::<TicTacToe, _>(TicTacToeKnowledge::default(), 4);
    agrees_to_the_end::<TicTacToe, _>(TicTacToeKnowledge::default(), 8);
}

#[test]
fn pennies_agree_with_the_judge() {
    agrees_to_a_depth::<Pennies, _>(Untaught, 6);
    agrees_to_the_end::<Pennies, _>(Untaught, 12);
}

#[test]
fn kalah_agrees_with_the_judge() {
    agrees_to_a_depth::<Kalah, _>(mancala::Knowledge, 4);
    agrees_to_the_end::<Kalah, _>(mancala::Knowledge, 6);
}

#[test]
fn connect_four_agrees_with_the_judge() {
    // Random games end long before their trees are small; the solver is held against the judge
    // in its own room, on smaller boards.
    agrees_to_a_depth::<ConnectFour, _>(Threats, 4);
}

#[test]
fn othello_agrees_with_the_judge() {
    agrees_to_a_depth::<Othello, _>(Counsel, 3);
    agrees_to_the_end::<Othello, _>(Counsel, 8);
}
