//! What the search may know about chess beyond its rules, and how boldly it searches.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use cozy_chess::{Color, Move, Piece, PieceMoves};

use super::book::{Book, BookMove};
use super::draws::{AUTOMATIC_CLOCK, FIFTY_MOVES};
use super::endgames::Learnt;
use super::judgement::Judge;
use super::levels::{MASTER, PEOPLE};
use super::syzygy::{Ruling, Tables};
use super::{Chess, endgames, exchange, hunches, keys, kpk, lone_king, noisy};
use crate::game::{Game, Outcome};
use crate::mixing::mixed;
use crate::search::book::Prepared;
use crate::search::heuristics::{FEATURES, Heuristics, Known, Over, Tabled};
use crate::search::human::Person;
use crate::search::policy::{
    Aspiration, Exchanges, Futility, LateMoves, NullMove, Policy, Probcut, Quiescence, Razoring, Reductions,
    ReverseFutility, Singular,
};
use crate::search::window::Bound;
use crate::search::{Term, Value, Verdict};

/// How chess is searched. Margins are in centipawns, depths in plies.
///
/// What each step is worth: by how many Elo the whole is ahead of the whole without it, in 200 games
/// of 8 000 positions a move (`examples/chess_steps.rs`), with the error (95%), judged by features. All but
/// the last were measured with an empty memory for every move; the last in 300 games of 12 000 positions.
/// That is a short think, and longer ones judge otherwise: to cut late moves later (`base` 7) and reduce more
/// (`base` 0.9) gains 57 ± 39 in 12 000 positions, 29 ± 29 in 15 000 and nothing in 20 000: -2 ± 19
/// in 700 games.
///
/// | step | Elo | | step | Elo |
/// | --- | --- | --- | --- | --- |
/// | quiescence | +258 ± 56 | | reductions | +69 ± 45 |
/// | aspiration | +63 ± 44 | | late moves | -17 ± 47 |
/// | null move | +37 ± 43 | | futility | +17 ± 29 |
/// | reverse futility | +85 ± 48 | | exchanges | +49 ± 47 |
/// | razoring | -12 ± 34 | | singular | +5 ± 36 |
/// | probcut | +9 ± 34 | | correction | +2 ± 44 |
/// | upcoming repetition | -6 ± 33 | | | |
///
/// Aspiration and singular were measured with other numbers. The present ones, a ply less above the
/// window and the table's move first in quiescence gain 34 ± 21 together in 540 games of 50 000
/// positions (the depth stayed a ply less below the window then); in 10 000 most of it came from
/// `twice` (12 for 24: 23 ± 15), aspiration (19 ± 14) and `per_ply` (1 for 2, from a ply earlier:
/// 15 ± 15).
///
/// To search less deeply where the table has no move (`internal_reduction`), which checkers does, lost
/// 40 ± 36 in 8 000 positions, 22 ± 27 in 50 000 and 55 ± 54 in 100 000 (76 games), and is not done.
pub const CHESS: Policy = Policy {
    most: 1,
    hurry: true,
    quiescence: Some(Quiescence { delta: 150 }),
    aspiration: Some(Aspiration { from_depth: 4, window: 20, less_above: true }),
    null_move: Some(NullMove { from_depth: 3, base: 3, divisor: 3, margin: 150, verify_from: 14 }),
    reverse_futility: Some(ReverseFutility { to_depth: 8, per_ply: 75 }),
    razoring: Some(Razoring { to_depth: 3, base: 200, per_ply_squared: 150 }),
    probcut: Some(Probcut { from_depth: 5, margin: 180, shallower: 4 }),
    internal_reduction: None,
    reductions: Some(Reductions { from_depth: 2, base: 0.6, divisor: 2.2, history: 7000 }),
    late_moves: Some(LateMoves { to_depth: 7, base: 3 }),
    futility: Some(Futility { to_depth: 8, base: 80, per_ply: 80 }),
    exchanges: Some(Exchanges { to_depth: 8, quiet_per_ply: 60, noisy_per_ply: 100 }),
    singular: Some(Singular { from_depth: 6, per_ply: 1, twice: 12 }),
    forecast: None,
    look_up: None,
    table: None,
    extend_pressed: false,
    correction: true,
    upcoming_repetition: true,
    solve: None,
};

/// What is remembered from more plies before the fifty-move rule's draw than these holds until then.
const IN_SIGHT: u16 = 20;

