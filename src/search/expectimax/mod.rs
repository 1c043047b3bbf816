//! The search for games of chance: the best of what a player can do, the average of what the
//! dice may bring.
//!
//! Where it is known how good and how bad things can become, an average is given up as soon as
//! what is left of it cannot matter any more (Ballard's Star1): it changes no answer. Where chance has
//! more faces than can all be looked at deeply, a few of them tell how much a deeper look changes.
//!
//! - [`prospect`]: what is worth knowing about a game;
//! - [`window`]: which values can still matter.

mod prospect;
mod window;

use std::sync::Arc;
use std::time::Instant;

pub use prospect::{Promising, Prospect};
pub use window::Window;

use super::clock::Clock;
use super::score::{Expectation, FURTHEST, Value};
use super::{Budget, Choice, Engine, Line, Question, Source, Stop, StoppedBy, Term};
use crate::game::Chance;

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
        search.expected(position, u32::MAX, Path::ROOT, Window::OPEN).0
    }
}

/// What was expected of a position at a depth.
#[derive(Clone, Copy, Debug)]
struct Entry {
    key: u64,
    expected: f64,
    /// How likely the line was that asked.
    odds: f64,
    depth: u32,
    proven: bool,
}

/// What one line asked for serves others that are up to so many times likelier.
const LIKELIER: f64 = 10.0;

/// Entries of the table for each millisecond that there is.
const ENTRIES_A_MILLISECOND: usize = 1 << 11;
/// Bytes of table for a search that says nothing of memory.
const MEMORY: usize = 16 << 20;

/// A table as large as the budget can fill and its memory allows.
fn table_for(budget: &Budget) -> Vec<Option<Entry>> {
    let by_memory = budget.memory.unwrap_or(MEMORY) / size_of::<Option<Entry>>();
    // Rounded, so that the same question mostly gets the same table.
    let by_time = budget.deadline.map(|deadline| {
        let left = deadline.saturating_duration_since(Instant::now());
        (left.as_millis() as usize + 1).next_power_of_two().saturating_mul(ENTRIES_A_MILLISECOND)
    });
    let by_nodes = budget.nodes.map(|nodes| nodes as usize);
    // Of what may follow a move, some 16 positions are likely enough to be looked at.
    let by_depth = budget.depth.map(|depth| 1 << (4 * depth.min(10)));
    let entries = [by_time, by_nodes, by_depth].into_iter().flatten().fold(by_memory, usize::min);
    vec![None; 1 << entries.max(1).ilog2()]
}

/// How a position was reached.
#[derive(Clone, Copy)]
struct Path {
    /// Moves from the root.
    ply: u32,
    /// How likely chance was to lead here.
    odds: f64,
    /// From 0 to 1, another one for each course of events, whatever was played on the way: which
    /// events are drawn where not all are looked at.
    lot: f64,
}

/// The golden section: its multiples leave no part of a circle empty for long.
const GOLDEN: f64 = 0.618_033_988_749_894_9;

impl Path {
    const ROOT: Path = Path { ply: 0, odds: 1.0, lot: 0.5 };

    /// What the event with this number leads to.
    fn past(self, event: usize, likely: f64) -> Path {
        let lot = (self.lot + GOLDEN * (event + 1) as f64).fract();
        Path { odds: self.odds * likely, lot, ..self }
    }
}

struct Search<G: Chance, P> {
    prospect: P,
    clock: Clock,
    table: Vec<Option<Entry>>,
    /// How often an estimate stood in for the end of the game.
    guesses: u64,
    /// Lines less likely than this end with their next move.
    rarest: f64,
    /// The first depth is always finished, however late it is.
    patient: bool,
    /// What chance may bring, and what can be played, in each position of the line that is looked at.
    events: Vec<(G::Event, f64)>,
    moves: Vec<G::Move>,
}

impl<G: Chance, P: Prospect<G>> Search<G, P> {
    fn new(prospect: P, root: &G, budget: &Budget, stop: Arc<Stop>) -> Search<G, P> {
        Search {
            clock: Clock::start(*budget, stop),
            table: if prospect.key(root).is_some() { table_for(budget) } else { vec![None] },
            guesses: 0,
            rarest: prospect.rarest(root),
            prospect,
            patient: true,
            events: Vec::new(),
            moves: Vec::new(),
        }
    }

