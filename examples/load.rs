//! Puts a service under load, on this machine only, and reports what it bears.
//!
//! ```text
//! cargo build --release --example load --bin bestmove
//! target/release/examples/load ratio      # requests a second, against an axum handler that says hello
//! target/release/examples/load overload   # four times what the seats can bear, 50 ms each
//! target/release/examples/load idle       # ten thousand connections that say nothing
//! ```
//!
//! It starts the `bestmove` that lies beside it as a process of its own, and ends it afterwards.

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use axum::routing::post;
use axum::{Json, Router};
use bestmove::config::Config;
use bestmove::http::{App, connections, layers};
use bestmove::registry::Registry;
use clap::{Args, Parser, Subcommand};
use serde::{Deserialize, Serialize};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};

#[derive(Parser)]
struct Load {
    #[command(subcommand)]
    what: What,
}

#[derive(Subcommand)]
enum What {
    /// Requests a second of tic-tac-toe, and of a handler that does nothing in the same house
    Ratio(Ratio),
    /// More searches than there are seats
    Overload(Overload),
    /// Connections that say nothing, and somebody who wants an answer among them
    Idle(Idle),
    /// Says hello in so many bytes: what `ratio` compares with
    #[command(hide = true)]
    Hello { bytes: usize },
}

#[derive(Args)]
struct Ratio {
    /// Seconds for each of the runs
    #[arg(long, default_value_t = 4)]
    seconds: u64,
    #[arg(long, default_value_t = 32)]
    connections: usize,
    /// Runs of each, in turn
    #[arg(long, default_value_t = 3)]
    rounds: usize,
}

#[derive(Args)]
struct Overload {
    #[arg(long, default_value_t = 10)]
    seconds: u64,
    /// So many times what the seats can bear
    #[arg(long, default_value_t = 4.0)]
    times: f64,
    /// Milliseconds that each request gives
    #[arg(long, default_value_t = 50)]
    budget: u64,
    #[arg(long, default_value = "chess")]
    game: String,
}

#[derive(Args)]
struct Idle {
    #[arg(long, default_value_t = 10_000)]
    connections: usize,
}

/// A server in a process of its own.
struct Server {
    child: Child,
    address: SocketAddr,
}

impl Server {
    fn start(command: &mut Command) -> Server {
        let mut child = command.stderr(Stdio::piped()).spawn().expect("the program starts");
        let mut log = BufReader::new(child.stderr.take().expect("its log is piped")).lines();
        let line = log.find_map(|line| Some(line.ok()?.split_once("http://")?.1.trim().to_owned()));
        let address = line.and_then(|line| line.parse().ok()).expect("it says where it listens");
        std::thread::spawn(move || log.for_each(drop));
        Server { child, address }
    }

    /// With so many seats, or as many as the server would take.
    fn bestmove(seats: Option<usize>) -> Server {
        let beside = std::env::current_exe().expect("this program has a place");
        let program: PathBuf =
            beside.parent().and_then(|p| p.parent()).expect("in target/…/examples").join("bestmove");
        let mut command = Command::new(program);
        command.args(["serve", "--bind", "127.0.0.1:0", "--log-level", QUIET]);
        command.args(seats.map(|seats| format!("--pool-seats={seats}")));
        Server::start(&mut command)
    }

    fn hello(bytes: usize) -> Server {
        let this = std::env::current_exe().expect("this program has a place");
        Server::start(Command::new(this).args(["hello", &bytes.to_string()]))
    }

    /// Resident memory in MiB.
    fn memory(&self) -> u64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).unwrap_or_default();
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
        let kib = line.and_then(|rest| rest.trim().trim_end_matches(" kB").parse::<u64>().ok());
        kib.unwrap_or(0) / 1024
    }
}

/// The log tells where the server listens, and not every request.
const QUIET: &str = "warn,bestmove::command=info";

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A client that keeps its connection: no more of HTTP than a measurement needs.
struct Client {
    stream: TcpStream,
    buffer: Vec<u8>,
}

impl Client {
    async fn connect(address: SocketAddr) -> std::io::Result<Client> {
        let stream = TcpStream::connect(address).await?;
        stream.set_nodelay(true)?;
        Ok(Client { stream, buffer: Vec::with_capacity(8192) })
    }

