//! A small network that looks at the whole board. What it knows is learnt from games that the program
//! played against itself (`examples/learn_chess`) and kept in `weights.bin`.
//!
//! Each side sees the board from its own end, mirrored where its king stands on the right half. Every
//! piece adds its row of weights to that side's layer of sums ([`sums`]); a sum counts by its square once
//! it is positive, and up to [`WHOLE`]. How much it counts depends on whose turn it is and on how many
//! pieces are left, and so does what each piece is worth by itself.

pub mod sums;

use std::array::from_fn;
use std::sync::LazyLock;

use cozy_chess::{BitBoard, Board, Color, Piece, Square};

/// Pieces as a side tells them apart: its own, then the other's, each on any square.
pub const INPUTS: usize = 2 * Piece::NUM * 64;
/// How many sums a side has.
pub const SUMS: usize = 128;
/// Pieces on the board, four a stage.
pub const STAGES: usize = 8;
/// Kinds of pieces that are worth something: all but the king.
pub const MEN: usize = Piece::NUM - 1;
/// A sum of 1, in the fixed point of rows and offsets.
pub const WHOLE: i16 = 255;
/// A weight of 1, in the fixed point of the last layer; none there is 2 or more, so that what a sum is
/// multiplied by it has 16 bits.
pub const ONE: i16 = 64;
/// A centipawn, in the fixed point of what stands beside the last layer.
pub const CENTIPAWN: i16 = 8;
/// So many centipawns stand for a win ten times as likely in what it is taught. How games come out at the strength
/// of play is told by the card of chess.
pub const TENFOLD: f32 = 400.0;

/// A centipawn in the fixed point of what the last layer comes to. There a 1 is that by which a win is e
/// times as likely.
const CENTIPAWN_OF_LAYER: i32 = 23_959;

/// What stands for each sum of a side.
pub type Row = [i16; SUMS];

/// What was learnt, in fixed point.
#[derive(PartialEq, Debug)]
pub struct Network {
    /// What a piece of each kind adds on each square; the last is of a square on which nothing stands.
    pub rows: Box<[Row; INPUTS + 1]>,
    /// What there is before any piece.
    pub offsets: Row,
    pub stages: [Stage; STAGES],
}

/// What all comes to at one stage of the game.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Stage {
    /// What a whole sum counts: of the player to move, and of the other.
    pub sums: [Row; 2],
    pub offset: i16,
    /// What a pawn, knight, bishop, rook and queen are worth by themselves.
    pub men: [i16; MEN],
}

/// The stage of the game; no position has more than 32 pieces.
#[inline(always)]
#[must_use]
pub fn stage(board: &Board) -> usize {
    (board.occupied().len() as usize - 1) / 4
}

/// How many pieces of each kind the player to move has more than the other.
#[inline(always)]
#[must_use]
pub fn lead(board: &Board) -> [i32; MEN] {
    let (own, other) = (board.colors(board.side_to_move()), board.colors(!board.side_to_move()));
    let count = |pieces: BitBoard| pieces.len() as i32;
    from_fn(|man| {
        let pieces = board.pieces(Piece::ALL[man]);
        count(pieces & own) - count(pieces & other)
    })
}

/// White's pieces have the kinds from 0, in the order of [`Piece::ALL`], Black's those from 6.
const NOTHING: u8 = 12;

/// The kind of what stands on a square. Nothing is asked and nothing guessed: which it is nobody could
/// foretell.
#[inline(always)]
#[must_use]
pub fn kind(board: &Board, square: Square) -> u8 {
    let has = |squares: BitBoard| (squares.0 >> square as usize & 1) as u8;
    let [_, knights, bishops, rooks, queens, kings] = Piece::ALL.map(|piece| board.pieces(piece));
    // The bits of the piece's number.
    has(knights | rooks | kings)
        + 2 * has(bishops | rooks)
        + 4 * has(queens | kings)
        + Piece::NUM as u8 * has(board.colors(Color::Black))
        + NOTHING * has(!board.occupied())
}

