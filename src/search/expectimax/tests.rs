use std::time::Instant;

use super::search::{Path, Search};
use super::*;
use crate::game::{Game, Outcome, Player};
use crate::search::negamax::negamax;
use crate::search::score::FURTHEST;
use crate::search::{StoppedBy, Value, Verdict, one_or_more};

/// Pennies by the rules alone, as a game in which chance never moves.
#[derive(Clone, Copy)]
struct Certain(u32, Player);

impl Game for Certain {
    type Move = u32;
    fn turn(&self) -> Player {
        self.1
    }
    fn moves(&self, out: &mut Vec<u32>) {
        out.extend(1..=self.0.min(3));
    }
    fn apply(&mut self, taken: u32) {
        *self = Certain(self.0 - taken, self.1.opponent());
    }
    fn score_finished(&self) -> Outcome {
        Outcome::won(self.1.opponent())
    }
}

impl Chance for Certain {
    type Event = ();
    fn events(&self, _: &mut Vec<((), f64)>) {}
    fn happen(&mut self, (): ()) {}
}

#[derive(Clone, Copy)]
struct Nothing;

impl Prospect<Certain> for Nothing {
    fn estimate(&mut self, _: &Certain) -> Hope {
        Hope::default()
    }
}

#[test]
fn where_nothing_is_left_to_chance_it_agrees_with_the_judge() {
    for left in 1..14 {
        let position = Certain(left, Player::First);
        let expected = Expectimax::new(Nothing).exact(&position, 1 << 10);
        let judged = negamax(&position).value(true);
        let Value::Proven { verdict, .. } = judged else { panic!("the judge proves everything") };
        assert_eq!(expected, if verdict == Verdict::Win { 1.0 } else { -1.0 }, "{left} left");
    }
}

/// Whichever way one goes, one comes back.
#[derive(Clone, Copy)]
struct Roundabout;

impl Game for Roundabout {
    type Move = bool;
    fn turn(&self) -> Player {
        Player::First
    }
    fn moves(&self, out: &mut Vec<bool>) {
        out.extend([false, true]);
    }
    fn apply(&mut self, _: bool) {}
    fn score_finished(&self) -> Outcome {
        Outcome::Draw
    }
}

impl Chance for Roundabout {
    type Event = ();
    fn events(&self, _: &mut Vec<((), f64)>) {}
    fn happen(&mut self, (): ()) {}
}

#[derive(Clone, Copy)]
struct Giddy;

impl Prospect<Roundabout> for Giddy {
    fn estimate(&mut self, _: &Roundabout) -> Hope {
        Hope::default()
    }
    fn key(&self, _: &Roundabout) -> Option<u64> {
        Some(1)
    }
}

#[test]
fn a_game_that_goes_round_in_circles_is_not_followed_for_ever() {
    let question = Question::new(Roundabout);
    let budget = Budget::nodes(1_000_000);
    let choice = Expectimax::new(Giddy).choose(&question, &budget, &Stop::new(), &mut |_| {});
    assert_eq!(choice.depth, FURTHEST as u32);
}

/// Two runners: whoever moves goes two steps, or as many as a die with three faces says, and
/// stands still rather than overshoot.
#[derive(Clone, Copy)]
struct Run {
    left: [u32; 2],
    turn: Player,
    rolled: Option<u32>,
}

impl Game for Run {
    type Move = u32;
    fn turn(&self) -> Player {
        self.turn
    }
    fn moves(&self, out: &mut Vec<u32>) {
        out.extend(self.rolled.iter().flat_map(|rolled| [2, *rolled]));
    }
    fn apply(&mut self, steps: u32) {
        let left = &mut self.left[self.turn as usize];
        *left = left.checked_sub(steps).unwrap_or(*left);
        *self = Run { turn: self.turn.opponent(), rolled: None, ..*self };
    }
    fn score_finished(&self) -> Outcome {
        Outcome::won(self.turn.opponent())
    }
    fn outcome(&self) -> Option<Outcome> {
        self.left.contains(&0).then(|| self.score_finished())
    }
}

impl Chance for Run {
    type Event = u32;
    fn events(&self, out: &mut Vec<(u32, f64)>) {
        if self.rolled.is_none() && self.outcome().is_none() {
            out.extend((1..=3).map(|face| (face, 1.0 / 3.0)));
        }
    }
    fn happen(&mut self, face: u32) {
        self.rolled = Some(face);
    }
}

/// Whoever is ahead will rather win.
#[derive(Clone, Copy)]
struct Lead(Window);

