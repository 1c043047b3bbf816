//! Openings on the usual wall, solved before the game by `examples/solve_connect_four`. All those of
//! ten discs are kept in `openings.bin`, each with a best answer; what fewer are worth follows from
//! them. Of eleven and twelve discs `hard.bin` keeps those that take long to solve.
//!
//! A solution is one byte: seven times the plies that are left, and the column of a best answer. The
//! player to move wins in an odd number of plies and loses in an even one; none are a draw. Openings of
//! ten discs are all there, in order, so their solutions are enough; a hard one is a word, what is
//! [`Seen`] of it above the solution.

use std::sync::LazyLock;

use super::discs::Discs;
use super::seen::{COLUMNS, Seen, as_seen};
use super::wall::{Column, Wall};
use crate::search::score::{Score, Value};
use crate::search::window::Bound;

/// How many discs the openings have that are all kept.
pub const DISCS: usize = 10;
/// With more discs than this hardly any takes long.
pub const HARD: usize = 12;
/// Nobody has found this out yet.
const UNKNOWN: u8 = u8::MAX;

/// What is known of openings.
#[derive(Clone, Debug)]
pub struct Openings {
    /// By the number of discs: every opening in which nobody has won, in order.
    levels: Vec<Vec<Seen>>,
    /// What those with fewer discs than are kept are worth, if all that can follow is solved.
    worths: Vec<Vec<Option<Score>>>,
    /// The solutions of those of the last level.
    kept: Vec<u8>,
    /// The hard ones with more discs, in order, and their solutions.
    hard: Vec<(Seen, u8)>,
}

static KEPT: LazyLock<Openings> =
    LazyLock::new(|| Openings::read(include_bytes!("openings.bin"), include_bytes!("hard.bin")));

/// Unpacks them now: it takes some tenths of a second.
pub fn prepare() {
    LazyLock::force(&KEPT);
}

/// What an opening is worth to the player to move, its end counted from here, or the least of it.
#[must_use]
pub fn worth(discs: &Discs) -> Option<(Score, Bound)> {
    // Only these are worth the time that unpacking takes.
    (discs.count() <= HARD + 1 && Seen::of(discs).is_some()).then(|| KEPT.worth(discs)).flatten()
}

impl Openings {
    /// Takes what [`kept`](Openings::kept) and [`hard`](Openings::hard) told; what is missing is not
    /// solved.
    #[must_use]
    pub fn read(kept: &[u8], hard: &[u8]) -> Openings {
        let (levels, steps) = levels();
        let mut kept = kept.to_vec();
        kept.resize(levels[DISCS].len(), UNKNOWN);
        let hard_one = |word| (Seen::numbered(word >> u8::BITS), word as u8);
        let hard = hard.as_chunks().0.iter().map(|word| hard_one(u64::from_le_bytes(*word))).collect();
        let mut worths = vec![Vec::new(); DISCS];
        let mut following: Vec<_> = kept.iter().map(|byte| unpacked(*byte).map(|(worth, _)| worth)).collect();
        for discs in (0..DISCS).rev() {
            worths[discs] = worths_by_what_follows(&levels[discs], &steps[discs], &following);
            following.clone_from(&worths[discs]);
        }
        Openings { levels, worths, kept, hard }
    }

    /// The openings that are all kept, as the game keeps them.
    #[must_use]
    pub fn kept(&self) -> &[u8] {
        &self.kept
    }

    /// The hard ones, as the game keeps them.
    #[must_use]
    pub fn hard(&self) -> Vec<u8> {
        let word = |(seen, byte): &(Seen, u8)| seen.number() << u8::BITS | u64::from(*byte);
        self.hard.iter().map(word).flat_map(u64::to_le_bytes).collect()
    }

    /// What an opening is worth to the player to move, its end counted from here. With more discs than
    /// are all kept, the least of it may be all that is known: what the last move came from was worth no
    /// less to the one who made it.
    #[must_use]
    pub fn worth(&self, opening: &Discs) -> Option<(Score, Bound)> {
        let exactly = |worth| (worth, Bound::Exact);
        if opening.count() < DISCS {
            return self.worths[opening.count()][self.place(opening)?].map(exactly);
        }
        if let Some((worth, _)) = self.solution(opening) {
            return Some(exactly(worth));
        }
        self.least(opening)
    }

