//! Where long requests are read: replaying a game of many moves takes a while, and memory.
//!
//! It happens off the threads that talk to callers, so many at a time as there are seats in the
//! pool. No more may wait for it than may wait for a seat, and nobody waits in vain: who cannot
//! be read in time is told so at once, or when the time is over.

use std::sync::Arc;
use std::time::{Duration, Instant};

use tokio::sync::Semaphore;

use super::problem::{Kind, Problem};
use crate::config;

/// The desk: places to read at, and a line before them.
pub struct Desk {
    places: Arc<Semaphore>,
    /// Room for those who are read and those who wait.
    line: Arc<Semaphore>,
}

/// When it is worth coming back: most are read in milliseconds.
const LATER: Duration = Duration::from_secs(1);

impl Desk {
    #[must_use]
    pub fn new(config: &config::Pool) -> Desk {
        let places = config.seats.get();
        Desk {
            places: Arc::new(Semaphore::new(places)),
            line: Arc::new(Semaphore::new(places.saturating_add(config.queue).min(Semaphore::MAX_PERMITS))),
        }
    }

    /// Works at the desk as soon as there is a place, if there is one by then.
    pub async fn work<T: Send + 'static>(
        &self,
        until: Instant,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Problem> {
        let in_line =
            self.line.clone().try_acquire_owned().map_err(|_| full("as many wait for it as may"))?;
        let place = tokio::time::timeout_at(until.into(), self.places.clone().acquire_owned());
        let place = place.await.map_err(|_| full("its turn did not come in the time it has"))?;
        let place = place.expect("the desk is never closed");
        let working = tokio::task::spawn_blocking(move || {
            let done = work();
            // Kept until here though the caller may have gone: the work goes on without it.
            drop((place, in_line));
            done
        });
        working.await.map_err(|_| Problem::new(Kind::Internal, "The answer failed"))
    }
}

fn full(why: &str) -> Problem {
    Problem::new(Kind::ServerFull, format!("The request takes a while to be read, and {why}"))
        .hint("Come back after Retry-After, or send the position after the moves instead of the moves")
        .retry_after(LATER)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::Config;

    /// A desk with one place, and room for one more in line.
    fn desk() -> Desk {
        let config = Config::flagged(&[("pool-seats", "1"), ("pool-queue", "1")]);
        Desk::new(&config.unwrap().pool)
    }

    fn later() -> Instant {
        Instant::now() + Duration::from_secs(60)
    }

    #[tokio::test]
    async fn a_line_that_is_full_takes_nobody_in() {
        let desk = desk();
        let (release, held) = std::sync::mpsc::channel::<()>();
        let first = desk.work(later(), move || held.recv());
        let second = desk.work(later(), || "read");
        let third = async {
            while desk.line.available_permits() > 0 {
                tokio::task::yield_now().await;
            }
            let refused = desk.work(later(), || ()).await.unwrap_err();
            release.send(()).unwrap();
            refused
        };
        let (first, second, refused) = tokio::join!(first, second, third);
        assert!(first.unwrap().is_ok());
        assert_eq!(second, Ok("read"));
        assert_eq!((refused.kind, refused.retry_after), (Kind::ServerFull, Some(LATER)));
    }

    #[tokio::test]
    async fn whoever_leaves_while_being_read_leaves_no_place_in_the_line() {
        let desk = desk();
        let (release, held) = std::sync::mpsc::channel::<()>();
        let gone = tokio::time::timeout(Duration::from_millis(20), desk.work(later(), move || held.recv()));
        assert!(gone.await.is_err());
        assert_eq!(desk.line.available_permits(), 1);
        release.send(()).unwrap();
        assert_eq!(desk.work(later(), || "read").await, Ok("read"));
    }

    #[tokio::test]
    async fn who_would_be_read_too_late_is_sent_away() {
        let desk = desk();
        let (release, held) = std::sync::mpsc::channel::<()>();
        let first = desk.work(later(), move || held.recv());
        let second = async {
            let refused = desk.work(Instant::now(), || ()).await.unwrap_err();
            release.send(()).unwrap();
            refused
        };
        let (first, refused) = tokio::join!(first, second);
        assert!(first.unwrap().is_ok());
        assert_eq!(refused.kind, Kind::ServerFull);
    }

    #[tokio::test]
    async fn what_breaks_at_the_desk_leaves_its_place() {
        let desk = desk();
        let broken = desk.work(later(), || panic!("a broken game")).await;
        assert_eq!(broken.map(|(): ()| ()).unwrap_err().kind, Kind::Internal);
        assert_eq!(desk.work(later(), || "read").await, Ok("read"));
    }
}
