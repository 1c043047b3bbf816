//! A service in this process, and a caller who talks to it.

use std::sync::{Arc, LazyLock};

use axum::Router;
use axum::body::Body;
use axum::http::{HeaderMap, Request, StatusCode, header};
use axum::response::Response;
use bestmove::config::Config;
use bestmove::games::pennies::Pennies;
use bestmove::http::{App, layers, routes};
use bestmove::registry::Registry;
use bestmove::search::alphabeta::AlphaBeta;
use bestmove::search::heuristics::Heuristics;
use bestmove::search::policy::Policy;
use http_body_util::BodyExt;
use serde_json::Value;
use tower::ServiceExt;

/// The service with every game.
pub static STANDARD: LazyLock<House> = LazyLock::new(|| House::new(Registry::standard(), Config::default()));

/// The service with one game and no knowledge of it: a large heap is searched for ever.
pub static UNTAUGHT: LazyLock<House> = LazyLock::new(untaught);

pub fn untaught() -> House {
    untaught_with(&[])
}

/// With these flags, such as `("pool-seats", "1")`.
pub fn untaught_with(flags: &[(&str, &str)]) -> House {
    House::new(
        Registry::default().with::<Pennies>(AlphaBeta::new(Forgetful)),
        Config::flagged(flags).unwrap(),
    )
}

/// Knows nothing and remembers nothing.
#[derive(Clone)]
struct Forgetful;

impl Heuristics<Pennies> for Forgetful {
    fn policy(&self) -> &Policy {
        &Policy::EXACT
    }

    fn estimate(&mut self, _: &Pennies) -> i32 {
        0
    }
}

pub struct House {
    pub app: Arc<App>,
    router: Router,
}

/// An answer, read to its end.
pub struct Answered {
    pub status: StatusCode,
    pub headers: HeaderMap,
    pub text: String,
}

impl House {
    pub fn new(registry: Registry, config: Config) -> House {
        let app = App::new(registry, config).unwrap();
        House { router: layers::around(routes::router(app.clone()), app.clone()), app }
    }

    /// Sends a request and gives the answer's head; its body may be read as it comes.
    pub async fn open(&self, request: Request<Body>) -> Response {
        self.router.clone().oneshot(request).await.expect("the router always answers")
    }

    pub async fn send(&self, request: Request<Body>) -> Answered {
        let (head, body) = self.open(request).await.into_parts();
        let bytes = body.collect().await.expect("the body ends").to_bytes();
        let text = String::from_utf8(bytes.to_vec()).expect("answers are UTF-8");
        Answered { status: head.status, headers: head.headers, text }
    }

    pub async fn post(&self, path: &str, body: impl ToString) -> Answered {
        self.send(post(path, &[], body)).await
    }

    pub async fn get(&self, path: &str) -> Answered {
        self.send(get(path, &[])).await
    }
}

/// An answer without what a clock has written into it.
pub fn timeless(mut answer: Value) -> Value {
    let object = answer.as_object_mut().expect("an answer is an object");
    object.remove("time_ms").expect("an answer says how long it took");
    object.remove("nps").expect("an answer says how fast it was");
    answer
}

impl Answered {
    /// The body as JSON.
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.text).unwrap_or_else(|error| panic!("{error}: {}", self.text))
    }

    /// The body of a success.
    pub fn ok(self) -> Value {
        assert_eq!(self.status, StatusCode::OK, "{}", self.text);
        self.json()
    }

    /// The problem document of a refusal, which it must be in every respect.
    pub fn problem(self) -> Value {
        let problem = self.json();
        assert_eq!(self.header("content-type"), "application/problem+json", "{}", self.text);
        assert_eq!(problem["status"], self.status.as_u16(), "{}", self.text);
        for member in ["type", "title", "detail"] {
            assert!(problem[member].as_str().is_some_and(|text| !text.is_empty()), "{}", self.text);
        }
        problem
    }

    pub fn header(&self, name: &str) -> &str {
        self.headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default()
    }
}

pub fn post(path: &str, headers: &[(&str, &str)], body: impl ToString) -> Request<Body> {
    let mut request = Request::post(path);
    if !headers.iter().any(|(name, _)| name.eq_ignore_ascii_case("content-type")) {
        request = request.header(header::CONTENT_TYPE, "application/json");
    }
    for (name, value) in headers {
        request = request.header(*name, *value);
    }
    request.body(Body::from(body.to_string())).expect("a sound request")
}

pub fn get(path: &str, headers: &[(&str, &str)]) -> Request<Body> {
    let mut request = Request::get(path);
    for (name, value) in headers {
        request = request.header(*name, *value);
    }
    request.body(Body::empty()).expect("a sound request")
}