/// Chess, as the search knows it.
#[derive(Clone)]
pub struct Knowledge {
    policy: Policy,
    judge: Judge,
    learnt: Learnt,
    /// A book that is asked before the house's own.
    book: Option<Arc<Book>>,
    tables: Option<Arc<Tables>>,
    /// Somebody who could have claimed the draw of the fifty-move rule has not: nobody is expected to.
    unclaimed: bool,
    /// Room for moves while they are being listed.
    by_piece: Vec<PieceMoves>,
}

impl Default for Knowledge {
    fn default() -> Self {
        Knowledge {
            policy: CHESS,
            judge: Judge::default(),
            learnt: Learnt::default(),
            book: None,
            tables: None,
            unclaimed: false,
            by_piece: Vec::new(),
        }
    }
}

impl Knowledge {
    /// Knowledge that searches otherwise than was found best, to compare.
    #[must_use]
    pub fn searching_by(policy: Policy) -> Knowledge {
        Knowledge { policy, ..Knowledge::default() }
    }

    /// Knowledge that asks these tables.
    #[must_use]
    pub fn asking(tables: impl Into<Option<Arc<Tables>>>) -> Knowledge {
        Knowledge { tables: tables.into(), ..Knowledge::default() }
    }

    /// Knowledge that judges by features, as people do.
    #[must_use]
    pub fn by_features() -> Knowledge {
        Knowledge { judge: Judge::Features, ..Knowledge::default() }
    }

    /// How many files may come to be open for it.
    #[must_use]
    pub fn count_files(&self) -> usize {
        self.tables.as_ref().map_or(0, |tables| tables.count_files())
    }

    /// Tells apart what operators have added: the same book and tables, the same number.
    #[must_use]
    pub fn edition(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.book.hash(&mut hasher);
        self.tables.iter().for_each(|tables| tables.identify(&mut hasher));
        hasher.finish()
    }
}

/// Knowledge that can be given more by whoever runs the engine.
pub trait Furnished {
    /// A book to ask before the house's own, or none.
    fn take_book(&mut self, book: Option<Arc<Book>>);
    /// Endgame tables to ask, or none.
    fn take_tables(&mut self, tables: Option<Arc<Tables>>);
}

impl Furnished for Knowledge {
    fn take_book(&mut self, book: Option<Arc<Book>>) {
        self.book = book;
    }

    fn take_tables(&mut self, tables: Option<Arc<Tables>>) {
        self.tables = tables;
    }
}

impl Heuristics<Chess> for Knowledge {
    fn policy(&self) -> &Policy {
        &self.policy
    }

    fn estimate(&mut self, position: &Chess) -> i32 {
        let board = position.board();
        endgames::estimate(board, self.learnt).unwrap_or_else(|| self.judge.estimate(board))
    }

    fn terms(&self, position: &Chess) -> Vec<Term> {
        let board = position.board();
        match endgames::estimate(board, self.learnt) {
            Some(value) => vec![Term { name: "known endgame", value }],
            None => self.judge.terms(board),
        }
    }

    fn prepare(&self) {
        kpk::prepare();
        lone_king::prepare();
    }

    fn key(&self, position: &Chess) -> Option<u64> {
        Some(position.key())
    }

    fn key_after(&self, position: &Chess, chosen: Move) -> Option<u64> {
        Some(keys::foretold(position, chosen))
    }

    fn tired(&self, position: &Chess) -> u64 {
        // What counts on a claim does not hold where none is expected.
        let apart = if self.unclaimed { AUTOMATIC_CLOCK } else { 0 };
        u64::from(apart) + u64::from(position.clock().saturating_sub(FIFTY_MOVES - IN_SIGHT))
    }

    fn reversible(&self, position: &Chess) -> usize {
        usize::from(position.clock())
    }

    fn leads_back(&self, position: &Chess, difference: u64) -> bool {
        keys::leads_back(position.board(), difference)
    }

    fn root(&mut self, position: &Chess) {
        self.unclaimed = position.clock() > FIFTY_MOVES;
    }

    /// With the move that completes the fifty, too.
    fn may_claim(&self, position: &Chess) -> bool {
        !self.unclaimed && position.clock() >= FIFTY_MOVES - 1
    }

    fn over(&self, position: &Chess) -> Over {
        if !position.can_move() {
            Over::Yes(position.score_finished())
        } else if position.is_dead() || position.clock() >= AUTOMATIC_CLOCK {
            Over::Yes(Outcome::Draw)
        } else {
            Over::No
        }
    }

    fn known(&mut self, position: &Chess) -> Option<Known> {
        endgames::known(position, self.learnt)
    }

