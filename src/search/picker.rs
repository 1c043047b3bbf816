//! The order in which moves are tried. A good first move cuts the rest.

use super::heuristics::Heuristics;
use super::history::{History, Rows};
use super::table::Table;
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
///
/// It keeps its memory from one position to the next, so that nothing is allocated in the tree.
#[derive(Default, Debug)]
pub struct Picker {
    stage: Stage,
    /// The place of the first quiet move.
    first_quiet: u16,
    noisy: Vec<Ranked>,
    quiet: Vec<Ranked>,
    losing: Vec<Ranked>,
}

/// Best first; within a stage the gain, the history and the hunches decide.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
enum Stage {
    #[default]
    TableMove,
    RankingNoisy,
    Noisy,
    RankingQuiet,
    Quiet,
    Losing,
}

/// A move by its place in the game's list, which is all that is kept until it is picked.
#[derive(Clone, Copy, Debug)]
struct Ranked {
    rank: i32,
    place: u16,
}

/// The moves of a position, and what its surroundings say about them.
#[derive(Clone, Copy, Debug)]
pub struct Surroundings<'a, M> {
    /// As the game lists them.
    pub moves: &'a [M],
    /// The table's move, by its place.
    pub table_move: Option<u16>,
    pub killers: [Option<M>; 2],
    /// What the history keeps of the moves that led here.
    pub led: Rows,
}

impl Picker {
    /// Begins with another position.
    pub fn begin(&mut self) {
        self.stage = Stage::TableMove;
        self.first_quiet = 0;
        self.noisy.clear();
        self.quiet.clear();
        self.losing.clear();
    }

    /// The next best move.
    pub fn pick<G: Game, H: Heuristics<G>>(
        &mut self,
        position: &G,
        knowledge: &H,
        history: &History,
        table: &Table,
        around: &Surroundings<'_, G::Move>,
    ) -> Option<Candidate<G::Move>> {
        let candidate = |place: u16, noisy, losing| {
            let chosen = around.moves[usize::from(place)];
            // The search will ask about the position after the move: until then it can be fetched.
            if let Some(key) = knowledge.key_after(position, chosen) {
                table.expect(key);
            }
            Candidate { place, chosen, noisy, slot: knowledge.slot(position, chosen), losing }
        };
        if self.stage == Stage::TableMove {
            self.stage = Stage::RankingNoisy;
            if let Some(place) = around.table_move
                && let Some(&chosen) = around.moves.get(usize::from(place))
            {
                return Some(candidate(place, knowledge.is_noisy(position, chosen), false));
            }
        }
        if self.stage == Stage::RankingNoisy {
            self.rank_noisy(position, knowledge, history, around);
            self.stage = Stage::Noisy;
        }
        if self.stage == Stage::Noisy {
            while let Some(ranked) = take_best(&mut self.noisy) {
                let found = candidate(ranked.place, true, false);
                if knowledge.exchange_gains(position, found.chosen, 0) {
                    return Some(found);
                }
                self.losing.push(ranked);
            }
            self.stage = Stage::RankingQuiet;
        }
        if self.stage == Stage::RankingQuiet {
            self.rank_quiet(position, knowledge, history, around);
            self.stage = Stage::Quiet;
        }
        if self.stage == Stage::Quiet {
            if let Some(ranked) = take_best(&mut self.quiet) {
                return Some(candidate(ranked.place, false, false));
            }
            self.stage = Stage::Losing;
        }
        Some(candidate(take_best(&mut self.losing)?.place, true, true))
    }

    /// Hands out no more quiet moves: how many were left.
    pub fn leave_quiet(&mut self) -> usize {
        let left = self.quiet.len();
        self.quiet.clear();
        left
    }

    /// Ranks the noisy moves, which stand first.
    fn rank_noisy<G: Game, H: Heuristics<G>>(
        &mut self,
        position: &G,
        knowledge: &H,
        history: &History,
        around: &Surroundings<'_, G::Move>,
    ) {
        let player = position.turn();
        for (place, &chosen) in (0..).zip(around.moves) {
            if !knowledge.is_noisy(position, chosen) {
                break;
            }
            self.first_quiet = place + 1;
            if around.table_move != Some(place) {
                let slot = knowledge.slot(position, chosen);
                let rank = GAIN * knowledge.gain(position, chosen) + history.noisy(player, slot) / LEARNT;
                self.noisy.push(Ranked { rank, place });
            }
        }
    }

    fn rank_quiet<G: Game, H: Heuristics<G>>(
        &mut self,
        position: &G,
        knowledge: &H,
        history: &History,
        around: &Surroundings<'_, G::Move>,
    ) {
        let quiet = &around.moves[usize::from(self.first_quiet)..];
        if quiet.is_empty() {
            return; // what there is to say of them is costly to find out
        }
        let player = position.turn();
        let hunch = knowledge.hunches(position);
        for (place, &chosen) in (self.first_quiet..).zip(quiet) {
            debug_assert!(!knowledge.is_noisy(position, chosen), "the noisy moves stand first");
            if around.table_move != Some(place) {
                let slot = knowledge.slot(position, chosen);
                let killer = around.killers.iter().position(|k| *k == Some(chosen));
                let killer = killer.map_or(0, |k| KILLERS[k]);
                let rank = history.quiet(player, slot, around.led) + hunch(chosen) + killer;
                self.quiet.push(Ranked { rank, place });
            }
        }
    }
}

/// Noisy moves are ranked by what they gain, a unit counting for so much, and by a part of what the
/// history says: at its most certain it outweighs 125 units.
const GAIN: i32 = 16;
const LEARNT: i32 = 8;

/// A killer comes before all other quiet moves, the last one first.
const KILLERS: [i32; 2] = [1 << 24, 1 << 23];

/// Removes the move of the highest rank.
fn take_best(all: &mut Vec<Ranked>) -> Option<Ranked> {
    let (mut best, mut highest) = (0, all.first()?.rank);
    for (number, ranked) in all.iter().enumerate().skip(1) {
        let higher = ranked.rank > highest;
        // Chosen without a branch: the processor cannot foresee which is the best.
        best = if higher { number } else { best };
        highest = if higher { ranked.rank } else { highest };
    }
    Some(all.swap_remove(best))
}
