//! What each address does:
//!
//! - [`best_move`]: `/bestmove`, the question that all this is about;
//! - [`batch`]: `/batch`, many such questions at once;
//! - [`umpire`]: `/umpire`, a game in which something is hidden;
//! - [`position`], [`evaluate`], [`tree`]: a position looked at;
//! - [`review`]: `/review`, a whole game looked through;
//! - [`games`]: `/games`, what is served;
//! - [`limits`]: `/limits`, what may be spent;
//! - [`health`]: `/healthz`, `/readyz`, `/version`, `/metrics`, for whoever runs this;
//! - [`problems`]: `/problems`, every refusal explained.
//!
//! All else is a file of the page, or nothing.

pub mod batch;
pub mod best_move;
pub mod evaluate;
pub mod games;
pub mod health;
pub mod limits;
pub mod position;
pub mod problems;
pub mod review;
pub mod tree;
pub mod umpire;

use std::sync::Arc;

use axum::Router;
use axum::http::{HeaderMap, Method, Uri};
use axum::routing::get;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::problem::Problem;
use super::tag::of_bytes;
use super::{App, openapi, page};
use crate::spelling::nearest;

/// Every address of the service.
pub fn router(app: Arc<App>) -> Router {
    let (router, api) = OpenApiRouter::new()
        .routes(routes!(best_move::post, best_move::get))
        .routes(routes!(batch::batch))
        .routes(routes!(umpire::umpire))
        .routes(routes!(position::position))
        .routes(routes!(evaluate::evaluate))
        .routes(routes!(tree::tree))
        .routes(routes!(review::review))
        .routes(routes!(games::list))
        .routes(routes!(games::one))
        .routes(routes!(limits::limits))
        .routes(routes!(health::alive))
        .routes(routes!(health::ready))
        .routes(routes!(health::version))
        .routes(routes!(health::metrics))
        .routes(routes!(problems::list))
        .routes(routes!(problems::one))
        .split_for_parts();
    let document = openapi::document(&api, &app.registry);
    let tag = of_bytes(&document);
    let addresses: Arc<[String]> = api.paths.paths.into_keys().collect();
    router
        .route(
            "/openapi.json",
            get(move |headers: HeaderMap| async move { openapi::serve(&headers, tag, document) }),
        )
        .fallback(move |method: Method, uri: Uri, headers: HeaderMap| async move {
            page::file(&method, uri.path(), &headers).ok_or_else(|| nothing_at(uri.path(), &addresses))
        })
        .with_state(app)
}

/// There is nothing at an address, but perhaps at one that is like it.
fn nothing_at(path: &str, addresses: &[String]) -> Problem {
    let problem = Problem::not_found(path);
    let known = addresses.iter().map(String::as_str).filter(|address| !address.contains('{'));
    match nearest(path, known.chain(["/docs", "/openapi.json"])) {
        Some(known) => problem.hint(format!("Did you mean {known}?")),
        None => problem,
    }
}
