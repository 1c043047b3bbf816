//! What may be true for all that a player has seen and heard: every world, as long as they are
//! not too many, and a sample of them beyond.

pub mod pace;

use std::collections::HashSet;

use self::pace::{FEWEST, LOOKS_A_WORLD, Pace, Share};
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

/// Of a view that allows no more worlds than this, such as a lone king's, all of them are followed.
pub const SMALL: usize = 64;
/// History is followed from as far back as so many worlds can be followed, on the way.
const ENOUGH: usize = 24;
/// An attempt to imagine a world takes as long as looking at so many moves.
const ATTEMPTED: u64 = 10;
/// What imagining a few worlds takes where not much was said: there is always time for that.
const A_FEW: u64 = 1_200;

impl<W> Belief<W> {
    /// What may be true at `position`, after the views of the same player in `past`, oldest first.
    /// The clock counts the moves that are looked at. The less there is to spend, the fewer worlds
    /// are followed, and the later the history begins; when it is spent all the same, history is
    /// given up for a few worlds that fit the last view.
    pub fn of<G: Hidden<World = W>>(
        past: &[G],
        position: &G,
        share: Share,
        dice: &mut Dice,
        clock: &mut Clock,
    ) -> Belief<W>
    where
        W: Game<Move = G::Move>,
    {
        let views: Vec<&G> = past.iter().chain([position]).collect();
        let mut pace = Pace::new(share, clock);
        let first = outset(&views, pace.left());
        let mut ahead = views[first + 1..].iter().filter(|view| opponent_moved(**view)).count() as u64;
        let mut belief = Belief { worlds: Vec::new(), complete: false };
        belief.begin(views[first], ahead, dice, &mut pace);
        for (place, view) in views.iter().enumerate().skip(first + 1) {
            belief.hear(*view, ahead, dice, &mut pace);
            ahead -= u64::from(opponent_moved(*view));
            if pace.is_out() && (place + 1 < views.len() || belief.worlds.is_empty()) {
                belief.worlds.clear();
                belief.begin(position, 0, dice, &mut pace);
                break;
            }
            if !belief.complete || belief.worlds.is_empty() {
                belief.begin(*view, ahead, dice, &mut pace);
            }
        }
        belief
    }

    /// Takes all worlds that a view allows, or fills up with some of them: of the last view at
    /// least one if any is found, however late it is.
    fn begin<G: Hidden<World = W>>(&mut self, view: &G, ahead: u64, dice: &mut Dice, pace: &mut Pace<'_>) {
        // Of many worlds those that history leads to are better than all; of few none is overlooked.
        let most = if self.worlds.len() < FEWEST { pace.worlds(ahead + 1) } else { 0 };
        if let Some(breadth) = view.breadth().filter(|breadth| *breadth <= most.max(SMALL)) {
            pace.count(breadth as u64);
            let all = view.worlds();
            if !all.is_empty() {
                *self = Belief { worlds: all, complete: true };
                return;
            }
        }
        self.complete = false;
        let mut known: HashSet<u64> = self.worlds.iter().map(G::key).collect();
        // The worlds that history leads to are better; a few others keep the player from being
        // too sure of them. On the way no more than half of what is left goes into that.
        let allowed = match ahead {
            0 => pace.left().max(A_FEW),
            _ => pace.left() / ahead / 2,
        };
        let enough = pace.spent().saturating_add(allowed);
        for _ in self.worlds.len()..FEWEST {
            let patient = self.worlds.is_empty() && ahead == 0;
            let mut go_on = || {
                let goes_on = patient || !pace.is_spent() && pace.spent() < enough;
                pace.count(if goes_on { ATTEMPTED } else { 0 });
                goes_on
            };
            let Some(world) = view.imagine(dice, &mut go_on) else { break };
            if known.insert(G::key(&world)) {
                self.worlds.push(world);
            }
        }
    }

    /// Keeps and follows the worlds in which this would have been heard, with so many moves of the
    /// opponent's ahead.
    fn hear<G: Hidden<World = W>>(&mut self, view: &G, ahead: u64, dice: &mut Dice, pace: &mut Pace<'_>)
    where
        W: Game<Move = G::Move>,
    {
        let mut umpire = |world: &W, tried| {
            pace.count(1);
            G::umpire(world, tried)
        };
        match view.heard() {
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
                // Where no more are allowed, none has to be left out.
                let few = view.breadth().is_some_and(|breadth| breadth <= SMALL);
                let most = if few { usize::MAX } else { pace.worlds(ahead) };
                self.follow::<G>(word, most, dice, pace);
            }
        }
    }

    /// Follows the opponent's moves of which this would have been said, to so many worlds at most.
    fn follow<G: Hidden<World = W>>(
        &mut self,
        word: G::Word,
        most: usize,
        dice: &mut Dice,
        pace: &mut Pace<'_>,
    ) where
        W: Game<Move = G::Move>,
    {
        let mut known = HashSet::new();
        let mut moves = Vec::new();
        let mut next = Vec::new();
        // Words that hardly any move explains must not take all that is left.
        let enough = pace.spent().saturating_add(pace.left() / 2);
        shuffle(&mut self.worlds, dice);
        let worlds = self.worlds.len();
        for (number, world) in self.worlds.iter().enumerate() {
            if pace.is_out() || pace.spent() >= enough && !next.is_empty() {
                self.complete = false;
                break;
            }
            // What is left is shared among the worlds that are left.
            let mut share = most.saturating_sub(next.len()) / (worlds - number);
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
                pace.count(1);
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

    /// The worlds in random order.
    pub fn shuffled(mut self, dice: &mut Dice) -> Belief<W> {
        shuffle(&mut self.worlds, dice);
        self
    }
}

fn opponent_moved<G: Hidden>(view: &G) -> bool {
    matches!(view.heard(), Heard::Opponent(_))
}

/// From which view on history can be followed while so many moves are looked at.
fn outset<G: Hidden>(views: &[&G], looks: u64) -> usize {
    let mut left = looks;
    for (place, view) in views.iter().enumerate().skip(1).rev().filter(|(_, view)| opponent_moved(**view)) {
        let worlds = view.breadth().filter(|breadth| *breadth <= SMALL).unwrap_or(ENOUGH);
        match left.checked_sub(LOOKS_A_WORLD * worlds as u64) {
            Some(rest) => left = rest,
            None => return place,
        }
    }
    0
}

fn shuffle<T>(all: &mut [T], dice: &mut Dice) {
    for last in (1..all.len()).rev() {
        all.swap(last, dice.below(last + 1));
    }
}
