//! The pool: where searches run, and who may run one.
//!
//! There are as many seats as search threads. A search takes a seat for each of its threads, or
//! waits in [`line`] until they are free. Whoever would wait too long for the time it has, by
//! what [`forecast`] expects, is refused at once: better a quick no than a late yes.

mod forecast;
mod line;
mod refusal;

use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use tokio::sync::oneshot;

use super::caller::Caller;
use super::limits::Grant;
use super::metrics::Metrics;
use crate::config;
use crate::search::Stop;
use forecast::{Demand, Forecast, Habits};
use line::Line;
pub use refusal::Refusal;

/// A handle to the pool; clones share it.
#[derive(Clone)]
pub struct Pool(Arc<Inner>);

struct Inner {
    threads: rayon::ThreadPool,
    /// The least time for which a search is worth starting.
    least: Duration,
    /// The most that may wait.
    queue: usize,
    metrics: Arc<Metrics>,
    state: Mutex<State>,
}

struct State {
    free: usize,
    line: Line<Waiting>,
    running: HashMap<Ticket, Running>,
    habits: Habits,
    issued: Ticket,
    draining: bool,
}

type Ticket = u64;

struct Waiting {
    ticket: Ticket,
    demand: Demand,
    stop: Arc<Stop>,
    since: Instant,
    enter: Box<dyn FnOnce(Result<Seat, Refusal>) + Send>,
}

struct Running {
    demand: Demand,
    stop: Arc<Stop>,
    since: Instant,
}

/// The right to search: seats, for as long as it lives.
struct Seat {
    pool: Arc<Inner>,
    ticket: Ticket,
}

impl Drop for Seat {
    fn drop(&mut self) {
        self.pool.leave(self.ticket);
    }
}

/// Somebody who wants an answer. Going away ends the search, or the wait for it.
struct Interest {
    pool: Arc<Inner>,
    ticket: Ticket,
    stop: Arc<Stop>,
}

impl Interest {
    /// Waits for the answer; `latest` is when waiting for a seat has no point any more.
    async fn wait<T>(
        &self,
        mut answered: oneshot::Receiver<Result<T, Refusal>>,
        latest: Option<Instant>,
    ) -> Result<T, Refusal> {
        if let Some(latest) = latest {
            tokio::select! {
                result = &mut answered => return result.unwrap_or(Err(Refusal::Panicked)),
                () = tokio::time::sleep_until(latest.into()) => self.pool.turn_away(self.ticket),
            }
        }
        answered.await.unwrap_or(Err(Refusal::Panicked))
    }
}

impl Drop for Interest {
    fn drop(&mut self) {
        self.stop.cancel();
        self.pool.withdraw(self.ticket);
    }
}

impl Pool {
    /// # Panics
    ///
    /// If the system gives no threads.
    #[must_use]
    pub fn new(config: &config::Pool, metrics: Arc<Metrics>) -> Pool {
        let seats = config.seats();
        let threads = rayon::ThreadPoolBuilder::new()
            .num_threads(seats)
            .thread_name(|number| format!("search-{number}"))
            .build()
            .expect("the system gives threads to search with");
        metrics.pool_seats.set(seats as i64);
        metrics.seats_free.set(seats as i64);
        Pool(Arc::new(Inner {
            threads,
            least: config.least,
            queue: config.queue,
            metrics,
            state: Mutex::new(State {
                free: seats,
                line: Line::default(),
                running: HashMap::new(),
                habits: Habits::default(),
                issued: 0,
                draining: false,
            }),
        }))
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
        let (pool, flag) = (self.0.clone(), stop.clone());
        // What the search logs belongs to its request.
        let span = tracing::Span::current();
        let enter = move |seat: Result<Seat, Refusal>| match seat {
            // Nobody listening any more is no error, here and below.
            Err(refusal) => drop(answer.send(Err(refusal))),
            Ok(seat) => pool.threads.spawn(move || {
                let result = catch_unwind(AssertUnwindSafe(|| span.in_scope(|| job(&flag))))
                    .map_err(|_| Refusal::Panicked);
                drop(seat);
                drop(answer.send(result));
            }),
        };
        let demand = Demand::new(game, grant);
        let (ticket, wait) = self.0.admit(caller, demand, stop.clone(), Box::new(enter));
        let interest = Interest { pool: self.0.clone(), ticket, stop };
        async move {
            let result = interest.wait(answered, wait).await;
            if let Err(refusal) = &result {
                interest.pool.metrics.refusal(refusal.reason());
            }
            result
        }
    }

    /// Takes nothing new, and asks all that runs or waits for the best move so far.
    pub fn drain(&self) {
        let mut state = self.0.state();
        state.draining = true;
        state.running.values().for_each(|running| running.stop.shut_down());
        state.line.in_order().for_each(|waiting| waiting.stop.shut_down());
    }

