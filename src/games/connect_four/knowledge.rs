//! What is worth knowing about connect four: threats.

use super::control;
use super::discs::Discs;
use super::openings;
use super::rules::ConnectFour;
use super::wall::{Column, Holes};
use crate::game::{Game, Outcome};
use crate::search::heuristics::{Heuristics, Over, Tabled};
use crate::search::policy::{Policy, Solve};
use crate::search::score::{Score, Value};
use crate::search::window::{Bound, Window};

/// The tuned numbers.
const POLICY: Policy = Policy {
    look_up: Some(8),
    table: Some(4 << 20),
    solve: Some(Solve { longest: 34, after: 2, beyond: None, foretold: None }),
    ..Policy::EXACT
};

/// How much each hole is worth in which a disc would make four; half a column nearer to the middle
/// is worth 1.
const THREAT: i32 = 1000;
/// So much more, if its player gets it by always answering.
const SURE: i32 = 700;
/// So much less, if a disc can fall into it at once: the opponent's will.
const STOPPED: i32 = 300;

/// What is known about connect four.
#[derive(Clone, Debug, Default)]
pub struct Knowledge;

impl Heuristics<ConnectFour> for Knowledge {
    fn policy(&self) -> &Policy {
        &POLICY
    }

    /// Threats decide the end, so the difference in their number.
    fn estimate(&mut self, position: &ConnectFour) -> i32 {
        let discs = position.discs();
        discs.threats().count_ones() as i32 - discs.their_threats().count_ones() as i32
    }

    fn key(&self, position: &ConnectFour) -> Option<u64> {
        Some(position.discs().key())
    }

    fn longest(&self, position: &ConnectFour) -> Option<usize> {
        Some(position.room())
    }

    fn over(&self, position: &ConnectFour) -> Over {
        if position.is_won() {
            Over::Yes(Outcome::won(position.turn().opponent()))
        } else if position.room() == 0 {
            Over::Yes(Outcome::Draw)
        } else {
            Over::No
        }
    }

    fn limits(&self, position: &ConnectFour, _: Window) -> Option<(Score, Score)> {
        Some(limits(position.discs()))
    }

    fn prepare(&self) {
        openings::prepare();
    }

    fn tabled(&self, position: &ConnectFour) -> Option<(Value, Bound)> {
        openings::worth(position.discs()).map(|(worth, bound)| (worth.value(true), bound))
    }

    fn tabled_moves(&self, position: &ConnectFour) -> Option<Vec<Tabled<Column>>> {
        let exactly = |(score, bound)| (bound == Bound::Exact).then_some(score);
        let worth = openings::worth(position.discs()).and_then(exactly)?.value(true);
        let known = |chosen: Column| {
            let next = position.after(chosen);
            let won = next.is_won().then_some(-Score::won(1, 0));
            let answer = won.or_else(|| openings::worth(next.discs()).and_then(exactly))?;
            Some((chosen, (-answer.further(1)).value(true)))
        };
        let moves: Vec<_> = position.legal_moves().into_iter().filter_map(known).collect();
        moves.iter().any(|(_, value)| *value == worth).then(|| moves.into_iter().filter_map(tabled).collect())
    }

    fn moves(&mut self, position: &ConnectFour, out: &mut Vec<Column>) {
        let (wall, discs) = (position.wall(), position.discs());
        let worth_a_thought = match (discs.winning_landings(), discs.safe_landings()) {
            (0, 0) => discs.landings(),
            (0, safe) => safe,
            (fours, _) => fours,
        };
        let columns = wall.from_the_middle().map(Column);
        out.extend(columns.filter(|column| wall.column(column.0) & worth_a_thought != 0));
    }

    /// Moves that make threats come first, above all those that will be carried out; then those near
    /// the middle.
    fn hunches(&self, position: &ConnectFour) -> impl Fn(Column) -> i32 {
        let (wall, discs) = (position.wall(), position.discs());
        let sure = control::share(discs);
        move |column| {
            let Some(landing) = discs.landing(column) else { return 0 };
            let threats = discs.threats_with(landing);
            let count = |holes: Holes| holes.count_ones() as i32;
            let stopped = threats & wall.landings(discs.all() | landing);
            let off_middle = (2 * i32::from(column.0) + 1 - i32::from(wall.width)).abs();
            THREAT * count(threats) + SURE * count(threats & sure) - STOPPED * count(stopped) - off_middle
        }
    }
}

