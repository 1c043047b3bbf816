//! How a service ends.

use std::time::Duration;

use bestmove::http::readiness::Unready;
use serde_json::{Value as Json, json};
use tokio::net::TcpStream;

use crate::patience::PATIENCE;
use crate::server::Server;

#[tokio::test]
async fn the_end_gives_every_stream_a_last_event() {
    let server = Server::start(&[]).await;
    let ponder = json!({"time_ms": 60_000});
    let mut streams = Vec::new();
    for accept in ["application/x-ndjson", "text/event-stream"] {
        let mut stream = server.ask(ponder.clone()).header("accept", accept).send().await.unwrap();
        assert!(stream.chunk().await.unwrap().is_some());
        streams.push(stream);
    }
    let plain = tokio::spawn(server.ask(ponder).send());
    server.stop.send(()).unwrap();
    let last_of = |text: &str| text.lines().rfind(|line| line.contains("stopped_by")).unwrap().to_owned();
    for stream in streams {
        let last = last_of(&stream.text().await.unwrap());
        assert!(last.contains("\"stopped_by\":\"shutdown\""), "{last}");
    }
    // The plain one may have come too late to be taken; it is answered in any case.
    assert!([200, 503].contains(&plain.await.unwrap().unwrap().status().as_u16()));
    drop(server.client);
    tokio::time::timeout(PATIENCE, server.ended).await.expect("the server ends").unwrap();
}

#[tokio::test]
async fn who_comes_in_the_end_and_says_nothing_is_not_waited_for() {
    let server = Server::start(&[("connections-grace-ms", "60000"), ("connections-idle-ms", "60000")]).await;
    let asking = server.begin_to_ask().await;
    let moment = Duration::from_millis(200);
    server.stop.send(()).unwrap();
    tokio::time::sleep(moment).await;
    let silent = TcpStream::connect(server.address).await.unwrap();
    tokio::time::sleep(moment).await;
    assert!(!server.ended.is_finished(), "somebody is still asking");
    drop(asking);
    tokio::time::timeout(PATIENCE / 2, server.ended).await.expect("the server ends").unwrap();
    drop(silent);
}

#[tokio::test]
async fn at_the_end_readiness_is_denied_before_anything_is_refused() {
    let server = Server::start(&[("pool-seats", "2")]).await;
    assert!(server.app.ready().await.is_ok());
    server.app.leave();
    assert_eq!(server.app.ready().await, Err(Unready::Leaving));
    assert_eq!(server.ask(json!({"depth": 1})).send().await.unwrap().status(), 200);
    server.app.pool.drain();
    let answer = server.ask(json!({"depth": 2})).send().await.unwrap();
    assert_eq!(answer.status(), 503);
    let problem: Json = answer.json().await.unwrap();
    assert_eq!(problem["type"], "/problems/shutting-down");
}
