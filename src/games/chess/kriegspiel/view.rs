//! What a player knows as text: `8/8/8/8/4P3/8/PPPP1PPP/RNBQKBNR w KQ - 16,8; 1 pawn try`.

use cozy_chess::{BitBoard, BoardBuilder, Color, File, Move, Piece, Rank, Square};

use super::notation::WAY;
use super::rules::{Kriegspiel, Left};
use super::words::{Answer, REFUSED, Words};
use crate::game::Game;
use crate::games::chess::fen::place;
use crate::games::chess::fields::side_to_move;
use crate::games::chess::men::man_letter;
use crate::notation::{Fault, FaultKind, Notation};
use crate::spelling::{number, quoted};

const FIELDS: &str = "Write pieces, side to move, castling, en passant and the opponent's men, like \
                      \"8/8/8/8/8/8/PPPPPPPP/RNBQKBNR w KQ - 16,8\"";

impl Kriegspiel {
    pub(super) fn from_view(text: &str) -> Result<Kriegspiel, Fault> {
        let mut parts = text.split(';').map(str::trim);
        let mut view = seen(parts.next().unwrap_or_default())?;
        let mut words = Vec::new();
        for part in parts.filter(|part| !part.is_empty()) {
            match part.split_once([':', ' ']).unwrap_or((part, "")) {
                ("illegal", tries) if part != REFUSED => {
                    let tries = tries.split([' ', ',']).filter(|text| !text.is_empty());
                    let tries = tries.map(|text| view.try_written(text)).collect::<Result<Vec<_>, _>>()?;
                    if tries.is_empty() {
                        return Err(refused_unnamed());
                    }
                    view.refuse(tries);
                }
                ("tried", text) => {
                    let tried = view.try_written(text)?;
                    if view.tried.replace(tried).is_some() {
                        return Err(Fault::position("Only one try waits for an answer")
                            .hint("List what was refused before it like \"illegal: e4f5\""));
                    }
                }
                _ => words.push(part),
            }
        }
        view.with_words(&words.join("; "))
    }

    pub(super) fn to_view(&self) -> String {
        let mut text = format!("{} {}", self.pieces(), if self.turn == Color::White { 'w' } else { 'b' });
        let rights: String = [(File::H, 'k'), (File::A, 'q')]
            .into_iter()
            .filter(|(rook, _)| self.may_castle(*rook))
            .map(|(_, c)| if self.viewer == Color::White { c.to_ascii_uppercase() } else { c })
            .collect();
        let rights = if rights.is_empty() { "-".to_owned() } else { rights };
        let passed = self.passed.map_or("-".to_owned(), |square| square.to_string());
        text += &format!(" {rights} {passed} {},{}", self.left.men, self.left.pawns);
        if let Some(said) = self.said {
            text += &format!("; {}", Words { taken: None, ..said });
        }
        if !self.refused.is_empty() {
            let refused: Vec<_> = self.refused.iter().map(|m| self.write_move(*m)).collect();
            text += &format!("; illegal: {}", refused.join(" "));
        }
        if let Some(tried) = self.tried {
            text += &format!("; tried {}", self.write_move(tried));
        }
        text
    }

    fn grant_castling(&mut self, text: &str) -> Result<(), Fault> {
        let back = Rank::First.relative_to(self.viewer);
        for letter in text.chars().filter(|letter| *letter != '-') {
            let own = letter.is_ascii_uppercase() == (self.viewer == Color::White);
            let rook = match letter.to_ascii_lowercase() {
                'k' if own => Square::new(File::H, back),
                'q' if own => Square::new(File::A, back),
                _ => {
                    return Err(Fault::position(format!(
                        "{} does not say how this player may castle",
                        quoted(text)
                    ))
                    .hint("Write KQ for White, kq for Black, one of the letters, or '-'"));
                }
            };
            let at_home = self.man_on(rook) == Some(Piece::Rook) && self.king() == Square::new(File::E, back);
            if !at_home {
                return Err(Fault::position(format!("King and rook are not at home for {letter:?}"))
                    .hint("Leave the letter out, or write '-'"));
            }
            self.rooks |= rook.bitboard();
        }
        Ok(())
    }

