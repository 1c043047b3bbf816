//! `/limits`: what may be spent.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::HeaderMap;
use serde::Serialize;
use utoipa::ToSchema;

use super::{batch, tree};
use crate::http::App;
use crate::http::caller::Caller;
use crate::http::problem::Problem;
use crate::http::wire::accept::json_is_welcome;
use crate::http::wire::budget::MOST_SEARCH_MOVES;
use crate::registry::review;

/// What may be spent.
#[derive(Serialize, ToSchema)]
pub struct LimitsView {
    caps: CapsView,
    /// What the caller may still do; absent where no allowance is kept.
    #[serde(skip_serializing_if = "Option::is_none")]
    allowance: Option<AllowanceView>,
}

/// What one request may ask for at most. More is lowered to this; an answer that
/// names its `limits_applied` notes it there.
#[derive(Serialize, ToSchema)]
struct CapsView {
    /// Plies.
    depth: u32,
    /// Positions visited.
    nodes: u64,
    /// Milliseconds from arrival to answer.
    time_ms: u64,
    /// Milliseconds for a request without any limit.
    default_ms: u64,
    threads: usize,
    lines: usize,
    /// Of a request's body; a larger one is refused.
    body_bytes: usize,
    /// Entries of `moves`; a longer list is refused. In some games a shorter one is, too.
    moves: usize,
    /// Entries of `search_moves`; a longer list is refused.
    search_moves: usize,
    /// Requests in a batch; a longer list is refused.
    batch: usize,
    /// Plies of a tree.
    tree_depth: u32,
    /// Nodes of a tree.
    tree_nodes: u64,
    /// Moves of a game that is reviewed; a longer one is refused.
    review: usize,
}

/// A caller's allowance.
#[derive(Serialize, ToSchema)]
struct AllowanceView {
    /// Requests that may be sent at once.
    requests: u32,
    /// How many it is at most.
    burst: u32,
    /// How many come back each second.
    per_second: u32,
}

/// What may I ask for?
#[utoipa::path(
    get,
    path = "/limits",
    operation_id = "limits",
    tag = "service",
    responses((status = 200, description = "The caps, and what is left of the caller's allowance", body = LimitsView))
)]
pub async fn limits(
    State(app): State<Arc<App>>,
    caller: Caller,
    headers: HeaderMap,
) -> Result<Json<LimitsView>, Problem> {
    json_is_welcome(&headers)?;
    let caps = &app.limits.caps;
    Ok(Json(LimitsView {
        caps: CapsView {
            depth: caps.depth.get(),
            nodes: caps.nodes.get(),
            time_ms: caps.time.as_millis() as u64,
            default_ms: caps.default_time.min(caps.time).as_millis() as u64,
            threads: app.limits.threads.get(),
            lines: caps.lines.get(),
            body_bytes: app.config.connections.body_bytes(),
            moves: app.registry.longest(),
            search_moves: MOST_SEARCH_MOVES,
            batch: batch::MOST,
            tree_depth: tree::DEEPEST.min(caps.depth.get()),
            tree_nodes: tree::MOST_NODES.min(caps.nodes.get()),
            review: review::LONGEST,
        },
        allowance: app.allowances.remaining(&caller).map(|left| AllowanceView {
            requests: left.requests,
            burst: left.burst,
            per_second: left.per_second,
        }),
    }))
}
