//! The sums of both sides. From one position to the next little of the board changes, so what stood last
//! time is kept, and only what came or went is added or taken away.

use std::array::from_fn;
use std::mem::replace;

use cozy_chess::{BitBoard, Board, Color, Piece};

use super::{NOTHING, Network, Row, View, kind};

/// Judges positions by what stood last time, under kings on the same halves of the board. Each thread has its
/// own.
#[derive(Clone)]
pub struct Sums {
    network: &'static Network,
    last: [Box<Seen>; 4],
}

#[derive(Clone)]
struct Seen {
    /// White's and Black's.
    sums: [Row; 2],
    colors: [BitBoard; Color::NUM],
    pieces: [BitBoard; Piece::NUM],
    /// What stands on each square, by its kind.
    kinds: [u8; 64],
}

impl Default for Sums {
    fn default() -> Sums {
        let network = Network::learnt();
        let empty = Box::new(Seen {
            sums: [network.offsets; 2],
            colors: [BitBoard::EMPTY; Color::NUM],
            pieces: [BitBoard::EMPTY; Piece::NUM],
            kinds: [NOTHING; 64],
        });
        Sums { network, last: from_fn(|_| empty.clone()) }
    }
}

impl Sums {
    /// What a position is worth to the player to move, in centipawns.
    #[inline(always)]
    pub fn judge(&mut self, board: &Board) -> i32 {
        let network = self.network;
        let views = Color::ALL.map(|side| View::of(board, side));
        let seen = &mut self.last[usize::from(views[0].mirrored) * 2 + usize::from(views[1].mirrored)];
        for square in seen.take_in(board) {
            let now = kind(board, square);
            let before = replace(&mut seen.kinds[square as usize], now);
            for (view, sums) in views.iter().zip(&mut seen.sums) {
                let row = |kind| &network.rows[view.row(kind, square)];
                for ((sum, now), before) in sums.iter_mut().zip(row(now)).zip(row(before)) {
                    *sum = sum.wrapping_add(now.wrapping_sub(*before));
                }
            }
        }
        network.judge(board, &seen.sums)
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
