//! A request for the best move: understood, granted, and carried out in the pool.

use std::sync::Arc;
use std::time::Instant;

use bytes::Bytes;
use utoipa::openapi::{RefOr, Schema};
use utoipa::{PartialSchema, ToSchema};

use super::App;
use super::cache::Computed;
use super::caller::Caller;
use super::limits::{Grant, Limits, Wish};
use super::problem::Problem;
use super::wire::budget::BudgetFields;
use super::wire::fields::Fields;
use super::wire::naming::{self, NamingFields};
use super::wire::schema::object_of;
use super::wire::sent::Request;
use crate::registry::answer::{Answer, StoppedBy};
use crate::registry::{Ask, Registry};
use crate::search::Budget;

/// What is sent to `/bestmove`.
#[derive(Clone, Default, Debug)]
pub struct BestMoveRequest {
    pub naming: NamingFields,
    pub budget: BudgetFields,
}

impl Request for BestMoveRequest {
    fn take(fields: &mut Fields) -> Result<BestMoveRequest, Problem> {
        Ok(BestMoveRequest { naming: fields.take()?, budget: fields.take()? })
    }
}

impl PartialSchema for BestMoveRequest {
    fn schema() -> RefOr<Schema> {
        let description = "A position, and what the search may spend on it. The first limit met ends the search; \
                           without any, the server's default time does.";
        object_of(description, [NamingFields::schema(), BudgetFields::schema()])
    }
}

impl ToSchema for BestMoveRequest {}

/// A question that has been found sound, and what may be spent on it.
#[derive(Clone, Debug)]
pub struct Order {
    pub game: &'static str,
    pub ask: Ask,
    pub grant: Grant,
}

impl Order {
    /// Checks a request that arrived then. Its wishes are cut down by `share` before the caps are.
    pub fn new(
        registry: &Registry,
        limits: &Limits,
        request: BestMoveRequest,
        arrival: Instant,
        share: impl FnOnce(Wish) -> Wish,
    ) -> Result<Order, Problem> {
        let (room, naming) = request.naming.resolve(registry)?;
        let grant = limits.grant(&share(request.budget.wish()?), arrival);
        let ask = request.budget.ask(naming, &grant)?;
        room.check(&ask)?;
        Ok(Order { game: room.card().id, ask, grant })
    }

    /// Whether the same order gets the same answer every time.
    #[must_use]
    pub fn is_deterministic(&self) -> bool {
        !self.grant.timed && self.ask.threads == 1
    }

    /// What the answer depends on: equal for equal orders, whenever they arrive.
    #[must_use]
    pub fn key(&self) -> String {
        let timeless = Ask { budget: Budget { deadline: None, ..self.ask.budget }, ..self.ask.clone() };
        format!("{} {timeless:?} {} {:?}", self.game, self.grant.timed, self.grant.clamped)
    }

    /// Searches in the pool. `watch` sees each improvement, on the search's thread; dropping the
    /// future ends the search.
    pub fn carry_out<W: FnMut(Answer) + Send + 'static>(
        self,
        app: &Arc<App>,
        caller: &Caller,
        mut watch: W,
    ) -> impl Future<Output = Result<Answer, Problem>> + Send + use<W> {
        let Order { game, ask, grant } = self;
        let (registry, granted) = (app.registry.clone(), grant.clone());
        let job = app.pool.run(caller, game, &grant, move |stop| {
            let room = naming::game(&registry, game)?;
            let answer = room.best_move(&ask, stop, &mut |answer| watch(with_limits(answer, &granted)))?;
            Ok::<_, Problem>(with_limits(answer, &granted))
        });
        let app = app.clone();
        async move {
            let answer = job.await??;
            app.metrics.answer(&answer);
            let late = Instant::now().saturating_duration_since(grant.deadline);
            let early = grant.deadline.saturating_duration_since(Instant::now());
            app.metrics.kept_promise(grant.time, (grant.time + late).saturating_sub(early));
            Ok(answer)
        }
    }

    /// The answer as it is sent, from the cache where it is the same every time.
    pub async fn answer(self, app: &Arc<App>, caller: &Caller) -> Result<Plain, Problem> {
        let (key, deterministic, alone) = (self.key(), self.is_deterministic(), self.ask.threads == 1);
        let mut lasting = true;
        let compute = async {
            let answer = self.carry_out(app, caller, |_| {}).await?;
            lasting = if deterministic { is_lasting(&answer) } else { alone && is_final(&answer) };
            Ok::<_, Problem>(Computed { body: to_bytes(&answer), keep: lasting })
        };
        let found = if deterministic {
            app.cache.get_or(&key, compute).await?
        } else {
            app.cache.get_or_each(&key, compute).await?
        };
        app.metrics.cache(found.hit);
        let tag = (deterministic && lasting).then(|| super::cache::etag(&key));
        Ok(Plain { cache: Some(found.status()), body: found.body, tag })
    }
}

/// An answer ready to be sent.
pub struct Plain {
    pub body: Bytes,
    /// Its entity tag, if it is the same every time.
    pub tag: Option<axum::http::HeaderValue>,
    /// What the cache has to say.
    pub cache: Option<axum::http::HeaderValue>,
}

pub fn to_bytes(answer: &Answer) -> Bytes {
    serde_json::to_vec(answer).expect("an answer is plain data").into()
}

/// Whether the search came to the end that its order set, not to one that the day brought.
fn is_lasting(answer: &Answer) -> bool {
    !matches!(answer.stopped_by, StoppedBy::Time | StoppedBy::Cancelled | StoppedBy::Shutdown)
}

/// Whether more time could change nothing.
fn is_final(answer: &Answer) -> bool {
    matches!(answer.stopped_by, StoppedBy::Solved | StoppedBy::OnlyMove)
}

/// The answer with a note of the caps that shaped it.
fn with_limits(mut answer: Answer, grant: &Grant) -> Answer {
    answer.limits_applied = grant.clamped.clone();
    if !grant.timed && answer.stopped_by == StoppedBy::Time {
        // Nobody asked for a time: it was the server's cap.
        answer.limits_applied.insert("time_ms", grant.time.as_millis() as u64);
    }
    answer
}
