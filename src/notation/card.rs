//! The visiting card of a game: what is fixed about it.

use std::iter;

use serde::Serialize;
use utoipa::ToSchema;

use super::Fault;
use crate::game::Player;
use crate::spelling::{digits, quoted};

/// The visiting card of a game.
#[derive(Clone, Copy, Debug)]
pub struct Card {
    /// The id on the wire: `tic-tac-toe`.
    pub id: &'static str,
    pub name: &'static str,
    /// What people may call it in place of the id: they are told the id.
    pub other_names: &'static [&'static str],
    /// How the two players are called, the one who starts first.
    pub players: [&'static str; 2],
    /// The unit of a score's value on the wire: `centipawns`, `discs`; `result` where winning is all
    /// there is: a win is 1.
    pub unit: &'static str,
    /// What a score's value counts, and how a proven win is told by it; a loss is the same below zero.
    pub counts: &'static str,
    /// What an estimate says about the chance to win.
    pub odds: Odds,
    /// Whether a proven win is told as moves to mate, too.
    pub mates: bool,
    /// How the game is played and won, for somebody who sits down to it.
    pub rules: &'static str,
    /// Some starts to offer, by size, the usual one first; empty where that one is all.
    pub starts: &'static [Start],
    /// How a position is written, in a sentence or two.
    pub position: &'static str,
    /// Positions in that notation, one of every size and variant: laws and fingerprints begin with
    /// them. The first is as good as any to try the game with.
    pub examples: &'static [&'static str],
    /// How a move is written, in a sentence or two.
    pub moves: &'static str,
    pub move_examples: &'static [&'static str],
    pub nature: Nature,
}

/// A start position, and what people call it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct Start {
    /// "13 x 13".
    pub name: &'static str,
    /// In the game's notation.
    pub position: &'static str,
}

impl Card {
    /// The id, and what else the game may be called.
    pub fn names(&self) -> impl Iterator<Item = &'static str> + use<> {
        iter::once(self.id).chain(self.other_names.iter().copied())
    }

    /// Whether people may mean this game by a name, in whatever letters.
    #[must_use]
    pub fn is_called(&self, name: &str) -> bool {
        self.names().chain([self.name]).any(|known| known.eq_ignore_ascii_case(name))
    }

    /// Whether a move may have spaces in it.
    #[must_use]
    pub fn moves_have_gaps(&self) -> bool {
        self.move_examples.iter().any(|example| example.contains(char::is_whitespace))
    }

    /// Whether a number alone may be a move.
    #[must_use]
    pub fn moves_may_be_numbers(&self) -> bool {
        self.move_examples.iter().any(|example| digits(example).is_some())
    }

    /// What a player is called: "white", "X".
    #[must_use]
    pub fn player_name(&self, player: Player) -> &'static str {
        match player {
            Player::First => self.players[0],
            Player::Second => self.players[1],
        }
    }

    /// Whom people mean by a name, in capitals or not, whatever blanks stand around it.
    #[must_use]
    pub fn player_named(&self, said: &str) -> Option<Player> {
        let named = |player: &Player| self.player_name(*player).eq_ignore_ascii_case(said.trim());
        Player::BOTH.into_iter().find(named)
    }

    /// The same, or what is wrong with the field that says it.
    pub fn player_meant(&self, said: &str, pointer: &'static str) -> Result<Player, Fault> {
        self.player_named(said).ok_or_else(|| {
            Fault::value(pointer, format!("{} is nobody who plays this", quoted(said)))
                .hint(format!("The players are {} and {}", self.players[0], self.players[1]))
        })
    }
}

/// What an estimate in the game's unit says about the chance to win.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Odds {
    /// So many units make a win ten times as likely.
    Tenfold(f64),
    /// So many units are a certain win, and the chance grows in proportion.
    Share(f64),
    /// Nobody wins: what counts is how much there is to gain.
    Gain,
}

impl Odds {
    /// The chance to win, a draw counted as half.
    #[must_use]
    pub fn win_probability(self, units: i32) -> f64 {
        match self {
            Odds::Tenfold(scale) => 1.0 / (1.0 + 10f64.powf(-f64::from(units) / scale)),
            Odds::Share(whole) => ((1.0 + f64::from(units) / whole) / 2.0).clamp(0.0, 1.0),
            Odds::Gain => 0.5,
        }
    }
}

/// The seven properties of a game as an environment to act in.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct Nature {
    /// A move has one result: no dice, no tiles.
    pub deterministic: bool,
    /// The world stands still while one thinks.
    pub r#static: bool,
    /// Both players see everything.
    pub observable: bool,
    /// How many players.
    pub agents: u8,
    /// The rules are known to the player.
    pub known: bool,
    /// Each move could be judged by itself, whatever came before it and comes after.
    pub episodic: bool,
    /// Positions and moves can be counted.
    pub discrete: bool,
}

impl Nature {
    /// The nature of a board game for two without dice or secrets.
    pub const OPEN: Nature = Nature {
        deterministic: true,
        r#static: true,
        observable: true,
        agents: 2,
        known: true,
        episodic: false,
        discrete: true,
    };
}
