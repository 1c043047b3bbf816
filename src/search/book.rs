//! Moves prepared before the game, played without a search.

use std::time::Duration;

use super::score::Score;
use super::{Choice, Line, Question, Source, StoppedBy, Value};
use crate::dice::Dice;
use crate::game::Game;

/// A move prepared for a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Prepared<M> {
    pub chosen: M,
    /// How often to play it, beside the weights of the others. Never at 0.
    pub weight: u16,
    /// What it was found to be worth to the player to move, in the game's unit, if anybody looked.
    pub value: Option<i32>,
}

/// One of the prepared moves, each as often as its weight says; `glance` judges the position after
/// it if nobody did. None for who asks for several lines or for certain moves: that is a wish to
/// have the position searched.
pub(super) fn draw<G: Game>(
    prepared: &[Prepared<G::Move>],
    question: &Question<G>,
    mut dice: Dice,
    glance: impl FnOnce(&G) -> Score,
) -> Option<Choice<G::Move>> {
    if question.lines.get() > 1 || !question.only.is_empty() {
        return None;
    }
    let odds: Vec<_> =
        prepared.iter().map(|p| (p, f64::from(p.weight))).filter(|(_, odds)| *odds > 0.0).collect();
    let Prepared { chosen, value, .. } = *dice.draw(&odds)?;
    let value = value.unwrap_or_else(|| glance(&question.position.after(chosen)).units());
    Some(Choice {
        lines: vec![Line { moves: vec![chosen], value: Value::Estimate(value) }],
        depth: 0,
        selective_depth: 0,
        nodes: 0,
        time: Duration::ZERO,
        // A book's move is told as ended by `nodes`: none were visited for it.
        stopped_by: StoppedBy::Nodes,
        source: Source::Book,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::pennies::Pennies;
    use crate::search::one_or_more;

    const BOOK: [Prepared<u32>; 3] = [
        Prepared { chosen: 1, weight: 3, value: None },
        Prepared { chosen: 2, weight: 1, value: Some(20) },
        Prepared { chosen: 3, weight: 0, value: Some(30) },
    ];

    fn drawn(question: &Question<Pennies>, seed: u64) -> Option<u32> {
        draw(&BOOK, question, Dice::seeded(seed), |_| Score::estimate(5)).map(|choice| choice.chosen())
    }

    #[test]
    fn moves_are_drawn_as_often_as_they_weigh() {
        let question = Question::new(Pennies::new(9));
        let ones = (0..1_000).filter(|seed| drawn(&question, *seed) == Some(1)).count();
        assert!((700..800).contains(&ones), "{ones}");
        assert!((0..1_000).all(|seed| drawn(&question, seed) != Some(3)), "a weight of 0 is never played");
    }

    #[test]
    fn who_asks_for_several_lines_or_certain_moves_gets_a_search() {
        let mut question = Question::new(Pennies::new(9));
        question.lines = one_or_more(2);
        assert_eq!(drawn(&question, 0), None);
        question = Question { only: vec![2, 3], ..Question::new(Pennies::new(9)) };
        assert_eq!(drawn(&question, 0), None);
    }
}