    #[must_use]
    pub fn is_draining(&self) -> bool {
        self.0.state().draining
    }
}

impl Inner {
    /// Seats a search, lets it wait, or refuses it. If it waits: until when that makes sense.
    fn admit(
        self: &Arc<Self>,
        caller: &Caller,
        demand: Demand,
        stop: Arc<Stop>,
        enter: Box<dyn FnOnce(Result<Seat, Refusal>) + Send>,
    ) -> (Ticket, Option<Instant>) {
        let now = Instant::now();
        let mut state = self.state();
        state.issued += 1;
        let ticket = state.issued;
        let newcomer = Waiting { ticket, demand, stop, since: now, enter };
        if state.draining {
            drop(state);
            (newcomer.enter)(Err(Refusal::Draining));
            return (ticket, None);
        }
        state.line.join(caller, newcomer);
        let seated = self.seat_the_next(&mut state, now);
        if seated.iter().any(|(seated, _)| *seated == ticket) {
            drop(state);
            self.start(seated);
            return (ticket, None);
        }
        let latest = demand.deadline.checked_sub(self.least).unwrap_or(now);
        let start = state.start_of(ticket, now);
        let refused = if start > latest {
            state.line.take(|waiting| waiting.ticket == ticket)
        } else if state.line.len() > self.queue {
            state.line.take_from_the_longest(caller)
        } else {
            None
        };
        let refusal = Refusal::Full {
            waiting: state.line.len(),
            wait: start.saturating_duration_since(now),
            spare: latest.saturating_duration_since(now),
        };
        self.report(&state);
        drop(state);
        self.start(seated);
        if let Some(refused) = refused {
            (refused.enter)(Err(refusal));
        }
        (ticket, Some(latest))
    }

    /// Frees the seats of a search that has ended.
    fn leave(self: &Arc<Self>, ticket: Ticket) {
        let now = Instant::now();
        let mut state = self.state();
        if let Some(Running { demand, stop, since }) = state.running.remove(&ticket) {
            state.free += demand.threads;
            if stop.raised().is_none() {
                let granted = demand.deadline.saturating_duration_since(since);
                state.habits.learn(demand.kind, granted, now - since);
            }
        }
        let seated = self.seat_the_next(&mut state, now);
        self.report(&state);
        drop(state);
        self.start(seated);
    }

    /// Takes somebody out of the line who has gone.
    fn withdraw(self: &Arc<Self>, ticket: Ticket) {
        let mut state = self.state();
        if state.line.len() > 0 && state.line.take(|waiting| waiting.ticket == ticket).is_some() {
            let seated = self.seat_the_next(&mut state, Instant::now());
            self.report(&state);
            drop(state);
            self.start(seated);
        }
    }

    /// Refuses somebody who has waited in vain: the searches before took longer than expected.
    fn turn_away(&self, ticket: Ticket) {
        let mut state = self.state();
        if let Some(late) = state.line.take(|waiting| waiting.ticket == ticket) {
            let refusal = Refusal::Full {
                waiting: state.line.len(),
                wait: late.since.elapsed(),
                spare: Duration::ZERO,
            };
            self.report(&state);
            drop(state);
            (late.enter)(Err(refusal));
        }
    }

    /// Takes from the line all who can sit down now. They are started when the lock is released.
    fn seat_the_next(&self, state: &mut State, now: Instant) -> Vec<(Ticket, Waiting)> {
        let mut seated = Vec::new();
        while state.line.first().is_some_and(|first| first.demand.threads <= state.free) {
            let Some(next) = state.line.take_first() else { break };
            state.free -= next.demand.threads;
            let running = Running { demand: next.demand, stop: next.stop.clone(), since: now };
            state.running.insert(next.ticket, running);
            self.metrics.queue_wait.observe((now - next.since).as_secs_f64());
            seated.push((next.ticket, next));
        }
        self.report(state);
        seated
    }

    fn start(self: &Arc<Self>, seated: Vec<(Ticket, Waiting)>) {
        for (ticket, waiting) in seated {
            (waiting.enter)(Ok(Seat { pool: self.clone(), ticket }));
        }
    }

    fn report(&self, state: &State) {
        self.metrics.queue_depth.set(state.line.len() as i64);
        self.metrics.seats_free.set(state.free as i64);
    }

    fn state(&self) -> MutexGuard<'_, State> {
        // Nothing in here panics half way; a poisoned lock must not end the service.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    /// When somebody in the line will probably sit down.
    fn start_of(&self, ticket: Ticket, now: Instant) -> Instant {
        let ends =
            self.running.values().map(|r| (r.demand.end(r.since, now, &self.habits), r.demand.threads));
        let mut forecast = Forecast::new(now, self.free, ends);
        let mut start = now;
        for waiting in self.line.in_order() {
            start = forecast.seat(&waiting.demand, &self.habits);
            if waiting.ticket == ticket {
                break;
            }
        }
        start
    }
}
