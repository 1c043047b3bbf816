//! An answer told while it grows: an event for each improvement, and a last one that is the
//! answer.

use std::convert::Infallible;
use std::time::Duration;

use axum::body::Body;
use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use futures_util::future::{BoxFuture, FutureExt};
use futures_util::stream::{Stream, StreamExt, unfold};
use serde::Serialize;
use tokio::sync::mpsc::UnboundedReceiver;

use super::problem::{Problem, ProblemDocument};

/// The forms in which an answer may come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    /// At once, as one document.
    Json,
    /// While it grows.
    Told(Telling),
}

/// How an answer is told while it grows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Telling {
    /// As server-sent events.
    Events,
    /// A line of JSON each.
    Lines,
}

impl Form {
    /// All forms, by media type.
    pub const OFFERS: [(&str, Form); 3] = [
        ("application/json", Form::Json),
        ("text/event-stream", Form::Told(Telling::Events)),
        ("application/x-ndjson", Form::Told(Telling::Lines)),
    ];
}

/// How long a stream of events may be silent before a comment shows that it is alive.
const PULSE: Duration = Duration::from_secs(8);

/// The id of a stream's last event.
const LAST: &str = "last";

/// Whether somebody comes back who has heard the last event, as a browser's `EventSource` does
/// whenever a stream has ended.
pub fn has_heard_all(headers: &HeaderMap) -> bool {
    headers.get("last-event-id").is_some_and(|id| id == LAST)
}

/// Something that is told along the way.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(untagged)]
enum Told<I, A> {
    Info(I),
    Last(A),
    Refused(ProblemDocument),
}

impl<I: Serialize, A: Serialize> Told<I, A> {
    /// The event's name; an answer has its own.
    fn event(&self, answer: &'static str) -> &'static str {
        match self {
            Told::Info(_) => "info",
            Told::Last(_) => answer,
            Told::Refused(_) => "error",
        }
    }
}

/// Tells an answer while it grows; `name` is the last event's. A refusal that is there at once
/// is answered as such.
pub fn tell<I: Serialize + Send + 'static, A: Serialize + Send + 'static>(
    telling: Telling,
    name: &'static str,
    improvements: UnboundedReceiver<I>,
    mut answer: BoxFuture<'static, Result<A, Problem>>,
) -> Response {
    let answer = match (&mut answer).now_or_never() {
        Some(Err(refusal)) => return refusal.into_response(),
        Some(Ok(done)) => std::future::ready(Ok(done)).boxed(),
        None => answer,
    };
    let told = told(improvements, answer);
    match telling {
        Telling::Lines => lines(told),
        Telling::Events => {
            let events = told.map(move |told| {
                let event = Event::default().event(told.event(name)).data(json(&told));
                let is_last = !matches!(told, Told::Info(_));
                Ok::<_, Infallible>(if is_last { event.id(LAST) } else { event })
            });
            passing(Sse::new(events).keep_alive(KeepAlive::new().interval(PULSE)).into_response())
        }
    }
}

/// A line of JSON for each item, as soon as it is there.
pub fn lines<T: Serialize>(items: impl Stream<Item = T> + Send + 'static) -> Response {
    let lines = items.map(|item| Ok::<_, Infallible>(json(&item) + "\n"));
    let mut response = Body::from_stream(lines).into_response();
    let media_type = HeaderValue::from_static("application/x-ndjson");
    response.headers_mut().insert(header::CONTENT_TYPE, media_type);
    passing(response)
}

/// Marks an answer that takes as long as what it tells of, for whoever sees it on its way out.
#[derive(Clone, Copy)]
pub struct Streamed;

/// Says that nobody on the way shall keep what passes: proxies that collect answers would make a
/// stream of it no more.
fn passing(mut response: Response) -> Response {
    response.extensions_mut().insert(Streamed);
    let headers = response.headers_mut();
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    headers.insert("x-accel-buffering", HeaderValue::from_static("no"));
    response
}

fn json(item: &impl Serialize) -> String {
    serde_json::to_string(item).expect("an answer is plain data")
}

/// Where a telling stands.
enum Stage<I, A> {
    Growing(BoxFuture<'static, Result<A, Problem>>),
    /// The answer is there; improvements that came before it are still to be told.
    Answered(Box<Told<I, A>>),
    Over,
}

fn told<I: Send + 'static, A: Send + 'static>(
    improvements: UnboundedReceiver<I>,
    answer: BoxFuture<'static, Result<A, Problem>>,
) -> impl Stream<Item = Told<I, A>> + Send {
    unfold((improvements, Stage::Growing(answer)), |(mut improvements, mut stage)| async move {
        loop {
            stage = match stage {
                Stage::Growing(mut answer) => {
                    tokio::select! {
                        biased;
                        Some(info) = improvements.recv() => {
                            return Some((Told::Info(info), (improvements, Stage::Growing(answer))));
                        }
                        result = &mut answer => Stage::Answered(Box::new(match result {
                            Ok(answer) => Told::Last(answer),
                            Err(problem) => Told::Refused(problem.told()),
                        })),
                    }
                }
                // The search has let go of its end, so this ends too.
                Stage::Answered(last) => match improvements.recv().await {
                    Some(info) => return Some((Told::Info(info), (improvements, Stage::Answered(last)))),
                    None => return Some((*last, (improvements, Stage::Over))),
                },
                Stage::Over => return None,
            };
        }
    })
}
