//! A king alone against a queen, a rook, two bishops, or bishop and knight: how far every position is
//! from mate, worked out backwards when first asked for.
//!
//! The lone king's squares are a set in one word, so a step backwards decides all of them at once.

use std::sync::OnceLock;

use cozy_chess::{BitBoard, Board, Color, Piece, Square, get_king_moves};

use super::reach::reach;
use super::squares::{down, left, right, up};

static QUEEN: Endgame<1> = Endgame::of([Piece::Queen]);
static ROOK: Endgame<1> = Endgame::of([Piece::Rook]);
static BISHOPS: Endgame<2> = Endgame::of([Piece::Bishop, Piece::Bishop]);
static BISHOP_AND_KNIGHT: Endgame<2> = Endgame::of([Piece::Bishop, Piece::Knight]);

/// No mate takes longer, in plies.
pub const LONGEST: u32 = 66;

/// How it ends for a lone king if both sides play their best.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fate {
    /// In so many plies.
    Mated(u32),
    /// It takes a piece, or is stalemated.
    Escapes,
}

/// What becomes of the king that is alone against the strong side's; none if more stands on the board
/// than one of these endgames has.
#[must_use]
pub fn fate(board: &Board, strong: Color) -> Option<Fate> {
    let of = |piece| board.colored_pieces(strong, piece);
    let [knights, bishops, rooks, queens] = [Piece::Knight, Piece::Bishop, Piece::Rook, Piece::Queen].map(of);
    let [dark, light] = [BitBoard::DARK_SQUARES, BitBoard::LIGHT_SQUARES].map(|squares| bishops & squares);
    let only = |pieces: BitBoard| pieces | board.pieces(Piece::King) == board.occupied();
    let one = BitBoard::next_square;
    match board.occupied().len() {
        3 if only(queens) => Some(QUEEN.fate(board, strong, [one(queens)?])),
        3 if only(rooks) => Some(ROOK.fate(board, strong, [one(rooks)?])),
        4 if only(bishops) => Some(BISHOPS.fate(board, strong, [one(dark)?, one(light)?])),
        4 if only(bishops | knights) => {
            Some(BISHOP_AND_KNIGHT.fate(board, strong, [one(bishops)?, one(knights)?]))
        }
        _ => None,
    }
}

/// Works the positions out now: it takes some tenths of a second.
pub fn prepare() {
    QUEEN.mates();
    ROOK.mates();
    BISHOPS.mates();
    BISHOP_AND_KNIGHT.mates();
}

/// White has these pieces, a first bishop on a dark square, a second one on a light one.
struct Endgame<const N: usize> {
    pieces: [Piece; N],
    /// In how many moves White, to move, mates: 0 where it does not. Positions as they are when
    /// [turned](Men::turned).
    mates: OnceLock<Vec<u8>>,
}

/// White's men, and the king that is alone.
#[derive(Clone, Copy, Debug)]
struct Men<const N: usize> {
    king: Square,
    pieces: [Square; N],
    bare: Square,
}

/// The lone king's squares once the board is turned: those below both long diagonals, or on them.
const BELOW: BitBoard = BitBoard(0x0000_0000_183c_7eff);

impl<const N: usize> Men<N> {
    /// The same position with the first piece on a dark square and the lone king in [`BELOW`].
    fn turned(self) -> Men<N> {
        let mut men = self;
        if BitBoard::LIGHT_SQUARES.has(men.pieces[0]) {
            men = men.map(Square::flip_file);
        }
        // Exchanging files and ranks leaves dark squares dark.
        if men.bare.rank() as usize > men.bare.file() as usize {
            men = men.map(exchanged);
        }
        if men.bare.rank() as usize + men.bare.file() as usize > 7 {
            men = men.map(|square| exchanged(square).flip_file().flip_rank());
        }
        men
    }

    fn map(self, turn: impl Fn(Square) -> Square) -> Men<N> {
        Men { king: turn(self.king), pieces: self.pieces.map(&turn), bare: turn(self.bare) }
    }

    /// The squares of White's men.
    fn own(self) -> BitBoard {
        self.pieces.into_iter().fold(self.king.bitboard(), |own, piece| own | piece.bitboard())
    }
}

fn exchanged(square: Square) -> Square {
    Square::index(square as usize % 8 * 8 + square as usize / 8)
}

