//! The judge: plain negamax, in one screen. Slow and obviously right; alpha-beta, sampling and
//! expectimax are held against it.

use super::heuristics::Heuristics;
use super::score::Score;
use crate::game::Game;

/// The exact value of a position for the player to move, searched to the end of the game.
///
/// ```
/// use bestmove::games::pennies::Pennies;
/// use bestmove::search::negamax::negamax;
///
/// assert!(negamax(&Pennies::new(8)).is_lost()); // a multiple of four
/// assert!(negamax(&Pennies::new(7)).is_won());
/// ```
pub fn negamax<G: Game>(position: &G) -> Score {
    value(position, 0, usize::MAX, &mut |_| 0)
}

/// The value to a depth of so many plies, with the heuristics' estimate where the depth ends.
pub fn negamax_to<G: Game, H: Heuristics<G>>(position: &G, depth: usize, knowledge: &mut H) -> Score {
    value(position, 0, depth, &mut |leaf| knowledge.estimate(leaf))
}

fn value<G: Game>(position: &G, ply: usize, depth: usize, estimate: &mut impl FnMut(&G) -> i32) -> Score {
    let moves = position.legal_moves();
    if moves.is_empty() {
        return Score::finished(position.score_finished(), position.turn(), ply);
    }
    if depth == 0 {
        return Score::estimate(estimate(position));
    }
    let values = moves.into_iter().map(|m| {
        let next = position.after(m);
        let value = value(&next, ply + 1, depth - 1, estimate);
        value.passed(position.turn(), next.turn())
    });
    values.max().expect("a position with moves has a best one")
}
