//! What the search is told about backgammon: what a position promises, which turns deserve a
//! second look, and how far things can go.

use super::bearoff;
use super::judgement::{Chances, Networks, Phase};
use super::rules::Backgammon;
use super::turns::Turn;
use crate::game::Game;
use crate::search::expectimax::{Hope, Promising, Prospect, Window};
use crate::search::score::chance_of;
use crate::search::{Term, Value};

/// How closely turns are looked at, in points of equity.
struct Care {
    /// At the root, two moves deep: nearly everything.
    first_look: Promising,
    /// At the root, three moves deep.
    closer_look: Promising,
    /// At the root, deeper: what is left to decide.
    last_look: Promising,
    /// A reply, and whatever follows.
    reply: Promising,
    /// Of the 21 rolls after a reply, how many tell what a deeper look changes.
    telling: usize,
    /// Turns; the dice blur what more would show.
    deepest: u32,
}

const CARE: Care = Care {
    first_look: Promising { others: 23, behind: 0.24 },
    closer_look: Promising { others: 5, behind: 0.08 },
    last_look: Promising { others: 3, behind: 0.05 },
    reply: Promising { others: 0, behind: 0.0 },
    telling: 2,
    deepest: 6,
};

/// What was learnt from games against itself, and a table for the end.
#[derive(Clone, Copy, Debug, Default)]
pub struct Knowledge;

impl Knowledge {
    fn chances(position: &Backgammon) -> Chances {
        Networks::learnt().judge(position)
    }
}

impl Prospect<Backgammon> for Knowledge {
    fn estimate(&mut self, position: &Backgammon) -> Hope {
        let chances = Knowledge::chances(position);
        Hope { worth: chances.equity().into(), win: chances.win.into() }
    }

    fn bounds(&self, position: &Backgammon) -> Window {
        let [mine, theirs] = position.at_stake().map(f64::from);
        Window { alpha: -mine, beta: theirs }
    }

    fn deepest(&self, _: &Backgammon) -> u32 {
        CARE.deepest
    }

    fn promising(&self, ply: u32, depth: u32) -> Promising {
        match (ply, depth) {
            (0, 2) => CARE.first_look,
            (0, 3) => CARE.closer_look,
            (0, _) => CARE.last_look,
            _ => CARE.reply,
        }
    }

    /// Every roll after the move itself, and a few after whatever follows.
    fn telling(&self, ply: u32, _: u32) -> usize {
        if ply > 1 { CARE.telling } else { usize::MAX }
    }

    /// Rolls while all men are home, and nearly so before.
    fn left_to_play(&self, position: &Backgammon, chosen: Turn) -> f64 {
        bearoff::rolls_expected(position.after(chosen).theirs()).into()
    }

    fn told(&self, _: &Backgammon, _: Turn, Hope { worth, win }: Hope) -> Value {
        Value::Expected { units: (1_000.0 * worth).round() as i32, chance: chance_of(win) }
    }

    /// What the pips alone promise, what the men's places change in that, and what gammons add.
    fn terms(&self, position: &Backgammon) -> Vec<Term> {
        let chances = Knowledge::chances(position);
        let millipoints = |points: f32| (1_000.0 * points).round() as i32;
        let by_pips = millipoints(2.0 * ahead(position) - 1.0);
        let places = match Phase::of(position) {
            Phase::Contact => "contact",
            Phase::Race => "race",
            Phase::BearOff => "bear-off",
        };
        vec![
            Term { name: "pips", value: by_pips },
            Term { name: places, value: millipoints(chances.single()) - by_pips },
            Term { name: "gammons", value: millipoints(chances.gammons()) },
            Term { name: "backgammons", value: millipoints(chances.backgammons()) },
        ]
    }
}

