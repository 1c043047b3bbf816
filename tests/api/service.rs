//! What is served, to whom, and how it is doing.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Barrier};
use std::time::Duration;

use axum::body::Body;
use axum::http::{Request, StatusCode};
use bestmove::config::Config;
use bestmove::games::chess;
use bestmove::games::pennies::Pennies;
use bestmove::registry::Registry;
use bestmove::search::alphabeta::AlphaBeta;
use bestmove::search::heuristics::Heuristics;
use bestmove::search::memories::Memories;
use bestmove::search::policy::Policy;
use serde_json::json;

use crate::house::{House, STANDARD, get, post};
use crate::patience::until;

#[tokio::test]
async fn the_games_are_listed_and_each_described() {
    let games = STANDARD.get("/games").await.ok();
    let games = games.as_array().expect("a list");
    assert!(games.iter().any(|game| game["id"] == "pennies"));
    for game in games {
        let id = game["id"].as_str().expect("an id");
        assert_eq!(&STANDARD.get(&format!("/games/{id}")).await.ok(), game);
        assert_eq!(game["levels"], json!(["easy", "medium", "hard", "max"]));
        for property in ["deterministic", "static", "observable", "agents", "known", "episodic", "discrete"] {
            assert!(!game["nature"][property].is_null(), "{id}: {property}");
        }
    }
}

#[tokio::test]
async fn a_caller_learns_the_caps_and_what_is_left_of_the_allowance() {
    let limits = STANDARD.get("/limits").await.ok();
    let cap = |name: &str| limits["caps"][name].as_u64().expect(name);
    assert!(cap("time_ms") >= cap("default_ms"));
    assert!(limits.get("allowance").is_none());

    let config = Config::flagged(&[("allowance-per-second", "1"), ("allowance-burst", "3")]).unwrap();
    let house = House::new(Registry::standard(), config);
    let left = |requests: u32| json!({"requests": requests, "burst": 3, "per_second": 1});
    assert_eq!(house.get("/limits").await.ok()["allowance"], left(3));
    house.get("/games").await.ok();
    assert_eq!(house.get("/limits").await.ok()["allowance"], left(2), "asking costs nothing");
    house.get("/games").await.ok();
    house.get("/games").await.ok();
    let refused = house.get("/games").await;
    assert_eq!(refused.header("retry-after"), "1");
    assert_eq!(refused.problem()["status"], 429);
}

#[tokio::test]
async fn the_page_and_the_description_cost_nothing_of_an_allowance() {
    let config = Config::flagged(&[("allowance-per-second", "1"), ("allowance-burst", "1")]).unwrap();
    let house = House::new(Registry::standard(), config);
    for path in ["/", "/docs", "/static/0/docs.js", "/openapi.json", "/nothing"] {
        assert_ne!(house.get(path).await.status, StatusCode::TOO_MANY_REQUESTS, "{path}");
    }
    house.get("/games").await.ok();
    assert_eq!(house.get("/games").await.status, StatusCode::TOO_MANY_REQUESTS);
}

#[tokio::test]
async fn the_service_says_that_it_is_alive_ready_and_which_build_it_is() {
    assert_eq!(STANDARD.get("/healthz").await.ok()["status"], "ok");
    assert_eq!(STANDARD.get("/readyz").await.ok()["status"], "ready");
    assert_eq!(STANDARD.get("/version").await.ok()["version"], env!("CARGO_PKG_VERSION"));
}

#[tokio::test]
async fn what_is_of_this_moment_is_kept_by_no_cache_on_the_way() {
    for path in ["/limits", "/readyz", "/metrics", "/games/nothing", "/nothing"] {
        assert_eq!(STANDARD.get(path).await.header("cache-control"), "no-store", "{path}");
    }
    assert_eq!(
        STANDARD.post("/position", json!({"game": "pennies"})).await.header("cache-control"),
        "no-store"
    );
    assert_eq!(STANDARD.get("/docs").await.header("cache-control"), "no-cache");
}

#[tokio::test]
async fn a_service_that_is_going_down_is_alive_but_not_ready() {
    let house = crate::house::untaught();
    house.app.leave();
    assert_eq!(house.get("/healthz").await.status, StatusCode::OK);
    let unready = house.get("/readyz").await;
    assert_eq!(unready.header("retry-after"), "1");
    let problem = unready.problem();
    assert_eq!(problem["type"], "/problems/shutting-down");
    assert_eq!(problem["hint"], "Ask again: another replica will answer");
}

/// Has prepared itself once somebody lets it.
#[derive(Clone)]
struct Reluctant(Arc<Barrier>);

