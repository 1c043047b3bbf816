//! The log, on standard error.

use tracing_subscriber::EnvFilter;
use tracing_subscriber::fmt::Subscriber;

use crate::config::{Log, LogFormat};

/// Starts it; panics are told there too, with the request that they happened in.
pub fn start(config: &Log) {
    let log = Subscriber::builder()
        .with_env_filter(EnvFilter::new(config.level.as_str()))
        .with_writer(std::io::stderr)
        .with_ansi(false)
        // Of a line that cannot be written (a full disk, a reader that has gone) nobody is told: the
        // place to tell it is the one that is broken, and to fail there would end the process.
        .log_internal_errors(false);
    // A log that runs already, in a test, stays.
    let _ = match config.format {
        LogFormat::Text => tracing::subscriber::set_global_default(log.finish()),
        LogFormat::Json => {
            // No span is inside another: a list of them would say the same again.
            let log = log.json().flatten_event(true).with_span_list(false);
            tracing::subscriber::set_global_default(log.finish())
        }
    };
    std::panic::set_hook(Box::new(|panic| {
        let message = panic.payload_as_str().unwrap_or("no message");
        let location = panic.location().map(ToString::to_string);
        tracing::error!(message, location, "panic");
    }));
}
