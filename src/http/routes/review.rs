//! `/review`: a whole game looked through.

use std::sync::Arc;
use std::time::Duration;

use axum::Json;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::{IntoResponse, Response};
use futures_util::FutureExt;
use serde::Deserialize;
use tokio::sync::mpsc::unbounded_channel;
use utoipa::openapi::{RefOr, Schema};
use utoipa::{PartialSchema, ToSchema};

use crate::http::App;
use crate::http::caller::{Arrival, Caller};
use crate::http::problem::Problem;
use crate::http::stream::{Form, tell};
use crate::http::wire::accept::{as_preferred, preferred};
use crate::http::wire::budget::BudgetFields;
use crate::http::wire::fields::Fields;
use crate::http::wire::schema::object_of;
use crate::http::wire::sent::{Request, Sent};
use crate::http::wire::whole::Whole;
use crate::http::wire::written::WrittenFields;
use crate::registry::Means;
use crate::registry::review::Review;

/// For each move, where the request sets no limit.
const A_MOVE: Duration = Duration::from_millis(150);

/// What is sent to `/review`.
pub struct ReviewRequest {
    game: WrittenFields,
    budget: ReviewFields,
}

/// What may be spent on a review.
#[derive(Deserialize, ToSchema)]
struct ReviewFields {
    /// Plies searched in each position.
    #[schema(value_type = Option<u64>, minimum = 1, maximum = 9007199254740991i64)]
    depth: Option<Whole>,
    /// Positions visited in each search; there are up to two for each move.
    #[schema(value_type = Option<u64>, minimum = 1, maximum = 9007199254740991i64)]
    nodes: Option<Whole>,
    /// Wall time in milliseconds for the whole game, the wait in the queue included.
    #[schema(value_type = Option<u64>, minimum = 1, maximum = 9007199254740991i64)]
    time_ms: Option<Whole>,
    /// Threads that search; 1 by default.
    #[schema(value_type = Option<u64>, minimum = 1, maximum = 9007199254740991i64)]
    threads: Option<Whole>,
}

impl Request for ReviewRequest {
    fn take(fields: &mut Fields) -> Result<ReviewRequest, Problem> {
        Ok(ReviewRequest { game: WrittenFields::take(fields)?, budget: fields.take()? })
    }
}

impl PartialSchema for ReviewRequest {
    fn schema() -> RefOr<Schema> {
        let description = "A whole game: a position and `moves`, or `pgn`; and what may be spent on it.";
        object_of(description, [WrittenFields::schema(), ReviewFields::schema()])
    }
}

impl ToSchema for ReviewRequest {}

/// How well was a game played?
///
/// Every move of a game with its score before and after, a judgement and what would have been better; each player's
/// accuracy; in chess the opening. Scores are for the player who moved; what a move led to is judged by the look at
/// the next one, too. With `Accept: text/event-stream` or `application/x-ndjson` each move is told as it is judged
/// (`done` of `of`); by time again where later moves or a second look judge it otherwise; the last event, `review`, is
/// the answer.
#[utoipa::path(
    post,
    path = "/review",
    operation_id = "review",
    tag = "moves",
    request_body = ReviewRequest,
    responses(
        (status = 200, description = "The game looked through", content(
            (Review = "application/json"),
            (String = "text/event-stream"),
            (String = "application/x-ndjson"),
        )),
    )
)]
pub async fn review(
    State(app): State<Arc<App>>,
    caller: Caller,
    arrival: Arrival,
    headers: HeaderMap,
    request: Result<Sent<ReviewRequest>, Problem>,
) -> Result<Response, Problem> {
    let form = preferred(&headers, &Form::OFFERS)?;
    let ReviewRequest { game, budget } = request?.0;
    let ReviewFields { depth, nodes, time_ms, threads } = budget;
    let mut wish = BudgetFields { depth, nodes, time_ms, threads, ..BudgetFields::default() }.wish()?;
    let until = arrival.0 + wish.time.unwrap_or(app.limits.caps.default_time).min(app.limits.caps.time);
    let (game, to_review, threads) = app
        .read_at_desk(until, move |registry| {
            let (room, written) = game.resolve(registry)?;
            Ok((room.card().id, room.review(&written)?, room.most_threads()))
        })
        .await?;
    if wish.is_without_limit() {
        let time = A_MOVE.saturating_mul(u32::try_from(to_review.moves.max(1)).unwrap_or(u32::MAX));
        wish.time = Some(time);
    }
    let grant = app.limits.grant(&wish, arrival.0).for_engine(threads);

    let (told, progress) = unbounded_channel();
    let work = to_review.by(Means { budget: grant.budget, threads: grant.threads });
    // Nobody listening any more is no error: the search is about to be stopped.
    let watch = move |progress| drop(told.send(progress));
    let search = app.search(&caller, "review", game, grant, work, watch);
    let answer = async move {
        let (review, grant) = search.await?;
        Ok(Review { limits_applied: grant.limits_applied(review.out_of_time), ..review })
    };
    let response = match form {
        Form::Json => {
            drop(progress);
            Json(answer.await?).into_response()
        }
        Form::Told(telling) => tell(telling, "review", progress, answer.boxed()),
    };
    Ok(as_preferred(response))
}