impl Heuristics<Pennies> for Reluctant {
    fn policy(&self) -> &Policy {
        &Policy::EXACT
    }

    fn estimate(&mut self, _: &Pennies) -> i32 {
        0
    }

    fn prepare(&self) {
        self.0.wait();
    }
}

#[tokio::test]
async fn a_service_is_ready_when_its_games_have_warmed_up_and_answers_before() {
    let gate = Arc::new(Barrier::new(2));
    let registry = Registry::default().with::<Pennies>(AlphaBeta::new(Reluctant(gate.clone())));
    let house = House::new(registry, Config::default());
    house.app.warm_up();
    let unready = house.get("/readyz").await;
    assert_eq!(unready.header("retry-after"), "1");
    assert_eq!(unready.problem()["type"], "/problems/warming-up");
    house.get("/bestmove?game=pennies&depth=1").await.ok();
    gate.wait();
    until("it is ready", async || house.get("/readyz").await.status == StatusCode::OK).await;
}

/// Searches nothing before somebody lets it.
#[derive(Clone)]
struct Frozen(Arc<AtomicBool>);

impl Heuristics<Pennies> for Frozen {
    fn policy(&self) -> &Policy {
        &Policy::EXACT
    }

    fn estimate(&mut self, _: &Pennies) -> i32 {
        while self.0.load(Ordering::Relaxed) {
            std::thread::sleep(Duration::from_millis(1));
        }
        0
    }
}

#[tokio::test]
async fn a_service_whose_pool_does_not_answer_says_so_until_it_does() {
    let frozen = Arc::new(AtomicBool::new(true));
    let registry = Registry::default().with::<Pennies>(AlphaBeta::new(Frozen(frozen.clone())));
    let house = House::new(registry, Config::default());
    let unready = house.get("/readyz").await;
    frozen.store(false, Ordering::Relaxed);
    assert_eq!(unready.problem()["type"], "/problems/not-answering");
    until("it answers", async || house.get("/readyz").await.status == StatusCode::OK).await;
}

