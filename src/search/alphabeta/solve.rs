//! Near enough to the end of the game the rest is solved: "is it better than that?" is asked
//! again and again, and each answer narrows what the value can be.

use super::Search;
use super::root::{Aborted, Found, RootMove, nth_best};
use crate::game::Game;
use crate::search::heuristics::{Heuristics, Known};
use crate::search::policy::Policy;
use crate::search::score::{Score, Value, Verdict};
use crate::search::window::{Bound, Window};

impl<G: Game, H: Heuristics<G>> Search<'_, G, H> {
    /// How many plies may follow at most, and after the iteration of which depth they are all
    /// searched; none if the policy does not reach so far, or the budget does not want it.
    pub(super) fn within_reach(&self) -> Option<(i32, i32)> {
        let by = self.policy.solve?;
        let longest = self.knowledge.longest(&self.question.position)? as i32;
        let further = (longest - by.longest).max(0);
        let near = self.sees_the_end && (further == 0 || by.beyond.is_some());
        let after = by.after.min(longest / 2).max(1) + further / by.beyond.unwrap_or(1);
        near.then_some((longest, after))
    }

    /// Whether an end so many plies away at most is so near that even an only move's value is soon found.
    pub(super) fn is_near(&self, longest: i32) -> bool {
        self.policy.solve.is_some_and(|by| longest <= by.longest)
    }

    /// Finds the exact values of the `lines` best moves, and what follows them. After an abort the best
    /// move so far stands first, and those that were not reached have no score.
    pub(super) fn solve(
        &mut self,
        root: &mut [RootMove<G::Move>],
        longest: i32,
        lines: usize,
    ) -> Result<(), Aborted> {
        self.root_depth = longest;
        let scale = Scale { hurry: self.policy.hurry, most: i32::from(self.policy.most), longest };
        self.exactly(|search| {
            if lines > 1 {
                return search.solve_each(root, &scale, lines);
            }
            let (least, most) = search.known_of_the_best(&scale);
            search.close_in(root, &scale, least, most)
        })
    }

    /// Searches with every step left out that guesses.
    pub(super) fn exactly<R>(&mut self, work: impl FnOnce(&mut Self) -> R) -> R {
        let exactly = self.policy.exactly();
        let bold = std::mem::replace(&mut self.policy, exactly);
        let (reductions, exact) = (self.reductions.take(), std::mem::replace(&mut self.exact, true));
        let done = work(self);
        (self.policy, self.reductions, self.exact) = (bold, reductions, exact);
        done
    }

    /// The `lines` best moves get their exact values; of any other it is enough that it is no better.
    fn solve_each(
        &mut self,
        root: &mut [RootMove<G::Move>],
        scale: &Scale,
        lines: usize,
    ) -> Result<(), Aborted> {
        root.iter_mut().for_each(|m| m.found = Found::Nothing);
        let ended = (0..root.len()).try_for_each(|number| {
            let bar = nth_best(&root[..number], lines);
            self.solve_one(&mut root[number..=number], scale, bar)
        });
        root.sort_by_key(|m| std::cmp::Reverse(m.score()));
        ended
    }

    /// A move gets its exact value, if it is better than the bar.
    fn solve_one(
        &mut self,
        one: &mut [RootMove<G::Move>],
        scale: &Scale,
        bar: Option<Score>,
    ) -> Result<(), Aborted> {
        let mut least = -scale.greatest();
        if let Some(bar) = bar {
            self.search_root(one, scale.longest, 1, Window::above(bar))?;
            let Some(better) = one[0].score() else { return Ok(()) };
            least = scale.step(better).max(scale.step(bar) + 1);
        }
        self.close_in(one, scale, least, scale.greatest())
    }

    /// The least and the most that the best move can be worth, by what is known of the position.
    fn known_of_the_best(&mut self, scale: &Scale) -> (i32, i32) {
        let known = self.known(&self.question.position, 0);
        let known = known.filter(|_| self.question.only.is_empty());
        let (least, most) = (-scale.greatest(), scale.greatest());
        match known.map(|Known { score, bound }| (scale.step(score), bound)) {
            Some((worth, Bound::Exact)) => (worth, worth),
            Some((worth, Bound::Lower)) => (worth, most),
            Some((worth, Bound::Upper)) => (least, worth),
            None => (least, most),
        }
    }

    /// Finds the exact value of the best of these moves, which lies between these steps.
    fn close_in(
        &mut self,
        root: &mut [RootMove<G::Move>],
        scale: &Scale,
        mut least: i32,
        mut most: i32,
    ) -> Result<(), Aborted> {
        let estimate = root[0].score().filter(|score| !score.is_decisive()).map(Score::units);
        let growth = self.policy.solve.and_then(|by| by.foretold);
        let mut approach = match estimate.zip(growth) {
            Some((estimate, growth)) => Approach::foretold(estimate, growth),
            None if least > -scale.greatest() => Approach::from_least(least),
            None => Approach::anywhere(scale),
        };
        let told = least == most;
        while least < most {
            let bar = approach.bar(least, most);
            let alpha = scale.score(bar);
            if let Err(aborted) = self.search_root(root, scale.longest, 1, Window::above(alpha)) {
                // A win that is certain may be told, other bounds say too little.
                for m in root.iter_mut().filter(|m| m.score().is_some_and(|score| !score.is_won())) {
                    m.found = Found::Nothing;
                }
                // A move that does not win is none to choose while another still may.
                if bar == 0 && least < 0 {
                    root.sort_by_key(|m| m.found == Found::Refused);
                }
                return Err(aborted);
            }
            match root[0].score() {
                Some(score) => least = scale.step(score).max(bar + 1),
                None => most = scale.step(self.refused).min(bar),
            }
            approach.looked_at(bar);
        }
        // Once more around the value, for the line that leads to it. Where the value was known all
        // along, no move is better: the first that is as good will do.
        let value = scale.score(least);
        let beta = if told { value } else { value.next() };
        self.search_root(root, scale.longest, 1, Window { beta, ..Window::reaching(value) })
    }
}

