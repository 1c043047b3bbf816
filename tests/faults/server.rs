//! A server in this process, and what is sent to it by hand.

use std::net::SocketAddr;
use std::sync::Arc;

use bestmove::config::Config;
use bestmove::games::pennies::Pennies;
use bestmove::http::{self, App};
use bestmove::registry::Registry;
use serde_json::Value as Json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

use crate::patience::{PATIENCE, until};
use crate::ponderer::Ponderer;

/// The head of a request, to which what tells of its body is added.
pub const POST_BESTMOVE: &str = "POST /bestmove HTTP/1.1\r\nhost: here\r\ncontent-type: application/json\r\n";

/// A server in this process, with a game that ponders.
pub struct Server {
    pub address: SocketAddr,
    pub app: Arc<App>,
    pub stop: oneshot::Sender<()>,
    pub ended: JoinHandle<()>,
    pub client: reqwest::Client,
}

impl Server {
    /// With these flags, such as `("pool-seats", "1")`.
    pub async fn start(flags: &[(&str, &str)]) -> Server {
        let config = Config::flagged(flags).unwrap();
        let app = App::new(Registry::default().with::<Pennies>(Ponderer), config).unwrap();
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let (stop, stopped) = oneshot::channel();
        let ended = tokio::spawn(http::run(listener, app.clone(), async { drop(stopped.await) }));
        let client = reqwest::Client::builder().timeout(PATIENCE).build().unwrap();
        Server { address, app, stop, ended, client }
    }

    pub fn ask(&self, body: Json) -> reqwest::RequestBuilder {
        let mut body = body;
        body["game"] = "pennies".into();
        self.client.post(format!("http://{}/bestmove", self.address)).json(&body)
    }

    pub async fn status(&self, body: Json) -> u16 {
        self.ask(body).send().await.unwrap().status().as_u16()
    }

    pub async fn connect(&self) -> TcpStream {
        TcpStream::connect(self.address).await.unwrap()
    }

    /// A request without its body.
    pub async fn begin_to_ask(&self) -> TcpStream {
        let mut asking = self.connect().await;
        let head = format!("{POST_BESTMOVE}content-length: 9\r\nexpect: 100-continue\r\n\r\n");
        asking.write_all(head.as_bytes()).await.unwrap();
        let mut heard = [0; 25];
        asking.read_exact(&mut heard).await.unwrap();
        assert_eq!(heard, *b"HTTP/1.1 100 Continue\r\n\r\n", "it is listened to");
        asking
    }

    /// Waits until so many seats are free.
    pub async fn until_free(&self, seats: i64) {
        until(&format!("{seats} seats are free"), async || self.app.metrics.seats_free.get() == seats).await;
    }

    /// Waits until so many requests wait for a seat.
    pub async fn until_queued(&self, requests: i64) {
        until(&format!("{requests} requests wait"), async || self.app.metrics.queue_depth.get() == requests)
            .await;
    }
}

/// Everything that comes until the other side closes.
pub async fn all_of(mut stream: TcpStream) -> String {
    let mut text = Vec::new();
    // A reset is as good an end as any.
    let _ = tokio::time::timeout(PATIENCE, stream.read_to_end(&mut text))
        .await
        .expect("the connection is closed");
    String::from_utf8_lossy(&text).into_owned()
}
