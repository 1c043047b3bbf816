//! What the key of a position is made of: which move leads back to an earlier position shows in their
//! keys alone, and what a move leads to has a key before it is made.

use std::sync::LazyLock;

use cozy_chess::{BitBoard, Board, BoardBuilder, Color, Move, Piece, Square, get_between_rays};

use super::Chess;
use super::reach::reach;

/// The key after a move, unless that castles, takes in passing or ends a right to castle, or is a
/// double step that can be answered in passing.
#[inline]
#[must_use]
pub fn foretold(position: &Chess, chosen: Move) -> u64 {
    let Move { from, to, promotion } = chosen;
    let (board, color) = (position.board(), position.board().side_to_move());
    let moved = position.standing(from);
    let parts = &*PARTS;
    let taken = if board.colors(!color).has(to) { parts.of(!color, position.standing(to), to) } else { 0 };
    let placed = parts.of(color, promotion.unwrap_or(moved), to);
    board.hash_without_ep() ^ parts.turn ^ parts.of(color, moved, from) ^ placed ^ taken
}

/// Whether one move of a piece leads from the position to one whose key differs by so much. That one
/// stood an odd number of plies before, and nothing was taken and no pawn moved since.
#[must_use]
pub fn leads_back(board: &Board, difference: u64) -> bool {
    let Some((from, to)) = UNDONE.find(difference) else { return false };
    let own = board.colors(board.side_to_move());
    // The way is the same in both directions; one of its ends is empty.
    (own.has(from) || own.has(to)) && (get_between_rays(from, to) & board.occupied()).is_empty()
}

/// A move of a piece on an empty board, in either direction, by what it changes in a key.
type Change = (u64, Square, Square);

/// All such moves, where they are found at once: from a place that the change tells on, without gaps.
struct Changes(Vec<Option<Change>>);

/// More than twice as many as there are changes; a power of two.
const PLACES: usize = 1 << 13;

static UNDONE: LazyLock<Changes> = LazyLock::new(Changes::all);

impl Changes {
    fn all() -> Changes {
        let mut changes = Changes(vec![None; PLACES]);
        for color in Color::ALL {
            for piece in [Piece::Knight, Piece::Bishop, Piece::Rook, Piece::Queen, Piece::King] {
                for from in Square::ALL {
                    let reached = reach(color, piece, from, BitBoard::EMPTY);
                    let onward = reached.into_iter().filter(|to| *to > from);
                    let change = |to| PARTS.of(color, piece, from) ^ PARTS.of(color, piece, to) ^ PARTS.turn;
                    onward.for_each(|to| changes.add((change(to), from, to)));
                }
            }
        }
        changes
    }

    fn add(&mut self, added: Change) {
        let place = self.places(added.0).find(|place| self.0[*place].is_none());
        self.0[place.expect("there are more places than changes")] = Some(added);
    }

    fn find(&self, change: u64) -> Option<(Square, Square)> {
        let mut met = self.places(change).map_while(|place| self.0[place]);
        met.find(|met| met.0 == change).map(|(_, from, to)| (from, to))
    }

    fn places(&self, change: u64) -> impl Iterator<Item = usize> + use<> {
        (change as usize..).map(|place| place % PLACES)
    }
}

/// What keys are made of.
struct Parts {
    /// What a piece adds by standing on a square; to those of a king something that is the same on all.
    standing: [[[u64; Square::NUM]; Piece::NUM]; Color::NUM],
    /// What is added where Black is to move.
    turn: u64,
}

static PARTS: LazyLock<Parts> = LazyLock::new(Parts::all);

impl Parts {
    fn all() -> Parts {
        let standing = |color, piece, square| part(color, piece, square).unwrap_or(0);
        let kings = [(Square::A1, Piece::King, Color::White), (Square::H8, Piece::King, Color::Black)];
        let turn = Color::ALL.map(|turn| key(turn, &kings).expect("two kings are a position"));
        Parts {
            standing: Color::ALL.map(|color| {
                Piece::ALL.map(|piece| Square::ALL.map(|square| standing(color, piece, square)))
            }),
            turn: turn[0] ^ turn[1],
        }
    }

    #[inline]
    fn of(&self, color: Color, piece: Piece, square: Square) -> u64 {
        self.standing[color as usize][piece as usize][square as usize]
    }
}

