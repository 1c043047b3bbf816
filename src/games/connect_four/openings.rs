//! Openings on the usual wall, solved before the game by `examples/solve_connect_four` and kept in
//! `openings.bin`: all those of ten discs, each with a best answer. What fewer are worth follows
//! from them, and of eleven they tell the least.
//!
//! Openings stand in order of their discs; of two mirror images the lesser stands for both. Of each
//! one byte is kept: seven times the plies that are left, and the column of a best answer. The player
//! to move wins in an odd number of plies and loses in an even one; none are a draw.

use std::sync::LazyLock;

use super::discs::Discs;
use super::rules::Column;
use super::wall::{Holes, Wall};
use crate::search::score::{Score, Value};
use crate::search::window::Bound;

/// How many discs the openings have that are kept.
pub const DISCS: usize = 10;
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
    /// What those with fewer discs than are kept are worth, if all that can follow is solved.
    worths: Vec<Vec<Option<Score>>>,
    /// Those that are kept, as they are kept.
    kept: Vec<u8>,
}

static KEPT: LazyLock<Openings> = LazyLock::new(|| Openings::read(include_bytes!("openings.bin")));

/// Unpacks them now: it takes some tenths of a second.
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
        let (levels, steps) = levels();
        let mut kept = told.to_vec();
        kept.resize(levels[DISCS].len(), UNKNOWN);
        let mut worths = vec![Vec::new(); DISCS];
        let mut following: Vec<_> = kept.iter().map(|byte| unpacked(*byte).map(|(worth, _)| worth)).collect();
        for discs in (0..DISCS).rev() {
            worths[discs] = worths_by_what_follows(&levels[discs], &steps[discs], &following);
            following.clone_from(&worths[discs]);
        }
        Openings { levels, worths, kept }
    }

    /// As the game keeps them.
    #[must_use]
    pub fn write(&self) -> &[u8] {
        &self.kept
    }

    /// What an opening is worth to the player to move, its end counted from here. With a disc more
    /// than are kept, the least of it may be all that is known: what the last move came from was
    /// worth no less to the one who made it.
    #[must_use]
    pub fn worth(&self, opening: &Discs) -> Option<(Score, Bound)> {
        let exactly = |worth| (worth, Bound::Exact);
        if opening.count() < DISCS {
            return self.worths[opening.count()][self.place(opening)?].map(exactly);
        }
        if let Some((worth, _)) = self.solution(opening) {
            return Some(exactly(worth));
        }
        let told = opening.before().filter_map(|before| {
            let (worth, answer) = self.solution(&before)?;
            let answer = before.landing(answer);
            let is_best = answer.is_some_and(|hole| seen(&before.after(hole)) == seen(opening));
            // Who could have won at once, and did not, may have got anything.
            (worth != Score::won(1, 1)).then(|| ((-worth).nearer(1), is_best))
        });
        let (least, is_best) = told.max()?;
        Some((least, if is_best { Bound::Exact } else { Bound::Lower }))
    }

    /// What an opening of those that are kept is worth, and a best answer to it, if they are known.
    #[must_use]
    pub fn solution(&self, opening: &Discs) -> Option<(Score, Column)> {
        let place = self.place(opening).filter(|_| opening.count() == DISCS)?;
        unpacked(self.kept[place]).map(|(worth, column)| (worth, as_kept(opening, column)))
    }

    /// Notes what was found out of an opening of those that are kept.
    pub fn note(&mut self, opening: &Discs, worth: Score, answer: Column) {
        if let Some(place) = self.place(opening).filter(|_| opening.count() == DISCS) {
            self.kept[place] = packed(worth, as_kept(opening, answer));
        }
    }

    /// How many openings are to be kept, and how many of them are solved.
    #[must_use]
    pub fn solved(&self) -> (usize, usize) {
        (self.kept.len(), self.kept.iter().filter(|byte| **byte != UNKNOWN).count())
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

fn packed(worth: Score, answer: Column) -> u8 {
    match worth.value(true) {
        Value::Proven { plies, .. } => plies as u8 * COLUMNS + answer.0,
        _ => UNKNOWN,
    }
}

fn unpacked(byte: u8) -> Option<(Score, Column)> {
    let worth = match usize::from(byte / COLUMNS) {
        0 => Score::DRAW,
        plies if plies % 2 == 1 => Score::won(1, plies),
        plies => -Score::won(1, plies),
    };
    (byte != UNKNOWN).then_some((worth, Column(byte % COLUMNS)))
}

/// That an opening can follow another: the places of both, each in its level.
struct Step {
    from: usize,
    to: usize,
}

/// By the number of discs: every opening in which nobody has won, in order; and the steps from each level
/// to the next.
fn levels() -> (Vec<Vec<Seen>>, Vec<Vec<Step>>) {
    let (mut levels, mut steps) = (vec![vec![(0, 0)]], Vec::new());
    for discs in 0..DISCS {
        let openings = levels[discs].iter().enumerate();
        let mut reached: Vec<_> =
            openings.flat_map(|(from, opening)| answers(opening).map(move |next| (next, from))).collect();
        reached.sort_unstable();
        let mut level = Vec::new();
        let step = |(next, from)| {
            if level.last() != Some(&next) {
                level.push(next);
            }
            Step { from, to: level.len() - 1 }
        };
        steps.push(reached.into_iter().map(step).collect());
        levels.push(level);
    }
    (levels, steps)
}

/// What can follow an opening without winning.
fn answers(&(mine, all): &Seen) -> impl Iterator<Item = Seen> + use<> {
    let discs = Discs::of(Wall::standard(), mine, all);
    discs.moves().filter(move |hole| hole & discs.threats() == 0).map(move |hole| seen(&discs.after(hole)))
}

/// What the openings of a level are worth, if all that can follow them is known.
fn worths_by_what_follows(level: &[Seen], steps: &[Step], following: &[Option<Score>]) -> Vec<Option<Score>> {
    let at_once = Some(Score::won(1, 1));
    let wins_at_once = |(mine, all): &Seen| Discs::of(Wall::standard(), *mine, *all).fours() != 0;
    let mut worths: Vec<_> =
        level.iter().map(|seen| if wins_at_once(seen) { at_once } else { Some(Score::LEAST) }).collect();
    for Step { from, to } in steps {
        let worth = &mut worths[*from];
        if *worth != at_once {
            let answer = following[*to].map(|worth| -worth.further(1));
            *worth = worth.zip(answer).map(|(best, answer)| best.max(answer));
        }
    }
    worths
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
        assert_eq!(openings.worth(&opening("4122115566")), None);
        for worth in [Score::DRAW, Score::won(1, 31), -Score::won(1, 4), -Score::won(1, 32)] {
            openings.note(&opening("4122115566"), worth, Column(1));
            let again = Openings::read(openings.write());
            for (text, answer) in [("4122115566", Column(1)), ("4766773322", Column(5))] {
                assert_eq!(again.worth(&opening(text)), Some((worth, Bound::Exact)));
                assert_eq!(again.solution(&opening(text)), Some((worth, answer)));
            }
            assert_eq!(again.worth(&opening("4122115567")), None);
            assert_eq!(again.worth(&opening("7x7: 4122115566")), None);
            assert_eq!(again.solved(), (809_464, 1));
        }
    }

    #[test]
    fn the_least_of_what_follows_an_opening_is_what_came_before_was_worth() {
        let mut openings = Openings::read(&[]);
        openings.note(&opening("4122115566"), Score::won(1, 31), Column(1));
        for (text, bound) in [("41221155662", Bound::Exact), ("41221155663", Bound::Lower)] {
            assert_eq!(openings.worth(&opening(text)), Some((-Score::won(1, 30), bound)), "{text}");
        }
        assert_eq!(openings.worth(&opening("41221155776")), None);
        // Another opening that may have come before is worth less to the one who moved.
        openings.note(&opening("3122115566"), -Score::won(1, 32), Column(0));
        let least = Some((Score::won(1, 31), Bound::Lower));
        assert_eq!(openings.worth(&opening("41221155663")), least);
        openings.note(&opening("3122115566"), Score::won(1, 1), Column(0));
        assert_eq!(
            openings.worth(&opening("31221155667")),
            None,
            "a win at once tells nothing of other moves"
        );
    }

    #[test]
    fn what_is_not_solved_leaves_what_came_before_unknown() {
        let mut kept = KEPT.write().to_vec();
        let worth = |kept: &[u8], text| Openings::read(kept).worth(&opening(text));
        let unsolved = opening("4122115566");
        kept[KEPT.place(&unsolved).expect("it is an opening")] = UNKNOWN;
        assert_eq!(worth(&kept, "412211556"), None);
        assert_eq!(worth(&kept, "412211557"), worth(KEPT.write(), "412211557"));
        assert_eq!(worth(&kept, ""), None);
    }

    #[test]
    fn every_opening_is_solved() {
        assert_eq!(KEPT.solved(), (809_464, 809_464));
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
            let (worth, answer) = KEPT.solution(&discs).expect("every opening is solved");
            let answer = discs.landing(answer).expect("the column of an answer has room");
            if discs.fours() != 0 {
                assert_eq!((worth, discs.fours() & answer), (Score::won(1, 1), answer));
            } else {
                assert_eq!(KEPT.worth(&discs.after(answer)), Some(((-worth).nearer(1), Bound::Exact)));
            }
        }
    }
}
