//! Games played out at random, but not at haphazard: what was just threatened is answered, eyes
//! are not filled.

use super::around::Ground;
use super::points::{AREA, Few, Point, neighbours, ring};
use super::reading::{counter, is_self_atari, vital};
use super::rules::{Go, Vertex, in_points, outcome_of, seen_by};
use super::shapes::is_shape;
use super::stones::Stones;
use crate::dice::Dice;
use crate::game::{Outcome, Player};
use crate::search::mcts::{Playout, Sampler, Sampling};

/// Who plays go. Its moves have slots: little needs to be tried out of curiosity.
pub const SAMPLER: Sampler = Sampler { by: Sampling { curiosity: 0.01, ..Sampling::USUAL } };

/// No playout is longer than so many times the points of the board.
const LONGEST: usize = 3;
/// No more stones than so many are put where they can be taken at once.
const LARGEST_GIFT: usize = 5;
/// So many stones never leave land for two eyes where they are taken.
const ONE_EYE: usize = 3;

impl Playout for Go {
    fn play_out(&self, dice: &mut Dice, played: &mut Vec<(Player, usize)>) -> Outcome {
        outcome_of(self.lead_on(&played_out(self, dice, played)))
    }

    fn slots(&self) -> usize {
        AREA
    }

    fn slot(&self, vertex: Vertex) -> Option<usize> {
        match vertex {
            Vertex::Pass => None,
            Vertex::At(point) => Some(usize::from(point)),
        }
    }

    fn promise(&self, vertex: Vertex) -> f32 {
        self.promise_of(vertex)
    }

