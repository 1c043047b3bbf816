//! How kriegspiel is written and read: the card, tries, and what the umpire says of them.

use cozy_chess::{Color, Move, Square};

use super::Kriegspiel;
use super::words::{Answer, Words};
use crate::dice::Dice;
use crate::game::{Game, Hidden};
use crate::games::chess::notation::{chequered, drawn};
use crate::games::chess::rules::Wing;
use crate::notation::{Board, Card, Ending, Entry, Fault, Nature, Notation, Odds};
use crate::spelling::quoted;
use crate::umpire::Umpired;

pub(super) const WAY: &str = "Write the squares from and to, like g1f3, e1g1 or a7a8q";

impl Notation for Kriegspiel {
    const CARD: Card = Card {
        id: "kriegspiel",
        name: "Kriegspiel",
        other_names: &["blind-chess"],
        players: ["white", "black"],
        unit: "result",
        counts: "1 is a win, 0 a draw, -1 a loss; estimates are thousandths of a win.",
        odds: Odds::Share(1000.0),
        mates: true,
        rules: "Chess in which you see your own pieces alone. An umpire sees both boards: what cannot be played is \
                refused, and you try something else. Both players hear where something is captured and whether it \
                was a pawn, from which direction a king is in check, and how many captures the pawns of the player \
                to move may try. Mate wins.",
        starts: &[],
        position: "What one player knows: the first four fields of a FEN with that player's men alone; then the \
                   men that the opponent has left, the king among them, and how many of them may be pawns. \
                   After `;` what the umpire said about the player to move, `illegal:` and what was refused \
                   in this turn, `tried` and what waits for an answer. The rules are those of the Internet \
                   Chess Club's Wild 16.",
        examples: &[
            "8/8/8/8/8/8/PPPPPPPP/RNBQKBNR w KQ - 16,8",
            "rnbqkbnr/pppppppp/8/8/8/8/8/8 w kq - 16,8",
            "8/8/8/8/4P3/8/PPPP1PPP/RNBQKBNR w KQ - 16,8; 1 pawn try; illegal: e4f5",
            "8/8/8/8/8/1K6/8/7R w - - 1,0; moved",
        ],
        moves: "A try in UCI coordinates, `e2e4`, which the umpire answers, in the same entry or the next: \
                `illegal move`, or `moved` and what is announced to both. Of the opponent's moves the \
                announcement alone: `moved; pawn at d5 captured; file check; 2 pawn tries`. Nothing said of \
                pawn tries: there are none. Where the umpire's word is awaited, `\"roll\": true` draws it from \
                a board that fits all that was heard.",
        move_examples: &[
            "e2e4",
            "e2e4 illegal move",
            "e4d5 moved; piece at d5 captured; long-diagonal check",
            "moved; 1 pawn try",
            "moved; rank check; checkmate",
        ],
        nature: Nature { observable: false, ..Nature::OPEN },
    };

    const ESTIMATES_A_UNIT: i64 = 1_000;

    fn start() -> Kriegspiel {
        Kriegspiel::begun(Color::White)
    }

    fn parse(text: &str) -> Result<Kriegspiel, Fault> {
        Kriegspiel::from_view(text)
    }

    fn write(&self) -> String {
        self.to_view()
    }

    /// A try, whatever is said of it.
    fn parse_move(&self, text: &str) -> Result<Move, Fault> {
        let (text, _) = try_and_answer(text);
        if self.awaits_umpire() {
            return Err(Fault::illegal("The umpire has to speak first")
                .hint("Like \"moved; 1 pawn try\", or \"illegal move\" of a try"));
        }
        let tries = self.legal_moves();
        if let Some(tried) = self.named(text, &tries) {
            return Ok(tried);
        }
        if self.named(text, &self.refused).is_some() {
            return Err(Fault::illegal(format!("{} was refused already in this turn", quoted(text)))
                .hint("Nothing has changed since: try something else"));
        }
        if Answer::read(text).is_ok() {
            return Err(Fault::illegal(format!(
                "{} is what an umpire says, and nothing was tried",
                quoted(text)
            ))
            .hint("A try comes first, then what was said of it: is one missing before this?"));
        }
        let Some(told) = Told::read(text) else {
            return Err(Fault::illegal(format!("{} is not a try that can be read", quoted(text))).hint(WAY));
        };
        if let Told::Way(Move { from, to, promotion: None }) = told
            && tries.iter().any(|tried| (tried.from, tried.to) == (from, to))
        {
            return Err(Fault::illegal(format!("{} does not say what the pawn becomes", quoted(text)))
                .hint(format!("Write {from}{to}q, {from}{to}r, {from}{to}b or {from}{to}n")));
        }
        let detail = match told {
            Told::Way(Move { from, .. }) if !self.own().has(from) => {
                format!("{} cannot be tried: none of one's own men stands on {from}", quoted(text))
            }
            _ => format!("{} cannot be legal, wherever the opponent stands", quoted(text)),
        };
        Err(Fault::illegal(detail).hint(self.possible()))
    }

