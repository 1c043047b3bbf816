//! What is worth knowing about kalah.

use super::endings;
use super::rules::{Kalah, MOST_SEEDS};
use crate::game::{Game, Player};
use crate::mixing::mixed;
use crate::search::Term;
use crate::search::heuristics::{Heuristics, Over};
use crate::search::policy::{Policy, Solve};
use crate::search::score::Score;
use crate::search::window::Window;

/// How kalah is searched: to the end wherever time allows, so that no step may guess. A game of
/// 30 seeds is solved at once, one of 48 after some deepening. Looking all moves up far from the end
/// spares positions, not time: with 1 GiB to remember them it spared the start 57 million of 200.
const POLICY: Policy = Policy {
    most: MOST_SEEDS, // somebody may win by all of them
    hurry: false,
    look_up: Some(30 * PLIES_A_SEED + 1),
    solve: Some(Solve { longest: 30 * PLIES_A_SEED, after: 6, beyond: Some(5), foretold: Some(2) }),
    ..Policy::EXACT
};

/// What is played well hardly ever lasts longer than this for each seed in play, though the rules would
/// let it: a line that does is judged where it is cut, and the game is not called solved by it.
const PLIES_A_SEED: i32 = 3;

/// For ordering: to move again, and to be ahead by a seed more.
const AGAIN: i32 = 12_000;
const SEED: i32 = 1_000;
/// The same, for each of one's own houses that is left empty: nothing waits there any more.
const EMPTY_HOUSE: i32 = -150;

/// What is worth knowing about kalah.
#[derive(Clone, Copy, Debug)]
pub struct Knowledge;

impl Heuristics<Kalah> for Knowledge {
    fn policy(&self) -> &Policy {
        &POLICY
    }

    fn estimate(&mut self, position: &Kalah) -> i32 {
        self.terms(position).into_iter().map(|term| term.value).sum()
    }

    fn key(&self, position: &Kalah) -> Option<u64> {
        Some(key(position))
    }

    fn ahead(&self, position: &Kalah) -> Option<i32> {
        Some(lead(position))
    }

    fn over(&self, position: &Kalah) -> Over {
        if position.in_play() == 0 { Over::Yes(position.score_finished()) } else { Over::No }
    }

    fn longest(&self, position: &Kalah) -> Option<usize> {
        Some(usize::from(position.in_play()) * PLIES_A_SEED as usize)
    }

    /// What is in a store stays there, and all that is in play may still go to either side, but for
    /// what the player to move brings home at once. How few seeds are shared out is known.
    fn limits(&self, position: &Kalah, _: Window) -> Option<(Score, Score)> {
        let (lead, open) = (lead(position), i32::from(position.in_play()));
        let (least, most) = match endings::share(position) {
            Some(share) => (share.into(), share.into()),
            None => (brought_home(position), open),
        };
        Some((Score::by(lead + 2 * least - open), Score::by(lead + 2 * most - open)))
    }

    /// What moves again comes first, the house next to the store before all; then what brings most,
    /// and of that what leaves the fewest houses empty.
    fn hunches(&self, position: &Kalah) -> impl Fn(u8) -> i32 {
        |house| {
            let mover = position.turn();
            let brings = if position.ends_in_store(house.into()) {
                AGAIN
            } else {
                let next = position.after(house);
                let empty = next.row(mover).iter().filter(|seeds| **seeds == 0).count();
                let again = if next.turn() == mover { AGAIN } else { 0 };
                again + SEED * (lead_of(&next, mover) - lead(position)) + EMPTY_HOUSE * empty as i32
            };
            brings + i32::from(house)
        }
    }

    fn terms(&self, position: &Kalah) -> Vec<Term> {
        vec![Term { name: "stores", value: lead(position) }]
    }
}

/// How many more seeds the player to move has in store.
fn lead(position: &Kalah) -> i32 {
    lead_of(position, position.turn())
}

fn lead_of(position: &Kalah, player: Player) -> i32 {
    i32::from(position.store(player)) - i32::from(position.store(player.opponent()))
}

/// So many seeds at least get into the mover's store before the other moves: first from every house
/// that lets the mover go on, the nearest to the store before those behind it, then from one more.
fn brought_home(position: &Kalah) -> i32 {
    let (mover, houses) = (position.turn(), usize::from(position.houses()));
    let mut now = *position;
    while let Some(house) = (0..houses).rev().find(|house| now.ends_in_store(*house)) {
        now.apply(house as u8);
    }
    let last = (0..houses).map(|house| match now.captured_from(house) {
        0 => i32::from(house + usize::from(now.row(mover)[house]) > houses),
        taken => 1 + i32::from(taken),
    });
    i32::from(now.store(mover) - position.store(mover)) + last.max().unwrap_or(0)
}

