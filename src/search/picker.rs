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
    /// Where history keeps what it says of the move.
    pub slot: usize,
    losing: bool,
    rank: i32,
}

impl<M> Candidate<M> {
    /// Whether the move was put behind all quiet ones: an exchange that loses.
    #[must_use]
    pub fn is_bad_noisy(&self) -> bool {
        self.losing
    }
}

/// Hands out the moves of one position, the most promising first. What is worth nothing before
/// its turn comes is not worked out before: most positions are cut by one of their first moves.
#[derive(Debug)]
pub struct Picker<M> {
    stage: Stage,
    noisy: Vec<Candidate<M>>,
    /// Quiet moves with their places, before their turn comes.
    unranked: Vec<(u16, M)>,
    quiet: Vec<Candidate<M>>,
    losing: Vec<Candidate<M>>,
}

/// Best first; within a stage the gain, the history and the hunches decide.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Stage {
    TableMove,
    Sorting,
    Noisy,
    RankingQuiet,
    Quiet,
    Losing,
}

/// The moves of a position, and what its surroundings say about them.
#[derive(Clone, Copy, Debug)]
pub struct Surroundings<'a, M> {
    /// As the game lists them.
    pub moves: &'a [M],
    /// The table's move, by its place.
    pub table_move: Option<u16>,
    pub killers: [Option<M>; 2],
    /// The slots of the moves that led here, the last first.
    pub before: &'a [Option<usize>],
}

impl<M> Default for Picker<M> {
    fn default() -> Self {
        Picker {
            stage: Stage::TableMove,
            noisy: Vec::new(),
            unranked: Vec::new(),
            quiet: Vec::new(),
            losing: Vec::new(),
        }
    }
}

impl<M: Copy + Eq> Picker<M> {
    /// Begins with another position. The picker keeps its memory, so that nothing is allocated in the
    /// tree.
    pub fn begin(&mut self) {
        self.stage = Stage::TableMove;
        self.noisy.clear();
        self.unranked.clear();
        self.quiet.clear();
        self.losing.clear();
    }

    /// The next best move.
    pub fn pick<G: Game<Move = M>, H: Heuristics<G>>(
        &mut self,
        position: &G,
        knowledge: &H,
        history: &History,
        around: &Surroundings<'_, M>,
    ) -> Option<Candidate<M>> {
        if self.stage == Stage::TableMove {
            self.stage = Stage::Sorting;
            if let Some(place) = around.table_move
                && let Some(&chosen) = around.moves.get(usize::from(place))
            {
                let noisy = knowledge.is_noisy(position, chosen);
                let slot = knowledge.slot(position, chosen);
                return Some(Candidate { place, chosen, noisy, slot, losing: false, rank: 0 });
            }
        }
        if self.stage == Stage::Sorting {
            self.sort(position, knowledge, history, around);
            self.stage = Stage::Noisy;
        }
        if self.stage == Stage::Noisy {
            while let Some(candidate) = take_best(&mut self.noisy) {
                if knowledge.exchange_gains(position, candidate.chosen, 0) {
                    return Some(candidate);
                }
                self.losing.push(Candidate { losing: true, ..candidate });
            }
            self.stage = Stage::RankingQuiet;
        }
        if self.stage == Stage::RankingQuiet {
            self.rank_quiet(position, knowledge, history, around);
            self.stage = Stage::Quiet;
        }
        if self.stage == Stage::Quiet {
            if let Some(candidate) = take_best(&mut self.quiet) {
                return Some(candidate);
            }
            self.stage = Stage::Losing;
        }
        take_best(&mut self.losing)
    }

    /// Hands out no more quiet moves: how many were left.
    pub fn leave_quiet(&mut self) -> usize {
        let left = self.quiet.len();
        self.quiet.clear();
        left
    }

    fn sort<G: Game<Move = M>, H: Heuristics<G>>(
        &mut self,
        position: &G,
        knowledge: &H,
        history: &History,
        around: &Surroundings<'_, M>,
    ) {
        let player = position.turn();
        for (place, &chosen) in (0..).zip(around.moves) {
            if around.table_move == Some(place) {
                continue;
            }
            if knowledge.is_noisy(position, chosen) {
                let slot = knowledge.slot(position, chosen);
                let rank = 16 * knowledge.gain(position, chosen) + history.noisy(player, slot) / 8;
                self.noisy.push(Candidate { place, chosen, noisy: true, slot, losing: false, rank });
            } else {
                self.unranked.push((place, chosen));
            }
        }
    }

    fn rank_quiet<G: Game<Move = M>, H: Heuristics<G>>(
        &mut self,
        position: &G,
        knowledge: &H,
        history: &History,
        around: &Surroundings<'_, M>,
    ) {
        let player = position.turn();
        let hunch = knowledge.hunches(position);
        for &(place, chosen) in &self.unranked {
            let slot = knowledge.slot(position, chosen);
            let killer = around.killers.iter().position(|k| *k == Some(chosen));
            let rank =
                history.quiet(player, slot, around.before) + hunch(chosen) + killer.map_or(0, |k| KILLERS[k]);
            self.quiet.push(Candidate { place, chosen, noisy: false, slot, losing: false, rank });
        }
    }
}

/// A killer comes before all other quiet moves, the last one first.
const KILLERS: [i32; 2] = [1 << 24, 1 << 23];

/// Removes the candidate of the highest rank.
fn take_best<M: Copy>(candidates: &mut Vec<Candidate<M>>) -> Option<Candidate<M>> {
    let mut best = 0;
    let mut highest = candidates.first()?.rank;
    for (number, candidate) in candidates.iter().enumerate().skip(1) {
        if candidate.rank > highest {
            (best, highest) = (number, candidate.rank);
        }
    }
    Some(candidates.swap_remove(best))
}
