//! Moves that take a move back: which one leads from a position to an earlier one shows in their
//! keys alone.

use std::sync::LazyLock;

use cozy_chess::{BitBoard, Board, BoardBuilder, Color, Move, Piece, Square, get_between_rays};

use super::Chess;
use super::reach::reach;
use crate::game::Game;

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
                    onward.for_each(|to| changes.add((change(color, piece, from, to), from, to)));
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

/// What a move and the turn change in a key, shown on a board with nothing but the kings besides.
fn change(color: Color, piece: Piece, from: Square, to: Square) -> u64 {
    let kings = Square::ALL.into_iter().flat_map(|own| Square::ALL.map(|other| (own, other)));
    let mut apart = kings.filter(|(_, other)| ![from, to].contains(other));
    let shown = |(own, other)| {
        let mut draft = BoardBuilder::empty();
        draft.side_to_move = color;
        *draft.square_mut(own) = Some((Piece::King, color));
        *draft.square_mut(other) = Some((Piece::King, !color));
        *draft.square_mut(from) = Some((piece, color));
        let before = Chess::on(draft.build().ok()?);
        let chosen = Move { from, to, promotion: None };
        before.board().is_legal(chosen).then(|| before.key() ^ before.after(chosen).key())
    };
    apart.find_map(shown).expect("somewhere the kings are out of the way")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dice::Dice;
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
