#![no_main]
//! The body of a `POST /bestmove`, through the whole service: a move, or a problem document.

use std::num::NonZeroU64;
use std::sync::LazyLock;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::http::{Request, header};
use bestmove::config::Config;
use bestmove::http::{App, layers, routes};
use bestmove::registry::Registry;
use libfuzzer_sys::fuzz_target;
use tokio::runtime::Runtime;
use tower::ServiceExt;

/// What a body may ask for is small, so that many are tried.
const SHORT: Duration = Duration::from_millis(20);

static SERVICE: LazyLock<(Runtime, Router)> = LazyLock::new(|| {
    let mut config = Config::default();
    config.caps.nodes = NonZeroU64::new(500).expect("not zero");
    (config.caps.time, config.caps.default_time) = (SHORT, SHORT);
    let runtime = Runtime::new().expect("the system gives threads");
    let app = App::new(Registry::standard(), config).expect("the system gives threads");
    (runtime, layers::around(routes::router(app.clone()), app))
});

fuzz_target!(|body: &[u8]| {
    let (runtime, router) = &*SERVICE;
    let request = Request::post("/bestmove")
        .header(header::CONTENT_TYPE, "application/json")
        .body(Body::from(body.to_vec()))
        .expect("a request");
    let response = runtime.block_on(router.clone().oneshot(request)).expect("a service always answers");
    let media_type = response.headers()[header::CONTENT_TYPE].to_str().expect("a media type");
    match response.status().as_u16() {
        200 => assert_eq!(media_type, "application/json"),
        500 => panic!("nothing that is sent makes a 500"),
        _ => assert_eq!(media_type, "application/problem+json"),
    }
});
