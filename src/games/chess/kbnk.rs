//! King, bishop and knight against king: how far every position is from mate, worked out backwards when
//! first asked for.
//!
//! The bare king's squares are a set in one word, so a step backwards decides all of them at once.

use std::sync::LazyLock;

use cozy_chess::{BitBoard, Color, Square, get_bishop_moves, get_king_moves, get_knight_moves};

use super::evaluate::camp::{down, left, right, up};

/// No mate takes longer, in plies.
pub const LONGEST: u32 = 66;

/// White's men and the bare king.
#[derive(Clone, Copy, Debug)]
pub struct Men {
    pub king: Square,
    pub bishop: Square,
    pub knight: Square,
    pub bare: Square,
}

/// Plies to mate if both play their best; none if the bare king gets away.
#[must_use]
pub fn plies_to_mate(to_move: Color, men: Men) -> Option<u32> {
    let mates = |men: Men| Some(u32::from(MATES.0[men.turned().place()])).filter(|moves| *moves > 0);
    if to_move == Color::White {
        return Some(2 * mates(men)? - 1);
    }
    let covered = men.covered();
    let flights = get_king_moves(men.bare) & !covered;
    if flights.is_empty() {
        return covered.has(men.bare).then_some(0);
    }
    if !flights.is_disjoint(men.bishop.bitboard() | men.knight.bitboard()) {
        return None;
    }
    let mut longest = 0;
    for bare in flights {
        longest = longest.max(2 * mates(Men { bare, ..men })?);
    }
    Some(longest)
}

/// Works the positions out now: it takes some tenths of a second.
pub fn prepare() {
    LazyLock::force(&MATES);
}

static MATES: LazyLock<Mates> = LazyLock::new(Mates::work_out);

/// In how many moves White, to move, mates: 0 where it does not. Positions as they are when
/// [turned](Men::turned).
struct Mates(Vec<u8>);

/// Squares of the bare king, once turned: those below both long diagonals or on them.
const BELOW: BitBoard = BitBoard(0x0000_0000_183c_7eff);
/// As many, times 64 of White's king, 64 of the knight, 32 dark ones of the bishop.
const POSITIONS: usize = 20 * 64 * 64 * 32;

