//! What goes wrong around a service: slow, silent and vanished clients, broken games, too many
//! requests at once, and the end.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use bestmove::config::Config;
use bestmove::games::pennies::Pennies;
use bestmove::http::readiness::Unready;
use bestmove::http::{self, App};
use bestmove::registry::Registry;
use bestmove::search::{Budget, Choice, Engine, Line, Question, Source, Stop, StoppedBy, Term, Value};
use serde_json::{Value as Json, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

/// Longer than anything here takes, however busy the machine.
const PATIENCE: Duration = Duration::from_secs(30);
/// From this heap the engine breaks down.
const CURSED: &str = "13";

/// Takes one penny after having thought for as long as it may: as many milliseconds as it is
/// given nodes, or until its deadline, or until it is stopped. With a depth it does not think.
struct Ponderer;

impl Engine<Pennies> for Ponderer {
    fn choose(
        &self,
        question: &Question<Pennies>,
        budget: &Budget,
        stop: &Arc<Stop>,
        watch: &mut dyn FnMut(&Choice<u32>),
    ) -> Choice<u32> {
        use bestmove::notation::Notation;
        assert_ne!(question.position.write(), CURSED, "a cursed heap");
        let started = Instant::now();
        let so_far = |stopped_by| Choice {
            lines: vec![Line { moves: vec![1], value: Value::Estimate(0) }],
            depth: 1,
            selective_depth: 1,
            nodes: 1,
            time: started.elapsed(),
            stopped_by,
            source: Source::Search,
        };
        loop {
            if budget.depth.is_some() {
                return so_far(StoppedBy::Depth);
            }
            if let Some(reason) = stop.raised() {
                return so_far(reason);
            }
            if budget.nodes.is_some_and(|ms| started.elapsed() >= Duration::from_millis(ms)) {
                return so_far(StoppedBy::Nodes);
            }
            if budget.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
                return so_far(StoppedBy::Time);
            }
            watch(&so_far(StoppedBy::Time));
            std::thread::sleep(Duration::from_millis(2));
        }
    }

    fn terms(&self, _: &Pennies) -> Vec<Term> {
        Vec::new()
    }
}

/// A server in this process, with a game that ponders.
struct Server {
    address: SocketAddr,
    app: Arc<App>,
    stop: oneshot::Sender<()>,
    ended: JoinHandle<()>,
    client: reqwest::Client,
}

impl Server {
    /// With these flags, such as `("pool-seats", "1")`.
    async fn start(flags: &[(&str, &str)]) -> Server {
        let config = Config::flagged(flags).unwrap();
        let app = App::new(Registry::default().with::<Pennies>(Ponderer), config).unwrap();
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let (stop, stopped) = oneshot::channel();
        let ended = tokio::spawn(http::run(listener, app.clone(), async { drop(stopped.await) }));
        let client = reqwest::Client::builder().timeout(PATIENCE).build().unwrap();
        Server { address, app, stop, ended, client }
    }

    fn ask(&self, body: Json) -> reqwest::RequestBuilder {
        let mut body = body;
        body["game"] = "pennies".into();
        self.client.post(format!("http://{}/bestmove", self.address)).json(&body)
    }

    async fn status(&self, body: Json) -> u16 {
        self.ask(body).send().await.unwrap().status().as_u16()
    }

    async fn connect(&self) -> TcpStream {
        TcpStream::connect(self.address).await.unwrap()
    }

    /// A request without its body.
    async fn begin_to_ask(&self) -> TcpStream {
        let mut asking = self.connect().await;
        let head = format!("{AT_ONCE}content-length: 9\r\nexpect: 100-continue\r\n\r\n");
        asking.write_all(head.as_bytes()).await.unwrap();
        let mut heard = [0; 25];
        asking.read_exact(&mut heard).await.unwrap();
        assert_eq!(heard, *b"HTTP/1.1 100 Continue\r\n\r\n", "it is listened to");
        asking
    }

    /// Waits until so many seats are free.
    async fn until_free(&self, seats: i64) {
        until(|| self.app.metrics.seats_free.get() == seats).await;
    }

    /// Waits until so many requests wait for a seat.
    async fn until_queued(&self, requests: i64) {
        until(|| self.app.metrics.queue_depth.get() == requests).await;
    }
}

/// Waits until something holds.
async fn until(holds: impl Fn() -> bool) {
    let waiting = async {
        while !holds() {
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
    };
    tokio::time::timeout(PATIENCE, waiting).await.expect("it comes to hold");
}

/// Everything that comes until the other side closes.
async fn all_of(mut stream: TcpStream) -> String {
    let mut text = Vec::new();
    // A reset is as good an end as any.
    let _ = tokio::time::timeout(PATIENCE, stream.read_to_end(&mut text))
        .await
        .expect("the connection is closed");
    String::from_utf8_lossy(&text).into_owned()
}

const AT_ONCE: &str = "POST /bestmove HTTP/1.1\r\nhost: here\r\ncontent-type: application/json\r\n";

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
    stream.write_all(format!("{AT_ONCE}content-length: 100\r\n\r\n{{").as_bytes()).await.unwrap();
    let answer = all_of(stream).await;
    assert!(answer.starts_with("HTTP/1.1 408 ") && answer.contains("application/problem+json"), "{answer}");
}

#[tokio::test]
async fn a_body_that_is_too_large_is_refused_with_413() {
    let server = Server::start(&[("connections-body-kib", "1")]).await;
    let told = format!("{AT_ONCE}content-length: 5000\r\n\r\n");
    let untold =
        format!("{AT_ONCE}transfer-encoding: chunked\r\n\r\n1000\r\n{}\r\n0\r\n\r\n", " ".repeat(4096));
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

/// What an HTTP/2 connection begins with.
const HELLO: &[u8] = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";
/// Kinds of its frames.
const HEADERS: u8 = 1;
const SETTINGS: u8 = 4;
const PING: u8 = 6;
const GOAWAY: u8 = 7;
/// Flags of headers that are all of a request: END_HEADERS, END_STREAM.
const WHOLE: u8 = 4 | 1;
/// The flag of a PING's answer.
const ACK: u8 = 1;

/// A frame of HTTP/2.
fn frame(kind: u8, flags: u8, stream: u32, payload: &[u8]) -> Vec<u8> {
    let length = u32::try_from(payload.len()).unwrap().to_be_bytes();
    [&length[1..], &[kind, flags], &stream.to_be_bytes(), payload].concat()
}

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

/// The kind and the payload of the next frame of HTTP/2; none at the end.
async fn next_frame(stream: &mut TcpStream) -> Option<(u8, Vec<u8>)> {
    let mut head = [0; 9];
    stream.read_exact(&mut head).await.ok()?;
    let [a, b, c, kind, ..] = head;
    let mut payload = vec![0; u32::from_be_bytes([0, a, b, c]) as usize];
    stream.read_exact(&mut payload).await.ok()?;
    Some((kind, payload))
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
    while serves().await {}
    let late = TcpStream::connect(server.address).await.unwrap();
    let (answers, told) = tokio::time::timeout(PATIENCE, keep_asking(late)).await.expect("it is closed");
    assert!(answers > 0 && told, "{answers} answers, told to go: {told}");
    assert!(!server.ended.is_finished(), "somebody else is still asking");
    drop(asking);
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
