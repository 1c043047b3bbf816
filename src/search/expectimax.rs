//! The search for games of chance: the best of what a player can do, the average of what the
//! dice may bring.

use std::sync::Arc;
use std::time::Instant;

use super::clock::Clock;
use super::score::Expectation;
use super::{Budget, Choice, Engine, Line, Question, Source, Stop, StoppedBy, Term, Value};
use crate::game::Chance;

/// What is worth knowing about a game of chance.
pub trait Prospect<G: Chance>: Clone + Send + Sync + 'static {
    /// What the player to move can expect in the end, in whatever unit the search should
    /// maximise. Asked where the depth ends, mostly before chance has moved.
    fn estimate(&mut self, position: &G) -> f64;

    /// The estimate term by term, in the game's unit.
    fn terms(&mut self, position: &G) -> Vec<Term> {
        vec![Term { name: "estimate", value: self.estimate(position).round() as i32 }]
    }

    /// What a move gains at once.
    fn reward(&self, position: &G, chosen: G::Move) -> f64 {
        let _ = (position, chosen);
        0.0
    }

    /// What the end of the game is worth to the player to move.
    fn finished(&self, position: &G) -> Expectation {
        Expectation::finished(position.score_finished(), position.turn())
    }

    /// A hash of everything that the future depends on. None: no table is kept.
    fn key(&self, position: &G) -> Option<u64> {
        let _ = position;
        None
    }

    /// In a search from this position, lines less likely than this are estimated at once.
    fn rarest(&self, root: &G) -> f64 {
        let _ = root;
        0.0
    }

    /// How many moves deep a search from this position goes, however much time is left.
    fn deepest(&self, root: &G) -> u32 {
        let _ = root;
        u32::MAX
    }

    /// An expectation at this position in the game's unit, where the search maximises another.
    fn told(&mut self, position: &G, expected: f64) -> i32 {
        let _ = position;
        expected.round() as i32
    }
}

/// The engine: what is known about a game, searched by expectimax.
#[derive(Clone, Debug)]
pub struct Expectimax<P> {
    prospect: P,
}

impl<P> Expectimax<P> {
    pub fn new<G: Chance>(prospect: P) -> Expectimax<P>
    where
        P: Prospect<G>,
    {
        Expectimax { prospect }
    }

    /// What the player to move can expect if everything is searched to the end of the game,
    /// with a table of so many bytes. For small games, and for tests.
    pub fn exact<G: Chance>(&self, position: &G, memory: usize) -> f64
    where
        P: Prospect<G>,
    {
        let budget = Budget { memory: Some(memory), ..Budget::default() };
        let mut search = Search::new(self.prospect.clone(), position, &budget, Stop::new());
        search.rarest = 0.0;
        search.expected(position, u32::MAX, 1.0).0
    }
}

/// What was expected of a position at a depth.
#[derive(Clone, Copy, Debug)]
struct Entry {
    key: u64,
    expected: f64,
    /// How likely the line was that asked; a likelier one must look again.
    odds: f64,
    depth: u32,
    proven: bool,
}

/// Entries of the table for each millisecond that there is.
const ENTRIES_A_MILLISECOND: usize = 1 << 11;
/// Bytes of table for a search that says nothing of memory.
const MEMORY: usize = 16 << 20;

/// A table as large as the budget can fill and its memory allows.
fn table_for(budget: &Budget) -> Vec<Option<Entry>> {
    let by_memory = budget.memory.unwrap_or(MEMORY) / size_of::<Option<Entry>>();
    // A limit that is the same every time makes a table that is the same every time.
    let timed = budget.depth.is_none() && budget.nodes.is_none();
    let by_time = budget.deadline.filter(|_| timed).map_or(usize::MAX, |deadline| {
        let left = deadline.saturating_duration_since(Instant::now());
        (left.as_millis() as usize + 1).saturating_mul(ENTRIES_A_MILLISECOND)
    });
    vec![None; 1 << by_memory.min(by_time).max(1).ilog2()]
}

