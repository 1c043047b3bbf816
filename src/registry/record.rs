//! A position that was reached by moves: what a request names, and what its history says.

use crate::dice::Dice;
use crate::notation::{Ending, Entry, Fault, FaultKind, Notation, Played, Setup, Sheet, unnumbered};

/// A position by name: how it is set up, and the moves played from there, oldest first.
#[derive(Clone, Default, PartialEq, Debug)]
pub struct Naming {
    pub setup: Setup,
    pub moves: Vec<String>,
}

impl Naming {
    /// A position in the game's own notation.
    #[must_use]
    pub fn of(position: &str) -> Naming {
        Naming { setup: Setup::of(position), moves: Vec::new() }
    }

    /// The field that leads to the position, the last one if there are several.
    #[must_use]
    pub fn field(&self) -> &'static str {
        if self.moves.is_empty() { self.setup.pointer() } else { "/moves" }
    }
}

/// A position that was reached by moves.
pub(super) struct Record<G: Notation> {
    pub position: G,
    /// The positions before, oldest first: where they matter, or all of them.
    pub past: Vec<G>,
    /// What happened in each of them, if all are kept.
    pub course: Option<Vec<Entry<G::Move>>>,
}

impl<G: Notation> Record<G> {
    /// A position, and those before that matter to it.
    pub fn new(position: G, past: Vec<G>) -> Record<G> {
        Record { position, past, course: None }
    }

    pub fn read(naming: &Naming) -> Result<Record<G>, Fault> {
        Record::new(naming.setup.read::<G>()?.into_end(), Vec::new()).played(&naming.moves)
    }

    /// The same with every position on the way, from the first that is told.
    pub fn read_whole(naming: &Naming) -> Result<Record<G>, Fault> {
        Record::whole(&naming.setup.read()?)?.played(&naming.moves)
    }

    /// A game of which every position is kept.
    pub fn whole(game: &Played<G>) -> Result<Record<G>, Fault> {
        let mut record = Record { course: Some(Vec::new()), ..Record::new(game.start().clone(), Vec::new()) };
        game.moves().iter().try_for_each(|chosen| record.make(*chosen))?;
        Ok(record)
    }

    /// The same of a game that was written down.
    pub fn of_sheet(sheet: &Sheet) -> Result<Record<G>, Fault> {
        if sheet.words.len() > G::LONGEST {
            let detail =
                format!("{} moves are more than the {} that are read", sheet.words.len(), G::LONGEST);
            return Err(Fault::new(FaultKind::TooLarge, "/pgn", detail)
                .hint("Send the game in parts, each with the position it starts from"));
        }
        let mut record = Record::whole(&G::begun(&sheet.heading)?)?;
        for text in &sheet.words {
            record.play(text).map_err(|fault| {
                fault.within(format_args!("Move {} of {}", record.number(), record.turn()))
            })?;
        }
        Ok(record)
    }

    /// Whose turn it is, by name.
    fn turn(&self) -> &'static str {
        G::CARD.player_name(self.position.turn())
    }

    /// The number of the next move among those of the player to move, where every position was kept.
    fn number(&self) -> usize {
        let is_one = |before: &&G| before.turn() == self.position.turn() && before.awaits().is_none();
        self.past.iter().filter(is_one).count() + 1
    }

    fn played(mut self, moves: &[String]) -> Result<Record<G>, Fault> {
        for (number, text) in moves.iter().enumerate() {
            if let Some(text) = bare_move::<G>(text) {
                self.play(text).map_err(|fault| fault.at(format!("/moves/{number}")))?;
            }
        }
        Ok(self)
    }

    fn play(&mut self, text: &str) -> Result<(), Fault> {
        self.go_on(|position| position.enter(text))
    }

    /// Makes a move that is known to be legal, if the game goes on.
    fn make(&mut self, chosen: G::Move) -> Result<(), Fault> {
        self.go_on(|position| Ok((Entry::Move(chosen), position.after(chosen))))
    }

    fn go_on(&mut self, step: impl FnOnce(&G) -> Result<(Entry<G::Move>, G), Fault>) -> Result<(), Fault> {
        if let Some(ending) = self.ending() {
            return Err(Fault::over(&ending));
        }
        let (entry, next) = step(&self.position)?;
        if let Some(course) = &mut self.course {
            course.push(entry);
        }
        let before = std::mem::replace(&mut self.position, next);
        if G::HISTORY || self.course.is_some() {
            self.past.push(before);
        }
        Ok(())
    }

    /// Draws what chance has to bring before a player can move, and says what it was.
    pub fn roll(&mut self, dice: &mut Dice) -> Result<Vec<String>, Fault> {
        let mut drawn = Vec::new();
        while self.ending().is_none()
            && let Some(event) = self.position.draw(&self.past, dice)
        {
            self.play(&event)?;
            drawn.push(event);
        }
        Ok(drawn)
    }

    pub fn ending(&self) -> Option<Ending> {
        self.position.ending(&self.past)
    }

    /// Refuses a position in which nobody has a move to choose; `field` has led to it.
    pub fn unfinished(self, field: &str) -> Result<Record<G>, Fault> {
        self.undecided(field)?.settled()
    }

    /// Refuses a position in which chance comes first.
    pub fn settled(self) -> Result<Record<G>, Fault> {
        let Some(event) = self.position.awaits() else { return Ok(self) };
        let detail = format!("A {event} is awaited before anybody can move");
        let example = self.position.chances().pop().map(|chanced| format!(", like {:?},", chanced.event));
        Err(Fault::value("/moves", detail).hint(format!(
            "Append it to `moves`{} or let POST /position draw it with \"roll\": true",
            example.as_deref().unwrap_or(",")
        )))
    }

    /// Refuses a position in which the game is over.
    pub fn undecided(self, field: &str) -> Result<Record<G>, Fault> {
        let Some(ending) = self.ending() else { return Ok(self) };
        let (reason, alone) = (ending.reason, G::CARD.nature.agents == 1);
        let result = match ending.outcome.winner() {
            Some(player) => format!("{} has won ({reason})", G::CARD.player_name(player)),
            None if alone => reason.to_owned(),
            None => format!("it is a draw ({reason})"),
        };
        let detail = format!("The game is over: {result}");
        Err(Fault::new(FaultKind::GameOver, field, detail)
            .hint("POST /position tells the status of any position; start a new game"))
    }
}