impl<const N: usize> Endgame<N> {
    const fn of(pieces: [Piece; N]) -> Endgame<N> {
        Endgame { pieces, mates: OnceLock::new() }
    }

    fn fate(&self, board: &Board, strong: Color, pieces: [Square; N]) -> Fate {
        let men = Men { king: board.king(strong), pieces, bare: board.king(!strong) };
        let to_move = if board.side_to_move() == strong { Color::White } else { Color::Black };
        self.plies_to_mate(to_move, men).map_or(Fate::Escapes, Fate::Mated)
    }

    /// None if the lone king gets away.
    fn plies_to_mate(&self, to_move: Color, men: Men<N>) -> Option<u32> {
        if to_move == Color::White {
            return Some(2 * self.moves_to_mate(men)? - 1);
        }
        let covered = self.covered(men);
        let flights = get_king_moves(men.bare) & !covered;
        if flights.is_empty() {
            return covered.has(men.bare).then_some(0);
        }
        if !flights.is_disjoint(men.own()) {
            return None;
        }
        let mut longest = 0;
        for bare in flights {
            longest = longest.max(2 * self.moves_to_mate(Men { bare, ..men })?);
        }
        Some(longest)
    }

    fn moves_to_mate(&self, men: Men<N>) -> Option<u32> {
        let moves = self.mates()[self.place(men.turned())];
        (moves > 0).then_some(u32::from(moves))
    }

    fn mates(&self) -> &[u8] {
        self.mates.get_or_init(|| self.work_out())
    }

    fn place(&self, men: Men<N>) -> usize {
        let (file, rank) = (men.bare.file() as usize, men.bare.rank() as usize);
        let bare = rank * (9 - rank) + file - rank;
        bare * self.placements() + self.placement(men)
    }

    /// A number for where White's men stand.
    fn placement(&self, men: Men<N>) -> usize {
        (0..N).fold(men.king as usize, |place, number| {
            place * self.seats(number) + men.pieces[number] as usize * self.seats(number) / 64
        })
    }

    fn placements(&self) -> usize {
        (0..N).fold(64, |count, number| count * self.seats(number))
    }

    /// On how many squares a piece can stand.
    fn seats(&self, number: usize) -> usize {
        if self.pieces[number] == Piece::Bishop { 32 } else { 64 }
    }

    /// All ways to place White's men; where the lone king stands is left open.
    fn all(&self) -> Vec<Men<N>> {
        let mut all = Square::ALL.map(|king| Men { king, pieces: [king; N], bare: king }).to_vec();
        for number in 0..N {
            let squares = match self.pieces[number] {
                Piece::Bishop if number == 0 => BitBoard::DARK_SQUARES,
                Piece::Bishop => BitBoard::LIGHT_SQUARES,
                _ => BitBoard::FULL,
            };
            let with_one_more = |men: Men<N>| {
                (squares & !men.own()).into_iter().map(move |square| {
                    let mut men = men;
                    men.pieces[number..].fill(square);
                    men
                })
            };
            all = all.into_iter().flat_map(with_one_more).collect();
        }
        all
    }

    /// Finds the mates, then by turns what White wins in one move more and what the lone king
    /// loses by that, until nothing new is found. Only what is new is followed further back.
    fn work_out(&self) -> Vec<u8> {
        // For each placement of White's men, squares of the lone king; the hopes are those that a move may
        // win from, and nobody has looked at yet.
        let mut won = vec![BitBoard::EMPTY; self.placements()];
        let (mut lost, mut hopes) = (won.clone(), won.clone());
        let mut mates = vec![0; 20 * self.placements()];
        let mut news = self.all();
        for moves in 1.. {
            let mut hopeful = Vec::new();
            for men in news.drain(..) {
                let placement = self.placement(men);
                let new = self.loses(men, won[placement]) & !lost[placement];
                if new.is_empty() {
                    continue;
                }
                lost[placement] |= new;
                self.one_move_away(men, |before| {
                    let hopes = &mut hopes[self.placement(before)];
                    if hopes.is_empty() {
                        hopeful.push(before);
                    }
                    *hopes |= new;
                });
            }
            for men in hopeful {
                let placement = self.placement(men);
                // The lone king is not in check before White moves: it is in no piece's way.
                let quiet = !(men.own() | self.covered(men));
                let new = std::mem::take(&mut hopes[placement]) & quiet & !won[placement];
                if new.is_empty() {
                    continue;
                }
                won[placement] |= new;
                for bare in new & BELOW {
                    mates[self.place(Men { bare, ..men })] = moves;
                }
                news.push(men);
            }
            if news.is_empty() {
                break;
            }
        }
        mates
    }