/// Of the seeds in play alone: those in store decide nothing more.
fn key(position: &Kalah) -> u64 {
    let mover = position.turn();
    let [own, other] = [mover, mover.opponent()].map(|player| position.row_bits(player));
    let rest = (own >> 64) as u64 | ((other >> 64) as u64) << 16 | u64::from(position.houses()) << 32;
    mixed([own as u64, other as u64, rest])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dice::Dice;
    use crate::game::Outcome;
    use crate::notation::Notation;
    use crate::search::alphabeta::AlphaBeta;
    use crate::search::negamax::negamax;
    use crate::search::{Budget, Choice, Engine, Question, Stop, StoppedBy, Value, Verdict};

    fn solve(text: &str) -> Choice<u8> {
        let question = Question::new(Kalah::parse(text).expect(text));
        AlphaBeta::new(Knowledge).choose(&question, &Budget::default(), &Stop::new(), &mut |_| {})
    }

    /// Seeds won by, negative if lost.
    fn seeds(value: Value) -> i32 {
        match value {
            Value::Proven { verdict: Verdict::Loss, worth, .. } => -i32::from(worth),
            Value::Proven { worth, .. } => i32::from(worth),
            _ => panic!("{value:?} is not proven"),
        }
    }

    #[test]
    fn the_pruned_search_agrees_with_the_judge() {
        for text in ["2,1", "2,2", "3,1", "3,2", "6,4: 0 0 1 0 2 1 (20) / 0 2 0 1 0 1 (20) N"] {
            let judged = negamax(&Kalah::parse(text).expect(text)).value(true);
            let choice = solve(text);
            assert_eq!(seeds(choice.best().value), seeds(judged), "{text}");
            assert_eq!(choice.stopped_by, StoppedBy::Solved, "{text}");
        }
    }

    #[test]
    fn small_boards_have_their_known_values() {
        assert_eq!(["6,1", "6,2"].map(|text| seeds(solve(text).best().value)), [2, 6]);
    }

    #[test]
    fn six_houses_with_three_seeds_each_have_their_known_value() {
        assert_eq!(seeds(solve("6,3").best().value), 2);
    }

    #[test]
    fn the_line_told_leads_to_the_end_that_is_claimed() {
        let choice = solve("4,2");
        let end = choice.best().moves.iter().fold(Kalah::parse("4,2").expect("a board"), |k, m| k.after(*m));
        let worth = seeds(choice.best().value) as u16;
        assert_eq!(end.outcome(), Some(Outcome::Won { by: Player::First, worth }));
    }

    /// A solved line takes one more search for each of its plies: there may be no time left for that.
    #[test]
    fn a_line_that_is_cut_short_counts_no_plies() {
        let text = "6,2: 1 0 1 1 0 7 (6) / 0 0 0 1 0 0 (7) N";
        let question = Question::new(Kalah::parse(text).expect(text));
        let stop = Stop::new();
        stop.cancel();
        let choice = AlphaBeta::new(Knowledge).choose(&question, &Budget::default(), &stop, &mut |_| {});
        assert_eq!(choice.best().value, Value::Decided { verdict: Verdict::Loss, worth: 10 });
        assert_eq!(choice.stopped_by, StoppedBy::Cancelled, "solved is what has nothing left to find out");
        let unhurried = solve(text);
        assert_eq!(unhurried.best().value, Value::Proven { verdict: Verdict::Loss, worth: 10, plies: 2 });
        assert_eq!(unhurried.stopped_by, StoppedBy::Solved);
    }

    #[test]
    fn what_is_brought_home_at_once_is_got_with_best_play_too() {
        let mut dice = Dice::seeded(1);
        let mut at_once = 0;
        for _ in 0..2000 {
            let mut position = Kalah::new(6, 1).expect("a board");
            for _ in 0..dice.below(10) {
                let moves = position.legal_moves();
                let Some(house) = moves.get(dice.below(moves.len().max(1))) else { break };
                position.apply(*house);
            }
            if let Some(share) = endings::share(&position) {
                assert!(brought_home(&position) <= share.into(), "{}", position.write());
                at_once += brought_home(&position);
            }
        }
        assert!(at_once > 1000, "{at_once}");
    }

    #[test]
    fn what_lets_the_mover_go_on_is_brought_home_first_then_a_capture() {
        let home = |text| brought_home(&Kalah::parse(text).expect(text));
        assert_eq!(home("3,2: 1 2 1 (0) / 0 4 4 (0) S"), 3 + 5);
        assert_eq!(home("3,2: 0 0 4 (0) / 3 3 2 (0) S"), 1);
        assert_eq!(home("3,2: 1 1 0 (0) / 0 3 7 (0) S"), 0);
    }

    #[test]
    fn positions_seen_from_the_other_side_share_a_key_and_so_do_those_that_differ_in_store() {
        let keys =
            ["3,2: 1 0 2 (3) / 2 2 1 (1) S", "3,2: 2 2 1 (1) / 1 0 2 (3) N", "3,2: 1 0 2 (0) / 2 2 1 (4) S"];
        let [south, north, poorer] = keys.map(|text| key(&Kalah::parse(text).expect(text)));
        assert_eq!((south, south), (north, poorer));
        let mirrored = Kalah::parse("3,2: 2 2 1 (1) / 1 0 2 (3) S").expect("a board");
        assert_ne!(south, key(&mirrored));
    }
}
