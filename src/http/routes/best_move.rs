//! `/bestmove`: which move is best?

use std::sync::Arc;

use axum::extract::State;
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header};
use axum::response::{IntoResponse, Response};
use futures_util::FutureExt;
use tokio::sync::mpsc::unbounded_channel;

use crate::http::App;
use crate::http::caller::{Arrival, Caller};
use crate::http::order::Order;
use crate::http::plain::Plain;
use crate::http::problem::Problem;
use crate::http::stream::{Form, has_heard_all, tell};
use crate::http::tag::{Identity, is_known};
use crate::http::wire::accept::{as_preferred, preferred};
use crate::http::wire::best_move::BestMoveRequest;
use crate::http::wire::budget::BudgetFields;
use crate::http::wire::naming::NamingFields;
use crate::http::wire::sent::Sent;
use crate::registry::answer::Answer;

/// How long others may keep an answer that is the same every time, in seconds: an hour, since a
/// new release may play better.
const KEPT: &str = "public, max-age=3600";

/// Which move is best?
///
/// Chooses a move within the budget. With `Accept: text/event-stream` or `application/x-ndjson` each finished
/// iteration is told as it comes, in the same shape; the last event is the answer.
#[utoipa::path(
    post,
    path = "/bestmove",
    operation_id = "bestmove",
    tag = "moves",
    request_body = BestMoveRequest,
    responses(
        (status = 200, description = "The best move and what stands behind it", content(
            (Answer = "application/json"),
            (String = "text/event-stream"),
            (String = "application/x-ndjson"),
        )),
    )
)]
pub async fn post(
    State(app): State<Arc<App>>,
    caller: Caller,
    arrival: Arrival,
    headers: HeaderMap,
    request: Result<Sent<BestMoveRequest>, Problem>,
) -> Result<Response, Problem> {
    answer(&app, &caller, arrival, Method::POST, &headers, request).await
}

/// Which move is best? (As an address.)
///
/// The same fields as query parameters, so that an address bar and a cache can use them. `moves` and `search_moves` are
/// repeated, a move each; or all moves stand in one, parted by commas, or by spaces in games whose moves have none in
/// them. Where `depth`, `nodes` or a `level` limits it, and no time, on one thread, the answer is the same every time, a
/// book's move too: it has a strong `ETag`, unless the server's cap of time cut it short, and `If-None-Match` gets a
/// `304`. `max` is no such limit. A browser's `EventSource`, which asks again whenever a stream has ended, is told by a
/// `204` that it has heard all.
#[utoipa::path(
    get,
    path = "/bestmove",
    operation_id = "bestmove_by_address",
    tag = "moves",
    params(NamingFields, BudgetFields),
    responses(
        (status = 200, description = "The best move and what stands behind it", content(
            (Answer = "application/json"),
            (String = "text/event-stream"),
            (String = "application/x-ndjson"),
        ), headers(
            ("etag", description = "Present where the answer is the same every time: limited by depth or nodes, \
                                  not by time, on one thread"),
        )),
        (status = 204, description = "The last event of this stream has been heard"),
        (status = 304, description = "The answer has not changed"),
    )
)]
pub async fn get(
    State(app): State<Arc<App>>,
    caller: Caller,
    arrival: Arrival,
    headers: HeaderMap,
    request: Result<Sent<BestMoveRequest>, Problem>,
) -> Result<Response, Problem> {
    if has_heard_all(&headers) {
        return Ok(StatusCode::NO_CONTENT.into_response());
    }
    answer(&app, &caller, arrival, Method::GET, &headers, request).await
}

async fn answer(
    app: &Arc<App>,
    caller: &Caller,
    arrival: Arrival,
    method: Method,
    headers: &HeaderMap,
    request: Result<Sent<BestMoveRequest>, Problem>,
) -> Result<Response, Problem> {
    let form = preferred(headers, &Form::OFFERS)?;
    let order = app.order(request?.0, arrival.0, &app.limits).await?;
    let response = match form {
        Form::Json => {
            // Only of a GET it is no news that the caller has the answer.
            let asked = (method == Method::GET).then_some(headers);
            plain(app, caller, order, asked).await?
        }
        Form::Told(telling) => {
            let (told, improvements) = unbounded_channel();
            // Nobody listening any more is no error: the search is about to be stopped.
            let watch = move |answer| drop(told.send(answer));
            tell(telling, "bestmove", improvements, order.carry_out(app, caller, watch).boxed())
        }
    };
    Ok(as_preferred(response))
}

/// The answer as one document; with a tag for who has `asked` for it by its address.
async fn plain(
    app: &Arc<App>,
    caller: &Caller,
    order: Order,
    asked: Option<&HeaderMap>,
) -> Result<Response, Problem> {
    if let Some(asked) = asked.filter(|_| order.is_deterministic())
        && let Some(tag) = Identity::new(&order.key, app.registry.edition()).known(asked)
    {
        return Ok((StatusCode::NOT_MODIFIED, tagged(tag)).into_response());
    }
    let plain = Plain::of(order, app, caller).await?;
    let found = [("cache-status", plain.cache)];
    let answer = ([(header::CONTENT_TYPE, "application/json")], plain.body);
    Ok(match asked.zip(plain.tag) {
        // `*` is any answer that has a tag: whether this one has is known when it is found.
        Some((asked, tag)) if is_known(asked, &tag) => {
            (StatusCode::NOT_MODIFIED, found, tagged(tag)).into_response()
        }
        Some((_, tag)) => (found, tagged(tag), answer).into_response(),
        None => (found, answer).into_response(),
    })
}

/// What goes with an answer that is the same every time.
fn tagged(tag: HeaderValue) -> [(HeaderName, HeaderValue); 2] {
    [(header::ETAG, tag), (header::CACHE_CONTROL, HeaderValue::from_static(KEPT))]
}
