//! `/batch`: many requests for the best move under one total budget.

use std::num::NonZeroU64;
use std::pin::pin;
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::Json;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::{IntoResponse, Response};
use futures_util::stream::{Stream, StreamExt, iter};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use serde_json::value::RawValue;
use tokio::time::timeout;
use utoipa::openapi::schema::{Array, ArrayBuilder, ObjectBuilder, OneOfBuilder};
use utoipa::openapi::{Ref, RefOr, Schema};
use utoipa::{PartialSchema, ToSchema};

use crate::http::App;
use crate::http::caller::{Arrival, Caller};
use crate::http::limits::{Limits, Part, SetBy};
use crate::http::plain::Plain;
use crate::http::problem::{Kind, Problem, ProblemDocument};
use crate::http::stream::lines;
use crate::http::wire::accept::{as_preferred, preferred};
use crate::http::wire::best_move::BestMoveRequest;
use crate::http::wire::fields::Fields;
use crate::http::wire::schema::object_of;
use crate::http::wire::sent::{Request, Sent};
use crate::http::wire::whole::Whole;
use crate::registry::answer::Answer;

/// More requests than this are refused in one batch.
pub const MOST: usize = 256;

/// What is sent to `/batch`.
pub struct BatchRequest {
    requests: Option<Value>,
    /// Where they stand in what was sent, as a JSON pointer.
    at: &'static str,
    total: TotalFields,
}

/// What all requests of a batch may spend together.
#[derive(Clone, Copy, Deserialize, ToSchema)]
struct TotalFields {
    /// Milliseconds from the batch's arrival to its last answer; the server's cap by default. Requests without a
    /// limit of their own share what is left of it; where it is not said, they have the default time each, and less
    /// when it runs out. A time above the cap is lowered to it, and their answers note their share in
    /// `limits_applied`. While it lasts, a server that is full for a moment is waited for.
    #[schema(value_type = Option<u64>, minimum = 1, maximum = 9007199254740991i64)]
    time_ms: Option<Whole>,
    /// Positions visited, parted evenly among the requests; a part above the cap is lowered, and noted likewise.
    #[schema(value_type = Option<u64>, minimum = 1, maximum = 9007199254740991i64)]
    nodes: Option<Whole>,
}

/// The list itself; each entry is read on its own, so that one that is wrong spoils no other.
fn list_schema() -> Array {
    ArrayBuilder::new()
        .items(Ref::from_schema_name(BestMoveRequest::name()))
        .min_items(Some(1))
        .max_items(Some(MOST))
        .description(Some("Each as `POST /bestmove` takes it."))
        .build()
}

impl Request for BatchRequest {
    const LIST: Option<&'static str> = Some("requests");

    fn take(fields: &mut Fields) -> Result<BatchRequest, Problem> {
        let at = if fields.in_bare_list() { "" } else { "/requests" };
        Ok(BatchRequest { requests: fields.take_value("requests"), at, total: fields.take()? })
    }
}

/// The requests one by one, if they are a list of no more than is taken.
fn parted(requests: Option<Value>, at: &str) -> Result<Vec<Value>, Problem> {
    let Some(Value::Array(requests)) = requests else {
        let what = if requests.is_some() { "not an array" } else { "missing" };
        return Err(Problem::new(Kind::BadType, format!("`requests` is {what}"))
            .at(at)
            .hint("Send {\"requests\": […]}, or the array alone, each as /bestmove takes it"));
    };
    match requests.len() {
        0 => Err(Problem::new(Kind::BadValue, "The batch is empty")
            .at(at)
            .hint("Send one request at least, or POST /bestmove")),
        n if n > MOST => {
            let detail = format!("{n} requests are more than the {MOST} that one batch takes");
            Err(Problem::new(Kind::TooLarge, detail).at(at).hint("Send several batches"))
        }
        _ => Ok(requests),
    }
}

impl PartialSchema for BatchRequest {
    fn schema() -> RefOr<Schema> {
        let list = ObjectBuilder::new().property("requests", list_schema()).required("requests");
        let description = "Requests for the best move, and what they may spend together.";
        let whole = object_of(description, [list.into(), TotalFields::schema()]);
        let description =
            "Requests for the best move: a list with what they may spend together, or the array alone.";
        OneOfBuilder::new().item(whole).item(list_schema()).description(Some(description)).into()
    }
}

impl ToSchema for BatchRequest {
    fn schemas(schemas: &mut Vec<(String, RefOr<Schema>)>) {
        BestMoveRequest::schemas(schemas);
    }
}

/// What became of the requests, in their order.
#[derive(Serialize, ToSchema)]
pub struct BatchView {
    results: Vec<ResultView>,
}

/// What became of one request: `answer` or `problem`.
#[derive(Serialize, ToSchema)]
pub struct ResultView {
    /// Its place in `requests`.
    index: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<Answer>)]
    answer: Option<Box<RawValue>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    problem: Option<ProblemDocument>,
}