impl Men {
    /// The same position with the bishop on a dark square and the bare king in [`BELOW`].
    fn turned(self) -> Men {
        let mut men = self;
        if BitBoard::LIGHT_SQUARES.has(men.bishop) {
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

    fn map(self, turn: impl Fn(Square) -> Square) -> Men {
        let Men { king, bishop, knight, bare } = self;
        Men { king: turn(king), bishop: turn(bishop), knight: turn(knight), bare: turn(bare) }
    }

    fn place(self) -> usize {
        let (file, rank) = (self.bare.file() as usize, self.bare.rank() as usize);
        let bare = rank * (9 - rank) + file - rank;
        ((bare * 64 + self.king as usize) * 64 + self.knight as usize) * 32 + self.bishop as usize / 2
    }

    /// Squares that the bare king cannot go to. It hides nothing from the bishop: it would be in
    /// check on the squares behind, too.
    fn covered(self) -> BitBoard {
        let Men { king, bishop, knight, .. } = self;
        let blockers = king.bitboard() | knight.bitboard();
        get_king_moves(king) | get_knight_moves(knight) | get_bishop_moves(bishop, blockers)
    }
}

fn exchanged(square: Square) -> Square {
    Square::index(square as usize % 8 * 8 + square as usize / 8)
}

/// For each placement of White's men, with the bishop on a dark square, a set of squares of the
/// bare king.
struct Sets(Vec<BitBoard>);

impl Sets {
    fn empty() -> Sets {
        Sets(vec![BitBoard::EMPTY; 64 * 64 * 32])
    }

    fn at(&mut self, men: Men) -> &mut BitBoard {
        &mut self.0[(men.king as usize * 64 + men.knight as usize) * 32 + men.bishop as usize / 2]
    }
}

impl Mates {
    /// Finds the mates, then by turns what White wins in one move more and what the bare king
    /// loses by that, until nothing new is found.
    fn work_out() -> Mates {
        let placements = placements();
        let (mut won, mut lost) = (Sets::empty(), Sets::empty());
        let mut mates = Mates(vec![0; POSITIONS]);
        for moves in 1.. {
            for men in &placements {
                *lost.at(*men) = loses(*men, *won.at(*men));
            }
            let mut news = false;
            for men in &placements {
                let new = wins(*men, &mut lost) & !*won.at(*men);
                *won.at(*men) |= new;
                news |= !new.is_empty();
                for bare in new & BELOW {
                    mates.0[Men { bare, ..*men }.place()] = moves;
                }
            }
            if !news {
                break;
            }
        }
        mates
    }
}

/// All ways to place White's men; where the bare king stands is left open.
fn placements() -> Vec<Men> {
    let mut placements = Vec::new();
    for king in Square::ALL {
        for knight in Square::ALL {
            for bishop in BitBoard::DARK_SQUARES {
                if king != knight && king != bishop && knight != bishop {
                    placements.push(Men { king, bishop, knight, bare: king });
                }
            }
        }
    }
    placements
}

/// Where the bare king, to move, is mated or can only go where White has won.
fn loses(men: Men, won: BitBoard) -> BitBoard {
    let covered = men.covered();
    let own = men.king.bitboard() | men.bishop.bitboard() | men.knight.bitboard();
    let room = !(own | get_king_moves(men.king));
    let mobile = beside(!covered);
    // What is free to be taken is no square where White has won.
    let escapes = beside(!(covered | won));
    room & !escapes & (mobile | covered)
}

/// Where White, to move, can make the bare king lose.
fn wins(men: Men, lost: &mut Sets) -> BitBoard {
    let Men { king, bishop, knight, .. } = men;
    let own = king.bitboard() | bishop.bitboard() | knight.bitboard();
    let mut won = BitBoard::EMPTY;
    for king in get_king_moves(king) & !own {
        won |= *lost.at(Men { king, ..men });
    }
    for knight in get_knight_moves(knight) & !own {
        won |= *lost.at(Men { knight, ..men });
    }
    for bishop in get_bishop_moves(bishop, own) & !own {
        won |= *lost.at(Men { bishop, ..men });
    }
    // It is not in check while White is to move.
    won & !(own | men.covered())
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

    fn men(king: Square, bishop: Square, knight: Square, bare: Square) -> Men {
        Men { king, bishop, knight, bare }
    }

    #[test]
    fn the_longest_mates_are_as_long_as_the_literature_says() {
        assert_eq!(MATES.0.iter().max(), Some(&33));
    }

    #[test]
    fn mates_stalemates_and_lost_pieces_are_told_apart() {
        use Square::*;
        let mated = men(B6, C6, A6, A8);
        assert_eq!(plies_to_mate(Color::Black, mated), Some(0));
        let (before, stalemated) = (men(B6, D7, A6, A8), men(B6, D7, C6, A8));
        assert_eq!(plies_to_mate(Color::White, before), Some(1));
        assert_eq!(plies_to_mate(Color::Black, stalemated), None);
        assert_eq!(plies_to_mate(Color::Black, men(A1, E5, H1, E4)), None, "the bishop is lost");
    }

    #[test]
    fn a_turned_board_is_as_far_from_mate() {
        let mut dice = Dice::seeded(3);
        for _ in 0..1_000 {
            let mut square = || Square::index(dice.below(64));
            let men = men(square(), square(), square(), square());
            for to_move in Color::ALL {
                let plies = plies_to_mate(to_move, men);
                assert_eq!(plies, plies_to_mate(to_move, men.map(Square::flip_file)), "{men:?}");
                assert_eq!(plies, plies_to_mate(to_move, men.map(Square::flip_rank)), "{men:?}");
                assert_eq!(plies, plies_to_mate(to_move, men.map(exchanged)), "{men:?}");
            }
        }
    }
}
