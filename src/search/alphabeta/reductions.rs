//! How much less deeply late moves are searched, worked out before the search begins.

use crate::search::policy::Reductions;

/// How many plies the n-th move at a depth is searched less deeply.
#[derive(Debug)]
pub(super) struct ReductionTable([[i8; 64]; 64]);

impl ReductionTable {
    pub(super) fn new(by: &Reductions) -> ReductionTable {
        let plies = |depth: usize, number: usize| {
            let (depth, number) = (depth.max(1) as f32, number.max(1) as f32);
            (by.base + depth.ln() * number.ln() / by.divisor) as i8
        };
        ReductionTable(std::array::from_fn(|depth| std::array::from_fn(|number| plies(depth, number))))
    }

    pub(super) fn plies(&self, depth: i32, number: usize) -> i32 {
        i32::from(self.0[depth.clamp(0, 63) as usize][number.min(63)])
    }
}