struct Search<G: Chance, P> {
    prospect: P,
    clock: Clock,
    table: Vec<Option<Entry>>,
    /// How often an estimate stood in for the end of the game.
    guesses: u64,
    /// Lines less likely than this are estimated at once.
    rarest: f64,
    /// The first depth is always finished, however late it is.
    patient: bool,
    /// Lists to be used again, so that nothing is allocated in the tree.
    spare_events: Vec<Vec<(G::Event, f64)>>,
    spare_moves: Vec<Vec<G::Move>>,
}

impl<G: Chance, P: Prospect<G>> Search<G, P> {
    fn new(prospect: P, root: &G, budget: &Budget, stop: Arc<Stop>) -> Search<G, P> {
        Search {
            clock: Clock::start(*budget, stop),
            table: table_for(budget),
            guesses: 0,
            rarest: prospect.rarest(root),
            prospect,
            patient: true,
            spare_events: Vec::new(),
            spare_moves: Vec::new(),
        }
    }

    fn aborted(&self) -> bool {
        self.clock.is_out() && !self.patient
    }

    /// What the player to move can expect, `depth` moves deep; the line that leads here has
    /// these odds.
    fn expected(&mut self, position: &G, depth: u32, odds: f64) -> Expectation {
        self.clock.tick();
        if self.aborted() {
            return Expectation(0.0);
        }
        if depth == 0 || odds < self.rarest {
            return self.judged(position);
        }
        let key = self.prospect.key(position);
        let place = key.map(|key| key as usize & (self.table.len() - 1));
        if let (Some(key), Some(place)) = (key, place)
            && let Some(entry) = self.table[place]
            && entry.key == key
            && (entry.proven || entry.depth >= depth && entry.odds >= odds)
        {
            self.guesses += u64::from(!entry.proven);
            return Expectation(entry.expected);
        }
        let guesses = self.guesses;
        let mut events = self.spare_events.pop().unwrap_or_default();
        events.clear();
        position.events(&mut events);
        let expected = if events.is_empty() {
            self.best(position, depth, odds)
        } else {
            self.average(position, &events, depth, odds)
        };
        self.spare_events.push(events);
        if let (Some(key), Some(place)) = (key, place)
            && !self.aborted()
        {
            let proven = self.guesses == guesses;
            self.table[place] = Some(Entry { key, expected: expected.0, odds, depth, proven });
        }
        expected
    }

    /// Where the depth ends: the estimate, unless the game does, too.
    fn judged(&mut self, position: &G) -> Expectation {
        if position.outcome().is_some() {
            return self.prospect.finished(position);
        }
        self.guesses += 1;
        Expectation(self.prospect.estimate(position))
    }

    fn average(&mut self, position: &G, events: &[(G::Event, f64)], depth: u32, odds: f64) -> Expectation {
        let mut sum = 0.0;
        for (event, likely) in events {
            let mut next = position.clone();
            next.happen(*event);
            let expected = self.expected(&next, depth, odds * likely);
            sum += likely * expected.passed(position.turn(), next.turn()).0;
        }
        Expectation(sum)
    }

    fn best(&mut self, position: &G, depth: u32, odds: f64) -> Expectation {
        let mut moves = self.spare_moves.pop().unwrap_or_default();
        moves.clear();
        position.moves(&mut moves);
        let all = moves.iter().map(|m| self.after(position, *m, depth, odds));
        let best = all.reduce(f64::max);
        self.spare_moves.push(moves);
        best.map_or_else(|| self.prospect.finished(position), Expectation)
    }

    /// What the player to move can expect of a move.
    fn after(&mut self, position: &G, chosen: G::Move, depth: u32, odds: f64) -> f64 {
        let next = position.after(chosen);
        let to_come = self.expected(&next, depth - 1, odds).passed(position.turn(), next.turn());
        self.prospect.reward(position, chosen) + to_come.0
    }
}

