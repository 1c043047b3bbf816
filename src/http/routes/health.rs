//! `/healthz`, `/readyz`, `/version`, `/metrics`: for whoever runs the service.

use std::sync::Arc;
use std::time::Duration;

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderName, header};
use serde::Serialize;
use utoipa::ToSchema;

use crate::http::App;
use crate::http::metrics::MEDIA_TYPE;
use crate::http::pool::Refusal;
use crate::http::problem::{Kind, Problem};
use crate::http::readiness::Unready;

/// When it is worth asking again whether the service is ready.
const AGAIN: Duration = Duration::from_secs(1);

/// A word for people; the status of the answer says the same.
#[derive(Serialize, ToSchema)]
pub struct Health {
    #[schema(example = "ok")]
    status: &'static str,
}

/// Is the process alive?
#[utoipa::path(
    get,
    path = "/healthz",
    operation_id = "healthz",
    tag = "service",
    responses((status = 200, description = "Alive", body = Health))
)]
pub async fn alive() -> Json<Health> {
    Json(Health { status: "ok" })
}

/// Does it take requests?
///
/// Ready means: the games have warmed up, the service is not going down, and the pool answers a search of
/// one ply, or is full.
#[utoipa::path(
    get,
    path = "/readyz",
    operation_id = "readyz",
    tag = "service",
    responses((status = 200, description = "Ready", body = Health))
)]
pub async fn ready(State(app): State<Arc<App>>) -> Result<Json<Health>, Problem> {
    let problem = match app.ready().await {
        Ok(()) => return Ok(Json(Health { status: "ready" })),
        Err(Unready::Leaving) => return Err(Refusal::Draining.into()),
        Err(Unready::Warming) => Problem::new(Kind::WarmingUp, "The games are warming up"),
        Err(Unready::Silent) => {
            Problem::new(Kind::NotAnswering, "The pool did not answer a search of one ply in time")
        }
    };
    Err(problem.hint("Ask again after Retry-After, and others in the meantime").retry_after(AGAIN))
}

/// Which build is this?
#[derive(Serialize, ToSchema)]
pub struct Version {
    name: &'static str,
    #[schema(example = "0.1.0")]
    version: &'static str,
    /// The processor it was built for.
    #[schema(example = "x86_64")]
    arch: &'static str,
    #[schema(example = "linux")]
    os: &'static str,
    /// Whether it was built without optimisation.
    debug: bool,
}

/// Which build is this?
#[utoipa::path(
    get,
    path = "/version",
    operation_id = "version",
    tag = "service",
    responses((status = 200, description = "The build", body = Version))
)]
pub async fn version() -> Json<Version> {
    Json(Version {
        name: env!("CARGO_PKG_NAME"),
        version: env!("CARGO_PKG_VERSION"),
        arch: std::env::consts::ARCH,
        os: std::env::consts::OS,
        debug: cfg!(debug_assertions),
    })
}

/// What has happened so far?
///
/// Counters and times for Prometheus, in the OpenMetrics text format.
#[utoipa::path(
    get,
    path = "/metrics",
    operation_id = "metrics",
    tag = "service",
    responses((
        status = 200,
        description = "OpenMetrics text",
        body = String,
        content_type = "application/openmetrics-text"
    ))
)]
pub async fn metrics(State(app): State<Arc<App>>) -> ([(HeaderName, &'static str); 1], String) {
    ([(header::CONTENT_TYPE, MEDIA_TYPE)], app.metrics.write(app.registry.memories().tally()))
}