/// What a piece adds to a key, shown on a board with nothing but kings besides; nothing where it cannot
/// stand.
fn part(color: Color, piece: Piece, square: Square) -> Option<u64> {
    // Wherever the piece stands, two kings have room in other corners.
    const CORNERS: [Square; 4] = [Square::A1, Square::H1, Square::A8, Square::H8];
    let kings = CORNERS.into_iter().flat_map(|own| CORNERS.map(|other| [own, other]));
    // A king stands there instead of in the first corner.
    let is_king = piece == Piece::King;
    kings.filter(|[own, _]| !is_king || *own == Square::A1).find_map(|[own, other]| {
        let men = [(own, Piece::King, color), (other, Piece::King, !color), (square, piece, color)];
        let with = if is_king { &men[1..] } else { &men };
        Some(key(!color, with)? ^ key(!color, &men[..2])?)
    })
}

/// The key of a position with these men, if it is one.
fn key(turn: Color, men: &[(Square, Piece, Color)]) -> Option<u64> {
    let mut draft = BoardBuilder::empty();
    draft.side_to_move = turn;
    for &(square, piece, color) in men {
        *draft.square_mut(square) = Some((piece, color));
    }
    Some(Chess::on(draft.build().ok()?).key())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dice::Dice;
    use crate::game::Game;
    use crate::games::chess::exchange;
    use crate::games::chess::rules::in_random_games;
    use crate::notation::Notation;

    /// Judged by making every move.
    fn can_go_back(position: &Chess, earlier: &Chess) -> bool {
        position.legal_moves().into_iter().any(|m| position.after(m).repeats(earlier))
    }

    #[test]
    fn whatever_leads_back_in_random_games_is_seen_and_nothing_else() {
        let mut dice = Dice::seeded(7);
        let (mut led, mut asked) = (0, 0);
        for _ in 0..60 {
            let mut game = vec![Chess::start()];
            for _ in 0..200 {
                let now = &game[game.len() - 1];
                for back in (3..game.len().min(usize::from(now.clock()) + 1)).step_by(2) {
                    let earlier = &game[game.len() - 1 - back];
                    let leads = leads_back(now.board(), now.key() ^ earlier.key());
                    assert_eq!(leads, can_go_back(now, earlier), "{} {}", now.board(), earlier.board());
                    (led, asked) = (led + usize::from(leads), asked + 1);
                }
                let moves = now.legal_moves();
                if moves.is_empty() {
                    break;
                }
                let next = now.after(moves[dice.below(moves.len())]);
                game.push(next);
            }
        }
        assert!(led > 50 && asked > 10 * led, "{led} of {asked}");
    }

    #[test]
    fn a_key_is_foretold_unless_more_changes_than_what_moves_and_what_it_takes() {
        let (mut told, mut plain) = (0, 0);
        in_random_games(|position| {
            let rights = |position: &Chess| Color::ALL.map(|color| *position.board().castle_rights(color));
            for chosen in position.legal_moves() {
                let next = position.after(chosen);
                let in_passing = exchange::captures(position.board(), chosen)
                    && !position.board().occupied().has(chosen.to);
                let changes_more = in_passing
                    || position.castling(chosen).is_some()
                    || next.en_passant().is_some()
                    || rights(&next) != rights(position);
                if !changes_more {
                    assert_eq!(foretold(position, chosen), next.key(), "{chosen} in {}", position.board());
                }
                (told, plain) = (told + 1, plain + usize::from(!changes_more));
            }
        });
        assert!(100 * plain > 95 * told, "{plain} of {told}");
    }

    #[test]
    fn a_way_that_is_blocked_leads_nowhere() {
        for (rank, free) in [("RN2K3", false), ("R3K3", true)] {
            let mut position = Chess::on(format!("4k3/8/8/8/8/8/8/{rank} b - - 0 1").parse().unwrap());
            let first = position.key();
            // The rook goes round the knight, the king in a circle.
            for m in ["e8e7", "a1a2", "e7d7", "a2c2", "d7d8", "c2c1", "d8e8"] {
                position.apply(m.parse().unwrap());
            }
            assert_eq!(leads_back(position.board(), position.key() ^ first), free, "{rank}");
        }
    }
}
