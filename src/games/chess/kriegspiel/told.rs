//! What a player knows after the umpire has spoken, and which words cannot be true.

use cozy_chess::{BitBoard, Color, Move, Piece, Rank, Square};

use super::rules::{Kriegspiel, Left};
use super::umpire::taken_in_passing;
use super::words::{Answer, End, Taken, Words};
use crate::game::Heard;
use crate::notation::Fault;

impl Kriegspiel {
    /// The view after the umpire's answer to what was tried, or after what the umpire said of the
    /// opponent's move.
    pub(super) fn told(&self, answer: Answer) -> Result<Kriegspiel, Fault> {
        match (self.tried, answer) {
            (Some(tried), Answer::Refused) => self.refused(tried),
            (Some(tried), Answer::Moved(words)) => self.granted(tried, words),
            (None, Answer::Moved(words)) => self.opponent_moved(words),
            (None, Answer::Refused) => Err(Fault::illegal("What the opponent tries in vain, nobody is told")
                .hint("List what the umpire says of the opponent's move alone")),
        }
    }

    /// Notes what was refused: each try once, in an order of their own, so that the view does not tell
    /// what was tried first.
    pub(super) fn refuse(&mut self, tries: impl IntoIterator<Item = Move>) {
        self.refused.extend(tries);
        self.refused.sort_by_key(|m| (m.from, m.to, m.promotion));
        self.refused.dedup();
    }

    fn refused(&self, tried: Move) -> Result<Kriegspiel, Fault> {
        let mut next = Kriegspiel { tried: None, heard: Heard::Refused(tried), ..self.clone() };
        next.refuse([tried]);
        next.can_go_on("was refused")
    }

    /// Refuses what cannot have been said of what a try took.
    fn can_take(&self, tried: Move, taken: Option<Taken>) -> Result<(), Fault> {
        let is_pawn = self.man_on(tried.from) == Some(Piece::Pawn);
        let slants = tried.from.file() != tried.to.file();
        match taken {
            None if is_pawn && slants => {
                Err(Fault::illegal(format!("A pawn that moves to {} takes something", tried.to))
                    .hint("Say what: pawn at d5 captured, or piece at d5 captured"))
            }
            None => Ok(()),
            Some(Taken { square, pawn }) => {
                let in_passing = is_pawn
                    && pawn
                    && slants
                    && tried.to.rank() == Rank::Sixth.relative_to(self.viewer)
                    && square == taken_in_passing(tried);
                let takes = self.castles_to(tried).is_none() && (!is_pawn || slants);
                if takes && square == tried.to || in_passing {
                    return Ok(());
                }
                Err(Fault::illegal(format!("The move to {} took nothing on {square}", tried.to))
                    .hint("Name the square that was moved to, or in passing the one beside it"))
            }
        }
    }

    fn granted(&self, tried: Move, words: Words) -> Result<Kriegspiel, Fault> {
        let piece = self.man_on(tried.from).expect("a try moves a man");
        let castling = self.castles_to(tried);
        self.can_take(tried, words.taken)?;
        let left = self.left.without(words.taken)?;
        let possible = 2 * left.pawns;
        if words.tries > possible {
            let detail =
                format!("The opponent's pawns cannot have {} tries, but {possible} at most", words.tries);
            return Err(Fault::illegal(detail)
                .hint(format!("No more than {} of the opponent's men may be pawns", left.pawns)));
        }
        let mut next = Kriegspiel {
            tried: None,
            refused: Vec::new(),
            passed: None,
            turn: !self.viewer,
            said: Some(words),
            heard: Heard::Granted(tried, words),
            left,
            ..self.clone()
        };
        next.lift(tried.from);
        if let Some(wing) = castling {
            next.lift(tried.to);
            let back = tried.from.rank();
            next.put(Piece::King, Square::new(wing.king_lands(), back));
            next.put(Piece::Rook, Square::new(wing.rook_lands(), back));
        } else {
            next.put(tried.promotion.unwrap_or(piece), tried.to);
        }
        if piece == Piece::King {
            next.rooks = BitBoard::EMPTY;
        }
        let passes = piece == Piece::Pawn && (tried.to as i32 - tried.from as i32).abs() == 16;
        next.passed = passes.then(|| Square::new(tried.to.file(), Rank::Third.relative_to(self.viewer)));
        next.can_go_on("was said")
    }

