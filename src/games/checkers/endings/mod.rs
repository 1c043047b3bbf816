//! Endings with up to four pieces, of which it is known who wins. They were solved by
//! `examples/solve_checkers` and are kept in `endings.bin`.
//!
//! - [`class`]: which pieces there are, and the number of a position among all with the same;
//! - [`solve`]: who wins, found out backwards from the end;
//! - [`runs`]: the results written down in little space.

pub mod class;
pub mod runs;
pub mod solve;

use std::sync::LazyLock;

use super::rules::{Checkers, PATIENCE};
use crate::game::{Game, Player};
use crate::search::Verdict;
use class::Class;

/// The most plies that pass in a won ending until a piece is taken or a man crowned, with two, three
/// and four pieces, each with as many men as the number's place says. The draw after eighty never
/// comes before that, if they are counted from the ending's first move.
const LASTS: [&[u8]; 3] = [&[11, 12, 7], &[34, 18, 18, 13], &[19, 73, 23, 25, 14]];

/// Who wins, for the player to move, if that is known and nobody can reach the draw for want of
/// progress instead.
#[must_use]
pub fn verdict_in_time(position: &Checkers) -> Option<Verdict> {
    let verdict = verdict(position)?;
    let class = Class::of(position);
    let in_time = || {
        position.quiet() + LASTS[usize::from(class.pieces()) - 2][usize::from(class.men())] <= 2 * PATIENCE
    };
    (verdict == Verdict::Draw || !position.can_move() || in_time()).then_some(verdict)
}

/// Who wins with best play, for the player to move; none where there are too many pieces to know.
/// Moves that were made without progress are not counted until the game is drawn by them.
#[must_use]
pub fn verdict(position: &Checkers) -> Option<Verdict> {
    let pieces = Player::BOTH.map(|player| position.pieces(player).count_ones());
    if pieces[0] + pieces[1] > u32::from(class::MOST_KNOWN) {
        return None;
    }
    if pieces[position.turn() as usize] == 0 {
        return Some(Verdict::Loss);
    }
    if position.is_tired() && position.can_move() {
        return Some(Verdict::Draw);
    }
    if position.jumpers(position.turn()) != 0 {
        return after_moves(position);
    }
    let class = Class::of(position);
    let place = class::ALL.iter().position(|known| *known == class)?;
    Some(RESULTS[place].get(class.number(position)))
}

/// Who wins, by what is told of the positions after each move.
fn after_moves(position: &Checkers) -> Option<Verdict> {
    let answers = position.legal_moves().into_iter().map(|m| verdict(&position.after(m)));
    Some(solve::by_answers(answers.collect::<Option<Vec<_>>>()?.into_iter()))
}

/// The results of every class, unpacked when the first is asked for.
static RESULTS: LazyLock<Vec<runs::Results>> = LazyLock::new(|| {
    let mut rest: &[u8] = include_bytes!("../endings.bin");
    let unpacked = class::ALL.iter().map(|class| {
        let (packed, after) = runs::split(rest);
        rest = after;
        runs::Results::unpack(packed, class.count())
    });
    unpacked.collect()
});

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dice::Dice;
    use crate::notation::Notation;
    use crate::search::heuristics::Heuristics;
    use crate::search::negamax::negamax_to;
    use crate::search::policy::Policy;

    fn told(text: &str) -> Option<Verdict> {
        verdict(&Checkers::parse(text).expect(text))
    }

    #[test]
    fn two_kings_beat_one_but_not_two() {
        assert_eq!(told("W:WK18,K19:BK29"), Some(Verdict::Win));
        assert_eq!(told("B:WK18,K19:BK4"), Some(Verdict::Loss));
        assert_eq!(told("B:WK18,K23:BK1,K5"), Some(Verdict::Draw));
    }

    #[test]
    fn a_king_escapes_another_unless_it_is_caught_in_the_single_corner() {
        assert_eq!(told("W:WK18:BK32"), Some(Verdict::Draw));
        assert_eq!(told("W:WK14:BK29"), Some(Verdict::Draw));
        assert_eq!(told("W:WK18:BK29"), Some(Verdict::Win));
    }

    #[test]
    fn more_pieces_are_not_known_and_jumps_are_played_first() {
        assert_eq!(told("W:WK18,K19,K20:BK29,K30"), None);
        assert_eq!(told("W:WK18:BK22"), Some(Verdict::Win));
        assert_eq!(told("W:WK18,K1:BK22,K6,K24"), None);
    }

    #[test]
    fn a_tired_game_is_drawn_unless_the_mover_is_stuck() {
        assert_eq!(told("W:WK18,K19:BK29:H79"), Some(Verdict::Win));
        assert_eq!(told("W:WK18,K19:BK29:H80"), Some(Verdict::Draw));
        assert_eq!(told("W:WK18:BK22:H80"), Some(Verdict::Draw));
        assert_eq!(told("W:W12:B8,K3:H80"), Some(Verdict::Loss));
    }

    #[test]
    fn a_win_is_promised_only_where_it_is_sure_to_come_in_time() {
        let told = |text: &str| verdict_in_time(&Checkers::parse(text).expect(text));
        assert_eq!(told("W:WK18,K19:BK29:H46"), Some(Verdict::Win));
        assert_eq!(told("W:WK18,K19:BK29:H47"), None);
        assert_eq!(told("W:WK18,K19:BK1,K5:H79"), Some(Verdict::Draw));
        assert_eq!(told("W:W:BK5:H79"), Some(Verdict::Loss));
    }

    /// Positions with three or four pieces, drawn at random.
    fn positions() -> impl Iterator<Item = Checkers> {
        let mut dice = Dice::seeded(1);
        let classes: Vec<_> = class::ALL.into_iter().filter(|class| class.pieces() > 2).collect();
        std::iter::repeat_with(move || {
            let class = classes[dice.below(classes.len())];
            class.position(dice.below(class.count()))
        })
        .flatten()
    }

    #[test]
    fn what_is_kept_is_what_solving_finds() {
        let solved = solve::Solved::wanted(|class| class.pieces() <= 3);
        for (pieces, men, plies) in solved.lasts() {
            assert_eq!(LASTS[usize::from(pieces) - 2][usize::from(men)], plies, "{pieces} pieces, {men} men");
        }
        for (class, results) in solved.classes() {
            for (number, found) in results.iter().enumerate() {
                if let Some(position) = class.position(number) {
                    assert_eq!(verdict(&position), Some(*found), "{}", position.write());
                }
            }
        }
    }

    #[test]
    fn what_the_judge_wins_or_loses_in_a_few_moves_is_told_so() {
        let mut decided = 0;
        for position in positions().take(2000) {
            let value = negamax_to(&position, 4, &mut Nothing);
            let found = [(value.is_won(), Verdict::Win), (value.is_lost(), Verdict::Loss)];
            if let Some((_, found)) = found.into_iter().find(|(decided, _)| *decided) {
                assert_eq!(verdict(&position), Some(found), "{}", position.write());
                decided += 1;
            }
        }
        assert!(decided > 300, "{decided}");
    }

    #[test]
    fn what_is_told_follows_from_what_is_told_after_each_move() {
        for position in positions().take(5000) {
            assert_eq!(verdict(&position), after_moves(&position), "{}", position.write());
        }
    }

    /// Nothing is worth knowing but the end.
    #[derive(Clone)]
    struct Nothing;

    impl Heuristics<Checkers> for Nothing {
        fn policy(&self) -> &Policy {
            &Policy::EXACT
        }

        fn estimate(&mut self, _: &Checkers) -> i32 {
            0
        }
    }
}
