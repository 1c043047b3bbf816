//! The log, on standard error.
//!
//! A thread of its own writes it. Whoever reads the log may stall (a full pipe, a shipper that hangs),
//! and no request may wait for that: lines that cannot be taken any more are lost, and it is told how
//! many.

use std::io::{self, Write};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, TrySendError, sync_channel};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use tracing_subscriber::EnvFilter;
use tracing_subscriber::fmt::Subscriber;

use crate::config::{Log, LogFormat};

/// How many lines may wait to be written.
const WAITING: usize = 8192;
/// How long the end of the service waits for what is left to be written.
const PATIENCE: Duration = Duration::from_millis(500);
/// How long to wait for a place in the line.
const BREATH: Duration = Duration::from_millis(1);

static WRITER: OnceLock<Writer> = OnceLock::new();

/// Starts it, until what is returned is dropped; panics are told there too, with the request that they
/// happened in.
pub fn start(config: &Log) -> Started {
    let log = Subscriber::builder()
        .with_env_filter(EnvFilter::new(config.level.as_str()))
        .with_writer(|| WRITER.get_or_init(|| Writer::to(io::stderr(), tell_of_lost)))
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
    Started
}

/// What is told last is written, however its owner ends.
pub struct Started;

impl Drop for Started {
    fn drop(&mut self) {
        finish();
    }
}

/// Waits until all is written that was told so far, if somebody reads it.
pub fn finish() {
    if let Some(writer) = WRITER.get() {
        writer.finish(PATIENCE);
    }
}

fn tell_of_lost(lines: u64) {
    tracing::warn!(lines, "so many lines of the log are lost by now: nobody took them in time");
}

/// Takes lines, and has them written in their order.
struct Writer {
    entries: SyncSender<Entry>,
    /// Lines, since it began.
    lost: Arc<AtomicU64>,
}

enum Entry {
    Line(Vec<u8>),
    /// All before it are written when this is dropped.
    End(SyncSender<()>),
}

impl Writer {
    /// When lines were lost, `tell` is told how many by then, as soon as none waits any more.
    fn to(out: impl Write + Send + 'static, tell: impl Fn(u64) + Send + 'static) -> Writer {
        let (entries, taken) = sync_channel(WAITING);
        let lost = Arc::<AtomicU64>::default();
        let counted = lost.clone();
        // Without a thread all lines are lost, and the service goes on.
        let thread = std::thread::Builder::new().name("log".to_owned());
        let _ = thread.spawn(move || write_down(&taken, out, &counted, tell));
        Writer { entries, lost }
    }

    fn finish(&self, patience: Duration) {
        let until = Instant::now() + patience;
        let (written, all_written) = sync_channel(0);
        let mut end = Entry::End(written);
        while let Err(TrySendError::Full(again)) = self.entries.try_send(end) {
            if Instant::now() >= until {
                return;
            }
            end = again;
            std::thread::sleep(BREATH);
        }
        let _ = all_written.recv_timeout(until.saturating_duration_since(Instant::now()));
    }
}

/// Each call brings a whole line.
impl Write for &Writer {
    fn write(&mut self, line: &[u8]) -> io::Result<usize> {
        if let Err(TrySendError::Full(_)) = self.entries.try_send(Entry::Line(line.to_vec())) {
            self.lost.fetch_add(1, Ordering::Relaxed);
        }
        Ok(line.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn write_down(entries: &Receiver<Entry>, mut out: impl Write, lost: &AtomicU64, tell: impl Fn(u64)) {
    let (mut told, mut ends) = (0, Vec::new());
    loop {
        let entry = match entries.try_recv() {
            Ok(entry) => entry,
            Err(_) => {
                // What is told now has room in the line.
                let by_now = lost.load(Ordering::Relaxed);
                if by_now > told {
                    told = by_now;
                    tell(by_now);
                    continue;
                }
                ends.clear();
                match entries.recv() {
                    Ok(entry) => entry,
                    Err(_) => return,
                }
            }
        };
        match entry {
            Entry::Line(line) => drop(out.write_all(&line)),
            Entry::End(written) => ends.push(written),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::{Sender, channel};
    use std::sync::{Mutex, PoisonError};

    use super::*;

    /// Takes nothing until it is let, and keeps what it took.
    struct Stalled {
        let_go: Receiver<()>,
        taken: Arc<Mutex<Vec<u8>>>,
    }

    impl Write for Stalled {
        fn write(&mut self, line: &[u8]) -> io::Result<usize> {
            // Whoever has gone holds nobody up.
            let _ = self.let_go.recv();
            self.taken.lock().unwrap_or_else(PoisonError::into_inner).extend_from_slice(line);
            Ok(line.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    /// A writer, and its reader, which stalls until it is let go.
    struct Log {
        writer: Writer,
        hold: Sender<()>,
        taken: Arc<Mutex<Vec<u8>>>,
        told_to_be_lost: Receiver<u64>,
    }

    fn stalled() -> Log {
        let (hold, let_go) = channel();
        let (tell, told_to_be_lost) = channel();
        let taken = Arc::<Mutex<Vec<u8>>>::default();
        let reader = Stalled { let_go, taken: taken.clone() };
        let writer = Writer::to(reader, move |lines| tell.send(lines).unwrap());
        Log { writer, hold, taken, told_to_be_lost }
    }

    #[test]
    fn a_reader_that_stalls_holds_nobody_up_and_it_is_told_how_much_it_has_missed() {
        let log = stalled();
        let all = 2 * WAITING;
        for number in 0..all {
            (&log.writer).write_all(format!("{number}\n").as_bytes()).unwrap();
        }
        log.writer.finish(Duration::ZERO);
        drop(log.hold);
        log.writer.finish(Duration::from_secs(60));
        let lost = log.told_to_be_lost.try_recv().expect("it is told") as usize;
        let taken = String::from_utf8(log.taken.lock().unwrap().clone()).unwrap();
        assert!(lost > 0 && taken.lines().count() + lost == all, "{lost}");
        assert!(taken.lines().is_sorted_by_key(|line| line.parse::<usize>().expect("a whole line")));
    }

    #[test]
    fn what_was_told_is_written_at_the_end() {
        let log = stalled();
        (&log.writer).write_all(b"told\n").unwrap();
        drop(log.hold);
        log.writer.finish(Duration::from_secs(60));
        assert_eq!(*log.taken.lock().unwrap(), b"told\n");
    }
}