    /// The view with what the umpire said about the player to move.
    fn with_words(mut self, text: &str) -> Result<Kriegspiel, Fault> {
        let fault =
            |why: String| Fault::position(why).hint("After the fields write, for example, \"; file check\"");
        if !text.is_empty() {
            let Answer::Moved(words) = Answer::read(text).map_err(fault)? else {
                return Err(refused_unnamed());
            };
            if words.taken.is_some() {
                return Err(fault("What was taken shows in the men that are left".to_owned()));
            }
            self.said = Some(words);
        }
        if self.turn != self.viewer && (self.tried.is_some() || !self.refused.is_empty()) {
            return Err(fault("Nothing can be tried while the opponent is to move".to_owned()));
        }
        let position = |fault: Fault| Fault { kind: FaultKind::BadPosition, ..fault }.at("/position");
        let possible = Kriegspiel { refused: Vec::new(), tried: None, ..self.clone() };
        let possible = possible.can_go_on("was said").map_err(position)?.legal_moves();
        let tries = self.refused.iter().chain(&self.tried);
        if self.end().is_none() && tries.clone().any(|tried| !possible.contains(tried)) {
            return Err(fault(
                "Something was tried that cannot be legal, wherever the opponent stands".to_owned(),
            ));
        }
        if self.end().is_some() && tries.count() > 0 || self.tried.is_some_and(|m| self.refused.contains(&m))
        {
            return Err(fault("This cannot have been tried now".to_owned()));
        }
        self.can_go_on("was refused").map_err(position)
    }

    /// The try that a text names, whether or not it was refused.
    fn try_written(&self, text: &str) -> Result<Move, Fault> {
        let free =
            Kriegspiel { said: None, refused: Vec::new(), tried: None, turn: self.viewer, ..self.clone() };
        self.named(text, &free.legal_moves())
            .ok_or_else(|| Fault::position(format!("{} cannot have been tried", quoted(text))).hint(WAY))
    }

    /// The first field of a FEN, with the own men alone.
    fn pieces(&self) -> String {
        let row = |rank: &Rank| {
            let (mut text, mut run) = (String::new(), 0);
            for file in File::ALL {
                match self.man_on(Square::new(file, *rank)) {
                    None => run += 1,
                    Some(piece) => {
                        if run > 0 {
                            text += &std::mem::take(&mut run).to_string();
                        }
                        text.push(man_letter(piece, self.viewer));
                    }
                }
            }
            if run > 0 { text + &run.to_string() } else { text }
        };
        Rank::ALL.iter().rev().map(row).collect::<Vec<_>>().join("/")
    }
}

fn refused_unnamed() -> Fault {
    Fault::position("What was refused has to be named")
        .hint("After the fields write it like \"; illegal: e4f5\"")
}

/// The first five fields.
fn seen(text: &str) -> Result<Kriegspiel, Fault> {
    let fields: Vec<&str> = text.split_whitespace().collect();
    let [pieces, turn, castling, passed, left] = fields[..] else {
        return Err(Fault::position(format!("A view has 5 fields, this has {}", fields.len())).hint(FIELDS));
    };
    let turn = side_to_move(turn)?;
    let mut draft = BoardBuilder::empty();
    place(&mut draft, pieces)?;
    let men = || Square::ALL.into_iter().filter_map(|square| draft.square(square).map(|man| (square, man)));
    let kings: Vec<Color> = men().filter(|(_, man)| man.0 == Piece::King).map(|(_, man)| man.1).collect();
    let [viewer] = kings[..] else {
        return Err(Fault::position(format!("A view shows one king, this shows {}", kings.len()))
            .hint("Write the men of one player alone"));
    };
    if let Some((square, _)) = men().find(|(_, man)| man.1 != viewer) {
        return Err(Fault::position(format!("The man on {square} is the opponent's, whom nobody sees"))
            .hint("Write the men of one player alone"));
    }
    let mut view = Kriegspiel {
        men: Piece::ALL.map(|piece| men().filter(|(_, man)| man.0 == piece).map(|(s, _)| s).collect()),
        rooks: BitBoard::EMPTY,
        passed: None,
        left: left_of(left)?,
        turn,
        ..Kriegspiel::begun(viewer)
    };
    let pawns = view.men[Piece::Pawn as usize];
    if !(pawns & (Rank::First.bitboard() | Rank::Eighth.bitboard())).is_empty() {
        return Err(Fault::position("A pawn stands on its last rank").hint("There it has been promoted"));
    }
    if pawns.len() > 8 || view.own().len() > 16 {
        return Err(Fault::position("Nobody has more than 8 pawns and 16 men")
            .hint("Write those of your men that are left"));
    }
    view.grant_castling(castling)?;
    if passed != "-" {
        view.passed = Some(read_passed(&view, passed)?);
    }
    Ok(view)
}