    /// The least that an opening can be worth by what came before it, which may be all that it is worth.
    fn least(&self, opening: &Discs) -> Option<(Score, Bound)> {
        let told = opening.before().filter_map(|before| {
            let (worth, answer) = self.solution(&before)?;
            let answer = before.landing(answer);
            let is_best = answer.is_some_and(|hole| Seen::of(&before.after(hole)) == Seen::of(opening));
            // Who could have won at once, and did not, may have got anything.
            (worth != Score::won(1, 1)).then(|| ((-worth).nearer(1), is_best))
        });
        let (least, is_best) = told.max()?;
        Some((least, if is_best { Bound::Exact } else { Bound::Lower }))
    }

    /// What an opening of those that are kept is worth, and a best answer to it, if they are known.
    #[must_use]
    pub fn solution(&self, opening: &Discs) -> Option<(Score, Column)> {
        let byte = match opening.count() {
            DISCS => self.kept[self.place(opening)?],
            _ => self.hard[self.place_of_hard(opening)?.ok()?].1,
        };
        unpacked(byte).map(|(worth, answer)| (worth, as_seen(opening, answer)))
    }

    /// Notes what was found out of an opening: of those that are all kept, or of a hard one.
    pub fn note(&mut self, opening: &Discs, worth: Score, answer: Column) {
        let Some(seen) = Seen::of(opening) else { return };
        let byte = packed(worth, as_seen(opening, answer));
        if let (DISCS, Some(place)) = (opening.count(), self.place(opening)) {
            self.kept[place] = byte;
        }
        match self.place_of_hard(opening) {
            Some(Ok(place)) => self.hard[place].1 = byte,
            Some(Err(place)) => self.hard.insert(place, (seen, byte)),
            None => {}
        }
    }

    /// How many openings are all to be kept, and how many of them are solved; and how many hard ones are.
    #[must_use]
    pub fn solved(&self) -> (usize, usize, usize) {
        (self.kept.len(), self.kept.iter().filter(|byte| **byte != UNKNOWN).count(), self.hard.len())
    }

    fn place(&self, opening: &Discs) -> Option<usize> {
        self.levels.get(opening.count())?.binary_search(&Seen::of(opening)?).ok()
    }

    /// Where an opening stands among the hard ones, or would; none if it has too few discs or too many.
    fn place_of_hard(&self, opening: &Discs) -> Option<Result<usize, usize>> {
        let sought = Seen::of(opening).filter(|_| (DISCS + 1..=HARD).contains(&opening.count()))?;
        Some(self.hard.binary_search_by_key(&sought, |(seen, _)| *seen))
    }
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
    let (mut levels, mut steps) =
        (vec![Vec::from_iter(Seen::of(&Discs::none(Wall::standard())))], Vec::new());
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
fn answers(opening: &Seen) -> impl Iterator<Item = Seen> + use<> {
    let discs = opening.discs();
    let quiet = discs.moves().filter(move |hole| hole & discs.threats() == 0);
    quiet.filter_map(move |hole| Seen::of(&discs.after(hole)))
}

/// What the openings of a level are worth, if all that can follow them is known.
fn worths_by_what_follows(level: &[Seen], steps: &[Step], following: &[Option<Score>]) -> Vec<Option<Score>> {
    let at_once = Some(Score::won(1, 1));
    let wins_at_once = |opening: &Seen| opening.discs().winning_landings() != 0;
    let mut worths: Vec<_> = level
        .iter()
        .map(|opening| if wins_at_once(opening) { at_once } else { Some(Score::LEAST) })
        .collect();
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
        let mut openings = Openings::read(&[], &[]);
        assert_eq!(openings.worth(&opening("4122115566")), None);
        for worth in [Score::DRAW, Score::won(1, 31), -Score::won(1, 4), -Score::won(1, 32)] {
            openings.note(&opening("4122115566"), worth, Column(1));
            let again = Openings::read(openings.kept(), &openings.hard());
            for (text, answer) in [("4122115566", Column(1)), ("4766773322", Column(5))] {
                assert_eq!(again.worth(&opening(text)), Some((worth, Bound::Exact)));
                assert_eq!(again.solution(&opening(text)), Some((worth, answer)));
            }
            assert_eq!(again.worth(&opening("4122115567")), None);
            assert_eq!(again.worth(&opening("7x7: 4122115566")), None);
            assert_eq!(again.solved(), (809_464, 1, 0));
        }
    }

