//! Endgames that are known: who wins without searching, the way to the mate, and which pluses
//! nobody can win.

use cozy_chess::{BitBoard, Board, Color, Piece, Rank, Square};

use super::Chess;
use super::draws::FIFTY_MOVES;
use super::exchange::worth;
use super::kpk;
use super::lone_king::{self, Fate};
use super::squares::distance;
use crate::search::heuristics::Known;
use crate::search::score::Score;
use crate::search::window::Bound;

/// What a won endgame is worth before progress is counted, in centipawns: more than any position
/// that must still be won, less than a mate.
const WON: i32 = 3_000;
/// Progress, in centipawns: for each ply that a mate known by heart is nearer than the longest,
const NEARER_MATE: i32 = 8;
/// for each step of the lone king away from the centre,
const DRIVEN: i32 = 10;
/// and for each step of the kings towards each other; with minor pieces alone more.
const CLOSER: i32 = 8;
const CLOSER_WITH_MINORS: i32 = 12;
/// What a pawn alone is worth that wins, and each rank that it has come up.
const PAWN_ALONE: i32 = 1_000;
const RANK: i32 = 100;

/// The scale of an endgame that is as good as it looks.
pub const WHOLE: i32 = 64;

/// What the endgame value of a plus counts for, of [`WHOLE`]: the fewer pawns the stronger side has,
/// the harder it is to win.
struct Share {
    basis: i32,
    each_pawn: i32,
}

const MOSTLY: Share = Share { basis: 36, each_pawn: 7 };
const OPPOSITE_BISHOPS: Share = Share { basis: 36, each_pawn: 3 };
const OPPOSITE_BISHOPS_ALONE: Share = Share { basis: 16, each_pawn: 4 };
/// Without pawns, a minor piece more: against no more than a minor piece, and against more.
const MINOR_AHEAD: [i32; 2] = [4, 14];

/// Which mates of a lone king are known by heart.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Learnt {
    #[default]
    All,
    /// All but that by bishop and knight, which has to be found at the board.
    AsMostPeople,
}

impl Learnt {
    fn fate(self, board: &Board, strong: Color) -> Option<Fate> {
        if self == Learnt::AsMostPeople && !board.pieces(Piece::Knight).is_empty() {
            return None;
        }
        lone_king::fate(board, strong)
    }
}

impl Share {
    #[inline(always)]
    fn with(&self, pawns: i32) -> i32 {
        (self.basis + self.each_pawn * pawns).min(WHOLE)
    }
}

/// The estimate of a known endgame for the player to move; none if it must be judged by its
/// features.
#[must_use]
pub fn estimate(board: &Board, learnt: Learnt) -> Option<i32> {
    let strong = !bare(board)?;
    let value = against_bare_king(board, strong, learnt)?;
    Some(if board.side_to_move() == strong { value } else { -value })
}

/// What is known for certain: a pawn that cannot win, and how it ends for a lone king, unless the
/// fifty-move rule's draw comes first.
#[must_use]
pub fn known(position: &Chess, learnt: Learnt) -> Option<Known> {
    let board = position.board();
    if board.occupied().len() > 4 {
        return None;
    }
    let strong = !bare(board)?;
    let score = match learnt.fate(board, strong) {
        Some(Fate::Mated(plies)) if plies + u32::from(position.clock()) > u32::from(FIFTY_MOVES) => {
            return None;
        }
        Some(Fate::Mated(plies)) if board.side_to_move() == strong => Score::won(1, plies as usize),
        Some(Fate::Mated(plies)) => -Score::won(1, plies as usize),
        Some(Fate::Escapes) => Score::DRAW,
        None => {
            let lone_pawn = board.occupied().len() == 3 && !board.pieces(Piece::Pawn).is_empty();
            (lone_pawn && estimate(board, learnt) == Some(0)).then_some(Score::DRAW)?
        }
    };
    Some(Known { score, bound: Bound::Exact })
}

