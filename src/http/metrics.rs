//! What the service tells its operators, in the text form of Prometheus.

use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::metrics::info::Info;
use prometheus_client::registry::{Metric, Registry, Unit};

use crate::registry::answer::Source;
use crate::search::memories::Tally;

/// The media type of [`Metrics::write`].
pub const MEDIA_TYPE: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";

/// Everything that is counted. Labels take few values: routes by their pattern, never by address.
pub struct Metrics {
    registry: Registry,
    requests: Family<RequestLabels, Counter>,
    abandoned: Family<RouteLabels, Counter>,
    request_seconds: Family<RouteLabels, Histogram>,
    answers: Family<AnswerLabels, Counter>,
    nodes: Family<GameLabels, Counter>,
    search_seconds: Family<GameLabels, Histogram>,
    overrun_seconds: Histogram,
    refusals: Family<RefusalLabels, Counter>,
    cache: Family<CacheLabels, Counter>,
    pub pool_seats: Gauge,
    pub seats_free: Gauge,
    pub queue_depth: Gauge,
    pub queue_wait: Histogram,
    /// Searches that were called to an end to make room for another caller's.
    pub called: Counter,
    pub connections: Gauge,
    pub sent_away: Counter,
    memories: Gauge,
    memory_bytes: Gauge,
    recalls: Counter,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug, EncodeLabelSet)]
struct RequestLabels {
    route: String,
    status: u16,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug, EncodeLabelSet)]
struct RouteLabels {
    route: String,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug, EncodeLabelSet)]
struct AnswerLabels {
    game: &'static str,
    source: &'static str,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug, EncodeLabelSet)]
struct GameLabels {
    game: &'static str,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug, EncodeLabelSet)]
struct RefusalLabels {
    reason: &'static str,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug, EncodeLabelSet)]
struct CacheLabels {
    result: &'static str,
}

/// From a tenth of a millisecond to a minute.
fn seconds() -> Histogram {
    Histogram::new([
        0.0001, 0.0003, 0.001, 0.003, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0, 30.0, 60.0,
    ])
}

/// How much later than promised; nothing is early. OpenMetrics knows no buckets below zero beside a sum.
fn overrun() -> Histogram {
    Histogram::new([0.0, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.5, 1.0])
}

impl Default for Metrics {
    fn default() -> Metrics {
        let mut registry = Registry::with_prefix("bestmove");
        registry.register(
            "build",
            "Which build this is",
            Info::new([("version", env!("CARGO_PKG_VERSION"))]),
        );
        let mut all = Registrar(&mut registry);
        Metrics {
            requests: all.add(
                "requests",
                "Requests that were answered, by route and status; route none: the page's files and what is nowhere",
                Family::default(),
            ),
            abandoned: all.add(
                "abandoned",
                "Requests whose caller went before they were answered, or before the end of a stream",
                Family::default(),
            ),
            answers: all.add("answers", "Best moves by game and source", Family::default()),
            nodes: all.add("nodes", "Positions visited", Family::default()),
            refusals: all.add(
                "refusals",
                "Requests that were refused unread or unsearched, or broke off",
                Family::default(),
            ),
            cache: all.add("cache_lookups", "Looks into the cache of answers", Family::default()),
            request_seconds: all.timed(
                "request",
                "From the head of a request to the head of its answer",
                Family::new_with_constructor(seconds as fn() -> Histogram),
            ),
            search_seconds: all.timed(
                "search",
                "Time spent searching",
                Family::new_with_constructor(seconds as fn() -> Histogram),
            ),
            overrun_seconds: all.timed(
                "overrun",
                "How much later than its time allowed an answer was ready; 0 is in time",
                overrun(),
            ),
            queue_wait: all.timed(
                "queue_wait",
                "Time in the queue until a search began, on a seat or beside them",
                seconds(),
            ),
            called: all.add(
                "searches_called",
                "Searches that were called to an end to make room for another caller's",
                Counter::default(),
            ),
            queue_depth: all.add("queue_depth", "Requests that wait for a seat", Gauge::default()),
            pool_seats: all.add("pool_seats", "Search threads", Gauge::default()),
            seats_free: all.add("pool_seats_free", "Search threads without work", Gauge::default()),
            connections: all.add("connections", "Open connections", Gauge::default()),
            sent_away: all.add(
                "connections_sent_away",
                "Idle connections that were closed to make room for others",
                Counter::default(),
            ),
            memories: all.add("memories", "Games that are remembered", Gauge::default()),
            memory_bytes: all.sized("memory", "What is remembered of games", Gauge::default()),
            recalls: all.add("recalls", "Searches that went on from what is remembered", Counter::default()),
            registry,
        }
    }
}

/// Registers metrics and hands them back.
struct Registrar<'r>(&'r mut Registry);

impl Registrar<'_> {
    fn add<M: Metric + Clone>(&mut self, name: &str, help: &str, metric: M) -> M {
        self.0.register(name, help, metric.clone());
        metric
    }