/// What each kind is to White and to Black: one's own come first.
const AS_SEEN: [[u8; 13]; Color::NUM] =
    [[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, NOTHING], [6, 7, 8, 9, 10, 11, 0, 1, 2, 3, 4, 5, NOTHING]];

/// From where a side looks at the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct View {
    side: Color,
    /// Whether its king stands on the right half, so that the board is mirrored.
    mirrored: bool,
}

impl View {
    #[inline(always)]
    #[must_use]
    pub fn of(board: &Board, side: Color) -> View {
        View { side, mirrored: board.king(side).file() as usize > 3 }
    }

    /// The row of what stands on a square.
    #[inline(always)]
    #[must_use]
    pub fn row(self, kind: u8, square: Square) -> usize {
        let mirrored = if self.mirrored { 7 } else { 0 };
        let turned = if self.side == Color::White { 0 } else { 56 };
        let kind = usize::from(AS_SEEN[self.side as usize][usize::from(kind)]);
        (kind * 64 + (square as usize ^ mirrored ^ turned)).min(INPUTS)
    }
}

impl Network {
    /// The network that the program plays with.
    #[must_use]
    pub fn learnt() -> &'static Network {
        static LEARNT: LazyLock<Network> = LazyLock::new(|| {
            Network::read(include_bytes!("weights.bin"))
                .expect("the embedded network can be read (a test reads it)")
        });
        &LEARNT
    }

    /// What a position is worth to the player to move, in centipawns, by the sums of White and Black.
    #[inline(always)]
    fn judge(&self, board: &Board, sums: &[Row; 2]) -> i32 {
        let stage = &self.stages[stage(board)];
        let mover = board.side_to_move();
        let layer =
            weighed(&sums[mover as usize], &stage.sums[0]) + weighed(&sums[!mover as usize], &stage.sums[1]);
        let men = lead(board).into_iter().zip(stage.men).map(|(lead, worth)| lead * i32::from(worth));
        let beside = men.sum::<i32>() + i32::from(stage.offset);
        layer / CENTIPAWN_OF_LAYER + beside / i32::from(CENTIPAWN)
    }

    /// Reads the form that [`write`](Network::write) gives; none if it is another's.
    #[must_use]
    pub fn read(bytes: &[u8]) -> Option<Network> {
        let (numbers, []) = bytes.as_chunks() else { return None };
        if numbers.len() != SUMS * (INPUTS + 1) + STAGES * (2 * SUMS + 1 + MEN) {
            return None;
        }
        let mut numbers = numbers.iter().map(|number| i16::from_le_bytes(*number));
        let mut next = || numbers.next().unwrap_or_default();
        let mut rows: Vec<Row> = (0..INPUTS).map(|_| from_fn(|_| next())).collect();
        rows.push([0; SUMS]);
        let offsets = from_fn(|_| next());
        let stages = from_fn(|_| Stage {
            sums: from_fn(|_| from_fn(|_| next())),
            offset: next(),
            men: from_fn(|_| next()),
        });
        Some(Network { rows: rows.try_into().ok()?, offsets, stages })
    }

    /// All numbers one after the other, the lower byte first.
    #[must_use]
    pub fn write(&self) -> Vec<u8> {
        let stage = |stage: &Stage| [stage.sums.as_flattened(), &[stage.offset], &stage.men].concat();
        let mut numbers = [self.rows[..INPUTS].as_flattened(), &self.offsets].concat();
        numbers.extend(self.stages.iter().flat_map(stage));
        numbers.into_iter().flat_map(i16::to_le_bytes).collect()
    }
}

/// What sums come to where each counts so much.
#[inline(always)]
fn weighed(sums: &Row, weights: &Row) -> i32 {
    let square = |(sum, weight): (&i16, &i16)| {
        let sum = (*sum).clamp(0, WHOLE);
        i32::from(sum.wrapping_mul(*weight)) * i32::from(sum)
    };
    sums.iter().zip(weights).map(square).sum()
}

