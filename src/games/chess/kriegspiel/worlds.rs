//! The boards that a view allows.

use cozy_chess::{BitBoard, Board, BoardBuilder, CastleRights, Color, File, Move, Piece, Rank, Square};

use super::words::Words;
use super::{Kriegspiel, umpire};
use crate::dice::Dice;
use crate::game::{Heard, Hidden};
use crate::games::chess::Chess;
use crate::games::chess::diagram::at_home;
use crate::games::chess::legality::legal;
use crate::search::belief::Belief;
use crate::search::belief::pace::Share;
use crate::search::clock::Clock;
use crate::search::{Budget, Stop};

/// Of the opponent's pawns that are placed anywhere, one in so many has been promoted.
const PROMOTED: usize = 30;
/// In likely places one pawn in so many still stands at home,
const PAWN_AT_HOME: usize = 2;
/// and of the other men all but one in so many.
const MAN_AWAY: usize = 3;

/// The men with which a game begins, beside king and pawns.
const OFFICERS: [Piece; 7] =
    [Piece::Queen, Piece::Rook, Piece::Rook, Piece::Bishop, Piece::Bishop, Piece::Knight, Piece::Knight];
/// How often boards are drawn before a view counts as hardly possible.
const ATTEMPTS: usize = 400;
/// So many attempts look in likely places first; the others anywhere.
const LIKELY_ATTEMPTS: usize = 100;
/// Boards that are believed in where the umpire's word is drawn from one of them.
const DRAWN_FROM: usize = 40;
/// Moves that are looked at for that, however long the game was: a long one needs a third of them.
const LOOKS_TO_DRAW: u64 = 300_000;

impl Hidden for Kriegspiel {
    type World = Chess;
    type Word = Words;

    fn umpire(world: &Chess, tried: Move) -> Option<(Chess, Words)> {
        umpire::answer(world, tried)
    }

    fn heard(&self) -> Heard<Move, Words> {
        self.heard
    }

    /// The start, or every square for the last man or two.
    fn breadth(&self) -> Option<usize> {
        let free = 64 - self.own().len() as usize;
        match self.left.men {
            _ if self.is_begun() => Some(1),
            1 => Some(free),
            2 => Some(free * (free - 1) * self.last_men().count()),
            _ => None,
        }
    }

    fn worlds(&self) -> Vec<Chess> {
        if self.is_begun() {
            return Some(Chess::default()).into_iter().filter(|start| self.allows(start)).collect();
        }
        let free = !self.own();
        let mut worlds = Vec::new();
        for king in free {
            if self.left.men == 1 {
                worlds.extend(self.placed(king, None));
                continue;
            }
            for square in free & !king.bitboard() {
                worlds.extend(self.last_men().flat_map(|piece| self.placed(king, Some((piece, square)))));
            }
        }
        worlds
    }

    fn imagine(&self, dice: &mut Dice, go_on: &mut dyn FnMut() -> bool) -> Option<Chess> {
        (0..ATTEMPTS).take_while(|_| go_on()).find_map(|attempt| {
            let draft = self.arranged(dice, attempt < LIKELY_ATTEMPTS)?;
            let world = legal(&draft).ok()?;
            self.allows(&world).then_some(world)
        })
    }

    fn key(world: &Chess) -> u64 {
        world.key()
    }
}

impl Kriegspiel {
    /// One of the boards that fit all that was heard, after the views in `past`, oldest first. None:
    /// none was found.
    pub(super) fn believed(&self, past: &[Kriegspiel], dice: &mut Dice) -> Option<Chess> {
        let share = Share { looks: Some(LOOKS_TO_DRAW), ..Share::of_worlds(DRAWN_FROM) };
        let mut clock = Clock::start(Budget::default(), Stop::new());
        let worlds = Belief::of(past, self, share, dice, &mut clock).worlds;
        worlds.get(dice.below(worlds.len())).cloned()
    }

