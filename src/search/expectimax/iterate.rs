//! The root: some moves deeper at a time, until a limit is met or nothing is left to find out.

use super::search::{Path, Search};
use super::{Hope, Promising, Prospect, Window};
use crate::game::Chance;
use crate::search::clock::Finished;
use crate::search::score::{FURTHEST, Value};
use crate::search::{Choice, Line, Question, Source, StoppedBy};

/// What differs by less is worth the same: averages are rounded.
const ROUNDED: f64 = 1e-9;

/// The next depth. Few games can be searched deeper than a few moves; those that can are nearly
/// solved, and small steps would only repeat the work.
fn deeper(depth: u32) -> u32 {
    depth + 1 + depth / 4
}

impl<G: Chance, P: Prospect<G>> Search<G, P> {
    /// Deepens until a limit is met.
    pub(super) fn deepen(
        &mut self,
        question: &Question<G>,
        watch: &mut dyn FnMut(&Choice<G::Move>),
    ) -> Choice<G::Move> {
        let position = &question.position;
        let mut root: Vec<_> = question.moves().into_iter().map(|m| (m, Hope::default())).collect();
        let only_move = question.has_one_move();
        let lines = question.lines.get().min(root.len());
        // A game that goes round in circles has no end, but the stack has.
        let deepest = self.prospect.deepest(position).clamp(1, FURTHEST as u32);
        let deepest = self.clock.budget().depth.unwrap_or(u32::MAX).clamp(1, deepest);
        let mut finished: Option<Choice<G::Move>> = None;
        let mut depth = 0;
        self.clock.look();
        loop {
            depth = deeper(depth).min(deepest);
            let guesses = self.guesses;
            let looked_at = self.iterate(position, &mut root, depth, lines);
            if self.clock.aborts() {
                let finished = finished.expect("the first depth is always finished");
                return Choice {
                    // The best come first: what was found out about them counts.
                    lines: if looked_at < lines {
                        finished.lines
                    } else {
                        self.told(position, &root[..lines])
                    },
                    stopped_by: self.clock.stopped_by().unwrap_or(finished.stopped_by),
                    nodes: self.clock.nodes,
                    time: self.clock.started.elapsed(),
                    ..finished
                };
            }
            self.clock.lose_patience();
            let solved = self.guesses == guesses && looked_at == root.len();
            let done = self.clock.reason_to_stop(Finished { solved, only_move, deepest: depth == deepest });
            let choice = Choice {
                lines: self.told(position, &root[..lines]),
                depth,
                selective_depth: depth,
                nodes: self.clock.nodes,
                time: self.clock.started.elapsed(),
                stopped_by: done.unwrap_or(StoppedBy::Depth),
                source: Source::Search,
            };
            watch(&choice);
            if done.is_some() {
                return choice;
            }
            finished = Some(choice);
        }
    }

    /// Looks `depth` moves deep at the promising ones of these moves, and puts the best first. Those
    /// that were not looked at follow as they stood; none was, if there was no time for the first.
    fn iterate(&mut self, position: &G, moves: &mut Vec<(G::Move, Hope)>, depth: u32, lines: usize) -> usize {
        let promising = match depth {
            1 => Promising::ALL,
            depth => self.prospect.promising(0, depth),
        };
        let next = self.prospect.promising(0, deeper(depth));
        let count = promising.count(moves.iter().map(|(_, hope)| hope.worth)).max(lines);
        let mut found: Vec<(G::Move, Hope)> = Vec::with_capacity(moves.len());
        for (chosen, _) in &moves[..count] {
            // What is certainly worse than all that will be told, and too far behind to be looked at any
            // deeper, need not be known exactly.
            let told = found.get(lines - 1).map_or(f64::NEG_INFINITY, |(_, hope)| hope.worth);
            let deeper = match found.first() {
                Some((_, best)) if next != Promising::ALL => best.worth - next.behind,
                _ => told,
            };
            let window = Window { alpha: told.min(deeper) - 2.0 * ROUNDED, ..Window::OPEN };
            let hope = self.after(position, *chosen, depth, Path::ROOT, window);
            if self.clock.aborts() {
                break;
            }
            let left = |chosen| self.prospect.left_to_play(position, chosen);
            let no_worse = |(other, theirs): &(G::Move, Hope)| {
                let behind = hope.worth - theirs.worth;
                behind < -ROUNDED || behind <= ROUNDED && left(*other) <= left(*chosen)
            };
            let place = found.partition_point(no_worse);
            found.insert(place, (*chosen, hope));
        }
        let looked_at = found.len();
        found.extend_from_slice(&moves[looked_at..]);
        *moves = found;
        looked_at
    }

    fn told(&self, root: &G, moves: &[(G::Move, Hope)]) -> Vec<Line<G::Move>> {
        let line = |(chosen, hope): &(G::Move, Hope)| {
            let value = match root.after(*chosen).outcome() {
                Some(outcome) => Value::finished(outcome, root.turn(), 1),
                None => self.prospect.told(root, *chosen, *hope),
            };
            Line { moves: vec![*chosen], value }
        };
        moves.iter().map(line).collect()
    }
}
