//! Openings on the usual wall, solved before the game by `examples/solve_connect_four` and kept in
//! `openings.bin`: all those of eight discs, each with a best answer. What fewer are worth follows
//! from them, and of nine they tell the least.
//!
//! Openings stand in order of their discs; of two mirror images the lesser stands for both. Of each
//! two bytes are kept: the plies that are left, and the column of a best answer. The player to move
//! wins in an odd number of plies and loses in an even one; none are a draw.

use std::sync::LazyLock;

use super::discs::Discs;
use super::rules::Column;
use super::wall::{Holes, Wall};
use crate::search::score::{Score, Value};
use crate::search::window::Bound;

/// How many discs the openings have that are kept.
pub const DISCS: usize = 8;
/// How many columns the usual wall has.
const COLUMNS: u8 = 7;
/// Nobody has found this out yet.
const UNKNOWN: u8 = u8::MAX;

/// The discs of the player to move, and those of both, or the same seen in a mirror.
type Seen = (Holes, Holes);

/// What is known of openings.
#[derive(Clone, Debug)]
pub struct Openings {
    /// By the number of discs: every opening in which nobody has won, in order.
    levels: Vec<Vec<Seen>>,
    /// What they are worth, if they are solved.
    worths: Vec<Vec<Option<Score>>>,
    /// The columns of best answers to those of the last level, if they are known.
    answers: Vec<Option<Column>>,
}

static KEPT: LazyLock<Openings> = LazyLock::new(|| Openings::read(include_bytes!("openings.bin")));

/// Unpacks them now: it takes some tens of milliseconds.
pub fn prepare() {
    LazyLock::force(&KEPT);
}

/// What an opening is worth to the player to move, its end counted from here, or the least of it.
#[must_use]
pub fn worth(discs: &Discs) -> Option<(Score, Bound)> {
    // Only these are worth the time that unpacking takes.
    (discs.count() <= DISCS + 1 && on_the_usual_wall(discs)).then(|| KEPT.worth(discs)).flatten()
}

impl Openings {
    /// Takes what [`write`](Openings::write) wrote; what is missing is not solved.
    #[must_use]
    pub fn read(told: &[u8]) -> Openings {
        let levels = levels();
        let mut worths: Vec<_> = levels.iter().map(|level| vec![None; level.len()]).collect();
        let mut answers = vec![None; levels[DISCS].len()];
        let kept = worths[DISCS].iter_mut().zip(&mut answers);
        for ((worth, answer), [plies, column]) in kept.zip(told.as_chunks().0) {
            *worth = (*plies != UNKNOWN).then(|| ends_in(*plies));
            *answer = (*column != UNKNOWN).then_some(Column(*column));
        }
        let mut openings = Openings { levels, worths, answers };
        for discs in (0..DISCS).rev() {
            for place in 0..openings.levels[discs].len() {
                openings.worths[discs][place] = openings.by_answers(openings.levels[discs][place]);
            }
        }
        openings
    }

    #[must_use]
    pub fn write(&self) -> Vec<u8> {
        let plies = |worth: Score| match worth.value(true) {
            Value::Proven { plies, .. } => plies as u8,
            _ => UNKNOWN,
        };
        let kept = |(worth, answer): (&Option<Score>, &Option<Column>)| {
            [worth.map_or(UNKNOWN, plies), answer.map_or(UNKNOWN, |column| column.0)]
        };
        self.worths[DISCS].iter().zip(&self.answers).flat_map(kept).collect()
    }

    /// What an opening is worth to the player to move, its end counted from here. With a disc more
    /// than are kept, the least of it may be all that is known: what the last move came from was
    /// worth no less to the one who made it.
    #[must_use]
    pub fn worth(&self, opening: &Discs) -> Option<(Score, Bound)> {
        if opening.count() <= DISCS {
            let place = self.place(opening)?;
            return self.worths[opening.count()][place].map(|worth| (worth, Bound::Exact));
        }
        let told = opening.before().filter_map(|before| {
            let worth = -self.worths[DISCS][self.place(&before)?]?;
            let answer = self.answer(&before).and_then(|column| before.landing(column));
            let is_best = answer.is_some_and(|hole| seen(&before.after(hole)) == seen(opening));
            // Who could have won at once, and did not, may have got anything.
            (worth != -Score::won(1, 1)).then(|| (worth.nearer(1), is_best))
        });
        let (least, is_best) = told.max()?;
        Some((least, if is_best { Bound::Exact } else { Bound::Lower }))
    }

    /// A best answer to an opening of those that are kept, if one is known.
    #[must_use]
    pub fn answer(&self, opening: &Discs) -> Option<Column> {
        let place = self.place(opening).filter(|_| opening.count() == DISCS)?;
        self.answers[place].map(|column| as_kept(opening, column))
    }

