//! Who speaks HTTP/2, written by hand: what clients that are well made never do.

use std::time::Duration;

use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::frames::{ACK, GOAWAY, HEADERS, HELLO, PING, SETTINGS, WHOLE, frame, next_frame};
use crate::patience::{PATIENCE, until};
use crate::server::Server;

#[tokio::test]
async fn who_gives_http_2_no_room_for_an_answer_is_cut_off_however_lively_it_is() {
    let server = Server::start(&[("connections-idle-ms", "200")]).await;
    let (mut read, mut write) = server.connect().await.into_split();
    let no_room = [0, 4, 0, 0, 0, 0]; // SETTINGS_INITIAL_WINDOW_SIZE
    let get_root = [0x82, 0x86, 0x84]; // :method GET, :scheme http, :path /
    let opening = [HELLO, &frame(SETTINGS, 0, 0, &no_room), &frame(HEADERS, WHOLE, 1, &get_root)].concat();
    write.write_all(&opening).await.unwrap();
    let lively = tokio::spawn(async move {
        while write.write_all(&frame(PING, 0, 0, b"are you?")).await.is_ok() {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    });
    let mut heard = Vec::new();
    let _ = tokio::time::timeout(PATIENCE, read.read_to_end(&mut heard)).await.expect("it is closed");
    assert!(heard.windows(8).any(|bytes| bytes == b"are you?"), "HTTP/2 was spoken");
    drop(read);
    tokio::time::timeout(PATIENCE, lively).await.expect("writing fails in the end").unwrap();
}

/// Asks by HTTP/2 again and again until the connection is closed: how many answers came, and whether
/// it was told to go.
async fn keep_asking(mut stream: TcpStream) -> (usize, bool) {
    let healthz = [b"\x82\x86\x04\x08".as_slice(), b"/healthz"].concat(); // :method GET, :scheme http, :path
    stream.write_all(&[HELLO, &frame(SETTINGS, 0, 0, &[])].concat()).await.unwrap();
    let (mut answers, mut told) = (0, false);
    loop {
        let (asked, number) = (answers, 2 * answers as u32 + 1);
        if stream.write_all(&frame(HEADERS, WHOLE, number, &healthz)).await.is_err() {
            return (answers, told);
        }
        while answers == asked {
            match next_frame(&mut stream).await {
                Some((HEADERS, _)) => answers += 1,
                Some((GOAWAY, _)) => told = true,
                Some((PING, payload)) => drop(stream.write_all(&frame(PING, ACK, 0, &payload)).await),
                Some(_) => {}
                None => return (answers, told),
            }
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
}

#[tokio::test]
async fn who_comes_in_the_end_by_http_2_and_keeps_asking_is_answered_and_sent_away() {
    let server = Server::start(&[("connections-grace-ms", "60000")]).await;
    let asking = server.begin_to_ask().await;
    let by_the_clock = server.ask(json!({"time_ms": 5})); // of which no answer is kept
    server.stop.send(()).unwrap();
    let serves = async || by_the_clock.try_clone().unwrap().send().await.is_ok_and(|a| a.status() != 503);
    until("nothing more is taken", async || !serves().await).await;
    let late = TcpStream::connect(server.address).await.unwrap();
    let (answers, told) = tokio::time::timeout(PATIENCE, keep_asking(late)).await.expect("it is closed");
    assert!(answers > 0 && told, "{answers} answers, told to go: {told}");
    assert!(!server.ended.is_finished(), "somebody else is still asking");
    drop(asking);
}
