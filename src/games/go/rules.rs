//! The rules of go, with the history that superko asks for.

use std::sync::Arc;

use super::points::Point;
use super::stones::Stones;
use crate::game::{Game, Outcome, Player};

/// The smallest board.
pub(super) const SMALLEST: u8 = 2;

/// A position, and all boards that may not come again.
#[derive(Clone, Debug)]
pub struct Go {
    pub(super) stones: Stones,
    pub(super) turn: Player,
    /// What White gets for moving second, in half points.
    pub(super) komi: i16,
    /// How many passes came last; two end the game.
    pub(super) passes: u8,
    /// The last move, if it was a stone.
    pub(super) last: Option<Point>,
    /// Positional superko: no board may come twice, whoever is to move.
    pub(super) before: Option<Arc<Before>>,
}

/// The boards that have stood, the latest first.
#[derive(Debug)]
pub(super) struct Before {
    board: u64,
    earlier: Option<Arc<Before>>,
}

/// A chain of a thousand links must not be dropped link within link.
impl Drop for Before {
    fn drop(&mut self) {
        let mut next = self.earlier.take();
        while let Some(link) = next {
            next = Arc::into_inner(link).and_then(|mut last| last.earlier.take());
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Vertex {
    Pass,
    At(Point),
}

impl Go {
    /// An empty board. Komi is in half points.
    #[must_use]
    pub fn empty(size: u8, komi: i16) -> Go {
        Go { stones: Stones::empty(size), turn: Player::First, komi, passes: 0, last: None, before: None }
    }

    fn has_stood(&self, board: u64) -> bool {
        let mut link = self.before.as_deref();
        while let Some(before) = link {
            if before.board == board {
                return true;
            }
            link = before.earlier.as_deref();
        }
        false
    }

    pub(super) fn is_legal(&self, point: Point) -> bool {
        self.stones.is_playable(point, self.turn)
            && !self.has_stood(self.stones.board_after(point, self.turn))
    }

    /// The same board with this player to move, and the game taken up again if passes had ended
    /// it.
    pub(super) fn taken_up_by(&self, player: Player) -> Go {
        let mut next = Go { turn: player, ..self.clone() };
        if self.turn != player {
            // Nobody answers their own move, nor agrees to their own pass.
            (next.last, next.passes) = (None, 0);
            next.stones.forget_ko();
        }
        if next.passes == 2 {
            next.passes = 0;
        }
        next
    }

    /// What Black and White have, every stone on the board alive: their areas, and White's komi.
    pub(super) fn counted(&self) -> [f64; 2] {
        let [black, white] = self.stones.areas().map(f64::from);
        [black, white + f64::from(self.komi) / 2.0]
    }

    /// Half points by which Black is ahead, every stone on the board alive.
    #[must_use]
    pub fn lead(&self) -> i32 {
        self.lead_on(&self.stones)
    }

    /// The same, were these the stones.
    pub(super) fn lead_on(&self, stones: &Stones) -> i32 {
        let [black, white] = stones.areas();
        2 * (i32::from(black) - i32::from(white)) - i32::from(self.komi)
    }
}

/// A lead of Black's, as a player sees it.
pub(super) fn seen_by(lead: i32, player: Player) -> i32 {
    if player == Player::First { lead } else { -lead }
}

/// A lead in half points as it is told: in whole ones. A half counts whole, for it wins.
pub(super) fn in_points(lead: i32) -> i32 {
    lead.signum() * (lead.abs() + 1) / 2
}

/// What half points of lead come to.
pub(super) fn outcome_of(lead: i32) -> Outcome {
    let (black, white) = (lead.max(0), (-lead).max(0));
    Outcome::by_count(black as u16, white as u16)
}

impl Game for Go {
    type Move = Vertex;

    fn turn(&self) -> Player {
        self.turn
    }

    fn moves(&self, out: &mut Vec<Vertex>) {
        if self.passes < 2 {
            out.extend(self.stones.points().filter(|point| self.is_legal(*point)).map(Vertex::At));
            out.push(Vertex::Pass);
        }
    }

    fn apply(&mut self, vertex: Vertex) {
        let earlier = self.before.take();
        self.before = Some(Arc::new(Before { board: self.stones.board(), earlier }));
        match vertex {
            Vertex::Pass => {
                self.passes += 1;
                self.last = None;
                self.stones.forget_ko();
            }
            Vertex::At(point) => {
                self.passes = 0;
                self.last = Some(point);
                self.stones.play(point, self.turn);
            }
        }
        self.turn = self.turn.opponent();
    }

    /// The worth is in half points.
    fn score_finished(&self) -> Outcome {
        outcome_of(self.lead())
    }

    fn outcome(&self) -> Option<Outcome> {
        (self.passes >= 2).then(|| self.score_finished())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::leaves;
    use crate::notation::Notation;

    fn played(position: &str, moves: &[&str]) -> Go {
        moves.iter().fold(Go::parse(position).unwrap(), |go, text| go.played(text).unwrap())
    }

    #[test]
    fn the_tree_of_moves_is_as_large_as_it_should_be() {
        assert_eq!([1, 2, 3].map(|depth| leaves(&Go::empty(5, 0), depth)), [26, 651, 15_650]);
        assert_eq!([1, 2].map(|depth| leaves(&Go::empty(9, 0), depth)), [82, 6_643]);
    }

    #[test]
    fn suicide_is_forbidden_and_capturing_is_not() {
        let go = Go::parse("3x3 komi 0 B: .O./O.O/.O.").unwrap();
        assert!(go.parse_move("B2").is_err() && go.parse_move("A1").is_err());
        let go = Go::parse("3x3 komi 0 B: .XO/.X./...").unwrap();
        let after = go.played("C2").unwrap();
        assert_eq!(after.write(), "3x3 komi 0 W: .X./.XX/...");
    }

    #[test]
    fn a_ko_may_not_be_taken_back_at_once_but_after_a_move_elsewhere() {
        let go = played("5x5 komi 0 B: .XO../XO.O./.XO../...../.....", &["C4"]);
        assert_eq!(go.write(), "5x5 komi 0 W: .XO../X.XO./.XO../...../..... ko B4");
        assert!(go.parse_move("B4").is_err(), "the board before Black took would stand again");
        let go = go.played("E1").unwrap().played("A1").unwrap();
        assert!(go.parse_move("B4").is_ok());
    }

    #[test]
    fn two_passes_end_the_game_and_areas_are_counted() {
        let go = played("5x5 komi 0.5 B: ..X../..X../..X../..X../..X..", &["pass", "pass"]);
        assert_eq!(go.outcome(), Some(Outcome::Won { by: Player::First, worth: 49 }));
        assert_eq!(go.tally(&[]), Some([25.0, 0.5]));
        assert!(go.legal_moves().is_empty());
        let split = Go::parse("5x5 komi 0.5 B: .XO../.XO../.XO../.XO../.XO..").unwrap();
        assert_eq!(split.lead(), 2 * (10 - 15) - 1);
    }

    /// Black's area minus White's on boards of random games, as sgfmill counts them.
    #[test]
    fn areas_are_what_another_program_counts() {
        for (rows, lead) in [
            (".X.X./XXX.X/XX.XX/XXXX./.XXXX", 25),
            ("OO.OOOO/OOOOOO./OOO.OOO/.OOOOOO/O.O.OO./.OOOO.O/OO.O.O.", -49),
            ("XOOX.OX/..O.XO./X...O.O/O.OO..O/XX..XXO/XXOXX.X/O...OXX", 2),
            (
                "O.OXX.XX./.OOXXXXXX/OO.OXOOXX/OOOOO.OXX/O.OOOO.OO/.OOO.OOO./OOOOOO.OO/.O.O.OOOO/O.O.O.O.O",
                -47,
            ),
            (".X.X.OXX./XX.XOXXOO/OXX..X.O./.O.X.XO.O/OOOO.XXX./O.O..OO.O/.OO.XX.OO/.X...X.../O....XOX.", -1),
        ] {
            let size = rows.split('/').count();
            let go = Go::parse(&format!("{size}x{size} komi 0 B: {rows}")).unwrap();
            assert_eq!(go.lead(), 2 * lead, "{rows}");
        }
    }

    #[test]
    fn no_board_comes_twice_in_a_game_played_at_random() {
        let mut dice = crate::dice::Dice::seeded(3);
        let mut go = Go::empty(3, 0);
        let mut seen = std::collections::HashSet::from([go.stones.board()]);
        for _ in 0..300 {
            let moves = go.legal_moves();
            if moves.is_empty() {
                break;
            }
            let chosen = moves[dice.below(moves.len().saturating_sub(1).max(1))];
            go.apply(chosen);
            assert!(chosen == Vertex::Pass || seen.insert(go.stones.board()));
        }
        assert!(seen.len() > 10);
    }
}
