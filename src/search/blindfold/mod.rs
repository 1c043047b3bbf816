//! The search for games with secrets: imagine the worlds that may be true, search some of them as
//! if nothing were hidden, and try what promises most on average.
//!
//! - [`Blindfold`] here is the engine;
//! - [`tries`]: in which order to try, where a refusal costs nothing and tells something;
//! - [`forced`]: wins that cannot fail, whatever is true.

pub mod forced;
pub mod tries;

use std::sync::Arc;
use std::time::Instant;

use self::forced::Certainty;
use self::tries::{Expected, Prospects};
use super::alphabeta::AlphaBeta;
use super::belief::pace::Share;
use super::belief::{Belief, SMALL};
use super::budget::first_part;
use super::clock::Clock;
use super::heuristics::Heuristics;
use super::score::FURTHEST;
use super::{
    Budget, Choice, Engine, Line, Question, Source, Stop, StoppedBy, Term, Value, Verdict, one_or_more,
};
use crate::dice::Dice;
use crate::game::{Game, Heard, Hidden};
use crate::notation::Odds;

/// The engine: what is known about the game with nothing hidden.
#[derive(Clone, Debug)]
pub struct Blindfold<H> {
    knowledge: H,
    /// What an estimate says about the chance to win where much is hidden.
    odds: Odds,
}

/// Worlds that are searched for any answer, however late it is.
const FEWEST: usize = 4;
/// Worlds that are searched to each depth at most: no fewer than a lone king has squares.
const SAMPLE: usize = SMALL;
/// Who may look so many plies ahead searches as many worlds and imagines as long as is allowed; each ply
/// less halves both.
const FAR: u32 = 7;
/// Worlds are searched no deeper than this: what is hidden counts for more than what is far away.
const DEEPEST: u32 = 12;
/// Worlds that are kept in mind at most, however much time there is.
const MOST_WORLDS: usize = 30_000;
/// What part of the budget goes into imagining worlds: one in so many.
const PART: u64 = 3;
/// Moves that are looked at for that where nothing says how many or how long: a tenth of a second.
const PLENTY: u64 = 250_000;
/// Certain wins are looked for in no more worlds than this.
const MOST_FOR_CERTAIN: usize = 2_000;
/// Moves looked at for a certain win, for each move that it may take.
const LOOKS_FOR_CERTAIN: u64 = 60_000;
/// Worlds of which an estimate is the average.
const ESTIMATED: usize = 24;
/// So much less is a try worth each time that it was granted before to the same view: it has led round in
/// a circle. Wins that are known by heart are some thousandths apart by how far away they are, and what is
/// hidden lets each step towards one be undone for ever.
const CIRCLE: f64 = 0.008;
/// So much less is a win worth that is further away than is searched, for each answer that a move leaves: the
/// fewer there are, the more is known of what is hidden afterwards.
const ANSWER: f64 = 0.006;
/// How much less a win is worth for each ply that it is away, up to so many.
const PLY: f64 = 0.001;
const MOST_PLIES: u32 = 40;
/// The most that an estimate is worth, where a certain win is 1.
const UNCERTAIN: f64 = 0.95;

impl<H> Blindfold<H> {
    pub fn new(knowledge: H, odds: Odds) -> Blindfold<H> {
        Blindfold { knowledge, odds }
    }

    /// What a value is worth, from -1 to 1; of two wins, the quicker one a little more.
    fn worth(&self, value: Value) -> f64 {
        match value {
            Value::Decided { verdict, .. } | Value::Certain(verdict) => {
                self.worth(Value::Proven { verdict, worth: 1, plies: FURTHEST as u32 })
            }
            Value::Proven { verdict: Verdict::Win, plies, .. } => 1.0 - later(plies),
            Value::Proven { verdict: Verdict::Draw, .. } => 0.0,
            Value::Proven { verdict: Verdict::Loss, plies, .. } => later(plies) - 1.0,
            Value::Estimate(units) | Value::Sampled { units, .. } | Value::Expected { units, .. } => {
                UNCERTAIN * (2.0 * self.odds.win_probability(units) - 1.0)
            }
        }
    }
}

/// How much less a win is worth that is so many plies away.
fn later(plies: u32) -> f64 {
    PLY * f64::from(plies.min(MOST_PLIES))
}

/// In thousandths.
fn thousandths(worth: f64) -> i32 {
    (worth * 1_000.0).round() as i32
}

/// How many plies less than [`FAR`] may be looked ahead.
fn short_of_far(budget: &Budget) -> u32 {
    budget.depth.map_or(0, |depth| FAR.saturating_sub(depth))
}

/// How many worlds are searched to each depth.
fn sample(budget: &Budget) -> usize {
    (SAMPLE >> short_of_far(budget)).max(FEWEST)
}