/// Which moves are best in many positions?
///
/// Each request is answered, or refused, on its own. With `Accept: application/x-ndjson` each result is a line, as
/// soon as it is there.
#[utoipa::path(
    post,
    path = "/batch",
    operation_id = "batch",
    tag = "moves",
    request_body = BatchRequest,
    responses((status = 200, description = "An answer or a problem for each request", content(
        (BatchView = "application/json"),
        (String = "application/x-ndjson"),
    )))
)]
pub async fn batch(
    State(app): State<Arc<App>>,
    caller: Caller,
    arrival: Arrival,
    headers: HeaderMap,
    request: Result<Sent<BatchRequest>, Problem>,
) -> Result<Response, Problem> {
    let in_lines = preferred(&headers, &[("application/json", false), ("application/x-ndjson", true)])?;
    let results = carry_out(app, caller, arrival.0, request?.0)?;
    if in_lines {
        return Ok(as_preferred(lines(results)));
    }
    let mut results: Vec<_> = results.collect().await;
    results.sort_by_key(|result| result.index);
    Ok(as_preferred(Json(BatchView { results }).into_response()))
}

/// Carries the requests out, as many at a time as there are seats for their threads, and gives each result as it
/// comes.
fn carry_out(
    app: Arc<App>,
    caller: Caller,
    arrival: Instant,
    batch: BatchRequest,
) -> Result<impl Stream<Item = ResultView> + Send, Problem> {
    let time = batch.total.time_ms.map(|time| time.positive("time_ms")).transpose()?;
    let nodes = batch.total.nodes.map(|nodes| nodes.positive("nodes")).transpose()?;
    let requests = parted(batch.requests, batch.at)?;
    let count = requests.len();
    let requests: Vec<_> =
        requests.into_iter().map(|request| BestMoveRequest::read(Fields::of_value(request)?)).collect();
    let widest = requests.iter().flatten().filter_map(|request| request.budget.wish().ok()?.threads).max();
    let widest = widest.map_or(1, |threads| threads.min(app.limits.threads).get());
    let abreast = (app.config.pool.seats.get() / widest).min(count).max(1);
    let most = app.limits.caps.time;
    let time = time.map(|time| Duration::from_millis(time.get()));
    let total = Total {
        deadline: arrival + time.unwrap_or(most).min(most),
        end: match time {
            Some(time) if time > most => SetBy::Lowered,
            Some(_) => SetBy::Wish,
            None => SetBy::Cap,
        },
        nodes: nodes.map(|nodes| NonZeroU64::new(nodes.get() / count as u64).unwrap_or(NonZeroU64::MIN)),
        abreast,
        count,
    };
    Ok(iter(requests.into_iter().enumerate())
        .map(move |(index, request)| {
            let (app, caller) = (app.clone(), caller.clone());
            async move {
                let result = one(&app, &caller, index, request, total).await;
                let result = result.map_err(|problem| problem.within(&format!("{}/{index}", batch.at)));
                let (answer, problem) = match result {
                    Ok(answer) => (Some(answer), None),
                    Err(problem) => (None, Some(problem.told())),
                };
                ResultView { index, answer, problem }
            }
        })
        .buffer_unordered(abreast))
}

/// What a batch may spend.
#[derive(Clone, Copy)]
struct Total {
    deadline: Instant,
    /// What sets it.
    end: SetBy,
    /// Of each request.
    nodes: Option<NonZeroU64>,
    /// How many requests are carried out at a time.
    abreast: usize,
    count: usize,
}

impl Total {
    /// The limits of the request at a place: of what is left, its share if it names none.
    fn limits(&self, limits: Limits, index: usize, now: Instant) -> Limits {
        let left = self.deadline.saturating_duration_since(now);
        let rounds = (self.count - index).div_ceil(self.abreast) as u32;
        // Where the batch says nothing of time either, a request has what it would have alone.
        let most = if self.end == SetBy::Cap { limits.caps.default_time } else { left };
        limits.within(Part { left, share: most.min(left / rounds), end: self.end, nodes: self.nodes })
    }
}

/// How long to wait for a full server at least: it may expect to have room sooner than it has.
const BREATH: Duration = Duration::from_millis(20);

async fn one(
    app: &Arc<App>,
    caller: &Caller,
    index: usize,
    request: Result<BestMoveRequest, Problem>,
    total: Total,
) -> Result<Box<RawValue>, Problem> {
    // The batch itself has paid for the first.
    if index > 0 {
        app.spend(caller)?;
    }
    let request = request?;
    loop {
        // From before the request is refused, so that nobody leaves unnoticed.
        let mut stir = pin!(app.pool.stir());
        stir.as_mut().enable();
        let now = Instant::now();
        if now >= total.deadline {
            return Err(Problem::new(
                Kind::BudgetSpent,
                "The batch's time was over before it was this request's turn",
            )
            .hint("Give the batch more `time_ms`, or its requests less"));
        }
        let limits = total.limits(app.limits, index, now);
        let answer = async {
            let order = app.order(request.clone(), now, &limits).await?;
            Plain::of(order, app, caller).await
        };
        match answer.await {
            Ok(Plain { body, .. }) => {
                return Ok(serde_json::from_slice(&body).expect("an answer is JSON"));
            }
            // Its share is short, the batch's time is not: a server that is full for a moment is waited for.
            Err(Problem { kind: Kind::ServerFull, retry_after: Some(wait), .. })
                if Instant::now() + wait.max(BREATH) < total.deadline =>
            {
                // Sooner, if somebody leaves before it was expected, or the service goes down.
                let _ = timeout(wait.max(BREATH), stir).await;
            }
            Err(problem) => return Err(problem),
        }
    }
}
