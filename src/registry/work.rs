//! What is left of a request once it has been read: a search, or many.

use std::convert::Infallible;
use std::num::NonZeroUsize;
use std::sync::Arc;

use crate::search::{Budget, Stop};

/// What was asked, read and ready for a seat: all that is left is to search. Whoever watches sees each
/// step on the way, where there are any.
pub type Work<T, S = Infallible> = Box<dyn FnOnce(&Arc<Stop>, &mut dyn FnMut(S)) -> T + Send>;

/// What work comes to.
pub trait Visited {
    /// How many positions it took.
    fn nodes(&self) -> u64;
}

/// What may be spent on many searches.
#[derive(Clone, Copy, Debug)]
pub struct Means {
    /// Depth and nodes for each of them, the deadline for all.
    pub budget: Budget,
    pub threads: NonZeroUsize,
}

impl Means {
    /// That budget, on one thread.
    #[must_use]
    pub fn of(budget: Budget) -> Means {
        Means { budget, threads: NonZeroUsize::MIN }
    }
}
