//! Looking through the game: what each move is worth, and where the time goes.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use super::account::{judged, players};
use super::course::Course;
use super::seen::{Seen, Station};
use super::{Progress, Review};
use crate::notation::Notation;
use crate::registry::judgement::{INACCURACY, seems_given_away};
use crate::registry::opening::OpeningView;
use crate::registry::work::Means;
use crate::search::budget::{first_part, part};
use crate::search::{Budget, Choice, Engine, Question, Stop, StoppedBy};

/// The part of the time for the first look at every move.
const FIRST_LOOK: f64 = 0.5;
/// At least and at most so many times a first look's time is what a second one takes.
const SECOND_LOOK: [u32; 2] = [4, 8];
/// A second look is not begun with less than so many times a first look's.
const LEAST_LOOK: u32 = 2;
/// A move that seems to give away no more of one's chances is not looked at again.
const CLEAR: f64 = INACCURACY / 2.0;

/// Looks through a game with its engine.
pub(super) struct Reviewer<'a, G: Notation> {
    pub(super) engine: &'a dyn Engine<G>,
    pub(super) means: Means,
    pub(super) stop: &'a Arc<Stop>,
}

impl<G: Notation> Reviewer<'_, G> {
    pub(super) fn review(&self, course: &Course<G>, watch: &mut dyn FnMut(Progress)) -> Review {
        let started = Instant::now();
        let positions = course.positions();
        let station = |(at, played)| Station { position: &positions[at], past: &positions[..at], played };
        let stations: Vec<_> = course.moves().map(station).collect();
        let opening = OpeningView::of(&positions);
        let of_book = opening.map_or(0, |opening| opening.plies);
        let tell = |number: usize, found: &[Seen<G>]| judged(number, &stations, found, of_book);
        let mut spent = Spent::default();
        let mut told = Vec::new();
        let mut found = self.first_look(started, &stations, &mut spent, |found| {
            let r#move = tell(found.len() - 1, found);
            told.push(r#move.judgement);
            watch(Progress { done: found.len(), of: stations.len(), r#move });
        });
        // What later moves have shown of earlier ones is told where it makes another word of it.
        let mut tell_anew = |found: &[Seen<G>]| {
            for (number, told) in told.iter_mut().enumerate() {
                let r#move = tell(number, found);
                if std::mem::replace(told, r#move.judgement) != r#move.judgement {
                    watch(Progress { done: found.len(), of: stations.len(), r#move });
                }
            }
        };
        // Who limits each look hears of each move once, and of the rest in the answer.
        if !self.looks_once() {
            tell_anew(&found);
        }
        self.second_look(started, &stations, &mut found, &mut spent, tell_anew);
        let moves: Vec<_> = (0..found.len()).map(|number| tell(number, &found)).collect();
        Review {
            game: G::CARD.id,
            position: positions[0].write(),
            players: players(&stations[..moves.len()], &found, &moves),
            moves,
            of: stations.len(),
            opening,
            nodes: spent.nodes,
            out_of_time: spent.out_of_time,
            time_ms: started.elapsed().as_millis() as u64,
            limits_applied: BTreeMap::new(),
        }
    }

    /// Looks at each move once, as far as there is time; `seen` hears of each.
    fn first_look(
        &self,
        started: Instant,
        stations: &[Station<'_, G>],
        spent: &mut Spent,
        mut seen: impl FnMut(&[Seen<G>]),
    ) -> Vec<Seen<G>> {
        let mut found = Vec::with_capacity(stations.len());
        for (number, station) in stations.iter().enumerate() {
            if number > 0 && self.is_over() {
                break;
            }
            let until =
                self.first_end(started).map(|end| first_part(Instant::now(), end, stations.len() - number));
            let looked = self.look(station, until, spent);
            // A look that was broken off compares what was seen from afar with what was seen at a glance.
            if self.stop.is_called() {
                break;
            }
            found.push(looked);
            settle(number, stations, &mut found);
            seen(&found);
        }
        found
    }

    /// Looks again at what seems to matter, while there is time; `seen` hears of each.
    fn second_look(
        &self,
        started: Instant,
        stations: &[Station<'_, G>],
        found: &mut [Seen<G>],
        spent: &mut Spent,
        mut seen: impl FnMut(&[Seen<G>]),
    ) {
        let worth_it = self.worth_another_look(found);
        for (looked, &number) in worth_it.iter().enumerate() {
            let left = worth_it.len() - looked;
            let Some(until) = self.second_end(started, stations.len(), left) else { break };
            let again = self.look(&stations[number], Some(until), spent);
            if self.stop.is_called() {
                break;
            }
            if again.depth >= found[number].depth {
                found[number] = again;
                settle(number, stations, found);
                seen(found);
            }
        }
    }

    /// Whether no time is left for another move.
    fn is_over(&self) -> bool {
        let late = self.means.budget.deadline.is_some_and(|deadline| Instant::now() >= deadline);
        late || self.stop.is_called()
    }

    /// Whether each search has a limit of its own: then the same would be found again.
    fn looks_once(&self) -> bool {
        self.means.budget.depth.is_some() || self.means.budget.nodes.is_some()
    }

    /// When the first look at all moves must be over.
    fn first_end(&self, started: Instant) -> Option<Instant> {
        let deadline = self.means.budget.deadline?;
        let share = if self.looks_once() { 1.0 } else { FIRST_LOOK };
        Some(started + deadline.saturating_duration_since(started).mul_f64(share))
    }

    /// When a second look that begins now must be over, the first of so many that are left; none if there is no
    /// time for it.
    fn second_end(&self, started: Instant, moves: usize, left: usize) -> Option<Instant> {
        let deadline = self.means.budget.deadline.filter(|_| !self.looks_once() && !self.stop.is_called())?;
        let first = part(deadline.saturating_duration_since(started).mul_f64(FIRST_LOOK), moves);
        let now = Instant::now();
        Some(now + second_length(first, deadline.saturating_duration_since(now), left)?)
    }

    /// The moves that seem to have given something away, most first.
    fn worth_another_look(&self, found: &[Seen<G>]) -> Vec<usize> {
        let given = |number: &usize| {
            let Seen { best, played, .. } = &found[*number];
            seems_given_away(G::CARD.odds, best.value, *played)
        };
        let mut all: Vec<_> = (0..found.len()).filter(|number| given(number) > CLEAR).collect();
        all.sort_by(|a, b| given(b).total_cmp(&given(a)));
        all
    }

    /// Searches for the best move, and then what the one that was played is worth.
    fn look(&self, station: &Station<'_, G>, until: Option<Instant>, spent: &mut Spent) -> Seen<G> {
        let mut question = Question::new(station.position.clone());
        if G::HISTORY {
            question.past = station.past.to_vec();
        }
        question.threads = self.means.threads;
        question.value_an_only_move = true;
        let half = until.map(|until| first_part(Instant::now(), until, 2));
        let best = self.choose(&question, half, spent);
        let line = best.best().clone();
        if best.chosen() == station.played {
            return Seen { played: line.value, best: line, depth: best.depth };
        }
        question.only = vec![station.played];
        let played = self.choose(&question, until, spent);
        let depth = best.depth.min(played.depth);
        match played.best().value {
            worse if worse.rank() < line.value.rank() => Seen { played: worse, best: line, depth },
            // What was played proved no worse, as far as it was looked into; an end that is certain, at
            // any depth.
            better if played.depth >= best.depth || better.verdict().is_some() => {
                Seen { played: better, best: played.best().clone(), depth }
            }
            _ => Seen { played: line.value, best: line, depth },
        }
    }

    fn choose(&self, question: &Question<G>, until: Option<Instant>, spent: &mut Spent) -> Choice<G::Move> {
        let budget = Budget { deadline: until, ..self.means.budget };
        let choice = self.engine.choose(question, &budget, self.stop, &mut |_| {});
        spent.nodes += choice.nodes;
        spent.out_of_time |= choice.stopped_by == StoppedBy::Time;
        choice
    }
}

/// How long a second look takes where a first one took so long, the first of so many that share what is left of
/// the time; none if that is not worth it.
fn second_length(first: Duration, rest: Duration, left: usize) -> Option<Duration> {
    let [least, most] = SECOND_LOOK.map(|times| first * times);
    let look = part(rest, left).clamp(least, most).min(rest);
    (look > first * LEAST_LOOK).then_some(look)
}

/// After a look at one station it and those before it learn from what comes after them, as far back as
/// they do.
fn settle<G: Notation>(number: usize, stations: &[Station<'_, G>], found: &mut [Seen<G>]) {
    let mut learns = |at: usize| {
        let (before, after) = found.split_at_mut(at + 1);
        after.first().is_some_and(|further| before[at].learn(&stations[at], &stations[at + 1], further))
    };
    learns(number);
    // Up to the first that learns nothing.
    let _ = (0..number).rev().all(learns);
}

/// What the searches of a review took.
#[derive(Default)]
struct Spent {
    nodes: u64,
    /// Whether one of them took all the time that it had.
    out_of_time: bool,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_that_matter_share_the_rest_of_the_time_and_each_is_looked_at_for_longer_than_at_first() {
        const MS: Duration = Duration::from_millis(1);
        let looks = |rest: u32, left| second_length(10 * MS, rest * MS, left);
        assert_eq!(looks(600, 10), Some(60 * MS));
        // Few need no more, many are not all reached.
        assert_eq!(looks(600, 2), Some(80 * MS));
        assert_eq!(looks(600, 50), Some(40 * MS));
        assert_eq!(looks(30, 50), Some(30 * MS));
        assert_eq!(looks(20, 50), None);
    }
}
