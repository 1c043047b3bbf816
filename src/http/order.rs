//! A request for the best move: understood, granted, and carried out in the pool.

use std::num::NonZeroUsize;
use std::sync::Arc;
use std::time::Instant;

use super::App;
use super::caller::Caller;
use super::limits::Grant;
use super::problem::Problem;
use super::wire::best_move::BestMoveRequest;
use crate::registry::answer::{Answer, StoppedBy};
use crate::registry::{Ask, Registry, Work};
use crate::search::Budget;

/// A question that was understood, and what may be spent on it.
pub struct Order {
    pub game: &'static str,
    /// What the answer depends on, as the request said it: equal for equal orders, whenever they
    /// arrive. The same position named in another way is another order.
    pub key: String,
    pub grant: Grant,
    /// Whether a person of some strength is to answer.
    as_person: bool,
    work: Work<Answer, Answer>,
}

impl Order {
    /// Reads a request that was granted so much.
    pub fn new(registry: &Registry, request: BestMoveRequest, grant: Grant) -> Result<Order, Problem> {
        let BestMoveRequest { naming, budget, .. } = request.with_moves_parted(registry)?;
        let (room, naming) = naming.resolve(registry)?;
        let as_person = budget.elo.is_some();
        // More threads than one are no use to who is to err.
        let grant = grant.for_engine(if as_person { NonZeroUsize::MIN } else { room.most_threads() });
        let ask = budget.ask(naming, &grant)?;
        let (game, work) = (room.card().id, room.best_move(&ask)?);
        Ok(Order { game, key: key(game, ask, &grant), grant, as_person, work })
    }

    /// Whether the same order gets the same answer every time.
    #[must_use]
    pub fn is_deterministic(&self) -> bool {
        !self.grant.budget.timed && self.grant.threads == NonZeroUsize::MIN
    }

    /// Searches in the pool. `watch` sees each improvement, on the search's thread; dropping the
    /// future ends the search.
    pub fn carry_out<W: FnMut(Answer) + Send + 'static>(
        self,
        app: &Arc<App>,
        caller: &Caller,
        mut watch: W,
    ) -> impl Future<Output = Result<Answer, Problem>> + Send + use<W> {
        let Order { game, key: _, grant, as_person, work } = self;
        let granted = grant.clone();
        let watch = move |answer| watch(with_limits(answer, &granted));
        let search = app.search(caller, game, game, grant, work, watch);
        let metrics = app.metrics.clone();
        async move {
            let (answer, grant) = search.await?;
            let answer = with_limits(answer, &grant);
            // What a person of some strength sees is no cap.
            let answer = if as_person { answer } else { with_depth(answer, grant.budget.depth) };
            metrics.answered(answer.game, answer.source);
            if grant.budget.timed {
                metrics.ready(Instant::now(), grant.deadline);
            }
            Ok(answer)
        }
    }
}

/// What tells an order from all others.
fn key(game: &str, ask: Ask, grant: &Grant) -> String {
    let timeless = Ask { budget: Budget { deadline: None, ..ask.budget }, ..ask };
    format!("{game} {timeless:?} {:?}", grant.limits_applied(false))
}

/// The answer with a note of the caps that shaped it.
fn with_limits(answer: Answer, grant: &Grant) -> Answer {
    Answer { limits_applied: grant.limits_applied(answer.stopped_by == StoppedBy::Time), ..answer }
}

/// The last answer with a note of its depth, where the game is looked into no deeper, whatever is asked for.
fn with_depth(mut answer: Answer, asked: Option<u32>) -> Answer {
    if answer.stopped_by == StoppedBy::Depth && asked.is_none_or(|asked| answer.depth < asked) {
        answer.limits_applied.insert("depth", answer.depth.into());
    }
    answer
}
