//! Games played out at random, but not at haphazard: what was just threatened is answered, eyes
//! are not filled; and the moves of a position by how promising they look.

use super::stones::{Ground, Point, Stones, diagonals, neighbours};
use super::{Go, Vertex, outcome_of};
use crate::dice::Dice;
use crate::game::{Outcome, Player};
use crate::search::mcts::Playout;

/// No playout is longer than so many times the points of the board.
const LONGEST: usize = 3;

/// How promising a move looks before any sample, as a chance from 0 to 1.
mod promise {
    pub const ORDINARY: f32 = 0.5;
    /// Fills an eye of one's own.
    pub const FILLS_EYE: f32 = 0.02;
    /// Puts a chain of one's own in atari.
    pub const SELF_ATARI: f32 = 0.15;
    /// Takes stones.
    pub const CAPTURES: f32 = 0.85;
    /// Saves a chain from being taken.
    pub const ESCAPES: f32 = 0.75;
    /// Makes a shape that is often good, next to the last move.
    pub const SHAPES: f32 = 0.65;
    /// Is near the last move.
    pub const ANSWERS: f32 = 0.55;
    /// Lies on the edge, far from any stone.
    pub const LONELY_EDGE: f32 = 0.3;
    pub const PASS: f32 = 0.1;
    /// A second pass that ends a won game.
    pub const ENDS_WON: f32 = 1.0;
}

impl Playout for Go {
    fn play_out(&self, dice: &mut Dice, played: &mut Vec<(Player, usize)>) -> Outcome {
        let end = played_out(self, dice, played);
        let [black, white] = end.areas();
        outcome_of(2 * (i32::from(black) - i32::from(white)) - i32::from(self.komi))
    }

    fn slots(&self) -> usize {
        Stones::POINTS
    }

    fn slot(&self, vertex: Vertex) -> Option<usize> {
        match vertex {
            Vertex::Pass => None,
            Vertex::At(point) => Some(usize::from(point)),
        }
    }

    fn promise(&self, vertex: Vertex) -> f32 {
        let Vertex::At(point) = vertex else {
            let ends_won = self.passes > 0 && outcome_of(self.lead()).winner() == Some(self.turn);
            return if ends_won { promise::ENDS_WON } else { promise::PASS };
        };
        let (stones, turn) = (&self.stones, self.turn);
        if stones.is_eye(point, turn) {
            promise::FILLS_EYE
        } else if stones.captures(point, turn) > 0 {
            promise::CAPTURES
        } else if is_self_atari(stones, point, turn) {
            promise::SELF_ATARI
        } else if escapes(stones, point, turn) {
            promise::ESCAPES
        } else if self.last.is_some_and(|last| touches(last, point)) {
            if is_shape(stones, point, turn) { promise::SHAPES } else { promise::ANSWERS }
        } else if is_lonely_edge(stones, point) {
            promise::LONELY_EDGE
        } else {
            promise::ORDINARY
        }
    }

    fn standing(&self) -> i32 {
        let lead = self.lead() / 2;
        if self.turn == Player::First { lead } else { -lead }
    }
}

/// The board at the end of a game played out at random. Appends its moves.
pub(super) fn played_out(position: &Go, dice: &mut Dice, played: &mut Vec<(Player, usize)>) -> Stones {
    let mut stones = position.stones.clone();
    let (mut turn, mut passes, mut last) = (position.turn, position.passes, position.last);
    let longest = LONGEST * usize::from(stones.size()) * usize::from(stones.size());
    for _ in 0..longest {
        if passes >= 2 {
            break;
        }
        let chosen = answer(&stones, last, turn, dice).or_else(|| anywhere(&stones, turn, dice));
        match chosen {
            Some(point) => {
                stones.play(point, turn);
                played.push((turn, usize::from(point)));
                passes = 0;
            }
            None => {
                stones.forget_ko();
                passes += 1;
            }
        }
        last = chosen;
        turn = turn.opponent();
    }
    stones
}

