//! Below the root: what a player can expect of a move, and chance of what it may bring.

use std::sync::Arc;

use zerocopy::{FromZeros, KnownLayout};

use super::{Hope, Promising, Prospect, Window};
use crate::game::Chance;
use crate::search::clock::Clock;
use crate::search::{Budget, Stop};

/// What was expected of a position at a depth.
#[derive(FromZeros, KnownLayout)]
#[repr(C)]
struct Entry {
    key: u64,
    worth: f64,
    win: f32,
    /// How likely the line was that asked.
    odds: f32,
    depth: u32,
    proven: bool,
}

/// What one line asked for serves others that are up to so many times likelier.
const LIKELIER: f64 = 10.0;

/// Entries of the table for each millisecond that there is.
const ENTRIES_A_MILLISECOND: usize = 1 << 11;
/// Bytes of table for a search that says nothing of memory.
const MEMORY: usize = 16 << 20;

/// A table of so many entries; zeros, which answer to nobody, as no question is of depth 0. They come
/// from the system as they are, untouched: a search that ends soon does not pay for all of them.
fn table_of(entries: usize) -> Box<[Entry]> {
    <[Entry]>::new_box_zeroed_with_elems(entries).expect("a table fits into memory")
}

/// A table as large as the budget can fill and its memory allows.
fn table_for(budget: &Budget) -> Box<[Entry]> {
    let by_memory = budget.memory.unwrap_or(MEMORY) / size_of::<Entry>();
    let by_time = budget
        .rounded_milliseconds()
        .map(|milliseconds| (milliseconds as usize).saturating_mul(ENTRIES_A_MILLISECOND));
    let by_nodes = budget.nodes.map(|nodes| nodes as usize);
    // Of what may follow a move, some 16 positions are likely enough to be looked at.
    let by_depth = budget.depth.map(|depth| 1 << (4 * depth.min(10)));
    let entries = [by_time, by_nodes, by_depth].into_iter().flatten().fold(by_memory, usize::min);
    table_of(1 << entries.max(1).ilog2())
}

/// How a position was reached.
#[derive(Clone, Copy)]
pub(super) struct Path {
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
    pub(super) const ROOT: Path = Path { ply: 0, odds: 1.0, lot: 0.5 };

    /// What the event with this number leads to.
    fn past(self, event: usize, likely: f64) -> Path {
        let lot = (self.lot + GOLDEN * (event + 1) as f64).fract();
        Path { odds: self.odds * likely, lot, ..self }
    }
}

/// One look at a position.
pub(super) struct Search<G: Chance, P> {
    pub(super) prospect: P,
    pub(super) clock: Clock,
    table: Box<[Entry]>,
    /// How often an estimate stood in for the end of the game.
    pub(super) guesses: u64,
    /// Lines less likely than this end with their next move.
    pub(super) rarest: f64,
    /// What chance may bring, and what can be played, in each position of the line that is looked at.
    events: Vec<(G::Event, f64)>,
    moves: Vec<G::Move>,
}

impl<G: Chance, P: Prospect<G>> Search<G, P> {
    pub(super) fn new(prospect: P, root: &G, budget: &Budget, stop: Arc<Stop>) -> Search<G, P> {
        Search {
            clock: Clock::start(*budget, stop),
            table: if prospect.key(root).is_some() { table_for(budget) } else { table_of(1) },
            guesses: 0,
            rarest: prospect.rarest(root),
            prospect,
            events: Vec::new(),
            moves: Vec::new(),
        }
    }

