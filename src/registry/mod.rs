//! Every game behind one door: names and JSON in, JSON out. One line a game.
//!
//! [`Registry`] finds a [`Room`] by its game's id; whatever the game is, a room chooses moves,
//! reads positions and [`written`] games and describes its game in the shapes that go over the wire: an
//! [`answer`] with its [`score`] and the [`opening`], a [`position`], an [`evaluation`], a [`tree`], a
//! [`review`], what an [`umpire`] says, a [`description`].

pub mod answer;
pub mod description;
pub mod evaluation;
mod judgement;
pub mod level;
pub mod opening;
pub mod position;
mod record;
pub mod review;
mod room;
pub mod score;
mod telling;
pub mod tree;
pub mod umpire;
mod work;
pub mod written;

pub use record::Naming;
pub use room::{Ask, Glance, Room};
pub use work::{Means, Visited, Work};
pub use written::Written;

use std::sync::Arc;
use std::thread;

use crate::games::backgammon::{self, Backgammon};
use crate::games::checkers::{self, Checkers};
use crate::games::chess::kriegspiel::{self, Kriegspiel};
use crate::games::chess::{self, Chess};
use crate::games::connect_four::{self, ConnectFour};
use crate::games::go::{self, Go};
use crate::games::mancala::{self, Kalah};
use crate::games::othello::{self, Othello};
use crate::games::pennies::Pennies;
use crate::games::tic_tac_toe::{self, TicTacToe};
use crate::games::twenty_forty_eight::{self, TwentyFortyEight};
use crate::notation::{Card, Notation};
use crate::search::alphabeta::AlphaBeta;
use crate::search::expectimax::Expectimax;
use crate::search::formula::ByFormula;
use crate::search::heuristics::Heuristics;
use crate::search::memories::Memories;
use crate::search::{Budget, Engine, Stop};
use crate::spelling::nearest;
use crate::umpire::Umpired;
use room::Tenant;

/// The games that are served.
#[derive(Default)]
pub struct Registry {
    rooms: Vec<Box<dyn Room>>,
    edition: u64,
    memories: Arc<Memories>,
}

impl Registry {
    /// Every game of the house. It remembers nothing from one question to the next.
    #[must_use]
    pub fn standard() -> Registry {
        Registry::furnished(chess::Knowledge::default(), Memories::default())
    }

    /// Every game of the house, chess with what an operator has added to its knowledge, and room
    /// for what is to be remembered of games that go on.
    #[must_use]
    pub fn furnished(chess: chess::Knowledge, memories: Memories) -> Registry {
        let empty = Registry { rooms: Vec::new(), edition: chess.edition(), memories: Arc::new(memories) };
        empty
            .searching::<Chess>(chess)
            .searching::<TicTacToe>(tic_tac_toe::Knowledge::default())
            .searching::<ConnectFour>(connect_four::Knowledge)
            .with::<Pennies>(ByFormula)
            .searching::<Othello>(othello::Knowledge)
            .searching::<Checkers>(checkers::Knowledge)
            .searching::<Kalah>(mancala::Knowledge)
            .with::<Go>(go::SAMPLER)
            .with::<TwentyFortyEight>(Expectimax::new(twenty_forty_eight::Knowledge))
            .with_umpire::<Kriegspiel>(kriegspiel::engine())
            .with::<Backgammon>(Expectimax::new(backgammon::Knowledge))
    }

    /// Adds a game and the engine that plays it.
    #[must_use]
    pub fn with<G: Notation>(mut self, engine: impl Engine<G>) -> Registry {
        self.rooms.push(Box::new(Tenant::<G>::new(engine)));
        self
    }

    /// Adds a game that is played by alpha-beta with what is known about it.
    #[must_use]
    pub fn searching<G: Notation>(self, knowledge: impl Heuristics<G>) -> Registry {
        let engine = AlphaBeta::new(knowledge).remembering(self.memories.clone());
        self.with(engine)
    }

    /// Adds a game of hidden information, the engine that plays it and an umpire who leads it.
    #[must_use]
    pub fn with_umpire<G: Umpired>(mut self, engine: impl Engine<G>) -> Registry {
        self.rooms.push(Box::new(Tenant::<G>::with_umpire(engine)));
        self
    }

    /// Has every engine prepare itself and look at its card's examples, all side by side: what is worked out
    /// when it is first asked for is there before anybody waits for it.
    pub fn warm_up(&self) {
        thread::scope(|threads| {
            for room in self.iter() {
                threads.spawn(|| warm_up(room));
            }
        });
    }

    /// Tells apart what operators have added: registries of one build with the same number answer
    /// alike.
    #[must_use]
    pub fn edition(&self) -> u64 {
        self.edition
    }

    /// What is remembered of games that may go on.
    #[must_use]
    pub fn memories(&self) -> &Memories {
        &self.memories
    }

    /// The ids of all games.
    pub fn ids(&self) -> impl Iterator<Item = &'static str> {
        self.iter().map(|room| room.card().id)
    }

    /// The room of a game, by the id on its card.
    #[must_use]
    pub fn room(&self, id: &str) -> Option<&dyn Room> {
        self.iter().find(|room| room.card().id == id)
    }

    /// The id of the game that was probably meant by a name that is no id.
    #[must_use]
    pub fn meant(&self, name: &str) -> Option<&'static str> {
        let cards = || self.iter().map(|room| room.card());
        let known = nearest(name, cards().flat_map(Card::names))?;
        cards().find(|card| card.names().any(|name| name == known)).map(|card| card.id)
    }

    /// How many moves are read of any game; of most, fewer.
    #[must_use]
    pub fn longest(&self) -> usize {
        self.iter().map(Room::longest).max().unwrap_or(0)
    }

    pub fn iter(&self) -> impl Iterator<Item = &dyn Room> {
        self.rooms.iter().map(AsRef::as_ref)
    }
}

fn warm_up(room: &dyn Room) {
    room.prepare();
    for example in room.card().examples {
        let glance = Budget { nodes: Some(1), ..Budget::depth(1) };
        // Some of them are finished games, or wait for dice.
        if let Ok(work) = room.best_move(&Ask::new(Naming::of(example), glance)) {
            work(&Stop::new(), &mut drop);
        }
    }
}
