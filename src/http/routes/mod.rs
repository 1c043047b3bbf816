//! What each address does.

use std::sync::Arc;

use axum::Router;
use axum::routing::get;

use super::App;

/// Every address of the service.
pub fn router(app: Arc<App>) -> Router {
    Router::new().route("/healthz", get(|| async { "ok" })).with_state(app)
}
