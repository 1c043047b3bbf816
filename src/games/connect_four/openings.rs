//! Openings on the usual wall, solved before the game by `examples/solve_connect_four` and kept in
//! `openings.bin`: all of them.
//!
//! Openings stand in order of their discs, those with fewer first; of two mirror images the lesser
//! stands for both. Of each one byte is kept, the plies that are left: the player to move wins in
//! an odd number of them and loses in an even one; none are a draw.

use std::sync::LazyLock;

use super::discs::Discs;
use super::wall::{Holes, Wall};
use crate::search::score::{Score, Value};

/// The most discs that an opening has.
pub const MOST_DISCS: usize = 8;
/// Nobody has solved this opening yet.
const UNSOLVED: u8 = u8::MAX;

/// The discs of the player to move, and those of both, or the same seen in a mirror.
type Seen = (Holes, Holes);

/// What is known of openings.
#[derive(Clone, Debug)]
pub struct Openings {
    /// By the number of discs: every opening in which nobody has won, in order.
    levels: Vec<Vec<Seen>>,
    /// The plies that are left, level after level.
    plies: Vec<Vec<u8>>,
}

static KEPT: LazyLock<Openings> = LazyLock::new(|| Openings::read(include_bytes!("openings.bin")));

/// What an opening is worth to the player to move, its end counted from here, if it was solved.
#[must_use]
pub fn worth(discs: &Discs) -> Option<Score> {
    // Only these are worth the time that unpacking takes.
    (discs.count() <= MOST_DISCS && on_the_usual_wall(discs)).then(|| KEPT.worth(discs)).flatten()
}

impl Openings {
    /// Takes what [`write`](Openings::write) wrote; what is missing is not solved.
    #[must_use]
    pub fn read(mut told: &[u8]) -> Openings {
        let levels = levels();
        let plies = levels.iter().map(|level| {
            let (first, rest) = told.split_at(level.len().min(told.len()));
            told = rest;
            first.iter().copied().chain(std::iter::repeat(UNSOLVED)).take(level.len()).collect()
        });
        Openings { plies: plies.collect(), levels }
    }

    #[must_use]
    pub fn write(&self) -> Vec<u8> {
        self.plies.concat()
    }

    /// What an opening is worth to the player to move, its end counted from here, if it was solved.
    #[must_use]
    pub fn worth(&self, opening: &Discs) -> Option<Score> {
        let place = self.place(opening)?;
        let plies = self.plies[opening.count()][place];
        match usize::from(plies) {
            _ if plies == UNSOLVED => None,
            0 => Some(Score::DRAW),
            plies if plies % 2 == 1 => Some(Score::won(1, plies)),
            plies => Some(-Score::won(1, plies)),
        }
    }

    /// Notes what was found out. Only openings have room.
    pub fn note(&mut self, opening: &Discs, worth: Score) {
        if let (Some(place), Value::Proven { plies, .. }) = (self.place(opening), worth.value(true)) {
            self.plies[opening.count()][place] = plies as u8;
        }
    }

    /// How many openings with so many discs are solved, and how many there are.
    #[must_use]
    pub fn solved(&self, discs: usize) -> (usize, usize) {
        let level = &self.plies[discs];
        (level.iter().filter(|plies| **plies != UNSOLVED).count(), level.len())
    }

    fn place(&self, opening: &Discs) -> Option<usize> {
        let level = self.levels.get(opening.count()).filter(|_| on_the_usual_wall(opening))?;
        level.binary_search(&seen(opening)).ok()
    }
}

fn on_the_usual_wall(discs: &Discs) -> bool {
    std::ptr::eq(discs.wall(), Wall::standard())
}

fn seen(discs: &Discs) -> Seen {
    let (wall, mine, all) = (discs.wall(), discs.mine(), discs.all());
    (mine, all).min((wall.mirrored(mine), wall.mirrored(all)))
}

/// By the number of discs: every opening in which nobody has won, in order.
fn levels() -> Vec<Vec<Seen>> {
    let mut levels = vec![vec![(0, 0)]];
    while levels.len() <= MOST_DISCS {
        let mut level: Vec<_> = levels.last().into_iter().flatten().flat_map(answers).collect();
        level.sort_unstable();
        level.dedup();
        levels.push(level);
    }
    levels
}

/// What can follow an opening without winning.
fn answers(&(mine, all): &Seen) -> impl Iterator<Item = Seen> + use<> {
    let discs = Discs::of(Wall::standard(), mine, all);
    discs.moves().filter(move |hole| hole & discs.threats() == 0).map(move |hole| seen(&discs.after(hole)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::connect_four::{ConnectFour, knowledge};
    use crate::notation::Notation;

    fn opening(text: &str) -> Discs {
        *ConnectFour::parse(text).expect(text).discs()
    }

    #[test]
    fn what_is_noted_is_told_of_the_mirror_image_too() {
        let mut openings = Openings::read(&[]);
        assert_eq!(openings.worth(&opening("4122")), None);
        for worth in [Score::DRAW, Score::won(1, 33), -Score::won(1, 4)] {
            openings.note(&opening("4122"), worth);
            let again = Openings::read(&openings.write());
            assert_eq!(again.worth(&opening("4122")), Some(worth));
            assert_eq!(again.worth(&opening("4766")), Some(worth));
            assert_eq!(again.worth(&opening("4123")), None);
            assert_eq!(again.worth(&opening("7x7: 4122")), None);
            assert_eq!(again.solved(4), (1, 568));
        }
    }

    #[test]
    fn every_opening_is_solved() {
        for discs in 0..=MOST_DISCS {
            let (solved, all) = KEPT.solved(discs);
            assert_eq!(solved, all, "{discs} discs");
        }
        assert_eq!(KEPT.solved(MOST_DISCS).1, 91_295);
    }

    #[test]
    fn what_is_kept_lies_within_what_shows_at_a_glance() {
        for level in &KEPT.levels {
            for &(mine, all) in level.iter().step_by(7) {
                let discs = Discs::of(Wall::standard(), mine, all);
                let (least, most) = knowledge::limits(&discs);
                assert!(worth(&discs).is_some_and(|worth| (least..=most).contains(&worth)));
            }
        }
    }

    #[test]
    fn an_opening_is_worth_what_its_best_answer_is() {
        for level in &KEPT.levels[..MOST_DISCS] {
            for &(mine, all) in level {
                let discs = Discs::of(Wall::standard(), mine, all);
                let answers = discs.moves().map(|landing| match discs.threats() & landing {
                    0 => worth(&discs.after(landing)).map(|score| -score.further(1)),
                    _ => Some(Score::won(1, 1)),
                });
                let best = answers.collect::<Option<Vec<_>>>().and_then(|scores| scores.into_iter().max());
                assert!(best.is_some());
                assert_eq!(best, worth(&discs));
            }
        }
    }
}
