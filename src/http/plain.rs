//! The best move told as one document: out of the cache where it has been found before, and into
//! it where it would be found again.

use std::num::NonZeroUsize;
use std::sync::Arc;
use std::time::Duration;

use axum::http::HeaderValue;
use bytes::Bytes;

use super::App;
use super::cache::Computed;
use super::caller::Caller;
use super::order::Order;
use super::problem::Problem;
use super::tag::Identity;
use crate::registry::answer::{Answer, Source, StoppedBy};

/// An answer ready to be sent.
pub struct Plain {
    pub body: Bytes,
    /// Its entity tag, if it is the same every time.
    pub tag: Option<HeaderValue>,
    /// What the cache has to say.
    pub cache: HeaderValue,
}

impl Plain {
    pub async fn of(mut order: Order, app: &Arc<App>, caller: &Caller) -> Result<Plain, Problem> {
        let key = std::mem::take(&mut order.key);
        let (deterministic, alone) = (order.is_deterministic(), order.grant.threads == NonZeroUsize::MIN);
        let (game, time, until) = (order.game, order.grant.time, order.grant.deadline);
        let compute = async {
            let answer = order.carry_out(app, caller, |_| {}).await?;
            let (body, took) = (to_bytes(&answer), time_spent(&answer));
            let kept = if deterministic {
                is_lasting(&answer).then(|| body.clone())
            } else {
                (alone && is_final(&answer)).then(|| to_bytes(&found_earlier(answer)))
            };
            Ok::<_, Problem>(Computed { body, kept, took })
        };
        // A search that somebody else has begun may take as long as the server lets any.
        let can_wait = time == app.limits.caps.time;
        let found = if deterministic && can_wait {
            app.cache.get_or(&key, until, compute).await?
        } else {
            app.cache.get_or_each(&key, compute).await?
        };
        app.metrics.cache(found.hit);
        if found.hit {
            app.metrics.answered(game, Source::Cache);
        }
        let identity = Identity::new(&key, app.registry.edition());
        let tag = (deterministic && found.kept).then(|| identity.tag(&found.body));
        Ok(Plain { cache: found.status(), body: found.body, tag })
    }
}

fn to_bytes(answer: &Answer) -> Bytes {
    serde_json::to_vec(answer).expect("an answer is plain data").into()
}

/// Whether the search came to the end that its order set, not to one that the day brought.
fn is_lasting(answer: &Answer) -> bool {
    !matches!(answer.stopped_by, StoppedBy::Time | StoppedBy::Cancelled | StoppedBy::Shutdown)
}

/// How much time it would take to find more. When the service goes down nobody is given any.
fn time_spent(answer: &Answer) -> Duration {
    match answer.stopped_by {
        StoppedBy::Shutdown => Duration::MAX,
        _ => Duration::from_millis(answer.time_ms),
    }
}

/// Whether more time could change nothing.
fn is_final(answer: &Answer) -> bool {
    matches!(answer.stopped_by, StoppedBy::Solved | StoppedBy::OnlyMove)
}

/// What those are told who ask later, with a time of their own that was not spent. Where the
/// answer is promised to be the same to the byte, it cannot say so.
fn found_earlier(answer: Answer) -> Answer {
    let source = if answer.source == Source::Search { Source::Cache } else { answer.source };
    Answer { source, ..answer }
}
