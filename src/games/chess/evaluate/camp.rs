//! The board as one side sees it: its own pawns always move up.

use cozy_chess::{
    BitBoard, Board, Color, File, Piece, Rank, Square, get_between_rays, get_bishop_rays, get_king_moves,
    get_rook_rays,
};

use crate::games::chess::squares::{down, downwards, left, right, seen_from, up};

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
    /// Pieces of either side that alone stand between its king and a slider of the enemy's.
    pub screens: BitBoard,
}

impl Camp {
    /// A side's camp as it sees it; of its attacks, those by pawns and king are known already.
    #[inline(always)]
    #[must_use]
    pub fn of(board: &Board, color: Color) -> Camp {
        let turned = |squares| seen_from(color, squares);
        let pieces = Piece::ALL.map(|piece| turned(board.colored_pieces(color, piece)));
        let king = board.king(color).relative_to(color);
        let mut camp = Camp {
            pieces,
            all: turned(board.colors(color)),
            king,
            by: [BitBoard::EMPTY; Piece::NUM],
            reach: BitBoard::EMPTY,
            twice: BitBoard::EMPTY,
            screens: BitBoard::EMPTY,
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

    /// Notes that a piece attacks these squares.
    #[inline]
    pub fn attack(&mut self, piece: Piece, squares: BitBoard) {
        self.by[piece as usize] |= squares;
        self.twice |= self.reach & squares;
        self.reach |= squares;
    }
}

/// A camp as the other side sees it. It is looked at, not turned: a copy costs more than turning
/// what is looked at.
#[derive(Clone, Copy)]
pub struct Enemy<'a>(&'a Camp);

impl<'a> Enemy<'a> {
    #[inline]
    #[must_use]
    pub fn new(camp: &'a Camp) -> Enemy<'a> {
        Enemy(camp)
    }

    #[inline]
    #[must_use]
    pub fn all(self) -> BitBoard {
        self.0.all.flip_ranks()
    }

    #[inline]
    #[must_use]
    pub fn king(self) -> Square {
        self.0.king.flip_rank()
    }

    #[inline]
    #[must_use]
    pub fn pieces(self, piece: Piece) -> BitBoard {
        self.0.pieces(piece).flip_ranks()
    }

    /// All but pawns and king.
    #[inline]
    #[must_use]
    pub fn officers(self) -> BitBoard {
        self.all() ^ self.pieces(Piece::Pawn) ^ self.king().bitboard()
    }

    #[inline]
    #[must_use]
    pub fn by(self, piece: Piece) -> BitBoard {
        self.0.by(piece).flip_ranks()
    }

    #[inline]
    #[must_use]
    pub fn reach(self) -> BitBoard {
        self.0.reach.flip_ranks()
    }

    #[inline]
    #[must_use]
    pub fn twice(self) -> BitBoard {
        self.0.twice.flip_ranks()
    }

    #[inline]
    #[must_use]
    pub fn screens(self) -> BitBoard {
        self.0.screens.flip_ranks()
    }

    /// Squares that two of its pawns attack.
    #[inline]
    #[must_use]
    pub fn twice_by_pawns(self) -> BitBoard {
        let ahead = down(self.pieces(Piece::Pawn));
        left(ahead) & right(ahead)
    }

    /// Squares that its pawns attack now or after moving up.
    #[inline(always)]
    #[must_use]
    pub fn span(self) -> BitBoard {
        let below = downwards(down(self.pieces(Piece::Pawn)));
        left(below) | right(below)
    }

    /// The squares around its king, as if it stood off the edge.
    #[inline(always)]
    #[must_use]
    pub fn ring(self) -> BitBoard {
        let king = self.king();
        let file = (king.file() as usize).clamp(1, 6);
        let rank = (king.rank() as usize).clamp(1, 6);
        let centre = Square::new(File::index(file), Rank::index(rank));
        get_king_moves(centre) | centre.bitboard()
    }
}

/// Both camps as one of the sides sees them.
#[derive(Clone, Copy)]
pub struct Scene<'a> {
    pub own: &'a Camp,
    pub enemy: Enemy<'a>,
    pub occupied: BitBoard,
}

impl<'a> Scene<'a> {
    #[inline]
    #[must_use]
    pub fn new(own: &'a Camp, other: &'a Camp) -> Scene<'a> {
        let enemy = Enemy::new(other);
        Scene { own, enemy, occupied: own.all | enemy.all() }
    }

    /// The same as the other side sees it.
    #[inline]
    #[must_use]
    pub fn turned(self) -> Scene<'a> {
        Scene::new(self.enemy.0, self.own)
    }

    /// Pieces of either side that alone stand between the own king and a slider of the enemy's.
    #[inline]
    #[must_use]
    pub fn screens(self) -> BitBoard {
        let king = self.own.king;
        let queens = self.enemy.pieces(Piece::Queen);
        let snipers = get_rook_rays(king) & (self.enemy.pieces(Piece::Rook) | queens)
            | get_bishop_rays(king) & (self.enemy.pieces(Piece::Bishop) | queens);
        let mut screens = BitBoard::EMPTY;
        for sniper in snipers {
            let between = get_between_rays(king, sniper) & self.occupied;
            if between.len() == 1 {
                screens |= between;
            }
        }
        screens
    }
}