    fn prepared(&self, position: &Chess) -> Vec<Prepared<Move>> {
        let own = Book::own();
        let books = self.book.iter().chain([&own]);
        let found = books.map(|book| book.moves(position)).find(|moves| !moves.is_empty());
        let prepared = |BookMove { chosen, weight, worth }| Prepared { chosen, weight, value: worth };
        found.unwrap_or_default().into_iter().map(prepared).collect()
    }

    fn people(&self) -> &'static [Person] {
        &PEOPLE
    }

    /// How strong people are was measured with features.
    fn forget_as_people(&mut self, elo: u16) {
        self.judge = Judge::Features;
        self.learnt = if elo < MASTER { Learnt::AsMostPeople } else { Learnt::All };
    }

    fn tabled(&self, position: &Chess) -> Option<(Value, Bound)> {
        let tables = self.tables.as_ref().filter(|_| position.clock() == 0)?;
        let verdict = match tables.ruling(position.board())? {
            Ruling::Win => Verdict::Win,
            Ruling::SpoiltWin | Ruling::Draw | Ruling::SavedLoss => Verdict::Draw,
            Ruling::Loss => Verdict::Loss,
        };
        Some((Value::Certain(verdict), Bound::Exact))
    }

    fn tabled_moves(&self, position: &Chess) -> Option<Vec<Tabled<Move>>> {
        let ends = endgames::only_mate_makes_progress(position.board());
        let moves = self.tables.as_ref()?.moves(position.board())?.into_iter();
        Some(moves.map(|(chosen, distance)| tabled(chosen, distance, position.clock(), ends)).collect())
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

    fn moves(&mut self, position: &Chess, out: &mut Vec<Move>) {
        noisy::noisy_first(position.board(), out, &mut self.by_piece);
    }

    fn noisy_moves(&mut self, position: &Chess, out: &mut Vec<Move>) {
        noisy::noisy_moves(position.board(), out, &mut self.by_piece);
    }

    #[inline]
    fn is_noisy(&self, position: &Chess, candidate: Move) -> bool {
        noisy::is_noisy(position.board(), candidate)
    }

    #[inline]
    fn gain(&self, position: &Chess, candidate: Move) -> i32 {
        exchange::gain(position, candidate)
    }

    #[inline]
    fn exchange_gains(&self, position: &Chess, candidate: Move, at_least: i32) -> bool {
        exchange::gains(position, candidate, at_least)
    }

    fn hunches(&self, position: &Chess) -> impl Fn(Move) -> i32 {
        hunches::hunches(position)
    }

    fn slots(&self) -> usize {
        Color::NUM * Piece::NUM * 64
    }

    #[inline]
    fn slot(&self, position: &Chess, candidate: Move) -> usize {
        let board = position.board();
        let piece = position.standing(candidate.from) as usize;
        (board.side_to_move() as usize * Piece::NUM + piece) * 64 + candidate.to as usize
    }

    /// Pawns; White's pieces; Black's pieces.
    fn features(&self, position: &Chess) -> [u64; FEATURES] {
        let board = position.board();
        let of = |color, piece| board.colored_pieces(color, piece).0;
        let pieces = [Piece::Knight, Piece::Bishop, Piece::Rook, Piece::Queen, Piece::King];
        let pieces = |color| mixed(pieces.map(|piece| of(color, piece)));
        [mixed(Color::ALL.map(|color| of(color, Piece::Pawn))), pieces(Color::White), pieces(Color::Black)]
    }
}

/// What tables that give a move this distance know of it; whether the progress that they count to `ends` the
/// game, by mate.
fn tabled(chosen: Move, distance: i32, clock: u16, ends: bool) -> Tabled<Move> {
    let plies = distance.unsigned_abs();
    // Tables that count moves may be a ply out: the winner mates with an odd one.
    let plies = match distance {
        _ if !ends => plies,
        1.. => plies | 1,
        _ => (plies + 1) & !1,
    };
    let unclaimed = match distance {
        0 => Verdict::Draw,
        1.. => Verdict::Win,
        _ => Verdict::Loss,
    };
    // Progress made at once is in time: only the opponent would have claimed.
    let late = plies > 1 && plies + u32::from(clock) > u32::from(FIFTY_MOVES);
    if late || unclaimed == Verdict::Draw {
        return Tabled { chosen, verdict: Verdict::Draw, unclaimed, plies: 0, ends: false };
    }
    Tabled { chosen, verdict: unclaimed, unclaimed, plies, ends }
}

#[cfg(test)]
mod tests;
