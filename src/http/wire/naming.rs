//! The fields that name a game and a position: the same in every request.

use std::num::NonZeroU64;

use serde::Deserialize;
use serde_json::Value;
use utoipa::{IntoParams, ToSchema};

use super::whole::Whole;
use crate::http::problem::{Kind, Problem};
use crate::notation::{Form, Setup};
use crate::registry::{Naming, Registry, Room};
use crate::spelling::quoted;

/// A game and a position, as callers name them.
#[derive(Clone, Default, Debug, Deserialize, ToSchema, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct NamingFields {
    /// The game's id in `GET /games`. Not needed where a field of its own (`fen`, `grid`) names it.
    #[param(example = "tic-tac-toe")]
    pub game: Option<String>,
    /// The position in the game's notation, as `GET /games/{id}` describes it. Absent: the start.
    pub position: Option<String>,
    /// Chess: the position as FEN of 4, 5 or 6 fields. Alone it means `"game": "chess"`.
    pub fen: Option<String>,
    /// Tic-tac-toe: the cells as a string, `X.O.X....`. Alone it means `"game": "tic-tac-toe"`.
    #[param(value_type = Option<String>)]
    #[schema(schema_with = grid_schema)]
    pub grid: Option<Value>,
    /// Tic-tac-toe: how many in a row win.
    #[param(value_type = Option<u64>, minimum = 1, maximum = 9007199254740991i64)]
    #[schema(value_type = Option<u64>, minimum = 1, maximum = 9007199254740991i64)]
    pub win: Option<Whole>,
    /// Who is to move, where the notation leaves it open.
    pub turn: Option<String>,
    /// Moves played from that position, oldest first, in any notation that the game reads. Numbers that stand before
    /// them, `1.` and `2...`, are passed over, unless a move of the game may be a number itself.
    #[schema(max_items = 36000)]
    pub moves: Option<Vec<String>>,
}

/// What is read in some microseconds: so many moves,
const BRIEF_MOVES: usize = 16;
/// and so many characters of all that names a position.
const BRIEF_CHARACTERS: usize = 256;

impl NamingFields {
    /// Whether there is little to read.
    #[must_use]
    pub fn is_brief(&self) -> bool {
        self.is_brief_with([])
    }

