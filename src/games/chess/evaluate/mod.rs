//! What a position looks like by features that people have names for, in centipawns.
//!
//! Every feature is counted for both sides in the same words: each sees the board from its own
//! end, its pawns moving up ([`camp`]). One code path gives the number, its terms, and the counts
//! that the weights are learnt from ([`tally`]).
//!
//! - [`tapered`]: middlegame and endgame values in one word;
//! - [`weights`]: the list of features, and what each is worth;
//! - [`placement`], [`pawns`], [`pieces`], [`passed`], [`threats`], [`king`]: the features.

pub mod camp;
pub mod king;
pub mod passed;
pub mod pawns;
pub mod pieces;
pub mod placement;
pub mod tally;
pub mod tapered;
pub mod threats;
pub mod weights;

use cozy_chess::{Board, Color, Piece};

use self::camp::{Camp, Scene};
use self::tally::{Counted, Tally, Trace, Untraced};
use self::tapered::Tapered;
use self::weights::{BLOCKS, SPACE, TEMPO, Weights, is_danger};
use super::endgames::{self, WHOLE};
use super::reach::reach;
use super::squares::seen_from;
use crate::processor::well_equipped;
use crate::search::Term;

/// What the position looks like to the player to move.
#[must_use]
pub fn estimate(board: &Board) -> i32 {
    let for_white = well_equipped(
        #[inline(always)]
        || {
            let balance = balance(board, &mut Untraced);
            Blend::of_balanced(board, balance).of_balance(balance)
        },
    );
    seen_by(board.side_to_move(), for_white)
}

/// What it looks like term by term, to the player to move.
#[must_use]
pub fn terms(board: &Board) -> Vec<Term> {
    let weights = Weights::learnt();
    let mut counted = Counted::default();
    let balance = balance(board, &mut counted);
    let blend = Blend::of_balanced(board, balance);
    let plain = Blend { scale: WHOLE, ..blend };

    let mut terms: Vec<Term> = Vec::new();
    let (mut so_far, mut told) = (Tapered::ZERO, 0);
    let mut tell = |name: &'static str, worth: Tapered, blend: Blend| {
        so_far += worth;
        // What the sum grows by: rounded terms add up to the rounded sum.
        let sum = seen_by(board.side_to_move(), blend.of_balance(so_far));
        let value = sum - told;
        told = sum;
        match terms.iter_mut().find(|term| term.name == name) {
            Some(term) => term.value += value,
            None => terms.push(Term { name, value }),
        }
    };
    let mut danger = [Tapered::ZERO; 2];
    for block in BLOCKS {
        let mut worth = Tapered::ZERO;
        for (side, feature, times) in &counted.0 {
            if !(block.start..block.start + block.len).contains(feature) {
                continue;
            }
            match (is_danger(*feature), side) {
                (true, side) => danger[*side] += weights[*feature] * *times,
                (false, 0) => worth += weights[*feature] * *times,
                (false, _) => worth += weights[*feature] * -*times,
            }
        }
        tell(block.term, worth, plain);
    }
    tell("king safety", tally::danger_worth(danger[0]) - tally::danger_worth(danger[1]), plain);
    tell("drawish endgame", Tapered::ZERO, blend);
    terms
}

/// Everything that was counted in a position, and how it blends into one number.
#[must_use]
pub fn counted(board: &Board) -> (Counted, Blend) {
    let mut counted = Counted::default();
    let balance = balance(board, &mut counted);
    (counted, Blend::of_balanced(board, balance))
}

