//! What a request says of a position, and which of it a game reads.

use super::{Fault, Notation, Played};

/// What a request says of a position; `moves` are played afterwards.
///
/// ```
/// use bestmove::game::{Game, Player};
/// use bestmove::games::pennies::Pennies;
/// use bestmove::notation::{Fault, Setup};
///
/// let setup = Setup { turn: Some("second".to_owned()), ..Setup::of("14") };
/// assert_eq!(setup.read::<Pennies>()?.end().turn(), Player::Second);
/// let of_another_game = Setup { win: Some(4), ..setup };
/// assert_eq!(of_another_game.read::<Pennies>().unwrap_err().pointer, "/win");
/// # Ok::<(), Fault>(())
/// ```
#[derive(Clone, Default, PartialEq, Debug)]
pub struct Setup {
    /// The start, if there is none.
    pub form: Option<Form>,
    /// How many in a row win.
    pub win: Option<u64>,
    /// Who is to move, where the notation leaves it open.
    pub turn: Option<String>,
}

/// A position as it was sent, by the field that it came in.
#[derive(Clone, PartialEq, Debug)]
pub enum Form {
    /// `position`: the game's own notation.
    Notation(String),
    /// `fen`: a text, too.
    Fen(String),
    /// `grid`: a text, a flat array, nested rows.
    Grid(serde_json::Value),
}

impl Form {
    /// The fields that belong to the games that read them.
    pub const OF_ONE_GAME: [&'static str; 2] = ["fen", "grid"];
}

impl Setup {
    /// A position in the game's own notation.
    #[must_use]
    pub fn of(position: &str) -> Setup {
        Setup { form: Some(Form::Notation(position.to_owned())), ..Setup::default() }
    }

    /// Where the position was sent, or would be.
    #[must_use]
    pub fn pointer(&self) -> &'static str {
        match self.form {
            Some(Form::Fen(_)) => "/fen",
            Some(Form::Grid(_)) => "/grid",
            Some(Form::Notation(_)) | None => "/position",
        }
    }

    /// The text that tells the position, if one does.
    #[must_use]
    pub fn text(&self) -> Option<&str> {
        match self.form.as_ref()? {
            Form::Notation(text) | Form::Fen(text) => Some(text),
            Form::Grid(_) => None,
        }
    }

    /// The position, with the moves that led to it as far as they are told. What is wrong with it is
    /// said of the field that it came in.
    pub fn read<G: Notation>(&self) -> Result<Played<G>, Fault> {
        self.refuse_all_but(G::FIELDS)?;
        let place = |fault: Fault| match fault.pointer.as_str() {
            "/position" => fault.at(self.pointer()),
            _ => fault,
        };
        G::read(self).map_err(place)
    }

    /// Refuses fields that a game does not read: all but `position` and these.
    fn refuse_all_but(&self, fields: &[&str]) -> Result<(), Fault> {
        let given = [Some(self.pointer()), self.win.map(|_| "/win"), self.turn.as_ref().map(|_| "/turn")];
        let is_read = |pointer: &str| pointer == "/position" || fields.contains(&&pointer[1..]);
        let Some(foreign) = given.into_iter().flatten().find(|pointer| !is_read(pointer)) else {
            return Ok(());
        };
        let hint = match foreign {
            "/turn" => "Leave it out: the position says who is to move",
            "/win" => "Leave it out",
            _ => "Name the position in `position`, in the notation that GET /games/{id} describes",
        };
        Err(Fault::value(foreign, "This game does not use this field").hint(hint))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::connect_four::ConnectFour;

    #[test]
    fn who_sends_a_field_of_another_game_is_told_what_to_do_with_it() {
        let hint = |setup: Setup| setup.read::<ConnectFour>().unwrap_err().hint.unwrap();
        let said = Setup { turn: Some("white".to_owned()), ..Setup::of("4453") };
        assert_eq!(hint(said), "Leave it out: the position says who is to move");
        assert_eq!(hint(Setup { win: Some(4), ..Setup::of("4453") }), "Leave it out");
        let elsewhere = Setup { form: Some(Form::Fen("8/8".to_owned())), ..Setup::default() };
        assert!(hint(elsewhere).contains("`position`"));
    }
}
