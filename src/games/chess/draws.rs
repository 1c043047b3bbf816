//! How a game ends that nobody won, beyond stalemate: by rule at once, or if a player claims it.

use cozy_chess::{BitBoard, Piece};

use super::Chess;

/// Plies without a capture or pawn move after which the game is drawn, claimed or not.
pub const AUTOMATIC_CLOCK: u16 = 150;
/// Plies without a capture or pawn move after which a player may claim a draw.
pub const FIFTY_MOVES: u16 = 100;
/// How often a position must have stood for the game to be drawn, claimed or not.
const AUTOMATIC_REPETITION: usize = 5;
/// How often a position must have stood for a player to claim a draw.
const CLAIMABLE_REPETITION: usize = 3;

/// Whether no series of legal moves leads to a mate with these men of both sides, by kind.
#[must_use]
pub(super) fn nobody_can_mate(men: impl Fn(Piece) -> BitBoard) -> bool {
    let mighty = men(Piece::Pawn) | men(Piece::Rook) | men(Piece::Queen);
    if !mighty.is_empty() {
        return false;
    }
    let (knights, bishops) = (men(Piece::Knight), men(Piece::Bishop));
    let one_colour =
        (bishops & BitBoard::LIGHT_SQUARES).is_empty() || (bishops & BitBoard::DARK_SQUARES).is_empty();
    (knights | bishops).len() <= 1 || knights.is_empty() && one_colour
}

impl Chess {
    /// Whether neither side has the material to mate by any series of legal moves.
    #[must_use]
    pub fn is_dead(&self) -> bool {
        nobody_can_mate(|piece| self.board().pieces(piece))
    }

    /// How often this position has stood, now included; `past` are those before, oldest first.
    fn occurrences(&self, past: &[Chess]) -> usize {
        let reversible = past.iter().rev().take(usize::from(self.clock()));
        // An equal position has the same player to move: every second one back.
        1 + reversible.skip(1).step_by(2).filter(|earlier| self.repeats(earlier)).count()
    }

    /// Why the game is drawn by rule, whether a player claims it or not.
    #[must_use]
    pub fn draw_by_rule(&self, past: &[Chess]) -> Option<&'static str> {
        if self.is_dead() {
            Some("insufficient material")
        } else if self.clock() >= AUTOMATIC_CLOCK {
            Some("seventy-five-move rule")
        } else if self.occurrences(past) >= AUTOMATIC_REPETITION {
            Some("fivefold repetition")
        } else {
            None
        }
    }

    /// Why the player to move may claim a draw, by the third occurrence or fifty moves.
    #[must_use]
    pub fn draw_to_claim(&self, past: &[Chess]) -> Option<&'static str> {
        if self.clock() >= FIFTY_MOVES {
            Some("fifty-move rule")
        } else if self.occurrences(past) >= CLAIMABLE_REPETITION {
            Some("threefold repetition")
        } else {
            None
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Game;

    fn on(fen: &str) -> Chess {
        Chess::on(fen.parse().unwrap())
    }

    #[test]
    fn a_position_is_dead_only_if_no_mate_can_be_composed() {
        for fen in [
            "8/8/4k3/8/8/3K4/8/8 w - - 0 1",
            "8/8/4k3/8/8/3KN3/8/8 w - - 0 1",
            "8/8/4k3/8/8/3KB3/8/8 w - - 0 1",
            "8/8/4kb2/8/8/3KB3/8/8 w - - 0 1", // both on dark squares
        ] {
            assert!(on(fen).is_dead(), "{fen}");
        }
        for fen in [
            "8/8/4kn2/8/8/3KN3/8/8 w - - 0 1",
            "8/8/4kb2/8/8/3KN3/8/8 w - - 0 1",
            "8/8/4k1b1/8/8/3KB3/8/8 w - - 0 1", // bishops of both colours
            "8/8/4k3/8/8/3KNN2/8/8 w - - 0 1",
            "8/8/4k3/8/8/3KP3/8/8 w - - 0 1",
        ] {
            assert!(!on(fen).is_dead(), "{fen}");
        }
    }

    #[test]
    fn a_draw_by_repetition_may_be_claimed_at_the_third_and_comes_at_the_fifth() {
        let mut position = on("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
        let mut past = Vec::new();
        let mut told = Vec::new();
        for _ in 0..4 {
            told.push((position.draw_to_claim(&past).is_some(), position.draw_by_rule(&past)));
            for m in ["g1f3", "g8f6", "f3g1", "f6g8"] {
                past.push(position.clone());
                position.apply(m.parse().unwrap());
            }
        }
        assert_eq!(told, [(false, None), (false, None), (true, None), (true, None)]);
        assert_eq!(position.draw_by_rule(&past), Some("fivefold repetition"));
    }

    #[test]
    fn a_draw_by_counting_may_be_claimed_at_fifty_moves_and_comes_at_seventy_five() {
        let rook = on("8/8/4k3/8/8/R2K4/8/8 w - - 0 1");
        for (clock, claim, drawn) in
            [(99, false, false), (100, true, false), (149, true, false), (150, true, true)]
        {
            let position = rook.clone().clocked(clock);
            assert_eq!(position.draw_to_claim(&[]).is_some(), claim, "{clock}");
            assert_eq!(position.draw_by_rule(&[]).is_some(), drawn, "{clock}");
        }
    }
}
