//! King and pawn against king: every position, worked out backwards when first asked for.

use std::sync::LazyLock;

use cozy_chess::{BitBoard, Color, Rank, Square, get_king_moves, get_pawn_attacks};

/// Whether White, who has the pawn (on files a to d after mirroring), wins.
#[must_use]
pub fn wins(to_move: Color, king: Square, pawn: Square, bare: Square) -> bool {
    let mirror = |square: Square| if pawn.file() as usize > 3 { square.flip_file() } else { square };
    WON.has(index(to_move, mirror(king), mirror(pawn), mirror(bare)))
}

/// Works the positions out now: it takes some tens of milliseconds.
pub fn prepare() {
    LazyLock::force(&WON);
}

static WON: LazyLock<Won> = LazyLock::new(Won::work_out);

/// One bit a position.
struct Won(Vec<u64>);

/// Both sides to move, 64 squares of each king, 24 of the pawn.
const POSITIONS: usize = 2 * 64 * 64 * 24;

fn index(to_move: Color, king: Square, pawn: Square, bare: Square) -> usize {
    let place = (pawn.rank() as usize - 1) * 4 + pawn.file() as usize;
    ((place * 64 + king as usize) * 64 + bare as usize) * 2 + to_move as usize
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Finding {
    /// Cannot arise.
    Never,
    NotYet,
    Draw,
    Win,
}

impl Won {
    fn has(&self, index: usize) -> bool {
        self.0[index / 64] >> (index % 64) & 1 == 1
    }

    /// Marks what is decided at once, then goes over the rest until nothing new is found.
    fn work_out() -> Won {
        let mut known = vec![Finding::Never; POSITIONS];
        let all = || {
            let pawns = Square::ALL
                .into_iter()
                .filter(|s| (s.file() as usize) < 4 && !matches!(s.rank(), Rank::First | Rank::Eighth));
            pawns.flat_map(|pawn| {
                Square::ALL.into_iter().flat_map(move |king| {
                    Square::ALL
                        .into_iter()
                        .flat_map(move |bare| Color::ALL.map(|turn| (turn, king, pawn, bare)))
                })
            })
        };
        for (turn, king, pawn, bare) in all() {
            known[index(turn, king, pawn, bare)] = at_once(turn, king, pawn, bare);
        }
        loop {
            let mut news = false;
            for (turn, king, pawn, bare) in all() {
                let place = index(turn, king, pawn, bare);
                if known[place] == Finding::NotYet {
                    known[place] = by_moves(&known, turn, king, pawn, bare);
                    news |= known[place] != Finding::NotYet;
                }
            }
            if !news {
                break;
            }
        }
        let mut won = Won(vec![0; POSITIONS.div_ceil(64)]);
        for (place, _) in known.iter().enumerate().filter(|(_, k)| **k == Finding::Win) {
            won.0[place / 64] |= 1 << (place % 64);
        }
        won
    }
}

fn at_once(turn: Color, king: Square, pawn: Square, bare: Square) -> Finding {
    let attacked = get_pawn_attacks(pawn, Color::White);
    let touching = king == pawn || king == bare || pawn == bare || get_king_moves(king).has(bare);
    if touching || turn == Color::White && attacked.has(bare) {
        return Finding::Never;
    }
    if turn == Color::White {
        let promotes = pawn.rank() == Rank::Seventh && {
            let goal = pawn.offset(0, 1);
            goal != king
                && goal != bare
                && (!get_king_moves(bare).has(goal) || get_king_moves(king).has(goal))
        };
        return if promotes { Finding::Win } else { Finding::NotYet };
    }
    let flights = get_king_moves(bare) & !(get_king_moves(king) | attacked);
    let takes = get_king_moves(bare).has(pawn) && !get_king_moves(king).has(pawn);
    let stalemate = (flights & !king.bitboard()).is_empty() && !attacked.has(bare);
    if takes || stalemate { Finding::Draw } else { Finding::NotYet }
}

/// The best of what the moves lead to, if that is decided yet.
fn by_moves(known: &[Finding], turn: Color, king: Square, pawn: Square, bare: Square) -> Finding {
    let mut open = false;
    let mut moved = false;
    let (good, bad) =
        if turn == Color::White { (Finding::Win, Finding::Draw) } else { (Finding::Draw, Finding::Win) };
    let mut look = |turn, king, pawn, bare| {
        let next = known[index(turn, king, pawn, bare)];
        moved |= next != Finding::Never;
        open |= next == Finding::NotYet;
        next == good
    };
    if turn == Color::White {
        for to in get_king_moves(king) {
            if look(Color::Black, to, pawn, bare) {
                return good;
            }
        }
        let free = |square: Square| square != king && square != bare;
        if pawn.rank() != Rank::Seventh && free(pawn.offset(0, 1)) {
            if look(Color::Black, king, pawn.offset(0, 1), bare) {
                return good;
            }
            let double = pawn.rank() == Rank::Second && free(pawn.offset(0, 2));
            if double && look(Color::Black, king, pawn.offset(0, 2), bare) {
                return good;
            }
        }
    } else {
        let taken: BitBoard = pawn.bitboard();
        for to in get_king_moves(bare) & !taken {
            if look(Color::White, king, pawn, to) {
                return good;
            }
        }
    }
    match (open, moved) {
        (true, _) => Finding::NotYet,
        (false, true) => bad,
        (false, false) => Finding::Draw,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn as_many_positions_are_won_as_the_literature_counts() {
        // With White's pawn on files a to d, whoever is to move.
        let won: u32 = WON.0.iter().map(|word| word.count_ones()).sum();
        assert_eq!(won, 111_282);
    }

    #[test]
    fn the_king_before_its_pawn_on_the_sixth_always_wins() {
        for turn in Color::ALL {
            assert!(wins(turn, Square::E6, Square::E5, Square::E8));
        }
    }

    #[test]
    fn the_opposition_decides() {
        assert!(wins(Color::Black, Square::E5, Square::E4, Square::E7));
        assert!(!wins(Color::White, Square::E5, Square::E4, Square::E7));
    }

    #[test]
    fn a_pawn_at_the_edge_wins_only_if_the_king_is_kept_from_the_corner() {
        assert!(!wins(Color::White, Square::G6, Square::H5, Square::G8));
        assert!(!wins(Color::White, Square::A6, Square::A5, Square::B8));
        assert!(wins(Color::White, Square::B7, Square::A5, Square::D7));
    }
}
