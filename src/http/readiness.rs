//! Whether requests are taken: found out by trying, and remembered for a moment, so that whoever
//! asks again and again costs no search each time.

use std::time::{Duration, Instant};

use tokio::sync::Mutex;

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

/// What was found last, and when.
#[derive(Default)]
pub struct Readiness(Mutex<Option<(Instant, bool)>>);

/// How long it is remembered: less than orchestrators wait before they ask again.
const MOMENT: Duration = Duration::from_secs(1);

impl Readiness {
    /// What is remembered, or what the probe finds; of many who ask at once one tries.
    pub async fn or_find(&self, probe: impl Future<Output = bool>) -> bool {
        let mut last = self.0.lock().await;
        if let Some((_, ready)) = last.filter(|(at, _)| at.elapsed() < MOMENT) {
            return ready;
        }
        let ready = probe.await;
        *last = Some((Instant::now(), ready));
        ready
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
