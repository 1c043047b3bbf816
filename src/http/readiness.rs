//! Whether requests are taken: found out by trying, and remembered for a moment, so that whoever
//! asks again and again costs no search each time.

use std::num::NonZeroU32;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use tokio::sync::Mutex;

use super::App;
use super::caller::Caller;
use super::limits::Wish;
use super::pool::Refusal;
use crate::registry::{Ask, Naming};

/// Why requests are not taken.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unready {
    /// The games are working out what else the first who asks would wait for.
    Warming,
    /// The service is told to go.
    Leaving,
    /// The pool did not answer a search of one ply in time.
    Silent,
}

/// What is known of it.
#[derive(Default)]
pub(super) struct Readiness {
    warming: AtomicBool,
    leaving: AtomicBool,
    /// What the pool answered last, and when.
    last: Mutex<Option<(Instant, bool)>>,
}

/// How long the pool may take to answer a probe: shorter than orchestrators wait for one.
const PROBE: Duration = Duration::from_millis(900);
/// What a pool at work may need of that to say so.
const SAYING: Duration = Duration::from_millis(100);
/// How long what it answered is remembered: less than orchestrators wait before they ask again.
const MOMENT: Duration = Duration::from_secs(1);

impl Readiness {
    /// What is remembered, or what the probe finds; of many who ask at once one tries.
    async fn or_find(&self, probe: impl Future<Output = bool>) -> bool {
        let mut last = self.last.lock().await;
        if let Some((_, ready)) = last.filter(|(at, _)| at.elapsed() < MOMENT) {
            return ready;
        }
        let ready = probe.await;
        *last = Some((Instant::now(), ready));
        ready
    }
}

impl App {
    /// Whether requests are taken: warm, not going down, and the pool answered a search of one ply a
    /// moment ago, or had more to do than to take it.
    pub async fn ready(&self) -> Result<(), Unready> {
        if self.readiness.leaving.load(Ordering::Relaxed) {
            return Err(Unready::Leaving);
        }
        if self.readiness.warming.load(Ordering::Relaxed) {
            return Err(Unready::Warming);
        }
        if self.readiness.or_find(self.probe()).await { Ok(()) } else { Err(Unready::Silent) }
    }

    /// Has the games warm up, beside whatever is asked in the meantime: the service is not ready
    /// until then. A game that breaks off is no reason to keep the others waiting.
    pub fn warm_up(self: &Arc<App>) {
        self.readiness.warming.store(true, Ordering::Relaxed);
        let app = self.clone();
        tokio::spawn(async move {
            let registry = app.registry.clone();
            if let Err(error) = tokio::task::spawn_blocking(move || registry.warm_up()).await {
                tracing::error!(%error, "the games did not warm up");
            }
            app.readiness.warming.store(false, Ordering::Relaxed);
        });
    }

    /// From now on the service is not ready: it is told to go.
    pub fn leave(&self) {
        self.readiness.leaving.store(true, Ordering::Relaxed);
    }

    /// Whether the pool answers a search of one ply. One that is full for a search so short is at
    /// work: others may have the time to wait.
    async fn probe(&self) -> bool {
        let wish = Wish { depth: NonZeroU32::new(1), time: Some(PROBE - SAYING), ..Wish::default() };
        let grant = self.limits.grant(&wish, Instant::now());
        let ask = Ask { book: false, ..Ask::new(Naming::default(), grant.budget) };
        let Some(Ok(work)) = self.registry.iter().next().map(|room| room.best_move(&ask)) else {
            return false;
        };
        let search = self.pool.run(&Caller::Service, "readiness", &grant, move |stop| {
            work(stop, &mut drop);
        });
        let answered = tokio::time::timeout(PROBE, search).await;
        answered.is_ok_and(|answer| answer.map_or_else(Refusal::is_for_want_of_room, |()| true))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn who_asks_again_at_once_costs_nothing() {
        let readiness = Readiness::default();
        assert!(readiness.or_find(async { true }).await);
        assert!(readiness.or_find(async { panic!("tried again") }).await);
    }
}