/// What of the budget goes into imagining worlds.
fn share(budget: &Budget, started: Instant) -> Share {
    let looks = match budget.nodes {
        Some(nodes) => Some(nodes / PART),
        // A limit that is the same every time makes a belief that is the same every time.
        None => (!budget.is_time_alone()).then_some(PLENTY >> short_of_far(budget)),
    };
    // A belief cut short by time that nobody asked for is an answer that ran out of time.
    let part = |deadline| if budget.timed { first_part(started, deadline, PART as usize) } else { deadline };
    Share { most: MOST_WORLDS, looks, until: budget.deadline.map(part) }
}

/// One search of one question.
struct Search<'a, G: Hidden, H> {
    engine: &'a Blindfold<H>,
    question: &'a Question<G>,
    judge: AlphaBeta<H>,
    tries: Vec<G::Move>,
    /// How often each was granted before to the same view.
    circles: Vec<usize>,
    belief: Belief<G::World>,
    budget: &'a Budget,
    stop: &'a Arc<Stop>,
    clock: Clock,
    selective_depth: u32,
}

impl<G: Hidden, H: Heuristics<G::World>> Search<'_, G, H> {
    /// What the tries are worth in some of the worlds, each searched to a depth. To the first depth
    /// as many as there is time for, and a few in any case. None: out of time.
    fn prospects(&mut self, worlds: usize, depth: u32) -> Option<Prospects> {
        let mut prospects = Prospects::default();
        for number in 0..worlds.min(self.belief.worlds.len()) {
            let patient = depth == 1 && number < FEWEST;
            let row = if self.clock.look() && !patient { None } else { Some(self.row(number, depth)) };
            match row {
                // One that was broken off is less deep than the others.
                Some(row) if patient || !self.clock.look() => {
                    // Where nothing is legal, nothing is to be decided.
                    if row.iter().any(Option::is_some) {
                        prospects.rows.push(row);
                    }
                }
                _ => return (depth == 1).then_some(prospects),
            }
        }
        Some(prospects)
    }

    /// What each try is worth in one world.
    fn row(&mut self, number: usize, depth: u32) -> Vec<Option<f64>> {
        let world = &self.belief.worlds[number];
        let legal = world.legal_moves();
        let only: Vec<G::Move> = self.tries.iter().filter(|tried| legal.contains(tried)).copied().collect();
        let mut row = vec![None; self.tries.len()];
        if only.is_empty() {
            return row;
        }
        let (lines, tablebase) = (only.len(), self.question.tablebase);
        let question =
            Question { only, lines: one_or_more(lines), tablebase, ..Question::new(world.clone()) };
        let nodes = self.budget.nodes.map(|nodes| nodes.saturating_sub(self.clock.nodes).max(1));
        let budget = Budget { depth: Some(depth), nodes, ..*self.budget };
        let choice = self.judge.choose(&question, &budget, self.stop, &mut |_| {});
        self.clock.count(choice.nodes);
        self.selective_depth = self.selective_depth.max(choice.selective_depth);
        for line in &choice.lines {
            let place = self.tries.iter().position(|tried| *tried == line.moves[0]);
            let answers = match line.value {
                Value::Proven { verdict: Verdict::Win, plies, .. } if plies > DEEPEST => {
                    world.after(line.moves[0]).legal_moves().len()
                }
                _ => 0,
            };
            let worth = self.engine.worth(line.value) - ANSWER * answers as f64;
            row[place.expect("only tries were searched")] = Some(worth);
        }
        row
    }

    /// What each try promises; who is ahead does not go round in circles.
    fn expected(&self, prospects: &Prospects) -> Vec<Expected> {
        let mut expected = prospects.of_each(self.tries.len());
        for (expected, circles) in expected.iter_mut().zip(&self.circles).filter(|(e, _)| e.worth > 0.0) {
            expected.worth -= CIRCLE * *circles as f64;
        }
        expected
    }

    /// Whether each world that was searched can be won in so many moves, so that all may be.
    fn all_winnable(&self, prospects: &Prospects, moves: u32) -> bool {
        let won = 1.0 - later(2 * moves);
        prospects.rows.iter().all(|row| row.iter().flatten().any(|worth| *worth >= won))
    }

    /// A try that wins in so many moves, whatever is true.
    fn certain(&mut self, moves: u32) -> Option<G::Move> {
        if !self.belief.complete || self.belief.worlds.len() > MOST_FOR_CERTAIN {
            return None;
        }
        let knowledge = &self.engine.knowledge;
        let left = LOOKS_FOR_CERTAIN * u64::from(moves);
        let mut certainty = Certainty { knowledge, clock: &mut self.clock, left };
        certainty.winning::<G>(&self.belief.worlds, &self.tries, moves)
    }

    fn choice(
        &self,
        expected: &[Expected],
        certain: Option<(G::Move, u32)>,
        depth: u32,
        stopped_by: StoppedBy,
    ) -> Choice<G::Move> {
        let mut ranked: Vec<_> = self.tries.iter().copied().zip(expected.iter().copied()).collect();
        // What is refused everywhere is tried last, whatever could be done afterwards.
        let rank = |(tried, expected): &(G::Move, Expected)| {
            let certain = certain.is_some_and(|(certain, _)| certain == *tried);
            (certain, expected.granted > 0.0, expected.worth)
        };
        ranked.sort_by(|one, other| {
            let ((c1, g1, w1), (c2, g2, w2)) = (rank(one), rank(other));
            (c2, g2).cmp(&(c1, g1)).then(w2.total_cmp(&w1))
        });
        // What is refused promises what can be done afterwards; it is told as worth no more than what is
        // better tried first.
        let mut most = f64::INFINITY;
        let lines = ranked.into_iter().take(self.question.lines.get()).map(|(tried, expected)| {
            let value = match certain {
                Some((certain, plies)) if certain == tried => {
                    Value::Proven { verdict: Verdict::Win, worth: 1, plies }
                }
                _ => {
                    most = most.min(expected.worth);
                    Value::Estimate(thousandths(most))
                }
            };
            Line { moves: vec![tried], value }
        });
        Choice {
            lines: lines.collect(),
            depth,
            selective_depth: self.selective_depth.max(depth),
            nodes: self.clock.nodes,
            time: self.clock.started.elapsed(),
            stopped_by,
            source: Source::Search,
        }
    }

    /// Deepens: few worlds first, then many, then deeper ones.
    fn deepen(&mut self, watch: &mut dyn FnMut(&Choice<G::Move>)) -> Choice<G::Move> {
        let only_move = self.question.has_one_move();
        let worlds = if only_move { FEWEST } else { sample(self.budget) };
        let first = self.prospects(worlds, 1).expect("the first search always has a result");
        let mut choice = self.choice(&self.expected(&first), None, 1, StoppedBy::OnlyMove);
        if only_move {
            return choice;
        }
        // Where no world is known that fits what was heard, there is nothing to look into.
        let deepest = match self.belief.worlds.is_empty() {
            true => 0,
            false => self.budget.depth.unwrap_or(DEEPEST).clamp(1, DEEPEST),
        };
        let mut first = Some(first);
        for depth in 1..=deepest {
            let Some(found) = first.take().or_else(|| self.prospects(worlds, depth)) else { break };
            let moves = depth.div_ceil(2);
            let certain = match depth % 2 == 1 && self.all_winnable(&found, moves) {
                true => self.certain(moves).map(|tried| (tried, 2 * moves - 1)),
                false => None,
            };
            let stopped_by = if certain.is_some() { StoppedBy::Solved } else { StoppedBy::Depth };
            choice = self.choice(&self.expected(&found), certain, depth, stopped_by);
            watch(&choice);
            if certain.is_some() {
                return choice;
            }
            if self.clock.look() {
                break;
            }
        }
        let stopped_by = self.clock.stopped_by().unwrap_or(StoppedBy::Depth);
        Choice { stopped_by, nodes: self.clock.nodes, time: self.clock.started.elapsed(), ..choice }
    }
}

