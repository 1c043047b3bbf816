//! Everything that can be wrong with a request, told as a problem document (RFC 9457).
//!
//! One enum, [`Kind`], gives the status, the document and the log level; a [`Problem`] adds what
//! is wrong this time, where, and what to do about it.

use std::time::Duration;

use axum::body::Body;
use axum::http::{HeaderValue, Method, Response, StatusCode, header};
use axum::response::IntoResponse;
use serde::Serialize;
use tracing::Level;
use utoipa::ToSchema;

use crate::notation::{Fault, FaultKind};

/// The media type of every refusal.
pub const MEDIA_TYPE: &str = "application/problem+json";

/// What kind of thing is wrong.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Kind {
    BadJson,
    BadType,
    UnknownField,
    BadValue,
    Conflict,
    BadPosition,
    IllegalMove,
    GameOver,
    BudgetSpent,
    UnknownGame,
    NotFound,
    MethodNotAllowed,
    NotAcceptable,
    Timeout,
    TooLarge,
    UnsupportedMediaType,
    TooManyRequests,
    ServerFull,
    ShuttingDown,
    Internal,
}

/// What is the same about every problem of a kind.
#[derive(Clone, Copy, Debug)]
pub struct About {
    /// The last part of its `type`.
    pub slug: &'static str,
    pub status: StatusCode,
    pub title: &'static str,
    /// When it happens and what to do, for the page behind `type`.
    pub explanation: &'static str,
    /// How loudly to log it: a caller's slip is no news, our own is.
    pub level: Level,
}

impl Kind {
    pub const ALL: [Kind; 20] = [
        Kind::BadJson,
        Kind::BadType,
        Kind::UnknownField,
        Kind::BadValue,
        Kind::Conflict,
        Kind::BadPosition,
        Kind::IllegalMove,
        Kind::GameOver,
        Kind::BudgetSpent,
        Kind::UnknownGame,
        Kind::NotFound,
        Kind::MethodNotAllowed,
        Kind::NotAcceptable,
        Kind::Timeout,
        Kind::TooLarge,
        Kind::UnsupportedMediaType,
        Kind::TooManyRequests,
        Kind::ServerFull,
        Kind::ShuttingDown,
        Kind::Internal,
    ];

    #[must_use]
    pub fn about(self) -> About {
        let (slug, status, level, title, explanation) = match self {
            Kind::BadJson => (
                "bad-json",
                StatusCode::BAD_REQUEST,
                Level::DEBUG,
                "The body is not JSON",
                "The body could not be read as JSON in UTF-8. The detail says at which line and column the reader \
                 stopped.",
            ),
            Kind::BadType => (
                "bad-type",
                StatusCode::BAD_REQUEST,
                Level::DEBUG,
                "A field has the wrong type",
                "The field that the pointer names wants another type: text where a number was sent, say. Moves and \
                 positions are always strings, even where they look like numbers.",
            ),
            Kind::UnknownField => (
                "unknown-field",
                StatusCode::BAD_REQUEST,
                Level::DEBUG,
                "There is no such field",
                "Fields that are not known are refused rather than ignored, so that a slip of the pen does not go \
                 unnoticed. The hint names the nearest field that exists.",
            ),
            Kind::BadValue => (
                "bad-value",
                StatusCode::UNPROCESSABLE_ENTITY,
                Level::DEBUG,
                "A field has a value that it cannot have",
                "The field is known and its type is right, but the value is impossible, or impossible for this game.",
            ),
            Kind::Conflict => (
                "conflicting-fields",
                StatusCode::UNPROCESSABLE_ENTITY,
                Level::DEBUG,
                "Two fields contradict each other",
                "Each of the fields is sound alone, but they cannot stand together: two ways to name a position, \
                 two strengths, or a field that belongs to another game.",
            ),
            Kind::BadPosition => (
                "bad-position",
                StatusCode::UNPROCESSABLE_ENTITY,
                Level::DEBUG,
                "The position is not a legal one",
                "The position cannot be read, or cannot be. GET /games/{id} describes the notation of each game, \
                 with examples.",
            ),
            Kind::IllegalMove => (
                "illegal-move",
                StatusCode::UNPROCESSABLE_ENTITY,
                Level::DEBUG,
                "The move is not a legal one",
                "The move cannot be read, or is not legal in the position that the moves before it lead to. \
                 POST /position lists the legal moves of any position.",
            ),
            Kind::GameOver => (
                "game-over",
                StatusCode::UNPROCESSABLE_ENTITY,
                Level::DEBUG,
                "The game is over",
                "There is no move to choose: the game has ended. The detail says how. POST /position tells the \
                 status of any position.",
            ),
            Kind::BudgetSpent => (
                "budget-spent",
                StatusCode::UNPROCESSABLE_ENTITY,
                Level::DEBUG,
                "The total budget is spent",
                "A batch has one budget for all its requests, and those before this one have used it up. Requests \
                 with limits of their own leave more for the others.",
            ),
            Kind::UnknownGame => (
                "unknown-game",
                StatusCode::NOT_FOUND,
                Level::DEBUG,
                "There is no such game",
                "GET /games lists the games that are served, by id.",
            ),
            Kind::NotFound => (
                "not-found",
                StatusCode::NOT_FOUND,
                Level::DEBUG,
                "There is nothing here",
                "No resource has this address. GET /openapi.json lists every one that there is, and /docs shows them.",
            ),
            Kind::MethodNotAllowed => (
                "method-not-allowed",
                StatusCode::METHOD_NOT_ALLOWED,
                Level::DEBUG,
                "This address does not take this method",
                "The Allow header lists the methods that it takes.",
            ),
            Kind::NotAcceptable => (
                "not-acceptable",
                StatusCode::NOT_ACCEPTABLE,
                Level::DEBUG,
                "There is no answer in any of the accepted types",
                "The Accept header leaves out every media type that this address can answer in.",
            ),
            Kind::Timeout => (
                "request-timeout",
                StatusCode::REQUEST_TIMEOUT,
                Level::DEBUG,
                "The request took too long to arrive",
                "The headers or the body were not complete in time. Send the request again, in one piece.",
            ),
            Kind::TooLarge => (
                "too-large",
                StatusCode::PAYLOAD_TOO_LARGE,
                Level::DEBUG,
                "The request is too large",
                "GET /limits tells how large a body may be and how many entries a list may have.",
            ),
            Kind::UnsupportedMediaType => (
                "unsupported-media-type",
                StatusCode::UNSUPPORTED_MEDIA_TYPE,
                Level::DEBUG,
                "The body is of a type that is not read here",
                "Bodies are JSON: send `Content-Type: application/json`, or any type that ends in `+json`.",
            ),
            Kind::TooManyRequests => (
                "too-many-requests",
                StatusCode::TOO_MANY_REQUESTS,
                Level::INFO,
                "Too many requests from one caller",
                "Each caller has an allowance, which fills up again with time. Retry-After says when there is \
                 enough of it; GET /limits tells how much is left.",
            ),
            Kind::ServerFull => (
                "server-full",
                StatusCode::SERVICE_UNAVAILABLE,
                Level::WARN,
                "The server is full",
                "Every seat is taken and the queue is as long as it may be, so the answer would come too late. \
                 Retry-After is an estimate of when a seat will be free.",
            ),
            Kind::ShuttingDown => (
                "shutting-down",
                StatusCode::SERVICE_UNAVAILABLE,
                Level::INFO,
                "The server is going down",
                "This replica is finishing what it has begun and takes nothing new. Another one will answer.",
            ),
            Kind::Internal => (
                "internal",
                StatusCode::INTERNAL_SERVER_ERROR,
                Level::ERROR,
                "The server made a mistake",
                "This is a defect of the service, not of the request. The x-request-id header of the answer finds \
                 it in the log.",
            ),
        };
        About { slug, status, title, explanation, level }
    }

