//! The game that is reviewed, read.

use crate::notation::{Entry, Fault, FaultKind, Notation};
use crate::registry::record::Record;
use crate::registry::written::{Transcript, Written};

/// Moves of a game that is reviewed; games that are played to be won end long before.
pub const LONGEST: usize = 1_000;

/// A whole game. Its positions are kept no longer than it is looked through: boards take more room than
/// moves.
pub(super) struct Course<G: Notation> {
    start: G,
    entries: Vec<Entry<G::Move>>,
}

impl<G: Notation> Course<G> {
    /// The moves, each with the number of the position in which it was made.
    pub(super) fn moves(&self) -> impl Iterator<Item = (usize, G::Move)> {
        self.entries.iter().enumerate().filter_map(|(at, entry)| match entry {
            Entry::Move(chosen) | Entry::Try(chosen, _) => Some((at, *chosen)),
            Entry::Event(_) => None,
        })
    }

    pub(super) fn positions(&self) -> Vec<G> {
        let mut positions = vec![self.start.clone()];
        for entry in &self.entries {
            let last = &positions[positions.len() - 1];
            positions.push(match entry {
                Entry::Move(chosen) => last.after(*chosen),
                Entry::Try(_, sent) | Entry::Event(sent) => last.played(sent).expect("it was read before"),
            });
        }
        positions
    }
}

/// The game that was written, if it is one and not too long.
pub(super) fn course<G: Notation>(written: &Written) -> Result<Course<G>, Fault> {
    let (record, pointer) = match written {
        Written::Pgn(text) => (the_only(Transcript::read(text)?)?, "/pgn"),
        Written::Moves(naming) => (Record::read_whole(naming)?, naming.field()),
    };
    let Record { position, past, course } = record;
    let start = past.into_iter().next().unwrap_or(position);
    let course = Course { start, entries: course.unwrap_or_default() };
    if course.moves().count() > LONGEST {
        let detail = format!("A review looks at no more than {LONGEST} moves");
        return Err(Fault::new(FaultKind::TooLarge, pointer, detail)
            .hint("Send the game in parts, each with the position it starts from"));
    }
    Ok(course)
}

/// The game of a text that holds no other.
fn the_only<G: Notation>(transcript: Transcript<G>) -> Result<Record<G>, Fault> {
    match transcript.told.games {
        1 => Ok(transcript.record),
        many => {
            Err(Fault::value("/pgn", format!("There are {many} games in this text"))
                .hint("Send them one by one"))
        }
    }
}
