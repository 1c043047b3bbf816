//! What happens to every request, whatever its address.

use std::hash::{BuildHasher, RandomState};
use std::net::{IpAddr, Ipv6Addr};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, LazyLock};
use std::time::{Duration, Instant};

use axum::Router;
use axum::body::{Body, HttpBody};
use axum::extract::{MatchedPath, Request, State};
use axum::http::{HeaderName, HeaderValue, StatusCode, header};
use axum::middleware::{Next, from_fn, from_fn_with_state, map_response};
use axum::response::{IntoResponse, Response};
use http_body_util::{BodyExt, LengthLimitError, Limited};
use tokio::time::timeout_at;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::compression::CompressionLayer;
use tower_http::compression::predicate::{DefaultPredicate, NotForContentType, Predicate};
use tower_http::cors::{AllowHeaders, AllowOrigin, Any, CorsLayer};
use tracing::Instrument;

use super::App;
use super::caller::{Arrival, Caller, Peer};
use super::problem::{Kind, Problem, tell_every_refusal};
use super::visit::Visit;
use crate::config::{Cors, Origin};

const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");
/// A longer id than this is somebody's joke.
const LONGEST_ID: usize = 128;

/// The routes with all that surrounds them; what stands last here is met first.
pub fn around(routes: Router, app: Arc<App>) -> Router {
    let failed = |_| Problem::new(Kind::Internal, "The answer failed").into_response();
    // A line of a stream must leave when it is written, not when a block is full.
    let compressible = DefaultPredicate::new().and(NotForContentType::new("application/x-ndjson"));
    routes
        .layer(from_fn_with_state(app.clone(), admit))
        .layer(CatchPanicLayer::custom(failed))
        .layer(CompressionLayer::new().compress_when(compressible))
        .layer(from_fn(refuse_in_one_form))
        .layer(map_response(tell_of_encodings))
        .layer(map_response(weaken))
        .layer(map_response(of_this_moment))
        .layer(cross_origin(&app.config.cors))
        .layer(from_fn_with_state(app, note))
}

/// Gives the request an id and a caller, and leaves a line in the log.
async fn note(State(app): State<Arc<App>>, mut request: Request, next: Next) -> Response {
    let peer =
        request.extensions().get::<Peer>().map_or(IpAddr::from(Ipv6Addr::UNSPECIFIED), |peer| peer.0.ip());
    let caller = app.callers.recognise(request.headers(), peer);
    let id = id_of(&request);
    request.extensions_mut().insert(caller.clone());

    let span = tracing::info_span!("request", id = id.to_str().unwrap_or_default());
    let visit = Visit::new(&request, app.metrics.clone(), span.clone(), caller);
    let response = next.run(request).instrument(span).await;
    let mut response = visit.answered(response);
    response.headers_mut().insert(REQUEST_ID, id);
    response
}

/// The id that the request brought, if it is one, or a new one.
fn id_of(request: &Request) -> HeaderValue {
    static FIRST: LazyLock<u64> = LazyLock::new(|| RandomState::new().hash_one("first"));
    static ISSUED: AtomicU64 = AtomicU64::new(0);
    let readable = |id: &&HeaderValue| {
        !id.is_empty() && id.len() <= LONGEST_ID && id.as_bytes().iter().all(u8::is_ascii_graphic)
    };
    request.headers().get(REQUEST_ID).filter(readable).cloned().unwrap_or_else(|| {
        let number = FIRST.wrapping_add(ISSUED.fetch_add(1, Ordering::Relaxed));
        HeaderValue::try_from(format!("{number:016x}")).expect("hexadecimal digits are a header's value")
    })
}

/// Which origins' pages may read the answers, and which headers they see.
fn cross_origin(config: &Cors) -> CorsLayer {
    let origins = if config.origins.iter().any(Origin::is_any) {
        AllowOrigin::any()
    } else {
        AllowOrigin::list(config.origins.iter().map(|origin| origin.0.clone()))
    };
    CorsLayer::new()
        .allow_origin(origins)
        .allow_methods(Any)
        // A `*` would not cover Authorization, where keys stand.
        .allow_headers(AllowHeaders::mirror_request())
        .expose_headers([
            REQUEST_ID,
            header::ETAG,
            header::RETRY_AFTER,
            HeaderName::from_static("cache-status"),
        ])
        .max_age(Duration::from_secs(24 * 3600))
}

