//! A request from its head to the end of its answer, as the log and the metrics tell of it: a line when
//! the answer begins or the caller has gone before, and another when a stream ends.

use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Instant;

use axum::body::{Body, Bytes, HttpBody};
use axum::extract::{MatchedPath, Request};
use axum::http::Method;
use axum::response::Response;
use hyper::body::{Frame, SizeHint};
use tracing::Span;

use super::caller::Caller;
use super::metrics::Metrics;
use super::stream::Streamed;

/// What is told of it, whatever becomes of it.
pub struct Visit {
    metrics: Arc<Metrics>,
    span: Span,
    started: Instant,
    caller: Caller,
    route: Option<MatchedPath>,
    method: Method,
    path: String,
    stage: Stage,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    Unanswered,
    Streaming,
    Over,
}

impl Visit {
    /// Begins now.
    pub fn new(request: &Request, metrics: Arc<Metrics>, span: Span, caller: Caller) -> Visit {
        Visit {
            metrics,
            span,
            started: Instant::now(),
            caller,
            route: request.extensions().get().cloned(),
            method: request.method().clone(),
            path: request.uri().path().to_owned(),
            stage: Stage::Unanswered,
        }
    }

    /// Tells that an answer begins, and watches over it if it is a stream.
    pub fn answered(mut self, response: Response) -> Response {
        let status = response.status().as_u16();
        self.tell(|visit, ms| {
            let Visit { caller, method, path, .. } = visit;
            tracing::info!(%method, path, status, ms, %caller, "answered");
        });
        self.metrics.request(self.route(), status, self.started.elapsed());
        // Of the head alone no body is taken.
        if self.method != Method::HEAD && response.extensions().get::<Streamed>().is_some() {
            self.stage = Stage::Streaming;
            response.map(|body| Body::new(Stream { body, visit: self }))
        } else {
            self.stage = Stage::Over;
            response
        }
    }

    fn over(&mut self) {
        self.stage = Stage::Over;
        self.tell(|Visit { caller, method, path, .. }, ms| {
            tracing::info!(%method, path, ms, %caller, "the stream has ended");
        });
    }

    fn route(&self) -> &str {
        self.route.as_ref().map_or("none", MatchedPath::as_str)
    }

    /// In the request's span, with the milliseconds so far.
    fn tell(&self, line: impl FnOnce(&Visit, f64)) {
        let ms = self.started.elapsed().as_micros() as f64 / 1e3;
        self.span.in_scope(|| line(self, ms));
    }
}

impl Drop for Visit {
    fn drop(&mut self) {
        let left = match self.stage {
            Stage::Unanswered => "left unanswered",
            Stage::Streaming => "left before the end of the stream",
            Stage::Over => return,
        };
        self.tell(|Visit { caller, method, path, .. }, ms| {
            tracing::info!(%method, path, ms, %caller, "{left}");
        });
        self.metrics.abandoned(self.route());
    }
}

/// An answer that takes as long as what it tells of.
struct Stream {
    body: Body,
    visit: Visit,
}

impl HttpBody for Stream {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        let polled = Pin::new(&mut self.body).poll_frame(context);
        if matches!(polled, Poll::Ready(None)) {
            self.visit.over();
        }
        polled
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}