    /// The same, with other moves to be read beside its own.
    pub fn is_brief_with<'a>(&'a self, others: impl IntoIterator<Item = &'a String>) -> bool {
        let moves: Vec<_> = self.moves.iter().flatten().chain(others).collect();
        // In a query one text may be several moves.
        let count: usize =
            moves.iter().map(|text| 1 + text.matches(|c: char| c == ',' || c.is_whitespace()).count()).sum();
        let texts = [&self.position, &self.fen, &self.turn].into_iter().flatten();
        let characters = texts.chain(moves).map(String::len).sum::<usize>();
        count <= BRIEF_MOVES && characters + self.grid.as_ref().map_or(0, size_of_json) <= BRIEF_CHARACTERS
    }

    /// The room of the game that is meant, and the position inside it.
    pub fn resolve(self, registry: &Registry) -> Result<(&dyn Room, Naming), Problem> {
        let room = self.room(registry)?;
        if self.position.is_some() && self.own_fields().next().is_some() {
            return Err(Problem::new(Kind::Conflict, "The position is named twice")
                .at("/position")
                .hint("Send `position` or the game's own field, not both"));
        }
        let moves = self.moves.unwrap_or_default();
        let most = room.longest();
        if moves.len() > most {
            let detail = format!("{} moves are more than the {most} that are read", moves.len());
            return Err(Problem::new(Kind::TooLarge, detail)
                .at("/moves")
                .hint("Send the position after the first of them in `position`"));
        }
        let win = self.win.map(|win| win.positive("win")).transpose()?;
        let form =
            (self.position.map(Form::Notation)).or(self.fen.map(Form::Fen)).or(self.grid.map(Form::Grid));
        let setup = Setup { form, win: win.map(NonZeroU64::get), turn: self.turn };
        Ok((room, Naming { setup, moves }))
    }

    /// The fields that say something of the position, as far as they are given.
    pub fn given(&self) -> impl Iterator<Item = &'static str> {
        let fields = [
            ("position", self.position.is_some()),
            ("fen", self.fen.is_some()),
            ("grid", self.grid.is_some()),
            ("win", self.win.is_some()),
            ("turn", self.turn.is_some()),
            ("moves", self.moves.is_some()),
        ];
        fields.into_iter().filter_map(|(field, given)| given.then_some(field))
    }

    /// Of these, the ones that belong to one game.
    fn own_fields(&self) -> impl Iterator<Item = &'static str> {
        self.given().filter(|field| Form::OF_ONE_GAME.contains(field))
    }

    /// The room of the game that is meant.
    pub fn room<'r>(&self, registry: &'r Registry) -> Result<&'r dyn Room, Problem> {
        let named = self.game.as_deref().map(|id| game(registry, id)).transpose()?;
        let mut room = named;
        for field in self.own_fields() {
            let owner = registry.iter().find(|room| room.fields().contains(&field));
            match (owner, room) {
                (Some(owner), None) => room = Some(owner),
                (Some(owner), Some(room)) if owner.card().id == room.card().id => {}
                (_, meant) => {
                    let of = owner.map_or("another game", |owner| owner.card().id);
                    let meant = meant.map_or("none", |room| room.card().id);
                    let detail = format!("`{field}` belongs to {of}, but the request is about {meant}");
                    let hint = match named {
                        Some(_) => {
                            "Name the position in `position`, in the notation that GET /games/{id} describes"
                        }
                        None => "Send the fields of one game alone",
                    };
                    return Err(Problem::new(Kind::Conflict, detail).at(format!("/{field}")).hint(hint));
                }
            }
        }
        room.ok_or_else(|| {
            Problem::new(Kind::BadValue, "The request does not say which game it is about")
                .at("/game")
                .hint(format!("Set `game` to one of {}", ids(registry)))
        })
    }
}

/// About how many characters a value is written in.
fn size_of_json(value: &Value) -> usize {
    match value {
        Value::String(text) => text.len(),
        Value::Array(list) => list.iter().map(|item| 1 + size_of_json(item)).sum(),
        Value::Object(object) => object.iter().map(|(name, item)| name.len() + size_of_json(item)).sum(),
        Value::Null | Value::Bool(_) | Value::Number(_) => 1,
    }
}

/// The room of a game, or a 404 with the game that was probably meant.
pub fn game<'r>(registry: &'r Registry, id: &str) -> Result<&'r dyn Room, Problem> {
    registry.room(id).ok_or_else(|| unknown(registry, id))
}

/// There is no such game, but perhaps one that was meant.
fn unknown(registry: &Registry, id: &str) -> Problem {
    let problem = Problem::new(Kind::UnknownGame, format!("No game has the id {}", quoted(id))).at("/game");
    match registry.meant(id) {
        Some(known) => problem.hint(format!("Did you mean {known:?}?")),
        None => problem.hint(format!("The games are {}", ids(registry))),
    }
}

fn ids(registry: &Registry) -> String {
    registry.ids().collect::<Vec<_>>().join(", ")
}

fn grid_schema() -> utoipa::openapi::RefOr<utoipa::openapi::Schema> {
    use utoipa::openapi::schema::{AnyOfBuilder, ArrayBuilder, ObjectBuilder, SchemaType, Type};
    let nothing = ObjectBuilder::new().schema_type(Type::Null);
    let text = || ObjectBuilder::new().schema_type(Type::String);
    let cell = SchemaType::from_iter([Type::String, Type::Boolean, Type::Null]);
    let cells = || ArrayBuilder::new().items(ObjectBuilder::new().schema_type(cell.clone()));
    let row = AnyOfBuilder::new().item(text().min_length(Some(2))).item(cells());
    let rows = ArrayBuilder::new().items(row);
    let description = "Tic-tac-toe: the cells as a string (`X.O.X....`, rows may be parted by `/`), a flat array or \
                       nested rows. Alone it means `\"game\": \"tic-tac-toe\"`.";
    let forms = AnyOfBuilder::new().item(text()).item(cells()).item(rows).item(nothing);
    forms.description(Some(description)).into()
}

