//! The command as a user meets it: a process with arguments, an environment and signals.

mod patience;

use std::io::{BufRead, BufReader, Lines};
use std::net::TcpStream;
use std::process::{Child, ChildStderr, Command, Output, Stdio};
use std::time::Duration;

use patience::until;
use rustix::process::{Pid, Signal, kill_process};

fn bestmove(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_bestmove"));
    command.args(arguments);
    command
}

fn told(output: &Output) -> (String, String) {
    (
        String::from_utf8_lossy(&output.stdout).into_owned(),
        String::from_utf8_lossy(&output.stderr).into_owned(),
    )
}

/// The lines that a server writes.
type Log = Lines<BufReader<ChildStderr>>;

/// A server on a port of its own. It is killed when the test is over.
struct Server {
    process: Child,
    url: String,
}

impl Server {
    fn start(settings: &[&str]) -> Server {
        let (server, log) = Server::by(bestmove(&[]), settings);
        // Somebody has to read the log, or the server waits for it.
        std::thread::spawn(move || log.for_each(drop));
        server
    }

    /// Started by a command that is given the server's arguments. The log goes on after the line
    /// that tells the address.
    fn by(mut command: Command, settings: &[&str]) -> (Server, Log) {
        command.args(["serve", "--bind", "127.0.0.1:0"]);
        let mut process = command.args(settings).stderr(Stdio::piped()).spawn().unwrap();
        let mut log = BufReader::new(process.stderr.take().unwrap()).lines();
        let line = log.find(|line| line.as_ref().unwrap().contains("listening on ")).unwrap().unwrap();
        let url = line.split("listening on ").nth(1).unwrap().trim().to_owned();
        (Server { process, url }, log)
    }

    async fn get(&self, path: &str) -> reqwest::Response {
        reqwest::get(format!("{}{path}", self.url)).await.expect("an answer")
    }

    async fn until_ready(&self) {
        until("it is ready", async || self.get("/readyz").await.status() == 200).await;
    }

