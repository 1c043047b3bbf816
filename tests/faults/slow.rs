//! Clients that are slow, silent or send too much.

use std::time::Duration;

use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};

use crate::patience::PATIENCE;
use crate::server::{POST_BESTMOVE, Server, all_of};

#[tokio::test]
async fn a_header_that_never_ends_is_cut_off() {
    let server = Server::start(&[("connections-idle-ms", "100")]).await;
    for beginning in ["", "P", "GET /healthz HTTP/1.1\r\nx-slow: ", "PRI * HTTP/2.0\r\n"] {
        let mut stream = server.connect().await;
        stream.write_all(beginning.as_bytes()).await.unwrap();
        assert!(!all_of(stream).await.contains(" 200 "), "{beginning:?}");
    }
}

#[tokio::test]
async fn a_header_that_drips_is_cut_off_too() {
    let server = Server::start(&[("connections-idle-ms", "100")]).await;
    let (mut read, mut write) = server.connect().await.into_split();
    let drip = tokio::spawn(async move {
        write.write_all(b"GET /healthz HTTP/1.1\r\nx-slow: ").await.unwrap();
        while write.write_all(b"a").await.is_ok() {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    });
    let _ = tokio::time::timeout(PATIENCE, read.read(&mut [0; 64])).await.expect("it is closed");
    drop(read);
    tokio::time::timeout(PATIENCE, drip).await.expect("writing fails in the end").unwrap();
}

#[tokio::test]
async fn a_body_that_never_ends_is_refused_with_408() {
    let server = Server::start(&[("connections-body-ms", "100")]).await;
    let mut stream = server.connect().await;
    stream.write_all(format!("{POST_BESTMOVE}content-length: 100\r\n\r\n{{").as_bytes()).await.unwrap();
    let answer = all_of(stream).await;
    assert!(answer.starts_with("HTTP/1.1 408 ") && answer.contains("application/problem+json"), "{answer}");
}

#[tokio::test]
async fn a_body_that_is_too_large_is_refused_with_413() {
    let server = Server::start(&[("connections-body-kib", "1")]).await;
    let told = format!("{POST_BESTMOVE}content-length: 5000\r\n\r\n");
    let untold =
        format!("{POST_BESTMOVE}transfer-encoding: chunked\r\n\r\n1000\r\n{}\r\n0\r\n\r\n", " ".repeat(4096));
    for request in [told, untold] {
        let mut stream = server.connect().await;
        stream.write_all(request.as_bytes()).await.unwrap();
        stream.shutdown().await.unwrap();
        let answer = all_of(stream).await;
        assert!(
            answer.starts_with("HTTP/1.1 413 ") && answer.contains("application/problem+json"),
            "{answer}"
        );
    }
}

#[tokio::test]
async fn who_sends_far_too_much_before_it_looks_for_an_answer_finds_one() {
    let server = Server::start(&[("connections-body-kib", "256")]).await;
    for _ in 0..5 {
        let answer = server.ask(json!({"position": "1".repeat(3 << 20)})).send().await.expect("an answer");
        assert_eq!(answer.status(), 413);
    }
}

#[tokio::test]
async fn a_body_may_be_as_large_as_the_settings_say() {
    let server = Server::start(&[("connections-body-kib", "4096")]).await;
    let answer = server.ask(json!({"position": "1".repeat(3 << 20)})).send().await.expect("an answer");
    assert_eq!(answer.status(), 422, "it was read, and the heap is too large");
}

#[tokio::test]
async fn what_is_no_request_is_counted() {
    let server = Server::start(&[]).await;
    let mut stream = server.connect().await;
    stream.write_all(b"is this the right door?\r\n\r\n").await.unwrap();
    assert!(all_of(stream).await.starts_with("HTTP/1.1 400 "));
    let metrics = server.client.get(format!("http://{}/metrics", server.address)).send().await.unwrap();
    let text = metrics.text().await.unwrap();
    assert!(text.contains("bestmove_refusals_total{reason=\"unreadable\"} 1"), "{text}");
}

#[tokio::test]
async fn idle_connections_make_room_for_those_who_ask() {
    let server = Server::start(&[("connections-most", "50")]).await;
    let mut idle = Vec::new();
    for _ in 0..300 {
        idle.push(server.connect().await);
    }
    assert_eq!(server.status(json!({"depth": 1})).await, 200);
    assert!(server.app.metrics.connections.get() <= 50);
}
