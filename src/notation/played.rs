//! A game as it was played.

use std::iter;

use crate::game::Game;

/// A game as it was played: where it began, its moves, and where they have led.
///
/// ```
/// use bestmove::games::pennies::Pennies;
/// use bestmove::notation::Played;
///
/// let mut game = Played::from(Pennies::new(14));
/// game.play(2);
/// game.play(3);
/// assert_eq!((game.start(), game.moves(), game.end()), (&Pennies::new(14), &[2, 3][..], &Pennies::new(9)));
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct Played<G: Game> {
    start: G,
    moves: Vec<G::Move>,
    end: G,
}

impl<G: Game> Played<G> {
    /// A game in which nothing has been played yet.
    pub fn from(start: G) -> Played<G> {
        Played { end: start.clone(), moves: Vec::new(), start }
    }

    /// Goes on with a legal move.
    pub fn play(&mut self, chosen: G::Move) {
        self.moves.push(chosen);
        self.end.apply(chosen);
    }

    pub fn start(&self) -> &G {
        &self.start
    }

    /// Oldest first.
    pub fn moves(&self) -> &[G::Move] {
        &self.moves
    }

    /// The position after all moves.
    pub fn end(&self) -> &G {
        &self.end
    }

    /// The position after all moves, for who needs no more.
    pub fn into_end(self) -> G {
        self.end
    }

    /// Every position, the start first.
    pub fn positions(&self) -> impl Iterator<Item = G> {
        let mut moves = self.moves.iter();
        iter::successors(Some(self.start.clone()), move |now| Some(now.after(*moves.next()?)))
    }
}
