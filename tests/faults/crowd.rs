//! Many clients at once, clients that leave, and games that break down.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use serde_json::{Value as Json, json};

use crate::ponderer::CURSED;
use crate::server::Server;

#[tokio::test]
async fn who_is_busy_is_ready() {
    let server = Server::start(&[("pool-seats", "1")]).await;
    let ponder = tokio::spawn(server.ask(json!({"time_ms": 60_000})).send());
    server.until_free(0).await;
    let ready = server.client.get(format!("http://{}/readyz", server.address)).send().await.unwrap();
    assert_eq!(ready.status(), 200);
    ponder.abort();
}

#[tokio::test]
async fn a_client_that_leaves_frees_its_seat() {
    let server = Server::start(&[("pool-seats", "1")]).await;
    let ponder = json!({"time_ms": 60_000});
    for accept in ["application/x-ndjson", "text/event-stream"] {
        let mut stream = server.ask(ponder.clone()).header("accept", accept).send().await.unwrap();
        assert!(stream.chunk().await.unwrap().is_some());
        assert_eq!(server.app.metrics.seats_free.get(), 0);
        drop(stream);
        server.until_free(1).await;
    }
    let plain = tokio::spawn(server.ask(ponder).send());
    server.until_free(0).await;
    plain.abort();
    server.until_free(1).await;
}

#[tokio::test]
async fn a_client_that_leaves_the_queue_is_not_searched_for() {
    let server = Server::start(&[("pool-seats", "1")]).await;
    let first = tokio::spawn(server.ask(json!({"time_ms": 60_000})).send());
    server.until_free(0).await;
    let second = tokio::spawn(server.ask(json!({"position": "5", "nodes": 60_000})).send());
    server.until_queued(1).await;
    second.abort();
    server.until_queued(0).await;
    first.abort();
    server.until_free(1).await;
}

#[tokio::test]
async fn a_game_that_breaks_down_costs_one_500_and_nothing_else() {
    let server = Server::start(&[("pool-seats", "1")]).await;
    for _ in 0..3 {
        let answer = server.ask(json!({"position": CURSED, "depth": 1})).send().await.unwrap();
        assert_eq!(answer.status(), 500);
        assert!(answer.headers().contains_key("x-request-id"));
        let problem: Json = answer.json().await.unwrap();
        assert_eq!(problem["type"], "/problems/internal");
        assert!(!problem.to_string().contains("cursed"), "what broke is for the log, not for callers");
    }
    assert_eq!(server.status(json!({"depth": 1})).await, 200);
}

#[tokio::test]
async fn too_many_at_once_are_answered_or_sent_away_with_a_time_to_come_back() {
    let server = Server::start(&[("pool-seats", "1")]).await;
    let requests = (0..40).map(|_| server.ask(json!({"time_ms": 50})).send());
    let answers = futures_util::future::join_all(requests).await;
    let mut statuses = Vec::new();
    for answer in answers {
        let answer = answer.unwrap();
        statuses.push(answer.status().as_u16());
        if answer.status() == 503 {
            let wait: u64 = answer.headers()["retry-after"].to_str().unwrap().parse().unwrap();
            assert!((1..60).contains(&wait));
            let problem: Json = answer.json().await.unwrap();
            assert_eq!(problem["type"], "/problems/server-full");
        }
    }
    assert!(statuses.iter().all(|status| [200, 503].contains(status)), "{statuses:?}");
    assert!(statuses.contains(&200) && statuses.contains(&503), "{statuses:?}");
}

#[tokio::test]
async fn who_asks_for_little_does_not_wait_for_who_asks_for_much() {
    let server = Server::start(&[("pool-seats", "1"), ("allowance-keys", "much=1,little=2")]).await;
    let first = tokio::spawn(server.ask(json!({"time_ms": 60_000})).header("x-api-key", "1").send());
    server.until_free(0).await;
    let answered = Arc::new(AtomicUsize::new(0));
    let ask = |key: &str, heap: usize| {
        let request = server.ask(json!({"position": heap.to_string(), "nodes": 30})).header("x-api-key", key);
        let answered = answered.clone();
        tokio::spawn(async move {
            assert_eq!(request.send().await.unwrap().status(), 200);
            answered.fetch_add(1, Ordering::SeqCst)
        })
    };
    let much: Vec<_> = (100..120).map(|heap| ask("1", heap)).collect();
    server.until_queued(20).await;
    let little = ask("2", 200);
    server.until_queued(21).await;
    first.abort();
    let place = little.await.unwrap();
    assert!(place <= 4, "served after {place} of the others");
    for request in much {
        request.await.unwrap();
    }
}

#[tokio::test]
async fn who_has_spent_its_allowance_is_told_when_to_come_back() {
    let server = Server::start(&[("allowance-per-second", "1"), ("allowance-burst", "2")]).await;
    let requests = (0..20).map(|_| server.ask(json!({"depth": 1})).send());
    let mut statuses = Vec::new();
    for answer in futures_util::future::join_all(requests).await {
        let answer = answer.unwrap();
        statuses.push(answer.status().as_u16());
        assert_eq!(answer.status() == 429, answer.headers().contains_key("retry-after"));
    }
    assert!(statuses.contains(&200) && statuses.contains(&429), "{statuses:?}");
    let health = server.client.get(format!("http://{}/healthz", server.address)).send().await.unwrap();
    assert_eq!(health.status(), 200, "health is asked for free");
}
