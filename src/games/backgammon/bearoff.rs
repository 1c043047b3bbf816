//! How many rolls a side needs to bear off when all its men are home: every such camp, worked out
//! when first asked for. Each roll is played so that the fewest more are expected.

use std::sync::LazyLock;

use super::camp::{Camp, HOME, MEN};
use super::roll::Roll;

/// The chance of the player to roll to win a race in which both sides are home.
#[must_use]
pub fn chance_to_win(mine: &Camp, theirs: &Camp) -> f32 {
    let [mine, theirs] = [mine, theirs].map(rolls_needed);
    let mut slower = 1.0; // the chance that they need at least so many
    let mut win = 0.0;
    for (me, them) in mine.iter().zip(theirs) {
        win += me * slower;
        slower -= them;
    }
    win.clamp(0.0, 1.0)
}

/// How many rolls a side needs on average; by its pips alone while not all its men are home.
#[must_use]
pub fn rolls_expected(camp: &Camp) -> f32 {
    if !camp.is_home() {
        return f32::from(camp.pips()) / PIPS_A_ROLL;
    }
    rolls_needed(camp).iter().enumerate().map(|(rolls, likely)| rolls as f32 * likely).sum()
}

/// Of an average roll: 49 over 6.
const PIPS_A_ROLL: f32 = 8.166_667;

/// How likely a camp that is home is to need 0, 1, 2 ... rolls.
fn rolls_needed(camp: &Camp) -> &'static [f32; ROLLS] {
    &TABLE[rank(&home_of(camp))]
}

const POINTS: usize = HOME as usize;
/// Ways to have up to fifteen men on six points: 21 over 6.
const CAMPS: usize = 54_264;
/// Nobody needs more rolls than this but once in a million games.
const ROLLS: usize = 18;

/// Men on each point of the home board, the first point first.
type Home = [u8; POINTS];

/// What each camp needs, by its number.
static TABLE: LazyLock<Vec<[f32; ROLLS]>> = LazyLock::new(work_out);

fn home_of(camp: &Camp) -> Home {
    std::array::from_fn(|n| camp.on(n as u8 + 1))
}

/// n over k.
const CHOOSE: [[u16; POINTS + 1]; MEN as usize + POINTS] = {
    let mut choose = [[0; POINTS + 1]; MEN as usize + POINTS];
    let mut n = 0;
    while n < choose.len() {
        choose[n][0] = 1;
        let mut k = 1;
        while k <= POINTS && n > 0 {
            choose[n][k] = choose[n - 1][k - 1] + choose[n - 1][k];
            k += 1;
        }
        n += 1;
    }
    choose
};

/// Numbers the camps from 0, which has no men left; whatever a camp can become has a lower number.
/// The men on the last point, on the last two and so on never grow fewer as more points are
/// counted, and such rows of six are numbered as combinations are.
fn rank(home: &Home) -> usize {
    let (mut men, mut rank) = (0, 0);
    for (n, on_point) in home.iter().rev().enumerate() {
        men += usize::from(*on_point);
        rank += usize::from(CHOOSE[men + n][n + 1]);
    }
    rank
}

/// The camp of a number.
fn unrank(mut rank: usize) -> Home {
    let mut sums = [0; POINTS];
    for n in (0..POINTS).rev() {
        let fits = |men: &usize| usize::from(CHOOSE[men + n][n + 1]) <= rank;
        let men = (0..=usize::from(MEN)).rev().find(fits).unwrap_or(0);
        rank -= usize::from(CHOOSE[men + n][n + 1]);
        sums[n] = men;
    }
    std::array::from_fn(|point| {
        let n = POINTS - 1 - point;
        (sums[n] - if n == 0 { 0 } else { sums[n - 1] }) as u8
    })
}

