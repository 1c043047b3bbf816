//! What a search is told about tic-tac-toe.
//!
//! A row that can be completed is, a row that must be stopped is, and who forks first wins in three:
//! that is exact on every board, and a small one is searched to the end. A large one is searched
//! boldly, and no move is worth a thought there unless it stands near another. So what is told there
//! as lost is lost by all that is near; only where every reply is forced is that a proof.

use super::TicTacToe;
use super::cells::{Cells, Place};
use super::lines::{Lines, promise};
use crate::game::Game;
use crate::mixing::mixed;
use crate::search::Term;
use crate::search::heuristics::{CERTAIN, Heuristics, Known, Over};
use crate::search::policy::{
    Aspiration, LateMoves, NullMove, Policy, Quiescence, Reductions, ReverseFutility,
};
use crate::search::score::Score;
use crate::search::window::Bound;

/// Up to this size every empty cell is considered, and mirror images are searched once.
const SMALL: usize = 4;

/// On a large board; a small one is searched to the end. Margins are in thousandths of a win.
const BOLD: Policy = Policy {
    quiescence: Some(Quiescence { delta: 2000 }),
    aspiration: Some(Aspiration { from_depth: 4, window: 30, less_above: false }),
    null_move: Some(NullMove { from_depth: 3, base: 3, divisor: 4, margin: 100, verify_from: 64 }),
    reverse_futility: Some(ReverseFutility { to_depth: 3, per_ply: 60 }),
    internal_reduction: Some(4),
    reductions: Some(Reductions { from_depth: 3, base: 0.8, divisor: 2.0, history: 8000 }),
    late_moves: Some(LateMoves { to_depth: 4, base: 8 }),
    extend_pressed: true,
    ..Policy::EXACT
};

/// What the terms of the estimate are worth, in thousandths of a win.
struct Worth {
    /// A row with n marks, in units of 2^n.
    begun: i32,
    open: i32,
    /// A cell that completes a row, for the player to move.
    winning: i32,
    /// More such cells of the opponent than can be taken.
    lost: i32,
    /// A cell that forks, for the player to move.
    forking: i32,
    /// One for the opponent, who comes second.
    forked: i32,
}

const WORTH: Worth = Worth { begun: 1, open: 1, winning: 900, lost: 850, forking: 800, forked: 150 };

/// What both players' rows come to, for the player to move.
#[derive(Clone, Copy)]
struct Survey {
    of: TicTacToe,
    mine: Lines,
    theirs: Lines,
}

impl Survey {
    fn new(position: &TicTacToe) -> Survey {
        let turn = position.turn();
        let [mine, theirs] = [turn, turn.opponent()].map(|player| Lines::of(position, player));
        Survey { of: *position, mine, theirs }
    }

    /// What follows at once, if anything does.
    fn known(&self) -> Option<(Score, Bound)> {
        if !self.mine.winning.is_empty() {
            return Some((Score::won(1, 1), Bound::Exact));
        }
        match self.theirs.winning.count() {
            0 if !self.mine.forking.is_empty() => Some((Score::won(1, 3), Bound::Exact)),
            0 => match (self.mine.open, self.theirs.open) {
                (0, 0) => Some((Score::DRAW, Bound::Exact)),
                (0, _) => Some((Score::DRAW, Bound::Upper)),
                (_, 0) => Some((Score::DRAW, Bound::Lower)),
                _ => None,
            },
            1 => None,
            _ => Some((-Score::won(1, 2), Bound::Exact)),
        }
    }

    /// The cells where the next mark belongs, if the threats on the board leave no other choice:
    /// whatever else is played wins later, or loses sooner.
    fn forced(&self) -> Option<Cells> {
        let mut choices = [
            self.mine.winning,
            self.theirs.winning,
            self.mine.forking,
            // A fork is spoilt in one of its rows, or held off by forcing first.
            if self.theirs.forking.is_empty() {
                Cells::NONE
            } else {
                self.theirs.forcing | self.mine.forcing
            },
        ]
        .into_iter();
        choices.find(|cells| !cells.is_empty())
    }

    /// The cells where the next mark belongs, or may belong.
    fn worth_a_mark(&self) -> Cells {
        self.forced().unwrap_or_else(|| worth_a_thought(&self.of))
    }

    /// Cells that the opponent cannot leave unanswered.
    fn noisy(&self) -> Cells {
        self.mine.winning | self.mine.forking | self.mine.forcing
    }

    fn terms(&self) -> [(&'static str, i32); 3] {
        [
            ("rows begun", WORTH.begun * (self.mine.begun - self.theirs.begun)),
            ("open rows", WORTH.open * (self.mine.open - self.theirs.open)),
            ("threats", self.threats()),
        ]
    }

    fn threats(&self) -> i32 {
        if !self.mine.winning.is_empty() {
            return WORTH.winning;
        }
        match self.theirs.winning.count() {
            0 if !self.mine.forking.is_empty() => WORTH.forking,
            0 if !self.theirs.forking.is_empty() => -WORTH.forked,
            0 | 1 => 0,
            _ => -WORTH.lost,
        }
    }
}

/// What is worth knowing, with notes on the line that is being searched.
#[derive(Clone, Default)]
pub struct Knowledge {
    line: Vec<Survey>,
    /// The last position that was asked about beside the line.
    aside: Option<Survey>,
    small: bool,
}

impl Knowledge {
    fn survey(&self, position: &TicTacToe) -> Survey {
        let noted = [self.line.last(), self.aside.as_ref()].into_iter().flatten();
        noted.copied().find(|survey| survey.of == *position).unwrap_or_else(|| Survey::new(position))
    }