    #[test]
    fn the_least_of_what_follows_an_opening_is_what_came_before_was_worth() {
        let mut openings = Openings::read(&[], &[]);
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
        let mut kept = KEPT.kept().to_vec();
        let worth = |kept: &[u8], text| Openings::read(kept, &[]).worth(&opening(text));
        let unsolved = opening("4122115566");
        kept[KEPT.place(&unsolved).expect("it is an opening")] = UNKNOWN;
        assert_eq!(worth(&kept, "412211556"), None);
        assert_eq!(worth(&kept, "412211557"), worth(KEPT.kept(), "412211557"));
        assert_eq!(worth(&kept, ""), None);
    }

    #[test]
    fn every_opening_is_solved() {
        assert_eq!(KEPT.solved(), (809_464, 809_464, 32_132));
        assert!(KEPT.worths.iter().flatten().all(Option::is_some));
    }

    #[test]
    fn what_is_kept_lies_within_what_shows_at_a_glance() {
        for level in &KEPT.levels {
            for discs in level.iter().step_by(7).map(|opening| opening.discs()) {
                let (least, most) = knowledge::limits(&discs);
                assert!(worth(&discs).is_some_and(|(worth, _)| (least..=most).contains(&worth)));
            }
        }
    }

    #[test]
    fn no_opening_contradicts_the_answer_to_another() {
        for discs in KEPT.levels[DISCS].iter().map(|opening| opening.discs()) {
            let (worth, answer) = KEPT.solution(&discs).expect("every opening is solved");
            let answer = discs.landing(answer).expect("the column of an answer has room");
            if discs.winning_landings() != 0 {
                assert_eq!((worth, discs.winning_landings() & answer), (Score::won(1, 1), answer));
            } else {
                assert_eq!(KEPT.worth(&discs.after(answer)), Some(((-worth).nearer(1), Bound::Exact)));
            }
        }
    }

    #[test]
    fn a_hard_opening_is_told_of_its_mirror_image_too_and_of_what_follows_its_answer() {
        let mut openings = Openings::read(&[], &[]);
        openings.note(&opening("41221155662"), -Score::won(1, 28), Column(2));
        openings.note(&opening("41221155661"), Score::won(1, 31), Column(4));
        openings.note(&opening("41221155662"), Score::won(1, 29), Column(5));
        let again = Openings::read(openings.kept(), &openings.hard());
        assert_eq!(again.solved(), (809_464, 0, 2));
        for (text, column) in [("41221155662", 5), ("47667733226", 1)] {
            assert_eq!(again.solution(&opening(text)), Some((Score::won(1, 29), Column(column))));
        }
        let told = [("412211556626", Bound::Exact), ("412211556621", Bound::Lower)];
        for (text, bound) in told {
            assert_eq!(again.worth(&opening(text)), Some((-Score::won(1, 28), bound)), "{text}");
        }
        assert_eq!(again.worth(&opening("4122115566267")), None, "with thirteen discs nothing is hard");
    }

    #[test]
    fn hard_openings_stand_in_order_and_contradict_nothing() {
        assert!(KEPT.hard.is_sorted());
        for discs in KEPT.hard.iter().map(|(seen, _)| seen.discs()) {
            let (worth, answer) = KEPT.solution(&discs).expect("a hard opening has its solution");
            let (least, most) = knowledge::limits(&discs);
            assert!((least..=most).contains(&worth));
            match KEPT.least(&discs) {
                Some((least, Bound::Exact)) => assert_eq!(worth, least),
                least => assert!(least.is_none_or(|(least, _)| least <= worth)),
            }
            let next = discs.after(discs.landing(answer).expect("the column of an answer has room"));
            assert_eq!(KEPT.worth(&next), Some(((-worth).nearer(1), Bound::Exact)));
        }
    }
}
