//! What the umpire says, in the words of the Internet Chess Club's Wild 16:
//! `moved; pawn at d5 captured; file check; 2 pawn tries`.

use std::fmt;

use cozy_chess::{BitBoard, Board, File, Piece, Square};

use crate::games::chess::rules::passed_square;
use crate::spelling::number;

/// What both players hear of a move: about what it took, and about who moves next.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Words {
    pub taken: Option<Taken>,
    /// How the next player is in check.
    pub checks: Checks,
    /// How many captures by pawns the next player has.
    pub tries: u8,
    pub end: Option<End>,
}

/// A man that was taken.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Taken {
    /// Where it stood; in passing, that is not where the pawn that took it stands now.
    pub square: Square,
    pub pawn: bool,
}

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum End {
    Checkmate,
    Stalemate,
    Draw,
}

impl End {
    pub const ALL: [End; 3] = [End::Checkmate, End::Stalemate, End::Draw];

    pub fn name(self) -> &'static str {
        match self {
            End::Checkmate => "checkmate",
            End::Stalemate => "stalemate",
            End::Draw => "draw",
        }
    }
}

/// Where a check comes from, as the king sees it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Check {
    Rank,
    File,
    LongDiagonal,
    ShortDiagonal,
    Knight,
}

impl Check {
    pub const ALL: [Check; 5] =
        [Check::Rank, Check::File, Check::LongDiagonal, Check::ShortDiagonal, Check::Knight];

    pub fn name(self) -> &'static str {
        match self {
            Check::Rank => "rank check",
            Check::File => "file check",
            Check::LongDiagonal => "long-diagonal check",
            Check::ShortDiagonal => "short-diagonal check",
            Check::Knight => "knight check",
        }
    }

    /// The line on which two squares lie, as the first one sees it.
    pub fn between(king: Square, other: Square) -> Check {
        let (file, rank) = (king.file() as i8, king.rank() as i8);
        let (right, up) = (other.file() as i8 - file, other.rank() as i8 - rank);
        // Diagonals through a square are never equally long: their lengths differ by an odd number.
        let rising_is_long = (file - rank).abs() < (file + rank - 7).abs();
        match () {
            () if up == 0 => Check::Rank,
            () if right == 0 => Check::File,
            () if right.abs() != up.abs() => Check::Knight,
            () if (right == up) == rising_is_long => Check::LongDiagonal,
            () => Check::ShortDiagonal,
        }
    }
}

/// The checks that are given at once: none, one or two.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Checks(u8);

impl Checks {
    /// The checks that the player to move is in.
    pub fn on(board: &Board) -> Checks {
        let king = board.king(board.side_to_move());
        board.checkers().into_iter().map(|from| Check::between(king, from)).collect()
    }

    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    pub fn has(self, check: Check) -> bool {
        self.0 & 1 << check as u8 != 0
    }

    pub fn iter(self) -> impl Iterator<Item = Check> {
        Check::ALL.into_iter().filter(move |check| self.has(*check))
    }
}

impl FromIterator<Check> for Checks {
    fn from_iter<I: IntoIterator<Item = Check>>(checks: I) -> Checks {
        Checks(checks.into_iter().fold(0, |all, check| all | 1 << check as u8))
    }
}

impl fmt::Display for Words {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("moved")?;
        if let Some(Taken { square, pawn }) = self.taken {
            write!(f, "; {} at {square} captured", if pawn { "pawn" } else { "piece" })?;
        }
        for check in self.checks.iter() {
            write!(f, "; {}", check.name())?;
        }
        match self.tries {
            0 => {}
            1 => f.write_str("; 1 pawn try")?,
            n => write!(f, "; {n} pawn tries")?,
        }
        match self.end {
            Some(end) => write!(f, "; {}", end.name()),
            None => Ok(()),
        }
    }
}

/// An answer of the umpire's.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Answer {
    Refused,
    Moved(Words),
}

