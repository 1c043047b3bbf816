//! Pennies: players in turn take one, two or three from a heap; who takes the last one wins.

use crate::game::{Game, Outcome, Player};
use crate::mixing::mixed;
use crate::notation::{
    Board, BoardStyle, Card, Cell, Ending, Fault, Nature, Notation, Odds, Piece, Played, Setup, Start,
};
use crate::search::formula::Formula;
use crate::search::heuristics::Heuristics;
use crate::search::policy::Policy;
use crate::spelling::{number, quoted};

/// The most that may be taken at once.
const MOST: u32 = 3;
/// The largest heap that can be asked about.
const LARGEST: u32 = 1_000_000_000;

/// A heap, and whose turn it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pennies {
    left: u32,
    turn: Player,
}

impl Pennies {
    #[must_use]
    pub fn new(left: u32) -> Pennies {
        Pennies { left, turn: Player::First }
    }
}

impl Game for Pennies {
    /// How many to take.
    type Move = u32;

    fn turn(&self) -> Player {
        self.turn
    }

    fn moves(&self, out: &mut Vec<u32>) {
        out.extend(1..=MOST.min(self.left));
    }

    fn apply(&mut self, taken: u32) {
        self.left -= taken;
        self.turn = self.turn.opponent();
    }

    fn score_finished(&self) -> Outcome {
        Outcome::won(self.turn.opponent())
    }
}

impl Formula for Pennies {
    /// Whoever leaves a multiple of four wins: the rest of each four can always be taken. The
    /// loser's pair of turns takes four whatever is tried, so the length is settled too.
    fn perfect_play(&self) -> (Outcome, u32) {
        let fours = self.left / (MOST + 1);
        if self.left.is_multiple_of(MOST + 1) {
            (Outcome::won(self.turn.opponent()), 2 * fours)
        } else {
            (Outcome::won(self.turn), 2 * fours + 1)
        }
    }
}

/// Pennies without the formula: what a search makes of them by the rules alone.
#[derive(Clone, Copy, Debug, Default)]
pub struct Untaught;

impl Heuristics<Pennies> for Untaught {
    fn policy(&self) -> &Policy {
        &Policy::EXACT
    }

    fn estimate(&mut self, _: &Pennies) -> i32 {
        0
    }

    fn key(&self, pennies: &Pennies) -> Option<u64> {
        Some(mixed([u64::from(pennies.left), pennies.turn as u64]))
    }
}

impl Notation for Pennies {
    const CARD: Card = Card {
        id: "pennies",
        name: "Pennies",
        other_names: &["nim"],
        players: ["first", "second"],
        unit: "result",
        counts: "1 is a win, -1 a loss.",
        odds: Odds::Share(1000.0),
        mates: false,
        rules: "Take one, two or three pennies in turn. Whoever takes the last one wins.",
        starts: &[
            Start { name: "14 pennies", position: "14" },
            Start { name: "21 pennies", position: "21" },
            Start { name: "100 pennies", position: "100" },
        ],
        position: "How many pennies are left, from 0 to 1000000000. It is the first player's turn, unless \
                   `turn` says \"second\".",
        examples: &["14", "21", "1000000000"],
        moves: "How many are taken: 1, 2 or 3.",
        move_examples: &["1", "2", "3"],
        nature: Nature::OPEN,
    };

