//! Openings that were searched before the game for longer than a request has time, and are kept in
//! `openings.bin`: an answer to each first move, to what is likeliest to follow, and to what led to games
//! that were lost. It was made by
//!
//! ```text
//! cargo run --release --example prepare_checkers
//! cargo run --release --example prepare_checkers -- --lost examples/prepare_checkers/lost.txt
//! ```
//!
//! Answers stand in order of their positions' keys. Of each, 12 bytes are kept, little end first: the
//! key, the place of the move in the list of moves, and what it was found to be worth to the player to
//! move, in hundredths of a man.

use std::collections::{BTreeMap, HashSet};
use std::sync::LazyLock;

use super::rules::{Checkers, Move};
use crate::game::Game;
use crate::notation::Notation;
use crate::search::book::Prepared;

/// Answers to openings.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Openings {
    /// By the key of the position: the place of the move, and its worth.
    answers: BTreeMap<u64, (u16, i16)>,
}

static KEPT: LazyLock<Openings> = LazyLock::new(|| Openings::read(include_bytes!("openings.bin")));

/// The answer that is kept for a position, if there is one.
#[must_use]
pub fn answer(position: &Checkers) -> Option<Prepared<Move>> {
    KEPT.answer(position)
}

/// An answer as it is kept.
const BYTES: usize = 12;

/// A game that goes on so many plies without a jump or a man's move has left the opening. Without an end
/// kings with one move each would go round for ever.
const STILL_OPENING: u8 = 8;

impl Openings {
    /// Takes what [`write`](Openings::write) wrote.
    #[must_use]
    pub fn read(told: &[u8]) -> Openings {
        let answers = told.as_chunks::<BYTES>().0.iter().map(|bytes| {
            let all = bytes.iter().rev().fold(0, |all, byte| all << 8 | u128::from(*byte));
            (all as u64, ((all >> 64) as u16, (all >> 80) as i16))
        });
        Openings { answers: answers.collect() }
    }

    #[must_use]
    pub fn write(&self) -> Vec<u8> {
        let bytes = |(key, (place, worth)): (&u64, &(u16, i16))| {
            let all = u128::from(*worth as u16) << 80 | u128::from(*place) << 64 | u128::from(*key);
            all.to_le_bytes().into_iter().take(BYTES)
        };
        self.answers.iter().flat_map(bytes).collect()
    }

    /// Notes a best answer and what it is worth to the player to move, in hundredths of a man.
    pub fn note(&mut self, position: &Checkers, chosen: Move, worth: i32) {
        let place = position.legal_moves().iter().position(|m| *m == chosen);
        if let Some(place) = place {
            self.answers.insert(position.key(), (place as u16, worth.clamp(-9_999, 9_999) as i16));
        }
    }

    /// The answer that is known to a position.
    #[must_use]
    pub fn answer(&self, position: &Checkers) -> Option<Prepared<Move>> {
        let (place, worth) = *self.answers.get(&position.key())?;
        let chosen = *position.legal_moves().get(usize::from(place))?;
        Some(Prepared { chosen, weight: 1, value: Some(worth.into()) })
    }

    /// Forgets the answers to positions that no game comes to, within [`STILL_OPENING`], in which the others are
    /// played.
    pub fn forget_unmet(&mut self) {
        let start = Checkers::start();
        let mut waiting: Vec<_> = start.legal_moves().into_iter().map(|first| start.after(first)).collect();
        waiting.push(start);
        let mut met = HashSet::new();
        while let Some(position) = waiting.pop() {
            let legal = position.legal_moves();
            let known = self.answer(&position).map(|prepared| prepared.chosen);
            if known.is_some() && !met.insert(position.key()) {
                continue;
            }
            // An only move is played without a book.
            let Some(chosen) = known.or(legal.first().copied().filter(|_| legal.len() == 1)) else {
                continue;
            };
            let next = position.after(chosen);
            waiting.extend(
                next.legal_moves().into_iter().map(|m| next.after(m)).filter(|p| p.quiet() < STILL_OPENING),
            );
        }
        self.answers.retain(|key, _| met.contains(key));
    }

    /// How many positions have an answer.
    #[must_use]
    pub fn count(&self) -> usize {
        self.answers.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn after(moves: &[&str]) -> Checkers {
        moves.iter().fold(Checkers::start(), |position, m| position.after(position.parse_move(m).expect(m)))
    }

    #[test]
    fn what_is_noted_is_told_again_and_nothing_else() {
        let mut openings = Openings::default();
        let (start, later) = (after(&[]), after(&["11-15", "23-19"]));
        let moves = [&start, &later].map(|position| position.legal_moves()[2]);
        openings.note(&start, moves[0], 7);
        openings.note(&later, moves[1], -41);
        let again = Openings::read(&openings.write());
        assert_eq!((&again, again.count()), (&openings, 2));
        let told = |position: &Checkers| again.answer(position).map(|found| (found.chosen, found.value));
        assert_eq!(told(&start), Some((moves[0], Some(7))));
        assert_eq!(told(&later), Some((moves[1], Some(-41))));
        assert_eq!(told(&after(&["11-15"])), None);
    }

    #[test]
    fn every_first_move_has_an_answer_and_every_answer_is_met_in_a_game_that_the_book_plays() {
        let start = Checkers::start();
        let first = start.legal_moves().into_iter().map(|first| start.after(first));
        assert!(first.chain([start]).all(|position| answer(&position).is_some()));
        let mut met = KEPT.clone();
        met.forget_unmet();
        assert_eq!(met, *KEPT);
        assert!(met.count() > 300, "{}", met.count());
    }

    #[test]
    fn an_answer_that_no_game_comes_to_any_more_is_forgotten() {
        let mut openings = KEPT.clone();
        let (start, known) = (Checkers::start(), KEPT.count());
        let played = answer(&start).expect("the start has one").chosen;
        let other = start.legal_moves().into_iter().find(|m| *m != played).expect("there are seven");
        openings.note(&start, other, 0);
        openings.forget_unmet();
        assert!(openings.count() < known && openings.answer(&start).is_some());
    }
}