    fn aborted(&self) -> bool {
        self.clock.is_out() && !self.patient
    }

    /// What the player to move can expect, `depth` moves deep; outside the window only that it lies
    /// there.
    fn expected(&mut self, position: &G, depth: u32, path: Path, window: Window) -> Expectation {
        self.clock.tick();
        if self.aborted() {
            return Expectation(0.0);
        }
        let first = self.events.len();
        position.events(&mut self.events);
        let expected = if self.events.len() == first {
            self.best(position, depth, path, window)
        } else {
            self.average(position, first, depth, path, window)
        };
        self.events.truncate(first);
        expected
    }

    /// The same of a position that a move led to. Only here lines end, and only here the table is
    /// asked: what chance leads to is reached along fewer ways.
    fn led_to(&mut self, position: &G, depth: u32, path: Path, window: Window) -> Expectation {
        if depth == 0 || path.odds < self.rarest {
            self.clock.tick();
            return self.judged(position);
        }
        let Some(key) = self.prospect.key(position) else {
            return self.expected(position, depth, path, window);
        };
        let place = key as usize & (self.table.len() - 1);
        if let Some(entry) = self.table[place]
            && entry.key == key
            && (entry.proven || entry.depth >= depth && entry.odds * LIKELIER >= path.odds)
        {
            self.clock.tick();
            self.guesses += u64::from(!entry.proven);
            return Expectation(entry.expected);
        }
        let guesses = self.guesses;
        let expected = self.expected(position, depth, path, window);
        if window.contains(expected.0) && !self.aborted() {
            let proven = self.guesses == guesses;
            self.table[place] = Some(Entry { key, expected: expected.0, odds: path.odds, depth, proven });
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

    /// Over the events from the first of this position on.
    fn average(&mut self, position: &G, first: usize, depth: u32, path: Path, window: Window) -> Expectation {
        let telling = if depth > 1 { self.prospect.telling(path.ply, depth) } else { usize::MAX };
        if telling < self.events.len() - first {
            return self.told_by_some(position, first, depth, path, telling);
        }
        let bounds = self.prospect.bounds(position);
        let (mut sum, mut rest) = (0.0, 1.0);
        for event in first..self.events.len() {
            let likely = self.events[event].1;
            rest -= likely;
            let asked = match bounds {
                Window::OPEN => Window::OPEN,
                bounds => window.for_event(sum, likely, rest, bounds),
            };
            let value = self.happened(position, first, event, depth, path, asked);
            sum += likely * value;
            if !asked.contains(value) {
                // Whatever the rest brings, the average lies outside the window.
                let side = if value <= asked.alpha { bounds.beta } else { bounds.alpha };
                return Expectation(match sum + rest * side {
                    low if value <= asked.alpha => low.min(window.alpha),
                    high => high.max(window.beta),
                });
            }
        }
        Expectation(sum)
    }

    /// The average over all events, one move deep, and what looking deeper changes in a few of them:
    /// they are drawn evenly from what is likely, the same ones whichever moves are compared.
    fn told_by_some(
        &mut self,
        position: &G,
        first: usize,
        depth: u32,
        path: Path,
        few: usize,
    ) -> Expectation {
        let (mut sum, mut passed, mut drawn, mut changes) = (0.0, 0.0, 0, 0.0);
        for event in first..self.events.len() {
            let likely = self.events[event].1;
            let glance = self.happened(position, first, event, 1, path, Window::OPEN);
            sum += likely * glance;
            passed += likely;
            let mut deep = None;
            while drawn < few && (drawn as f64 + path.lot) / few as f64 <= passed {
                let mut look = || self.happened(position, first, event, depth, path, Window::OPEN);
                changes += *deep.get_or_insert_with(&mut look) - glance;
                drawn += 1;
            }
        }
        Expectation(sum + changes / drawn.max(1) as f64)
    }

    /// What an event of this position is worth to the player to move there.
    fn happened(
        &mut self,
        position: &G,
        first: usize,
        event: usize,
        depth: u32,
        path: Path,
        window: Window,
    ) -> f64 {
        let (happens, likely) = self.events[event];
        let mut next = position.clone();
        next.happen(happens);
        let path = path.past(event - first, likely);
        let (before, turn) = (position.turn(), next.turn());
        self.expected(&next, depth, path, window.passed(before, turn)).passed(before, turn).0
    }

    fn best(&mut self, position: &G, depth: u32, path: Path, window: Window) -> Expectation {
        let first = self.moves.len();
        position.moves(&mut self.moves);
        if depth > 1 {
            self.keep_promising(position, first, depth, path);
        }
        let mut best: Option<f64> = None;
        for chosen in first..self.moves.len() {
            let chosen = self.moves[chosen];
            let alpha = best.map_or(window.alpha, |best| best.max(window.alpha));
            let value = self.after(position, chosen, depth, path, Window { alpha, ..window });
            best = Some(best.map_or(value, |best| best.max(value)));
            if value >= window.beta {
                break;
            }
        }
        self.moves.truncate(first);
        best.map_or_else(|| self.prospect.finished(position), Expectation)
    }

    /// Of the moves from the first of this position on leaves those that are worth a look so deep, the
    /// best first.
    fn keep_promising(&mut self, position: &G, first: usize, depth: u32, path: Path) {
        let promising = self.prospect.promising(path.ply, depth);
        if promising == Promising::ALL {
            return;
        }
        let moves = self.moves.split_off(first);
        let judge = |m| (m, self.after(position, m, 1, path, Window::OPEN));
        let mut judged: Vec<_> = moves.into_iter().map(judge).collect();
        judged.sort_by(|(_, one), (_, other)| other.total_cmp(one));
        let count = promising.count(judged.iter().map(|(_, value)| *value));
        self.moves.extend(judged[..count].iter().map(|(m, _)| *m));
    }

    /// What the player to move can expect of a move.
    fn after(&mut self, position: &G, chosen: G::Move, depth: u32, path: Path, window: Window) -> f64 {
        // Where it stays, not handed out: to copy it just after it was written takes longer.
        let mut next = position.clone();
        next.apply(chosen);
        let (before, turn) = (position.turn(), next.turn());
        let reward = self.prospect.reward(position, chosen);
        let path = Path { ply: path.ply + 1, ..path };
        // Where nothing bounds an average, none is given up, and every value is worth keeping.
        let window = match self.prospect.bounds(&next) {
            Window::OPEN => Window::OPEN,
            _ => window.less(reward).passed(before, turn),
        };
        reward + self.led_to(&next, depth - 1, path, window).passed(before, turn).0
    }

    /// Looks `depth` moves deep at the promising ones of these moves, and puts the best first. Those
    /// that were not looked at follow as they stood; none was, if there was no time for the first.
    fn iterate(&mut self, position: &G, moves: &mut Vec<(G::Move, f64)>, depth: u32, lines: usize) -> usize {
        let promising = match depth {
            1 => Promising::ALL,
            depth => self.prospect.promising(0, depth),
        };
        let count = promising.count(moves.iter().map(|(_, value)| *value)).max(lines.min(moves.len()));
        let mut found: Vec<(G::Move, f64)> = Vec::with_capacity(moves.len());
        for (chosen, _) in &moves[..count] {
            // What is certainly worse than all that will be told need not be known exactly.
            let alpha = if found.len() < lines { f64::NEG_INFINITY } else { found[lines - 1].1 };
            let value = self.after(position, *chosen, depth, Path::ROOT, Window { alpha, ..Window::OPEN });
            if self.aborted() {
                break;
            }
            let place = found.partition_point(|(_, other)| *other >= value);
            found.insert(place, (*chosen, value));
        }
        let looked_at = found.len();
        found.extend_from_slice(&moves[looked_at..]);
        *moves = found;
        looked_at
    }

    fn told(&mut self, root: &G, moves: &[(G::Move, f64)]) -> Vec<Line<G::Move>> {
        let line = |(chosen, expected): &(G::Move, f64)| {
            let value = match root.after(*chosen).outcome() {
                Some(outcome) => Value::finished(outcome, root.turn(), 1),
                None => self.prospect.told(root, *chosen, *expected),
            };
            Line { moves: vec![*chosen], value }
        };
        moves.iter().map(line).collect()
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
        // A game that goes round in circles has no end, but the stack has.
        let deepest = search.prospect.deepest(position).clamp(1, FURTHEST as u32);
        let deepest = budget.depth.unwrap_or(u32::MAX).clamp(1, deepest);
        let lines = question.lines.max(1);
        let mut choice: Option<Choice<G::Move>> = None;
        search.clock.look();
        let mut depth = 0;
        while depth < deepest {
            // Few games can be searched deeper than a few moves; those that can are nearly
            // solved, and small steps would only repeat the work.
            depth = (depth + 1 + depth / 4).min(deepest);
            let guesses = search.guesses;
            let looked_at = search.iterate(position, &mut moves, depth, lines);
            if search.aborted() {
                // The best come first: what was found out about them counts.
                if let Some(choice) = choice.as_mut().filter(|_| looked_at >= lines) {
                    choice.lines = search.told(position, &moves[..lines]);
                }
                break;
            }
            search.patient = false;
            let proven = search.guesses == guesses && looked_at == moves.len();
            let stopped_by = if proven {
                Some(StoppedBy::Solved)
            } else if only_move {
                Some(StoppedBy::OnlyMove)
            } else if search.clock.look() {
                search.clock.stopped_by()
            } else {
                (depth == deepest).then_some(StoppedBy::Depth)
            };
            let so_far = Choice {
                lines: search.told(position, &moves[..lines.min(moves.len())]),
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
    use crate::search::negamax::negamax;
    use crate::search::{Value, Verdict};

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

    /// Whichever way one goes, one comes back.
    #[derive(Clone, Copy)]
    struct Roundabout;

    impl Game for Roundabout {
        type Move = bool;
        fn turn(&self) -> Player {
            Player::First
        }
        fn moves(&self, out: &mut Vec<bool>) {
            out.extend([false, true]);
        }
        fn apply(&mut self, _: bool) {}
        fn score_finished(&self) -> Outcome {
            Outcome::Draw
        }
    }

    impl Chance for Roundabout {
        type Event = ();
        fn events(&self, _: &mut Vec<((), f64)>) {}
        fn happen(&mut self, (): ()) {}
    }

    #[derive(Clone, Copy)]
    struct Giddy;

    impl Prospect<Roundabout> for Giddy {
        fn estimate(&mut self, _: &Roundabout) -> f64 {
            0.0
        }
        fn key(&self, _: &Roundabout) -> Option<u64> {
            Some(1)
        }
    }

    #[test]
    fn a_game_that_goes_round_in_circles_is_not_followed_for_ever() {
        let question = Question::new(Roundabout);
        let budget = Budget::nodes(1_000_000);
        let choice = Expectimax::new(Giddy).choose(&question, &budget, &Stop::new(), &mut |_| {});
        assert_eq!(choice.depth, FURTHEST as u32);
    }

    /// Two runners: whoever moves goes two steps, or as many as a die with three faces says, and
    /// stands still rather than overshoot.
    #[derive(Clone, Copy)]
    struct Run {
        left: [u32; 2],
        turn: Player,
        rolled: Option<u32>,
    }

    impl Game for Run {
        type Move = u32;
        fn turn(&self) -> Player {
            self.turn
        }
        fn moves(&self, out: &mut Vec<u32>) {
            out.extend(self.rolled.iter().flat_map(|rolled| [2, *rolled]));
        }
        fn apply(&mut self, steps: u32) {
            let left = &mut self.left[self.turn as usize];
            *left = left.checked_sub(steps).unwrap_or(*left);
            *self = Run { turn: self.turn.opponent(), rolled: None, ..*self };
        }
        fn score_finished(&self) -> Outcome {
            Outcome::won(self.turn.opponent())
        }
        fn outcome(&self) -> Option<Outcome> {
            self.left.contains(&0).then(|| self.score_finished())
        }
    }

    impl Chance for Run {
        type Event = u32;
        fn events(&self, out: &mut Vec<(u32, f64)>) {
            if self.rolled.is_none() && self.outcome().is_none() {
                out.extend((1..=3).map(|face| (face, 1.0 / 3.0)));
            }
        }
        fn happen(&mut self, face: u32) {
            self.rolled = Some(face);
        }
    }

    /// Whoever is ahead will rather win.
    #[derive(Clone, Copy)]
    struct Lead(Window);

    impl Prospect<Run> for Lead {
        fn estimate(&mut self, position: &Run) -> f64 {
            let [mine, theirs] = [position.turn, position.turn.opponent()]
                .map(|player| f64::from(position.left[player as usize]));
            (theirs - mine) / (theirs + mine)
        }
        fn bounds(&self, _: &Run) -> Window {
            self.0
        }
        fn told(&mut self, _: &Run, _: u32, expected: f64) -> Value {
            Value::Estimate((1e6 * expected).round() as i32)
        }
    }

    #[test]
    fn what_is_pruned_changes_no_answer() {
        let found = |bounds, left, lines| {
            let position = Run { left, turn: Player::First, rolled: Some(3) };
            let question = Question { lines, ..Question::new(position) };
            let choice =
                Expectimax::new(Lead(bounds)).choose(&question, &Budget::depth(5), &Stop::new(), &mut |_| {});
            let told: Vec<_> = choice.lines.into_iter().map(|line| (line.moves, line.value)).collect();
            (told, choice.nodes)
        };
        let (mut pruned, mut whole) = (0, 0);
        for (mine, theirs, lines) in
            (3..9).flat_map(|mine| (1..9).flat_map(move |theirs| [(mine, theirs, 1), (mine, theirs, 2)]))
        {
            let (told, nodes) = found(Window { alpha: -1.0, beta: 1.0 }, [mine, theirs], lines);
            let (all_told, all_nodes) = found(Window::OPEN, [mine, theirs], lines);
            assert_eq!(told, all_told, "{mine} and {theirs} left, {lines} lines");
            pruned += nodes;
            whole += all_nodes;
        }
        assert!(pruned < whole, "{pruned} nodes of {whole}");
    }

    /// The same, where one face of the die tells what a deeper look changes.
    #[derive(Clone, Copy)]
    struct OneFace;

    impl Prospect<Run> for OneFace {
        fn estimate(&mut self, position: &Run) -> f64 {
            Lead(Window::OPEN).estimate(position)
        }
        fn telling(&self, ply: u32, _: u32) -> usize {
            if ply > 1 { 1 } else { usize::MAX }
        }
    }

    #[test]
    fn a_few_events_tell_nearly_what_all_do_for_a_part_of_the_work() {
        let (mut glanced, mut drawn, mut all, mut some) = (0.0, 0.0, 0, 0);
        for (mine, theirs) in (5..12).flat_map(|mine| (5..12).map(move |theirs| (mine, theirs))) {
            let run = Run { left: [mine, theirs], turn: Player::First, rolled: Some(3) };
            let told = |deep| {
                let mut search = Search::new(Lead(Window::OPEN), &run, &Budget::default(), Stop::new());
                let value = search.after(&run, 2, deep, Path::ROOT, Window::OPEN);
                (value, search.clock.nodes)
            };
            let mut search = Search::new(OneFace, &run, &Budget::default(), Stop::new());
            let found = search.after(&run, 2, 5, Path::ROOT, Window::OPEN);
            let (whole, nodes) = told(5);
            glanced += (told(3).0 - whole).abs();
            drawn += (found - whole).abs();
            some += search.clock.nodes;
            all += nodes;
        }
        assert!(3 * some < all, "{some} nodes of {all}");
        assert!(drawn < glanced, "{drawn} is further from the truth than {glanced}");
    }

    #[test]
    fn a_deadline_that_has_passed_still_gets_a_legal_move() {
        let question = Question::new(Certain(50, Player::First));
        let budget = Budget::until(Instant::now());
        let choice = Expectimax::new(Nothing).choose(&question, &budget, &Stop::new(), &mut |_| {});
        assert_eq!((choice.depth, choice.stopped_by), (1, StoppedBy::Time));
    }
}
