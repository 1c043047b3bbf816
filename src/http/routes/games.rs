//! `/games`: what is served.

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse, Response};
use serde::Serialize;

use crate::http::App;
use crate::http::problem::Problem;
use crate::http::tag::{of_bytes, sent_if_new};
use crate::http::wire::accept::json_is_welcome;
use crate::http::wire::naming::game;
use crate::registry::description::Description;

/// Which games are served?
#[utoipa::path(
    get,
    path = "/games",
    operation_id = "games",
    tag = "games",
    responses(
        (status = 200, description = "Every game", body = Vec<Description>),
        (status = 304, description = "The games have not changed"),
    )
)]
pub async fn list(State(app): State<Arc<App>>, headers: HeaderMap) -> Result<Response, Problem> {
    json_is_welcome(&headers)?;
    Ok(told(&headers, &app.registry.iter().map(|room| room.describe()).collect::<Vec<_>>()))
}

/// What is there to know about a game?
///
/// Its notation with examples, its unit, its levels, its board, and its nature as an environment to act in.
#[utoipa::path(
    get,
    path = "/games/{id}",
    operation_id = "game",
    tag = "games",
    params(("id" = String, Path, description = "The game's id", example = "tic-tac-toe")),
    responses(
        (status = 200, description = "The game", body = Description),
        (status = 304, description = "The game has not changed"),
    )
)]
pub async fn one(
    State(app): State<Arc<App>>,
    headers: HeaderMap,
    Path(id): Path<String>,
) -> Result<Response, Problem> {
    json_is_welcome(&headers)?;
    // The id stands in the path, where no pointer points.
    let room = game(&app.registry, &id).map_err(|unknown| Problem { pointer: None, ..unknown })?;
    Ok(told(&headers, &room.describe()))
}

/// A description changes with a release, and not before.
fn told(asked: &HeaderMap, description: &impl Serialize) -> Response {
    let body = serde_json::to_vec(description).expect("a description is plain data");
    let json = [(header::CONTENT_TYPE, "application/json")];
    sent_if_new(asked, of_bytes(&body), || (json, body).into_response())
}
