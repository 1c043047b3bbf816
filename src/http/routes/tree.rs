//! `/tree`: the game tree below a position, laid open.

use std::num::{NonZeroU32, NonZeroU64};
use std::sync::Arc;
use std::time::Duration;

use axum::Json;
use axum::extract::State;
use axum::http::HeaderMap;
use serde::Deserialize;
use utoipa::openapi::{RefOr, Schema};
use utoipa::{PartialSchema, ToSchema};

use crate::http::App;
use crate::http::caller::{Arrival, Caller};
use crate::http::limits::Wish;
use crate::http::problem::Problem;
use crate::http::wire::accept::json_is_welcome;
use crate::http::wire::fields::Fields;
use crate::http::wire::naming::NamingFields;
use crate::http::wire::schema::object_of;
use crate::http::wire::sent::{Request, Sent};
use crate::http::wire::whole::Whole;
use crate::registry::tree::TreeView;

/// More nodes than this nobody looks at; the answer would be megabytes.
pub const MOST_NODES: u64 = 10_000;
/// As deep as the whole of tic-tac-toe.
pub const DEEPEST: u32 = 9;
/// Plies, where none are named.
const DEFAULT_DEPTH: u32 = 2;
/// Trees of so many nodes take far less, but for a machine that does much else: rather a late
/// tree than a shallow one.
const PATIENCE: Duration = Duration::from_secs(5);

/// What is sent to `/tree`.
pub struct TreeRequest {
    naming: NamingFields,
    size: TreeFields,
}

/// How much of the tree to lay open.
#[derive(Deserialize, ToSchema)]
struct TreeFields {
    /// Plies; 2 by default. Lowered, and noted in `limits_applied`, where it is above the cap or the tree would have
    /// too many nodes.
    #[schema(value_type = Option<u64>, minimum = 1, maximum = 9007199254740991i64)]
    depth: Option<Whole>,
}

impl Request for TreeRequest {
    fn take(fields: &mut Fields) -> Result<TreeRequest, Problem> {
        Ok(TreeRequest { naming: fields.take()?, size: fields.take()? })
    }
}

impl PartialSchema for TreeRequest {
    fn schema() -> RefOr<Schema> {
        let description = "A position, and how much of the tree below it to lay open.";
        object_of(description, [NamingFields::schema(), TreeFields::schema()])
    }
}

impl ToSchema for TreeRequest {}

/// What does the game tree look like?
///
/// The tree below a position to a small depth: the minimax value of every node, and what alpha-beta does there, with
/// which alpha and beta. Every value is for the player to move in the request; leaves where the game goes on have the
/// static estimate. Where chance moves, all that it may bring stands below, and the value is the average of it; where an
/// umpire speaks the tree ends. Moves stand, and are tried, in the order in which the game lists them.
#[utoipa::path(
    post,
    path = "/tree",
    operation_id = "tree",
    tag = "positions",
    request_body = TreeRequest,
    responses((status = 200, description = "The tree laid open", body = TreeView))
)]
pub async fn tree(
    State(app): State<Arc<App>>,
    caller: Caller,
    arrival: Arrival,
    headers: HeaderMap,
    request: Result<Sent<TreeRequest>, Problem>,
) -> Result<Json<TreeView>, Problem> {
    json_is_welcome(&headers)?;
    let TreeRequest { naming, size } = request?.0;
    let wished = size.depth.map(|depth| depth.positive("depth")).transpose()?;
    let wished = wished.map_or(DEFAULT_DEPTH, |depth| u32::try_from(depth.get()).unwrap_or(u32::MAX));
    let wish = Wish {
        depth: NonZeroU32::new(wished.min(DEEPEST)),
        nodes: NonZeroU64::new(MOST_NODES),
        time: Some(PATIENCE),
        ..Wish::default()
    };
    let grant = app.limits.grant(&wish, arrival.0);
    let budget = grant.budget;
    let read = app.look_at(naming.is_brief(), naming, move |room, naming| {
        Ok((room.card().id, room.tree(naming, &budget)?))
    });
    let (game, work) = read.await?;

    let (mut tree, _) = app.search(&caller, "tree", game, grant, work, drop).await?;
    // A tree that is less deep ends with the game, or has noted why.
    if budget.depth.is_some_and(|depth| wished > depth && tree.depth == depth) {
        tree.limits_applied.insert("depth", tree.depth.into());
    }
    Ok(Json(tree))
}
