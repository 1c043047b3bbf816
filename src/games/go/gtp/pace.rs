//! How long to think about a move: a fixed time, or a share of what is left on the clock.

use std::time::Duration;

/// Lost between the controller's clock and ours with every move.
const LAG: Duration = Duration::from_millis(30);
/// How many moves of one's own a game is expected to last from any point on, as a part of the
/// empty points, and at least.
const MOVES_AHEAD: f64 = 0.4;
const FEWEST_AHEAD: f64 = 8.0;
/// A move is worth no more than so long for each point of the board and each move that may follow,
/// as many as there are points: on a tiny board nothing is left to find out after that.
const FOR_A_POINT: Duration = Duration::from_millis(125);

/// The time of a game: a main time, then so many stones in each period of overtime.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Settings {
    pub main: Duration,
    pub overtime: Duration,
    /// With an overtime, none means that there is no limit.
    pub stones: u32,
}

/// One player's clock.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Clock {
    settings: Settings,
    left: Duration,
    /// Still to be played in this period of overtime; none in the main time.
    stones: u32,
}

impl Clock {
    /// A full clock; none for a game without limits.
    pub fn new(settings: Settings) -> Option<Clock> {
        let limited = settings.overtime.is_zero() || settings.stones > 0;
        let clock = Clock { settings, left: settings.main, stones: 0 };
        limited.then(|| clock.turned())
    }

    /// What the controller's clock says. Where a period is for one stone, it counts the periods that
    /// are left.
    pub fn set(&mut self, left: Duration, stones: u32) {
        (self.left, self.stones) = (left, stones.min(self.settings.stones));
        *self = self.turned();
    }

    /// After a move that took so long.
    pub fn spend(&mut self, time: Duration) {
        self.left = self.left.saturating_sub(time);
        if self.stones > 0 {
            self.stones -= 1;
            if self.stones == 0 {
                self.left = Duration::ZERO;
            }
        }
        *self = self.turned();
    }

    /// Where a period is used up, the next one begins.
    fn turned(self) -> Clock {
        let Settings { overtime, stones, .. } = self.settings;
        let over = self.left.is_zero() && self.stones == 0 && stones > 0;
        if over { Clock { left: overtime, stones, ..self } } else { self }
    }

    /// How long to think about the next move, with so many points empty on a board of so many.
    pub fn for_move(&self, empty: usize, points: usize) -> Duration {
        self.share(empty).min(FOR_A_POINT * (points * points) as u32)
    }

    /// Of the time that there is, what falls to the next move.
    fn share(&self, empty: usize) -> Duration {
        let usable = self.left.saturating_sub(LAG);
        if self.stones > 0 {
            return (self.left / self.stones).saturating_sub(LAG);
        }
        let share = usable.div_f64((empty as f64 * MOVES_AHEAD).max(FEWEST_AHEAD));
        let in_overtime = self.settings.overtime.checked_div(self.settings.stones).unwrap_or_default();
        share.max(in_overtime.saturating_sub(LAG)).min(usable)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clock(main: u64, overtime: u64, stones: u32) -> Option<Clock> {
        let [main, overtime] = [main, overtime].map(Duration::from_secs);
        Clock::new(Settings { main, overtime, stones })
    }

    #[test]
    fn a_game_on_the_main_time_alone_is_never_lost_on_time() {
        let mut clock = clock(10, 0, 0).unwrap();
        for empty in (0..81).rev() {
            let time = clock.for_move(empty, 81);
            assert!(time + LAG <= clock.left.max(LAG), "{time:?} of {:?}", clock.left);
            clock.spend(time);
        }
        assert!(!clock.left.is_zero());
    }

    #[test]
    fn in_overtime_every_stone_gets_its_share() {
        let mut clock = clock(0, 10, 5).unwrap();
        assert_eq!(clock.for_move(81, 81), Duration::from_secs(2) - LAG);
        for _ in 0..5 {
            clock.spend(Duration::from_millis(1));
        }
        assert_eq!(clock.for_move(81, 81), Duration::from_secs(2) - LAG, "a new period");
        clock.set(Duration::from_secs(1), 1);
        assert_eq!(clock.for_move(81, 81), Duration::from_secs(1) - LAG);
    }

    #[test]
    fn a_period_for_one_stone_is_not_shared_among_the_periods_that_are_left() {
        let mut clock = clock(0, 10, 1).unwrap();
        clock.set(Duration::from_secs(10), 5);
        assert_eq!(clock.for_move(81, 81), Duration::from_secs(10) - LAG);
    }

    #[test]
    fn the_end_of_the_main_time_is_where_overtime_begins() {
        let mut clock = clock(1, 3, 1).unwrap();
        clock.spend(Duration::from_secs(1));
        assert_eq!(clock.for_move(50, 81), Duration::from_secs(3) - LAG);
    }

    #[test]
    fn a_game_of_few_points_needs_little_time_however_much_there_is() {
        for (main, overtime, stones) in [(600, 0, 0), (0, 600, 1), (600, 300, 1)] {
            let clock = clock(main, overtime, stones).unwrap();
            assert_eq!(clock.for_move(4, 4), Duration::from_secs(2), "{clock:?}");
            assert_eq!(clock.for_move(81, 81), clock.share(81), "{clock:?}");
        }
    }

    #[test]
    fn overtime_without_stones_means_that_nobody_counts() {
        assert_eq!(clock(0, 1, 0), None);
        assert!(clock(0, 0, 0).is_some_and(|clock| clock.for_move(81, 81).is_zero()));
    }
}