    /// Notes what was found out of an opening of those that are kept.
    pub fn note(&mut self, opening: &Discs, worth: Score, answer: Column) {
        if let Some(place) = self.place(opening).filter(|_| opening.count() == DISCS) {
            self.worths[DISCS][place] = Some(worth);
            self.answers[place] = Some(as_kept(opening, answer));
        }
    }

    /// How many openings are to be kept; of how many it is known what they are worth, and of how many
    /// a best answer.
    #[must_use]
    pub fn solved(&self) -> (usize, usize, usize) {
        let worths = &self.worths[DISCS];
        (worths.len(), worths.iter().flatten().count(), self.answers.iter().flatten().count())
    }

    /// What an opening is worth if all its answers are known.
    fn by_answers(&self, (mine, all): Seen) -> Option<Score> {
        let opening = Discs::of(Wall::standard(), mine, all);
        if opening.fours() != 0 {
            return Some(Score::won(1, 1));
        }
        let worths = opening.moves().map(|hole| {
            let (worth, _) = self.worth(&opening.after(hole))?;
            Some(-worth.further(1))
        });
        worths.collect::<Option<Vec<_>>>()?.into_iter().max()
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

/// A column as it stands where the opening is kept, in a mirror or not; and back.
fn as_kept(opening: &Discs, column: Column) -> Column {
    if seen(opening) == (opening.mine(), opening.all()) { column } else { Column(COLUMNS - 1 - column.0) }
}

/// What it is worth to the player to move that so many plies are left; none are a draw.
fn ends_in(plies: u8) -> Score {
    match usize::from(plies) {
        0 => Score::DRAW,
        plies if plies % 2 == 1 => Score::won(1, plies),
        plies => -Score::won(1, plies),
    }
}

/// By the number of discs: every opening in which nobody has won, in order.
fn levels() -> Vec<Vec<Seen>> {
    let mut levels = vec![vec![(0, 0)]];
    while levels.len() <= DISCS {
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
        assert_eq!(openings.worth(&opening("41221155")), None);
        for worth in [Score::DRAW, Score::won(1, 33), -Score::won(1, 4)] {
            openings.note(&opening("41221155"), worth, Column(1));
            let again = Openings::read(&openings.write());
            for (text, answer) in [("41221155", Column(1)), ("47667733", Column(5))] {
                assert_eq!(again.worth(&opening(text)), Some((worth, Bound::Exact)));
                assert_eq!(again.answer(&opening(text)), Some(answer));
            }
            assert_eq!(again.worth(&opening("41221156")), None);
            assert_eq!(again.worth(&opening("7x7: 41221155")), None);
            assert_eq!(again.solved(), (91_295, 1, 1));
        }
    }

    #[test]
    fn the_least_of_what_follows_an_opening_is_what_came_before_was_worth() {
        let mut openings = Openings::read(&[]);
        openings.note(&opening("41221155"), Score::won(1, 33), Column(1));
        for (text, bound) in [("412211552", Bound::Exact), ("412211553", Bound::Lower)] {
            assert_eq!(openings.worth(&opening(text)), Some((-Score::won(1, 32), bound)), "{text}");
        }
        assert_eq!(openings.worth(&opening("412211663")), None);
        // Another opening that may have come before is worth less to the one who moved.
        openings.note(&opening("31221155"), -Score::won(1, 34), Column(0));
        let least = Some((Score::won(1, 33), Bound::Lower));
        assert_eq!(openings.worth(&opening("412211553")), least);
        openings.note(&opening("31221155"), Score::won(1, 1), Column(0));
        assert_eq!(openings.worth(&opening("312211557")), None, "a win at once tells nothing of other moves");
    }

    #[test]
    fn every_opening_is_solved_and_has_an_answer() {
        assert_eq!(KEPT.solved(), (91_295, 91_295, 91_295));
        assert!(KEPT.worths.iter().flatten().all(Option::is_some));
    }

    #[test]
    fn what_is_kept_lies_within_what_shows_at_a_glance() {
        for level in &KEPT.levels {
            for &(mine, all) in level.iter().step_by(7) {
                let discs = Discs::of(Wall::standard(), mine, all);
                let (least, most) = knowledge::limits(&discs);
                assert!(worth(&discs).is_some_and(|(worth, _)| (least..=most).contains(&worth)));
            }
        }
    }

    #[test]
    fn no_opening_contradicts_the_answer_to_another() {
        for &(mine, all) in &KEPT.levels[DISCS] {
            let discs = Discs::of(Wall::standard(), mine, all);
            let (worth, _) = KEPT.worth(&discs).expect("every opening is solved");
            let answer = KEPT.answer(&discs).and_then(|column| discs.landing(column));
            let answer = answer.expect("every opening has an answer, and its column room");
            if discs.fours() != 0 {
                assert_eq!((worth, discs.fours() & answer), (Score::won(1, 1), answer));
            } else {
                assert_eq!(KEPT.worth(&discs.after(answer)), Some(((-worth).nearer(1), Bound::Exact)));
            }
        }
    }
}