fn work_out() -> Vec<[f32; ROLLS]> {
    let mut rolls = vec![[0.0; ROLLS]; CAMPS];
    rolls[0][0] = 1.0;
    let mut mean = vec![0.0f32; CAMPS];
    // Where a camp comes to by one, two, three or four steps of a die.
    let mut stepped = vec![[[0u16; 4]; 6]; CAMPS];
    for camp in 1..CAMPS {
        let home = unrank(camp);
        let mut ways = [[None; POINTS]; 6];
        for die in 1..=6u8 {
            ways[usize::from(die) - 1] = steps(&home, die);
            let ways = ways[usize::from(die) - 1].iter().flatten();
            for count in 0..4 {
                let after = |way: &u16| match count {
                    0 => *way,
                    _ => stepped[usize::from(*way)][usize::from(die) - 1][count - 1],
                };
                stepped[camp][usize::from(die) - 1][count] = best(ways.clone().map(after), &mean);
            }
        }
        let (mut needed, mut expected) = ([0.0; ROLLS], 0.0);
        for roll in Roll::all() {
            let [high, low] = [roll.high(), roll.low()].map(|die| usize::from(die) - 1);
            let next = if roll.is_double() {
                stepped[camp][high][3]
            } else {
                let then = |first: usize, other: usize| {
                    ways[first].iter().flatten().map(move |way| (usize::from(*way), other))
                };
                let both = then(high, low).chain(then(low, high));
                best(both.map(|(way, other)| stepped[way][other][0]), &mean)
            };
            let odds = f32::from(roll.ways()) / 36.0;
            expected += odds * mean[usize::from(next)];
            for (n, likely) in rolls[usize::from(next)].iter().enumerate() {
                needed[(n + 1).min(ROLLS - 1)] += odds * likely;
            }
        }
        rolls[camp] = needed;
        mean[camp] = 1.0 + expected;
    }
    rolls
}

/// The camp from which the fewest more rolls are expected.
fn best(camps: impl Iterator<Item = u16>, mean: &[f32]) -> u16 {
    camps.min_by(|one, other| mean[usize::from(*one)].total_cmp(&mean[usize::from(*other)])).unwrap_or(0)
}

/// Where a camp can come to by one step of a die, for each point that a man may leave.
fn steps(home: &Home, die: u8) -> [Option<u16>; POINTS] {
    let last = home.iter().rposition(|men| *men > 0).map_or(0, |point| point + 1);
    std::array::from_fn(|n| {
        let (point, die) = (n + 1, usize::from(die));
        let may_go = home[n] > 0 && (point >= die || point == last);
        may_go.then(|| {
            let mut next = *home;
            next[n] -= 1;
            if point > die {
                next[n - die] += 1;
            }
            rank(&next) as u16
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn camp(men: &[(u8, u8)]) -> Camp {
        let mut camp = Camp::EMPTY;
        men.iter().for_each(|(point, men)| camp.put(*point, *men));
        camp
    }

    #[test]
    fn every_camp_has_a_number_of_its_own_and_comes_to_lower_ones() {
        for n in 0..CAMPS {
            let home = unrank(n);
            assert_eq!(rank(&home), n);
            assert!((1..=6).flat_map(|die| steps(&home, die)).flatten().all(|next| usize::from(next) < n));
        }
    }

    #[test]
    fn two_men_on_the_first_point_go_with_one_roll_and_one_on_the_sixth_mostly() {
        // 27 of 36 throws take a man off from the sixth point at once; never more than two do it.
        for (camp, expected) in [(camp(&[(1, 2)]), [0.0, 36.0, 0.0]), (camp(&[(6, 1)]), [0.0, 27.0, 9.0])] {
            for (likely, throws) in rolls_needed(&camp).iter().zip(expected) {
                assert!((likely - throws / 36.0).abs() < 1e-6, "{camp:?}");
            }
        }
    }

    #[test]
    fn a_race_of_one_roll_each_is_won_by_whoever_rolls() {
        assert_eq!(chance_to_win(&camp(&[(1, 2)]), &camp(&[(1, 1)])), 1.0);
        // Five and two: 19 of 36 throws do; if not, the other side has one roll, and it is enough.
        let two_men = camp(&[(5, 1), (2, 1)]);
        assert!((chance_to_win(&two_men, &camp(&[(1, 2)])) - 19.0 / 36.0).abs() < 1e-6);
    }

    #[test]
    fn races_are_won_as_often_as_gnu_backgammon_says() {
        let races = [
            (camp(&[(6, 14)]), camp(&[(6, 14)]), 0.598_3),
            (camp(&[(1, 2), (2, 2), (3, 2), (4, 3)]), camp(&[(6, 2), (5, 2), (4, 2), (3, 2)]), 0.856_9),
            (camp(&[(6, 5), (5, 3), (4, 2)]), camp(&[(6, 2), (5, 2), (1, 4)]), 0.079_7),
            (camp(&[(6, 4), (3, 4), (1, 4)]), camp(&[(6, 3), (5, 3), (4, 3), (2, 2)]), 0.628_5),
        ];
        for (mine, theirs, known) in races {
            let chance = chance_to_win(&mine, &theirs);
            assert!((chance - known).abs() < 0.000_5, "{mine:?} {theirs:?}: {chance}");
        }
    }
}