fn touches(one: Point, other: Point) -> bool {
    neighbours(one).contains(&other) || diagonals(one).contains(&other)
}

/// A move that the last one calls for: taking it, saving what it attacks, or a good shape
/// beside it.
fn answer(stones: &Stones, last: Option<Point>, turn: Player, dice: &mut Dice) -> Option<Point> {
    let last = last?;
    let playable = |point: &Point| stones.is_playable(*point, turn);
    if let Some(point) = stones.last_liberty(last).filter(playable) {
        return Some(point);
    }
    let attacked = neighbours(last).into_iter().filter(|n| stones.ground(*n) == Ground::Stone(turn));
    for chain in attacked {
        let Some(liberty) = stones.last_liberty(chain) else { continue };
        let saving = rescue(stones, chain, liberty, turn);
        if let Some(point) = saving.filter(playable) {
            return Some(point);
        }
    }
    let around = [neighbours(last), diagonals(last)].concat();
    let shapes: Vec<_> = around
        .into_iter()
        .filter(|p| stones.is_playable(*p, turn) && is_shape(stones, *p, turn))
        .filter(|p| !is_self_atari(stones, *p, turn))
        .collect();
    (!shapes.is_empty()).then(|| shapes[dice.below(shapes.len())])
}

/// What saves a chain in atari: taking an attacker in atari, or running where there is room.
fn rescue(stones: &Stones, chain: Point, liberty: Point, turn: Player) -> Option<Point> {
    let attackers = stones.chain(chain).flat_map(neighbours);
    let capture = attackers
        .filter(|n| stones.ground(*n) == Ground::Stone(turn.opponent()))
        .find_map(|n| stones.last_liberty(n));
    capture.or_else(|| (!is_self_atari(stones, liberty, turn)).then_some(liberty))
}

/// Any point that is no eye of the player's own, and no plain gift.
fn anywhere(stones: &Stones, turn: Player, dice: &mut Dice) -> Option<Point> {
    let free = stones.free();
    let from = dice.below(free.len());
    let round = free[from..].iter().chain(&free[..from]).copied();
    let mut gift = None;
    for point in round {
        if !stones.is_playable(point, turn) || stones.is_eye(point, turn) {
            continue;
        }
        if is_self_atari(stones, point, turn) && stones.captures(point, turn) == 0 {
            // Kept for when nothing else is left: it may be needed to take something dead.
            gift = gift.or(Some(point));
            continue;
        }
        return Some(point);
    }
    gift.filter(|point| !gives_much(stones, *point, turn))
}

/// Whether a stone put here could be taken with more than one neighbour of its own.
fn gives_much(stones: &Stones, point: Point, turn: Player) -> bool {
    let own = neighbours(point).into_iter().filter(|n| stones.ground(*n) == Ground::Stone(turn));
    own.map(|n| stones.chain(n).count()).sum::<usize>() > 4
}

/// Whether a move leaves its own chain a single liberty. Moves that take stones may do so.
fn is_self_atari(stones: &Stones, point: Point, turn: Player) -> bool {
    let mut liberty = None;
    let mut chains = Vec::new();
    for n in neighbours(point) {
        match stones.ground(n) {
            Ground::Empty => {
                if liberty.is_some_and(|l| l != n) {
                    return false;
                }
                liberty = Some(n);
            }
            Ground::Stone(owner) if owner == turn => chains.push(n),
            Ground::Stone(_) if stones.last_liberty(n) == Some(point) => return false,
            _ => {}
        }
    }
    for chain in chains {
        if stones.last_liberty(chain) == Some(point) {
            continue;
        }
        for n in stones.chain(chain).flat_map(neighbours) {
            if n != point && stones.ground(n) == Ground::Empty {
                if liberty.is_some_and(|l| l != n) {
                    return false;
                }
                liberty = Some(n);
            }
        }
    }
    true
}

