//! Which positions are learnt from, and which are kept to ask how well the others were learnt.

/// Positions in the order in which they were played, parted into runs.
pub struct Runs {
    /// Positions in a run: some dozens of whole games.
    pub of: usize,
    /// One run in so many is not learnt from, but asked how well the rest was learnt.
    pub asked: usize,
}

impl Runs {
    /// The numbers of those positions that are asked about, and of those that are learnt from.
    pub fn parted(&self, positions: impl IntoIterator<Item = usize>) -> (Vec<usize>, Vec<usize>) {
        positions.into_iter().partition(|n| (n / self.of).is_multiple_of(self.asked))
    }
}