/// The move in an entry, without the number before it; nothing where that stands alone. Where a move
/// may be a number itself, `3.` and `1.5` are mistakes, and not to be guessed at.
fn bare_move<G: Notation>(entry: &str) -> Option<&str> {
    if G::CARD.moves_may_be_numbers() {
        return Some(entry);
    }
    let bare = unnumbered(entry);
    (!bare.is_empty() || entry.trim().is_empty()).then_some(bare)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::backgammon::Backgammon;
    use crate::games::checkers::Checkers;
    use crate::games::chess::Chess;
    use crate::games::chess::kriegspiel::Kriegspiel;
    use crate::games::go::Go;
    use crate::games::mancala::Kalah;

    fn record<G: Notation>(moves: &[&str]) -> Record<G> {
        let moves = moves.iter().map(|text| (*text).to_owned()).collect();
        Record::read(&Naming { moves, ..Naming::default() }).expect("legal moves")
    }

    #[test]
    fn positions_before_are_kept_where_they_matter() {
        assert_eq!(record::<Chess>(&["e4", "e5", "Nf3"]).past.len(), 3);
        assert!(record::<Go>(&["E5", "C3", "G7"]).past.is_empty(), "a board of go knows those before it");
    }

    #[test]
    fn a_try_is_told_with_the_answer_that_stood_beside_it() {
        let moves = ["e2e4 moved", "moved", "g1f3"].map(str::to_owned).to_vec();
        let record = Record::<Kriegspiel>::read_whole(&Naming { moves, ..Naming::default() }).unwrap();
        let told = record.told().unwrap().into_iter().map(|played| (played.r#move, played.chance));
        let expected = [("e2e4 moved", false), ("moved", true), ("g1f3", false)];
        assert!(told.eq(expected.map(|(entry, chance)| (entry.to_owned(), chance))));
    }

    #[test]
    fn numbers_before_moves_are_passed_over() {
        assert_eq!(record::<Chess>(&["1.", "e4", "e5", "2.", "Nf3"]).past.len(), 3);
        assert_eq!(record::<Checkers>(&["1. 11-15", "1... 23-19", "2.8-11"]).past.len(), 3);
        let empty = Naming { moves: vec![" ".to_owned()], ..Naming::default() };
        assert!(Record::<Chess>::read(&empty).is_err());
    }

    #[test]
    fn where_a_move_may_be_a_number_nothing_with_a_dot_is_guessed_at() {
        for entry in ["3.", "1.3", "1. 3"] {
            let naming = Naming { moves: vec![entry.to_owned()], ..Naming::default() };
            assert!(Record::<Kalah>::read(&naming).is_err(), "{entry}");
        }
    }

    fn written<G: Notation>(text: &str) -> Result<Record<G>, Fault> {
        Record::of_sheet(&Sheet::games::<G>(text)?[0])
    }

    #[test]
    fn a_written_game_is_played_from_where_its_tags_say() {
        let text = "[GameType \"21\"]\n[SetUp \"1\"]\n[FEN \"W:W18,K22:BK1,2,12.\"]\n1. 18-15 1-6 2. 22-99 *";
        assert!(written::<Checkers>(text).is_err_and(|fault| fault.detail.starts_with("Move 2 of white: ")));
        let record = written::<Checkers>(&text.replace("22-99", "15-10!")).expect("a game");
        assert_eq!((record.past[0].write().as_str(), record.past.len()), ("W:W18,K22:BK1,2,12", 3));
    }

    #[test]
    fn what_chance_brings_stands_among_the_moves_of_a_written_game() {
        let record = written::<Backgammon>("1. roll 31, 8/5 6/5, 2. roll 64, 24/14, *").expect("a game");
        let told: Vec<_> = record.told().unwrap().into_iter().map(|played| played.chance).collect();
        assert_eq!(told, [true, false, true, false]);
    }

    #[test]
    fn what_is_wrong_in_a_written_game_is_told_with_its_place() {
        let shuffled = ["Nf3 Nf6 Ng1 Ng8"; 4].join(" ") + " e4";
        for (text, detail) in [
            (shuffled.as_str(), "Move 9 of white: The game was over before this move: fivefold repetition"),
            (
                "1. e4 e5 2. Ke3",
                "Move 2 of white: \"Ke3\" is not legal here: no piece of White's can make it",
            ),
            ("1. e4 e5 2. Nf3 Xx", "Move 2 of black: \"Xx\" is not a move that can be read"),
            ("1. f3 e5 2. g4 Qh4# 3. a3", "Move 3 of white: The game was over before this move: checkmate"),
        ] {
            let fault = written::<Chess>(text).err().expect(text);
            assert_eq!((fault.detail.as_str(), fault.kind), (detail, FaultKind::IllegalMove), "{text}");
        }
        let endless = "11-15 ".repeat(Checkers::LONGEST + 1);
        assert_eq!(written::<Checkers>(&endless).err().map(|fault| fault.kind), Some(FaultKind::TooLarge));
    }
}