    fn timed<M: Metric + Clone>(&mut self, name: &str, help: &str, metric: M) -> M {
        self.0.register_with_unit(name, help, Unit::Seconds, metric.clone());
        metric
    }

    fn sized<M: Metric + Clone>(&mut self, name: &str, help: &str, metric: M) -> M {
        self.0.register_with_unit(name, help, Unit::Bytes, metric.clone());
        metric
    }
}

impl Metrics {
    /// A request has been answered, as far as its head.
    pub fn request(&self, route: &str, status: u16, took: Duration) {
        self.requests.get_or_create(&RequestLabels { route: route.to_owned(), status }).inc();
        let labels = RouteLabels { route: route.to_owned() };
        self.request_seconds.get_or_create(&labels).observe(took.as_secs_f64());
    }

    /// Somebody has gone before their request was answered, or before the end of a stream.
    pub fn abandoned(&self, route: &str) {
        self.abandoned.get_or_create(&RouteLabels { route: route.to_owned() }).inc();
    }

    /// A best move has been told.
    pub fn answered(&self, game: &'static str, source: Source) {
        self.answers.get_or_create(&AnswerLabels { game, source: name(source) }).inc();
    }

    /// A search has ended.
    pub fn searched(&self, game: &'static str, nodes: u64, took: Duration) {
        self.nodes.get_or_create(&GameLabels { game }).inc_by(nodes);
        self.search_seconds.get_or_create(&GameLabels { game }).observe(took.as_secs_f64());
    }

    /// An answer is ready that had time until then.
    pub fn ready(&self, now: Instant, deadline: Instant) {
        self.overrun_seconds.observe(now.saturating_duration_since(deadline).as_secs_f64());
    }

    pub fn refusal(&self, reason: &'static str) {
        self.refusals.get_or_create(&RefusalLabels { reason }).inc();
    }

    pub fn cache(&self, hit: bool) {
        self.cache.get_or_create(&CacheLabels { result: if hit { "hit" } else { "miss" } }).inc();
    }

    /// All of it, as text; what is remembered is counted elsewhere.
    #[must_use]
    pub fn write(&self, remembered: Tally) -> String {
        self.memories.set(remembered.kept as i64);
        self.memory_bytes.set(remembered.bytes as i64);
        self.recalls.inner().store(remembered.recalled, Ordering::Relaxed);
        let mut text = String::new();
        prometheus_client::encoding::text::encode(&mut text, &self.registry)
            .expect("a string takes whatever is written");
        text
    }
}

fn name(source: Source) -> &'static str {
    match source {
        Source::Search => "search",
        Source::Book => "book",
        Source::Tablebase => "tablebase",
        Source::Solved => "solved",
        Source::Cache => "cache",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::memories::Memories;

    #[test]
    fn what_happened_is_told() {
        let metrics = Metrics::default();
        metrics.request("/bestmove", 200, Duration::from_millis(2));
        metrics.request("/bestmove", 200, Duration::from_millis(2));
        let deadline = Instant::now();
        metrics.ready(deadline + Duration::from_millis(2), deadline);
        metrics.ready(deadline, deadline + Duration::from_secs(1));
        let text = metrics.write(Memories::default().tally());
        assert!(text.contains("bestmove_requests_total{route=\"/bestmove\",status=\"200\"} 2"), "{text}");
        assert!(text.contains("bestmove_overrun_seconds_bucket{le=\"0.002\"} 2"), "{text}");
        assert!(text.contains("bestmove_overrun_seconds_bucket{le=\"0.0\"} 1"), "{text}");
        assert!(text.contains("bestmove_overrun_seconds_sum 0.002\n"), "{text}");
        assert!(!text.contains("le=\"-"), "a sum beside buckets below zero is no OpenMetrics: {text}");
    }
}
