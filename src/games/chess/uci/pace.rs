//! How long to think about a move on a tournament clock.
//!
//! Two limits: after the soft one no new iteration begins, at the hard one the search is broken
//! off. The soft one shrinks while the search keeps to one move, and grows when it changes its
//! mind or sees its score fall.

use std::time::{Duration, Instant};

use cozy_chess::Move;

use crate::search::Choice;

/// How many moves a game without a stated number is expected to last from any point on.
const MOVES_AHEAD: u32 = 22;
/// The part of the increment that is spent as it comes.
const OF_INCREMENT: f64 = 0.75;
/// The part of a move's fair share after which no new iteration begins, if nothing stirs: the
/// next would take longer than all before it.
const SOFT: f64 = 0.6;
/// How many fair shares a move may take at most,
const HARD: f64 = 4.0;
/// and which part of all the time that is left.
const OF_ALL: f64 = 0.6;
/// So many overheads are kept for when the machine has something else to do for a moment.
const RESERVE: u32 = 8;
/// What the soft limit is multiplied by when the best move has stood for 0, 1, 2, ... iterations.
const STEADINESS: [f64; 5] = [1.9, 1.3, 1.0, 0.85, 0.75];
/// By how much it grows, as a share of itself, for each pawn that the score has fallen.
const FALL: f64 = 0.8;
/// What it is multiplied by for that at most.
const MOST_FALL: f64 = 1.8;

/// How long a move may take.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Pace {
    /// None where time that is not used is lost.
    pub soft: Option<Duration>,
    pub hard: Duration,
}

impl Pace {
    /// A share of what is left on the clock. `overhead` is lost between us and the clock.
    pub fn of_clock(
        left: Duration,
        increment: Duration,
        moves_to_go: Option<u32>,
        overhead: Duration,
    ) -> Pace {
        let moves = moves_to_go.unwrap_or(MOVES_AHEAD).clamp(1, MOVES_AHEAD);
        // What the increment does not pay back is lost with every move to come, and now and then more than that.
        let lost = overhead.saturating_sub(increment) * (moves - 1);
        let lost = overhead + lost.max(overhead * RESERVE.min(moves - 1));
        let usable = left.saturating_sub(lost).max(left / 10).as_secs_f64();
        let share = (usable / f64::from(moves) + OF_INCREMENT * increment.as_secs_f64()).min(usable);
        // The last move before the clock is refilled may use it up.
        let of_all = if moves_to_go == Some(1) { 0.9 } else { OF_ALL };
        let hard = (share * HARD).min(usable * of_all);
        let soft = (share * SOFT).min(hard);
        Pace { soft: Some(Duration::from_secs_f64(soft)), hard: Duration::from_secs_f64(hard) }
    }

    /// All of a fixed time but what it takes to say the move.
    pub fn of_move(time: Duration, overhead: Duration) -> Pace {
        Pace { soft: None, hard: time - overhead.min(time / 50) }
    }
}

/// Follows a search from iteration to iteration.
pub(super) struct Progress {
    started: Instant,
    best: Option<Move>,
    steady: usize,
    units: Option<i32>,
}

impl Progress {
    pub fn since(started: Instant) -> Progress {
        Progress { started, best: None, steady: 0, units: None }
    }

