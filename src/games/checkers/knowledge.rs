//! What the search may ask about checkers, and how boldly it goes.

use super::endings;
use super::rules::{Checkers, Move, PATIENCE};
use super::{evaluate, openings};
use crate::game::{Game, Outcome, Player};
use crate::mixing::mixed;
use crate::search::book::Prepared;
use crate::search::heuristics::{FEATURES, Heuristics, Over, Tabled};
use crate::search::policy::{
    Aspiration, Futility, Policy, Quiescence, Reductions, ReverseFutility, Singular,
};
use crate::search::window::Bound;
use crate::search::{Term, Value, Verdict};

/// Margins in hundredths of a man. There is no null move: often whoever must move loses by it.
const POLICY: Policy = Policy {
    quiescence: Some(Quiescence { delta: 1000 }),
    aspiration: Some(Aspiration { from_depth: 5, window: 12, less_above: false }),
    reverse_futility: Some(ReverseFutility { to_depth: 4, per_ply: 45 }),
    internal_reduction: Some(5),
    reductions: Some(Reductions { from_depth: 3, base: 0.4, divisor: 2.4, history: 8000 }),
    futility: Some(Futility { to_depth: 3, base: 40, per_ply: 40 }),
    singular: Some(Singular { from_depth: 7, per_ply: 2, twice: 30 }),
    correction: true,
    ..Policy::EXACT
};

/// Few searches see the draw for want of progress from so many plies before it.
const IN_SIGHT: u8 = 32;

/// A step or a jump is told apart by its square and its first direction.
const SLOTS: usize = 32 * 4;

/// What is worth knowing about checkers.
#[derive(Clone, Copy, Debug)]
pub struct Knowledge;

impl Heuristics<Checkers> for Knowledge {
    fn policy(&self) -> &Policy {
        &POLICY
    }

    fn estimate(&mut self, position: &Checkers) -> i32 {
        evaluate::estimate(position)
    }

    fn terms(&self, position: &Checkers) -> Vec<Term> {
        evaluate::terms(position)
    }

    fn key(&self, position: &Checkers) -> Option<u64> {
        Some(position.key())
    }

    fn tired(&self, position: &Checkers) -> u64 {
        u64::from(position.quiet().saturating_sub(2 * PATIENCE - IN_SIGHT))
    }

    fn reversible(&self, position: &Checkers) -> usize {
        usize::from(position.quiet())
    }

    fn over(&self, position: &Checkers) -> Over {
        match position.can_move() {
            true if position.is_tired() => Over::Yes(Outcome::Draw),
            true => Over::No,
            false => Over::Yes(position.score_finished()),
        }
    }

    /// A draw is a draw; a win is told of where it was made sure of, so that between such moves the
    /// search finds its way to the next.
    fn tabled(&self, position: &Checkers) -> Option<(Value, Bound)> {
        let told = |verdict: &Verdict| *verdict == Verdict::Draw || position.quiet() == 0;
        endings::verdict(position).filter(told).map(|verdict| (Value::Certain(verdict), Bound::Exact))
    }

    fn tabled_moves(&self, position: &Checkers) -> Option<Vec<Tabled<Move>>> {
        let known = |chosen: Move| {
            let verdict = endings::verdict_in_time(&position.after(chosen))?.across();
            Some(Tabled { chosen, verdict, unclaimed: verdict, plies: 0, ends: false })
        };
        position.legal_moves().into_iter().map(known).collect()
    }

    fn prepared(&self, position: &Checkers) -> Vec<Prepared<Move>> {
        openings::answer(position).into_iter().collect()
    }

    /// Who can jump must: such a position is never judged as it stands.
    fn pressed(&self, position: &Checkers) -> bool {
        position.jumpers(position.turn()) != 0
    }

    fn is_noisy(&self, _: &Checkers, candidate: Move) -> bool {
        candidate.is_jump()
    }

    fn gain(&self, _: &Checkers, candidate: Move) -> i32 {
        evaluate::MAN * i32::from(candidate.jumps)
    }

    fn slots(&self) -> usize {
        SLOTS
    }

    fn slot(&self, _: &Checkers, candidate: Move) -> usize {
        usize::from(4 * candidate.from.index() + candidate.direction().code())
    }