    fn note(&mut self, position: &TicTacToe) -> Survey {
        let survey = self.survey(position);
        self.aside = Some(survey);
        survey
    }
}

impl Heuristics<TicTacToe> for Knowledge {
    fn policy(&self) -> &Policy {
        if self.small { &Policy::EXACT } else { &BOLD }
    }

    fn estimate(&mut self, position: &TicTacToe) -> i32 {
        self.note(position).terms().into_iter().map(|(_, value)| value).sum()
    }

    fn terms(&self, position: &TicTacToe) -> Vec<Term> {
        self.survey(position).terms().map(|(name, value)| Term { name, value }).to_vec()
    }

    fn key(&self, position: &TicTacToe) -> Option<u64> {
        match position.size() {
            ..=SMALL => Some(folded(position)),
            _ => Some(hash(position, position.marks)),
        }
    }

    fn over(&self, position: &TicTacToe) -> Over {
        if position.won || position.empty().is_empty() {
            Over::Yes(position.score_finished())
        } else {
            Over::No
        }
    }

    fn longest(&self, position: &TicTacToe) -> Option<usize> {
        Some(position.empty().count() as usize)
    }

    fn known(&mut self, position: &TicTacToe) -> Option<Known> {
        let (score, bound) = self.note(position).known()?;
        Some(Known { score, bound })
    }

    fn pressed(&self, position: &TicTacToe) -> bool {
        let theirs = self.survey(position).theirs;
        !theirs.winning.is_empty() || !theirs.forking.is_empty()
    }

    fn moves(&mut self, position: &TicTacToe, out: &mut Vec<Place>) {
        if position.won {
            return;
        }
        let survey = self.note(position);
        let (cells, noisy) = (survey.worth_a_mark(), survey.noisy());
        out.extend((cells & noisy).iter().chain((cells & !noisy).iter()));
    }

    fn noisy_moves(&mut self, position: &TicTacToe, out: &mut Vec<Place>) {
        let survey = self.note(position);
        out.extend((survey.worth_a_mark() & survey.noisy()).iter());
    }

    fn is_noisy(&self, position: &TicTacToe, place: Place) -> bool {
        self.survey(position).noisy().has(place)
    }

    fn gain(&self, position: &TicTacToe, place: Place) -> i32 {
        let mine = self.survey(position).mine;
        if mine.winning.has(place) {
            WORTH.winning
        } else if mine.forking.has(place) {
            WORTH.forking
        } else {
            0
        }
    }

    fn hunches(&self, position: &TicTacToe) -> impl Fn(Place) -> i32 {
        |place| promise(position, place).min(CERTAIN)
    }

    fn pass(&self, position: &TicTacToe) -> Option<TicTacToe> {
        // One mark more never hurts its owner.
        Some(TicTacToe { turn: position.turn.opponent(), ..*position })
    }

    fn slots(&self) -> usize {
        2 * Place::NUMBERS
    }

    fn slot(&self, position: &TicTacToe, place: Place) -> usize {
        position.turn as usize * Place::NUMBERS + place.number()
    }

    fn push(&mut self, _: &TicTacToe, _: Place, after: &TicTacToe) {
        self.line.push(Survey::new(after));
    }

    fn pop(&mut self) {
        self.line.pop();
    }