    /// What the player to move can expect, `depth` moves deep; outside the window only that it lies
    /// there.
    pub(super) fn expected(&mut self, position: &G, depth: u32, path: Path, window: Window) -> Hope {
        // Whatever else could be looked at is not visited any more.
        if self.clock.aborts() {
            return Hope::default();
        }
        self.clock.tick();
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
    fn led_to(&mut self, position: &G, depth: u32, path: Path, window: Window) -> Hope {
        if self.clock.aborts() {
            return Hope::default();
        }
        if depth == 0 || path.odds < self.rarest {
            self.clock.tick();
            return self.judged(position);
        }
        let Some(key) = self.prospect.key(position) else {
            return self.expected(position, depth, path, window);
        };
        let place = key as usize & (self.table.len() - 1);
        let entry = &self.table[place];
        if entry.key == key
            && (entry.proven || entry.depth >= depth && f64::from(entry.odds) * LIKELIER >= path.odds)
        {
            self.clock.tick();
            self.guesses += u64::from(!entry.proven);
            return Hope { worth: entry.worth, win: entry.win.into() };
        }
        let guesses = self.guesses;
        let expected = self.expected(position, depth, path, window);
        if window.contains(expected.worth) && !self.clock.aborts() {
            let proven = self.guesses == guesses;
            let Hope { worth, win } = expected;
            let entry = Entry { key, worth, win: win as f32, odds: path.odds as f32, depth, proven };
            self.table[place] = entry;
        }
        expected
    }

    /// Where the depth ends: the estimate, unless the game does, too.
    fn judged(&mut self, position: &G) -> Hope {
        if position.outcome().is_some() {
            return self.prospect.finished(position);
        }
        self.guesses += 1;
        self.prospect.estimate(position)
    }

    /// Over the events from the first of this position on.
    fn average(&mut self, position: &G, first: usize, depth: u32, path: Path, window: Window) -> Hope {
        let telling = if depth > 1 { self.prospect.telling(path.ply, depth) } else { usize::MAX };
        if telling < self.events.len() - first {
            return self.told_by_some(position, first, depth, path, telling);
        }
        let bounds = self.prospect.bounds(position);
        let (mut sum, mut rest) = (Hope::default(), 1.0);
        for event in first..self.events.len() {
            let likely = self.events[event].1;
            rest -= likely;
            let asked = match bounds {
                Window::OPEN => Window::OPEN,
                bounds => window.for_event(sum.worth, likely, rest, bounds),
            };
            let value = self.happened(position, first, event, depth, path, asked);
            sum.add(likely, value);
            if !asked.contains(value.worth) {
                // Whatever the rest brings, the average lies outside the window.
                let side = if value.worth <= asked.alpha { bounds.beta } else { bounds.alpha };
                sum.worth = match sum.worth + rest * side {
                    low if value.worth <= asked.alpha => low.min(window.alpha),
                    high => high.max(window.beta),
                };
                break;
            }
        }
        sum
    }

    /// The average over all events, one move deep, and what looking deeper changes in a few of them:
    /// they are drawn evenly from what is likely, the same ones whichever moves are compared.
    fn told_by_some(&mut self, position: &G, first: usize, depth: u32, path: Path, few: usize) -> Hope {
        let (mut sum, mut changes) = (Hope::default(), Hope::default());
        let (mut passed, mut drawn) = (0.0, 0);
        for event in first..self.events.len() {
            let likely = self.events[event].1;
            let glance = self.happened(position, first, event, 1, path, Window::OPEN);
            sum.add(likely, glance);
            passed += likely;
            let mut deep = None;
            while drawn < few && (drawn as f64 + path.lot) / few as f64 <= passed {
                let mut look = || self.happened(position, first, event, depth, path, Window::OPEN);
                changes.add(1.0, *deep.get_or_insert_with(&mut look));
                changes.add(-1.0, glance);
                drawn += 1;
            }
        }
        sum.add(1.0 / drawn.max(1) as f64, changes);
        sum
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
    ) -> Hope {
        let (happens, likely) = self.events[event];
        let next = position.brought(happens);
        let path = path.past(event - first, likely);
        let (before, turn) = (position.turn(), next.turn());
        self.expected(&next, depth, path, window.passed(before, turn)).passed(before, turn)
    }

    fn best(&mut self, position: &G, depth: u32, path: Path, window: Window) -> Hope {
        let first = self.moves.len();
        position.moves(&mut self.moves);
        if depth > 1 {
            self.keep_promising(position, first, depth, path);
        }
        let mut best: Option<Hope> = None;
        for chosen in first..self.moves.len() {
            let chosen = self.moves[chosen];
            let alpha = best.map_or(window.alpha, |best| best.worth.max(window.alpha));
            let value = self.after(position, chosen, depth, path, Window { alpha, ..window });
            best = best.filter(|best| best.worth >= value.worth).or(Some(value));
            if value.worth >= window.beta {
                break;
            }
        }
        self.moves.truncate(first);
        best.unwrap_or_else(|| self.prospect.finished(position))
    }

    /// Of the moves from the first of this position on leaves those that are worth a look so deep, the
    /// best first.
    fn keep_promising(&mut self, position: &G, first: usize, depth: u32, path: Path) {
        let promising = self.prospect.promising(path.ply, depth);
        if promising == Promising::ALL {
            return;
        }
        let moves = self.moves.split_off(first);
        let judge = |m| (m, self.after(position, m, 1, path, Window::OPEN).worth);
        let mut judged: Vec<_> = moves.into_iter().map(judge).collect();
        judged.sort_by(|(_, one), (_, other)| other.total_cmp(one));
        let count = promising.count(judged.iter().map(|(_, value)| *value));
        self.moves.extend(judged[..count].iter().map(|(m, _)| *m));
    }

    /// What the player to move can expect of a move.
    pub(super) fn after(
        &mut self,
        position: &G,
        chosen: G::Move,
        depth: u32,
        path: Path,
        window: Window,
    ) -> Hope {
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
        let hope = self.led_to(&next, depth - 1, path, window).passed(before, turn);
        Hope { worth: reward + hope.worth, ..hope }
    }
}