    /// A try, a try with the umpire's answer, or the umpire's word alone.
    fn enter(&self, text: &str) -> Result<(Entry<Move>, Kriegspiel), Fault> {
        if self.awaits_umpire() {
            return Ok((Entry::Event(text.to_owned()), self.told(answer(text)?)?));
        }
        let tried = self.parse_move(text)?;
        let waiting = self.after(tried);
        match try_and_answer(text).1 {
            "" => Ok((Entry::Move(tried), waiting)),
            said => Ok((Entry::Try(tried, text.to_owned()), waiting.told(answer(said)?)?)),
        }
    }

    fn awaits(&self) -> Option<&'static str> {
        self.awaits_umpire().then_some("word of the umpire")
    }

    /// What an umpire would say whose board is one of those that fit all that was heard, after
    /// any of the opponent's moves.
    fn draw(&self, past: &[Kriegspiel], dice: &mut Dice) -> Option<String> {
        if !self.awaits_umpire() {
            return None;
        }
        let Some(world) = self.believed(past, dice) else {
            // No board was found that fits all that was heard: the game goes on all the same.
            let plain = [Answer::Refused, Answer::Moved(Words::default())];
            return plain
                .into_iter()
                .find(|answer| self.told(*answer).is_ok())
                .map(|answer| answer.to_string());
        };
        let tried = self.tried.or_else(|| {
            let moves = world.legal_moves();
            moves.get(dice.below(moves.len())).copied()
        })?;
        Some(Kriegspiel::saying(Kriegspiel::umpire(&world, tried).map(|(_, words)| words)))
    }

    fn write_move(&self, tried: Move) -> String {
        let to = self.lands(tried);
        let promotion = tried.promotion.map_or(String::new(), |piece| piece.to_string());
        format!("{}{to}{promotion}", tried.from)
    }

    fn touches(&self, tried: Move) -> Vec<String> {
        vec![tried.from.to_string(), self.lands(tried).to_string()]
    }

    fn or_touches(&self, tried: Move) -> Option<Vec<String>> {
        self.castles_to(tried).map(|_| vec![tried.from.to_string(), tried.to.to_string()])
    }

    fn ending(&self, _: &[Kriegspiel]) -> Option<Ending> {
        let end = self.end()?;
        Some(Ending { outcome: self.score_finished(), reason: end.name() })
    }

    fn worth_of_win(&self, _: u16, _: u32) -> i64 {
        1
    }

    fn in_check(&self) -> bool {
        self.said.is_some_and(|said| !said.checks.is_empty())
    }

    fn board(&self) -> Board {
        chequered(|square| self.man_on(square).map(|piece| drawn(piece, self.viewer)))
    }
}

/// What a text says about a try.
#[derive(Clone, Copy)]
enum Told {
    /// Castling, by its sign.
    Castling(Wing),
    /// The squares from and to.
    Way(Move),
}

impl Told {
    fn read(text: &str) -> Option<Told> {
        let text = text.trim().to_ascii_lowercase().replace(['=', '-', 'x'], "");
        match text.replace('0', "o").as_str() {
            "oo" => Some(Told::Castling(Wing::King)),
            "ooo" => Some(Told::Castling(Wing::Queen)),
            _ => text.parse().ok().map(Told::Way),
        }
    }
}

/// The two parts of an entry: what was tried, and what the umpire said of it.
fn try_and_answer(text: &str) -> (&str, &str) {
    let text = text.trim();
    let parts = [' ', ';', ':', ','];
    let (tried, said) = text.split_at(text.find(parts).unwrap_or(text.len()));
    (tried, said.trim_start_matches(parts))
}