impl Policy {
    /// The same game searched without a guess.
    fn exactly(&self) -> Policy {
        Policy {
            most: self.most,
            hurry: self.hurry,
            look_up: self.look_up,
            extend_pressed: self.extend_pressed,
            solve: self.solve,
            ..Policy::EXACT
        }
    }
}

/// The values that an end can have, numbered from a draw: 1 is the least win, -1 the least loss.
struct Scale {
    hurry: bool,
    /// The greatest worth.
    most: i32,
    /// The most plies that can follow.
    longest: i32,
}

impl Scale {
    fn greatest(&self) -> i32 {
        if self.hurry { self.most * self.longest } else { self.most }
    }

    fn score(&self, step: i32) -> Score {
        let (worth, plies) = match step.abs() {
            0 => return Score::DRAW,
            step if self.hurry => ((step - 1) / self.longest + 1, self.longest - (step - 1) % self.longest),
            step => (step, 0),
        };
        let won = Score::won(worth as u16, plies as usize);
        if step > 0 { won } else { -won }
    }

    fn step(&self, score: Score) -> i32 {
        let Value::Proven { verdict, worth, plies } = score.value(true) else { return 0 };
        let worth = i32::from(worth);
        let step = if self.hurry { worth * self.longest + 1 - plies as i32 } else { worth };
        match verdict {
            Verdict::Win => step,
            Verdict::Draw => 0,
            Verdict::Loss => -step,
        }
    }
}

/// Where the value is looked for: at one place first, then in strides away from there.
struct Approach {
    near: i32,
    /// How far from there to look.
    reach: i32,
    /// How many times longer each stride is than the last.
    growth: i32,
    /// What an estimate says, until it was looked at.
    foretold: Option<i32>,
}

impl Approach {
    /// An estimate may be near the truth: it is looked at as soon as it is known whether the game is
    /// won, which counts for most should time run out.
    fn foretold(estimate: i32, growth: i32) -> Approach {
        Approach { near: 0, reach: 0, growth, foretold: Some(estimate) }
    }

    /// The least that is known already, as from a table, is often all there is.
    fn from_least(least: i32) -> Approach {
        Approach { near: least, reach: 0, growth: 2, foretold: None }
    }

    fn anywhere(scale: &Scale) -> Approach {
        Approach { near: 0, reach: 2 * scale.greatest(), growth: 2, foretold: None }
    }

    /// The next step of the scale to ask about: is the value greater?
    fn bar(&self, least: i32, most: i32) -> i32 {
        let around = halfway(least, most).clamp(self.near - self.reach, self.near + self.reach);
        around.clamp(least, most - 1)
    }

    fn looked_at(&mut self, bar: i32) {
        let further = (self.growth * self.reach).max(2);
        (self.near, self.reach) = self.foretold.take().map_or((bar, further), |worth| (worth, 0));
    }
}

/// The middle of what is possible, but rather far from a draw: early ends are quickly refuted,
/// and what that finds out helps with the later ones.
fn halfway(least: i32, most: i32) -> i32 {
    let middle = least + (most - least) / 2;
    if middle <= 0 && least / 2 < middle {
        least / 2
    } else if middle >= 0 && most / 2 > middle {
        most / 2
    } else {
        middle
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_number_all_ends_from_the_worst_to_the_best() {
        for (hurry, most) in [(true, 1), (true, 3), (false, 64)] {
            let scale = Scale { hurry, most, longest: 20 };
            let steps: Vec<_> = (-scale.greatest()..=scale.greatest()).collect();
            assert!(steps.windows(2).all(|pair| scale.score(pair[0]) < scale.score(pair[1])));
            assert!(steps.iter().all(|step| scale.step(scale.score(*step)) == *step));
        }
        let scale = Scale { hurry: true, most: 1, longest: 20 };
        assert_eq!((scale.score(1), scale.score(-20)), (Score::won(1, 20), -Score::won(1, 1)));
    }

    /// The steps that are asked about on the way to a value from the least up to 64.
    fn asked(mut approach: Approach, mut least: i32, value: i32) -> Vec<i32> {
        let (mut most, mut asked) = (64, Vec::new());
        while least < most {
            let bar = approach.bar(least, most);
            approach.looked_at(bar);
            asked.push(bar);
            if value > bar { least = bar + 1 } else { most = bar }
        }
        asked
    }

    #[test]
    fn what_is_foretold_is_looked_at_after_the_draw_and_then_what_is_around_it() {
        let by_strides = |value| asked(Approach::foretold(20, 1), -64, value);
        assert_eq!(by_strides(24), [0, 20, 22, 24, 23]);
        assert_eq!(by_strides(17), [0, 20, 18, 16, 17]);
        let growing = |value| asked(Approach::foretold(20, 2), -64, value);
        assert_eq!(growing(24), [0, 20, 22, 26, 24, 23]);
        assert_eq!(by_strides(-3)[..2], [0, -1], "what is foretold may be out of the question");
    }

    #[test]
    fn the_least_that_is_known_is_looked_at_first() {
        let to = |value| asked(Approach::from_least(3), 3, value);
        assert_eq!(to(3), [3]);
        assert_eq!(to(20), [3, 5, 9, 17, 33, 25, 21, 19, 20]);
    }

    #[test]
    fn halfway_always_narrows() {
        for least in -30..30 {
            for most in least + 1..=30 {
                assert!((least..most).contains(&halfway(least, most)), "{least} to {most}");
            }
        }
    }
}
