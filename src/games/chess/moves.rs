//! Reading moves as people write them: coordinates, algebraic notation exact or sloppy,
//! figurines, castling in any form, annotations and all.

use cozy_chess::{File, Move, Piece, Rank, Square};

use super::Chess;
use super::legality::name;
use super::men::lettered;
use super::rules::Wing;
use crate::game::Game;
use crate::notation::{Fault, unnumbered};
use crate::spelling::{is_hyphen, is_unseen, listed, quoted};

impl Chess {
    /// The legal move that a text means.
    pub fn read_move(&self, text: &str) -> Result<Move, Fault> {
        let readings = readings_of(text);
        if readings.is_empty() {
            return Err(Fault::illegal(format!("{} is not a move that can be read", quoted(text)))
                .hint("Write it like e2e4, e7e8q, Nf3, exd5, e8=Q or O-O; the pieces are K, Q, R, B and N"));
        }
        let words: Vec<_> = text.split_whitespace().collect();
        let legal = self.legal_moves();
        let meant = readings.iter().map(|reading| self.meant(reading, &legal)).find(|m| !m.is_empty());
        match meant.as_deref() {
            Some([only]) => Ok(*only),
            Some(several) => Err(self.ambiguous(text, several)),
            None if words.len() > 1 && words.iter().all(|word| !readings_of(word).is_empty()) => {
                Err(Fault::illegal(format!("{} is more than one move", quoted(text)))
                    .hint("Send each as an entry of its own"))
            }
            None => Err(self.not_legal(text, &readings[0], &legal)),
        }
    }

    /// The legal moves that fit a reading; an ordinary move of the king before castling to the
    /// same square.
    fn meant(&self, reading: &Reading, legal: &[Move]) -> Vec<Move> {
        let fitting = |castling: bool| {
            let fits = |m: &&Move| self.castling(**m).is_some() == castling && reading.fits(self, **m);
            legal.iter().filter(fits).copied().collect::<Vec<_>>()
        };
        let ordinary = fitting(false);
        if ordinary.is_empty() { fitting(true) } else { ordinary }
    }

    fn ambiguous(&self, text: &str, several: &[Move]) -> Fault {
        let all: Vec<String> = several.iter().map(|m| self.san(*m)).collect();
        Fault::illegal(format!("{} could be any of {}", quoted(text), all.join(", "))).hint(format!(
            "Write {} or {}",
            all[0],
            self.coordinates(several[0])
        ))
    }

    fn not_legal(&self, text: &str, reading: &Reading, legal: &[Move]) -> Fault {
        let turn = self.board().side_to_move();
        let fault = |why: &str| Fault::illegal(format!("{} is not legal here: {why}", quoted(text)));
        if let Some(from) = reading.from() {
            match self.board().color_on(from) {
                None => return fault(&format!("{from} is empty")).hint("Is a move missing before this one?"),
                Some(color) if color != turn => {
                    return fault(&format!(
                        "the piece on {from} is {}'s, and {} is to move",
                        name(color),
                        name(turn)
                    ))
                    .hint("Is a move missing before this one?");
                }
                Some(_) => {}
            }
        }
        let why = match reading {
            Reading::Castling(_) => format!("{} cannot castle so now", name(turn)),
            _ if self.board().checkers().is_empty() => format!("no piece of {}'s can make it", name(turn)),
            _ => format!("{} is in check, and must answer it", name(turn)),
        };
        let instead = |m: &&Move| reading.concerns(self, **m);
        let mut instead: Vec<_> = legal.iter().filter(instead).collect();
        if instead.is_empty() {
            instead = legal.iter().collect();
        }
        fault(&why).hint(format!("Legal: {}", listed(instead.into_iter().map(|m| self.san(*m)))))
    }
}

/// One way to understand a text as a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Reading {
    Castling(Wing),
    /// What was said about the move; the rest is to be found out.
    Step {
        piece: Option<Piece>,
        file: Option<File>,
        rank: Option<Rank>,
        to: Square,
        promotion: Option<Piece>,
    },
}

