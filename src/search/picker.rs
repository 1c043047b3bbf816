//! The order in which moves are tried. A good first move cuts the rest.

use super::heuristics::Heuristics;
use super::history::History;
use crate::game::Game;

/// A move with its place in the game's list, which is how the table remembers it.
#[derive(Clone, Copy, Debug)]
pub struct Candidate<M> {
    pub place: u16,
    pub chosen: M,
    pub noisy: bool,
    rank: i32,
}

/// Stages, best first; within a stage the history and the hunches decide.
const TABLE_MOVE: i32 = 1 << 28;
const GOOD_NOISY: i32 = 1 << 26;
const KILLER: i32 = 1 << 24;
const BAD_NOISY: i32 = -(1 << 26);

/// Hands out the moves of one position, the most promising first.
#[derive(Debug)]
pub struct Picker<M> {
    candidates: Vec<Candidate<M>>,
    next: usize,
}

/// What a position's surroundings say about its moves.
#[derive(Clone, Copy, Debug)]
pub struct Surroundings<'a, M> {
    /// The table's move, by its place.
    pub table_move: Option<u16>,
    pub killers: [Option<M>; 2],
    /// The slots of the moves that led here, the last first.
    pub before: &'a [Option<usize>],
}

impl<M> Default for Picker<M> {
    fn default() -> Self {
        Picker { candidates: Vec::new(), next: 0 }
    }
}

impl<M: Copy + Eq> Picker<M> {
    /// Takes the moves of a position and ranks them. The picker keeps its memory between
    /// positions, so that nothing is allocated in the tree.
    pub fn fill<G: Game<Move = M>, H: Heuristics<G>>(
        &mut self,
        position: &G,
        moves: &[M],
        knowledge: &H,
        history: &History,
        around: &Surroundings<'_, M>,
    ) {
        self.next = 0;
        self.candidates.clear();
        let player = position.turn();
        for (place, &chosen) in moves.iter().enumerate() {
            let place = place as u16;
            let noisy = knowledge.is_noisy(position, chosen);
            let slot = knowledge.slot(position, chosen);
            let rank = if around.table_move == Some(place) {
                TABLE_MOVE
            } else if noisy {
                let gain = 16 * knowledge.gain(position, chosen) + history.noisy(player, slot) / 8;
                // Whether the exchange is good is asked when its turn comes.
                GOOD_NOISY + gain
            } else {
                let learnt = history.quiet(player, slot, around.before);
                let killer = around.killers.iter().position(|k| *k == Some(chosen));
                killer.map_or(0, |k| KILLER - k as i32 * CLOSE) + learnt + knowledge.hunch(position, chosen)
            };
            self.candidates.push(Candidate { place, chosen, noisy, rank });
        }
    }

    /// The next best move.
    pub fn pick<G: Game<Move = M>, H: Heuristics<G>>(
        &mut self,
        position: &G,
        knowledge: &H,
    ) -> Option<Candidate<M>> {
        loop {
            let rest = &mut self.candidates[self.next..];
            let best = rest.iter().enumerate().max_by_key(|(n, c)| (c.rank, usize::MAX - n))?.0;
            rest.swap(0, best);
            let candidate = &mut rest[0];
            let unsure = candidate.noisy && (GOOD_NOISY - CLOSE..TABLE_MOVE).contains(&candidate.rank);
            if unsure && !knowledge.exchange_gains(position, candidate.chosen, 0) {
                candidate.rank += BAD_NOISY - GOOD_NOISY;
                continue;
            }
            self.next += 1;
            return Some(*candidate);
        }
    }
}

impl<M> Candidate<M> {
    /// Whether the move was put behind all quiet ones: an exchange that loses.
    #[must_use]
    pub fn is_bad_noisy(&self) -> bool {
        self.rank < BAD_NOISY + CLOSE
    }
}

/// More than any gain, history or hunch amounts to, and far less than lies between two stages.
const CLOSE: i32 = 1 << 22;
