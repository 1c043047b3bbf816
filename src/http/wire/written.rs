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
    /// brings, as SGF does in go. Instead of a position and `moves`. Without `game` the tag `GameType` names it (21 is
    /// English draughts), and without that it is chess.
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
        let room = match naming.game {
            Some(id) => naming::game(registry, &id)?,
            None => written_as(Sheet::head(&pgn).game_type().unwrap_or(Heading::UNTOLD_TYPE), registry)?,
        };
        Ok((room, Written::Pgn(pgn)))
    }
}

impl PartialSchema for WrittenFields {
    fn schema() -> RefOr<Schema> {
        object_of("A whole game.", [NamingFields::schema(), PgnField::schema()])
    }
}

/// The room of the game that a written one says it is.
fn written_as(game_type: u8, registry: &Registry) -> Result<&dyn Room, Problem> {
    registry.iter().find(|room| room.game_type() == Some(game_type)).ok_or_else(|| {
        let known = |room: &dyn Room| Some(format!("{} is {}", room.game_type()?, room.card().id));
        let known = listed(registry.iter().filter_map(known));
        Problem::new(
            Kind::BadValue,
            format!("The tag GameType says {game_type}, and no game here is that one"),
        )
        .at("/pgn")
        .hint(format!("Name the game in `game`, without the tag; of the tag is known: {known}"))
    })
}
