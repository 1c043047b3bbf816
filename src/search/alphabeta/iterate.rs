//! One ply deeper at a time, until a limit is met or nothing is left to find out.

use super::root::{Aborted, Found, RootMove};
use super::{FURTHEST_PLY, Search};
use crate::game::Game;
use crate::search::clock::Finished;
use crate::search::heuristics::Heuristics;
use crate::search::score::{Score, Value, Verdict};
use crate::search::window::Window;
use crate::search::{Choice, Source, StoppedBy};

/// A window that would be widened by more units is opened to the end of the scale.
const WIDEST: i32 = 1_000;

impl<G: Game, H: Heuristics<G>> Search<'_, G, H> {
    /// Deepens until a limit is met. Helpers of a parallel search (`number` above 0) leave out every
    /// third depth, so that they are ahead of the others with some of the rest.
    pub(super) fn deepen(
        &mut self,
        number: usize,
        watch: &mut dyn FnMut(&Choice<G::Move>),
    ) -> Choice<G::Move> {
        self.tabled = self.tabled_moves();
        if let Some(answer) = self.answer_from_tables() {
            watch(&answer);
            return answer;
        }
        let mut root = self.moves_in_first_order();
        root.retain(|m| self.keeps_what_is_won(m.chosen));
        let lines = self.question.lines.get().min(root.len());
        let within_reach = self.within_reach();
        let only_move = self.question.has_one_move();
        let plays_at_once = only_move && !within_reach.is_some_and(|(longest, _)| self.is_near(longest));
        let deepest =
            self.clock.budget().depth.map_or(FURTHEST_PLY as i32, |d| d.clamp(1, FURTHEST_PLY as u32) as i32);
        let mut choice = None;
        let mut broken_off = false;
        self.clock.look();
        for depth in 1..=deepest {
            if number > 0 && depth > 1 && (depth as usize + number).is_multiple_of(3) {
                continue;
            }
            self.root_depth = depth;
            let guesses = self.guesses;
            broken_off = self.iterate(&mut root, depth, lines).is_err();
            if broken_off {
                break;
            }
            let proven = self.guesses == guesses;
            self.clock.lose_patience();
            let mut so_far = self.choice(&root, lines, depth, proven);
            let solved = proven && all_told(&so_far)
                || so_far.lines.iter().all(|line| self.is_settled(line.value, depth));
            let finished = Finished { solved, only_move: plays_at_once, deepest: depth == deepest };
            let done = self.clock.reason_to_stop(finished);
            so_far.stopped_by = done.unwrap_or(so_far.stopped_by);
            watch(&so_far);
            choice = Some(so_far);
            if done.is_some() {
                break;
            }
            if let Some((longest, _)) = within_reach.filter(|(_, after)| depth >= *after) {
                match self.solved(&mut root, longest, lines) {
                    Ok(None) => {} // goes on as before
                    Ok(Some(solved)) => {
                        watch(&solved);
                        choice = Some(solved);
                        break;
                    }
                    Err(Aborted) => {
                        broken_off = true;
                        break;
                    }
                }
            }
        }
        let choice = choice.expect("the first iteration is always finished");
        match self.clock.stopped_by() {
            Some(reason) if broken_off => self.broken_off(&root, lines, choice, reason),
            _ => choice,
        }
    }

    /// The answer with the rest of the game solved; none if a line that was longer than it should be
    /// ended in a guess.
    fn solved(
        &mut self,
        root: &mut [RootMove<G::Move>],
        longest: i32,
        lines: usize,
    ) -> Result<Option<Choice<G::Move>>, Aborted> {
        let guesses = self.guesses;
        self.solve(root, longest, lines)?;
        if self.guesses != guesses {
            return Ok(None);
        }
        let mut solved = self.choice(root, lines, longest, true);
        solved.source = Source::Solved;
        solved.stopped_by = match self.clock.stopped_by() {
            Some(reason) if !all_told(&solved) => reason,
            _ => StoppedBy::Solved,
        };
        Ok(Some(solved))
    }

    /// The iteration that was broken off may have found a better move than the last that was finished.
    /// Of several lines those are told that it came to, and beside them what was known of the others.
    fn broken_off(
        &mut self,
        root: &[RootMove<G::Move>],
        lines: usize,
        finished: Choice<G::Move>,
        reason: StoppedBy,
    ) -> Choice<G::Move> {
        let mut choice = self.choice(root, lines, finished.depth as i32, false);
        let came_to = |chosen| root.iter().any(|m| m.chosen == chosen && m.found != Found::Nothing);
        if root.iter().all(|m| m.score().is_none()) || lines == 1 && choice.chosen() == finished.chosen() {
            choice.lines = finished.lines;
        } else if lines > 1 {
            let told: Vec<_> = choice.lines.iter().map(|line| line.moves[0]).collect();
            let untold = |m: G::Move| !came_to(m) && !told.contains(&m);
            choice.lines.extend(finished.lines.into_iter().filter(|line| untold(line.moves[0])));
            choice.lines.sort_by_key(|line| std::cmp::Reverse(line.value.rank()));
            choice.lines.truncate(lines);
        }
        (choice.stopped_by, choice.source) = (reason, finished.source);
        choice
    }

    /// Whether searching deeper cannot change a value: the end is nearer than the depth. Where
    /// moves are reduced, the depth must be twice as far, or a quicker end may be missed.
    fn is_settled(&self, value: Value, depth: i32) -> bool {
        match value {
            Value::Proven { verdict: Verdict::Win | Verdict::Loss, worth, plies } => {
                let sure = if self.policy.reductions.is_some() { 2 * plies } else { plies };
                worth == self.policy.most && self.policy.hurry && sure as i32 <= depth
            }
            _ => false,
        }
    }

    /// One iteration, its window widened until the score lies inside.
    fn iterate(&mut self, root: &mut [RootMove<G::Move>], asked: i32, lines: usize) -> Result<(), Aborted> {
        let expected = root[0].score();
        let narrow = self.policy.aspiration.filter(|by| asked >= by.from_depth && lines == 1);
        let (Some(by), Some(expected)) = (narrow, expected.filter(|s| !s.is_decisive())) else {
            return self.search_root(root, asked, lines, Window::OPEN);
        };
        let (mut depth, mut width) = (asked, by.window);
        let mut window = Window { alpha: expected.plus(-width), beta: expected.plus(width) };
        let mut too_good = None;
        loop {
            if let Err(aborted) = self.search_root(root, depth, lines, window) {
                // It is the best, even if nobody knows yet by how much.
                if let (Found::Nothing, Some(score)) = (root[0].found, too_good) {
                    root[0].found = Found::Better(score);
                }
                return Err(aborted);
            }
            width *= 2;
            too_good = root[0].score().filter(|score| *score >= window.beta);
            match (root[0].score(), too_good) {
                (_, Some(score)) => {
                    window.beta = widened(score, width, Score::GREATEST);
                    depth -= i32::from(by.less_above && depth >= by.from_depth);
                }
                (Some(_), None) => return Ok(()),
                (None, None) => {
                    depth = asked;
                    window.beta = window.middle();
                    window.alpha = widened(window.alpha, -width, Score::LEAST);
                }
            }
        }
    }

    fn choice(
        &mut self,
        root: &[RootMove<G::Move>],
        lines: usize,
        depth: i32,
        proven: bool,
    ) -> Choice<G::Move> {
        let exact = root.iter().take(lines).filter_map(|m| Some((m, m.score()?)));
        let mut told: Vec<_> = exact.map(|(m, score)| self.told(&m.line, score, depth, proven)).collect();
        if told.is_empty() {
            // Broken off before the first move was searched anew.
            told.push(self.told(&root[0].line, root[0].last, depth, false));
        }
        self.correct_by_tables(&mut told);
        Choice {
            lines: told,
            depth: depth as u32,
            selective_depth: self.furthest.max(depth as usize) as u32,
            nodes: self.clock.all_nodes(),
            time: self.clock.started.elapsed(),
            stopped_by: StoppedBy::Depth,
            source: if self.tabled.is_empty() { Source::Search } else { Source::Tablebase },
        }
    }
}

/// Whether each line is told with all that there is to find out: none was cut short for want of time.
fn all_told<M>(choice: &Choice<M>) -> bool {
    !choice.lines.iter().any(|line| matches!(line.value, Value::Decided { .. }))
}

/// A bound moved out by so many units, or to the end of the scale when it has gone far.
fn widened(from: Score, units: i32, end: Score) -> Score {
    if units.abs() > WIDEST { end } else { from.plus(units) }
}