    #[must_use]
    pub fn by_slug(slug: &str) -> Option<Kind> {
        Kind::ALL.into_iter().find(|kind| kind.about().slug == slug)
    }

    /// The kind to tell a bare status by.
    fn of_status(status: StatusCode) -> Kind {
        match status {
            // Bodies and queries are read here: what the framework cannot read is an address.
            StatusCode::BAD_REQUEST => Kind::NotFound,
            StatusCode::UNPROCESSABLE_ENTITY => Kind::BadValue,
            StatusCode::REQUEST_HEADER_FIELDS_TOO_LARGE | StatusCode::URI_TOO_LONG => Kind::TooLarge,
            _ => Kind::ALL.into_iter().find(|kind| kind.about().status == status).unwrap_or(Kind::Internal),
        }
    }
}

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
    pub fn new(kind: Kind, detail: impl Into<String>) -> Problem {
        Problem { kind, detail: detail.into(), pointer: None, hint: None, retry_after: None }
    }

    #[must_use]
    pub fn at(mut self, pointer: impl Into<String>) -> Problem {
        self.pointer = Some(pointer.into());
        self
    }

    #[must_use]
    pub fn hint(mut self, hint: impl Into<String>) -> Problem {
        self.hint = Some(hint.into());
        self
    }

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

    #[must_use]
    pub fn document(&self) -> ProblemDocument {
        let about = self.kind.about();
        ProblemDocument {
            r#type: format!("/problems/{}", about.slug),
            title: about.title,
            status: about.status.as_u16(),
            detail: self.detail.clone(),
            pointer: self.pointer.clone(),
            hint: self.hint.clone(),
        }
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
    #[schema(nullable = false, example = "/fen")]
    pub pointer: Option<String>,
    /// What to try instead.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, example = "Did you mean the same position with 'b' to move?")]
    pub hint: Option<String>,
}

impl From<Fault> for Problem {
    fn from(fault: Fault) -> Problem {
        let kind = match fault.kind {
            FaultKind::BadPosition => Kind::BadPosition,
            FaultKind::IllegalMove => Kind::IllegalMove,
            FaultKind::BadValue => Kind::BadValue,
            FaultKind::GameOver => Kind::GameOver,
        };
        let hint = fault.hint.map(bearable);
        Problem { hint, ..Problem::new(kind, bearable(fault.detail)).at(fault.pointer) }
    }
}

/// A fault may repeat what was sent; nobody reads more than this many characters of it.
const LONGEST: usize = 400;

fn bearable(mut text: String) -> String {
    if let Some((end, _)) = text.char_indices().nth(LONGEST) {
        text.truncate(end);
        text.push('…');
    }
    text
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response<Body> {
        self.log();
        let body = serde_json::to_vec(&self.document()).expect("a problem document is plain data");
        let mut response = Response::new(Body::from(body));
        *response.status_mut() = self.kind.about().status;
        let headers = response.headers_mut();
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(MEDIA_TYPE));
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
        if let Some(wait) = self.retry_after {
            // Rounded up: whoever comes back on the second should find the door open.
            let seconds = wait.as_millis().div_ceil(1000).max(1) as u64;
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
        Kind::NotFound => Problem::new(kind, format!("Nothing has the address {path}"))
            .hint("GET /openapi.json lists every address, and /docs shows them"),
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
    use super::*;

    #[test]
    fn every_kind_is_found_by_its_slug_and_by_no_other() {
        for kind in Kind::ALL {
            assert_eq!(Kind::by_slug(kind.about().slug), Some(kind));
        }
        assert_eq!(Kind::by_slug("no-such-problem"), None);
    }

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