    /// The status of the answer, and its body.
    async fn post(&mut self, body: &str) -> std::io::Result<(u16, String)> {
        let request = format!(
            "POST /bestmove HTTP/1.1\r\nhost: here\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\r\n{body}",
            body.len()
        );
        self.stream.write_all(request.as_bytes()).await?;
        self.buffer.clear();
        let broken = || std::io::Error::other("an answer that cannot be read");
        loop {
            if self.stream.read_buf(&mut self.buffer).await? == 0 {
                return Err(broken());
            }
            let Some(end) = self.buffer.windows(4).position(|four| four == b"\r\n\r\n") else { continue };
            let head = std::str::from_utf8(&self.buffer[..end]).map_err(|_| broken())?;
            let status = head.get(9..12).and_then(|status| status.parse().ok()).ok_or_else(broken)?;
            let length = |line: &str| {
                let (name, value) = line.split_once(':')?;
                name.eq_ignore_ascii_case("content-length").then(|| value.trim().parse::<usize>().ok())?
            };
            let length = head.lines().find_map(length).ok_or_else(broken)?;
            if self.buffer.len() >= end + 4 + length {
                let body = String::from_utf8_lossy(&self.buffer[end + 4..end + 4 + length]).into_owned();
                return Ok((status, body));
            }
        }
    }
}

/// What came back: latencies by status, 0 for broken connections.
#[derive(Default)]
struct Tally(Mutex<BTreeMap<u16, Vec<Duration>>>);

impl Tally {
    fn add(&self, status: u16, took: Duration) {
        self.0.lock().expect("no panic in here").entry(status).or_default().push(took);
    }

    /// How many answers came back: a refusal or a broken connection is none.
    fn answers(&self) -> usize {
        self.0.lock().expect("no panic in here").get(&200).map_or(0, Vec::len)
    }

    /// A line a status, latencies in milliseconds.
    fn report(&self) {
        for (status, times) in self.0.lock().expect("no panic in here").iter_mut() {
            times.sort();
            let [p50, p90, p99, max] = [0.5, 0.9, 0.99, 1.0].map(|share| percentile(times, share));
            println!(
                "  {status}: {:6}   p50 {p50:7.1}  p90 {p90:7.1}  p99 {p99:7.1}  max {max:7.1} ms",
                times.len()
            );
        }
    }
}

/// In milliseconds; of sorted times.
fn percentile(times: &[Duration], share: f64) -> f64 {
    let index = (times.len() as f64 * share).ceil() as usize;
    times[index.clamp(1, times.len()) - 1].as_secs_f64() * 1e3
}

/// Every position of a game of tic-tac-toe after two or three moves: several hundred questions.
fn questions() -> Vec<String> {
    let cells = || 0..9;
    let mut questions = Vec::new();
    for (x, o) in cells().flat_map(|x| cells().map(move |o| (x, o))).filter(|(x, o)| x != o) {
        for second in cells().filter(|cell| *cell != x && *cell != o).map(Some).chain([None]) {
            let cell = |cell| match cell {
                _ if cell == x || Some(cell) == second => 'X',
                _ if cell == o => 'O',
                _ => '.',
            };
            let grid: String = cells().map(cell).collect();
            questions.push(format!("{{\"grid\":\"{grid}\"}}"));
        }
    }
    questions
}

/// Asks as fast as the answers come, on so many connections. Gives answers a second.
async fn hammer(address: SocketAddr, connections: usize, time: Duration) -> f64 {
    let (tally, questions) = (Arc::new(Tally::default()), Arc::new(questions()));
    let started = Instant::now();
    let mut clients = Vec::new();
    for number in 0..connections {
        let (tally, questions) = (tally.clone(), questions.clone());
        clients.push(tokio::spawn(async move {
            let mut client = Client::connect(address).await.expect("it accepts");
            for question in questions.iter().cycle().skip(number * 7) {
                if started.elapsed() > time {
                    break;
                }
                let asked = Instant::now();
                let Ok((status, _)) = client.post(question).await else {
                    // Nothing comes back from it any more.
                    tally.add(0, asked.elapsed());
                    break;
                };
                tally.add(status, asked.elapsed());
            }
        }));
    }
    for client in clients {
        client.await.expect("clients do not panic");
    }
    tally.report();
    tally.answers() as f64 / started.elapsed().as_secs_f64()
}

impl Ratio {
    async fn run(&self) {
        let server = Server::bestmove(None);
        let mut client = Client::connect(server.address).await.expect("it accepts");
        let (status, answer) = client.post(&questions()[0]).await.expect("it answers");
        assert_eq!(status, 200, "{answer}");
        let hello = Server::hello(answer.len());
        let time = Duration::from_secs(self.seconds);
        let mut ratios = Vec::new();
        for round in 1..=self.rounds {
            println!("hello, round {round}");
            let most = hammer(hello.address, self.connections, time).await;
            println!("  {most:.0} a second, {} MiB", hello.memory());
            println!("tic-tac-toe, round {round}");
            let ours = hammer(server.address, self.connections, time).await;
            println!("  {ours:.0} a second, {} MiB", server.memory());
            ratios.push(ours / most);
        }
        ratios.sort_by(f64::total_cmp);
        println!("ratio {:.2} (median of {:.2?})", ratios[ratios.len() / 2], ratios);
    }
}

