//! Solves one position after the other, of connect four alone. What the search of the house carries
//! along for games of every kind is left out here, and an entry of the table is half as large:
//! that makes it twice as fast.

use bestmove::games::connect_four::discs::Discs;
use bestmove::games::connect_four::knowledge;
use bestmove::games::connect_four::wall::Holes;
use bestmove::search::score::{Score, Value, Verdict};

/// How well a game ends for the player to move: for a win, a draw and a loss above, at and below
/// zero, and the further from it, the sooner. Unlike a score it is the same at every ply.
type End = i32;

/// Sooner than any game ends.
const FIRST: End = 43;
/// With more discs than this the table is not asked about moves before they are searched.
const LOOKED_UP_TO: usize = 30;

/// A solver with what it found out so far.
pub struct Solver {
    table: Table,
}

impl Solver {
    pub fn new(bytes: usize) -> Solver {
        Solver { table: Table::of_bytes(bytes) }
    }

    /// What a position in which nobody has won is worth to the player to move, its end counted from
    /// here.
    pub fn worth(&mut self, discs: &Discs) -> Score {
        let (least, most) = knowledge::limits(discs);
        let (mut least, mut most) = (end(discs, least), end(discs, most));
        while least < most {
            // Rather far from a draw: early ends are quickly refuted, and that helps with later ones.
            let middle = least + (most - least) / 2;
            let bar = if middle <= 0 { middle.min(least / 2) } else { middle.max(most / 2) };
            let found = self.search(discs, bar, bar + 1);
            if found > bar {
                least = found;
            } else {
                most = found;
            }
        }
        score(discs, least)
    }

    /// Which of these moves is worth as much as the position. The last that is left must be.
    pub fn answer(&mut self, discs: &Discs, worth: Score, mut moves: Vec<Holes>) -> Holes {
        let worth = end(discs, worth);
        moves.sort_by_key(|landing| std::cmp::Reverse(promise(discs, *landing)));
        let last = moves.pop().expect("a position is worth what its best move is");
        let keeps = |landing: &Holes| -self.search(&discs.after(*landing), -worth, 1 - worth) >= worth;
        moves.into_iter().find(keeps).unwrap_or(last)
    }

    /// The end of a position, exact between alpha and beta, a bound outside.
    fn search(&mut self, discs: &Discs, mut alpha: End, mut beta: End) -> End {
        let (least, most) = knowledge::limits(discs);
        let (mut least, mut most) = (end(discs, least), end(discs, most));
        let key = discs.key();
        if least < beta && most > alpha && least < most {
            let (low, high) = self.table.get(key, discs.count());
            (least, most) = (least.max(low), most.min(high));
        }
        if least >= beta || most <= alpha || least == most {
            return if least >= beta { least } else { most };
        }
        (alpha, beta) = (alpha.max(least), beta.min(most));

        let mut moves = Moves::of(discs);
        if moves.count > 1 && discs.count() <= LOOKED_UP_TO {
            for landing in moves.all() {
                let (_, high) = self.table.get(discs.after(landing).key(), discs.count() + 1);
                if -high >= beta {
                    self.table.put(key, -high, most, discs.count());
                    return -high;
                }
            }
        }
        let mut best = -FIRST;
        while let Some(landing) = moves.take_best() {
            best = best.max(-self.search(&discs.after(landing), -beta, -alpha));
            if best >= beta {
                self.table.put(key, best, most, discs.count());
                return best;
            }
            alpha = alpha.max(best);
        }
        self.table.put(key, least, best, discs.count());
        best
    }
}

/// How promising a move is: threats first, then the middle.
fn promise(discs: &Discs, landing: Holes) -> u32 {
    let off_middle = discs.wall().column_of(landing).abs_diff(3);
    8 * discs.threats_with(landing).count_ones() + 8 - u32::from(off_middle)
}

/// The moves of a position that are worth a thought, with what makes them promising.
struct Moves {
    moves: [(u32, Holes); 7],
    count: usize,
}

impl Moves {
    fn of(discs: &Discs) -> Moves {
        let (mut moves, mut count) = ([(0, 0); 7], 0);
        let safe = discs.safe_landings();
        for landing in discs.moves().filter(|landing| landing & safe != 0) {
            moves[count] = (promise(discs, landing), landing);
            count += 1;
        }
        Moves { moves, count }
    }

    fn all(&self) -> impl Iterator<Item = Holes> + use<> {
        self.moves.into_iter().take(self.count).map(|(_, landing)| landing)
    }

    fn take_best(&mut self) -> Option<Holes> {
        let left = &mut self.moves[..self.count];
        let best = (0..left.len()).max_by_key(|place| left[*place].0)?;
        self.count -= 1;
        left.swap(best, self.count);
        Some(left[self.count].1)
    }
}

/// What was found out: for every position the least and the most that it can come to. A word holds
/// both, 7 bits each, how many discs there are, and 44 bits of the key; other bits choose the eight
/// words, which share a cache line.
struct Table(Vec<Line>);

#[derive(Clone, Copy)]
#[repr(align(64))]
struct Line([u64; 8]);

/// The bits of a word that tell the key, and those that tell the number of discs.
const KEY: u64 = !0 << 20;
const DISCS: u64 = 63;

impl Table {
    fn of_bytes(bytes: usize) -> Table {
        Table(vec![Line([0; 8]); (bytes / size_of::<Line>()).max(1)])
    }

    fn line(&self, key: u64) -> usize {
        // The lowest bits before all: words keep the others.
        ((u128::from(key.rotate_right(20)) * self.0.len() as u128) >> 64) as usize
    }

    fn get(&self, key: u64, discs: usize) -> (End, End) {
        let sought = key & KEY | discs as u64;
        let found = self.0[self.line(key)].0.into_iter().find(|word| (word ^ sought) & (KEY | DISCS) == 0);
        found.map_or((-FIRST, FIRST), |word| ((word >> 13 & 127) as End - 64, (word >> 6 & 127) as End - 64))
    }

    /// Gives up what had the most discs, for it is the soonest found out again.
    fn put(&mut self, key: u64, least: End, most: End, discs: usize) {
        let line = self.line(key);
        let words = &mut self.0[line].0;
        let same = words.iter().position(|word| (word ^ key) & KEY == 0);
        let place = same.or_else(|| (0..8).max_by_key(|place| words[*place].wrapping_sub(1) & DISCS));
        let bounds = ((least + 64) as u64) << 13 | ((most + 64) as u64) << 6;
        words[place.expect("a line has words")] = key & KEY | bounds | discs as u64;
    }
}

/// When the game ends by a score whose end is counted from here.
fn end(discs: &Discs, score: Score) -> End {
    match score.value(true) {
        Value::Proven { verdict: Verdict::Win, plies, .. } => FIRST - (discs.count() as End + plies as End),
        Value::Proven { verdict: Verdict::Loss, plies, .. } => (discs.count() as End + plies as End) - FIRST,
        _ => 0,
    }
}

fn score(discs: &Discs, end: End) -> Score {
    let plies = (FIRST - end.abs()) as usize - discs.count();
    match end {
        0 => Score::DRAW,
        1.. => Score::won(1, plies),
        _ => -Score::won(1, plies),
    }
}
