//! Why a search did not give an answer.

use std::time::Duration;

use crate::http::problem::{Kind, Problem};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Refusal {
    /// There would be no seat in time.
    Full {
        /// How many seats it would take.
        wanted: usize,
        /// How many are free.
        free: usize,
        /// How many wait.
        waiting: usize,
        /// How long the wait is expected to be.
        wait: Duration,
        /// How long the request could have waited.
        spare: Duration,
    },
    /// The line has no place for one more of this caller's.
    Crowded {
        /// How many wait.
        waiting: usize,
        /// How many may.
        places: usize,
        /// When the next of them will probably sit down.
        wait: Duration,
    },
    /// The server is going down.
    Draining,
    /// The search broke.
    Panicked,
}

impl Refusal {
    /// For the metrics.
    #[must_use]
    pub fn reason(self) -> &'static str {
        match self {
            Refusal::Full { .. } | Refusal::Crowded { .. } => "full",
            Refusal::Draining => "draining",
            Refusal::Panicked => "panicked",
        }
    }

    /// Whether there is nothing wrong but too much to do.
    #[must_use]
    pub fn is_for_want_of_room(self) -> bool {
        matches!(self, Refusal::Full { .. } | Refusal::Crowded { .. })
    }

    /// When it is worth asking again, if it is: as soon as the same request would probably be taken.
    fn retry_after(self) -> Option<Duration> {
        match self {
            Refusal::Full { wait, spare, .. } => Some(wait.saturating_sub(spare)),
            Refusal::Crowded { wait, .. } => Some(wait),
            Refusal::Draining => Some(Duration::from_secs(1)),
            Refusal::Panicked => None,
        }
    }
}

impl From<Refusal> for Problem {
    fn from(refusal: Refusal) -> Problem {
        let problem = match refusal {
            Refusal::Full { wanted, free, waiting, wait, spare } => {
                let (wait, spare) = (wait.as_millis(), spare.as_millis());
                let seats = match free {
                    0 => "Every seat is taken".to_owned(),
                    free if free < wanted => {
                        format!("Of the {wanted} seats that it asks for, {free} are free")
                    }
                    _ => "Others come first".to_owned(),
                };
                let detail = format!(
                    "{seats}, and {waiting} requests wait; the wait is expected to be {wait} ms, and this request could \
                     wait {spare} ms"
                );
                Problem::new(Kind::ServerFull, detail).hint(match wanted {
                    ..=1 => "Come back after Retry-After, or give it more time",
                    _ => "Come back after Retry-After, give it more time, or ask for fewer `threads`",
                })
            }
            Refusal::Crowded { waiting, places, wait } => {
                let detail = format!(
                    "Every seat is taken, and {waiting} of the {places} places in line; one caller may have no more of \
                     them than are left. The next is expected to be free in {} ms",
                    wait.as_millis()
                );
                Problem::new(Kind::ServerFull, detail).hint("Come back after Retry-After")
            }
            Refusal::Draining => Problem::new(Kind::ShuttingDown, "The server is going down")
                .hint("Ask again: another replica will answer"),
            Refusal::Panicked => Problem::new(Kind::Internal, "The search failed"),
        };
        match refusal.retry_after() {
            Some(wait) => problem.retry_after(wait),
            None => problem,
        }
    }
}