fn left_of(text: &str) -> Result<Left, Fault> {
    let numbers: Option<(u8, u8)> =
        text.split_once([',', '+', '/']).and_then(|(men, pawns)| Some((number(men)?, number(pawns)?)));
    match numbers {
        Some((men @ 1..=16, pawns @ 0..=8)) if men - pawns.min(men) <= 8 && pawns < men => {
            Ok(Left { men, pawns })
        }
        _ => Err(Fault::position(format!("{} does not say what the opponent has left", quoted(text)))
            .hint("Write the men with the king, 1 to 16, and how many may be pawns, at most 8: 16,8")),
    }
}

fn read_passed(view: &Kriegspiel, text: &str) -> Result<Square, Fault> {
    let square = text.parse::<Square>().ok().filter(|square| {
        let up = if view.viewer == Color::White { 1 } else { -1 };
        let pawn = square.try_offset(0, up).is_some_and(|pawn| view.man_on(pawn) == Some(Piece::Pawn));
        let from = square.try_offset(0, -up);
        square.rank() == Rank::Third.relative_to(view.viewer)
            && view.turn != view.viewer
            && pawn
            && view.man_on(*square).is_none()
            && from.is_some_and(|from| view.man_on(from).is_none())
    });
    square.ok_or_else(|| {
        Fault::position(format!("No pawn of yours has just passed {}", quoted(text)))
            .hint("It is the square behind a pawn that has just moved two steps, or '-'")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_that_was_refused_is_known_however_it_is_listed() {
        let fields = "8/8/8/8/4P3/8/PPPP1PPP/RNBQKBNR w KQ - 16,8; moved; 2 pawn tries";
        let known = format!("{fields}; illegal: e4d5 e4f5");
        let view = Kriegspiel::parse(&format!("{fields}; illegal: e4f5; illegal e4d5"));
        assert_eq!(view.map(|view| view.write()), Ok(known));
    }

    #[test]
    fn what_is_no_view_is_named() {
        for (text, detail) in [
            ("", "A view has 5 fields, this has 0"),
            ("8/8/8/8/8/8/8/8 w - - 16,8", "A view shows one king, this shows 0"),
            ("4k3/8/8/8/8/8/8/4K3 w - - 16,8", "A view shows one king, this shows 2"),
            ("4q3/8/8/8/8/8/8/4K3 w - - 16,8", "The man on e8 is the opponent's, whom nobody sees"),
            ("8/8/8/8/8/8/8/P3K3 w - - 16,8", "A pawn stands on its last rank"),
            ("8/8/8/8/8/P7/PPPPPPPP/4K3 w - - 16,8", "Nobody has more than 8 pawns and 16 men"),
            ("8/8/8/8/8/8/8/4K3 w K - 16,8", "King and rook are not at home for 'K'"),
            ("8/8/8/8/8/8/8/4K2R w k - 16,8", "\"k\" does not say how this player may castle"),
            ("8/8/8/8/8/8/8/4K3 w - e3 16,8", "No pawn of yours has just passed \"e3\""),
            ("8/8/8/8/8/8/8/4K3 w - - 17,8", "\"17,8\" does not say what the opponent has left"),
            ("8/8/8/8/8/8/8/4K3 w - - 16,2", "\"16,2\" does not say what the opponent has left"),
            ("8/8/8/8/8/8/8/4K3 w - - 16,8; boo", "\"boo\" is nothing that an umpire says"),
            ("8/8/8/8/8/8/8/4K3 w - - 16,8; illegal: e1e3", "\"e1e3\" cannot have been tried"),
            ("8/8/8/8/8/8/8/3QKB2 w - - 16,8; rank check", "There can be no rank check here"),
            ("8/8/8/8/8/8/8/K7 w - - 1,0; moved; checkmate", "A king alone gives no check"),
            (
                "8/8/8/8/8/8/8/4K3 b - - 16,8; tried e1e2",
                "Nothing can be tried while the opponent is to move",
            ),
            ("8/8/8/8/8/8/8/4K3 w - - 16,8; illegal", "What was refused has to be named"),
            ("8/8/8/8/8/8/8/4K3 w - - 16,8; illegal: ,", "What was refused has to be named"),
            ("8/8/8/8/8/8/8/4K3 w - - 16,8; illegal move", "What was refused has to be named"),
            ("8/8/8/8/8/8/8/4K3 w - - 16,8; tried e1e2; tried e1d1", "Only one try waits for an answer"),
        ] {
            let fault = Kriegspiel::parse(text).unwrap_err();
            assert_eq!((fault.detail.as_str(), fault.pointer.as_str()), (detail, "/position"), "{text}");
            assert!(fault.hint.is_some(), "{text}");
        }
    }
}
