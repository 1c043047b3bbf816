//! In which order to try: a try that is refused costs nothing, and tells something.

/// What each try is worth in each of some worlds, from -1 to 1 for the player who tries; none
/// where it is refused.
#[derive(Clone, Debug, Default)]
pub struct Prospects {
    /// A row for each world, with a place for each try.
    pub rows: Vec<Vec<Option<f64>>>,
}

/// What can be expected of trying something first.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Expected {
    /// The average over the worlds, whatever is tried where this is refused.
    pub worth: f64,
    /// The share of the worlds in which it is legal.
    pub granted: f64,
}

/// After so many refusals in a row the rest is played on average.
const REFUSALS: u32 = 1;

impl Prospects {
    /// What to expect of each try, if it is tried first.
    pub fn of_each(&self, tries: usize) -> Vec<Expected> {
        let all: Vec<usize> = (0..self.rows.len()).collect();
        (0..tries).map(|tried| self.of(tried, &all)).collect()
    }

    fn of(&self, tried: usize, worlds: &[usize]) -> Expected {
        let (sum, granted) = self.sum(tried, worlds, REFUSALS);
        let count = worlds.len().max(1) as f64;
        Expected { worth: sum / count, granted: granted as f64 / count }
    }

    /// The sum over the worlds of trying this first, and in how many it is granted.
    fn sum(&self, tried: usize, worlds: &[usize], refusals: u32) -> (f64, usize) {
        let mut sum = 0.0;
        let mut refused = Vec::new();
        for world in worlds {
            match self.rows[*world][tried] {
                Some(worth) => sum += worth,
                None => refused.push(*world),
            }
        }
        let granted = worlds.len() - refused.len();
        (sum + self.after_refusal(&refused, refusals), granted)
    }

    fn after_refusal(&self, worlds: &[usize], refusals: u32) -> f64 {
        if worlds.is_empty() {
            return 0.0;
        }
        if refusals == 0 {
            return worlds.iter().map(|world| average(&self.rows[*world])).sum();
        }
        let tries = self.rows[worlds[0]].len();
        let sums = (0..tries).map(|tried| self.sum(tried, worlds, refusals - 1));
        let best = sums.filter(|(_, granted)| *granted > 0).map(|(sum, _)| sum).reduce(f64::max);
        best.unwrap_or(0.0)
    }
}

/// What a player who tries anything can expect in a world.
fn average(row: &[Option<f64>]) -> f64 {
    let (sum, count) = row.iter().flatten().fold((0.0, 0), |(sum, count), worth| (sum + worth, count + 1));
    if count == 0 { 0.0 } else { sum / f64::from(count) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn prospects(rows: &[&[Option<f64>]]) -> Vec<Expected> {
        let rows: Vec<Vec<_>> = rows.iter().map(|row| row.to_vec()).collect();
        let tries = rows[0].len();
        Prospects { rows }.of_each(tries)
    }

    #[test]
    fn a_try_that_may_be_refused_is_worth_what_it_wins_and_what_can_be_done_after() {
        // The first try wins in one world and is refused in the other, where the second is level.
        let told = prospects(&[&[Some(1.0), Some(0.0)], &[None, Some(0.0)]]);
        assert_eq!(told[0], Expected { worth: 0.5, granted: 0.5 });
        assert_eq!(told[1], Expected { worth: 0.0, granted: 1.0 });
    }

    #[test]
    fn what_a_refusal_tells_is_used() {
        // Trying the first one tells the worlds apart, and then the right one of the others wins.
        let told = prospects(&[&[Some(0.9), Some(-1.0), Some(1.0)], &[None, Some(1.0), Some(-1.0)]]);
        assert!((told[0].worth - 0.95).abs() < 1e-9, "{told:?}");
        assert!(told[1].worth.abs() < 1e-9);
    }

    #[test]
    fn a_try_that_is_always_refused_promises_what_the_others_do() {
        let told = prospects(&[&[None, Some(0.25)], &[None, Some(0.75)]]);
        assert_eq!(told[0], Expected { worth: 0.5, granted: 0.0 });
    }
}
