//! What a position looks like without searching, to the player to move.

use cozy_chess::Board;

use super::evaluate::{self, Blend};
use super::network::sums::Sums;
use crate::processor::well_equipped;
use crate::search::Term;

/// Judges positions. Each thread has its own.
#[derive(Clone)]
pub enum Judge {
    /// By the network: as the program plays.
    Network(Sums),
    /// By features that people have names for: as they play, and as they are told.
    Features,
}

impl Default for Judge {
    fn default() -> Judge {
        Judge::Network(Sums::default())
    }
}

impl Judge {
    /// In centipawns.
    pub fn estimate(&mut self, board: &Board) -> i32 {
        match self {
            Judge::Features => evaluate::estimate(board),
            Judge::Network(sums) => well_equipped(
                #[inline(always)]
                || {
                    let worth = sums.judge(board);
                    let stronger = if worth >= 0 { board.side_to_move() } else { !board.side_to_move() };
                    Blend::of(board, stronger).come_to(worth, worth)
                },
            ),
        }
    }

    /// The same term by term, summing to it: features, and what the network sees beyond them.
    #[must_use]
    pub fn terms(&self, board: &Board) -> Vec<Term> {
        let mut terms = evaluate::terms(board);
        if let Judge::Network(_) = self {
            let told: i32 = terms.iter().map(|term| term.value).sum();
            terms.push(Term { name: "network", value: self.clone().estimate(board) - told });
        }
        terms
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::chess::rules::in_random_games;

    #[test]
    fn the_terms_and_what_the_network_sees_beyond_them_sum_to_the_estimate() {
        let mut judge = Judge::default();
        in_random_games(|position| {
            let board = position.board();
            let sum: i32 = judge.terms(board).iter().map(|term| term.value).sum();
            assert_eq!(sum, judge.estimate(board), "{board}");
        });
    }

    #[test]
    fn who_judges_by_features_knows_of_no_network() {
        let terms = Judge::Features.terms(&Board::default());
        assert!(terms.iter().all(|term| term.name != "network"), "{terms:?}");
    }

    #[test]
    fn what_nobody_can_win_is_worth_little_however_much_it_is() {
        let mut judge = Judge::default();
        let mut estimate = |fen: &str| judge.estimate(&fen.parse().unwrap());
        // A rook's pawn with the bishop that does not rule its corner, and with the other.
        assert!(estimate("k7/8/8/P7/8/4B3/8/4K3 w - - 0 1") < 30);
        assert!(estimate("k7/8/8/P7/8/3B4/8/4K3 w - - 0 1") > 150);
    }
}
