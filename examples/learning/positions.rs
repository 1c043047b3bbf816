//! The positions that are learnt from, and which of them are kept to ask how well the others were learnt.

use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::path::Path;

/// What is known of a position that was played.
pub struct Known {
    /// By the search, in the game's unit.
    pub score: f32,
    /// What its game came to, told as what should be expected is.
    pub result: f32,
}

impl Known {
    /// What should be expected: the result, which counts for so much, from 0 to 1, and what the score stands for.
    pub fn expected(&self, result_counts: f32, stands_for: impl Fn(f32) -> f32) -> f32 {
        result_counts * self.result + (1.0 - result_counts) * stands_for(self.score)
    }
}

/// Positions of a file, one a line as `position;score;result`.
pub fn read<P>(
    path: &Path,
    parse: impl Fn(&str) -> Option<P>,
) -> io::Result<impl Iterator<Item = io::Result<(P, Known)>>> {
    let read = move |line: &str| {
        let mut fields = line.split(';');
        let position = parse(fields.next()?)?;
        let score = fields.next()?.parse().ok()?;
        let result = fields.next()?.parse().ok()?;
        Some((position, Known { score, result }))
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
