//! Serves HTTP until it is told to stop.

use std::num::NonZeroUsize;
use std::sync::Arc;

use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use tokio::net::TcpListener;
use tokio::signal::unix::{SignalKind, signal};

use super::{Failure, log, settings};
use crate::config::{self, Config};
use crate::games::chess;
use crate::games::chess::book::Book;
use crate::games::chess::knowledge::Furnished;
use crate::games::chess::syzygy::Tables;
use crate::http::{self, App};
use crate::registry::Registry;
use crate::search::memories::Memories;

/// What a shell says of a program that a signal ended: so much more than the signal's number.
const SIGNALLED: i32 = 128;

/// Files that may be open besides a connection each and what chess reads.
const OTHER_FILES: u64 = 32;

pub fn serve(mut config: Config) -> Result<(), Failure> {
    let _log = log::start(&config.log);
    settings::misspelt().iter().for_each(|remark| tracing::warn!("{remark}"));
    let chess = chess_knowledge(&config.chess)?;
    config.connections.most = affordable(config.connections.most, OTHER_FILES + chess.count_files() as u64);
    let registry = Registry::furnished(chess, Memories::of_bytes(config.memory.bytes()));
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .thread_name("http")
        .build()
        .map_err(|e| Failure::outcome(format!("cannot start: {e}")))?;
    runtime.block_on(async {
        let stop = stop_signal().map_err(|e| Failure::outcome(format!("cannot listen for signals: {e}")))?;
        let listener = TcpListener::bind(config.bind).await.map_err(|e| {
            Failure::outcome(format!("cannot listen on {}: {e}; --bind names another", config.bind))
        })?;
        let app = App::new(registry, config).map_err(|e| Failure::outcome(format!("cannot start: {e}")))?;
        if let Ok(address) = listener.local_addr() {
            tracing::info!("listening on http://{address}");
        }
        app.warm_up();
        http::run(listener, app, stop).await;
        Ok(())
    })?;
    // Searches look at their flag every node; whoever is still here has lost its caller.
    runtime.shutdown_background();
    Ok(())
}

/// As many connections as wanted, or as the system gives files for. It is asked for more than it
/// gives unasked: where that is a thousand, most could be given more. So many other files are needed.
fn affordable(most: NonZeroUsize, others: u64) -> NonZeroUsize {
    let wanted = (most.get() as u64).saturating_add(others);
    let limit = getrlimit(Resource::Nofile);
    let Some(unasked) = limit.current.filter(|unasked| *unasked < wanted) else { return most };
    let asked = limit.maximum.map_or(wanted, |bound| bound.min(wanted));
    let given = match setrlimit(Resource::Nofile, Rlimit { current: Some(asked), ..limit }) {
        Ok(()) => asked,
        Err(_) => unasked,
    };
    if given == wanted {
        return most;
    }
    let connections = usize::try_from(given.saturating_sub(others)).unwrap_or(usize::MAX);
    let connections = NonZeroUsize::new(connections).unwrap_or(NonZeroUsize::MIN);
    tracing::warn!(
        files = given,
        "connections.most is lowered to {connections}: raise the limit of open files"
    );
    connections
}

/// What chess knows, with the files that the settings name.
fn chess_knowledge(files: &config::Chess) -> Result<chess::Knowledge, Failure> {
    let mut knowledge = chess::Knowledge::default();
    if let Some(path) = &files.book {
        let named = |flaw| Failure::usage(format!("chess.book: {}: {flaw}", path.display()));
        knowledge.take_book(Some(Arc::new(Book::open(path).map_err(named)?)));
    }
    let tables = Tables::open(&files.syzygy).map_err(|e| Failure::usage(format!("chess.syzygy: {e}")))?;
    tables.flaws().iter().for_each(|flaw| tracing::warn!("chess.syzygy: {flaw}; it is not asked"));
    if !tables.is_empty() {
        tracing::info!("tables of {} chess endings, up to {} men", tables.len(), tables.most_men());
        knowledge.take_tables(Some(Arc::new(tables)));
    }
    Ok(knowledge)
}

/// Ready at the first SIGTERM or SIGINT. The second ends the program as soon as the log is
/// written.
fn stop_signal() -> std::io::Result<impl Future<Output = ()> + Send> {
    let mut terminate = signal(SignalKind::terminate())?;
    let mut interrupt = signal(SignalKind::interrupt())?;
    let (told, first) = tokio::sync::oneshot::channel();
    tokio::spawn(async move {
        let mut next = async || {
            tokio::select! {
                _ = terminate.recv() => SignalKind::terminate(),
                _ = interrupt.recv() => SignalKind::interrupt(),
            }
        };
        next().await;
        let _ = told.send(());
        let signal = next().await;
        log::finish();
        std::process::exit(SIGNALLED + signal.as_raw_value());
    });
    Ok(async { drop(first.await) })
}