/// What was granted before to the view that is asked about.
fn granted_here<G: Hidden>(question: &Question<G>) -> Vec<G::Move> {
    let here = question.past.windows(2).filter(|pair| pair[0] == question.position);
    let granted = here.filter_map(|pair| match pair[1].heard() {
        Heard::Granted(tried, _) => Some(tried),
        _ => None,
    });
    granted.collect()
}

impl<G: Hidden, H: Heuristics<G::World>> Engine<G> for Blindfold<H> {
    fn choose(
        &self,
        question: &Question<G>,
        budget: &Budget,
        stop: &Arc<Stop>,
        watch: &mut dyn FnMut(&Choice<G::Move>),
    ) -> Choice<G::Move> {
        let mut clock = Clock::start(*budget, stop.clone());
        let mut dice = Dice::seeded(question.seed);
        let share = share(budget, clock.started);
        let belief = Belief::of(&question.past, &question.position, share, &mut dice, &mut clock);
        let (tries, granted) = (question.moves(), granted_here(question));
        let circles = |tried| granted.iter().filter(|granted| *granted == tried).count();
        let mut search = Search {
            engine: self,
            question,
            judge: AlphaBeta::new(self.knowledge.clone()),
            circles: tries.iter().map(circles).collect(),
            tries,
            belief: belief.shuffled(&mut dice),
            budget,
            stop,
            clock,
            selective_depth: 1,
        };
        search.deepen(watch)
    }

    fn prepare(&self) {
        self.knowledge.prepare();
    }

    /// The average over the worlds that the view alone allows, or over some of them.
    fn terms(&self, position: &G) -> Vec<Term> {
        let mut dice = Dice::seeded(0);
        let mut knowledge = self.knowledge.clone();
        let worlds: Vec<_> = match position.outcome() {
            Some(_) => Vec::new(),
            None if position.breadth().is_some_and(|breadth| breadth <= SMALL) => position.worlds(),
            None => (0..ESTIMATED).map_while(|_| position.imagine(&mut dice, &mut || true)).collect(),
        };
        let worths = worlds.iter().map(|world| self.worth(Value::Estimate(knowledge.estimate(world))));
        let sum: f64 = worths.sum();
        vec![Term { name: "expectation", value: thousandths(sum / worlds.len().max(1) as f64) }]
    }
}