    /// Where White's men can stand a move later, or stood a move before: they take nothing.
    fn one_move_away(&self, men: Men<N>, mut each: impl FnMut(Men<N>)) {
        let own = men.own();
        for king in get_king_moves(men.king) & !own {
            each(Men { king, ..men });
        }
        for number in 0..N {
            for square in self.reach(men, number, own) & !own {
                let mut men = men;
                men.pieces[number] = square;
                each(men);
            }
        }
    }

    /// Squares that the lone king cannot go to. It hides nothing from White's pieces: it would be in
    /// check on the squares behind it, too.
    fn covered(&self, men: Men<N>) -> BitBoard {
        let own = men.own();
        (0..N).fold(get_king_moves(men.king), |covered, number| covered | self.reach(men, number, own))
    }

    fn reach(&self, men: Men<N>, number: usize, occupied: BitBoard) -> BitBoard {
        reach(Color::White, self.pieces[number], men.pieces[number], occupied)
    }

    /// Where the lone king, to move, is mated or can only go where White has won.
    fn loses(&self, men: Men<N>, won: BitBoard) -> BitBoard {
        let covered = self.covered(men);
        let room = !(men.own() | get_king_moves(men.king));
        let mobile = beside(!covered);
        // What is free to be taken is no square where White has won.
        let escapes = beside(!(covered | won));
        room & !escapes & (mobile | covered)
    }
}

/// The squares beside these.
fn beside(squares: BitBoard) -> BitBoard {
    let sides = left(squares) | right(squares);
    let row = squares | sides;
    sides | up(row) | down(row)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dice::Dice;

    #[test]
    fn the_longest_mates_are_as_long_as_the_literature_says() {
        let longest = |mates: &[u8]| mates.iter().max().copied();
        assert_eq!([&QUEEN, &ROOK].map(|endgame| longest(endgame.mates())), [Some(10), Some(16)]);
        let minor = [&BISHOPS, &BISHOP_AND_KNIGHT].map(|endgame| longest(endgame.mates()));
        assert_eq!(minor, [Some(19), Some(33)]);
    }

    #[test]
    fn mates_stalemates_and_lost_pieces_are_told_apart() {
        for (fen, expected) in [
            ("k7/8/NKB5/8/8/8/8/8 b - - 0 1", Some(Fate::Mated(0))),
            ("k7/3B4/NK6/8/8/8/8/8 w - - 0 1", Some(Fate::Mated(1))),
            ("k7/3B4/1KN5/8/8/8/8/8 b - - 0 1", Some(Fate::Escapes)),
            ("8/8/8/4B3/4k3/8/8/K6N b - - 0 1", Some(Fate::Escapes)),
            ("8/8/8/8/8/1K6/7R/k7 w - - 0 1", Some(Fate::Mated(1))),
            ("8/8/8/8/8/2k5/7r/K7 b - - 0 1", Some(Fate::Mated(3))),
            ("k7/2Q5/8/8/8/8/8/K7 b - - 0 1", Some(Fate::Escapes)),
            ("k7/8/8/8/8/8/8/K1B1B3 w - - 0 1", None),
            ("k7/8/8/8/8/8/8/K1NN4 w - - 0 1", None),
            ("k7/p7/8/8/8/8/8/KQ6 w - - 0 1", None),
        ] {
            let board: Board = fen.parse().unwrap();
            let strong = if fen.contains('r') { Color::Black } else { Color::White };
            assert_eq!(fate(&board, strong), expected, "{fen}");
        }
    }

    #[test]
    fn a_turned_board_is_as_far_from_mate() {
        let mut dice = Dice::seeded(3);
        for _ in 0..1_000 {
            let mut square = || Square::index(dice.below(64));
            let men = Men { king: square(), pieces: [square(), square()], bare: square() };
            for to_move in Color::ALL {
                let plies = |men| BISHOP_AND_KNIGHT.plies_to_mate(to_move, men);
                assert_eq!(plies(men), plies(men.map(Square::flip_file)), "{men:?}");
                assert_eq!(plies(men), plies(men.map(Square::flip_rank)), "{men:?}");
                assert_eq!(plies(men), plies(men.map(exchanged)), "{men:?}");
            }
        }
    }
}