impl<G: Chance, P: Prospect<G>> Engine<G> for Expectimax<P> {
    fn choose(
        &self,
        question: &Question<G>,
        budget: &Budget,
        stop: &Arc<Stop>,
        watch: &mut dyn FnMut(&Choice<G::Move>),
    ) -> Choice<G::Move> {
        let prospect = self.prospect.clone();
        let mut search = Search::new(prospect, &question.position, budget, stop.clone());
        let position = &question.position;
        let mut moves: Vec<_> = question.moves().into_iter().map(|m| (m, 0.0)).collect();
        let only_move = moves.len() == 1 && question.only.is_empty();
        let deepest = budget.depth.unwrap_or(u32::MAX).clamp(1, search.prospect.deepest(position).max(1));
        let mut choice = None;
        search.clock.look();
        let mut depth = 0;
        while depth < deepest {
            // Few games can be searched deeper than a few moves; those that can are nearly
            // solved, and small steps would only repeat the work.
            depth = (depth + 1 + depth / 4).min(deepest);
            let guesses = search.guesses;
            let found: Vec<_> =
                moves.iter().map(|(m, _)| (*m, search.after(position, *m, depth, 1.0))).collect();
            if search.aborted() {
                break;
            }
            search.patient = false;
            moves = found;
            moves.sort_by(|(_, one), (_, other)| other.total_cmp(one));
            let proven = search.guesses == guesses;
            let stopped_by = if proven {
                Some(StoppedBy::Solved)
            } else if only_move {
                Some(StoppedBy::OnlyMove)
            } else if search.clock.look() {
                search.clock.stopped_by()
            } else {
                (depth == deepest).then_some(StoppedBy::Depth)
            };
            let lines = moves.iter().take(question.lines.max(1)).map(|(m, expected)| {
                let value = Value::Estimate(search.prospect.told(position, *expected));
                Line { moves: vec![*m], value }
            });
            let so_far = Choice {
                lines: lines.collect(),
                depth,
                selective_depth: depth,
                nodes: search.clock.nodes,
                time: search.clock.started.elapsed(),
                stopped_by: stopped_by.unwrap_or(StoppedBy::Depth),
                source: Source::Search,
            };
            watch(&so_far);
            choice = Some(so_far);
            if stopped_by.is_some() {
                break;
            }
        }
        let mut choice = choice.expect("the first depth is always finished");
        if search.aborted() {
            choice.stopped_by = search.clock.stopped_by().unwrap_or(choice.stopped_by);
            choice.nodes = search.clock.nodes;
            choice.time = search.clock.started.elapsed();
        }
        choice
    }

    fn terms(&self, position: &G) -> Vec<Term> {
        self.prospect.clone().terms(position)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Game, Outcome, Player};
    use crate::search::Verdict;
    use crate::search::negamax::negamax;

    /// Pennies by the rules alone, as a game in which chance never moves.
    #[derive(Clone, Copy)]
    struct Certain(u32, Player);

    impl Game for Certain {
        type Move = u32;
        fn turn(&self) -> Player {
            self.1
        }
        fn moves(&self, out: &mut Vec<u32>) {
            out.extend(1..=self.0.min(3));
        }
        fn apply(&mut self, taken: u32) {
            *self = Certain(self.0 - taken, self.1.opponent());
        }
        fn score_finished(&self) -> Outcome {
            Outcome::won(self.1.opponent())
        }
    }

    impl Chance for Certain {
        type Event = ();
        fn events(&self, _: &mut Vec<((), f64)>) {}
        fn happen(&mut self, (): ()) {}
    }

    #[derive(Clone, Copy)]
    struct Nothing;

    impl Prospect<Certain> for Nothing {
        fn estimate(&mut self, _: &Certain) -> f64 {
            0.0
        }
    }

    #[test]
    fn where_nothing_is_left_to_chance_it_agrees_with_the_judge() {
        for left in 1..14 {
            let position = Certain(left, Player::First);
            let expected = Expectimax::new(Nothing).exact(&position, 1 << 10);
            let judged = negamax(&position).value(true);
            let Value::Proven { verdict, .. } = judged else { panic!("the judge proves everything") };
            assert_eq!(expected, if verdict == Verdict::Win { 1.0 } else { -1.0 }, "{left} left");
        }
    }

    #[test]
    fn a_deadline_that_has_passed_still_gets_a_legal_move() {
        let question = Question::new(Certain(50, Player::First));
        let budget = Budget::until(Instant::now());
        let choice = Expectimax::new(Nothing).choose(&question, &budget, &Stop::new(), &mut |_| {});
        assert_eq!((choice.depth, choice.stopped_by), (1, StoppedBy::Time));
    }
}