impl Overload {
    async fn run(&self) {
        let seats = std::thread::available_parallelism().map_or(1, |n| n.get());
        // Said to the server: the environment may say otherwise.
        let server = Server::bestmove(Some(seats));
        let each = Duration::from_millis(self.budget).div_f64(seats as f64 * self.times);
        let body = format!("{{\"game\":\"{}\",\"time_ms\":{},\"book\":false}}", self.game, self.budget);
        println!("{:.0} a second for {seats} seats, {} ms each", 1.0 / each.as_secs_f64(), self.budget);
        let (tally, idle) = (Arc::new(Tally::default()), Arc::new(Mutex::new(Vec::new())));
        let started = Instant::now();
        let mut pace = tokio::time::interval(each);
        let (mut requests, mut memory, mut second) = (Vec::new(), Vec::new(), 0);
        while started.elapsed() < Duration::from_secs(self.seconds) {
            pace.tick().await;
            let (tally, idle, body, address) = (tally.clone(), idle.clone(), body.clone(), server.address);
            requests.push(tokio::spawn(async move {
                let free = idle.lock().expect("no panic in here").pop();
                let mut client = match free {
                    Some(client) => client,
                    None => Client::connect(address).await.expect("it accepts"),
                };
                let asked = Instant::now();
                let status = client.post(&body).await.map_or(0, |(status, _)| status);
                tally.add(status, asked.elapsed());
                if status > 0 {
                    idle.lock().expect("no panic in here").push(client);
                }
            }));
            if started.elapsed().as_secs() > second {
                second = started.elapsed().as_secs();
                memory.push(server.memory());
            }
        }
        for request in requests {
            request.await.expect("clients do not panic");
        }
        tally.report();
        if let Some(answered) = tally.0.lock().expect("no panic in here").get(&200) {
            let over = |share| percentile(answered, share) - self.budget as f64;
            println!(
                "  over the budget: p50 {:.1}  p99 {:.1}  max {:.1} ms",
                over(0.5),
                over(0.99),
                over(1.0)
            );
        }
        println!("  memory, each second: {memory:?} MiB");
    }
}

impl Idle {
    async fn run(&self) {
        let server = Server::bestmove(None);
        println!("{} MiB before", server.memory());
        let mut silent = Vec::new();
        for _ in 0..self.connections {
            match TcpStream::connect(server.address).await {
                Ok(stream) => silent.push(stream),
                Err(error) => {
                    println!("{error} (ulimit -n must be above {})", self.connections);
                    break;
                }
            }
        }
        println!("{} connections that say nothing: {} MiB", silent.len(), server.memory());
        let tally = Tally::default();
        let mut client = Client::connect(server.address).await.expect("it accepts");
        for question in questions().iter().take(200) {
            let asked = Instant::now();
            let status = client.post(question).await.map_or(0, |(status, _)| status);
            tally.add(status, asked.elapsed());
        }
        tally.report();
        drop(silent);
        tokio::time::sleep(Duration::from_millis(500)).await;
        println!("{} MiB when they have gone", server.memory());
    }
}

#[derive(Deserialize)]
struct Question {
    #[serde(rename = "grid")]
    _grid: String,
}

#[derive(Clone, Serialize)]
struct Hello {
    hello: &'static str,
}

/// A handler that does nothing, with the same surroundings and an answer of the same size.
async fn hello(bytes: usize) {
    let frame = r#"{"hello":""}"#.len();
    let answer = Hello { hello: "o".repeat(bytes.saturating_sub(frame)).leak() };
    let say = move |Json(_): Json<Question>| async move { Json(answer) };
    let app = App::new(Registry::default(), Config::default()).unwrap();
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("there is a free port");
    eprintln!("http://{}", listener.local_addr().expect("it is bound"));
    let service = layers::around(Router::new().route("/bestmove", post(say)), app.clone());
    connections::serve(listener, app, service, std::future::pending()).await;
}

#[tokio::main]
async fn main() {
    match Load::parse().what {
        What::Ratio(ratio) => ratio.run().await,
        What::Overload(overload) => overload.run().await,
        What::Idle(idle) => idle.run().await,
        What::Hello { bytes } => hello(bytes).await,
    }
}
