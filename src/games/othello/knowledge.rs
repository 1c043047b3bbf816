//! What is worth knowing about othello.

use super::discs::{Squares, flipped, placeable};
use super::evaluate::{estimate, terms};
use super::rest::{LAST, Rest, odd_regions, promise};
use super::rules::{Move, Othello};
use super::stable::Settled;
use crate::game::{Game, Outcome, Player};
use crate::mixing::mixed;
use crate::processor::well_equipped;
use crate::search::Term;
use crate::search::heuristics::{Heuristics, Over};
use crate::search::policy::{Aspiration, Forecast, Policy, Solve};
use crate::search::score::Score;
use crate::search::window::Window;

/// The tuned numbers; margins in discs. With a table of 64 MiB solving takes half as long again.
const POLICY: Policy = Policy {
    most: 64,
    hurry: false,
    aspiration: Some(Aspiration { from_depth: 5, window: 4, less_above: false }),
    forecast: Some(Forecast { from_depth: 5, divisor: 3, margin: 7 }),
    look_up: Some(8),
    table: Some(8 << 20),
    extend_pressed: true,
    solve: Some(Solve { longest: 14, after: 8, beyond: Some(1), foretold: Some(1) }),
    ..Policy::EXACT
};

/// With so many, what is expected of the move is worth a look: an eighth less to visit.
const MANY: u32 = 10;

/// What a disc that a move is expected to bring counts for, beside what else it [promises](promise).
const GAIN: i32 = 32;

/// How much better each square is to have than the worst, a1 first.
#[rustfmt::skip]
const SQUARES: [i32; 64] = [
    18,  4, 16, 12, 12, 16,  4, 18,
     4,  2,  6,  8,  8,  6,  2,  4,
    16,  6, 14, 10, 10, 14,  6, 16,
    12,  8, 10,  0,  0, 10,  8, 12,
    12,  8, 10,  0,  0, 10,  8, 12,
    16,  6, 14, 10, 10, 14,  6, 16,
     4,  2,  6,  8,  8,  6,  2,  4,
    18,  4, 16, 12, 12, 16,  4, 18,
];

/// What is known about othello.
#[derive(Clone, Debug, Default)]
pub struct Knowledge;

impl Heuristics<Othello> for Knowledge {
    fn policy(&self) -> &Policy {
        &POLICY
    }

    fn estimate(&mut self, position: &Othello) -> i32 {
        estimate(position)
    }

    fn terms(&self, position: &Othello) -> Vec<Term> {
        terms(position)
    }

    /// The same for both colours: only who is to move matters. To remember the last few squares
    /// takes longer than to play them out.
    fn key(&self, position: &Othello) -> Option<u64> {
        if position.empties().count_ones() <= LAST {
            return None;
        }
        Some(mixed([position.mine(), position.theirs()]))
    }

    fn longest(&self, position: &Othello) -> Option<usize> {
        Some(position.empties().count_ones() as usize)
    }

    /// Who has to pass decides nothing.
    fn pressed(&self, position: &Othello) -> bool {
        position.placeable() == 0
    }

    fn over(&self, position: &Othello) -> Over {
        if position.is_over() { Over::Yes(position.score_finished()) } else { Over::No }
    }

    /// Discs that stay count for whoever has them, at the end. They decide nothing where even all
    /// discs of a player would not.
    fn limits(&self, position: &Othello, window: Window) -> Option<(Score, Score)> {
        let (alpha, beta) = in_discs(window);
        well_equipped(
            #[inline(always)]
            || {
                let discs = [position.mine(), position.theirs()];
                if ahead(discs[0]) < beta && ahead(discs[1]) < -alpha {
                    return None;
                }
                let settled = Settled::of(!position.empties());
                let [mine, theirs] = discs.map(|discs| settled.keeps(discs));
                (mine | theirs != 0).then(|| (Score::by(ahead(mine)), Score::by(-ahead(theirs))))
            },
        )
    }

    fn played_out(&self, position: &Othello, window: Window) -> Option<(Score, u64)> {
        (position.empties().count_ones() <= LAST).then(|| {
            let (alpha, beta) = in_discs(window);
            let mut rest = Rest::default();
            let discs = rest.difference(position.mine(), position.theirs(), alpha, beta);
            let (mine, theirs) = (32 + discs / 2, 32 - discs / 2);
            let end = Outcome::by_count(mine as u16, theirs as u16);
            (Score::finished(end, Player::First, 0), rest.visited)
        })
    }

    /// Whatever leaves the opponent the fewest answers, and ends a region.
    fn hunches(&self, position: &Othello) -> impl Fn(Move) -> i32 {
        let (empties, left) = (position.empties(), position.empties().count_ones());
        let odd = odd_regions(empties);
        move |chosen| {
            let Move::Disc(square) = chosen else { return 0 };
            let flipped = flipped(square, position.mine(), position.theirs());
            let (mine, theirs) = (position.mine() | flipped | 1 << square, position.theirs() & !flipped);
            let answers = placeable(theirs, mine);
            let promised = well_equipped(
                #[inline(always)]
                || promise(square, answers, odd),
            );
            let expected =
                if left > MANY { GAIN * estimate(&Othello::new(theirs, mine, Player::First)) } else { 0 };
            SQUARES[usize::from(square)] + promised - expected
        }
    }
}

/// By how much a player with these discs at the end is ahead, if the other has all others.
#[inline(always)]
fn ahead(discs: Squares) -> i32 {
    2 * discs.count_ones() as i32 - 64
}

