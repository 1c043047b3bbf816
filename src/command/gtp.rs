//! Go over the Go Text Protocol, for GUIs and match runners.

use std::time::Duration;

use super::{Failure, unwritten, whole};
use crate::games::go::gtp::{self, Effort, Session};
use crate::search::one_or_more;

#[derive(clap::Args)]
pub struct Gtp {
    /// Milliseconds for a move, where the controller sets no time
    #[arg(long, default_value_t = 1000, value_parser = whole::<u64>(0..=u64::MAX))]
    time_ms: u64,
    /// Games played out for a move, however much time is left [default: no limit]
    #[arg(long, value_parser = whole::<u64>(0..=u64::MAX))]
    samples: Option<u64>,
    /// How many threads search
    #[arg(long, default_value_t = 1, value_parser = whole::<usize>(1..=256))]
    threads: usize,
}

impl Gtp {
    pub fn run(&self) -> Result<(), Failure> {
        let time = Duration::from_millis(self.time_ms);
        let effort = Effort { time, samples: self.samples, threads: one_or_more(self.threads) };
        gtp::talk(Session::new(effort), std::io::stdin().lock(), std::io::stdout()).map_err(unwritten)
    }
}