/// What is not sent again would have been compressed or not as the caller wished: a cache in between must
/// know that from this answer too (RFC 9110, section 15.4.5).
async fn tell_of_encodings(mut response: Response) -> Response {
    if response.status() == StatusCode::NOT_MODIFIED {
        response.headers_mut().append(header::VARY, HeaderValue::from_static("accept-encoding"));
    }
    response
}

/// A strong tag promises the bytes; compressed ones are others, though they say the same.
async fn weaken(mut response: Response) -> Response {
    let headers = response.headers_mut();
    if headers.contains_key(header::CONTENT_ENCODING)
        && let Some(strong) = headers.get(header::ETAG).filter(|tag| tag.as_bytes().starts_with(b"\""))
        && let Ok(weak) = HeaderValue::try_from([b"W/", strong.as_bytes()].concat())
    {
        headers.insert(header::ETAG, weak);
    }
    response
}

/// What does not say how long it lasts is of this moment: a cache that is told nothing may keep it for a day.
async fn of_this_moment(mut response: Response) -> Response {
    let unkept = HeaderValue::from_static("no-store");
    response.headers_mut().entry(header::CACHE_CONTROL).or_insert(unkept);
    response
}

/// The framework's own refusals speak like ours.
async fn refuse_in_one_form(request: Request, next: Next) -> Response {
    let (method, path) = (request.method().clone(), request.uri().path().to_owned());
    tell_every_refusal(&method, &path, next.run(request).await)
}

/// What those ask who look after the service costs nothing, nor does the description of the API, nor
/// the question what is left.
pub(super) const FREE: [&str; 6] =
    ["/healthz", "/readyz", "/version", "/metrics", "/limits", "/openapi.json"];

/// Whether a request is taken from its caller's allowance. A page is made of many files: what is
/// no route of the API is one of them, or nothing.
fn costs(request: &Request) -> bool {
    request.extensions().get::<MatchedPath>().is_some_and(|route| !FREE.contains(&route.as_str()))
}

/// Lets in whoever has an allowance left, with a body that is whole. The request has arrived when
/// its last byte has.
async fn admit(State(app): State<Arc<App>>, caller: Caller, request: Request, next: Next) -> Response {
    if costs(&request)
        && let Err(problem) = app.spend(&caller)
    {
        return problem.into_response();
    }
    let (parts, body) = request.into_parts();
    let body = match whole(body, app.config.connections.body_bytes(), app.config.connections.body).await {
        Ok(body) => body,
        Err(problem) => return problem.into_response(),
    };
    let mut request = Request::from_parts(parts, body);
    request.extensions_mut().insert(Arrival(Instant::now()));
    next.run(request).await
}

/// Reads the whole body, if it is not too large and not too slow.
async fn whole(mut body: Body, most: usize, patience: Duration) -> Result<Body, Problem> {
    if body.is_end_stream() {
        return Ok(Body::empty());
    }
    let until = tokio::time::Instant::now() + patience;
    let declared = body.size_hint().lower();
    if declared <= most as u64 {
        match timeout_at(until, Limited::new(&mut body, most).collect()).await {
            Ok(Ok(whole)) => return Ok(Body::from(whole.to_bytes())),
            Ok(Err(error)) if error.is::<LengthLimitError>() => {}
            Ok(Err(_)) => {
                return Err(
                    Problem::new(Kind::BadJson, "The body broke off before its end").hint(IN_ONE_PIECE)
                );
            }
            Err(_) => {
                let detail = format!("The body was not complete after {} ms", patience.as_millis());
                return Err(Problem::new(Kind::Timeout, detail).hint(IN_ONE_PIECE));
            }
        }
    }
    let heard_out = most.saturating_mul(HEARD_OUT);
    if declared <= heard_out as u64 {
        let mut rest = Limited::new(body, heard_out);
        let thrown_away = async { while let Some(Ok(_)) = rest.frame().await {} };
        // If it takes too long, that is not what is wrong with it.
        let _ = timeout_at(until, thrown_away).await;
    }
    Err(Problem::new(Kind::TooLarge, format!("The body is larger than {most} bytes"))
        .hint("GET /limits tells how large it may be"))
}

const IN_ONE_PIECE: &str = "Send the request again, in one piece";

/// A body that is too large is read to its end, up to so many times the most that is taken: many
/// clients look for an answer only when they have sent everything.
const HEARD_OUT: usize = 16;