impl Reading {
    /// The square that the move was said to begin on.
    fn from(&self) -> Option<Square> {
        match *self {
            Reading::Step { file: Some(file), rank: Some(rank), .. } => Some(Square::new(file, rank)),
            _ => None,
        }
    }

    fn fits(&self, position: &Chess, m: Move) -> bool {
        let castling = position.castling(m);
        match *self {
            Reading::Castling(wing) => castling == Some(wing),
            Reading::Step { piece, file, rank, to, promotion } => {
                let lands = match castling {
                    // Castling can be told by the king's squares, or the king's and the rook's.
                    Some(wing) => {
                        self.from().is_some()
                            && (to == m.to || to == Square::new(wing.king_lands(), m.from.rank()))
                    }
                    None => to == m.to,
                };
                lands
                    && piece.is_none_or(|piece| position.board().piece_on(m.from) == Some(piece))
                    && file.is_none_or(|file| m.from.file() == file)
                    && rank.is_none_or(|rank| m.from.rank() == rank)
                    && (promotion.is_none() || promotion == m.promotion)
            }
        }
    }

    /// Whether a legal move might be what was meant instead.
    fn concerns(&self, position: &Chess, m: Move) -> bool {
        match *self {
            Reading::Castling(_) => position.board().king(position.board().side_to_move()) == m.from,
            Reading::Step { piece, to, .. } => match self.from() {
                Some(from) => m.from == from,
                None => {
                    m.to == to || piece == position.board().piece_on(m.from) && piece != Some(Piece::Pawn)
                }
            },
        }
    }
}

/// The ways to understand a text, the likelier first; none if it is no move at all.
fn readings_of(text: &str) -> Vec<Reading> {
    let bare = stripped(text);
    if let Some(wing) = castling(&bare) {
        return vec![Reading::Castling(wing)];
    }
    let Some(first) = bare.chars().next() else { return Vec::new() };
    let lower = bare.to_lowercase();
    let plain = step(None, &lower);
    let coordinates = plain.is_some_and(|reading| reading.from().is_some());
    let piece = Piece::try_from(first.to_ascii_lowercase()).ok();
    let named = piece.and_then(|piece| step(Some(piece), &lower[first.len_utf8()..]));
    // B7d6 is a bishop's move, B7D6 and b7d6 are coordinates.
    let capital = first.is_ascii_uppercase() && bare.chars().skip(1).any(|c| c.is_ascii_lowercase());
    match named {
        _ if coordinates && !capital => plain.into_iter().collect(),
        // A capital letter names a piece; a small b is a file before it is a bishop.
        Some(named) if first.is_ascii_uppercase() => vec![named],
        // One of another language: Dxe4 is a queen's move in German, and no pawn's.
        None if capital && !coordinates => Vec::new(),
        named => plain.into_iter().chain(named).collect(),
    }
}

/// A text without what says nothing about which move it is.
pub(super) fn stripped(text: &str) -> String {
    // Of either colour: whose move it is the position knows.
    let lettered = |c: char| match lettered(c) {
        letter if letter == c => c,
        letter => letter.to_ascii_uppercase(),
    };
    let kept = |c: &char| !c.is_whitespace() && !is_unseen(*c);
    let all: String = text.chars().filter(kept).map(lettered).collect();
    let mut bare = unnumbered(&all);
    loop {
        let before = bare;
        bare = bare.trim_end_matches(|c| is_hyphen(c) || "+#!?†‡=/±∓⩲⩱∞⟳□".contains(c));
        for word in ["e.p.", "ep", "mate", "ch"] {
            bare = bare.strip_suffix(word).unwrap_or(bare);
        }
        if bare == before {
            return bare.to_owned();
        }
    }
}

