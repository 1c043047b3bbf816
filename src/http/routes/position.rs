//! `/position`: a position laid out for somebody who knows no rules.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::HeaderMap;
use serde::Deserialize;
use utoipa::openapi::{RefOr, Schema};
use utoipa::{PartialSchema, ToSchema};

use crate::http::App;
use crate::http::problem::Problem;
use crate::http::wire::accept::json_is_welcome;
use crate::http::wire::fields::Fields;
use crate::http::wire::schema::object_of;
use crate::http::wire::sent::{Request, Sent};
use crate::http::wire::whole::Whole;
use crate::http::wire::written::WrittenFields;
use crate::registry::position::PositionView;
use crate::registry::{Glance, Registry};

/// What is sent to `/position`.
pub struct PositionRequest {
    game: WrittenFields,
    view: ViewFields,
}

/// What is shown besides the position.
#[derive(Default, Deserialize, ToSchema)]
struct ViewFields {
    /// Tell what was played so far as the game writes it: what `pgn` tells, or the `moves`, after those of a
    /// position that is a game itself (SGF).
    played: Option<bool>,
    /// Games of chance: draw the pending events and append them to `moves`.
    roll: Option<bool>,
    /// What they are drawn from, together with the position and the number of `moves`: one seed does for a whole
    /// game, and the same request draws the same. 0 by default.
    #[schema(value_type = Option<u64>, minimum = 0, maximum = 9007199254740991i64)]
    seed: Option<Whole>,
}

impl Request for PositionRequest {
    fn take(fields: &mut Fields) -> Result<PositionRequest, Problem> {
        Ok(PositionRequest { game: WrittenFields::take(fields)?, view: fields.take()? })
    }
}

impl PartialSchema for PositionRequest {
    fn schema() -> RefOr<Schema> {
        object_of(
            "A position and `moves`, or `pgn`; and what is told of it.",
            [WrittenFields::schema(), ViewFields::schema()],
        )
    }
}

impl ToSchema for PositionRequest {}

/// What does a position look like?
///
/// The position with its moves applied, or the one at the end of a written game: its canonical form, its status,
/// every legal move, and a board that can be drawn without knowing the rules.
#[utoipa::path(
    post,
    path = "/position",
    operation_id = "position",
    tag = "positions",
    request_body = PositionRequest,
    responses((status = 200, description = "The position laid out", body = PositionView))
)]
pub async fn position(
    State(app): State<Arc<App>>,
    headers: HeaderMap,
    request: Result<Sent<PositionRequest>, Problem>,
) -> Result<Json<PositionView>, Problem> {
    json_is_welcome(&headers)?;
    let PositionRequest { game, view } = request?.0;
    let seed = view.seed.map(|seed| seed.natural("seed")).transpose()?.unwrap_or(0);
    let roll = (view.roll == Some(true)).then_some(seed);
    let glance = Glance { played: view.played == Some(true), roll };
    // Before it can speak, an umpire may have to find a board that fits all it said.
    let brief = game.is_brief() && roll.is_none();
    let look = move |registry: &Registry| {
        let (room, written) = game.resolve(registry)?;
        Ok(Json(room.look(&written, glance)?))
    };
    app.read(brief, app.patience(), look).await
}
