//! The fields that name a whole game: a position and `moves`, or what somebody wrote down.

use serde::Deserialize;
use utoipa::openapi::{RefOr, Schema};
use utoipa::{PartialSchema, ToSchema};

use super::fields::Fields;
use super::naming::{self, NamingFields};
use super::schema::object_of;
use crate::http::problem::{Kind, Problem};
use crate::notation::{Heading, Sheet};
use crate::registry::{Registry, Room, Written};
use crate::spelling::listed;

/// A whole game, as callers name it.
pub struct WrittenFields {
    naming: NamingFields,
    pgn: PgnField,
}

/// A game as it is exchanged between people and programs.
#[derive(Deserialize, ToSchema)]
struct PgnField {
    /// The game as PGN in chess, as PDN in English draughts, in the same form in all others: tags, of which `FEN` or
    /// `Position` says where it begins, and moves, with numbers or without, parted by commas where they have spaces in
    /// them. Comments and variations are passed over. Whatever `position` may be is read, too, with the moves that it
    /// brings, as SGF does in go. Instead of a position and `moves`. Without `game` the tag `Game` names it, or
    /// `GameType` (21 is English draughts), and without those it is chess.
    #[schema(example = "1. e4 e5 2. Nf3 Nc6 3. Bc4 Nd4 4. Nxe5 Qg5")]
    pgn: Option<String>,
}

impl WrittenFields {
    pub fn take(fields: &mut Fields) -> Result<WrittenFields, Problem> {
        Ok(WrittenFields { naming: fields.take()?, pgn: fields.take()? })
    }

    /// Whether there is little to read.
    #[must_use]
    pub fn is_brief(&self) -> bool {
        self.naming.is_brief_with(&self.pgn.pgn)
    }

    /// The game that was sent, and whose it is.
    pub fn resolve(self, registry: &Registry) -> Result<(&dyn Room, Written), Problem> {
        let WrittenFields { naming, pgn: PgnField { pgn } } = self;
        let Some(pgn) = pgn else {
            let (room, naming) = naming.resolve(registry)?;
            return Ok((room, Written::Moves(naming)));
        };
        if let Some(field) = naming.given().next() {
            return Err(Problem::new(Kind::Conflict, "The game is sent twice, in `pgn` and beside it")
                .at(format!("/{field}"))
                .hint("A PGN holds its start and its moves; send it alone"));
        }
        let named = naming.game.as_deref().map(|id| naming::game(registry, id)).transpose()?;
        let told = Told::by(&Sheet::head(&pgn), registry);
        let room = match (named, told) {
            (Some(named), Some(told)) if told.room.is_none_or(|room| room.card().id != named.card().id) => {
                return Err(told
                    .refused("which is another game")
                    .hint("Name the game that it is in `game`, or leave the tag out"));
            }
            (Some(named), _) => named,
            (None, Some(told)) => told.room.ok_or_else(|| {
                told.refused("and no game here is that one").hint(format!(
                    "Name the game in `game`, without the tag; of the tag is known: {}",
                    known_types(registry)
                ))
            })?,
            (None, None) => {
                of_type(Heading::UNTOLD_TYPE, registry).map_or_else(|| naming.room(registry), Ok)?
            }
        };
        Ok((room, Written::Pgn(pgn)))
    }
}

impl PartialSchema for WrittenFields {
    fn schema() -> RefOr<Schema> {
        object_of("A whole game.", [NamingFields::schema(), PgnField::schema()])
    }
}

/// What a written game says that it is.
struct Told<'r> {
    tag: &'static str,
    said: String,
    /// None: it is not served here.
    room: Option<&'r dyn Room>,
}

impl<'r> Told<'r> {
    /// By its name; what names no game here may mean anything. Or by its number in PDN's list.
    fn by(heading: &Heading, registry: &'r Registry) -> Option<Told<'r>> {
        let named = heading.tag("Game").and_then(|name| {
            let room = registry.iter().find(|room| room.card().is_called(name))?;
            Some(Told { tag: "Game", said: name.to_owned(), room: Some(room) })
        });
        named.or_else(|| {
            let told = heading.game_type()?;
            Some(Told { tag: "GameType", said: told.to_string(), room: of_type(told, registry) })
        })
    }

    fn refused(&self, why: &str) -> Problem {
        Problem::new(Kind::BadValue, format!("The tag {} says {}, {why}", self.tag, self.said)).at("/pgn")
    }
}

fn of_type(told: u8, registry: &Registry) -> Option<&dyn Room> {
    registry.iter().find(|room| room.game_type() == Some(told))
}

fn known_types(registry: &Registry) -> String {
    listed(registry.iter().filter_map(|room| Some(format!("{} is {}", room.game_type()?, room.card().id))))
}
