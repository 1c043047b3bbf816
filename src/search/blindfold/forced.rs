//! Wins that cannot fail, whichever of the possible worlds is the true one.

use std::collections::{HashMap, HashSet};

use crate::game::{Game, Hidden, Outcome};
use crate::search::clock::Clock;
use crate::search::heuristics::{Heuristics, Over};

/// Looks for wins that every world grants.
pub struct Certainty<'a, H> {
    pub knowledge: &'a H,
    pub clock: &'a mut Clock,
    /// Moves that may still be looked at.
    pub left: u64,
}

impl<H> Certainty<'_, H> {
    /// A try with which the player to move in all of these worlds wins in so many moves at most,
    /// among some tries only if they are named. None: there is none, or it was not found in time.
    pub fn winning<G: Hidden>(&mut self, worlds: &[G::World], only: &[G::Move], moves: u32) -> Option<G::Move>
    where
        H: Heuristics<G::World>,
    {
        if worlds.is_empty() {
            return None;
        }
        let tries = if only.is_empty() { possible::<G>(worlds) } else { only.to_vec() };
        tries.into_iter().find(|tried| self.wins::<G>(worlds, *tried, moves))
    }

    /// Whether trying this wins in all the worlds, with whatever has to follow.
    fn wins<G: Hidden>(&mut self, worlds: &[G::World], tried: G::Move, moves: u32) -> bool
    where
        H: Heuristics<G::World>,
    {
        let us = worlds[0].turn();
        let mut refused = Vec::new();
        // What is heard of a move and of its answer tells the worlds apart: each group needs a win
        // of its own.
        let mut groups: Vec<Vec<G::World>> = Vec::new();
        let mut places: HashMap<(G::Word, G::Word), usize> = HashMap::new();
        for world in worlds {
            if self.spent() {
                return false;
            }
            let Some((next, word)) = G::umpire(world, tried) else {
                refused.push(world.clone());
                continue;
            };
            if let Some(outcome) = self.ended(&next) {
                if outcome.winner() != Some(us) {
                    return false;
                }
                continue;
            }
            if moves <= 1 {
                return false;
            }
            for reply in next.legal_moves() {
                if self.spent() {
                    return false;
                }
                let Some((after, heard)) = G::umpire(&next, reply) else { continue };
                if self.ended(&after).is_some() {
                    return false;
                }
                let place = *places.entry((word, heard)).or_insert(groups.len());
                match groups.get_mut(place) {
                    Some(group) => group.push(after),
                    None => groups.push(vec![after]),
                }
            }
        }
        // Refused everywhere: nothing has changed.
        if refused.len() == worlds.len() {
            return false;
        }
        groups.into_iter().map(distinct::<G>).all(|group| self.winning::<G>(&group, &[], moves - 1).is_some())
            && (refused.is_empty() || self.winning::<G>(&refused, &[], moves).is_some())
    }

    fn ended<W: Game>(&self, world: &W) -> Option<Outcome>
    where
        H: Heuristics<W>,
    {
        match self.knowledge.over(world) {
            Over::Yes(outcome) => Some(outcome),
            Over::No => None,
            Over::AskMoves => world.outcome(),
        }
    }

    fn spent(&mut self) -> bool {
        self.left = self.left.saturating_sub(1);
        self.clock.tick() || self.left == 0
    }
}

/// What is legal in some of the worlds, each once.
fn possible<G: Hidden>(worlds: &[G::World]) -> Vec<G::Move> {
    let mut all = Vec::new();
    for world in worlds {
        for legal in world.legal_moves() {
            if !all.contains(&legal) {
                all.push(legal);
            }
        }
    }
    all
}

fn distinct<G: Hidden>(mut worlds: Vec<G::World>) -> Vec<G::World> {
    let mut known = HashSet::new();
    worlds.retain(|world| known.insert(G::key(world)));
    worlds
}
