//! Serves HTTP until it is told to stop.

use tokio::net::TcpListener;
use tokio::signal::unix::{SignalKind, signal};

use super::{Failure, log};
use crate::config::Config;
use crate::http::{self, App};
use crate::registry::Registry;

/// What a shell says of a program that SIGINT ended.
const INTERRUPTED: i32 = 130;

pub fn serve(config: Config) -> Result<(), Failure> {
    log::start(&config.log);
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .thread_name("http")
        .build()
        .map_err(|e| Failure::outcome(format!("cannot start: {e}")))?;
    runtime.block_on(async {
        let stop = stop_signal().map_err(|e| Failure::outcome(format!("cannot listen for signals: {e}")))?;
        let listener = TcpListener::bind(config.bind)
            .await
            .map_err(|e| Failure::outcome(format!("cannot listen on {}: {e}", config.bind)))?;
        if let Ok(address) = listener.local_addr() {
            tracing::info!("listening on http://{address}");
        }
        http::run(listener, App::new(Registry::standard(), config), stop).await;
        Ok(())
    })?;
    // Searches look at their flag every node; whoever is still here has lost its caller.
    runtime.shutdown_background();
    Ok(())
}

/// Ready at the first SIGTERM or SIGINT. The second ends the program on the spot.
fn stop_signal() -> std::io::Result<impl Future<Output = ()> + Send> {
    let mut terminate = signal(SignalKind::terminate())?;
    let mut interrupt = signal(SignalKind::interrupt())?;
    let (told, first) = tokio::sync::oneshot::channel();
    tokio::spawn(async move {
        let mut next = async || tokio::select! { _ = terminate.recv() => {}, _ = interrupt.recv() => {} };
        next().await;
        let _ = told.send(());
        next().await;
        std::process::exit(INTERRUPTED);
    });
    Ok(async { drop(first.await) })
}
