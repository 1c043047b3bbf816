//! How people play chess, by their strength: what `elo` may ask for.
//!
//! The scale is that of Stockfish 15.1's `UCI_Elo` where it has one, from 1320 up; below, the steps are
//! those of matches between neighbours. Each setting played UCI_Elo of another strength (limited
//! to the depth that Stockfish's level looks at) and the next setting of the table, every opening
//! from both sides:
//!
//! | elo  | games and score against UCI_Elo           | against the next |
//! |------|-------------------------------------------|------------------|
//! | 100  |                                           | 60: 7.5%         |
//! | 500  |                                           | 60: 20.0%        |
//! | 740  |                                           | 60: 17.5%        |
//! | 1000 |                                           | 60: 29.2%        |
//! | 1160 |                                           | 100: 10.0%       |
//! | 1540 | 60 against 1530: 54.2%, 80 against 1450: 61.9% | 50: 30.0%   |
//! | 1700 | 60 against 1700: 48.3%                    | 60: 6.7%         |
//! | 1860 | 60 against 1840: 58.3%                    | 60: 32.5%        |
//! | 1910 | 60 against 1840: 76.7%, 60 against 2020: 14.2% | 60: 18.3%  |
//! | 1960 | 60 against 2020: 26.7%                    | 60: 4.2%         |
//! | 2090 | 60 against 2020: 69.2%, 60 against 2200: 21.7% | 40: 12.5%   |
//! | 2170 | 40 against 2200: 42.5%                    | 30: 6.7%         |
//! | 2280 | 40 against 2200: 72.5%, 66 against 2300: 50.8%, 16 against 2600: 15.6% |             |
//!
//! That scale is wider than Elo's: where they could be measured its own steps, 180 apart, are worth as much as 480 and
//! 370 Elo (2020 against 1840: 94.2% of 60 games, 2200 against 2020: 89.2%), and so are ours. The error of each
//! strength is about 40, below 1540 and above 2170 about 100. From 2170 on a move may take a second.

use crate::search::human::Person;

/// Whoever is as strong as this has learnt how to mate by bishop and knight.
pub(super) const MASTER: u16 = 2200;

/// Doubt is in centipawns.
pub(super) const PEOPLE: [Person; 13] = [
    Person { elo: 100, sight: 0.8, lapse: 0.6, doubt: 150.0 },
    Person { elo: 500, sight: 1.4, lapse: 0.6, doubt: 110.0 },
    Person { elo: 740, sight: 2.0, lapse: 0.6, doubt: 80.0 },
    Person { elo: 1000, sight: 2.3, lapse: 0.55, doubt: 66.0 },
    Person { elo: 1160, sight: 2.6, lapse: 0.5, doubt: 55.0 },
    Person { elo: 1540, sight: 3.0, lapse: 0.4, doubt: 40.0 },
    Person { elo: 1700, sight: 4.0, lapse: 0.5, doubt: 30.0 },
    Person { elo: 1860, sight: 5.0, lapse: 0.35, doubt: 22.0 },
    Person { elo: 1910, sight: 6.0, lapse: 0.3, doubt: 16.0 },
    Person { elo: 1960, sight: 7.0, lapse: 0.2, doubt: 8.0 },
    Person { elo: 2090, sight: 9.0, lapse: 0.05, doubt: 4.0 },
    Person { elo: 2170, sight: 11.0, lapse: 0.03, doubt: 2.0 },
    Person { elo: 2280, sight: 14.0, lapse: 0.01, doubt: 0.5 },
];

#[cfg(test)]
mod tests {
    use cozy_chess::Move;

    use super::*;
    use crate::game::{Game, Outcome};
    use crate::games::chess::{Chess, Knowledge};
    use crate::search::alphabeta::AlphaBeta;
    use crate::search::{Budget, Choice, Engine, Question, Stop};

    /// Three plies and the exchanges after them show a gift, and are enough to think in a quick test.
    fn answer(question: &Question<Chess>) -> Choice<Move> {
        let engine = AlphaBeta::new(Knowledge::default());
        engine.choose(question, &Budget::depth(3), &Stop::new(), &mut |_| {})
    }

    /// What a move gives away, in centipawns.
    fn given_away(position: &Chess, chosen: Move) -> i32 {
        let worth = |only: Vec<Move>| {
            let question = Question { only, ..Question::new(position.clone()) };
            answer(&question).best().value.score().units().clamp(-2_000, 2_000)
        };
        worth(Vec::new()) - worth(vec![chosen])
    }

    /// What each move gives away of a game that somebody of that strength plays alone.
    fn game(elo: u16, seed: u64, plies: usize) -> Vec<i32> {
        let mut position = Chess::default();
        let mut given = Vec::new();
        while given.len() < plies && position.outcome().is_none() {
            let question = Question { elo: Some(elo), seed, ..Question::new(position.clone()) };
            let chosen = answer(&question).chosen();
            given.push(given_away(&position, chosen));
            position.apply(chosen);
        }
        given
    }

    #[test]
    fn at_1800_no_piece_is_given_away() {
        let given: Vec<_> = (0..4).flat_map(|seed| game(1800, seed, 50)).collect();
        assert!(given.iter().all(|loss| *loss < 250), "{given:?}");
    }

    #[test]
    fn the_weaker_give_more_away() {
        let mean = |elo| {
            let given: Vec<_> = (0..2).flat_map(|seed| game(elo, seed, 30)).collect();
            given.iter().sum::<i32>() / given.len() as i32
        };
        let means = [400, 1000, 1700].map(mean);
        assert!(means.is_sorted_by(|weaker, stronger| weaker > stronger), "{means:?}");
    }

    /// Whether somebody of that strength, or the engine itself, has mated by bishop and knight after so many plies.
    fn mates_by_bishop_and_knight(elo: Option<u16>, plies: usize) -> bool {
        let mut question = Question::new(Chess::on("4k3/8/8/8/8/8/8/2B1K1N1 w - - 0 1".parse().unwrap()));
        while question.past.len() < plies && question.position.outcome().is_none() {
            let to_mate = question.past.len().is_multiple_of(2);
            let asked = Question { elo: elo.filter(|_| to_mate), ..question.clone() };
            let chosen = answer(&asked).chosen();
            question.past.push(question.position.clone());
            question.position.apply(chosen);
        }
        question.position.outcome().is_some_and(|outcome| outcome != Outcome::Draw)
    }

    #[test]
    fn masters_mate_by_bishop_and_knight_and_others_do_not() {
        assert!(mates_by_bishop_and_knight(None, 66));
        assert!(mates_by_bishop_and_knight(Some(2280), 66));
        assert!(!mates_by_bishop_and_knight(Some(1500), 66));
    }

    #[test]
    fn who_is_stronger_sees_further_and_more_clearly() {
        for pair in PEOPLE.windows(2) {
            assert!(pair[0].elo < pair[1].elo && pair[0].sight < pair[1].sight, "{pair:?}");
            assert!(pair[0].doubt > pair[1].doubt, "{pair:?}");
        }
    }
}
