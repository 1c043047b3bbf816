//! The positions that are learnt from, and which of them are kept to ask how well the others were learnt.

use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::path::Path;

/// Positions of a file, one a line as `position;score;result`, and what should be expected of each: what its score
/// stands for, and what its game came to, which counts for `result_counts`, from 0 to 1.
pub fn read<P>(
    path: &Path,
    result_counts: f32,
    parse: impl Fn(&str) -> Option<P>,
    expected: impl Fn(f32) -> f32,
) -> io::Result<impl Iterator<Item = io::Result<(P, f32)>>> {
    let read = move |line: &str| {
        let mut fields = line.split(';');
        let position = parse(fields.next()?)?;
        let score = fields.next()?.parse().ok()?;
        let result: f32 = fields.next()?.parse().ok()?;
        Some((position, result_counts * result + (1.0 - result_counts) * expected(score)))
    };
    Ok(BufReader::new(File::open(path)?).lines().map(move |line| {
        let line = line?;
        read(&line).ok_or_else(|| io::Error::other(format!("not `position;score;result`: {line}")))
    }))
}

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
