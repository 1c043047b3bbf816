//! What may be true for all that a player has seen and heard: every world, as long as they are
//! not too many, and a sample of them beyond.

use std::collections::HashSet;

use super::clock::Clock;
use crate::dice::Dice;
use crate::game::{Game, Heard, Hidden};

/// The worlds that are possible. Each counts as likely as any other.
#[derive(Clone, Debug)]
pub struct Belief<W> {
    /// None is listed twice.
    pub worlds: Vec<W>,
    /// Whether the true world must be among them.
    pub complete: bool,
}

/// A sample with fewer worlds than this is filled up with others that fit the last view alone.
const FEWEST: usize = 12;
/// Imagining a world takes as long as looking at so many moves.
const IMAGINED: u64 = 100;

impl<W> Belief<W> {
    /// What may be true at `position`, after the views of the same player in `past`, oldest first;
    /// no more than `most` worlds. The clock counts the moves that are looked at; when it is out,
    /// history is given up for a few worlds that fit the last view.
    pub fn of<G: Hidden<World = W>>(
        past: &[G],
        position: &G,
        most: usize,
        dice: &mut Dice,
        clock: &mut Clock,
    ) -> Belief<W>
    where
        W: Game<Move = G::Move>,
    {
        let most = most.max(FEWEST);
        let mut belief = Belief { worlds: Vec::new(), complete: false };
        let mut views = past.iter().chain([position]);
        let first = views.next().expect("the position itself is a view");
        belief.begin::<G>(first, most, dice, clock);
        for view in views {
            belief.hear::<G>(&view.heard(), most, dice, clock);
            if clock.look() {
                belief.worlds.clear();
                belief.begin::<G>(position, FEWEST, dice, clock);
                break;
            }
            if !belief.complete || belief.worlds.is_empty() {
                belief.begin::<G>(view, most, dice, clock);
            }
        }
        belief
    }

    /// Takes all worlds that a view allows, or fills up with some of them: at least one if any is
    /// found, however late it is.
    fn begin<G: Hidden<World = W>>(&mut self, view: &G, most: usize, dice: &mut Dice, clock: &mut Clock) {
        if let Some(all) = view.worlds(most)
            && !all.is_empty()
        {
            *self = Belief { worlds: all, complete: true };
            return;
        }
        self.complete = false;
        let mut known: HashSet<u64> = self.worlds.iter().map(G::key).collect();
        // The worlds that history leads to are better; a few others keep the player from being
        // too sure of them.
        for _ in self.worlds.len()..FEWEST {
            if clock.look() && !self.worlds.is_empty() {
                break;
            }
            clock.count(IMAGINED);
            let Some(world) = view.imagine(dice) else { break };
            if known.insert(G::key(&world)) {
                self.worlds.push(world);
            }
        }
    }

    /// Keeps and follows the worlds in which this would have been heard.
    fn hear<G: Hidden<World = W>>(
        &mut self,
        heard: &Heard<G::Move, G::Word>,
        most: usize,
        dice: &mut Dice,
        clock: &mut Clock,
    ) where
        W: Game<Move = G::Move>,
    {
        let mut umpire = |world: &W, tried| {
            clock.tick();
            G::umpire(world, tried)
        };
        match *heard {
            Heard::Nothing => {}
            Heard::Refused(tried) => self.worlds.retain(|world| umpire(world, tried).is_none()),
            Heard::Granted(tried, word) => {
                let said = |world: &W| umpire(world, tried).filter(|(_, said)| *said == word);
                let next = self.worlds.iter().filter_map(said).map(|(next, _)| next);
                // Worlds may have differed in what was taken.
                let mut known = HashSet::new();
                self.worlds = next.filter(|next| known.insert(G::key(next))).collect();
            }
            Heard::Opponent(word) => {
                let mut known = HashSet::new();
                let mut moves = Vec::new();
                let mut next = Vec::new();
                shuffle(&mut self.worlds, dice);
                let worlds = self.worlds.len();
                for (number, world) in self.worlds.iter().enumerate() {
                    if clock.is_out() {
                        self.complete = false;
                        break;
                    }
                    // What is left is shared among the worlds that are left.
                    let mut share = (most.saturating_sub(next.len())) / (worlds - number);
                    moves.clear();
                    world.moves(&mut moves);
                    if share < moves.len() {
                        shuffle(&mut moves, dice);
                        share = share.max(usize::from(next.len() < most));
                    }
                    for tried in &moves {
                        if share == 0 {
                            self.complete = false;
                            break;
                        }
                        clock.tick();
                        if let Some((after, said)) = G::umpire(world, *tried)
                            && said == word
                            && known.insert(G::key(&after))
                        {
                            next.push(after);
                            share -= 1;
                        }
                    }
                }
                self.worlds = next;
            }
        }
    }

    /// The worlds in random order.
    pub fn shuffled(mut self, dice: &mut Dice) -> Belief<W> {
        shuffle(&mut self.worlds, dice);
        self
    }
}

fn shuffle<T>(all: &mut [T], dice: &mut Dice) {
    for last in (1..all.len()).rev() {
        all.swap(last, dice.below(last + 1));
    }
}
