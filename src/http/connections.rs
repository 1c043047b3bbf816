//! The accept loop: how many may be connected, for how long without saying anything, and how
//! everybody is seen out in the end.
//!
//! One clock watches each connection: how long it has stood without a complete request, or
//! without taking anything of what is sent. That covers the silent ones, those that send a header
//! a byte at a time, those kept alive for nothing and those that never read, whether they leave it
//! in the socket or give HTTP/2 no room for it.

use std::convert::Infallible;
use std::error::Error;
use std::io::ErrorKind;
use std::net::SocketAddr;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::Request;
use axum::response::Response;
use futures_util::FutureExt;
use hyper::body::Incoming;
use hyper::service::service_fn;
use hyper_util::rt::{TokioExecutor, TokioIo, TokioTimer};
use hyper_util::server::conn::auto;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tower::ServiceExt;

use super::App;
use super::caller::Peer;
use super::held::Held;
use super::metrics::Metrics;
use super::pipe::Pipe;
use super::presence::{Open, Presence};
use crate::config::Connections;

/// Streams that one HTTP/2 connection may have open.
const STREAMS: u32 = 128;
/// How often a peer with open HTTP/2 streams is asked whether it is still there.
const PING: Duration = Duration::from_secs(20);
/// How long whoever comes while all are seen out may be silent: they would be waited for, too.
const LATE: Duration = Duration::from_secs(1);
/// How long to wait when the system gives no more sockets.
const BREATH: Duration = Duration::from_millis(50);

/// Accepts connections until `shutdown` is ready, then sees everybody out.
pub async fn serve(
    listener: TcpListener,
    app: Arc<App>,
    service: Router,
    shutdown: impl Future<Output = ()> + Send,
) {
    let (leave, leaving) = watch::channel(false);
    let Metrics { connections, sent_away, .. } = &*app.metrics;
    let open = Open::new(app.config.connections.most.get(), connections.clone(), sent_away.clone());
    let idle = app.config.connections.idle;
    let door = Door { service, open: open.clone(), idle, leaving, metrics: app.metrics.clone() };
    tokio::select! {
        () = door.keep_open(&listener) => {}
        () = shutdown => {}
    }
    let Connections { linger, grace, .. } = app.config.connections;
    tracing::info!(connections = open.len(), "going down");
    app.leave();
    // The door stays open: whoever asks /readyz learns that others are to go elsewhere.
    tokio::select! {
        () = door.keep_open(&listener) => {}
        () = tokio::time::sleep(linger) => {}
    }
    app.pool.drain();
    leave.send_replace(true);
    tokio::select! {
        () = door.keep_open(&listener) => {}
        () = open.all_gone() => tracing::info!("everybody has been answered"),
        () = tokio::time::sleep(grace) => {
            tracing::warn!(connections = open.len(), "the grace is over");
        }
    }
}

/// What every connection needs.
#[derive(Clone)]
struct Door {
    service: Router,
    open: Arc<Open>,
    idle: Duration,
    leaving: watch::Receiver<bool>,
    metrics: Arc<Metrics>,
}

impl Door {
    /// Lets connections in; never ends by itself.
    async fn keep_open(&self, listener: &TcpListener) {
        loop {
            match listener.accept().await {
                Ok((stream, peer)) => match self.open.enter() {
                    Some(presence) => {
                        tokio::spawn(self.clone().converse(stream, peer, presence));
                    }
                    None => self.metrics.refusal("connections"),
                },
                // Who has gone before being let in is no trouble of the house's.
                Err(error) if error.kind() == ErrorKind::ConnectionAborted => {}
                Err(error) => {
                    tracing::warn!(%error, "cannot accept a connection");
                    self.open.send_away_the_idlest();
                    tokio::time::sleep(BREATH).await;
                }
            }
        }
    }

    /// Serves one connection to its end.
    async fn converse(self, stream: TcpStream, peer: SocketAddr, presence: Presence) {
        let Door { service, idle, mut leaving, metrics, .. } = self;
        // Answers are small and whole: nothing is won by waiting for more to send.
        let _ = stream.set_nodelay(true);
        let presence = Arc::new(presence);
        let watched = presence.clone();
        let stream = TokioIo::new(Pipe::new(stream, presence.clone()));
        let service = service_fn(move |mut request: hyper::Request<Incoming>| {
            request.extensions_mut().insert(Peer(peer));
            answer(service.clone(), request.map(Body::new), presence.clone())
        });
        let mut builder = auto::Builder::new(TokioExecutor::new());
        let late = *leaving.borrow_and_update();
        let idle = if late { idle.min(LATE) } else { idle };
        builder.http1().timer(TokioTimer::new()).header_read_timeout(idle).keep_alive(!late);
        builder.http2().timer(TokioTimer::new()).max_concurrent_streams(STREAMS).keep_alive_interval(PING);
        let mut connection = pin!(builder.serve_connection(stream, service));
        let farewell = async {
            if late {
                // It is answered first: before it has spoken, it would be closed without a word.
                tokio::time::sleep(LATE).await;
            } else {
                let _ = leaving.changed().await;
            }
        };
        let mut farewell = pin!(farewell.fuse());
        loop {
            tokio::select! {
                // An error here is the peer's: a broken request has been answered, a broken line cannot be.
                ended = connection.as_mut() => {
                    if ended.is_err_and(|error| is_unreadable(&*error)) {
                        metrics.refusal("unreadable");
                    }
                    return;
                }
                () = watched.overstayed(idle) => return,
                () = farewell.as_mut() => connection.as_mut().graceful_shutdown(),
            }
        }
    }
}

/// Whether what came was no request of HTTP: it is answered before it comes as far as the service.
fn is_unreadable(error: &(dyn Error + 'static)) -> bool {
    error.downcast_ref::<hyper::Error>().is_some_and(hyper::Error::is_parse)
}

async fn answer(service: Router, request: Request, presence: Arc<Presence>) -> Result<Response, Infallible> {
    let busy = presence.busy();
    let response = service.oneshot(request).await?;
    Ok(response.map(|body| Body::new(Held::new(body, busy))))
}
