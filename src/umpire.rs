//! A game of hidden information under an umpire, who alone sees all of it: whatever a player tries
//! is answered, and both players hear what is theirs to hear.

use std::mem;

use crate::game::{Game, Hidden, Player};
use crate::notation::{Fault, Notation};

/// A game of hidden information that an umpire can lead.
pub trait Umpired: Notation + Hidden<World: Notation> {
    /// What a player knows before the first move.
    fn start_of(player: Player) -> Self;

    /// What is said of a try, as [`Notation::played`] reads it. None: it is refused.
    fn saying(answer: Option<Self::Word>) -> String;

    /// The word for a move that ends the game by what was played before, too, which
    /// [`Hidden::umpire`] does not know: by repetition.
    fn at_the_end(word: Self::Word) -> Self::Word;
}

/// A game that is being played.
///
/// ```
/// use bestmove::game::Player;
/// use bestmove::games::chess::kriegspiel::Kriegspiel;
/// use bestmove::notation::{Fault, Notation};
/// use bestmove::umpire::Umpire;
///
/// let mut umpire = Umpire::<Kriegspiel>::default();
/// let tried = umpire.view(Player::First).parse_move("e2e4")?;
/// umpire.answer(tried)?;
/// assert_eq!(umpire.heard(Player::First), ["e2e4 moved"]);
/// assert_eq!(umpire.heard(Player::Second), ["moved"]);
/// # Ok::<(), Fault>(())
/// ```
#[derive(Clone, Debug)]
pub struct Umpire<G: Umpired> {
    /// Every position so far, the one as it is now last.
    worlds: Vec<G::World>,
    players: [Listener<G>; 2],
}

/// A player, by what was seen and heard.
#[derive(Clone, Debug)]
struct Listener<G> {
    /// What is known now.
    view: G,
    /// What was known before, oldest first.
    past: Vec<G>,
    heard: Vec<String>,
}

impl<G: Umpired> Default for Umpire<G> {
    /// Before the first move.
    fn default() -> Umpire<G> {
        let listener = |player| Listener { view: G::start_of(player), past: Vec::new(), heard: Vec::new() };
        Umpire { worlds: vec![G::World::start()], players: Player::BOTH.map(listener) }
    }
}

impl<G: Umpired> Umpire<G> {
    /// The position as it is.
    #[must_use]
    pub fn world(&self) -> &G::World {
        self.worlds.last().expect("a game begins somewhere")
    }

    /// The positions before, oldest first.
    #[must_use]
    pub fn past_worlds(&self) -> &[G::World] {
        &self.worlds[..self.worlds.len() - 1]
    }

    /// Who is to move.
    #[must_use]
    pub fn turn(&self) -> Player {
        self.world().turn()
    }

    /// Whether both have heard that the game has ended.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.view(self.turn()).outcome().is_some()
    }

    /// What a player knows now.
    #[must_use]
    pub fn view(&self, player: Player) -> &G {
        &self.players[player as usize].view
    }

    /// What a player has known before, oldest first.
    #[must_use]
    pub fn past(&self, player: Player) -> &[G] {
        &self.players[player as usize].past
    }

    /// What a player has tried and heard so far, each as [`Notation::played`] reads it.
    #[must_use]
    pub fn heard(&self, player: Player) -> &[String] {
        &self.players[player as usize].heard
    }

    /// Answers the player to move. None: the try was refused, and nobody else hears of it.
    ///
    /// # Errors
    /// Refuses what the player could have known to be senseless.
    pub fn answer(&mut self, tried: G::Move) -> Result<Option<G::Word>, Fault> {
        let mover = self.turn();
        let answer = G::umpire(self.world(), tried).map(|(world, word)| {
            let is_over = world.ending(&self.worlds).is_some();
            (world, if is_over { G::at_the_end(word) } else { word })
        });
        let word = answer.as_ref().map(|(_, word)| *word);
        let said = G::saying(word);
        let own = format!("{} {said}", self.view(mover).write_move(tried));
        self.players[mover as usize].hear(own)?;
        if let Some((world, _)) = answer {
            self.players[mover.opponent() as usize].hear(said)?;
            self.worlds.push(world);
        }
        Ok(word)
    }
}

impl<G: Umpired> Listener<G> {
    fn hear(&mut self, said: String) -> Result<(), Fault> {
        let next = self.view.played(&said)?;
        self.past.push(mem::replace(&mut self.view, next));
        self.heard.push(said);
        Ok(())
    }
}