impl Prospect<Run> for Lead {
    fn estimate(&mut self, position: &Run) -> Hope {
        let [mine, theirs] =
            [position.turn, position.turn.opponent()].map(|player| f64::from(position.left[player as usize]));
        let worth = (theirs - mine) / (theirs + mine);
        Hope { worth, win: (1.0 + worth) / 2.0 }
    }
    fn bounds(&self, _: &Run) -> Window {
        self.0
    }
    fn told(&self, _: &Run, _: u32, hope: Hope) -> Value {
        Value::Estimate((1e6 * hope.worth).round() as i32)
    }
}

#[test]
fn what_is_pruned_changes_no_answer() {
    let found = |bounds, left, lines| {
        let position = Run { left, turn: Player::First, rolled: Some(3) };
        let question = Question { lines: one_or_more(lines), ..Question::new(position) };
        let choice =
            Expectimax::new(Lead(bounds)).choose(&question, &Budget::depth(5), &Stop::new(), &mut |_| {});
        let told: Vec<_> = choice.lines.into_iter().map(|line| (line.moves, line.value)).collect();
        (told, choice.nodes)
    };
    let (mut pruned, mut whole) = (0, 0);
    for (mine, theirs, lines) in
        (3..9).flat_map(|mine| (1..9).flat_map(move |theirs| [(mine, theirs, 1), (mine, theirs, 2)]))
    {
        let (told, nodes) = found(Window { alpha: -1.0, beta: 1.0 }, [mine, theirs], lines);
        let (all_told, all_nodes) = found(Window::OPEN, [mine, theirs], lines);
        assert_eq!(told, all_told, "{mine} and {theirs} left, {lines} lines");
        pruned += nodes;
        whole += all_nodes;
    }
    assert!(pruned < whole, "{pruned} nodes of {whole}");
}

/// The same, where one face of the die tells what a deeper look changes.
#[derive(Clone, Copy)]
struct OneFace;

impl Prospect<Run> for OneFace {
    fn estimate(&mut self, position: &Run) -> Hope {
        Lead(Window::OPEN).estimate(position)
    }
    fn telling(&self, ply: u32, _: u32) -> usize {
        if ply > 1 { 1 } else { usize::MAX }
    }
}

#[test]
fn a_few_events_tell_nearly_what_all_do_for_a_part_of_the_work() {
    let (mut glanced, mut drawn, mut all, mut some) = (0.0, 0.0, 0, 0);
    for (mine, theirs) in (5..12).flat_map(|mine| (5..12).map(move |theirs| (mine, theirs))) {
        let run = Run { left: [mine, theirs], turn: Player::First, rolled: Some(3) };
        let told = |deep| {
            let mut search = Search::new(Lead(Window::OPEN), &run, &Budget::default(), Stop::new());
            let value = search.after(&run, 2, deep, Path::ROOT, Window::OPEN).worth;
            (value, search.clock.nodes)
        };
        let mut search = Search::new(OneFace, &run, &Budget::default(), Stop::new());
        let found = search.after(&run, 2, 5, Path::ROOT, Window::OPEN).worth;
        let (whole, nodes) = told(5);
        glanced += (told(3).0 - whole).abs();
        drawn += (found - whole).abs();
        some += search.clock.nodes;
        all += nodes;
    }
    assert!(3 * some < all, "{some} nodes of {all}");
    assert!(drawn < glanced, "{drawn} is further from the truth than {glanced}");
}

#[test]
fn a_deadline_that_has_passed_still_gets_a_legal_move() {
    let question = Question::new(Certain(50, Player::First));
    let budget = Budget::until(Instant::now());
    let choice = Expectimax::new(Nothing).choose(&question, &budget, &Stop::new(), &mut |_| {});
    assert_eq!((choice.depth, choice.stopped_by), (1, StoppedBy::Time));
}

#[test]
fn not_one_position_more_is_visited_than_asked_for() {
    let position = Run { left: [40, 40], turn: Player::First, rolled: Some(3) };
    for most in [10, 100, 1_000, 10_000] {
        let question = Question::new(position);
        let engine = Expectimax::new(Lead(Window::OPEN));
        let choice = engine.choose(&question, &Budget::nodes(most), &Stop::new(), &mut |_| {});
        assert_eq!((choice.nodes, choice.stopped_by), (most, StoppedBy::Nodes));
    }
}

#[test]
fn what_is_found_out_with_the_last_position_is_not_stopped_by_the_limit() {
    let question = Question::new(Certain(1, Player::First));
    let choice = Expectimax::new(Nothing).choose(&question, &Budget::nodes(1), &Stop::new(), &mut |_| {});
    assert_eq!((choice.nodes, choice.stopped_by), (1, StoppedBy::Solved));
}
