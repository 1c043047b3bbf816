//! `/evaluate`: what a position looks like without searching.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::HeaderMap;
use utoipa::openapi::{RefOr, Schema};
use utoipa::{PartialSchema, ToSchema};

use crate::http::App;
use crate::http::problem::Problem;
use crate::http::wire::accept::json_is_welcome;
use crate::http::wire::fields::Fields;
use crate::http::wire::naming::NamingFields;
use crate::http::wire::schema::object_of;
use crate::http::wire::sent::{Request, Sent};
use crate::registry::evaluation::Evaluation;

/// What is sent to `/evaluate`.
pub struct EvaluateRequest(NamingFields);

impl Request for EvaluateRequest {
    fn take(fields: &mut Fields) -> Result<EvaluateRequest, Problem> {
        fields.take().map(EvaluateRequest)
    }
}

impl PartialSchema for EvaluateRequest {
    fn schema() -> RefOr<Schema> {
        object_of("A position.", [NamingFields::schema()])
    }
}

impl ToSchema for EvaluateRequest {}

/// What does a position look like without searching?
///
/// The static evaluation for the player to move, term by term; the terms sum to the total. A game that is over
/// is refused with its result.
#[utoipa::path(
    post,
    path = "/evaluate",
    operation_id = "evaluate",
    tag = "positions",
    request_body = EvaluateRequest,
    responses((status = 200, description = "The evaluation, term by term", body = Evaluation))
)]
pub async fn evaluate(
    State(app): State<Arc<App>>,
    headers: HeaderMap,
    request: Result<Sent<EvaluateRequest>, Problem>,
) -> Result<Json<Evaluation>, Problem> {
    json_is_welcome(&headers)?;
    let naming = request?.0.0;
    // Where not all is seen, it takes a while to find boards that fit what was heard.
    let hidden = naming.room(&app.registry).is_ok_and(|room| !room.card().nature.observable);
    app.look_at(naming.is_brief() && !hidden, naming, |room, naming| room.evaluate(naming)).await.map(Json)
}
