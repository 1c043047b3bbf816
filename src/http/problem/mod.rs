//! Everything that can be wrong with a request, told as a problem document (RFC 9457).
//!
//! One enum, [`Kind`], gives the status, the document and the log level; a [`Problem`] adds what
//! is wrong this time, where, and what to do about it.

mod kind;

use std::time::Duration;

use axum::body::Body;
use axum::http::{HeaderValue, Method, Response, header};
use axum::response::IntoResponse;
use serde::Serialize;
use tracing::Level;
use utoipa::ToSchema;

use crate::notation::{Fault, FaultKind};
use crate::spelling::shortened;
pub use kind::{About, Kind};

/// The media type of every refusal.
pub const MEDIA_TYPE: &str = "application/problem+json";

/// What is wrong with one request.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Problem {
    pub kind: Kind,
    /// One sentence: what is wrong this time.
    pub detail: String,
    /// JSON pointer of the field at fault; in a query, `/` and the parameter's name.
    pub pointer: Option<String>,
    /// What to try instead.
    pub hint: Option<String>,
    /// When to come back.
    pub retry_after: Option<Duration>,
}

impl Problem {
    /// A problem of that kind, in one sentence.
    pub fn new(kind: Kind, detail: impl Into<String>) -> Problem {
        let detail = bearable(detail);
        Problem { kind, detail, pointer: None, hint: None, retry_after: None }
    }

    /// No such address.
    #[must_use]
    pub fn not_found(path: &str) -> Problem {
        Problem::new(Kind::NotFound, format!("There is nothing at {path}"))
            .hint("GET /openapi.json lists every route of the API, and /docs shows them")
    }

    /// The same about this field of the request.
    #[must_use]
    pub fn at(mut self, pointer: impl Into<String>) -> Problem {
        self.pointer = Some(bearable(pointer));
        self
    }

    /// The same with what to try instead.
    #[must_use]
    pub fn hint(mut self, hint: impl Into<String>) -> Problem {
        self.hint = Some(bearable(hint));
        self
    }

    /// The same with how long to wait before trying again.
    #[must_use]
    pub fn retry_after(mut self, wait: Duration) -> Problem {
        self.retry_after = Some(wait);
        self
    }

    /// The same problem in a request that is itself part of a larger one, at `prefix`.
    #[must_use]
    pub fn within(mut self, prefix: &str) -> Problem {
        self.pointer = Some(format!("{prefix}{}", self.pointer.unwrap_or_default()));
        self
    }

    /// What is sent, once it is in the log: an object of RFC 9457.
    #[must_use]
    pub fn told(&self) -> ProblemDocument {
        self.log();
        self.document()
    }

    fn document(&self) -> ProblemDocument {
        let about = self.kind.about();
        ProblemDocument {
            r#type: about.address(),
            title: about.title,
            status: about.status.as_u16(),
            detail: self.detail.clone(),
            pointer: self.pointer.clone(),
            hint: self.hint.clone(),
            retry_after: self.seconds(),
        }
    }

    /// Until it is worth coming back, rounded up: whoever comes on the second should find the door open.
    fn seconds(&self) -> Option<u64> {
        self.retry_after.map(|wait| (wait.as_secs() + u64::from(wait.subsec_nanos() > 0)).max(1))
    }

    fn log(&self) {
        let about = self.kind.about();
        let (slug, detail, pointer) = (about.slug, &self.detail, self.pointer.as_deref());
        match about.level {
            Level::ERROR => tracing::error!(slug, detail, pointer, "refused"),
            Level::WARN => tracing::warn!(slug, detail, pointer, "refused"),
            Level::INFO => tracing::info!(slug, detail, pointer, "refused"),
            _ => tracing::debug!(slug, detail, pointer, "refused"),
        }
    }
}

/// The document of RFC 9457.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct ProblemDocument {
    /// Where the kind of problem is explained.
    #[schema(example = "/problems/bad-position")]
    pub r#type: String,
    #[schema(example = "The position is not a legal one")]
    pub title: &'static str,
    #[schema(minimum = 400, maximum = 599, example = 422)]
    pub status: u16,
    /// What is wrong this time.
    #[schema(example = "Black, who is not to move, is in check")]
    pub detail: String,
    /// JSON pointer of the field at fault; in a query, `/` and the parameter's name.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "/fen")]
    pub pointer: Option<String>,
    /// What to try instead.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "Did you mean the same position with 'b' to move?")]
    pub hint: Option<String>,
    /// Seconds after which to come back: what the header `Retry-After` says, where a stream or a batch has no
    /// header to say it in.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(minimum = 1)]
    pub retry_after: Option<u64>,
}