pub const REFUSED: &str = "illegal move";

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Answer::Refused => f.write_str(REFUSED),
            Answer::Moved(words) => words.fmt(f),
        }
    }
}

impl Answer {
    /// Reads what an umpire says, in any order and in the words of several clubs. The error is the
    /// phrase that is not understood, or why the words do not go together.
    pub fn read(text: &str) -> Result<Answer, String> {
        let (mut words, mut tries, mut moved, mut refused) = (Words::default(), None, false, false);
        for phrase in text.split([';', ',', '.']).map(str::trim).filter(|phrase| !phrase.is_empty()) {
            let lower = phrase.to_lowercase().replace(['-', '_'], " ");
            let parts: Vec<&str> = lower.split_whitespace().collect();
            match parts[..] {
                ["no"] | ["illegal"] | ["illegal", "move"] | ["refused"] => {
                    refused = true;
                    continue;
                }
                ["yes"] | ["ok"] | ["moved"] | ["white's" | "black's", "move"] => {}
                [kind @ ("pawn" | "piece"), "at", square, "captured" | "gone" | "taken"]
                | [kind @ ("pawn" | "piece"), square, "captured" | "gone" | "taken"]
                | [kind @ ("pawn" | "piece"), square] => {
                    let square = square.parse().map_err(|_| format!("{square:?} is not a square"))?;
                    if words.taken.replace(Taken { square, pawn: kind == "pawn" }).is_some() {
                        return Err("No move takes two men".to_owned());
                    }
                }
                [count, "pawn", "try" | "tries"] | [count, "try" | "tries"] => {
                    let most = 2 * File::NUM as u8;
                    let count = if count == "no" { Some(0) } else { number(count) };
                    let count = count.filter(|count| *count <= most);
                    let count = count.ok_or_else(|| format!("{phrase:?} is not a number of pawn tries"))?;
                    if tries.replace(count).is_some() {
                        return Err("Pawn tries are counted once".to_owned());
                    }
                }
                _ => match named(&lower) {
                    Some(Named::Check(check)) => {
                        words.checks = words.checks.iter().chain([check]).collect();
                    }
                    Some(Named::End(end)) => {
                        if words.end.replace(end).is_some() {
                            return Err("A game ends in one way".to_owned());
                        }
                    }
                    None => return Err(format!("{phrase:?} is nothing that an umpire says")),
                },
            }
            moved = true;
        }
        words.tries = tries.unwrap_or(0);
        match (moved, refused) {
            (true, false) if words.checks.iter().count() > 2 => {
                Err("Nobody is in check from three sides at once".to_owned())
            }
            (true, false) if words.end == Some(End::Stalemate) && !words.checks.is_empty() => {
                Err("A player in check cannot be stalemated".to_owned())
            }
            (true, false) if words.end.is_some() && words.tries > 0 => {
                Err("Nobody tries anything when the game has ended".to_owned())
            }
            (true, false) => Ok(Answer::Moved(words)),
            (false, true) => Ok(Answer::Refused),
            (true, true) => Err("Nothing more is said of a refused try".to_owned()),
            (false, false) => Err("Nothing is said".to_owned()),
        }
    }
}

enum Named {
    Check(Check),
    End(End),
}

fn named(phrase: &str) -> Option<Named> {
    let check = Check::ALL.into_iter().find(|check| check.name().replace('-', " ") == phrase);
    let end = || End::ALL.into_iter().find(|end| end.name() == phrase);
    check.map(Named::Check).or_else(|| end().map(Named::End))
}

