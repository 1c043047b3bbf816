//! The log, on standard error.

use tracing_subscriber::EnvFilter;
use tracing_subscriber::fmt::Subscriber;

use crate::config::{Log, LogFormat};

/// Starts it; panics are told there too, with the request that they happened in.
pub fn start(config: &Log) {
    let log = Subscriber::builder()
        .with_env_filter(EnvFilter::new(config.level.as_str()))
        .with_writer(std::io::stderr)
        .with_ansi(false);
    // A log that runs already, in a test, stays.
    let _ = match config.format {
        LogFormat::Text => tracing::subscriber::set_global_default(log.finish()),
        LogFormat::Json => tracing::subscriber::set_global_default(log.json().flatten_event(true).finish()),
    };
    std::panic::set_hook(Box::new(|panic| {
        let message = panic.payload_as_str().unwrap_or("no message");
        let location = panic.location().map(ToString::to_string);
        tracing::error!(message, location, "panic");
    }));
}