impl From<Fault> for Problem {
    fn from(fault: Fault) -> Problem {
        let kind = match fault.kind {
            FaultKind::BadType => Kind::BadType,
            FaultKind::BadPosition => Kind::BadPosition,
            FaultKind::IllegalMove => Kind::IllegalMove,
            FaultKind::BadValue => Kind::BadValue,
            FaultKind::TooLarge => Kind::TooLarge,
            FaultKind::GameOver => Kind::GameOver,
        };
        let hint = fault.hint.map(bearable);
        Problem { hint, ..Problem::new(kind, fault.detail).at(fault.pointer) }
    }
}

/// A problem may repeat what was sent; nobody reads more than this many characters of it.
const LONGEST: usize = 400;

fn bearable(text: impl Into<String>) -> String {
    shortened(&text.into(), LONGEST).into_owned()
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response<Body> {
        let body = serde_json::to_vec(&self.told()).expect("a problem document is plain data");
        let mut response = Response::new(Body::from(body));
        *response.status_mut() = self.kind.about().status;
        let headers = response.headers_mut();
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(MEDIA_TYPE));
        if let Some(seconds) = self.seconds() {
            headers.insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        }
        response
    }
}

/// Turns a refusal of the framework's own into a problem document; all other answers pass. What
/// its headers say (Allow, Retry-After) stays.
#[must_use]
pub fn tell_every_refusal(method: &Method, path: &str, response: Response<Body>) -> Response<Body> {
    let status = response.status();
    let told = response.headers().get(header::CONTENT_TYPE).is_some_and(|t| t == MEDIA_TYPE);
    if told || !(status.is_client_error() || status.is_server_error()) {
        return response;
    }
    let kind = Kind::of_status(status);
    let problem = match kind {
        Kind::NotFound => Problem::not_found(path),
        Kind::MethodNotAllowed => Problem::new(kind, format!("{path} does not take {method}"))
            .hint("The Allow header lists the methods that it takes"),
        _ => Problem::new(kind, kind.about().explanation),
    };
    let (framework, _) = response.into_parts();
    let mut response = problem.into_response();
    for name in [header::ALLOW, header::RETRY_AFTER] {
        if let Some(value) = framework.headers.get(&name) {
            response.headers_mut().insert(name, value.clone());
        }
    }
    response
}

#[cfg(test)]
mod tests {
    use axum::http::StatusCode;

    use super::*;

    #[test]
    fn a_fault_keeps_its_pointer_and_its_hint() {
        let fault = Fault::illegal("a8 is taken").at("/moves/3").hint("try a7");
        let document = Problem::from(fault).document();
        assert_eq!((document.status, document.r#type.as_str()), (422, "/problems/illegal-move"));
        assert_eq!(document.pointer.as_deref(), Some("/moves/3"));
        assert_eq!(document.hint.as_deref(), Some("try a7"));
    }

    #[test]
    fn half_a_second_is_told_as_a_whole_one() {
        let problem = Problem::new(Kind::ServerFull, "full").retry_after(Duration::from_millis(500));
        assert_eq!(problem.document().retry_after, Some(1));
        assert_eq!(problem.into_response().headers()[header::RETRY_AFTER], "1");
    }

    #[test]
    fn a_bare_refusal_becomes_a_document_and_keeps_what_it_allows() {
        let mut bare = Response::new(Body::from("no"));
        *bare.status_mut() = StatusCode::METHOD_NOT_ALLOWED;
        bare.headers_mut().insert(header::ALLOW, HeaderValue::from_static("GET,HEAD"));
        let told = tell_every_refusal(&Method::PUT, "/games", bare);
        assert_eq!(told.status(), StatusCode::METHOD_NOT_ALLOWED);
        assert_eq!(told.headers()[header::CONTENT_TYPE], MEDIA_TYPE);
        assert_eq!(told.headers()[header::ALLOW], "GET,HEAD");
    }

    #[test]
    fn an_answer_that_is_no_refusal_passes_untouched() {
        let answer = Response::new(Body::empty());
        let passed = tell_every_refusal(&Method::GET, "/", answer);
        assert_eq!(passed.status(), StatusCode::OK);
        assert!(!passed.headers().contains_key(header::CONTENT_TYPE));
    }
}
