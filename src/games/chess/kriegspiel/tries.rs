//! What can be tried: every move that some arrangement of the opponent's men would allow, as far
//! as the own men and the umpire's last words tell.

use cozy_chess::{
    BitBoard, Color, File, Move, Piece, Rank, Square, get_between_rays, get_bishop_moves, get_knight_moves,
    get_pawn_attacks, get_rook_moves,
};

use super::Kriegspiel;
use super::words::Check;
use crate::games::chess::reach::reach;

const PROMOTIONS: [Piece; 4] = [Piece::Queen, Piece::Rook, Piece::Bishop, Piece::Knight];

impl Kriegspiel {
    /// Appends all that can be tried in this turn and was not refused yet.
    pub(super) fn tries(&self, out: &mut Vec<Move>) {
        let own = self.own();
        let answers = self.answers_to_check();
        for piece in Piece::ALL {
            for from in self.men[piece as usize] {
                let to = match piece {
                    Piece::Pawn => self.pawn_targets(from),
                    _ => reach(self.viewer, piece, from, own),
                };
                let answers = match piece {
                    Piece::King => BitBoard::FULL,
                    // A pawn that gives check may be taken in passing, from another square.
                    Piece::Pawn if !answers.is_empty() => answers | self.passing(from),
                    _ => answers,
                };
                for to in to & !own & answers {
                    let promotes = piece == Piece::Pawn && to.rank() == Rank::Eighth.relative_to(self.viewer);
                    let plain = Move { from, to, promotion: None };
                    match promotes {
                        true => {
                            out.extend(PROMOTIONS.map(|piece| Move { promotion: Some(piece), ..plain }));
                        }
                        false => out.push(plain),
                    }
                }
            }
        }
        out.extend(self.castling());
        if !self.refused.is_empty() {
            out.retain(|tried| !self.refused.contains(tried));
        }
    }

    fn pawn_targets(&self, from: Square) -> BitBoard {
        let up = if self.viewer == Color::White { 1 } else { -1 };
        let own = self.own();
        let free = |square: &Square| !own.has(*square);
        let mut targets = self.pawn_captures(from);
        // A step may come between the king and a line of attack, but takes no knight.
        let steps = self.said.is_none_or(|said| !said.checks.has(Check::Knight));
        if let Some(step) = from.try_offset(0, up).filter(|square| steps && free(square)) {
            targets |= step.bitboard();
            let at_home = from.rank() == Rank::Second.relative_to(self.viewer);
            let double = step.try_offset(0, up).filter(|square| at_home && free(square));
            targets |= double.map_or(BitBoard::EMPTY, Square::bitboard);
        }
        targets
    }

    /// Where a pawn might take something, if there is anything to be taken by pawns.
    fn pawn_captures(&self, from: Square) -> BitBoard {
        match self.said {
            Some(said) if said.tries == 0 => BitBoard::EMPTY,
            _ => get_pawn_attacks(from, self.viewer) & !self.own(),
        }
    }

    /// Where a pawn might take another one in passing.
    fn passing(&self, from: Square) -> BitBoard {
        self.pawn_captures(from) & Rank::Sixth.relative_to(self.viewer).bitboard()
    }

    /// How many captures there are for pawns to try.
    pub(super) fn pawn_captures_to_try(&self) -> usize {
        let free = Kriegspiel { said: None, ..self.clone() };
        self.men[Piece::Pawn as usize].into_iter().map(|from| free.pawn_captures(from).len() as usize).sum()
    }

    /// Where a man other than the king can end a check by being there.
    fn answers_to_check(&self) -> BitBoard {
        let checks = self.said.map(|said| said.checks).unwrap_or_default();
        let mut lines = checks.iter().map(|check| self.line(check));
        match (lines.next(), lines.next()) {
            (None, _) => BitBoard::FULL,
            (Some(line), None) => line,
            // From two sides at once: only the king can move.
            (Some(_), Some(_)) => BitBoard::EMPTY,
        }
    }

    /// The squares that a check may come from or pass over.
    pub(super) fn line(&self, check: Check) -> BitBoard {
        let (king, own) = (self.king(), self.own());
        let seen = get_rook_moves(king, own) | get_bishop_moves(king, own) | get_knight_moves(king);
        (seen & !own).into_iter().filter(|square| Check::between(king, *square) == check).collect()
    }

    /// Castling, told by the rook's square.
    fn castling(&self) -> impl Iterator<Item = Move> {
        let (king, own) = (self.king(), self.own());
        let in_check = self.said.is_some_and(|said| !said.checks.is_empty());
        let rooks = if in_check { BitBoard::EMPTY } else { self.rooks };
        rooks
            .into_iter()
            .filter(move |rook| (get_between_rays(king, *rook) & own).is_empty())
            .map(move |rook| Move { from: king, to: rook, promotion: None })
    }

    /// Whether the king may castle with the rook on a file.
    pub(super) fn may_castle(&self, rook: File) -> bool {
        self.rooks.into_iter().any(|square| square.file() == rook)
    }
}