    /// Whether the last iteration may have been enough.
    pub fn is_enough(&mut self, choice: &Choice<Move>, pace: Pace) -> bool {
        if self.best.replace(choice.chosen()) == Some(choice.chosen()) {
            self.steady += 1;
        } else {
            self.steady = 0;
        }
        let units = choice.best().value.units();
        let fallen = match (self.units, units) {
            (Some(before), Some(now)) => f64::from((before - now).max(0)) / 100.0,
            _ => 0.0,
        };
        self.units = units;
        let factor = STEADINESS[self.steady.min(STEADINESS.len() - 1)] * (1.0 + FALL * fallen).min(MOST_FALL);
        pace.soft.is_some_and(|soft| self.started.elapsed() >= soft.mul_f64(factor).min(pace.hard))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::{Line, Source, StoppedBy, Value};

    const OVERHEAD: Duration = Duration::from_millis(10);

    fn ms(n: u64) -> Duration {
        Duration::from_millis(n)
    }

    #[test]
    fn no_clock_is_ever_run_down() {
        for left in [0, 1, 5, 11, 50, 1_000, 60_000, 7_200_000, u64::MAX] {
            for increment in [0, 10, 1_000, 60_000, u64::MAX] {
                for moves in [None, Some(1), Some(2), Some(40), Some(u32::MAX)] {
                    let pace = Pace::of_clock(ms(left), ms(increment), moves, OVERHEAD);
                    assert!(pace.soft.is_some_and(|soft| soft <= pace.hard), "{left} {increment} {moves:?}");
                    assert!(pace.hard <= ms(left), "{left} {increment} {moves:?}");
                    assert!(left <= 20 || pace.hard + OVERHEAD <= ms(left), "{left} {increment} {moves:?}");
                }
            }
        }
    }

    #[test]
    fn a_game_in_which_every_move_is_hard_reaches_the_time_control() {
        let mut left = ms(60_000);
        for moves in (1..=40).rev() {
            let pace = Pace::of_clock(left, ms(0), Some(moves), OVERHEAD);
            let taken = pace.soft.map_or(pace.hard, |soft| (2 * soft).min(pace.hard));
            left = left.checked_sub(taken + OVERHEAD).expect("time is left");
            assert!(left > ms(0));
        }
    }

    #[test]
    fn where_every_move_is_hard_and_late_an_increment_keeps_the_clock_above_a_reserve() {
        let (mut left, increment, late) = (ms(1_000), ms(10), ms(3));
        for _ in 0..300 {
            let pace = Pace::of_clock(left, increment, None, OVERHEAD);
            left = left.checked_sub(pace.hard + late).expect("time is left") + increment;
            assert!(left > RESERVE * OVERHEAD, "{left:?}");
        }
    }

    #[test]
    fn more_time_is_taken_when_there_is_more() {
        let soft = |left, increment, moves| Pace::of_clock(ms(left), ms(increment), moves, OVERHEAD).soft;
        assert!(soft(60_000, 0, None) > soft(6_000, 0, None));
        assert!(soft(60_000, 1_000, None) > soft(60_000, 0, None));
        assert!(soft(60_000, 0, Some(5)) > soft(60_000, 0, Some(20)));
    }

    #[test]
    fn a_fixed_time_is_used_but_for_the_saying() {
        assert_eq!(Pace::of_move(ms(100), OVERHEAD).hard, ms(98));
        assert_eq!(Pace::of_move(ms(0), OVERHEAD).hard, ms(0));
        assert_eq!(Pace::of_move(ms(60_000), OVERHEAD).hard, ms(59_990));
        let ended = Instant::now().checked_sub(ms(59_989)).expect("a moment before this one");
        let mut progress = Progress::since(ended);
        let pace = Pace::of_move(ms(60_000), OVERHEAD);
        assert!((0..9).all(|_| !progress.is_enough(&choice("e2e4", 20), pace)), "however steady it is");
    }

    fn choice(m: &str, units: i32) -> Choice<Move> {
        Choice {
            lines: vec![Line { moves: vec![m.parse().unwrap()], value: Value::Estimate(units) }],
            depth: 1,
            selective_depth: 1,
            nodes: 1,
            time: ms(0),
            stopped_by: StoppedBy::Depth,
            source: Source::Search,
        }
    }

    #[test]
    fn a_change_of_mind_or_a_falling_score_asks_for_more_time() {
        // So long ago that what this takes itself is nothing beside it.
        let begun = Instant::now().checked_sub(ms(100_000)).expect("a moment before this one");
        let pace = Pace { soft: Some(ms(110_000)), hard: ms(6_000_000) };
        let mut progress = Progress::since(begun);
        let told: Vec<bool> =
            [("e2e4", 20), ("e2e4", 20), ("e2e4", 20), ("e2e4", 20), ("e2e4", -60), ("d2d4", -60)]
                .into_iter()
                .map(|(m, units)| progress.is_enough(&choice(m, units), pace))
                .collect();
        assert_eq!(told, [false, false, false, true, false, false]);
    }
}