    fn terminate(&self) {
        kill_process(Pid::from_child(&self.process), Signal::TERM).unwrap();
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

#[test]
fn settings_come_from_the_flag_then_the_environment_then_the_file() {
    let file = std::env::temp_dir().join(format!("bestmove-{}.toml", std::process::id()));
    std::fs::write(&file, "[pool]\nseats = 3\nqueue = 3\nmargin_ms = 3\n").unwrap();
    let output = bestmove(&["config", "--config", file.to_str().unwrap(), "--pool-seats", "5"])
        .env("BESTMOVE_POOL_SEATS", "4")
        .env("BESTMOVE_POOL_QUEUE", "4")
        .env("BESTMOVE_SERVICE_HOST", "somebody else's")
        .output()
        .unwrap();
    std::fs::remove_file(&file).unwrap();
    let (settings, errors) = told(&output);
    assert!(output.status.success() && errors.is_empty(), "{errors}");
    let line = |key: &str| settings.lines().find(|line| line.starts_with(key)).unwrap().to_owned();
    assert!(line("pool.seats = 5").ends_with("# flag --pool-seats"));
    assert!(line("pool.queue = 4").ends_with("# environment BESTMOVE_POOL_QUEUE"));
    assert!(line("pool.margin_ms = 3").contains("# file ") && line("bind").ends_with("# default"));
}

#[test]
fn a_misspelt_variable_is_warned_of_in_the_log_and_no_one_elses() {
    let output = bestmove(&["serve", "--chess-book", "/no/such/book.bin"])
        .env("BESTMOVE_POOL_SEAT", "a secret, for all we know")
        .env("BESTMOVE_PORT_8080_TCP", "tcp://10.0.0.1:8080")
        .env("BESTMOVE_CONFIG", "config/default.toml")
        .output()
        .unwrap();
    let (_, errors) = told(&output);
    let warnings: Vec<_> = errors.lines().filter(|line| line.contains("WARN")).collect();
    let [warning] = warnings[..] else { panic!("{errors}") };
    let told = "BESTMOVE_POOL_SEAT in the environment is not a setting; did you mean BESTMOVE_POOL_SEATS?";
    assert!(warning.ends_with(told), "{warning}");
}

#[test]
fn an_empty_variable_says_nothing() {
    for name in ["BESTMOVE_CONFIG", "BESTMOVE_POOL_SEATS"] {
        let output = bestmove(&["config"]).env(name, "").output().unwrap();
        let (settings, errors) = told(&output);
        assert!(output.status.success() && !settings.contains("# environment"), "{name}: {errors}");
    }
}

#[test]
fn mistakes_end_with_2_and_one_line_on_standard_error() {
    for (arguments, word) in [
        (
            &["serve", "--bind", "nowhere"][..],
            "bind: \"nowhere\" is not an address and port like 127.0.0.1:8080",
        ),
        (&["--pool-seats", "-1"], "pool"),
        (&["serve", "--log-level", "loud=very"], "log.level"),
        (&["serve", "--chess-syzygy", "src"], "chess.syzygy"),
        (&["--no-such-flag"], "--no-such-flag"),
        (&["config", "--config", "/no/such/file"], "/no/such/file"),
        (&["serve", "--chess-book", "/no/such/book.bin"], "chess.book: /no/such/book.bin"),
        (&["serve", "--chess-book", "/dev/null"], "Polyglot"),
        (&["perft", "--game", "ludo", "--depth", "1"], "ludo"),
        (&["perft", "--game", "pennies", "--position", "many", "--depth", "1"], "many"),
    ] {
        let output = bestmove(arguments).output().unwrap();
        let (answer, errors) = told(&output);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(
            answer.is_empty() && errors.lines().count() == 1 && errors.contains(word),
            "{arguments:?}: {errors}"
        );
    }
}

#[test]
fn perft_ends_with_the_total_alone() {
    let output =
        bestmove(&["perft", "--game", "pennies", "--position", "7", "--depth", "3"]).output().unwrap();
    assert_eq!(told(&output).0, "1: 9\n2: 8\n3: 6\n23\n");
}

#[test]
fn a_position_may_begin_with_a_hyphen() {
    let start = "---------------------------OX------XO--------------------------- X";
    let output =
        bestmove(&["perft", "--game", "othello", "--position", start, "--depth", "2"]).output().unwrap();
    assert!(told(&output).0.ends_with("\n12\n"), "{output:?}");
}

#[test]
fn a_server_is_healthy_until_it_is_gone() {
    let server = Server::start(&[]);
    let health = |url: &str| bestmove(&["health", "--url", url]).output().unwrap().status.code();
    let url = format!("{}/healthz", server.url);
    assert_eq!(health(&url), Some(0));
    drop(server);
    assert_eq!(health(&url), Some(1));
}

#[tokio::test]
async fn a_server_whose_log_nobody_takes_goes_on() {
    let (server, log) = Server::by(bestmove(&[]), &[]);
    drop(log);
    for _ in 0..2 {
        // What is refused while the games warm up is logged, too.
        server.until_ready().await;
    }
}

/// How many connections are open at a server under a limit of open files, when as many as `silent`
/// have come that say nothing, and one that asks.
async fn open_connections(limit: &str, most: &str, silent: usize) -> usize {
    let mut shell = Command::new("sh");
    let script = format!("ulimit {limit}; exec \"$0\" \"$@\"");
    shell.args(["-c", &script, env!("CARGO_BIN_EXE_bestmove")]);
    let (server, _log) = Server::by(shell, &["--connections-most", most]);
    let address = server.url.trim_start_matches("http://");
    let _silent: Vec<_> = (0..silent).map(|_| TcpStream::connect(address).unwrap()).collect();
    let metrics = server.get("/metrics").await.text().await.unwrap();
    let open = metrics.lines().find_map(|line| line.strip_prefix("bestmove_connections ")).unwrap();
    open.parse().unwrap()
}

#[tokio::test]
async fn the_system_is_asked_for_a_file_for_each_connection() {
    assert_eq!(open_connections("-Sn 40", "200", 100).await, 101);
}

#[tokio::test]
async fn where_files_are_few_idle_connections_make_room() {
    let open = open_connections("-n 64", "200", 100).await;
    assert!(open <= 32, "{open}");
}

#[tokio::test]
async fn a_book_that_the_settings_name_is_played() {
    let file = std::env::temp_dir().join(format!("bestmove-book-{}.bin", std::process::id()));
    // Polyglot's key of the start position, a2a3, weight 1, nothing learnt.
    let entry: [u8; 16] = 0x463b_9618_1691_fc9c_0210_0001_0000_0000_u128.to_be_bytes();
    std::fs::write(&file, entry).unwrap();
    let server = Server::start(&["--chess-book", file.to_str().unwrap()]);
    let answer = server.get("/bestmove?game=chess&depth=1").await.text().await.unwrap();
    assert!(answer.contains(r#""move":"a2a3""#) && answer.contains(r#""source":"book""#), "{answer}");
    std::fs::remove_file(&file).unwrap();
}

#[tokio::test]
async fn a_server_that_lingers_is_not_ready_but_answers_whoever_has_not_heard_of_it() {
    let server = Server::start(&["--connections-linger-ms", "60000"]);
    server.until_ready().await;
    server.terminate();
    until("it is ready no more", async || server.get("/readyz").await.status() == 503).await;
    let answer = server.get("/bestmove?game=chess&time_ms=20&book=false").await;
    assert_eq!(answer.status(), 200);
    let answer = answer.text().await.unwrap();
    assert!(answer.contains(r#""stopped_by":"time""#), "{answer}");
}

#[tokio::test]
async fn sigterm_ends_open_streams_with_their_best_move_and_the_process_with_0() {
    let mut server = Server::start(&[]);
    let client = reqwest::Client::builder().timeout(Duration::from_secs(30)).build().unwrap();
    let request = client
        .post(format!("{}/bestmove", server.url))
        .header("accept", "application/x-ndjson")
        .body(r#"{"game": "chess", "time_ms": 60000, "book": false}"#)
        .header("content-type", "application/json");
    let mut stream = request.send().await.unwrap();
    assert_eq!(stream.status(), 200);
    assert!(stream.chunk().await.unwrap().is_some());
    server.terminate();
    let rest = stream.text().await.unwrap();
    let last = rest.lines().last().unwrap();
    assert!(last.contains("\"stopped_by\":\"shutdown\""), "{last}");
    assert!(server.process.wait().unwrap().success());
}