#[tokio::test]
async fn the_metrics_count_what_was_answered() {
    let house = House::new(Registry::standard(), Config::default());
    for _ in 0..2 {
        house.get("/bestmove?game=pennies&position=14&depth=1").await.ok();
    }
    house.get("/bestmove?game=pennies&position=14&time_ms=1000").await.ok();
    let review = house.post("/review", r#"{"game": "pennies", "moves": ["1", "2"], "depth": 2}"#).await.ok();
    assert!(review["nodes"].as_u64() > Some(0));
    let metrics = house.get("/metrics").await;
    assert!(metrics.header("content-type").starts_with("application/openmetrics-text"));
    for told in [
        concat!("build_info{version=\"", env!("CARGO_PKG_VERSION"), "\"} 1"),
        "requests_total{route=\"/bestmove\",status=\"200\"} 3",
        "answers_total{game=\"pennies\",source=\"solved\"} 2",
        "answers_total{game=\"pennies\",source=\"cache\"} 1",
        "search_seconds_count{game=\"pennies\"} 3",
        "overrun_seconds_count 1",
    ] {
        assert!(metrics.text.contains(&format!("bestmove_{told}\n")), "{told}: {}", metrics.text);
    }
    assert!(metrics.text.ends_with("# EOF\n"));
}

/// How many positions the metrics count for a game.
async fn nodes_of(house: &House, game: &str) -> u64 {
    let metrics = house.get("/metrics").await.text;
    let counted = metrics.lines().find_map(|line| {
        line.strip_prefix(&format!("bestmove_nodes_total{{game=\"{game}\"}} "))?.parse().ok()
    });
    counted.unwrap_or(0)
}

#[tokio::test]
async fn whatever_is_searched_is_counted() {
    let house = House::new(Registry::standard(), Config::default());
    let tree = house.post("/tree", json!({"game": "pennies", "depth": 3})).await.ok();
    assert_eq!(Some(nodes_of(&house, "pennies").await), tree["nodes"].as_u64());

    let begun = json!({"game": "kriegspiel", "player": "black", "nodes": 100});
    house.post("/umpire", begun).await.ok();
    assert!(nodes_of(&house, "kriegspiel").await > 0);
}

#[tokio::test]
async fn who_goes_away_unanswered_is_counted_and_so_is_what_was_searched_for_them() {
    let house = crate::house::untaught();
    let endless = json!({"game": "pennies", "position": "100001", "time_ms": 60_000});
    let left = AtomicUsize::new(0);
    // On a busy machine somebody may have gone before the search for them began.
    until("what was searched is counted", async || {
        let answer = house.post("/bestmove", &endless);
        assert!(tokio::time::timeout(Duration::from_millis(100), answer).await.is_err());
        left.fetch_add(1, Ordering::Relaxed);
        nodes_of(&house, "pennies").await > 0
    })
    .await;
    let metrics = house.get("/metrics").await.text;
    let told = format!("bestmove_abandoned_total{{route=\"/bestmove\"}} {}\n", left.into_inner());
    assert!(metrics.contains(&told), "{metrics}");
}

#[tokio::test]
async fn a_game_that_goes_on_is_remembered_and_counted() {
    let registry = Registry::furnished(chess::Knowledge::default(), Memories::of_bytes(64 << 20));
    let house = House::new(registry, Config::default());
    let mut moves = vec!["a2a3".to_owned()];
    for _ in 0..2 {
        let body = json!({"game": "chess", "moves": moves, "time_ms": 300, "book": false});
        let answer = house.post("/bestmove", body).await.ok();
        let line = answer["pv"].as_array().expect("a line").iter().take(2);
        moves.extend(line.map(|m| m.as_str().expect("a move").to_owned()));
    }
    let metrics = house.get("/metrics").await.text;
    for told in ["bestmove_memories 1\n", "bestmove_recalls_total 1\n", "bestmove_memory_bytes "] {
        assert!(metrics.contains(told), "{told:?}: {metrics}");
    }
}

#[tokio::test]
async fn a_page_from_elsewhere_may_send_a_key() {
    let preflight = Request::options("/bestmove")
        .header("origin", "https://example.org")
        .header("access-control-request-method", "POST")
        .header("access-control-request-headers", "authorization,content-type")
        .body(Body::empty())
        .expect("a request");
    let allowed = STANDARD.send(preflight).await;
    assert_eq!(allowed.header("access-control-allow-headers"), "authorization,content-type");
    assert_eq!(allowed.header("access-control-allow-origin"), "*");
}

#[tokio::test]
async fn head_tells_what_get_would_without_the_body() {
    for path in ["/games", "/bestmove?game=pennies&depth=1", "/healthz", "/openapi.json", "/docs"] {
        let request = Request::head(path).body(Body::empty()).expect("a request");
        let head = STANDARD.send(request).await;
        let full = STANDARD.get(path).await;
        assert_eq!(head.status, full.status, "{path}");
        assert_eq!(head.header("content-type"), full.header("content-type"), "{path}");
        assert_eq!(head.header("etag"), full.header("etag"), "{path}");
    }
}

#[tokio::test]
async fn the_pages_load_nothing_from_elsewhere() {
    for path in ["/", "/docs", "/static/0/docs.js", "/static/0/css/docs.css"] {
        let page = STANDARD.get(path).await;
        assert_eq!(page.status, StatusCode::OK, "{path}");
        let policy = page.header("content-security-policy");
        assert!(policy.starts_with("default-src 'none'") && !policy.contains("unsafe"), "{path}: {policy}");
        assert!(!page.text.contains("src=\"http") && !page.text.contains("href=\"http"), "{path}");
    }
}

#[tokio::test]
async fn what_comes_in_several_forms_is_kept_by_caches_for_each() {
    let pennies = json!({"game": "pennies", "position": "7", "moves": ["1"], "depth": 1});
    for answered in [
        STANDARD.get("/bestmove?game=pennies&depth=1").await,
        STANDARD.post("/bestmove", &pennies).await,
        STANDARD.post("/review", &pennies).await,
        STANDARD.post("/batch", json!([pennies])).await,
        STANDARD.send(post("/batch", &[("accept", "application/x-ndjson")], json!([pennies]))).await,
        STANDARD.get("/problems/game-over").await,
        STANDARD.send(get("/problems/game-over", &[("accept", "text/html")])).await,
    ] {
        assert_eq!(answered.status, StatusCode::OK, "{}", answered.text);
        let varies: Vec<_> = answered.headers.get_all("vary").iter().collect();
        assert!(varies.iter().any(|by| *by == "accept"), "{varies:?}");
    }
}

#[tokio::test]
async fn what_changes_with_a_release_alone_is_sent_once() {
    for path in ["/", "/docs", "/games", "/games/chess", "/openapi.json"] {
        let full = STANDARD.get(path).await;
        assert_eq!((full.status, full.header("cache-control")), (StatusCode::OK, "no-cache"), "{path}");
        let tag = full.header("etag").to_owned();
        let again = STANDARD.send(get(path, &[("if-none-match", &tag)])).await;
        assert_eq!((again.status, again.text.as_str()), (StatusCode::NOT_MODIFIED, ""), "{path}");
        assert_eq!(again.header("vary"), full.header("vary"), "{path}");
    }
}
