//! An answer told while it grows.

use axum::body::Body;
use axum::http::Request;
use http_body_util::BodyExt;
use serde_json::{Value, json};

use crate::house::{STANDARD, UNTAUGHT, post, timeless, untaught};

fn asking(accept: &str, body: &Value) -> Request<Body> {
    post("/bestmove", &[("accept", accept)], body)
}

/// The events of a stream: their names and what they say.
fn events(text: &str) -> Vec<(String, Value)> {
    let field = |event: &str, name: &str| {
        event.lines().find_map(|line| line.strip_prefix(name)).map(|value| value.trim().to_owned())
    };
    text.split("\n\n")
        .filter_map(|event| {
            let data = field(event, "data:")?;
            Some((field(event, "event:")?, serde_json::from_str(&data).expect("JSON")))
        })
        .collect()
}

#[tokio::test]
async fn each_finished_iteration_is_an_event_and_the_last_is_the_answer() {
    let body = json!({"game": "pennies", "position": "1001", "depth": 6});
    let stream = UNTAUGHT.send(asking("text/event-stream", &body)).await;
    assert!(stream.header("content-type").starts_with("text/event-stream"));
    let events = events(&stream.text);
    let (last, infos) = events.split_last().expect("events");
    assert_eq!(
        infos.iter().map(|(_, info)| info["depth"].as_u64()).collect::<Vec<_>>(),
        (1..=6).map(Some).collect::<Vec<_>>()
    );
    assert!(infos.iter().all(|(name, _)| name == "info"));
    assert_eq!(last.0, "bestmove");
    let plain = UNTAUGHT.post("/bestmove", &body).await.ok();
    assert_eq!(timeless(last.1.clone()), timeless(plain));
}

#[tokio::test]
async fn an_event_source_that_has_heard_all_is_not_answered_again() {
    let asking = |id: &str| {
        let request = Request::get("/bestmove?game=pennies").header("accept", "text/event-stream");
        request.header("last-event-id", id).body(Body::empty()).expect("a request")
    };
    let stream = STANDARD.send(asking("")).await;
    let id = stream.text.lines().find_map(|line| line.strip_prefix("id:")).expect("the last event has an id");
    let again = STANDARD.send(asking(id.trim())).await;
    assert_eq!((again.status.as_u16(), again.text.as_str()), (204, ""));
}

#[tokio::test]
async fn lines_of_json_tell_the_same() {
    let body = json!({"game": "pennies", "position": "1002", "depth": 5});
    let stream = UNTAUGHT.send(asking("application/x-ndjson", &body)).await;
    assert_eq!(stream.header("content-type"), "application/x-ndjson");
    let lines: Vec<Value> =
        stream.text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!(lines.len(), 6);
    let plain = UNTAUGHT.post("/bestmove", &body).await.ok();
    assert_eq!(timeless(lines[5].clone()), timeless(plain));
}

#[tokio::test]
async fn a_wrong_request_is_refused_as_without_a_stream() {
    let problem = STANDARD.send(asking("text/event-stream", &json!({"game": "pennies", "depth": 0}))).await;
    assert_eq!(problem.problem()["pointer"], "/depth");
}

#[tokio::test]
async fn a_wish_for_json_wins_by_its_quality() {
    let accept = "text/event-stream;q=0.5, application/json";
    let answer = STANDARD.send(asking(accept, &json!({"game": "pennies"}))).await;
    assert_eq!(answer.header("content-type"), "application/json");
}

#[tokio::test]
async fn a_stream_that_is_left_is_counted_and_one_that_ends_is_not() {
    let house = untaught();
    let of = |milliseconds: u32| json!({"game": "pennies", "position": "100001", "time_ms": milliseconds});
    let whole = house.open(asking("application/x-ndjson", &of(20))).await.into_body();
    whole.collect().await.expect("the stream ends");
    let mut left = house.open(asking("application/x-ndjson", &of(60_000))).await.into_body();
    left.frame().await.expect("a first event").expect("no error");
    drop(left);
    let metrics = house.get("/metrics").await.text;
    assert!(metrics.contains("bestmove_abandoned_total{route=\"/bestmove\"} 1\n"), "{metrics}");
}

#[tokio::test]
async fn a_server_that_goes_down_ends_its_streams_with_the_best_move_so_far() {
    let house = untaught();
    let body = json!({"game": "pennies", "position": "100001", "time_ms": 60_000});
    let mut stream = house.open(asking("text/event-stream", &body)).await.into_body();
    stream.frame().await.expect("a first event").expect("no error");
    house.app.pool.drain();
    let rest = stream.collect().await.expect("the stream ends").to_bytes();
    let events = events(std::str::from_utf8(&rest).expect("UTF-8"));
    let (name, answer) = events.last().expect("a last event");
    assert_eq!((name.as_str(), answer["stopped_by"].as_str()), ("bestmove", Some("shutdown")));

    let refused = house.send(asking("text/event-stream", &body)).await;
    assert_eq!(refused.status, 503);
    assert!(!refused.header("retry-after").is_empty());
}
