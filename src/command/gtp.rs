//! Go over the Go Text Protocol, for GUIs and match runners.

use std::time::Duration;

use clap::builder::RangedU64ValueParser;

use super::{Failure, unwritten};
use crate::games::go::gtp::{self, Effort, Session};

#[derive(clap::Args)]
pub struct Gtp {
    /// Milliseconds for a move, where the controller sets no time
    #[arg(long, default_value_t = 1000)]
    time_ms: u64,
    /// Games played out for a move, however much time is left [default: no limit]
    #[arg(long)]
    samples: Option<u64>,
    /// How many threads search
    #[arg(long, default_value_t = 1, value_parser = RangedU64ValueParser::<usize>::new().range(1..=256))]
    threads: usize,
}

impl Gtp {
    pub fn run(&self) -> Result<(), Failure> {
        let time = Duration::from_millis(self.time_ms);
        let effort = Effort { time, samples: self.samples, threads: self.threads };
        gtp::talk(Session::new(effort), std::io::stdin().lock(), std::io::stdout()).map_err(unwritten)
    }
}
