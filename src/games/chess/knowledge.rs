//! What the search may know about chess beyond its rules, and how boldly it searches.

use cozy_chess::{Color, Move, Piece};

use super::evaluate::Evaluator;
use super::evaluate::pawns::mixed;
use super::{Chess, endgames, exchange};
use crate::game::{Game, Outcome};
use crate::search::Term;
use crate::search::heuristics::{
    Aspiration, Exchanges, FEATURES, Futility, Heuristics, Known, LateMoves, NullMove, Over, Policy, Probcut,
    Quiescence, Razoring, Reductions, ReverseFutility, Singular,
};

/// How chess is searched. Margins are in centipawns, depths in plies.
pub const CHESS: Policy = Policy {
    most: 1,
    hurry: true,
    quiescence: Some(Quiescence { delta: 150 }),
    aspiration: Some(Aspiration { from_depth: 4, window: 16 }),
    null_move: Some(NullMove { from_depth: 3, base: 3, divisor: 3, margin: 150, verify_from: 14 }),
    reverse_futility: Some(ReverseFutility { to_depth: 8, per_ply: 75 }),
    razoring: Some(Razoring { to_depth: 3, base: 200, per_ply: 150 }),
    probcut: Some(Probcut { from_depth: 5, margin: 180, shallower: 4 }),
    internal_reduction: Some(4),
    reductions: Some(Reductions { from_depth: 2, base: 0.6, divisor: 2.2, history: 7000 }),
    late_moves: Some(LateMoves { to_depth: 7, base: 3 }),
    futility: Some(Futility { to_depth: 8, base: 80, per_ply: 80 }),
    exchanges: Some(Exchanges { to_depth: 8, quiet_per_ply: 60, noisy_per_ply: 100 }),
    singular: Some(Singular { from_depth: 7, per_ply: 2, twice: 24 }),
    look_up: None,
    extend_pressed: false,
    correction: true,
    solve: None,
};

/// Plies without a capture or pawn move after which either player will claim the draw.
const CLAIMED: u16 = 100;

/// Chess, as the search knows it.
#[derive(Clone, Default)]
pub struct ChessKnowledge {
    evaluator: Evaluator,
}

impl Heuristics<Chess> for ChessKnowledge {
    fn policy(&self) -> &Policy {
        &CHESS
    }

    fn estimate(&mut self, position: &Chess) -> i32 {
        self.evaluator.estimate(position.board())
    }

    fn terms(&mut self, position: &Chess) -> Vec<Term> {
        self.evaluator.terms(position.board())
    }

    fn key(&self, position: &Chess) -> Option<u64> {
        Some(position.key())
    }

    fn reversible(&self, position: &Chess) -> usize {
        usize::from(position.clock())
    }

    fn over(&self, position: &Chess) -> Over {
        let can_move = position.board().generate_moves(|_| true);
        if !can_move {
            Over::Yes(position.score_finished())
        } else if position.is_dead() || position.clock() >= CLAIMED {
            Over::Yes(Outcome::Draw)
        } else {
            Over::No
        }
    }

    fn known(&mut self, position: &Chess, _: i32) -> Option<Known> {
        endgames::known(position.board())
    }

    fn pressed(&self, position: &Chess) -> bool {
        !position.board().checkers().is_empty()
    }

    /// With pawns alone, having to move is often a loss.
    fn pass(&self, position: &Chess) -> Option<Chess> {
        let board = position.board();
        let mover = board.side_to_move();
        let pieces = board.colors(mover) & !(board.pieces(Piece::Pawn) | board.pieces(Piece::King));
        if pieces.is_empty() { None } else { position.passed() }
    }

    fn noisy_moves(&mut self, position: &Chess, out: &mut Vec<Move>) {
        exchange::noisy_moves(position.board(), |chosen| out.push(chosen));
    }

    #[inline]
    fn is_noisy(&self, position: &Chess, candidate: Move) -> bool {
        exchange::is_noisy(position.board(), candidate)
    }

    #[inline]
    fn gain(&self, position: &Chess, candidate: Move) -> i32 {
        exchange::gain(position.board(), candidate)
    }

    #[inline]
    fn exchange_gains(&self, position: &Chess, candidate: Move, at_least: i32) -> bool {
        exchange::gains(position.board(), candidate, at_least)
    }

    fn slots(&self) -> usize {
        Color::NUM * Piece::NUM * 64
    }

    #[inline]
    fn slot(&self, position: &Chess, candidate: Move) -> usize {
        let board = position.board();
        let piece = board.piece_on(candidate.from).map_or(0, |piece| piece as usize);
        (board.side_to_move() as usize * Piece::NUM + piece) * 64 + candidate.to as usize
    }

    /// Pawns; White's pieces; Black's pieces.
    fn features(&self, position: &Chess) -> [u64; FEATURES] {
        let board = position.board();
        let of = |color, piece| board.colored_pieces(color, piece).0;
        let pieces = |color| {
            let minor = mixed(of(color, Piece::Knight), of(color, Piece::Bishop));
            let major = mixed(of(color, Piece::Rook), of(color, Piece::Queen));
            mixed(minor ^ major.rotate_left(17), of(color, Piece::King))
        };
        [
            mixed(of(Color::White, Piece::Pawn), of(Color::Black, Piece::Pawn)),
            pieces(Color::White),
            pieces(Color::Black),
        ]
    }
}