    fn root(&mut self, position: &TicTacToe) {
        self.small = position.size() <= SMALL;
        self.line.clear();
        self.line.push(Survey::new(position));
    }
}

/// The cells near a mark on a large board, all empty ones on a small one.
fn worth_a_thought(position: &TicTacToe) -> Cells {
    let empty = position.empty();
    if position.size() <= SMALL {
        return empty;
    }
    let marks = position.marks[0] | position.marks[1];
    let middle = Cells::NONE.with(Place::at(position.size() / 2, position.size() / 2));
    // What steps off the board is dropped in between: a second step brings it in at the other edge of the largest.
    let near = if marks.is_empty() { middle } else { (marks.widened() & position.board()).widened() & empty };
    if near.is_empty() { empty } else { near }
}

fn hash(position: &TicTacToe, [x, o]: [Cells; 2]) -> u64 {
    let rules = u64::from(position.win) << 8 | u64::from(position.size) << 1 | position.turn as u64;
    mixed([rules].into_iter().chain(x.words()).chain(o.words()))
}

/// A hash that a position shares with its mirror images.
fn folded(position: &TicTacToe) -> u64 {
    images(position).map(|marks| hash(position, marks)).fold(u64::MAX, u64::min)
}

/// The position and its seven mirror images.
fn images(position: &TicTacToe) -> impl Iterator<Item = [Cells; 2]> {
    let size = position.size();
    let mut marks = position.marks;
    (0..8).map(move |number| {
        marks = marks.map(|cells| if number % 2 == 0 { cells.mirrored(size) } else { cells.transposed() });
        marks
    })
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::dice::Dice;
    use crate::games::tic_tac_toe::rules::tests::reachable;
    use crate::notation::Notation;
    use crate::search::alphabeta::AlphaBeta;
    use crate::search::negamax::negamax;
    use crate::search::{Budget, Choice, Engine, Question, Stop, StoppedBy, Value, Verdict};

    fn choose(grid: &str, budget: Budget) -> Choice<Place> {
        let question = Question::new(TicTacToe::parse(grid).unwrap());
        AlphaBeta::new(Knowledge::default()).choose(&question, &budget, &Stop::new(), &mut |_| {})
    }

    fn unfinished() -> impl Iterator<Item = (String, TicTacToe)> {
        let read = |grid: String| {
            let position = TicTacToe::parse(&grid).unwrap();
            position.outcome().is_none().then_some((grid, position))
        };
        reachable().into_iter().filter_map(read)
    }

    #[test]
    fn every_position_of_the_small_board_is_played_perfectly() {
        for (grid, position) in unfinished() {
            let choice = choose(&grid, Budget::default());
            assert_eq!(choice.best().value, negamax(&position).value(true), "{grid}");
        }
    }

    #[test]
    fn an_immediate_win_is_never_missed() {
        let mut with_a_win = 0;
        for (grid, position) in unfinished() {
            if position.legal_moves().into_iter().any(|m| position.after(m).won) {
                with_a_win += 1;
                let chosen = choose(&grid, Budget::depth(1)).chosen();
                assert!(position.after(chosen).won, "{grid}");
            }
        }
        assert_eq!(with_a_win, 2358);
    }

    #[test]
    fn the_small_board_has_765_positions_up_to_symmetry() {
        let keys: HashSet<_> =
            reachable().iter().map(|grid| folded(&TicTacToe::parse(grid).unwrap())).collect();
        assert_eq!(keys.len(), 765);
    }

    #[test]
    fn the_example_of_the_talk_is_seen_through() {
        let position = TicTacToe::parse("O__O_XXXO").unwrap();
        let values: Vec<_> = ["1", "2", "4"]
            .map(|cell| {
                let question =
                    Question { only: vec![position.parse_move(cell).unwrap()], ..Question::new(position) };
                AlphaBeta::new(Knowledge::default())
                    .choose(&question, &Budget::default(), &Stop::new(), &mut |_| {})
                    .best()
                    .value
            })
            .into();
        let proven = |verdict, plies| Value::Proven { verdict, worth: 1, plies };
        assert_eq!(values, [proven(Verdict::Loss, 2), proven(Verdict::Loss, 2), proven(Verdict::Win, 3)]);
    }

    #[test]
    fn four_in_a_row_on_four_by_four_is_a_draw() {
        let choice = choose("..../..../..../....", Budget::default());
        assert_eq!(choice.best().value, Value::DRAW);
        assert_eq!(choice.stopped_by, StoppedBy::Solved);
    }

    #[test]
    fn three_in_a_row_on_four_by_four_is_won_by_the_first() {
        let choice = choose("..../..../..../.... win 3", Budget::default());
        assert!(matches!(choice.best().value, Value::Proven { verdict: Verdict::Win, .. }));
    }

    #[test]
    fn what_quiescence_tries_stands_first_among_all_moves() {
        let mut dice = Dice::seeded(4);
        for size in [4, 5, 9, 15].repeat(20) {
            let row = ".".repeat(size);
            let mut position = TicTacToe::parse(&vec![row; size].join("/")).unwrap();
            while position.outcome().is_none() {
                let (mut all, mut noisy) = (Vec::new(), Vec::new());
                let mut knowledge = Knowledge::default();
                knowledge.moves(&position, &mut all);
                knowledge.noisy_moves(&position, &mut noisy);
                assert!(all.starts_with(&noisy), "{}: {noisy:?}", position.write());
                assert!(!all[noisy.len()..].iter().any(|place| knowledge.is_noisy(&position, *place)));
                let moves = position.legal_moves();
                position.apply(moves[dice.below(moves.len())]);
            }
        }
    }

    #[test]
    fn what_is_near_a_mark_does_not_reach_round_the_edge() {
        let position = TicTacToe::new(15, 5).after(Place::at(7, 14));
        assert!(worth_a_thought(&position).iter().all(|place| place.column() >= 12));
    }

    #[test]
    fn an_open_three_is_answered() {
        let grid = "........../........../........../...XXX..../........../....O...../....O...../........../........../..........";
        let place = choose(grid, Budget::depth(2)).chosen();
        let position = TicTacToe::parse(grid).unwrap();
        assert!(["31", "32", "36", "37"].contains(&position.write_move(place).as_str()), "{place:?}");
    }
}
