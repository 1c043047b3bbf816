//! Who is connected, and since when they have been idle.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::gauge::Gauge;
use tokio::sync::Notify;

/// The open connections.
pub struct Open {
    most: usize,
    gauge: Gauge,
    sent_away: Counter,
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
    /// Those of them that wait for us: what there is of their answers has been taken.
    ours: usize,
    /// Whether there is something to send that the socket does not take.
    stuck: bool,
    /// When the other side last did something: connected, asked, or took some of an answer.
    since: Instant,
}

impl Activity {
    /// Nothing is asked, and nothing is left to be sent.
    fn is_idle(self) -> bool {
        self.open == 0 && !self.stuck
    }

    /// It is for the other side to do something: to ask, or to take what is sent.
    fn is_theirs(self) -> bool {
        self.ours == 0 || self.stuck
    }
}

impl Open {
    pub fn new(most: usize, gauge: Gauge, sent_away: Counter) -> Arc<Open> {
        Arc::new(Open { most, gauge, sent_away, list: Mutex::default(), gone: Notify::new() })
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
        let activity = Activity { open: 0, ours: 0, stuck: false, since: Instant::now() };
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
                self.sent_away.inc();
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

    /// Since when nothing has come from the other side that keeps the connection, where it is its
    /// turn.
    fn silent_since(&self) -> Option<Instant> {
        let activity = *self.activity();
        activity.is_theirs().then_some(activity.since)
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
        let mut activity = self.pulse.activity();
        activity.open += 1;
        activity.ours += 1;
        Busy { pulse: self.pulse.clone(), ours: true }
    }

    /// The socket has taken something. Only where it was stuck does that tell of the other side:
    /// HTTP/2 sends its own small talk, too.
    pub fn sent_some(&self) {
        let mut activity = self.pulse.activity();
        if activity.stuck {
            (activity.stuck, activity.since) = (false, Instant::now());
        }
    }

    /// There is more to send than the socket takes.
    pub fn got_stuck(&self) {
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
pub struct Busy {
    pulse: Arc<Pulse>,
    /// Whether it waits for us.
    ours: bool,
}

impl Busy {
    /// Whose turn it is now. The other side has just done something if it was its own.
    pub fn waits_for_us(&mut self, ours: bool) {
        let mut activity = self.pulse.activity();
        activity.since = Instant::now();
        activity.ours = activity.ours + usize::from(ours) - usize::from(self.ours);
        self.ours = ours;
    }
}

impl Drop for Busy {
    fn drop(&mut self) {
        self.waits_for_us(false);
        self.pulse.activity().open -= 1;
    }
}

#[cfg(test)]
mod tests {
    use axum::body::{Body, Bytes};
    use futures_util::FutureExt;
    use http_body_util::BodyExt;
    use tokio::sync::mpsc::unbounded_channel;
    use tokio_stream::wrappers::UnboundedReceiverStream;

    use super::*;
    use crate::http::held::Held;

    #[test]
    fn a_full_house_sends_away_whoever_has_been_idle_longest() {
        let sent_away = Counter::default();
        let open = Open::new(3, Gauge::default(), sent_away.clone());
        let [first, second, third] = [(); 3].map(|()| open.enter().unwrap());
        let busy = first.busy();
        drop(third.busy());
        let fourth = open.enter();
        assert!(fourth.is_some());
        let present = |presence: &Presence| open.list().present.contains_key(&presence.number);
        assert_eq!([present(&first), present(&second), present(&third)], [true, false, true]);
        assert_eq!(sent_away.get(), 1);
        drop(busy);
    }

    #[test]
    fn nobody_who_is_being_served_is_sent_away() {
        let open = Open::new(1, Gauge::default(), Counter::default());
        let first = open.enter().unwrap();
        let busy = first.busy();
        assert!(open.enter().is_none());
        drop(busy);
        assert!(open.enter().is_some());
    }

    #[tokio::test]
    async fn whoever_waits_for_us_may_be_silent_and_whoever_does_not_take_what_there_is_may_not() {
        let presence = Open::new(1, Gauge::default(), Counter::default()).enter().unwrap();
        let may_be_silent = || presence.pulse.silent_since().is_none();
        let busy = presence.busy();
        assert!(may_be_silent(), "the answer is being made");

        let (tell, told) = unbounded_channel::<Result<Bytes, axum::Error>>();
        let mut held = Held::new(Body::from_stream(UnboundedReceiverStream::new(told)), busy);
        assert!(!may_be_silent(), "its head is there, and nobody asks for more");
        assert!(held.frame().now_or_never().is_none());
        assert!(may_be_silent(), "the first line is being made");
        tell.send(Ok(Bytes::from_static(b"a line"))).unwrap();
        assert!(held.frame().await.is_some());
        assert!(!may_be_silent(), "it was handed over, and nobody asks for more");
        drop(held);
        assert!(presence.idle_since().is_some());
    }

    #[tokio::test]
    async fn the_last_one_out_is_noticed() {
        let open = Open::new(2, Gauge::default(), Counter::default());
        let presences = [open.enter(), open.enter()];
        let everybody = tokio::spawn({
            let open = open.clone();
            async move { open.all_gone().await }
        });
        tokio::task::yield_now().await;
        assert!(!everybody.is_finished(), "two are still there");
        drop(presences);
        everybody.await.unwrap();
    }
}