#[cfg(test)]
mod tests {
    use super::sums::Sums;
    use super::*;
    use crate::games::chess::rules::in_random_games;

    #[test]
    fn the_learnt_network_is_read_as_it_was_written() {
        let network = Network::learnt();
        assert_eq!(Network::read(&network.write()).as_ref(), Some(network));
    }

    #[test]
    fn what_is_no_network_is_refused() {
        let bytes = Network::learnt().write();
        for broken in [&bytes[1..], &bytes[2..], &[bytes.clone(), vec![0, 0]].concat()] {
            assert_eq!(Network::read(broken), None);
        }
    }

    /// In floating point, from the rows of the pieces that stand on the board, and nothing remembered.
    fn plainly(network: &Network, board: &Board) -> f32 {
        let stage = &network.stages[stage(board)];
        let whole = |number: i16, of: i16| f32::from(number) / f32::from(of);
        let mut layer = 0.0;
        for (side, weights) in [board.side_to_move(), !board.side_to_move()].into_iter().zip(&stage.sums) {
            let view = View::of(board, side);
            for (n, weight) in weights.iter().enumerate() {
                let mut sum = network.offsets[n];
                for square in board.occupied() {
                    sum += network.rows[view.row(kind(board, square), square)][n];
                }
                layer += whole(sum, WHOLE).clamp(0.0, 1.0).powi(2) * whole(*weight, ONE);
            }
        }
        let men: f32 = lead(board)
            .iter()
            .zip(stage.men)
            .map(|(lead, worth)| *lead as f32 * whole(worth, CENTIPAWN))
            .sum();
        layer * TENFOLD / std::f32::consts::LN_10 + men + whole(stage.offset, CENTIPAWN)
    }

    #[test]
    fn what_is_judged_from_one_position_to_the_next_is_what_would_be_found_anew() {
        let mut sums = Sums::default();
        in_random_games(|position| {
            let board = position.board();
            let plainly = plainly(Network::learnt(), board);
            assert!((sums.judge(board) as f32 - plainly).abs() < 3.0, "{board}");
        });
    }

    #[test]
    fn no_weight_of_the_last_layer_makes_a_product_of_more_than_sixteen_bits() {
        let network = Network::learnt();
        let most = i16::MAX / WHOLE;
        let within = |weight: &i16| weight.abs() <= most;
        assert!(network.stages.iter().all(|stage| stage.sums.as_flattened().iter().all(within)));
    }

    #[test]
    fn each_side_sees_the_board_from_its_own_end_and_its_king_on_the_left() {
        let board: Board = "4k3/8/8/8/8/8/P7/6K1 w - - 0 1".parse().unwrap();
        let seen = |side| {
            let view = View::of(&board, side);
            let row = |square| view.row(kind(&board, square), square);
            board.occupied().into_iter().map(row).collect::<Vec<_>>()
        };
        // King b1, a pawn on h2, the other's king d8; king d1, the other's pawn h7, its king b8.
        assert_eq!(seen(Color::White), [5 * 64 + 1, 15, 11 * 64 + 59]);
        assert_eq!(seen(Color::Black), [11 * 64 + 57, 6 * 64 + 55, 5 * 64 + 3]);
    }

    #[test]
    fn a_kind_is_a_piece_and_its_colour() {
        in_random_games(|position| {
            let board = position.board();
            for square in Square::ALL {
                let stands = board.color_on(square).zip(board.piece_on(square));
                let expected = stands.map_or(NOTHING, |(color, piece)| color as u8 * 6 + piece as u8);
                assert_eq!(kind(board, square), expected, "{square} of {board}");
            }
        });
    }

    #[test]
    fn where_nothing_stands_nothing_is_added() {
        let board = Board::default();
        let row = View::of(&board, Color::Black).row(kind(&board, Square::E4), Square::E4);
        assert_eq!(Network::learnt().rows[row], [0; SUMS]);
    }
}
