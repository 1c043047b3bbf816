//! The sums of both sides. From one position to the next little of the board changes, so what stood last
//! time is kept, and only what came or went is added or taken away.

use std::array::from_fn;
use std::mem::replace;

use cozy_chess::{BitBoard, Board, Color, Piece};

use super::{INPUTS, Network, Row, View};

/// What stood last time under kings on the same halves of the board.
#[derive(Clone)]
pub struct Sums([Box<Seen>; 4]);

#[derive(Clone)]
struct Seen {
    /// White's and Black's.
    sums: [Row; 2],
    colors: [BitBoard; Color::NUM],
    pieces: [BitBoard; Piece::NUM],
    /// What stands on each square, by its kind.
    kinds: [u8; 64],
}

/// White's pieces have the kinds from 0, Black's those from 6.
const NOTHING: u8 = 12;

/// What each kind is to White and to Black: one's own come first.
const KINDS: [[u8; 13]; 2] =
    [[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, NOTHING], [6, 7, 8, 9, 10, 11, 0, 1, 2, 3, 4, 5, NOTHING]];

impl Default for Sums {
    fn default() -> Sums {
        let empty = Box::new(Seen {
            sums: [Network::learnt().offsets; 2],
            colors: [BitBoard::EMPTY; Color::NUM],
            pieces: [BitBoard::EMPTY; Piece::NUM],
            kinds: [NOTHING; 64],
        });
        Sums(from_fn(|_| empty.clone()))
    }
}

impl Sums {
    /// White's and Black's sums of a position.
    #[inline(always)]
    pub fn update(&mut self, network: &Network, board: &Board) -> &[Row; 2] {
        let views = Color::ALL.map(|side| View::of(board, side));
        let seen = &mut self.0[usize::from(views[0].mirrored) * 2 + usize::from(views[1].mirrored)];
        let changed = seen.take_in(board);
        for square in changed {
            let square = square as usize;
            let now = kind(board, square);
            let before = replace(&mut seen.kinds[square], now);
            for side in 0..2 {
                let row = |kind: u8| {
                    let input = usize::from(KINDS[side][usize::from(kind)]) * 64 + views[side].sees(square);
                    &network.rows[input.min(INPUTS)]
                };
                for ((sum, now), before) in seen.sums[side].iter_mut().zip(row(now)).zip(row(before)) {
                    *sum = sum.wrapping_add(now.wrapping_sub(*before));
                }
            }
        }
        &seen.sums
    }
}

impl Seen {
    /// Notes where everything stands, and gives the squares on which something else stood before.
    #[inline(always)]
    fn take_in(&mut self, board: &Board) -> BitBoard {
        let mut changed = BitBoard::EMPTY;
        for color in Color::ALL {
            let now = board.colors(color);
            changed |= replace(&mut self.colors[color as usize], now) ^ now;
        }
        for piece in Piece::ALL {
            let now = board.pieces(piece);
            changed |= replace(&mut self.pieces[piece as usize], now) ^ now;
        }
        changed
    }
}

/// What stands on a square. Nothing is asked and nothing guessed: which it is nobody could foretell.
#[inline(always)]
fn kind(board: &Board, square: usize) -> u8 {
    let has = |squares: BitBoard| (squares.0 >> square & 1) as u8;
    let [_, knights, bishops, rooks, queens, kings] = Piece::ALL.map(|piece| board.pieces(piece));
    // The bits of the piece's number.
    has(knights | rooks | kings)
        + 2 * has(bishops | rooks)
        + 4 * has(queens | kings)
        + Piece::NUM as u8 * has(board.colors(Color::Black))
        + NOTHING * has(!board.occupied())
}