/// What White is better by.
#[inline(always)]
fn balance<T: Trace>(board: &Board, trace: &mut T) -> Tapered {
    let weights = Weights::learnt();
    let mut camps = [Camp::of(board, Color::White), Camp::of(board, Color::Black)];
    let (to_move, waiting) = (board.side_to_move() as usize, !board.side_to_move() as usize);
    // The board knows those before the king of the player to move.
    camps[to_move].screens = seen_from(board.side_to_move(), board.pinned());
    camps[waiting].screens = Scene::new(&camps[waiting], &camps[to_move]).screens();

    let mut sums = [Tapered::ZERO; 2];
    let mut dangers = [Tapered::ZERO; 2];
    for side in 0..2 {
        let mut tally = Tally::new(weights, trace, side);
        let [white, black] = &mut camps;
        let (own, other) = if side == 0 { (white, black) } else { (black, white) };
        pieces::judge(own, other, &mut tally);
        (sums[side], dangers[side]) = (tally.sum, tally.danger);
    }
    // All attacks are known from here on.
    for side in 0..2 {
        let mut tally = Tally::new(weights, trace, side);
        (tally.sum, tally.danger) = (sums[side], dangers[side]);
        let to_move = side == to_move;
        let scene = Scene::new(&camps[side], &camps[1 - side]);
        placement::judge(scene, &mut tally);
        pawns::judge(scene, &mut tally);
        passed::judge(scene, to_move, &mut tally);
        threats::judge(scene, &mut tally);
        king::shelter(scene, &mut tally);
        king::danger(scene, &mut tally);
        let pieces = scene.own.all ^ scene.own.pieces(Piece::Pawn);
        tally.many(SPACE.at(0), pieces::space(scene) * pieces.len());
        if to_move {
            tally.one(TEMPO.at(0));
        }
        sums[side] = tally.sum + tally.danger_worth();
    }
    sums[0] - sums[1]
}

/// How the two values of a balance become one: by the material that is left, and by how hard a
/// plus is to win.
#[derive(Clone, Copy, Debug)]
pub struct Blend {
    /// [`OPENING`] with all pieces on the board, 0 with none.
    pub phase: i32,
    /// What an endgame value counts for, of [`WHOLE`].
    pub scale: i32,
}

/// The phase of the start position: minor pieces 1, rooks 2, queens 4.
pub const OPENING: i32 = 24;

impl Blend {
    /// How a balance that is good for one side becomes a number.
    #[inline(always)]
    #[must_use]
    pub fn of(board: &Board, stronger: Color) -> Blend {
        let count = |piece| board.pieces(piece).len() as i32;
        let phase =
            count(Piece::Knight) + count(Piece::Bishop) + 2 * count(Piece::Rook) + 4 * count(Piece::Queen);
        Blend { phase: phase.min(OPENING), scale: endgames::scale(board, stronger) }
    }

    #[inline(always)]
    fn of_balanced(board: &Board, balance: Tapered) -> Blend {
        Blend::of(board, if balance.end() >= 0 { Color::White } else { Color::Black })
    }

    #[inline]
    fn of_balance(self, balance: Tapered) -> i32 {
        self.come_to(balance.middle(), balance.end())
    }

    /// What a middlegame and an endgame value come to.
    #[inline(always)]
    #[must_use]
    pub fn come_to(self, middle: i32, end: i32) -> i32 {
        let end = end * self.scale / WHOLE;
        (middle * self.phase + end * (OPENING - self.phase)) / OPENING
    }
}

fn seen_by(color: Color, for_white: i32) -> i32 {
    if color == Color::White { for_white } else { -for_white }
}

