//! What becomes of the stones: those that playing on would take are dead.

use super::around::Ground;
use super::points::{AREA, Point};
use super::{Go, playouts};
use crate::dice::Dice;

/// How many games are played out to find out. An even number: each side begins half of them.
const SAMPLES: u32 = 400;

/// The chains on a board, by what becomes of them.
#[derive(Clone, Debug)]
pub struct Fates {
    pub alive: Vec<Vec<Point>>,
    pub dead: Vec<Vec<Point>>,
}

impl Go {
    /// Plays the game out many times and sees who holds the stones' places at its end.
    #[must_use]
    pub fn fates(&self, dice: &mut Dice) -> Fates {
        let mut held = [0; AREA];
        for number in 0..SAMPLES {
            let first = if number % 2 == 0 { self.turn } else { self.turn.opponent() };
            let position = Go { passes: 0, ..self.taken_up_by(first) };
            let end = playouts::played_out(&position, dice, &mut Vec::new());
            for (point, owner) in end.owners() {
                held[usize::from(point)] += u32::from(Ground::Stone(owner) == self.stones.ground(point));
            }
        }
        let lives = |chain: &Vec<Point>| {
            let held: u32 = chain.iter().map(|point| held[usize::from(*point)]).sum();
            2 * held >= SAMPLES * chain.len() as u32
        };
        let (alive, dead) = self.stones.chains().partition(lives);
        Fates { alive, dead }
    }

    /// Half points by which Black is ahead once the dead stones are off the board.
    #[must_use]
    pub fn settled_lead(&self, fates: &Fates) -> i32 {
        let mut settled = self.clone();
        for chain in &fates.dead {
            settled.stones.lift(chain[0]);
        }
        settled.lead()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::go::{SAMPLER, Vertex};
    use crate::notation::Notation;
    use crate::search::{Budget, Engine, Question, Stop, Value};

    #[test]
    fn a_stone_that_will_be_taken_counts_for_nobody() {
        let go = Go::parse("5x5 komi 0 B: .XO.O/.XOXO/XXO.O/.XOOO/.XO.O").unwrap();
        let fates = go.fates(&mut Dice::seeded(1));
        let dead: Vec<_> = fates.dead.iter().flatten().map(|point| go.name(*point)).collect();
        assert_eq!(dead, ["D4"]);
        assert_eq!([go.lead(), go.settled_lead(&fates)], [2 * (11 - 12), 2 * (10 - 15)]);
    }

    /// Groups that share their last liberties: each with an eye, or one within the other, which would
    /// live if it were given the four stones in a row.
    const SEKI: [&str; 4] = [
        ".X.O.OX/XXXOOOX/OOOXXXX/.OOXXX./OOOXXXX/.OOXXX./OOOXXXX",
        "O.XXX.O/OOOOOOO/XXXXXXX/X.XXX.X/XXXXXXX/XXXXXXX/XXXXXXX",
        "XO.XXX.OX/XOOOOOOOX/XXXXXXXXX/X.XXXXX.X/XXXXXXXXX/OOOOOOOOO/O.OOOOO.O/OOOOOOOOO/OOOOOOOOO",
        ".X.O.OXXX/XXXOOOXXX/OOOXXXXX./OOOXXXXXX/.OOXXXXX./OOOXXXXXX/.OOXXXXXX/OOOXXXXXX/OOOXXXXX.",
    ];

    /// With so many points of komi.
    fn seki(rows: &str, komi: i32, turn: char) -> Go {
        let size = rows.split('/').count();
        Go::parse(&format!("{size}x{size} komi {komi} {turn}: {rows}")).unwrap()
    }

    #[test]
    fn nobody_is_dead_where_groups_live_by_the_liberties_they_share() {
        for rows in SEKI {
            let fates = seki(rows, 0, 'B').fates(&mut Dice::seeded(1));
            assert!(fates.dead.is_empty(), "{rows}: {:?}", fates.dead);
        }
    }

    #[test]
    fn what_fills_its_land_but_for_a_heart_is_dead() {
        let rows = "O.XX.OX/OOOOOOX/XXXXXXX/X.XXX.X/XXXXXXX/XXXXXXX/XXXXXXX";
        let fates = seki(rows, 0, 'B').fates(&mut Dice::seeded(1));
        assert_eq!(fates.dead.iter().map(Vec::len).sum::<usize>(), 8, "all white ones: {:?}", fates.dead);
    }

    #[test]
    fn who_wins_by_leaving_shared_liberties_alone_leaves_them_alone() {
        for rows in SEKI {
            let lead = seki(rows, 0, 'B').lead() / 2;
            for (turn, komi) in [('B', lead - 1), ('W', lead + 1)] {
                let go = seki(rows, komi, turn);
                let choice =
                    SAMPLER.choose(&Question::new(go), &Budget::nodes(400), &Stop::new(), &mut |_| {});
                let Value::Sampled { chance, .. } = choice.best().value else { panic!("sampled") };
                assert_eq!(choice.chosen(), Vertex::Pass, "{turn} {rows}");
                assert!(chance > 9_000, "{turn} {rows}: {chance}");
            }
        }
    }

    #[test]
    fn nothing_is_dead_on_an_empty_board() {
        let fates = Go::start().fates(&mut Dice::seeded(1));
        assert!(fates.dead.is_empty() && fates.alive.is_empty());
    }
}
