//! `/games`: what is served.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, State};
use axum::http::HeaderMap;

use crate::http::App;
use crate::http::problem::Problem;
use crate::http::wire::accept::json_is_welcome;
use crate::http::wire::naming::game;
use crate::registry::answer::Description;

/// Which games are served?
#[utoipa::path(
    get,
    path = "/games",
    operation_id = "games",
    tag = "games",
    responses((status = 200, description = "Every game", body = Vec<Description>))
)]
pub async fn list(
    State(app): State<Arc<App>>,
    headers: HeaderMap,
) -> Result<Json<Vec<Description>>, Problem> {
    json_is_welcome(&headers)?;
    Ok(Json(app.registry.iter().map(|room| room.describe()).collect()))
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
    responses((status = 200, description = "The game", body = Description))
)]
pub async fn one(
    State(app): State<Arc<App>>,
    headers: HeaderMap,
    Path(id): Path<String>,
) -> Result<Json<Description>, Problem> {
    json_is_welcome(&headers)?;
    // The id stands in the path, where no pointer points.
    let room = game(&app.registry, &id).map_err(|unknown| Problem { pointer: None, ..unknown })?;
    Ok(Json(room.describe()))
}