/// A window as differences of discs. Beta is reached by whatever is better than the score before it.
fn in_discs(window: Window) -> (i32, i32) {
    (window.alpha.no_better(), window.beta.plus(-1).no_better() + 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dice::Dice;
    use crate::game::at_random;
    use crate::notation::Notation;
    use crate::search::alphabeta::AlphaBeta;
    use crate::search::negamax::negamax;
    use crate::search::{Budget, Choice, Engine, Question, Stop, StoppedBy, Value, Verdict, one_or_more};

    fn solve(position: &Othello, lines: usize) -> Choice<Move> {
        let mut question = Question::new(*position);
        question.lines = one_or_more(lines);
        let budget = Budget { memory: Some(1 << 20), ..Budget::default() };
        AlphaBeta::new(Knowledge).choose(&question, &budget, &Stop::new(), &mut |_| {})
    }

    fn discs(value: Value) -> i32 {
        match value {
            Value::Proven { verdict: Verdict::Loss, worth, .. } => -i32::from(worth),
            Value::Proven { worth, .. } => i32::from(worth),
            _ => panic!("{value:?} is not proven"),
        }
    }

    /// The final difference by plain search, which hurries and so counts plies besides.
    fn judged(position: &Othello) -> i32 {
        discs(negamax(position).value(true))
    }

    /// Unfinished positions with so many empty squares, from random play.
    fn random_positions(empties: u32, count: usize) -> Vec<Othello> {
        let mut dice = Dice::seeded(1);
        let mut found = Vec::new();
        while found.len() < count {
            let has_room = |position: &Othello| position.empties().count_ones() > empties;
            let position = at_random(Othello::start(), &mut dice, has_room);
            if !position.is_over() {
                found.push(position);
            }
        }
        found
    }

    #[test]
    fn the_solver_agrees_with_the_judge() {
        for (empties, count) in [(1, 40), (2, 40), (3, 40), (4, 40), (5, 20), (8, 6)] {
            for position in random_positions(empties, count) {
                let choice = solve(&position, 1);
                let judged = judged(&position);
                assert_eq!(discs(choice.best().value), judged, "{}", position.write());
                assert_eq!(choice.stopped_by, StoppedBy::Solved, "{}", position.write());
            }
        }
    }

    #[test]
    fn the_line_told_leads_to_the_difference_that_is_claimed() {
        for position in random_positions(9, 10) {
            let choice = solve(&position, 1);
            let end = choice.best().moves.iter().fold(position, |p, m| p.after(*m));
            let value = Score::finished(end.outcome().unwrap(), position.turn(), 0).value(true);
            assert_eq!(discs(value), discs(choice.best().value), "{}", position.write());
        }
    }

    #[test]
    fn plies_to_the_end_are_told_of_lines_that_lead_there_alone() {
        let mut cut_short = 0;
        for (position, lines) in random_positions(5, 10).into_iter().flat_map(|p| [(p, 1), (p, 3)]) {
            for nodes in (10..200).step_by(10) {
                let question = Question { lines: one_or_more(lines), ..Question::new(position) };
                let choice = AlphaBeta::new(Knowledge).choose(
                    &question,
                    &Budget::nodes(nodes),
                    &Stop::new(),
                    &mut |_| {},
                );
                for line in &choice.lines {
                    let end = line.moves.iter().fold(position, |p, m| p.after(*m));
                    match line.value {
                        Value::Proven { verdict: Verdict::Win | Verdict::Loss, plies, .. } => {
                            assert!(end.is_over(), "{} with {nodes} nodes: {line:?}", position.write());
                            assert_eq!(plies as usize, line.moves.len());
                        }
                        Value::Decided { .. } => {
                            assert_eq!(choice.stopped_by, StoppedBy::Nodes, "{}", position.write());
                            cut_short += 1;
                        }
                        _ => {}
                    }
                }
            }
        }
        assert!(cut_short > 10, "{cut_short}");
    }

    #[test]
    fn every_move_gets_its_own_exact_score() {
        for position in random_positions(7, 5) {
            let choice = solve(&position, 64);
            assert_eq!(choice.lines.len(), position.legal_moves().len());
            for line in &choice.lines {
                let next = position.after(line.moves[0]);
                assert_eq!(discs(line.value), -judged(&next), "{}", position.write());
            }
        }
    }

    #[test]
    fn a_pass_far_from_the_end_takes_no_time_and_near_it_is_told_what_it_is_worth() {
        let far = Othello::new(0b10, 0b01, Player::First);
        assert_eq!(far.legal_moves(), [Move::Pass]);
        let budget = Budget::nodes(100_000);
        let choice =
            AlphaBeta::new(Knowledge).choose(&Question::new(far), &budget, &Stop::new(), &mut |_| {});
        assert_eq!(choice.stopped_by, StoppedBy::OnlyMove);
        assert!(choice.nodes < 1_000, "{}", choice.nodes);
        let near = random_positions(6, 2_000).into_iter().find(|p| p.legal_moves() == [Move::Pass]);
        let choice = solve(&near.expect("somebody must pass now and then"), 1);
        assert_eq!(choice.stopped_by, StoppedBy::Solved);
    }

    #[test]
    fn colours_do_not_matter_to_the_key() {
        let start = Othello::start();
        let swapped = Othello::new(start.mine(), start.theirs(), Player::Second);
        assert_eq!(Knowledge.key(&start), Knowledge.key(&swapped));
        assert_ne!(
            Knowledge.key(&start),
            Knowledge.key(&Othello::new(start.theirs(), start.mine(), Player::First))
        );
    }
}