    /// Whether a board with the own men where they are fits what the umpire said of it.
    fn allows(&self, world: &Chess) -> bool {
        let spoken = umpire::spoken(world);
        spoken.end.is_none()
            && self.said.is_none_or(|said| (said.checks, said.tries) == (spoken.checks, spoken.tries))
            && self.refused.iter().all(|tried| !world.board().is_legal(*tried))
    }

    /// What the opponent's last man beside the king may be.
    fn last_men(&self) -> impl Iterator<Item = Piece> + use<> {
        let pawns = self.left.pawns > 0;
        Piece::ALL.into_iter().filter(move |piece| match piece {
            Piece::King => false,
            Piece::Pawn => pawns,
            _ => true,
        })
    }

    /// The own men on a board, and the opponent without any.
    fn own_men(&self) -> BoardBuilder {
        let mut draft = BoardBuilder { side_to_move: self.turn, ..BoardBuilder::empty() };
        for piece in Piece::ALL {
            for square in self.men[piece as usize] {
                *draft.square_mut(square) = Some((piece, self.viewer));
            }
        }
        let right = |rook| self.may_castle(rook).then_some(rook);
        draft.castle_rights[self.viewer as usize] =
            CastleRights { short: right(File::H), long: right(File::A) };
        draft.en_passant = self.passed;
        draft
    }

    /// Every board with the opponent's king on a square, and perhaps one man more, with whatever
    /// castling and taking in passing may be possible there.
    fn placed(&self, king: Square, man: Option<(Piece, Square)>) -> Vec<Chess> {
        let opponent = !self.viewer;
        let mut draft = self.own_men();
        *draft.square_mut(king) = Some((Piece::King, opponent));
        if let Some((piece, square)) = man {
            *draft.square_mut(square) = Some((piece, opponent));
        }
        let mut drafts = vec![draft.clone()];
        let back = Rank::First.relative_to(opponent);
        match man {
            Some((Piece::Rook, rook)) if king == Square::new(File::E, back) && rook.rank() == back => {
                let rights = match rook.file() {
                    File::H => Some(CastleRights { short: Some(File::H), long: None }),
                    File::A => Some(CastleRights { short: None, long: Some(File::A) }),
                    _ => None,
                };
                drafts.extend(rights.map(|rights| with_rights(draft, opponent, rights)));
            }
            Some((Piece::Pawn, pawn)) if pawn.rank() == Rank::Fourth.relative_to(opponent) => {
                let passed = Square::new(pawn.file(), Rank::Third.relative_to(opponent));
                if self.turn == self.viewer {
                    drafts.push(BoardBuilder { en_passant: Some(passed), ..draft });
                }
            }
            _ => {}
        }
        let mut worlds: Vec<Chess> = Vec::new();
        for draft in drafts {
            if let Some(world) = legal(&draft).ok()
                && self.allows(&world)
                && !worlds.iter().any(|other| other.repeats(&world))
            {
                worlds.push(world);
            }
        }
        worlds
    }

    /// The own men, and the opponent's drawn at random; in likely places, or anywhere.
    fn arranged(&self, dice: &mut Dice, likely: bool) -> Option<BoardBuilder> {
        let opponent = !self.viewer;
        let mut draft = self.own_men();
        let pawns = self.left.pawns.min(self.left.men - 1);
        let mut officers = OFFICERS.to_vec();
        let mut men = vec![Piece::King];
        for _ in 0..self.left.men - 1 - pawns {
            men.push(match officers.len() {
                0 => Piece::Queen,
                left => officers.swap_remove(dice.below(left)),
            });
        }
        let mut files: Vec<File> = File::ALL.to_vec();
        for _ in 0..pawns {
            let file = files.swap_remove(dice.below(files.len()));
            if !likely && dice.below(PROMOTED) == 0 {
                men.push(Piece::Queen);
                continue;
            }
            let home = Square::new(file, Rank::Second.relative_to(opponent));
            let stays = likely && dice.below(PAWN_AT_HOME) == 0 && draft.square(home).is_none();
            let square = if stays {
                home
            } else {
                let last = Rank::First.bitboard() | Rank::Eighth.bitboard();
                let place = if likely { file.bitboard() & near(opponent) } else { BitBoard::FULL };
                free(&draft, place & !last, dice).or_else(|| free(&draft, !last, dice))?
            };
            *draft.square_mut(square) = Some((Piece::Pawn, opponent));
        }
        let start = Board::default();
        for piece in men {
            let home = free(&draft, start.colored_pieces(opponent, piece), dice);
            let stays = likely && dice.below(MAN_AWAY) > 0;
            let place = if likely { near(opponent) } else { BitBoard::FULL };
            let square = home.filter(|_| stays).or_else(|| free(&draft, place, dice));
            let square = square.or_else(|| free(&draft, BitBoard::FULL, dice))?;
            *draft.square_mut(square) = Some((piece, opponent));
        }
        let rights = at_home(&draft, opponent);
        Some(if likely { with_rights(draft, opponent, rights) } else { draft })
    }
}