/// Castling, in letters or in noughts.
fn castling(text: &str) -> Option<Wing> {
    let rest: String = text.chars().filter(|c| !is_hyphen(*c)).collect();
    let noughts = rest.chars().all(|c| matches!(c, 'O' | 'o' | '0'));
    match rest.len() {
        2 if noughts => Some(Wing::King),
        3 if noughts => Some(Wing::Queen),
        _ => None,
    }
}

/// Reads `[file][rank]file rank[promotion]` in small letters, with any hyphens and crosses.
fn step(piece: Option<Piece>, text: &str) -> Option<Reading> {
    let mark = |c: char| is_hyphen(c) || matches!(c, 'x' | ':' | '×' | '=' | '/' | '(' | ')');
    let mut rest: Vec<char> = text.chars().filter(|c| !mark(*c)).collect();
    let promotion = match Piece::try_from(*rest.last()?) {
        Ok(Piece::King | Piece::Pawn) => return None,
        Ok(promotion) => {
            rest.pop();
            Some(promotion)
        }
        Err(_) => None,
    };
    let rank = Rank::try_from(rest.pop()?).ok()?;
    let file = File::try_from(rest.pop()?).ok()?;
    let to = Square::new(file, rank);
    let from_rank = rest.last().and_then(|c| Rank::try_from(*c).ok());
    if from_rank.is_some() {
        rest.pop();
    }
    let from_file = rest.last().and_then(|c| File::try_from(*c).ok());
    if from_file.is_some() {
        rest.pop();
    }
    if !rest.is_empty() {
        return None;
    }
    let both = from_file.is_some() && from_rank.is_some();
    if piece.is_none() && !both && from_file == Some(to.file()) {
        return None; // no pawn says that it stays on its file
    }
    // Coordinates are any piece's; a step without a piece's letter is a pawn's.
    let piece = piece.or((!both).then_some(Piece::Pawn));
    Some(Reading::Step { piece, file: from_file, rank: from_rank, to, promotion })
}

#[cfg(test)]
mod tests {
    use crate::games::chess::Chess;

    fn at(fen: &str) -> Chess {
        Chess::from_text(fen, None).unwrap()
    }

    /// What a text means, in exact algebraic notation.
    fn meant(fen: &str, text: &str) -> String {
        let position = at(fen);
        position.read_move(text).map_or_else(|fault| fault.detail, |m| position.san(m))
    }

    const START: &str = "startpos";
    const CASTLING: &str = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    const PROMOTION: &str = "3r4/4P2k/8/8/8/8/8/4K3 w - - 0 1";

    #[test]
    fn a_move_is_read_however_it_is_written() {
        for text in [
            "Nf3",
            "nf3",
            "Ngf3",
            "N1f3",
            "Ng1f3",
            "Ng1-f3",
            "g1f3",
            "G1F3",
            "g1-f3",
            "♘f3",
            "♞f3",
            "Nf3!?",
            " 1. Nf3 ",
            "1...Nf3",
            "Nf3+",
            "Nf3\u{200b}",
            "Nf3+−",
            "Nf3⩲",
            "Nf3 ch",
        ] {
            assert_eq!(meant(START, text), "Nf3", "{text}");
        }
        for text in ["e4", "e2e4", "E4", "Pe4", "♙e4", "e2-e4", "1.e4", "e4!!"] {
            assert_eq!(meant(START, text), "e4", "{text}");
        }
    }

    #[test]
    fn castling_is_read_in_letters_noughts_and_squares() {
        for text in ["O-O", "0-0", "o-o", "OO", "0-0+", "e1g1", "e1h1", "Ke1g1", "O–O", "O−O"] {
            assert_eq!(meant(CASTLING, text), "O-O", "{text}");
        }
        for text in ["O-O-O", "0-0-0", "OOO", "e1c1", "e1a1"] {
            assert_eq!(meant(CASTLING, text), "O-O-O", "{text}");
        }
    }