/// Whether a move saves a chain of the player's own that is in atari.
fn escapes(stones: &Stones, point: Point, turn: Player) -> bool {
    neighbours(point)
        .into_iter()
        .any(|n| stones.ground(n) == Ground::Stone(turn) && stones.last_liberty(n) == Some(point))
}

/// Whether the eight points around a move make it one that is often good: cutting, hane, or
/// holding at the edge.
fn is_shape(stones: &Stones, point: Point, turn: Player) -> bool {
    let sides = neighbours(point).map(|n| stones.ground(n));
    let [own, other] = [turn, turn.opponent()].map(Ground::Stone);
    let count = |ground| sides.iter().filter(|side| **side == ground).count();
    let corners = diagonals(point).map(|n| stones.ground(n));
    let corner = |ground| corners.contains(&ground);
    if count(Ground::Border) > 0 {
        return count(other) == 1 && (count(own) > 0 || corner(own));
    }
    let cuts = count(other) == 2 && count(own) >= 1 && corner(own);
    let hane = count(other) == 1 && corner(own) && count(Ground::Empty) >= 2;
    let joins = count(own) == 2 && count(other) >= 1 && corner(other);
    cuts || hane || joins
}

/// A point on the first line with no stone within two steps.
fn is_lonely_edge(stones: &Stones, point: Point) -> bool {
    let edge = neighbours(point).into_iter().any(|n| stones.ground(n) == Ground::Border);
    let near = neighbours(point).into_iter().filter(|n| stones.ground(*n) != Ground::Border);
    edge && near.flat_map(neighbours).all(|n| !matches!(stones.ground(n), Ground::Stone(_)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::Notation;
    use crate::search::mcts::Sampler;
    use crate::search::{Budget, Engine, Question, Stop, Value};

    fn choose(position: &str, samples: u64) -> (String, u16) {
        let go = Go::parse(position).unwrap();
        let question = Question::new(go.clone());
        let choice = Sampler::default().choose(&question, &Budget::nodes(samples), &Stop::new(), &mut |_| {});
        let Value::Sampled { chance, .. } = choice.best().value else { panic!("sampled") };
        (go.write_move(choice.chosen()), chance)
    }

    #[test]
    fn a_playout_ends_with_every_point_settled() {
        let mut dice = Dice::seeded(1);
        for size in [2, 5, 9, 13] {
            let outcome = Go::empty(size, 0).play_out(&mut dice, &mut Vec::new());
            if let Outcome::Won { worth, .. } = outcome {
                assert!(worth <= 2 * u16::from(size) * u16::from(size));
            }
        }
    }

    #[test]
    fn a_chain_in_atari_is_taken_when_that_wins() {
        let (chosen, chance) = choose("5x5 komi 0 B: .XX../XOOX./XOOX./.X.../..O..", 600);
        assert_eq!(chosen, "C2");
        assert!(chance > 8000, "{chance}");
    }

    #[test]
    fn when_the_opponent_has_passed_and_the_game_is_won_it_is_ended() {
        let won = Go::parse("5x5 komi 0 W: .X.X./.X.X./XXXXX/OOOOO/.O.O.").unwrap();
        let passed = won.played("pass").unwrap();
        let question = Question::new(passed);
        let choice = Sampler::default().choose(&question, &Budget::nodes(400), &Stop::new(), &mut |_| {});
        assert_eq!(choice.chosen(), Vertex::Pass);
    }

    #[test]
    fn the_same_seed_samples_the_same() {
        let one = choose("9x9 komi 7 B: ", 200);
        assert_eq!(one, choose("9x9 komi 7 B: ", 200));
    }

    #[test]
    fn an_only_good_move_on_a_small_board_is_found() {
        // Whoever plays the centre of 3x3 owns the board.
        assert_eq!(choose("3x3 komi 0 B: .../.../...", 800).0, "B2");
    }
}
