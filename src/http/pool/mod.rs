//! The pool: where searches run, and who may run one.
//!
//! There are as many [`seats`] as search threads. A search takes a seat for each of its threads,
//! or waits in [`line`] until they are free. Whoever would wait too long for the time it has, by
//! what [`forecast`] expects, is refused at once: better a quick no than a late yes.

mod forecast;
mod line;
mod refusal;
mod seats;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::Instant;

use tokio::sync::oneshot;

use super::caller::Caller;
use super::limits::Grant;
use super::metrics::Metrics;
use crate::config;
use crate::search::Stop;
use forecast::Demand;
pub use refusal::Refusal;
use seats::{Seat, Seats, Ticket};

/// A handle to the pool; clones share it.
#[derive(Clone)]
pub struct Pool {
    threads: Arc<rayon::ThreadPool>,
    seats: Arc<Seats>,
    metrics: Arc<Metrics>,
}

/// Somebody who wants an answer. Going away ends the search, or the wait for it.
struct Interest {
    seats: Arc<Seats>,
    ticket: Ticket,
    stop: Arc<Stop>,
}

impl Interest {
    /// Waits for the answer; for a seat only until `latest`.
    async fn wait<T>(
        &self,
        mut answered: oneshot::Receiver<Result<T, Refusal>>,
        latest: Option<Instant>,
    ) -> Result<T, Refusal> {
        if let Some(latest) = latest {
            tokio::select! {
                result = &mut answered => return result.unwrap_or(Err(Refusal::Panicked)),
                () = tokio::time::sleep_until(latest.into()) => self.seats.turn_away(self.ticket),
            }
        }
        answered.await.unwrap_or(Err(Refusal::Panicked))
    }
}

impl Drop for Interest {
    fn drop(&mut self) {
        self.stop.cancel();
        self.seats.withdraw(self.ticket);
    }
}

impl Pool {
    /// # Panics
    ///
    /// If the system gives no threads.
    #[must_use]
    pub fn new(config: &config::Pool, metrics: Arc<Metrics>) -> Pool {
        let threads = rayon::ThreadPoolBuilder::new()
            .num_threads(config.seats())
            .thread_name(|number| format!("search-{number}"))
            .build()
            .expect("the system gives threads to search with");
        Pool { threads: Arc::new(threads), seats: Seats::new(config, metrics.clone()), metrics }
    }

    /// Runs `job` on a search thread as soon as it is the caller's turn, and gives its result.
    ///
    /// The job should end by the grant's deadline, and soon after the flag is raised: which
    /// happens when the future is dropped, and when the server goes down. What should leave the
    /// job before its end goes through a channel of its own.
    pub fn run<T, J>(
        &self,
        caller: &Caller,
        game: &'static str,
        grant: &Grant,
        job: J,
    ) -> impl Future<Output = Result<T, Refusal>> + Send + use<T, J>
    where
        T: Send + 'static,
        J: FnOnce(&Arc<Stop>) -> T + Send + 'static,
    {
        let (answer, answered) = oneshot::channel();
        let stop = Stop::new();
        let (threads, flag) = (self.threads.clone(), stop.clone());
        // What the search logs belongs to its request.
        let span = tracing::Span::current();
        let enter = move |seat: Result<Seat, Refusal>| match seat {
            // Nobody listening any more is no error, here and below.
            Err(refusal) => drop(answer.send(Err(refusal))),
            Ok(seat) => threads.spawn(move || {
                let result = catch_unwind(AssertUnwindSafe(|| span.in_scope(|| job(&flag))))
                    .map_err(|_| Refusal::Panicked);
                drop(seat);
                drop(answer.send(result));
            }),
        };
        let demand = Demand::new(game, grant);
        let (ticket, wait) = self.seats.admit(caller, demand, stop.clone(), Box::new(enter));
        let interest = Interest { seats: self.seats.clone(), ticket, stop };
        let metrics = self.metrics.clone();
        async move {
            let result = interest.wait(answered, wait).await;
            if let Err(refusal) = &result {
                metrics.refusal(refusal.reason());
            }
            result
        }
    }

    /// Takes nothing new, and asks all that runs or waits for the best move so far.
    pub fn drain(&self) {
        self.seats.drain();
    }

    #[must_use]
    pub fn is_draining(&self) -> bool {
        self.seats.is_draining()
    }
}