    const FIELDS: &'static [&'static str] = &["turn"];

    fn start() -> Pennies {
        Pennies::new(14)
    }

    fn parse(text: &str) -> Result<Pennies, Fault> {
        match number(text.trim()) {
            Some(left) if left <= LARGEST => Ok(Pennies::new(left)),
            _ => Err(Fault::position(format!(
                "{} is not a number of pennies from 0 to {LARGEST}",
                quoted(text)
            ))
            .hint("Say how many pennies are left, like \"14\"")),
        }
    }

    fn read(setup: &Setup) -> Result<Played<Pennies>, Fault> {
        let pennies = setup.text().map_or(Ok(Pennies::start()), Pennies::parse)?;
        let Some(said) = &setup.turn else { return Ok(Played::from(pennies)) };
        let turn = Self::CARD.player_meant(said, "/turn")?;
        Ok(Played::from(Pennies { turn, ..pennies }))
    }

    fn write(&self) -> String {
        self.left.to_string()
    }

    fn parse_move(&self, text: &str) -> Result<u32, Fault> {
        let said = text.trim().to_lowercase();
        match number(said.strip_prefix("take").unwrap_or(&said).trim_start()) {
            Some(taken) if (1..=MOST.min(self.left)).contains(&taken) => Ok(taken),
            _ => Err(Fault::illegal(format!("{} cannot be taken from {}", quoted(text), self.left))
                .hint("Take 1, 2 or 3, and no more than are left")),
        }
    }

    fn write_move(&self, taken: u32) -> String {
        taken.to_string()
    }

    fn move_text(&self, taken: u32) -> String {
        format!("take {taken}")
    }

    fn touches(&self, taken: u32) -> Vec<String> {
        vec![taken.to_string()]
    }

    fn ending(&self, _: &[Pennies]) -> Option<Ending> {
        self.outcome().map(|outcome| Ending { outcome, reason: "the last penny is taken" })
    }

    fn board(&self) -> Board {
        let heap = Cell::new("heap", "The heap", 0, 0).sized(MOST as u16, 1);
        let hands = (1..=MOST).map(|n| Cell::new(n.to_string(), format!("Take {n}"), n as usize - 1, 1));
        let mut cells = vec![heap.holding(Some(Piece::counted("penny", self.left)))];
        cells.extend(hands);
        Board { style: BoardStyle::Heap, width: MOST as u16, height: 2, cells }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::Verdict;
    use crate::search::negamax::negamax;
    use crate::search::{Budget, Engine, Question, Stop, Value, formula::ByFormula};

    fn choose(left: u32) -> (u32, Value) {
        let question = Question::new(Pennies::new(left));
        let choice = ByFormula.choose(&question, &Budget::default(), &Stop::new(), &mut |_| {});
        (choice.chosen(), choice.best().value)
    }

    #[test]
    fn the_formula_agrees_with_the_judge() {
        for left in 1..24 {
            let (_, value) = choose(left);
            assert_eq!(value, negamax(&Pennies::new(left)).value(true), "{left} pennies");
        }
    }

    #[test]
    fn whose_turn_it_is_may_be_said_in_capitals_or_not() {
        let turn = |said: &str| {
            let setup = Setup { turn: Some(said.to_owned()), ..Setup::of("12") };
            setup.read::<Pennies>().map(|game| game.start().turn)
        };
        for said in ["second", "Second", " SECOND "] {
            assert_eq!(turn(said), Ok(Player::Second), "{said:?}");
        }
        let fault = turn("third").unwrap_err();
        assert!(fault.pointer == "/turn" && fault.hint.is_some(), "{fault:?}");
    }

    #[test]
    fn a_move_is_read_as_the_board_names_it() {
        let pennies = Pennies::new(14);
        for text in ["2", "take 2", "Take 2", " TAKE2 "] {
            assert_eq!(pennies.parse_move(text), Ok(2), "{text:?}");
        }
        for text in ["", "take", "taketake 2", "take take 2", "2 take", "0", "4"] {
            assert!(pennies.parse_move(text).is_err(), "{text:?}");
        }
    }

    #[test]
    fn an_ended_game_says_why() {
        assert_eq!(Pennies::new(0).ending(&[]).map(|ending| ending.reason), Some("the last penny is taken"));
        assert_eq!(Pennies::new(1).ending(&[]), None);
    }

    #[test]
    fn from_fourteen_take_two() {
        assert_eq!(choose(14).0, 2);
    }

    #[test]
    fn a_heap_of_a_billion_is_answered_at_once() {
        let (taken, value) = choose(999_999_999);
        assert_eq!(taken, 3);
        assert_eq!(value, Value::Proven { verdict: Verdict::Win, worth: 1, plies: 499_999_999 });
    }
}
