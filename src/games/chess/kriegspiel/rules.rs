//! What one player knows of a game, the own men and what the umpire said, and how that ends.

use cozy_chess::{BitBoard, Board, Color, File, Move, Piece, Rank, Square};

use super::words::{End, Words};
use crate::game::{Game, Heard, Outcome, Player};
use crate::games::chess::draws::nobody_can_mate;
use crate::games::chess::rules::{Wing, player};

/// What one player knows of a game of kriegspiel.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Kriegspiel {
    pub(super) viewer: Color,
    /// The viewer's men, by kind.
    pub(super) men: [BitBoard; Piece::NUM],
    /// The viewer's rooks that may still castle, where they stand.
    pub(super) rooks: BitBoard,
    /// The square that a pawn of the viewer's has just passed.
    pub(super) passed: Option<Square>,
    pub(super) left: Left,
    pub(super) turn: Color,
    /// What the umpire has said of the position as it stands: about checks and pawn tries of the
    /// player to move. None: nothing was heard.
    pub(super) said: Option<Words>,
    /// What was refused in this turn.
    pub(super) refused: Vec<Move>,
    /// What waits for the umpire's answer.
    pub(super) tried: Option<Move>,
    pub(super) heard: Heard<Move, Words>,
}

/// The men that the opponent has left.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Left {
    /// The king among them.
    pub(super) men: u8,
    /// How many may be pawns: those that were not taken as such. Any of them may have been
    /// promoted.
    pub(super) pawns: u8,
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
    pub(super) fn is_begun(&self) -> bool {
        let known = |view: &Kriegspiel| (view.men, view.rooks, view.left, view.turn);
        // Men may come home again, but something was said by then.
        self.said.is_none() && known(self) == known(&Kriegspiel::begun(self.viewer))
    }

    pub(super) fn own(&self) -> BitBoard {
        self.men.into_iter().fold(BitBoard::EMPTY, |all, men| all | men)
    }

    pub(super) fn man_on(&self, square: Square) -> Option<Piece> {
        Piece::ALL.into_iter().find(|piece| self.men[*piece as usize].has(square))
    }

    pub(super) fn king(&self) -> Square {
        self.men[Piece::King as usize].next_square().expect("every view has a king")
    }

    /// Which side of the board the king castles to, if a try is castling.
    pub(super) fn castles_to(&self, tried: Move) -> Option<Wing> {
        self.own().has(tried.to).then(|| Wing::towards(tried.from, tried.to))
    }

    /// How the game ended: as the umpire said, or drawn where against a lone king nobody can mate.
    pub(super) fn end(&self) -> Option<End> {
        let is_dead = || self.left.men == 1 && nobody_can_mate(|piece| self.men[piece as usize]);
        self.said.and_then(|said| said.end).or_else(|| is_dead().then_some(End::Draw))
    }

    /// Whether the umpire has to speak before anything else can happen.
    pub(super) fn awaits_umpire(&self) -> bool {
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