    fn standing(&self) -> i32 {
        seen_by(in_points(self.lead()), self.turn)
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
        let answer = last.and_then(|last| answer(&stones, last, turn, dice));
        let chosen = answer.or_else(|| anywhere(&stones, turn, dice));
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

/// A move that the last one calls for: taking it, saving what it attacks, the heart of an eye
/// beside it, or a good shape.
fn answer(stones: &Stones, last: Point, turn: Player, dice: &mut Dice) -> Option<Point> {
    let playable = |point: &Point| stones.is_playable(*point, turn);
    let taking = stones.last_liberty(last).filter(playable);
    let saving = || rescue(stones, last, turn);
    let heart = || vital(stones, last).filter(playable);
    taking.or_else(saving).or_else(heart).or_else(|| shape(stones, last, turn, dice))
}

/// What saves a chain that the last move has put in atari: taking an attacker in atari, or
/// running where there is room.
fn rescue(stones: &Stones, last: Point, turn: Player) -> Option<Point> {
    let own = neighbours(last).into_iter().filter(|n| stones.ground(*n) == Ground::Stone(turn));
    own.filter_map(|chain| Some((chain, stones.last_liberty(chain)?))).find_map(|(chain, liberty)| {
        let has_room = || stones.is_playable(liberty, turn) && !is_self_atari(stones, liberty, turn);
        counter(stones, chain, turn).or_else(|| has_room().then_some(liberty))
    })
}

/// One of the good shapes around the last move.
fn shape(stones: &Stones, last: Point, turn: Player, dice: &mut Dice) -> Option<Point> {
    let mut shapes = Few::<8>::default();
    for point in ring(last) {
        let free = stones.ground(point) == Ground::Empty && is_shape(stones, point);
        if free && stones.is_playable(point, turn) && !is_self_atari(stones, point, turn) {
            shapes.add(point);
        }
    }
    shapes.get(dice.below(shapes.len())).copied()
}

/// Any point that is no eye of the player's own, and no plain gift.
fn anywhere(stones: &Stones, turn: Player, dice: &mut Dice) -> Option<Point> {
    let free = stones.free();
    let from = dice.below(free.len());
    let mut gift = None;
    for &point in free[from..].iter().chain(&free[..from]) {
        if !stones.is_playable(point, turn) || stones.around(point).is_eye_of(turn) {
            continue;
        }
        if !is_self_atari(stones, point, turn) {
            return Some(point);
        }
        // Kept for when nothing else is left: it may be needed to take something dead.
        gift = gift.or(Some(point));
    }
    gift.filter(|point| !gives_much(stones, *point, turn))
}

/// Whether a stone that leaves its chain in atari gives more than it can bring: many stones, or a few
/// in which the opponent finds two eyes once they are taken, or an eye of one's own with them. Groups
/// that live together by the liberties they share are left alone by that.
fn gives_much(stones: &Stones, point: Point, turn: Player) -> bool {
    let mut gift = Few::<{ LARGEST_GIFT + 1 }>::default();
    gift.add(point);
    let own = neighbours(point).into_iter().filter(|n| stones.ground(*n) == Ground::Stone(turn));
    own.flat_map(|n| stones.chain(n)).for_each(|stone| gift.add(stone));
    gift.len() > LARGEST_GIFT || gift.len() > ONE_EYE && (!is_one_eye(&gift) || has_eye(stones, &gift, turn))
}

/// Whether stones leave land for one eye only where they are taken, if they are put back into its
/// heart: a square, or all around one of them.
fn is_one_eye(taken: &[Point]) -> bool {
    let beside = |point: &Point| neighbours(*point).into_iter().filter(|n| taken.contains(n)).count();
    let (most, all) = taken.iter().map(beside).fold((0, 0), |(most, all), n| (most.max(n), all + n));
    most + 1 == taken.len() || all / 2 >= taken.len()
}

/// Whether what is left to a gift is a point that the opponent does not touch.
fn has_eye(stones: &Stones, gift: &[Point], turn: Player) -> bool {
    let around = gift.iter().flat_map(|stone| neighbours(*stone));
    let mut left = around.filter(|n| stones.ground(*n) == Ground::Empty && !gift.contains(n));
    left.all(|n| neighbours(n).into_iter().all(|n| stones.ground(n) != Ground::Stone(turn.opponent())))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Game;
    use crate::notation::Notation;
    use crate::search::mcts::Kept;
    use crate::search::{Budget, Engine, Question, Stop, StoppedBy, Value, Verdict, one_or_more};

    fn choose(position: &str, samples: u64) -> (String, u16) {
        let go = Go::parse(position).unwrap();
        let question = Question::new(go.clone());
        let choice = SAMPLER.choose(&question, &Budget::nodes(samples), &Stop::new(), &mut |_| {});
        let Value::Sampled { chance, .. } = choice.best().value else { panic!("sampled") };
        (go.write_move(choice.chosen()), chance)
    }

    #[test]
    fn of_each_move_that_is_told_something_is_known() {
        // Black wins at once by passing: nothing else is worth a sample, but all of it wins, too.
        let go = Go::parse("5x5 komi 0 B: ..X../XXXXX/XXXXX/OOOOO/..... passes 1").unwrap();
        let question = Question { lines: one_or_more(4), ..Question::new(go) };
        let choice = SAMPLER.choose(&question, &Budget::nodes(800), &Stop::new(), &mut |_| {});
        assert_eq!((choice.chosen(), choice.lines.len()), (Vertex::Pass, 4));
        for line in &choice.lines[1..] {
            assert!(matches!(line.value, Value::Sampled { chance: 9_000.., .. }), "{line:?}");
        }
    }

    #[test]
    fn a_playout_ends_when_nobody_has_anything_left_to_play() {
        let mut dice = Dice::seeded(1);
        for size in [5, 9, 13].repeat(20) {
            let stones = played_out(&Go::empty(size, 0), &mut dice, &mut Vec::new());
            assert!(Player::BOTH.iter().all(|player| anywhere(&stones, *player, &mut dice).is_none()));
            // A few points may be left over which neither dares to play.
            assert!(stones.owners().count() + 4 > usize::from(size) * usize::from(size));
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
        let choice = SAMPLER.choose(&question, &Budget::nodes(400), &Stop::new(), &mut |_| {});
        assert_eq!(choice.chosen(), Vertex::Pass);
    }

    #[test]
    fn a_depth_is_reached_where_the_game_ends_sooner() {
        // White has passed, and Black, who is ahead, does best to pass too.
        let go = Go::parse("5x5 komi 0 W: .X.X./.X.X./XXXXX/OOOOO/.O.O.").unwrap().played("pass").unwrap();
        let budget = Budget { depth: Some(6), nodes: Some(50_000), ..Budget::default() };
        let choice = SAMPLER.choose(&Question::new(go), &budget, &Stop::new(), &mut |_| {});
        assert_eq!(choice.stopped_by, StoppedBy::Depth);
    }

    #[test]
    fn each_ply_more_takes_about_twice_as_many_samples_however_many_moves_are_equal() {
        let samples = |depth| {
            let question = Question::new(Go::empty(9, 14));
            let choice = SAMPLER.choose(&question, &Budget::depth(depth), &Stop::new(), &mut |_| {});
            assert!(choice.depth >= depth && choice.stopped_by == StoppedBy::Depth);
            choice.nodes
        };
        let [easy, medium, hard] = [3, 4, 5].map(samples);
        assert!(easy < medium && medium < hard && hard < 6 * easy, "{easy} {medium} {hard}");
    }

    #[test]
    fn a_pass_that_ends_the_game_is_worth_what_is_on_the_board() {
        let empty = |rows| ["........."].repeat(rows).join("/");
        let board = format!("9x9 komi 0 W: {}/XXXXXXXXX/{}", empty(3), empty(5));
        let go = Go::parse(&board).unwrap().played("pass").unwrap();
        let choice = SAMPLER.choose(&Question::new(go), &Budget::nodes(2_000), &Stop::new(), &mut |_| {});
        let ended = Value::Proven { verdict: Verdict::Win, worth: 2 * 81, plies: 1 };
        assert_eq!((choice.chosen(), choice.best().value), (Vertex::Pass, ended));
    }

    #[test]
    fn a_game_that_half_a_point_decides_does_not_stand_level() {
        let rows = ".XO../.XO../.XO../.XO../.XO..";
        let standing = |komi, turn| Go::parse(&format!("5x5 komi {komi} {turn}: {rows}")).unwrap().standing();
        let told = [-5.5, -5.0, -4.5].map(|komi| [standing(komi, 'B'), standing(komi, 'W')]);
        assert_eq!(told, [[1, -1], [0, 0], [-1, 1]]);
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

    #[test]
    fn what_was_sampled_below_the_moves_that_were_made_is_kept() {
        let choose = |kept: &mut Kept<Go>, go: &Go, samples| {
            let question = Question::new(go.clone());
            SAMPLER.choose_on(kept, &question, &Budget::nodes(samples), &Stop::new(), &mut |_| {})
        };
        let (mut kept, start) = (Kept::default(), Go::empty(3, 0));
        let first = choose(&mut kept, &start, 1500).chosen();
        kept.follow(first);
        let now = start.after(first);
        let (kept, fresh) = (choose(&mut kept, &now, 16), choose(&mut Kept::default(), &now, 16));
        assert!(kept.depth > fresh.depth, "{} and {}", kept.depth, fresh.depth);
    }
}