fn with_rights(mut draft: BoardBuilder, color: Color, rights: CastleRights) -> BoardBuilder {
    draft.castle_rights[color as usize] = rights;
    draft
}

/// A free square among some, drawn at random.
fn free(draft: &BoardBuilder, among: BitBoard, dice: &mut Dice) -> Option<Square> {
    let free: Vec<Square> = among.into_iter().filter(|square| draft.square(*square).is_none()).collect();
    free.get(dice.below(free.len())).copied()
}

/// The ranks on which most of a side's men stand for most of a game.
fn near(color: Color) -> BitBoard {
    let ranks = [Rank::First, Rank::Second, Rank::Third, Rank::Fourth, Rank::Fifth];
    ranks.into_iter().map(|rank| rank.relative_to(color).bitboard()).fold(BitBoard::EMPTY, |a, b| a | b)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::Notation;

    fn view(text: &str) -> Kriegspiel {
        Kriegspiel::parse(text).unwrap()
    }

    #[test]
    fn a_lone_king_may_stand_wherever_the_umpires_words_allow() {
        let worlds = view("8/8/8/8/8/8/8/RK6 b - - 1,0; moved").worlds();
        // 62 squares, less four beside the king and what the rook sees of its file.
        assert_eq!(worlds.len(), 62 - 4 - 6);
        let checked = view("8/8/8/8/8/8/8/RK6 b - - 1,0; file check").worlds();
        assert_eq!(view("8/8/8/8/8/8/8/RK6 b - - 1,0; moved").breadth(), Some(62));
        assert_eq!(checked.len(), 6, "on the rook's file, not beside the king");
    }

    #[test]
    fn the_start_is_allowed_unless_the_umpire_refused_what_is_legal_there() {
        assert_eq!(Kriegspiel::begun(Color::White).worlds(), [Chess::default()]);
        let refused =
            Kriegspiel { refused: vec!["e2e4".parse().unwrap()], ..Kriegspiel::begun(Color::White) };
        assert_eq!(refused.worlds(), []);
    }

    #[test]
    fn what_is_imagined_fits_the_view() {
        let mut dice = Dice::seeded(1);
        for text in [
            "8/8/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQ - 16,8",
            "8/8/8/8/4P3/8/PPPP1PPP/RNBQKBNR w KQ - 16,8; 1 pawn try",
            "8/8/8/8/8/2N5/PPPP1PPP/R1BQKBNR w KQ - 14,6; file check",
            "r3k2r/p1pp1pb1/bn2pnp1/8/1p6/8/8/8 b kq - 16,8; illegal: a6e2",
            "8/8/8/8/8/8/8/RK6 w - - 12,7; knight check",
        ] {
            let view = view(text);
            for _ in 0..20 {
                let world = view.imagine(&mut dice, &mut || true).unwrap_or_else(|| panic!("{text}"));
                if let Some(said) = &view.said {
                    assert_eq!(&umpire::spoken(&world), said, "{text}");
                }
                assert!(view.refused.iter().all(|tried| umpire::answer(&world, *tried).is_none()), "{text}");
                assert_eq!(world.board().colors(view.viewer), view.own(), "{text}");
                assert_eq!(world.board().colors(!view.viewer).len(), u32::from(view.left.men), "{text}");
            }
        }
    }
}