fn tabled((chosen, value): (Column, Value)) -> Option<Tabled<Column>> {
    let Value::Proven { verdict, plies, .. } = value else { return None };
    Some(Tabled { chosen, verdict, unclaimed: verdict, plies, ends: true })
}

/// The least and the most that the player to move can get where nobody has won. A four at once
/// wins; where every move lets the opponent make four, two plies are left. Otherwise it takes each
/// of them a move more.
#[must_use]
pub fn limits(discs: &Discs) -> (Score, Score) {
    let exactly = |score| (score, score);
    let room = discs.room();
    if discs.winning_landings() != 0 {
        exactly(Score::won(1, 1))
    } else if room > 1 && discs.safe_landings() == 0 {
        exactly(-Score::won(1, 2))
    } else if room <= 2 {
        exactly(Score::DRAW)
    } else {
        let (least, most) = control::by_answering(discs);
        (least.max(-Score::won(1, 4)), most.min(Score::won(1, 3)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dice::Dice;
    use crate::game::at_random;
    use crate::games::connect_four::wall::Wall;
    use crate::notation::Notation;
    use crate::search::alphabeta::AlphaBeta;
    use crate::search::negamax::negamax;
    use crate::search::{
        Budget, Choice, Engine, Line, Question, Source, Stop, StoppedBy, Verdict, one_or_more,
    };

    fn choose(question: &Question<ConnectFour>) -> Choice<Column> {
        let budget = Budget { memory: Some(1 << 20), ..Budget::default() };
        AlphaBeta::new(Knowledge).choose(question, &budget, &Stop::new(), &mut |_| {})
    }

    fn solve(position: &ConnectFour, lines: usize) -> Choice<Column> {
        let mut question = Question::new(position.clone());
        question.lines = one_or_more(lines);
        choose(&question)
    }

    fn stones(position: &ConnectFour, value: Value) -> i64 {
        match value {
            Value::Proven { verdict: Verdict::Draw, .. } => 0,
            Value::Proven { verdict, worth, plies } => {
                let stones = position.worth_of_win(worth, plies);
                if verdict == Verdict::Win { stones } else { -stones }
            }
            _ => panic!("{value:?} is not proven"),
        }
    }

    /// Unfinished positions with so much room, from random play.
    fn random_positions(wall: &'static Wall, room: usize, count: usize) -> Vec<ConnectFour> {
        let mut dice = Dice::seeded(1);
        let mut found = Vec::new();
        while found.len() < count {
            let position = at_random(ConnectFour::new(wall), &mut dice, |position| position.room() > room);
            if position.outcome().is_none() {
                found.push(position);
            }
        }
        found
    }

    #[test]
    fn the_solver_agrees_with_the_judge_on_every_size() {
        for (width, height) in [(4, 4), (5, 7), (7, 6), (8, 5), (9, 7)] {
            for position in random_positions(Wall::sized(width, height).unwrap(), 9, 12) {
                let choice = solve(&position, 1);
                let judged = negamax(&position).value(true);
                assert_eq!(choice.best().value, judged, "{}", position.write());
                assert_eq!(choice.stopped_by, StoppedBy::Solved);
            }
        }
    }

    #[test]
    fn two_threads_share_the_work_of_a_solution() {
        let nodes = |threads| {
            let solve = |position| {
                let question = Question { threads, ..Question::new(position) };
                choose(&question).nodes
            };
            random_positions(Wall::standard(), 26, 12).into_iter().map(solve).sum::<u64>()
        };
        let [alone, together] = [1, 2].map(one_or_more).map(nodes);
        assert!(2 * together < 3 * alone, "{alone} nodes alone, {together} together");
    }

    #[test]
    fn every_column_gets_its_own_exact_score() {
        for position in random_positions(Wall::standard(), 9, 6) {
            let columns = position.legal_moves().len();
            let choice = solve(&position, columns);
            assert_eq!(choice.lines.len(), columns);
            for line in &choice.lines {
                let mut question = Question::new(position.clone());
                question.only = vec![line.moves[0]];
                let alone = choose(&question);
                assert_eq!(line.value, alone.best().value, "{}", position.write());
            }
        }
    }

    #[test]
    fn the_best_two_are_found_sooner_than_all_and_are_worth_as_much() {
        for text in ["571662612553531226", "6x5: 6641366534"] {
            let position = ConnectFour::parse(text).unwrap();
            let [two, all] = [2, position.legal_moves().len()].map(|lines| solve(&position, lines));
            let values = |choice: &Choice<Column>| [0, 1].map(|n| choice.lines[n].value);
            assert_eq!((two.lines.len(), two.stopped_by), (2, StoppedBy::Solved));
            assert_eq!(values(&two), values(&all), "{text}");
            assert!(2 * two.nodes < all.nodes, "{text}: {} and {} nodes", two.nodes, all.nodes);
        }
    }

    #[test]
    fn of_several_lines_those_that_were_solved_in_time_are_told_beside_the_others() {
        let position = ConnectFour::parse("571662612553531226").unwrap();
        let columns = position.legal_moves().len();
        let all = solve(&position, columns);
        let mut some = 0;
        for nodes in (1..60).map(|n| 400 * n) {
            let question = Question { lines: one_or_more(columns), ..Question::new(position.clone()) };
            let budget = Budget { memory: Some(1 << 20), ..Budget::nodes(nodes) };
            let told = AlphaBeta::new(Knowledge).choose(&question, &budget, &Stop::new(), &mut |_| {});
            let known = |line: &&Line<Column>| line.value.verdict().is_some();
            let solved = told.lines.iter().filter(known);
            for line in solved.clone() {
                let truth = all.lines.iter().find(|other| other.moves[0] == line.moves[0]).unwrap();
                assert_eq!(line.value.verdict(), truth.value.verdict(), "{nodes} nodes: {line:?}");
            }
            assert_eq!(told.lines.len(), columns);
            assert!(told.lines.is_sorted_by_key(|line| std::cmp::Reverse(line.value.rank())));
            some += usize::from((1..columns).contains(&solved.count()));
        }
        assert!(some > 5, "{some} searches had solved some lines");
    }

    /// Scores published by the author of the scale's own solver.
    #[test]
    fn positions_of_literature_have_their_known_scores() {
        for (played, score) in
            [("2252576253462244111563365343671351441", -1), ("7422341735647741166133573473242566", 1)]
        {
            let position = ConnectFour::parse(played).unwrap();
            assert_eq!(stones(&position, solve(&position, 1).best().value), score, "{played}");
        }
    }

    #[test]
    fn openings_are_told_from_a_table_to_whoever_may_look_to_the_end() {
        let question = Question::new(ConnectFour::parse("4").unwrap());
        let ask = |question: &Question<ConnectFour>, depth| {
            AlphaBeta::new(Knowledge).choose(question, &Budget::depth(depth), &Stop::new(), &mut |_| {})
        };
        let told = ask(&question, 41);
        let lost = Value::Proven { verdict: Verdict::Loss, worth: 1, plies: 40 };
        assert_eq!((told.source, told.chosen(), told.best().value), (Source::Tablebase, Column(3), lost));
        assert_eq!(told.lines[0].moves.len(), 10, "the line goes on as far as the table does");
        assert_eq!(ask(&question, 5).source, Source::Search);
        let unaided = Question { tablebase: false, ..question };
        let hasty = Budget { nodes: Some(1_000), ..Budget::depth(41) };
        let found = AlphaBeta::new(Knowledge).choose(&unaided, &hasty, &Stop::new(), &mut |_| {});
        assert_eq!(found.source, Source::Search);
    }

    #[test]
    fn what_a_table_tells_of_a_position_is_what_a_search_finds_out() {
        for text in ["4444432621", "4324572544", "44444326212"] {
            let question = Question::new(ConnectFour::parse(text).unwrap());
            let told = choose(&question);
            let found = choose(&Question { tablebase: false, ..question });
            assert_eq!(told.best().value, found.best().value, "{text}");
            assert!(told.nodes < found.nodes, "{text}: {} and {} nodes", told.nodes, found.nodes);
        }
    }

    #[test]
    fn safe_landings_are_those_after_which_nobody_makes_four_at_once() {
        for position in random_positions(Wall::standard(), 16, 100) {
            let safe = position.legal_moves().into_iter().filter(|column| {
                let next = position.after(*column);
                next.legal_moves().into_iter().all(|answer| !next.after(answer).is_won())
            });
            let holes =
                safe.filter_map(|column| position.discs().landing(column)).fold(0, |holes, h| holes | h);
            if position.discs().winning_landings() == 0 {
                assert_eq!(position.discs().safe_landings(), holes, "{}", position.write());
            }
        }
    }

    #[test]
    fn mirror_images_share_a_key_and_others_do_not() {
        let key = |text| Knowledge.key(&ConnectFour::parse(text).unwrap()).unwrap();
        assert_eq!(key("4321"), key("4567"));
        assert_ne!(key("4321"), key("4322"));
        assert_ne!(key(""), key("8x7:"));
    }
}