    #[test]
    fn a_promotion_is_read_with_its_piece_and_never_guessed_without() {
        for text in ["e8=N", "e8N", "e8=n", "e7e8n", "e7e8=N", "e7-e8N", "e8(N)", "e8/N", "e8♘", "e8=N!"] {
            assert_eq!(meant(PROMOTION, text), "e8=N", "{text}");
        }
        for text in ["exd8=Q", "e7d8q", "ed8Q", "exd8Q", "e7xd8=Q"] {
            assert_eq!(meant(PROMOTION, text), "exd8=Q", "{text}");
        }
        let fault = at(PROMOTION).read_move("e7e8").unwrap_err();
        assert!(fault.detail.contains("could be any of e8="), "{}", fault.detail);
    }

    #[test]
    fn a_small_b_is_a_pawn_before_it_is_a_bishop() {
        let both = "4k3/8/8/2p5/1P1B4/8/8/4K3 w - - 0 1";
        assert_eq!(meant(both, "bxc5"), "bxc5");
        assert_eq!(meant(both, "Bxc5"), "Bxc5");
        assert_eq!(meant(both, "be5"), "Be5");
        let rivals = "4k3/8/8/8/5B2/6p1/8/4K2B w - - 0 1";
        assert_eq!(meant(rivals, "B4g3"), "Bxg3");
    }

    #[test]
    fn a_capital_letter_names_a_piece_and_never_a_pawns_file() {
        let both = "3qk3/8/8/3p4/4P3/8/8/4K3 b - - 0 1";
        assert_eq!(meant(both, "dxe4"), "dxe4");
        for foreign in ["Dxe4", "De4", "Cxe4", "Sf3", "Td1"] {
            let fault = at(both).read_move(foreign).unwrap_err();
            assert_eq!(fault.detail, format!("{foreign:?} is not a move that can be read"));
            assert!(fault.hint.is_some_and(|hint| hint.ends_with("the pieces are K, Q, R, B and N")));
        }
        for typed in ["D5D4", "D5d4", "D4"] {
            assert_eq!(meant(both, typed), "d4", "{typed}");
        }
    }

    #[test]
    fn an_ambiguous_move_is_refused_with_all_that_it_could_be() {
        let fault = at("4k3/8/8/8/8/8/4K3/R6R w - - 0 1").read_move("Rd1").unwrap_err();
        assert_eq!(fault.detail, "\"Rd1\" could be any of Rad1, Rhd1");
    }

    #[test]
    fn a_move_in_passing_may_be_marked_so() {
        let passing = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1";
        for text in ["exd6", "exd6 e.p.", "exd6ep", "e5d6", "ed6"] {
            assert_eq!(meant(passing, text), "exd6", "{text}");
        }
    }

    #[test]
    fn an_illegal_move_is_told_with_the_reason() {
        for (fen, text, reason) in [
            (START, "e3e4", "e3 is empty"),
            (START, "e7e5", "the piece on e7 is Black's, and White is to move"),
            (START, "e2e5", "no piece of White's can make it"),
            (START, "O-O", "White cannot castle so now"),
            ("4k3/4r3/8/8/8/8/P7/4K3 w - - 0 1", "a2a3", "White is in check, and must answer it"),
        ] {
            assert_eq!(meant(fen, text), format!("{text:?} is not legal here: {reason}"));
        }
        assert_eq!(meant(START, "e4 e5"), "\"e4 e5\" is more than one move");
        for text in ["", "zzz", "0000", "e", "e9", "e2e4e5", "💩", "Nf", "x", "--", "e8=K"] {
            assert!(meant(START, text).ends_with("is not a move that can be read"), "{text}");
        }
    }

    #[test]
    fn in_chess960_the_kings_own_step_is_meant_before_castling() {
        let position = at("4k3/8/8/8/8/8/8/5K1R w H - 0 1");
        assert_eq!(position.san(position.read_move("f1g1").unwrap()), "Kg1");
        assert_eq!(position.san(position.read_move("f1h1").unwrap()), "O-O");
        assert_eq!(position.coordinates(position.read_move("O-O").unwrap()), "f1h1");
    }
}
