//! The board as one side sees it: its own pawns always move up.

use cozy_chess::{
    BitBoard, Board, Color, File, Piece, Rank, Square, get_between_rays, get_bishop_rays, get_king_moves,
    get_rook_rays,
};

/// What one side has, and what it attacks.
#[derive(Clone, Copy)]
pub struct Camp {
    pieces: [BitBoard; Piece::NUM],
    pub all: BitBoard,
    pub king: Square,
    /// Squares attacked by each kind of piece, by any, and by two or more.
    pub by: [BitBoard; Piece::NUM],
    pub reach: BitBoard,
    pub twice: BitBoard,
}

impl Camp {
    /// A side's camp as it sees it; of its attacks, those by pawns and king are known already.
    #[must_use]
    pub fn of(board: &Board, color: Color) -> Camp {
        let turned = |squares: BitBoard| if color == Color::White { squares } else { squares.flip_ranks() };
        let pieces = Piece::ALL.map(|piece| turned(board.colored_pieces(color, piece)));
        let king = board.king(color).relative_to(color);
        let mut camp = Camp {
            pieces,
            all: turned(board.colors(color)),
            king,
            by: [BitBoard::EMPTY; Piece::NUM],
            reach: BitBoard::EMPTY,
            twice: BitBoard::EMPTY,
        };
        let pawns = camp.pieces(Piece::Pawn);
        let (left, right) = (left(up(pawns)), right(up(pawns)));
        camp.attack(Piece::Pawn, left);
        camp.attack(Piece::Pawn, right);
        camp.attack(Piece::King, get_king_moves(king));
        camp
    }

    #[inline]
    #[must_use]
    pub fn pieces(&self, piece: Piece) -> BitBoard {
        self.pieces[piece as usize]
    }

    #[inline]
    #[must_use]
    pub fn by(&self, piece: Piece) -> BitBoard {
        self.by[piece as usize]
    }

    /// Squares that two of its pawns attack, seen by the other side.
    #[inline]
    #[must_use]
    pub fn twice_by_pawns(&self) -> BitBoard {
        let ahead = down(self.pieces(Piece::Pawn));
        left(ahead) & right(ahead)
    }

    /// Notes that a piece attacks these squares.
    #[inline]
    pub fn attack(&mut self, piece: Piece, squares: BitBoard) {
        self.by[piece as usize] |= squares;
        self.twice |= self.reach & squares;
        self.reach |= squares;
    }

    /// The same camp as the other side sees it.
    #[must_use]
    pub fn from_the_other_side(&self) -> Camp {
        Camp {
            pieces: self.pieces.map(BitBoard::flip_ranks),
            all: self.all.flip_ranks(),
            king: self.king.flip_rank(),
            by: self.by.map(BitBoard::flip_ranks),
            reach: self.reach.flip_ranks(),
            twice: self.twice.flip_ranks(),
        }
    }
}

/// Both camps as one of the sides sees them.
pub struct Scene {
    pub own: Camp,
    pub enemy: Camp,
    pub occupied: BitBoard,
}

impl Scene {
    #[must_use]
    pub fn new(own: Camp, enemy: &Camp) -> Scene {
        let enemy = enemy.from_the_other_side();
        Scene { own, enemy, occupied: own.all | enemy.all }
    }

    /// Pieces of either side that alone stand between a king and an enemy slider.
    #[must_use]
    pub fn pinned_to(&self, king: Square, attackers: &Camp) -> BitBoard {
        let queens = attackers.pieces(Piece::Queen);
        let snipers = get_rook_rays(king) & (attackers.pieces(Piece::Rook) | queens)
            | get_bishop_rays(king) & (attackers.pieces(Piece::Bishop) | queens);
        let mut pinned = BitBoard::EMPTY;
        for sniper in snipers {
            let between = get_between_rays(king, sniper) & self.occupied;
            if between.len() == 1 {
                pinned |= between;
            }
        }
        pinned
    }

    /// The squares around the enemy's king, as if it stood off the edge.
    #[must_use]
    pub fn ring(&self) -> BitBoard {
        let king = self.enemy.king;
        let file = (king.file() as usize).clamp(1, 6);
        let rank = (king.rank() as usize).clamp(1, 6);
        let centre = Square::new(File::index(file), Rank::index(rank));
        get_king_moves(centre) | centre.bitboard()
    }
}

#[inline]
#[must_use]
pub fn up(squares: BitBoard) -> BitBoard {
    BitBoard(squares.0 << 8)
}

#[inline]
#[must_use]
pub fn down(squares: BitBoard) -> BitBoard {
    BitBoard(squares.0 >> 8)
}

#[inline]
#[must_use]
pub fn left(squares: BitBoard) -> BitBoard {
    BitBoard((squares.0 & !File::A.bitboard().0) >> 1)
}

#[inline]
#[must_use]
pub fn right(squares: BitBoard) -> BitBoard {
    BitBoard((squares.0 & !File::H.bitboard().0) << 1)
}

/// These squares and all above them.
#[inline]
#[must_use]
pub fn upwards(squares: BitBoard) -> BitBoard {
    let mut all = squares.0;
    all |= all << 8;
    all |= all << 16;
    all |= all << 32;
    BitBoard(all)
}

/// These squares and all below them.
#[inline]
#[must_use]
pub fn downwards(squares: BitBoard) -> BitBoard {
    let mut all = squares.0;
    all |= all >> 8;
    all |= all >> 16;
    all |= all >> 32;
    BitBoard(all)
}

/// Steps of a king from one square to another.
#[inline]
#[must_use]
pub fn distance(a: Square, b: Square) -> usize {
    let files = (a.file() as usize).abs_diff(b.file() as usize);
    let ranks = (a.rank() as usize).abs_diff(b.rank() as usize);
    files.max(ranks)
}