/// Whether nothing but mate brings the winner on: against a lone king, what there is suffices just
/// so, and no pawn can move.
#[must_use]
pub fn only_mate_makes_progress(board: &Board) -> bool {
    let minors = (board.pieces(Piece::Knight) | board.pieces(Piece::Bishop)).len();
    let majors = (board.pieces(Piece::Rook) | board.pieces(Piece::Queen)).len();
    bare(board).is_some()
        && board.pieces(Piece::Pawn).is_empty()
        && matches!((majors, minors), (1, 0) | (0, 2))
}

/// The side that has nothing but its king, if one has.
#[inline]
fn bare(board: &Board) -> Option<Color> {
    Color::ALL.into_iter().find(|color| board.colors(*color) == board.king(*color).bitboard())
}

/// How good a side's pieces are against a lone king.
fn against_bare_king(board: &Board, strong: Color, learnt: Learnt) -> Option<i32> {
    let count = |piece| board.colored_pieces(strong, piece).len();
    let [pawns, knights, bishops] = [Piece::Pawn, Piece::Knight, Piece::Bishop].map(count);
    let mighty = count(Piece::Rook) + count(Piece::Queen);
    let (king, prey) = (board.king(strong), board.king(!strong));
    if pawns == 1 && knights + bishops + mighty == 0 {
        return Some(pawn_alone(board, strong));
    }
    let men = Piece::ALL.into_iter().filter(|piece| *piece != Piece::King);
    let material: i32 = men.map(|piece| worth(piece) * count(piece) as i32).sum();
    match learnt.fate(board, strong) {
        Some(Fate::Mated(plies)) => {
            return Some(WON + material + NEARER_MATE * (lone_king::LONGEST - plies) as i32);
        }
        Some(Fate::Escapes) => return Some(0),
        None => {}
    }
    let driven = WON + material + DRIVEN * from_centre(prey);
    let steps = 7 - distance(king, prey) as i32;
    if mighty > 0 {
        return Some(driven + CLOSER * steps);
    }
    if pawns > 0 {
        return None;
    }
    let squares = board.colored_pieces(strong, Piece::Bishop);
    let both =
        !(squares & BitBoard::DARK_SQUARES).is_empty() && !(squares & BitBoard::LIGHT_SQUARES).is_empty();
    if both || bishops > 0 && knights > 0 {
        return Some(driven + CLOSER_WITH_MINORS * steps);
    }
    // Two knights or less cannot force mate.
    Some(if knights > 2 { driven + CLOSER * steps } else { 0 })
}

fn pawn_alone(board: &Board, strong: Color) -> i32 {
    let turned = |square: Square| square.relative_to(strong);
    let Some(pawn) = board.colored_pieces(strong, Piece::Pawn).next_square().map(turned) else { return 0 };
    let to_move = if board.side_to_move() == strong { Color::White } else { Color::Black };
    if kpk::wins(to_move, turned(board.king(strong)), pawn, turned(board.king(!strong))) {
        PAWN_ALONE + RANK * pawn.rank() as i32
    } else {
        0
    }
}

/// Steps from the centre: 0 on e4, 6 in a corner.
fn from_centre(square: Square) -> i32 {
    let off = |line: usize| if line < 4 { 3 - line as i32 } else { line as i32 - 4 };
    off(square.file() as usize) + off(square.rank() as usize)
}

/// What the endgame value of the stronger side's plus counts for, of [`WHOLE`].
#[inline(always)]
#[must_use]
pub fn scale(board: &Board, stronger: Color) -> i32 {
    let count = |color, piece| board.colored_pieces(color, piece).len() as i32;
    let pawns = count(stronger, Piece::Pawn);
    let pieces = |color| {
        3 * (count(color, Piece::Knight) + count(color, Piece::Bishop))
            + 5 * count(color, Piece::Rook)
            + 9 * count(color, Piece::Queen)
    };
    if pawns == 0 {
        let (strong, weak) = (pieces(stronger), pieces(!stronger));
        // A minor piece more does not win without pawns; a lone minor never does.
        match strong - weak {
            ..=3 if strong < 5 => return 0,
            ..=3 => return MINOR_AHEAD[usize::from(weak > 3)],
            _ => {}
        }
    }
    if rook_pawn_with_wrong_bishop(board, stronger) {
        return 0;
    }
    if opposite_bishops(board) {
        let others = pieces(stronger) + pieces(!stronger) - 6;
        return if others == 0 { OPPOSITE_BISHOPS_ALONE } else { OPPOSITE_BISHOPS }.with(pawns);
    }
    MOSTLY.with(pawns)
}