/// The chance to win a race by the pip counts alone: the lead, four pips added for the roll to
/// come, against how far dice may stray over such a distance.
fn ahead(position: &Backgammon) -> f32 {
    let [mine, theirs] = [position.mine(), position.theirs()].map(|camp| f32::from(camp.pips()));
    let lead = (theirs - mine + 4.0) / (mine + theirs).max(1.0).sqrt();
    // The logistic curve that comes nearest to the normal one.
    1.0 / (1.0 + (-2.4 * lead).exp())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::Notation;
    use crate::search::expectimax::Expectimax;
    use crate::search::{Budget, Choice, Engine, Question, Stop, Verdict, one_or_more};

    fn position(text: &str) -> Backgammon {
        Backgammon::parse(text).unwrap()
    }

    fn choice(text: &str, depth: u32) -> Choice<Turn> {
        let question = Question::new(position(text));
        Expectimax::new(Knowledge).choose(&question, &Budget::depth(depth), &Stop::new(), &mut |_| {})
    }

    fn best(text: &str, depth: u32) -> String {
        position(text).write_move(choice(text, depth).chosen())
    }

    #[test]
    fn the_last_man_off_is_told_as_a_win() {
        let choice = choice("XGID=-A----------------------a-:0:0:1:31:0:0:0:0:10", 1);
        let won = Value::Proven { verdict: Verdict::Win, worth: 1, plies: 1 };
        assert_eq!(choice.best().value, won);
    }

    #[test]
    fn a_game_that_is_lost_for_certain_has_no_chance_however_much_it_costs() {
        for text in [
            "XGID=---------------EEE------a-:0:0:1:31:0:0:0:0:10",
            "XGID=----------E-EE----------b-:0:0:1:65:0:0:0:0:10",
        ] {
            let Value::Expected { units, chance } = choice(text, 2).best().value else { panic!("{text}") };
            assert_eq!((units, chance), (-2_000, 0), "{text}");
        }
    }

    #[test]
    fn of_two_ways_that_win_a_gammon_for_certain_the_quicker_one_is_played() {
        let [quicker, slower] = ["2/off 1/off", "2/off"];
        let text = "XGID=-CA---------ee-e----------:0:0:1:21:0:0:0:0:10";
        let told = choice(text, 3);
        assert_eq!(position(text).write_move(told.chosen()), quicker);
        assert_eq!(told.best().value, Value::Expected { units: 2_000, chance: 10_000 });
        let position = position(text);
        let only = vec![position.parse_move(slower).unwrap()];
        let question = Question { only, ..Question::new(position) };
        let budget = Budget::depth(3);
        let other = Expectimax::new(Knowledge).choose(&question, &budget, &Stop::new(), &mut |_| {});
        assert_eq!(other.best().value, told.best().value, "both are as good");
    }

    #[test]
    fn the_points_that_everybody_makes_are_made() {
        for (roll, turn) in [("31", "8/5 6/5"), ("42", "8/4 6/4"), ("61", "13/7 8/7")] {
            let start = format!("4HPwATDgc/ABMA:{roll}");
            assert_eq!([best(&start, 1), best(&start, 2)], [turn, turn], "{roll}");
        }
    }

    /// In the middle of games, men of both sides in each other's way.
    const MIDDLE: [&str; 2] = ["4HPwATDgc/ABMA:31", "XGID=-a-B--D-B---bE---c-eb---B-:0:0:1:52:0:0:0:0:10"];

    #[test]
    fn who_looks_a_turn_further_looks_at_more_but_not_at_everything() {
        for text in MIDDLE {
            let nodes = |depth: u32| {
                let question = Question::new(position(text));
                let budget = Budget::depth(depth);
                let choice = Expectimax::new(Knowledge).choose(&question, &budget, &Stop::new(), &mut |_| {});
                assert_eq!(choice.depth, depth, "{text}");
                choice.nodes
            };
            let nodes = [2, 3, 4, 5].map(nodes);
            assert!(nodes.is_sorted_by(|less, more| 5 * less < 4 * more), "{text}: {nodes:?}");
            assert!(nodes[3] < 15 * nodes[1], "{text}: {nodes:?}");
        }
    }

    #[test]
    fn what_is_best_does_not_depend_on_how_many_moves_are_told() {
        // The best turn is a few hundredths behind five others until it is looked at closely.
        let text = "XGID=a-AAB-FbCa---A---a-baAe-b-:0:0:-1:22:0:0:0:0:10";
        let chosen = [1, 6].map(|lines| {
            let question = Question { lines: one_or_more(lines), ..Question::new(position(text)) };
            let budget = Budget::depth(3);
            let choice = Expectimax::new(Knowledge).choose(&question, &budget, &Stop::new(), &mut |_| {});
            (position(text).write_move(choice.chosen()), choice.best().value)
        });
        assert_eq!(chosen[0], chosen[1]);
        assert_eq!(chosen[0].0, "bar/23* 6/4* 6/4 5/3");
    }

    #[test]
    fn a_side_that_is_far_ahead_in_a_race_expects_to_win() {
        let far_ahead = position("XGID=-BBB---------------cccc---:0:0:1:00:0:0:0:0:10");
        let terms = Knowledge.terms(&far_ahead);
        assert_eq!((terms[1].name, terms[0].value > 0), ("bear-off", true));
        let behind = Backgammon { turn: far_ahead.turn.opponent(), ..far_ahead };
        assert!(
            Knowledge.estimate(&far_ahead).worth > 0.5
                && Knowledge.estimate(&behind).worth < Knowledge.estimate(&far_ahead).worth
        );
    }
}
