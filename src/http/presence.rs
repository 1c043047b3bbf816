//! Who is connected, and since when they have been idle.

use std::collections::HashMap;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll};
use std::time::{Duration, Instant};

use axum::body::{Body, Bytes, HttpBody};
use hyper::body::{Frame, SizeHint};
use prometheus_client::metrics::gauge::Gauge;
use tokio::sync::Notify;

/// The open connections.
pub struct Open {
    most: usize,
    gauge: Gauge,
    list: Mutex<List>,
    /// Told when the last one has gone.
    gone: Notify,
}

#[derive(Default)]
struct List {
    issued: u64,
    present: HashMap<u64, Arc<Pulse>>,
}

/// What one connection is doing.
struct Pulse {
    state: Mutex<Activity>,
    sent_away: Notify,
}

#[derive(Clone, Copy)]
struct Activity {
    /// Requests without a complete answer.
    open: usize,
    /// Whether there is something to send that the other side does not take.
    stuck: bool,
    /// When the last answer was complete, or something of it was taken, or the connection made.
    since: Instant,
}

impl Activity {
    /// Nothing is asked, and nothing is left to be sent.
    fn is_idle(self) -> bool {
        self.open == 0 && !self.stuck
    }
}

impl Open {
    pub fn new(most: usize, gauge: Gauge) -> Arc<Open> {
        Arc::new(Open { most, gauge, list: Mutex::default(), gone: Notify::new() })
    }

    pub fn len(&self) -> usize {
        self.list().present.len()
    }

    /// Lets one more in. If there are as many as there may be, the one that has been idle longest
    /// has to go; if none is idle, nobody comes in.
    pub fn enter(self: &Arc<Self>) -> Option<Presence> {
        if self.len() >= self.most && !self.send_away_the_idlest() {
            return None;
        }
        let activity = Activity { open: 0, stuck: false, since: Instant::now() };
        let pulse = Arc::new(Pulse { state: Mutex::new(activity), sent_away: Notify::new() });
        let mut list = self.list();
        list.issued += 1;
        let number = list.issued;
        list.present.insert(number, pulse.clone());
        self.gauge.set(list.present.len() as i64);
        Some(Presence { number, pulse, open: self.clone() })
    }

    /// Whether anybody was idle.
    pub fn send_away_the_idlest(&self) -> bool {
        let mut list = self.list();
        let idle = list.present.iter().filter_map(|(number, pulse)| Some((pulse.idle_since()?, *number)));
        match idle.min().and_then(|(_, number)| list.present.remove(&number)) {
            Some(pulse) => {
                pulse.sent_away.notify_one();
                true
            }
            None => false,
        }
    }

    /// Ready when nobody is connected.
    pub async fn all_gone(&self) {
        loop {
            let gone = self.gone.notified();
            if self.len() == 0 {
                return;
            }
            gone.await;
        }
    }

    fn list(&self) -> MutexGuard<'_, List> {
        self.list.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Pulse {
    fn activity(&self) -> MutexGuard<'_, Activity> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn idle_since(&self) -> Option<Instant> {
        let activity = *self.activity();
        activity.is_idle().then_some(activity.since)
    }

    /// Since when nothing has come from the other side that keeps the connection: it is idle, or
    /// does not take what is sent.
    fn silent_since(&self) -> Option<Instant> {
        let activity = *self.activity();
        (activity.is_idle() || activity.stuck).then_some(activity.since)
    }
}

/// A connection, for as long as it lives.
pub struct Presence {
    number: u64,
    pulse: Arc<Pulse>,
    open: Arc<Open>,
}

impl Presence {
    /// There is a request, until the guard is dropped.
    pub fn busy(&self) -> Busy {
        self.pulse.activity().open += 1;
        Busy(self.pulse.clone())
    }

    /// The other side has taken something of what was sent.
    pub fn sent_some(&self) {
        let mut activity = self.pulse.activity();
        (activity.stuck, activity.since) = (false, Instant::now());
    }

    /// There is more to send than the other side takes.
    pub fn is_stuck(&self) {
        let mut activity = self.pulse.activity();
        if !activity.stuck {
            (activity.stuck, activity.since) = (true, Instant::now());
        }
    }

    #[cfg(test)]
    pub fn idle_since(&self) -> Option<Instant> {
        self.pulse.idle_since()
    }

    /// Ready when the connection has been idle for so long, or has taken nothing of what is sent,
    /// or has to make room for another.
    pub async fn overstayed(&self, patience: Duration) {
        loop {
            let until = match self.pulse.silent_since() {
                Some(since) if since.elapsed() >= patience => return,
                Some(since) => since + patience,
                None => Instant::now() + patience,
            };
            tokio::select! {
                () = tokio::time::sleep_until(until.into()) => {}
                () = self.pulse.sent_away.notified() => return,
            }
        }
    }
}

impl Drop for Presence {
    fn drop(&mut self) {
        let mut list = self.open.list();
        list.present.remove(&self.number);
        self.open.gauge.set(list.present.len() as i64);
        if list.present.is_empty() {
            self.open.gone.notify_waiters();
        }
    }
}

/// A request that has no complete answer yet.
pub struct Busy(Arc<Pulse>);

impl Drop for Busy {
    fn drop(&mut self) {
        let mut activity = self.0.activity();
        activity.open -= 1;
        activity.since = Instant::now();
    }
}

/// A body that keeps its connection busy until it has been handed over or dropped.
pub struct Held {
    body: Body,
    _busy: Busy,
}

impl Held {
    pub fn new(body: Body, busy: Busy) -> Held {
        Held { body, _busy: busy }
    }
}

impl HttpBody for Held {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        Pin::new(&mut self.body).poll_frame(context)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_full_house_sends_away_whoever_has_been_idle_longest() {
        let open = Open::new(3, Gauge::default());
        let [first, second, third] = [(); 3].map(|()| open.enter().unwrap());
        let busy = first.busy();
        drop(third.busy());
        let fourth = open.enter();
        assert!(fourth.is_some());
        let present = |presence: &Presence| open.list().present.contains_key(&presence.number);
        assert_eq!([present(&first), present(&second), present(&third)], [true, false, true]);
        drop(busy);
    }

    #[test]
    fn nobody_who_is_being_served_is_sent_away() {
        let open = Open::new(1, Gauge::default());
        let first = open.enter().unwrap();
        let busy = first.busy();
        assert!(open.enter().is_none());
        drop(busy);
        assert!(open.enter().is_some());
    }

    #[tokio::test]
    async fn the_last_one_out_is_noticed() {
        let open = Open::new(2, Gauge::default());
        let presences = [open.enter(), open.enter()];
        let everybody = tokio::spawn({
            let open = open.clone();
            async move { open.all_gone().await }
        });
        drop(presences);
        everybody.await.unwrap();
    }
}
