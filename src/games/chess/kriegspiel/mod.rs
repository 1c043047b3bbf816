//! Kriegspiel, by the rules of the Internet Chess Club's Wild 16: chess in which nobody sees the
//! other's men. Part of chess's room, for its boards are chess's.
//!
//! - [`Kriegspiel`] here is what one player knows: the own men, and what the umpire said;
//! - [`words`]: what an umpire says, as text; [`umpire`]: what the umpire says of a move;
//! - `tries`: what can be tried; `told`: what is known after the umpire has spoken;
//! - `worlds`: the boards that a view allows; `view`: a view as text; `notation`: what the house asks of
//!   every game.

mod notation;
mod told;
mod tries;
pub mod umpire;
mod view;
pub mod words;
mod worlds;

use cozy_chess::{BitBoard, Board, Color, File, Move, Piece, Rank, Square};

use self::words::{End, Words};
use super::draws::nobody_can_mate;
use super::rules::{Wing, player};
use crate::game::{Game, Heard, Outcome, Player};
use crate::notation::Odds;
use crate::search::blindfold::Blindfold;

/// What an estimate says where nobody sees the other's men: even a piece more is often given back.
const ODDS: Odds = Odds::Tenfold(1_200.0);

/// Plays kriegspiel by what is known about chess.
#[must_use]
pub fn engine() -> Blindfold<super::Knowledge> {
    Blindfold::new(super::Knowledge::default(), ODDS)
}

/// What one player knows of a game of kriegspiel.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Kriegspiel {
    viewer: Color,
    /// The viewer's men, by kind.
    men: [BitBoard; Piece::NUM],
    /// The viewer's rooks that may still castle, where they stand.
    rooks: BitBoard,
    /// The square that a pawn of the viewer's has just passed.
    passed: Option<Square>,
    left: Left,
    turn: Color,
    /// What the umpire has said of the position as it stands: about checks and pawn tries of the
    /// player to move. None: nothing was heard.
    said: Option<Words>,
    /// What was refused in this turn.
    refused: Vec<Move>,
    /// What waits for the umpire's answer.
    tried: Option<Move>,
    heard: Heard<Move, Words>,
}

/// The men that the opponent has left.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Left {
    /// The king among them.
    men: u8,
    /// How many may be pawns: those that were not taken as such. Any of them may have been
    /// promoted.
    pawns: u8,
}

impl Kriegspiel {
    /// How the game looks to a player before the first move.
    #[must_use]
    pub fn begun(viewer: Color) -> Kriegspiel {
        let board = Board::default();
        let corners = [File::A, File::H].map(|file| Square::new(file, Rank::First.relative_to(viewer)));
        Kriegspiel {
            viewer,
            men: Piece::ALL.map(|piece| board.colored_pieces(viewer, piece)),
            rooks: corners.into_iter().collect(),
            passed: None,
            left: Left { men: 16, pawns: 8 },
            turn: board.side_to_move(),
            said: None,
            refused: Vec::new(),
            tried: None,
            heard: Heard::Nothing,
        }
    }

    /// Whether this is the view of somebody before the first move of a game.
    fn is_begun(&self) -> bool {
        let known = |view: &Kriegspiel| (view.men, view.rooks, view.left, view.turn);
        // Men may come home again, but something was said by then.
        self.said.is_none() && known(self) == known(&Kriegspiel::begun(self.viewer))
    }

    fn own(&self) -> BitBoard {
        self.men.into_iter().fold(BitBoard::EMPTY, |all, men| all | men)
    }

    fn man_on(&self, square: Square) -> Option<Piece> {
        Piece::ALL.into_iter().find(|piece| self.men[*piece as usize].has(square))
    }

    fn king(&self) -> Square {
        self.men[Piece::King as usize].next_square().expect("every view has a king")
    }

    /// Which side of the board the king castles to, if a try is castling.
    fn castles_to(&self, tried: Move) -> Option<Wing> {
        self.own().has(tried.to).then(|| Wing::towards(tried.from, tried.to))
    }

    /// How the game ended: as the umpire said, or drawn where against a lone king nobody can mate.
    fn end(&self) -> Option<End> {
        let is_dead = || self.left.men == 1 && nobody_can_mate(|piece| self.men[piece as usize]);
        self.said.and_then(|said| said.end).or_else(|| is_dead().then_some(End::Draw))
    }

    /// Whether the umpire has to speak before anything else can happen.
    fn awaits_umpire(&self) -> bool {
        self.end().is_none() && (self.tried.is_some() || self.turn != self.viewer)
    }
}

impl Game for Kriegspiel {
    type Move = Move;

    fn turn(&self) -> Player {
        player(self.turn)
    }

    fn moves(&self, out: &mut Vec<Move>) {
        if self.end().is_none() && !self.awaits_umpire() {
            self.tries(out);
        }
    }

    fn apply(&mut self, tried: Move) {
        self.tried = Some(tried);
        self.heard = Heard::Nothing;
    }

    fn score_finished(&self) -> Outcome {
        match self.end() {
            Some(End::Checkmate) => Outcome::won(self.turn().opponent()),
            _ => Outcome::Draw,
        }
    }

    fn outcome(&self) -> Option<Outcome> {
        self.end().map(|_| self.score_finished())
    }
}

#[cfg(test)]
mod tests;
