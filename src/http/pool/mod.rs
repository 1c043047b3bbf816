//! The pool: where searches run, and who may run one.
//!
//! There are as many [`seats`] as search threads. A search takes a seat for each of its threads,
//! or waits in [`mod@line`] until they are free. Whoever would wait too long for the time it has, by
//! what [`forecast`] expects, is refused at once: better a quick no than a late yes; unless searches
//! of other callers will have had their [`turn`](config::Pool::turn) in time, which are called to an
//! end. So is who has so many waiting that others would find no place. Whoever was let in is answered:
//! if the forecast was wrong, by a short search beside the seats.

mod forecast;
mod line;
mod refusal;
mod seats;

use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::Instant;

use rayon::{ThreadPool, ThreadPoolBuilder};
use tokio::sync::futures::Notified;
use tokio::sync::oneshot;

use super::caller::Caller;
use super::limits::Grant;
use super::metrics::Metrics;
use crate::config;
use crate::search::Stop;
use crate::search::parallel::STACK;
use forecast::Demand;
pub use refusal::Refusal;
use seats::{Place, Seats, Ticket};

/// A handle to the pool; clones share it.
#[derive(Clone)]
pub struct Pool {
    /// A thread a seat.
    seated: Arc<ThreadPool>,
    /// One thread for those who found no seat in time.
    standing: Arc<ThreadPool>,
    seats: Arc<Seats>,
}

/// Somebody who wants an answer. Going away ends the search, or the wait for it.
struct Interest {
    seats: Arc<Seats>,
    ticket: Ticket,
    /// Of those who were not seated at once: when a search must begin.
    latest: Option<Instant>,
    stop: Arc<Stop>,
}

impl Interest {
    /// Waits for the answer; for a seat only as long as there is time for a search.
    async fn wait<T>(&self, mut answered: oneshot::Receiver<Result<T, Refusal>>) -> Result<T, Refusal> {
        if let Some(latest) = self.latest {
            tokio::select! {
                result = &mut answered => return result.unwrap_or(Err(Refusal::Panicked)),
                () = tokio::time::sleep_until(latest.into()) => self.seats.let_stand(self.ticket),
            }
        }
        answered.await.unwrap_or(Err(Refusal::Panicked))
    }
}

impl Drop for Interest {
    fn drop(&mut self) {
        self.stop.cancel();
        if self.latest.is_some() {
            self.seats.withdraw(self.ticket);
        }
    }
}

impl Pool {
    /// Fails where the system gives no threads.
    pub fn new(config: &config::Pool, metrics: Arc<Metrics>) -> io::Result<Pool> {
        Ok(Pool {
            seated: threads(config.seats.get(), "seat")?,
            standing: threads(1, "standing")?,
            seats: Seats::new(config, metrics),
        })
    }

    /// Runs `job` on a search thread as soon as it is the caller's turn, and gives its result.
    /// Jobs of the same `task` (a game, a review) are expected to take alike.
    ///
    /// The job should end by the grant's deadline, and soon after the flag is raised: which
    /// happens when the future is dropped, and when the server goes down. What should leave the
    /// job before its end goes through a channel of its own.
    pub fn run<T, J>(
        &self,
        caller: &Caller,
        task: &'static str,
        grant: &Grant,
        job: J,
    ) -> impl Future<Output = Result<T, Refusal>> + Send + use<T, J>
    where
        T: Send + 'static,
        J: FnOnce(&Arc<Stop>) -> T + Send + 'static,
    {
        let (answer, answered) = oneshot::channel();
        let stop = Stop::new();
        let (seated, standing, flag) = (self.seated.clone(), self.standing.clone(), stop.clone());
        // What the search logs belongs to its request.
        let span = tracing::Span::current();
        let enter = move |place: Result<Place, Refusal>| match place {
            // Nobody listening any more is no error, here and below.
            Err(refusal) => drop(answer.send(Err(refusal))),
            Ok(place) => {
                let (threads, seat) = match place {
                    Place::Seat(seat) => (seated, seat),
                    Place::Standing(seat) => (standing, seat),
                };
                threads.spawn(move || {
                    let result = catch_unwind(AssertUnwindSafe(|| span.in_scope(|| job(&flag))))
                        .map_err(|_| Refusal::Panicked);
                    drop(seat);
                    drop(answer.send(result));
                });
            }
        };
        let demand = Demand::new(task, grant);
        let (ticket, latest) = self.seats.admit(caller, demand, stop.clone(), Box::new(enter));
        let interest = Interest { seats: self.seats.clone(), ticket, latest, stop };
        async move { interest.wait(answered).await }
    }

    /// When the next one has left, or the service goes down: who was refused may try again.
    pub fn stir(&self) -> Notified<'_> {
        self.seats.stir()
    }

    /// Takes nothing new, and asks all that runs or waits for the best move so far.
    pub fn drain(&self) {
        self.seats.drain();
    }
}

/// Threads to search on. They give way to those that serve: a request must be read, and refused
/// if need be, while every core searches.
fn threads(many: usize, name: &'static str) -> io::Result<Arc<ThreadPool>> {
    let pool = ThreadPoolBuilder::new()
        .num_threads(many)
        .stack_size(STACK)
        .thread_name(move |number| format!("{name}-{number}"))
        .start_handler(|_| give_way())
        .build();
    pool.map(Arc::new).map_err(io::Error::other)
}

/// How far the calling thread's niceness is raised.
#[cfg(target_os = "linux")]
const NICENESS: i32 = 5;

/// Linux keeps a niceness for each thread; elsewhere this would slow down the whole process.
fn give_way() {
    #[cfg(target_os = "linux")]
    if let Err(error) = rustix::process::nice(NICENESS) {
        tracing::debug!(%error, "searches run at the priority of the service");
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::config::Config;
    use crate::http::limits::{Limits, Wish};

    #[tokio::test]
    async fn who_was_let_in_is_answered_though_no_seat_falls_free() {
        let config = Config::default();
        let pool = Pool::new(&config.pool, Arc::default()).unwrap();
        let (limits, caller) = (Limits::new(&config), Caller::at([10, 0, 0, 1].into()));
        let grant = |ms| {
            let wish = Wish { time: Some(Duration::from_millis(ms)), ..Wish::default() };
            limits.grant(&wish, Instant::now())
        };
        // Every seat is taken by a search that ends much later than anybody expects.
        let held: Vec<_> = (0..config.pool.seats.get())
            .map(|_| {
                let (release, held) = std::sync::mpsc::channel::<()>();
                (release, tokio::spawn(pool.run(&caller, "game", &grant(20), move |_| held.recv())))
            })
            .collect();
        let quick = pool.run(&caller, "game", &grant(200), |_| "a move");
        assert_eq!(quick.await, Ok("a move"));
        for (release, slow) in held {
            release.send(()).unwrap();
            assert!(slow.await.unwrap().is_ok());
        }
    }
}
