//! Go over the Go Text Protocol, for GUIs and match runners.

use std::time::Duration;

use super::{Failure, unwritten, whole};
use crate::games::go::gtp::{self, Effort, Session};
use crate::search::one_or_more;

#[derive(clap::Args)]
pub struct Gtp {
    /// Milliseconds for a move, where the controller sets no time [default: 1000, with --samples no limit]
    #[arg(long, value_parser = whole::<u64>(0..=u64::MAX))]
    time_ms: Option<u64>,
    /// Games played out for a move at most [default: no limit]
    #[arg(long, value_parser = whole::<u64>(0..=u64::MAX))]
    samples: Option<u64>,
    /// How many threads search
    #[arg(long, default_value_t = 1, value_parser = whole::<usize>(1..=256))]
    threads: usize,
}

/// Milliseconds for a move where nobody sets a limit.
const USUAL_MS: u64 = 1000;

impl Gtp {
    pub fn run(&self) -> Result<(), Failure> {
        let usual = if self.samples.is_some() { u64::MAX } else { USUAL_MS };
        let time = Duration::from_millis(self.time_ms.unwrap_or(usual));
        let effort = Effort { time, samples: self.samples, threads: one_or_more(self.threads) };
        gtp::talk(Session::new(effort), std::io::stdin().lock(), std::io::stdout()).map_err(unwritten)
    }
}