    fn opponent_moved(&self, words: Words) -> Result<Kriegspiel, Fault> {
        let mut next = Kriegspiel {
            passed: None,
            turn: self.viewer,
            said: Some(words),
            heard: Heard::Opponent(words),
            ..self.clone()
        };
        if let Some(Taken { square, pawn }) = words.taken {
            let own = self.man_on(square);
            match own {
                Some(Piece::King) => {
                    return Err(Fault::illegal("Nobody takes a king")
                        .hint("The square is where a man of yours stood that is there no more"));
                }
                Some(piece) if (piece == Piece::Pawn) == pawn => next.lift(square),
                _ => {
                    let kind = if pawn { "pawn" } else { "piece" };
                    return Err(Fault::illegal(format!("There was no {kind} of yours on {square}")).hint(
                        "The square is where your man stood, and the kind what he was: pawn or piece",
                    ));
                }
            }
        }
        next.can_go_on("was said")
    }

    /// Refuses a view of a check that nobody can give, or of somebody who is to move and has nothing to try.
    pub(super) fn can_go_on(self, after: &str) -> Result<Kriegspiel, Fault> {
        let is_checked = self.said.is_some_and(|said| !said.checks.is_empty());
        if (is_checked || self.end() == Some(End::Checkmate)) && self.men_of(!self.turn) == 1 {
            return Err(Fault::illegal("A king alone gives no check")
                .hint("Leave the check out, or count in the men that give it"));
        }
        if self.end().is_some() || self.awaits_umpire() {
            return Ok(self);
        }
        let (said, possible) = (self.said.map_or(0, |said| said.tries), self.pawn_captures_to_try());
        if usize::from(said) > possible {
            return Err(Fault::illegal(format!(
                "Your pawns cannot have {said} tries, but {possible} at most"
            ))
            .hint("Say how many, or nothing if there are none"));
        }
        let checks = self.said.map(|said| said.checks).unwrap_or_default();
        if let Some(check) = checks.iter().find(|check| self.line(*check).is_empty()) {
            return Err(Fault::illegal(format!("There can be no {} here", check.name()))
                .hint("Your own men stand in its way, or the board ends"));
        }
        let mut tries = Vec::new();
        self.tries(&mut tries);
        if tries.is_empty() {
            return Err(Fault::illegal(format!("There is nothing left to try after what {after}"))
                .hint("Where no move is legal the umpire says checkmate or stalemate"));
        }
        Ok(self)
    }

    /// How many men a side has, its king included.
    fn men_of(&self, side: Color) -> u32 {
        if side == self.viewer { self.men.iter().map(|men| men.len()).sum() } else { self.left.men.into() }
    }

    fn lift(&mut self, square: Square) {
        for men in &mut self.men {
            *men &= !square.bitboard();
        }
        self.rooks &= !square.bitboard();
    }

    fn put(&mut self, piece: Piece, square: Square) {
        self.men[piece as usize] |= square.bitboard();
    }
}

impl Left {
    fn without(self, taken: Option<Taken>) -> Result<Left, Fault> {
        let Some(Taken { pawn, .. }) = taken else { return Ok(self) };
        if self.men <= 1 || pawn && self.pawns == 0 {
            let what = if pawn { "pawn" } else { "man but the king" };
            return Err(Fault::illegal(format!("The opponent had no {what} left to be taken")).hint(
                format!(
                    "The view counts {} men with the king, of whom {} may be pawns",
                    self.men, self.pawns
                ),
            ));
        }
        let (men, pawns) = (self.men - 1, self.pawns - u8::from(pawn));
        Ok(Left { men, pawns: pawns.min(men - 1) })
    }
}