    fn features(&self, position: &Checkers) -> [u64; FEATURES] {
        let [black, white] = Player::BOTH.map(|player| position.pieces(player));
        let men = Player::BOTH.map(|player| position.men(player));
        [
            mixed(men),
            mixed([black, position.kings(Player::First)]),
            mixed([white, position.kings(Player::Second)]),
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::Notation;
    use crate::search::alphabeta::AlphaBeta;
    use crate::search::{Budget, Choice, Engine, Question, Stop, Value, Verdict, one_or_more};

    fn choose(text: &str, depth: u32) -> Choice<Move> {
        let question = Question::new(Checkers::parse(text).expect(text));
        AlphaBeta::new(Knowledge).choose(&question, &Budget::depth(depth), &Stop::new(), &mut |_| {})
    }

    #[test]
    fn a_man_is_given_to_take_two() {
        let shot = "W:W17,18,19,21:B7,9,10,12";
        let choice = choose(shot, 9);
        assert_eq!(Checkers::parse(shot).expect(shot).write_move(choice.chosen()), "17-14");
        assert!(matches!(choice.best().value, Value::Estimate(units) if units > 80), "{choice:?}");
    }

    #[test]
    fn what_is_known_to_be_drawn_is_called_so() {
        let choice = choose("W:WK18,K19:BK1,K5", 3);
        assert!(matches!(choice.best().value, Value::Proven { verdict: Verdict::Draw, .. }), "{choice:?}");
    }

    #[test]
    fn what_would_be_won_too_late_is_drawn() {
        use Verdict::{Draw, Win};
        // Three plies win.
        for (quiet, depth, verdict) in [(79, 1, Draw), (79, 5, Draw), (78, 5, Draw), (77, 5, Win)] {
            let choice = choose(&format!("W:WK18,K19:BK29:H{quiet}"), depth);
            assert_eq!(choice.best().value.verdict(), Some(verdict), "{quiet}: {:?}", choice.best());
        }
    }

    #[test]
    fn at_the_last_moment_only_progress_wins() {
        let position = Checkers::parse("W:WK18,27:BK1:H79").expect("a position");
        let question = Question { lines: one_or_more(10), ..Question::new(position) };
        let choice =
            AlphaBeta::new(Knowledge).choose(&question, &Budget::depth(5), &Stop::new(), &mut |_| {});
        let told = choice.lines.iter().map(|line| {
            let is_progress = position.men(Player::Second) & line.moves[0].from.bit() != 0;
            (is_progress, line.value.verdict())
        });
        let told: Vec<_> = told.collect();
        assert_eq!(told.len(), position.legal_moves().len());
        for (is_progress, verdict) in told {
            assert_eq!(verdict, Some(if is_progress { Verdict::Win } else { Verdict::Draw }));
        }
    }

    #[test]
    fn what_is_known_to_be_won_is_called_so_and_played_to_the_end() {
        for text in ["W:WK18,K19:BK29", "B:WK23:BK3,9", "B:WK15,25:BK30,K32"] {
            let mut question = Question::new(Checkers::parse(text).expect(text));
            let winner = question.position.turn();
            while !question.moves().is_empty() {
                let choice = AlphaBeta::new(Knowledge).choose(
                    &question,
                    &Budget::nodes(12_000),
                    &Stop::new(),
                    &mut |_| {},
                );
                let value = choice.best().value;
                let expected = if question.position.turn() == winner { Verdict::Win } else { Verdict::Loss };
                assert_eq!(value.verdict(), Some(expected), "{}: {value:?}", question.position.write());
                let next = question.position.after(choice.chosen());
                question.past.push(std::mem::replace(&mut question.position, next));
            }
            assert_eq!(question.position.score_finished(), Outcome::Won { by: winner, worth: 1 }, "{text}");
        }
    }

    #[test]
    fn two_kings_beat_one_in_the_single_corner() {
        let choice = choose("W:WK18,K19:BK29", 15);
        assert!(
            matches!(choice.best().value, Value::Proven { verdict: Verdict::Win, .. }),
            "{:?}",
            choice.best()
        );
    }
}