/// How many captures by pawns the player to move has; a promotion counts once.
pub fn pawn_tries(board: &Board) -> u8 {
    let mover = board.side_to_move();
    let targets = board.colors(!mover) | passed_square(board).map_or(BitBoard::EMPTY, Square::bitboard);
    let mut tries = 0;
    board.generate_moves_for(board.colored_pieces(mover, Piece::Pawn), |mut moves| {
        moves.to &= targets;
        // What a pawn can step to is empty, but for the square that another one has passed.
        tries += moves.to.into_iter().filter(|to| to.file() != moves.from.file()).count() as u8;
        false
    });
    tries
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> String {
        Answer::read(text).map_or_else(|fault| fault, |answer| answer.to_string())
    }

    #[test]
    fn an_answer_is_read_in_the_words_of_several_clubs() {
        for (said, canonical) in [
            ("no", "illegal move"),
            ("Illegal move.", "illegal move"),
            ("yes", "moved"),
            ("Black's move", "moved"),
            ("White's move. Pawn at d5 captured. 2 pawn tries", "moved; pawn at d5 captured; 2 pawn tries"),
            ("piece e4, Long diagonal check", "moved; piece at e4 captured; long-diagonal check"),
            ("1 try; rank check; knight check", "moved; rank check; knight check; 1 pawn try"),
            ("file check; checkmate", "moved; file check; checkmate"),
            ("no pawn tries", "moved"),
        ] {
            assert_eq!(read(said), canonical, "{said:?}");
            assert_eq!(read(canonical), canonical);
        }
    }

    #[test]
    fn what_no_umpire_says_is_named() {
        for (said, fault) in [
            ("", "Nothing is said"),
            ("hm", "\"hm\" is nothing that an umpire says"),
            ("pawn at z9 captured", "\"z9\" is not a square"),
            ("40 pawn tries", "\"40 pawn tries\" is not a number of pawn tries"),
            ("no; rank check", "Nothing more is said of a refused try"),
            ("pawn d5; piece d6", "No move takes two men"),
            ("1 pawn try; 2 pawn tries", "Pawn tries are counted once"),
            ("no pawn tries; 2 tries", "Pawn tries are counted once"),
            ("stalemate; file check; checkmate", "A game ends in one way"),
            ("rank check; file check; knight check", "Nobody is in check from three sides at once"),
            ("stalemate; file check", "A player in check cannot be stalemated"),
            ("file check; checkmate; 1 pawn try", "Nobody tries anything when the game has ended"),
        ] {
            assert_eq!(read(said), fault, "{said:?}");
        }
    }

    #[test]
    fn the_longer_diagonal_is_the_longer_one_through_the_kings_square() {
        assert_eq!(Check::between(Square::E1, Square::H4), Check::ShortDiagonal);
        assert_eq!(Check::between(Square::E1, Square::A5), Check::LongDiagonal);
        assert_eq!(Check::between(Square::G8, Square::A2), Check::LongDiagonal);
        assert_eq!(Check::between(Square::D4, Square::H8), Check::LongDiagonal);
        assert_eq!(Check::between(Square::D4, Square::A7), Check::ShortDiagonal);
        assert_eq!(Check::between(Square::D4, Square::D8), Check::File);
        assert_eq!(Check::between(Square::D4, Square::A4), Check::Rank);
        assert_eq!(Check::between(Square::D4, Square::E6), Check::Knight);
    }

    #[test]
    fn pawn_tries_are_counted_once_for_a_promotion_and_in_passing_but_not_when_pinned() {
        let tries = |fen: &str| pawn_tries(&fen.parse().unwrap());
        assert_eq!(tries("1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1"), 1);
        assert_eq!(tries("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1"), 1);
        assert_eq!(tries("4k3/8/8/3pPp2/8/8/8/4K3 w - f6 0 1"), 1);
        assert_eq!(tries("4k3/4r3/8/3p4/4P3/8/8/4K3 w - - 0 1"), 0);
        assert_eq!(tries("4k3/8/8/3p1p2/4P3/8/8/4K3 w - - 0 1"), 2);
        // The square that was passed lies before another pawn, which cannot take there.
        assert_eq!(tries("4k3/8/8/2pPP3/8/8/8/4K3 w - c6 0 1"), 1);
    }
}
