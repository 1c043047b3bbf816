//! The service: one search and one API for every game.
//!
//! A request passes these rooms, in this order:
//!
//! - [`connections`]: the accept loop, and the end of it; whose [`presence`] is noted, through its
//!   [`pipe`] whether the other side takes what is sent, and as [`held`] whether it makes room for more;
//! - [`layers`]: what happens to every request: its [`caller`] and that one's [`allowance`], its
//!   body, and as a [`visit`] its line in the log and in the [`metrics`];
//! - [`routes`]: what each address does;
//! - [`wire`]: what was sent, as types;
//! - [`desk`]: where long requests are read;
//! - [`order`]: a request for the best move, with what it may spend by [`limits`];
//! - [`plain`]: its answer as one document, out of the [`cache`] or into it, with a [`tag`];
//! - [`pool`]: where and when it is searched, and [`readiness`]: whether it is;
//! - [`seal`]: what the client keeps for the server;
//! - [`stream`]: how an answer is told while it grows;
//! - [`problem`]: how anything is refused.
//!
//! Beside the way stand the description of the API, [`openapi`], and the [`page`].

pub mod allowance;
pub mod cache;
pub mod caller;
pub mod connections;
pub mod desk;
mod held;
pub mod layers;
pub mod limits;
pub mod metrics;
pub mod openapi;
pub mod order;
pub mod page;
mod pipe;
pub mod plain;
pub mod pool;
mod presence;
pub mod problem;
pub mod readiness;
pub mod routes;
pub mod seal;
pub mod stream;
pub mod tag;
mod visit;
pub mod wire;

use std::io;
use std::sync::Arc;
use std::time::Instant;

use tokio::net::TcpListener;

use crate::config::Config;
use crate::notation::Fault;
use crate::registry::{Naming, Registry, Room, Visited, Work};
use allowance::Allowances;
use cache::AnswerCache;
use caller::{Caller, Callers};
use desk::Desk;
use limits::{Grant, Limits};
use metrics::Metrics;
use order::Order;
use pool::{Pool, Refusal};
use problem::{Kind, Problem};
use readiness::Readiness;
use seal::Seals;
use wire::best_move::BestMoveRequest;
use wire::naming::NamingFields;

/// Everything that a request may need, shared by all of them.
pub struct App {
    pub registry: Arc<Registry>,
    pub config: Arc<Config>,
    pub limits: Limits,
    pub callers: Callers,
    pub allowances: Allowances,
    pub cache: AnswerCache,
    pub desk: Desk,
    pub pool: Pool,
    pub metrics: Arc<Metrics>,
    pub seals: Seals,
    readiness: Readiness,
}

impl App {
    /// Fails where the system gives no threads to search with.
    pub fn new(registry: Registry, config: Config) -> io::Result<Arc<App>> {
        let metrics = Arc::new(Metrics::default());
        Ok(Arc::new(App {
            registry: Arc::new(registry),
            limits: Limits::new(&config),
            callers: Callers::new(&config.allowance),
            allowances: Allowances::new(&config.allowance),
            cache: AnswerCache::new(&config.cache),
            seals: Seals::new(&config.umpire.seal_key),
            readiness: Readiness::default(),
            desk: Desk::new(&config.pool),
            pool: Pool::new(&config.pool, metrics.clone())?,
            metrics,
            config: Arc::new(config),
        }))
    }

    /// Takes one request from the caller's allowance.
    pub fn spend(&self, caller: &Caller) -> Result<(), Problem> {
        self.allowances.take(caller).map_err(|wait| {
            self.metrics.refusal("allowance");
            let per_second = self.config.allowance.per_second;
            let detail =
                format!("The allowance of {caller} is spent; it grows by {per_second} requests a second");
            Problem::new(Kind::TooManyRequests, detail)
                .hint("Come back after Retry-After; GET /limits tells what is left, and costs nothing")
                .retry_after(wait)
        })
    }

    /// Makes an order of a request that arrived then.
    pub async fn order(
        &self,
        request: BestMoveRequest,
        arrival: Instant,
        limits: &Limits,
    ) -> Result<Order, Problem> {
        let grant = limits.grant(&request.budget.wish()?, arrival);
        let (brief, until) = (request.is_brief(), grant.deadline);
        self.read(brief, until, move |registry| Order::new(registry, request, grant)).await
    }

    /// Looks at a position: on the spot if that is brief.
    pub async fn look_at<T: Send + 'static>(
        &self,
        brief: bool,
        naming: NamingFields,
        look: impl FnOnce(&dyn Room, &Naming) -> Result<T, Fault> + Send + 'static,
    ) -> Result<T, Problem> {
        self.read(brief, self.patience(), move |registry| {
            let (room, naming) = naming.resolve(registry)?;
            Ok(look(room, &naming)?)
        })
        .await
    }

    /// Reads on the spot what is brief: it would take longer to hand over than to do.
    async fn read<T: Send + 'static>(
        &self,
        brief: bool,
        until: Instant,
        work: impl FnOnce(&Registry) -> Result<T, Problem> + Send + 'static,
    ) -> Result<T, Problem> {
        if brief { work(&self.registry) } else { self.read_at_desk(until, work).await }
    }

    /// Reads at the desk, or refuses what has not had its turn by then.
    pub async fn read_at_desk<T: Send + 'static>(
        &self,
        until: Instant,
        work: impl FnOnce(&Registry) -> Result<T, Problem> + Send + 'static,
    ) -> Result<T, Problem> {
        let registry = self.registry.clone();
        let read = self.desk.work(until, move || work(&registry)).await;
        read.inspect_err(|problem| {
            let broke_off = problem.kind == Kind::Internal;
            self.metrics.refusal(if broke_off { Refusal::Panicked.reason() } else { "reading" });
        })?
    }

    /// Does work of a game in the pool; `watch` sees each step, on the search's thread. What was found is
    /// counted, though the caller may have gone by then. With it comes what was granted in the end: less,
    /// if others needed the seat.
    pub fn search<T, S, W>(
        &self,
        caller: &Caller,
        task: &'static str,
        game: &'static str,
        grant: Grant,
        work: Work<T, S>,
        mut watch: W,
    ) -> impl Future<Output = Result<(T, Grant), Problem>> + Send + use<T, S, W>
    where
        T: Visited + Send + 'static,
        S: 'static,
        W: FnMut(S) + Send + 'static,
    {
        let metrics = self.metrics.clone();
        let found = self.pool.run(caller, task, &grant, move |stop| {
            let started = Instant::now();
            let found = work(stop, &mut watch);
            metrics.searched(game, found.nodes(), started.elapsed());
            (found, stop.due_at())
        });
        let metrics = self.metrics.clone();
        async move {
            let (found, due) = found.await.inspect_err(|refusal| metrics.refusal(refusal.reason()))?;
            let grant = match due {
                Some(end) => grant.called(end),
                None => grant,
            };
            Ok((found, grant))
        }
    }

    /// Until when a request that names no time may wait to be read.
    fn patience(&self) -> Instant {
        Instant::now() + self.limits.caps.default_time
    }
}

/// Serves until `shutdown` is ready and what was open has ended, or the grace is over.
pub async fn run(listener: TcpListener, app: Arc<App>, shutdown: impl Future<Output = ()> + Send) {
    let service = layers::around(routes::router(app.clone()), app.clone());
    connections::serve(listener, app, service, shutdown).await;
}