#[cfg(test)]
mod tests {
    use utoipa::PartialSchema;

    use super::*;

    fn refusal(fields: NamingFields) -> (Kind, String) {
        let registry = Registry::standard();
        let problem = fields.resolve(&registry).err().expect("refused");
        (problem.kind, problem.pointer.unwrap_or_default())
    }

    fn about(game: &str) -> NamingFields {
        NamingFields { game: Some(game.to_owned()), ..NamingFields::default() }
    }

    #[test]
    fn a_game_is_found_by_its_id() {
        let registry = Registry::standard();
        let (room, naming) = about("pennies").resolve(&registry).expect("served");
        assert_eq!((room.card().id, naming), ("pennies", Naming::default()));
    }

    #[test]
    fn an_unknown_game_is_refused_with_the_nearest_id() {
        let registry = Registry::standard();
        let problem = about("Penny").resolve(&registry).err().expect("no such game");
        assert_eq!(problem.kind, Kind::UnknownGame);
        assert_eq!(problem.hint.as_deref(), Some("Did you mean \"pennies\"?"));
    }

    #[test]
    fn a_game_by_another_name_is_refused_with_its_id() {
        let registry = Registry::standard();
        for (name, id) in [
            ("Reversi", "othello"),
            ("draughts", "checkers"),
            ("mancala", "kalah"),
            ("connect4", "connect-four"),
            ("gomoku", "tic-tac-toe"),
            ("nim", "pennies"),
            ("chess960", "chess"),
        ] {
            assert_eq!(registry.meant(name), Some(id), "{name}");
        }
        assert_eq!(registry.meant("bridge"), None);
    }

    #[test]
    fn a_request_must_say_which_game_it_is_about() {
        assert_eq!(refusal(NamingFields::default()), (Kind::BadValue, "/game".to_owned()));
    }

    #[test]
    fn a_field_of_another_game_is_pointed_at() {
        let fields = NamingFields { fen: Some("8/8".to_owned()), ..about("pennies") };
        assert_eq!(refusal(fields), (Kind::Conflict, "/fen".to_owned()));
    }

    #[test]
    fn whatever_names_a_position_makes_it_long() {
        let long = "1".repeat(300);
        let row = Value::from(vec![Value::Null; 150]);
        for fields in [
            NamingFields { position: Some(long.clone()), ..NamingFields::default() },
            NamingFields { fen: Some(long.clone()), ..NamingFields::default() },
            NamingFields { grid: Some(long.clone().into()), ..NamingFields::default() },
            NamingFields { grid: Some(vec![row; 2].into()), ..NamingFields::default() },
            NamingFields { moves: Some(vec![long.clone()]), ..NamingFields::default() },
            NamingFields { moves: Some(vec!["1".to_owned(); 17]), ..NamingFields::default() },
        ] {
            assert!(!fields.is_brief(), "{fields:?}");
        }
        assert!(about("pennies").is_brief());
        assert!(!about("pennies").is_brief_with(&vec!["1".to_owned(); 17]));
    }

    #[test]
    fn a_list_without_end_is_too_large() {
        let most = Registry::standard().longest();
        for (game, many) in [("pennies", 10_001), ("go", 2001), ("2048", most + 1)] {
            let fields = NamingFields { moves: Some(vec!["pass".to_owned(); many]), ..about(game) };
            assert_eq!(refusal(fields), (Kind::TooLarge, "/moves".to_owned()), "{game}");
        }
        let described = serde_json::to_value(NamingFields::schema()).expect("a schema");
        assert_eq!(described["properties"]["moves"]["maxItems"], most);
    }

    #[test]
    fn a_game_of_2048_is_read_as_far_as_the_great_tiles() {
        let registry = Registry::standard();
        let moves = vec!["2@b3".to_owned(); registry.longest()];
        let fields = NamingFields { moves: Some(moves), ..about("2048") };
        assert!(fields.resolve(&registry).is_ok());
    }
}