fn answer(text: &str) -> Result<Answer, Fault> {
    Answer::read(text).map_err(|why| {
        Fault::illegal(why).hint(
            "The umpire says \"illegal move\", or \"moved; pawn at d5 captured; file check; 2 pawn tries\"",
        )
    })
}

impl Kriegspiel {
    /// The one of some tries that a text names.
    pub(super) fn named(&self, text: &str, tries: &[Move]) -> Option<Move> {
        let told = Told::read(text)?;
        tries.iter().copied().find(|tried| match (told, self.castles_to(*tried)) {
            (Told::Castling(wing), castling) => castling == Some(wing),
            // Castling is told by the king's squares, or by the king and its rook.
            (Told::Way(way), Some(_)) => way == *tried || way == Move { to: self.lands(*tried), ..*tried },
            (Told::Way(way), None) => way == *tried,
        })
    }

    /// Where the man that is moved comes to stand.
    fn lands(&self, tried: Move) -> Square {
        self.castles_to(tried).map_or(tried.to, |wing| Square::new(wing.king_lands(), tried.from.rank()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn view(text: &str) -> Kriegspiel {
        Kriegspiel::parse(text).unwrap_or_else(|fault| panic!("{text}: {fault:?}"))
    }

    fn played(start: &str, moves: &[&str]) -> Result<Kriegspiel, Fault> {
        moves.iter().try_fold(view(start), |view, text| view.played(text))
    }

    const WHITE: &str = "8/8/8/8/8/8/PPPPPPPP/RNBQKBNR w KQ - 16,8";
    const BLACK: &str = "rnbqkbnr/pppppppp/8/8/8/8/8/8 w kq - 16,8";

    #[test]
    fn thirty_four_tries_are_sensible_at_the_start() {
        assert_eq!(Kriegspiel::start().legal_moves().len(), 34);
        // Once the umpire has said nothing of pawn tries, there are none.
        let later = played(WHITE, &["e2e4 moved", "moved"]).unwrap();
        assert!(later.legal_moves().iter().all(|m| later.write_move(*m) != "e4d5"));
        assert_eq!(later.legal_moves().len(), 30);
    }

    #[test]
    fn what_a_player_hears_changes_what_the_player_knows() {
        for (start, moves, known) in [
            (WHITE, &["e2e4"][..], "8/8/8/8/8/8/PPPPPPPP/RNBQKBNR w KQ - 16,8; tried e2e4"),
            (WHITE, &["e2e4", "moved"], "8/8/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQ e3 16,8; moved"),
            (
                WHITE,
                &["e2e4 moved", "moved; 1 pawn try", "e4f5 no"],
                "8/8/8/8/4P3/8/PPPP1PPP/RNBQKBNR w KQ - 16,8; moved; 1 pawn try; illegal: e4f5",
            ),
            (
                WHITE,
                &["e2e4 moved", "moved; 1 pawn try", "e4f5 no", "e4d5 moved; pawn d5"],
                "8/8/8/3P4/8/8/PPPP1PPP/RNBQKBNR b KQ - 15,7; moved",
            ),
            (
                BLACK,
                &["moved", "d7d5 yes, 1 try", "yes. pawn d5 gone"],
                "rnbqkbnr/ppp1pppp/8/8/8/8/8/8 b kq - 16,8; moved",
            ),
            (
                "8/8/8/8/8/8/8/R3K2R w KQ - 2,1; moved",
                &["O-O moved; file check"],
                "8/8/8/8/8/8/8/R4RK1 b - - 2,1; moved; file check",
            ),
            (
                "8/8/8/3P4/8/8/8/4K3 w - - 2,1; 1 pawn try",
                &["d5c6 moved; pawn at c6 captured"],
                "8/8/2P5/8/8/8/8/4K3 b - - 1,0; moved",
            ),
            (
                "8/8/8/3P4/8/8/8/4K3 w - - 2,1; 1 pawn try",
                &["d5c6 moved; pawn at c5 captured"],
                "8/8/2P5/8/8/8/8/4K3 b - - 1,0; moved",
            ),
            (
                "8/8/8/8/8/8/8/RK6 w - - 1,0; moved",
                &["a1a8 moved; rank check; checkmate"],
                "R7/8/8/8/8/8/8/1K6 b - - 1,0; moved; rank check; checkmate",
            ),
        ] {
            assert_eq!(played(start, moves).unwrap().write(), known, "{moves:?}");
            assert_eq!(view(known).write(), known);
        }
    }

    #[test]
    fn words_that_cannot_be_true_are_refused() {
        for (start, moves, fault) in [
            (WHITE, &["e2e4 moved", "no"][..], "What the opponent tries in vain, nobody is told"),
            (WHITE, &["e2e5"], "\"e2e5\" cannot be legal, wherever the opponent stands"),
            (WHITE, &["h5h6"], "\"h5h6\" cannot be tried: none of one's own men stands on h5"),
            (WHITE, &["Nf3"], "\"Nf3\" is not a try that can be read"),
            (WHITE, &["O-O"], "\"O-O\" cannot be legal, wherever the opponent stands"),
            (
                "8/P7/8/8/8/8/8/4K3 w - - 1,0; moved",
                &["a7-a8"],
                "\"a7-a8\" does not say what the pawn becomes",
            ),
            (WHITE, &["e2e4 no", "e2e4"], "\"e2e4\" was refused already in this turn"),
            (WHITE, &["e2d3 moved"], "A pawn that moves to d3 takes something"),
            (WHITE, &["e2e3 moved; pawn e3"], "The move to e3 took nothing on e3"),
            (WHITE, &["g1f3 moved; pawn e3"], "The move to f3 took nothing on e3"),
            (WHITE, &["e2e4 moved", "moved; pawn at d4 captured"], "There was no pawn of yours on d4"),
            (WHITE, &["e2e4 moved", "moved; 3 pawn tries"], ""),
            (
                WHITE,
                &["e2e4 moved", "moved; 16 pawn tries"],
                "Your pawns cannot have 16 tries, but 14 at most",
            ),
            (WHITE, &["e2e4 moved", "moved; piece at e1 captured"], "Nobody takes a king"),
            (
                "8/8/8/8/8/8/8/RK6 w - - 1,0; moved",
                &["a1a8 moved", "rank check"],
                "A king alone gives no check",
            ),
            ("8/8/8/8/8/8/8/RK6 w - - 1,0; moved", &["a1a8 moved; rank check; checkmate"], ""),
            ("8/8/8/8/8/8/8/K7 w - - 9,8; moved", &["a1a2 moved; checkmate"], "A king alone gives no check"),
            (WHITE, &["e2e4 moved", "e7e5"], "\"e7e5\" is nothing that an umpire says"),
            (
                "8/8/8/8/8/8/8/RK6 w - - 1,0; moved",
                &["a1a8 moved; piece at a8 captured"],
                "The opponent had no man but the king left to be taken",
            ),
            (
                "8/8/8/8/8/8/8/RK6 w - - 2,1; moved",
                &["a1a8 moved; 3 pawn tries"],
                "The opponent's pawns cannot have 3 tries, but 2 at most",
            ),
            (
                "8/8/8/8/8/8/1P6/K7 w - - 8,0; illegal: a1a2 a1b1 b2b4 b2a3 b2c3",
                &["b2b3 no"],
                "There is nothing left to try after what was refused",
            ),
        ] {
            let told = played(start, moves).err();
            assert!(told.as_ref().is_none_or(|told| told.hint.is_some()), "{moves:?}");
            assert_eq!(told.map(|told| told.detail).unwrap_or_default(), fault, "{moves:?}");
        }
    }

    #[test]
    fn only_what_can_answer_a_check_is_tried() {
        let tried = |text: &str| {
            let view = view(text);
            let mut tries: Vec<_> = view.legal_moves().iter().map(|m| view.write_move(*m)).collect();
            tries.sort();
            tries.join(" ")
        };
        // A pawn that steps takes nothing.
        assert_eq!(tried("8/8/8/8/8/8/3PPP2/3QKB2 w - - 9,8; knight check"), "d1c2 f1g2");
        assert_eq!(
            tried("8/8/8/8/8/8/3PPP2/3QKB2 w - - 9,8; knight check; 1 pawn try"),
            "d1c2 e2d3 e2f3 f1g2"
        );
        assert_eq!(tried("8/8/8/8/8/8/N2PPP2/R3KB2 w Q - 9,8; rank check"), "a1b1 a1c1 a1d1 a2c1 e1d1");
    }
}
