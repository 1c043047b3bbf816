//! How promising a move looks before any sample, as a chance from 0 to 1.

use super::around::Ground;
use super::points::{Point, distance, neighbours, ring};
use super::reading::{falls, is_caught_from, is_self_atari, vital};
use super::rules::{Go, Vertex, outcome_of};
use super::shapes::is_shape;
use super::stones::Stones;

const ORDINARY: f32 = 0.5;
/// Fills an eye of one's own.
const FILLS_EYE: f32 = 0.02;
/// Puts a chain of one's own in atari.
const SELF_ATARI: f32 = 0.15;
/// Takes stones.
const CAPTURES: f32 = 0.85;
/// Saves a chain from being taken,
const ESCAPES: f32 = 0.75;
/// or only makes it larger before it is.
const RUNS_IN_VAIN: f32 = 0.25;
/// Begins a ladder that works, or breaks out of one before it begins.
const LADDER: f32 = 0.7;
/// The heart of a small land beside the last move.
const VITAL: f32 = 0.8;
/// Makes a shape that is often good, next to the last move.
const SHAPES: f32 = 0.65;
/// Is next to the last move,
const ANSWERS: f32 = 0.58;
/// or near it.
const NEAR: f32 = 0.54;
/// Lies on the edge, far from any stone.
const LONELY_EDGE: f32 = 0.3;
const PASS: f32 = 0.1;
/// A second pass that ends a won game.
const ENDS_WON: f32 = 1.0;

impl Go {
    pub(super) fn promise_of(&self, vertex: Vertex) -> f32 {
        let Vertex::At(point) = vertex else {
            let ends_won = self.passes > 0 && outcome_of(self.lead()).winner() == Some(self.turn);
            return if ends_won { ENDS_WON } else { PASS };
        };
        let (stones, turn) = (&self.stones, self.turn);
        if stones.around(point).is_eye_of(turn) {
            FILLS_EYE
        } else if stones.captures(point, turn) > 0 {
            CAPTURES
        } else if is_self_atari(stones, point, turn) {
            SELF_ATARI
        } else if let Some(promise) = self.promise_of_chains(point) {
            promise
        } else if let Some(last) = self.last {
            self.promise_of_answer(point, last)
        } else if is_lonely_edge(stones, point) {
            LONELY_EDGE
        } else {
            ORDINARY
        }
    }

    /// What a move means for the chains beside it that have two liberties at most.
    fn promise_of_chains(&self, point: Point) -> Option<f32> {
        let (stones, turn) = (&self.stones, self.turn);
        let mut best = None;
        for n in neighbours(point) {
            let Ground::Stone(owner) = stones.ground(n) else { continue };
            let found = match stones.liberties::<3>(n).len() {
                1 => Some(if falls(stones, n) { RUNS_IN_VAIN } else { ESCAPES }),
                2 if owner != turn => is_caught_from(stones, n, point).then_some(LADDER),
                2 => {
                    let both = stones.liberties::<2>(n);
                    both.iter().any(|liberty| is_caught_from(stones, n, *liberty)).then_some(LADDER)
                }
                _ => None,
            };
            best = found.into_iter().chain(best).reduce(f32::max);
        }
        best
    }

    fn promise_of_answer(&self, point: Point, last: Point) -> f32 {
        let stones = &self.stones;
        let touches = ring(last).contains(&point);
        if vital(stones, last) == Some(point) {
            VITAL
        } else if touches && is_shape(stones, point) {
            SHAPES
        } else if touches {
            ANSWERS
        } else if is_lonely_edge(stones, point) {
            LONELY_EDGE
        } else if distance(point, last) <= 3 {
            NEAR
        } else {
            ORDINARY
        }
    }
}

/// A point on the first line with no stone within two steps.
fn is_lonely_edge(stones: &Stones, point: Point) -> bool {
    let is_border = |n: &Point| stones.ground(*n) == Ground::Border;
    let is_bare = |n: Point| !matches!(stones.ground(n), Ground::Stone(_));
    let mut near = neighbours(point).into_iter().filter(|n| !is_border(n));
    neighbours(point).iter().any(is_border)
        && near.all(|n| is_bare(n) && neighbours(n).into_iter().all(is_bare))
}
