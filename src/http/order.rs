//! A request for the best move: understood, granted, and carried out in the pool.

use std::sync::Arc;
use std::time::Instant;

use super::App;
use super::caller::Caller;
use super::limits::Grant;
use super::problem::Problem;
use super::wire::best_move::BestMoveRequest;
use crate::registry::answer::{Answer, StoppedBy};
use crate::registry::{Ask, Registry};
use crate::search::Budget;

/// A question that has been found sound, and what may be spent on it.
#[derive(Clone, Debug)]
pub struct Order {
    pub game: &'static str,
    pub ask: Ask,
    pub grant: Grant,
}

impl Order {
    /// Checks a request that was granted so much.
    pub fn new(registry: &Registry, request: BestMoveRequest, grant: Grant) -> Result<Order, Problem> {
        let BestMoveRequest { naming, budget, .. } = request.with_moves_parted(registry)?;
        let (room, naming) = naming.resolve(registry)?;
        let grant = grant.for_engine(room.most_threads());
        let ask = budget.ask(naming, &grant)?;
        room.check(&ask)?;
        Ok(Order { game: room.card().id, ask, grant })
    }

    /// Whether the same order gets the same answer every time.
    #[must_use]
    pub fn is_deterministic(&self) -> bool {
        !self.grant.budget.timed && self.ask.threads == 1
    }

    /// What the answer depends on, as the request said it: equal for equal orders, whenever they
    /// arrive. The same position named in another way is another order.
    #[must_use]
    pub fn key(&self) -> String {
        let timeless = Ask { budget: Budget { deadline: None, ..self.ask.budget }, ..self.ask.clone() };
        format!("{} {timeless:?} {:?}", self.game, self.grant.limits_applied(false))
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
        let granted = grant.clone();
        let nodes = |answer: &Answer| answer.nodes;
        let search = app.search(caller, game, game, &grant, nodes, move |room, stop| {
            let answer = room.best_move(&ask, stop, &mut |answer| watch(with_limits(answer, &granted)))?;
            Ok(with_depth(with_limits(answer, &granted), &ask))
        });
        let metrics = app.metrics.clone();
        async move {
            let answer = search.await?;
            metrics.answered(answer.game, answer.source);
            if grant.budget.timed {
                metrics.ready(Instant::now(), grant.deadline);
            }
            Ok(answer)
        }
    }
}

/// The answer with a note of the caps that shaped it.
fn with_limits(answer: Answer, grant: &Grant) -> Answer {
    Answer { limits_applied: grant.limits_applied(answer.stopped_by == StoppedBy::Time), ..answer }
}

/// The last answer with a note of its depth, where the game is looked into no deeper, whatever is asked for. What a
/// person of some strength sees is no cap.
fn with_depth(mut answer: Answer, ask: &Ask) -> Answer {
    let asked = ask.budget.depth.filter(|_| ask.elo.is_none());
    if answer.stopped_by == StoppedBy::Depth && asked.is_some_and(|asked| answer.depth < asked) {
        answer.limits_applied.insert("depth", answer.depth.into());
    }
    answer
}