fn opposite_bishops(board: &Board) -> bool {
    let bishops = board.pieces(Piece::Bishop);
    let one_each = Color::ALL.into_iter().all(|color| (bishops & board.colors(color)).len() == 1);
    one_each && (bishops & BitBoard::DARK_SQUARES).len() == 1 && board.pieces(Piece::Knight).is_empty()
}

/// Only pawns on one edge file, a bishop that does not rule their corner, and the enemy's king in it.
fn rook_pawn_with_wrong_bishop(board: &Board, strong: Color) -> bool {
    let own = board.colors(strong);
    let (pawns, bishops) = (own & board.pieces(Piece::Pawn), own & board.pieces(Piece::Bishop));
    if pawns.is_empty() || own.len() != 1 + pawns.len() + bishops.len() {
        return false;
    }
    let Some(first) = pawns.next_square() else { return false };
    let file = first.file();
    if !matches!(file as usize, 0 | 7) || !pawns.is_subset(file.bitboard()) {
        return false;
    }
    let corner = Square::new(file, Rank::Eighth.relative_to(strong));
    let rules =
        if BitBoard::DARK_SQUARES.has(corner) { BitBoard::DARK_SQUARES } else { BitBoard::LIGHT_SQUARES };
    (bishops & rules).is_empty() && distance(board.king(!strong), corner) <= 1
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dice::Dice;
    use crate::game::{Game, Outcome};
    use crate::games::chess::Knowledge;
    use crate::games::chess::rules;
    use crate::search::alphabeta::AlphaBeta;
    use crate::search::{Budget, Engine, Question, Stop};

    fn on(fen: &str) -> Chess {
        Chess::on(fen.parse().unwrap())
    }

    /// Random legal positions with White to move: the kings and White's pieces.
    fn positions(pieces: &str, count: usize) -> Vec<Chess> {
        let mut dice = Dice::seeded(1);
        let mut found = Vec::new();
        while found.len() < count {
            let mut rows = [[' '; 8]; 8];
            for piece in ['K', 'k'].into_iter().chain(pieces.chars()) {
                rows[dice.below(8)][dice.below(8)] = piece;
            }
            let row =
                |row: &[char; 8]| row.iter().map(|c| if *c == ' ' { '1' } else { *c }).collect::<String>();
            let fen = format!("{} w - - 0 1", rows.iter().map(row).collect::<Vec<_>>().join("/"));
            // The kings' letters overwritten, or an illegal position: try again.
            let Ok(board) = fen.parse::<Board>() else { continue };
            if board.occupied().len() as usize == pieces.len() + 2 && value_is_won(&board) {
                found.push(Chess::on(board));
            }
        }
        found
    }

    /// Whether the pieces cannot be lost at once and the ending is known to be won.
    fn value_is_won(board: &Board) -> bool {
        let mut safe = true;
        let Some(passed) = board.null_move() else { return false };
        passed.generate_moves(|moves| {
            safe &= moves.into_iter().all(|m| !passed.colors(Color::White).has(m.to));
            false
        });
        safe && estimate(board, Learnt::All).is_some_and(|value| value >= 1_000)
    }

    /// Plays both sides until the game is over or promises to be: who won, and after how many
    /// plies. A pawn that became a queen is followed to the mate.
    fn played_out(start: &Chess, nodes: u64) -> (Option<Outcome>, usize) {
        let engine = AlphaBeta::new(Knowledge::default());
        let mut question = Question::new(start.clone());
        loop {
            if let Some(outcome) = question.position.outcome() {
                return (Some(outcome), question.past.len());
            }
            if question.position.is_dead() || question.position.draw_to_claim(&question.past).is_some() {
                return (None, question.past.len());
            }
            let choice = engine.choose(&question, &Budget::nodes(nodes), &Stop::new(), &mut |_| {});
            question.past.push(question.position.clone());
            question.position.apply(choice.chosen());
        }
    }

    #[test]
    fn won_endings_are_won_within_the_fifty_moves() {
        for (pieces, count, nodes) in
            [("Q", 5, 300), ("R", 5, 300), ("BB", 5, 300), ("NB", 5, 300), ("QR", 3, 1_000), ("P", 5, 1_500)]
        {
            for start in positions(pieces, count) {
                let (outcome, plies) = played_out(&start, nodes);
                let won = Some(Outcome::won(rules::player(Color::White)));
                assert_eq!(outcome, won, "{pieces} after {plies} plies from {}", start.board());
            }
        }
    }

    #[test]
    fn a_pawn_that_cannot_win_is_known_to_be_drawn() {
        for (fen, drawn) in [
            ("4k3/8/8/8/8/8/4P3/4K3 b - - 0 1", true),
            ("8/8/8/3k4/8/8/3P4/3K4 w - - 0 1", true),
            ("3k4/8/3K4/3P4/8/8/8/8 w - - 0 1", false),
            ("k7/8/1K6/P7/8/8/8/8 w - - 0 1", true),
        ] {
            let board = on(fen);
            assert_eq!(known(&board, Learnt::All).is_some(), drawn, "{fen}");
        }
    }

    /// The longest mate by bishop and knight: 33 moves.
    const LONGEST: &str = "8/8/8/8/8/1k6/8/K1B3N1 w - - 0 60";

    #[test]
    fn a_mate_is_known_unless_the_draw_comes_first() {
        let told = |clock: &str| known(&on(&LONGEST.replace(" 0 ", clock)), Learnt::All);
        assert_eq!(told(" 35 ").map(|known| known.score), Some(Score::won(1, 65)));
        assert!(told(" 36 ").is_none());
    }

    #[test]
    fn a_mate_that_is_known_is_told_to_its_end() {
        for (fen, plies) in
            [(LONGEST, 65), ("8/8/8/3k4/8/8/8/KR6 w - - 0 1", 29), ("k7/8/8/8/8/8/8/KBB5 b - - 0 1", 32)]
        {
            let question = Question::new(on(fen));
            let engine = AlphaBeta::new(Knowledge::default());
            let choice = engine.choose(&question, &Budget::nodes(300), &Stop::new(), &mut |_| {});
            let mut position = question.position;
            choice.best().moves.iter().for_each(|played| position.apply(*played));
            assert_eq!((choice.best().moves.len(), position.outcome().is_some()), (plies, true), "{fen}");
        }
    }

    #[test]
    fn a_plus_that_nobody_can_win_counts_for_little() {
        let scaled = |fen: &str| scale(on(fen).board(), Color::White);
        assert_eq!(scaled("7k/8/8/7P/8/8/6B1/6K1 w - - 0 1"), 0, "the wrong bishop's rook pawn");
        assert_eq!(scaled("7k/8/8/7P/8/8/5B2/6K1 w - - 0 1"), 43, "the right bishop's");
        assert_eq!(scaled("4k3/4p3/8/8/8/8/8/3NK3 w - - 0 1"), 0, "a knight cannot mate");
        let opposite = scaled("4k3/3bp3/8/8/8/8/3PPB2/4K3 w - - 0 1");
        let like = scaled("4k3/2b1p3/8/8/8/8/3PPB2/4K3 w - - 0 1");
        assert!(opposite < like, "{opposite} {like}");
        assert_eq!(scale(&Board::default(), Color::White), WHOLE);
    }

    #[test]
    fn a_bishop_and_a_knight_mate_sooner_in_a_corner_of_the_bishops_colour() {
        let value = |fen: &str| estimate(on(fen).board(), Learnt::All).unwrap();
        // Light-squared bishop: a8 and h1 are the corners to die in.
        let right = value("k7/8/2K5/2N5/4B3/8/8/8 b - - 0 1");
        let wrong = value("7k/8/5K2/5N2/4B3/8/8/8 b - - 0 1");
        assert!(right < wrong, "the bare king fears the right corner more: {right} {wrong}");
    }
}