/// Attackers of each square, White's minus Black's, from a1 to h8: how tense the board is.
#[must_use]
pub fn tension(board: &Board) -> [i32; 64] {
    let mut tension = [0; 64];
    for color in Color::ALL {
        for piece in Piece::ALL {
            for from in board.colored_pieces(color, piece) {
                for square in reach(color, piece, from, board.occupied()) {
                    tension[square as usize] += if color == Color::White { 1 } else { -1 };
                }
            }
        }
    }
    tension
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::chess::rules::in_random_games;

    /// The board with colours and ranks exchanged.
    fn turned(board: &Board) -> Board {
        let text = board.to_string();
        let fields: Vec<&str> = text.split(' ').collect();
        let swapped =
            |c: char| if c.is_ascii_lowercase() { c.to_ascii_uppercase() } else { c.to_ascii_lowercase() };
        let ranks: Vec<String> =
            fields[0].split('/').rev().map(|rank| rank.chars().map(swapped).collect()).collect();
        let turn = if fields[1] == "w" { "b" } else { "w" };
        let castling: String = fields[2].chars().map(swapped).collect();
        let passing = fields[3].replace('3', "#").replace('6', "3").replace('#', "6");
        format!("{} {turn} {castling} {passing} 0 1", ranks.join("/")).parse().unwrap()
    }

    #[test]
    fn a_position_seen_from_the_other_side_is_worth_the_same() {
        in_random_games(|position| {
            let board = position.board();
            assert_eq!(estimate(board), estimate(&turned(board)), "{board}");
        });
    }

    #[test]
    fn the_terms_sum_to_the_estimate() {
        in_random_games(|position| {
            let board = position.board();
            let sum: i32 = terms(board).iter().map(|term| term.value).sum();
            assert_eq!(sum, estimate(board), "{board}");
        });
    }

    #[test]
    fn every_term_counts_somewhere() {
        for (name, fen) in [
            ("material", "4k3/pppp4/8/8/8/8/PPPP4/3QK3 w - - 0 1"),
            ("piece placement", "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"),
            ("tempo", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"),
            ("mobility", "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"),
            ("bishop pair", "4k3/pppp1n2/8/2b5/8/8/PPPPBB2/4K3 w - - 0 1"),
            ("outpost knights", "r3k3/pp3ppp/8/3Np3/2P1P3/8/PP3PPP/4K3 w - - 0 1"),
            ("rooks on the seventh", "6k1/R4ppp/8/8/8/8/5PPP/6K1 w - - 0 1"),
            ("open files", "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1"),
            ("passed pawns", "6k1/5ppp/8/P7/8/8/5PPP/R5K1 w - - 0 1"),
            ("pawn chains", "4k3/ppp5/8/4P3/3P4/2P5/8/R3K3 w - - 0 1"),
            ("pawn structure", "4k3/ppp5/8/8/P7/P7/P7/R3K3 w - - 0 1"),
            ("threats", "4k3/ppp5/8/3q4/4P3/8/PP6/R2QK3 w - - 0 1"),
            ("king safety", "r5k1/5p2/8/6QN/8/8/PPP2PPP/R1B3K1 b - - 0 1"),
            ("drawish endgame", "4k3/p3b3/8/8/8/8/PPP1B3/4K3 w - - 0 1"),
        ] {
            let board: Board = fen.parse().unwrap();
            let counted = terms(&board).iter().any(|term| term.name == name && term.value != 0);
            assert!(counted, "{name} in {fen}");
        }
    }

    #[test]
    fn what_is_learnt_from_is_what_is_played_with() {
        // The counted features, weighed anew, give the same balance as counting with weights.
        let weights = Weights::learnt();
        in_random_games(|position| {
            let board = position.board();
            let (counted, _) = counted(board);
            let mut plain = Tapered::ZERO;
            let mut danger = [Tapered::ZERO; 2];
            for (side, feature, times) in counted.0 {
                let worth = weights[feature] * times;
                match (is_danger(feature), side) {
                    (true, _) => danger[side] += worth,
                    (false, 0) => plain += worth,
                    (false, _) => plain = plain - worth,
                }
            }
            let sum = plain + tally::danger_worth(danger[0]) - tally::danger_worth(danger[1]);
            assert_eq!(sum, balance(board, &mut Untraced), "{board}");
        });
    }

    #[test]
    fn the_tension_of_the_start_is_the_sum_of_true_attacks() {
        let tension = tension(&Board::default());
        assert_eq!(tension[..8], [0, 1, 1, 1, 1, 1, 1, 0]);
        assert_eq!(tension[8..16], [1, 1, 1, 4, 4, 1, 1, 1]);
        assert_eq!(tension[16..24], [2, 2, 3, 2, 2, 3, 2, 2]);
        assert_eq!(tension.iter().sum::<i32>(), 0);
    }
}
