//! The board, its chains and their liberties.
//!
//! A chain is known by its head; its liberties are counted once for each stone that
//! touches them, and summed with their squares: if all counts are of one and the same point,
//! `count * squares == sum * sum`, and the chain is in atari.

use std::sync::LazyLock;

use super::around::{Around, Ground};
use super::points::{AREA, Few, LARGEST, MOST, Point, at, neighbours, ring};
use crate::dice::Dice;
use crate::game::Player;

/// Liberties of a chain: from the lowest bits up, how many, the sum of their points, and the sum
/// of the squares of their points. No chain has so many that one runs over into the next.
#[derive(Clone, Copy, Default, Debug)]
struct Liberties(u64);

impl Liberties {
    const SUM: u32 = 12;
    const SQUARES: u32 = 32;

    fn of(point: Point) -> u64 {
        let p = u64::from(point);
        1 | p << Liberties::SUM | (p * p) << Liberties::SQUARES
    }

    fn add(&mut self, point: Point) {
        self.0 += Liberties::of(point);
    }

    fn take(&mut self, point: Point) {
        self.0 -= Liberties::of(point);
    }

    fn join(&mut self, other: Liberties) {
        self.0 += other.0;
    }

    fn count(self) -> u64 {
        self.0 & ((1 << Liberties::SUM) - 1)
    }

    /// The only liberty, if there is only one.
    fn last(self) -> Option<Point> {
        let count = self.count();
        let sum = self.0 >> Liberties::SUM & ((1 << (Liberties::SQUARES - Liberties::SUM)) - 1);
        let one = count > 0 && count * (self.0 >> Liberties::SQUARES) == sum * sum;
        one.then(|| (sum / count) as Point)
    }
}

#[derive(Clone, Debug)]
pub struct Stones {
    size: u8,
    ground: [Ground; AREA],
    /// What lies around each point.
    around: [Around; AREA],
    /// The head of the chain that a stone belongs to.
    head: [Point; AREA],
    /// The next stone of the chain, in a ring.
    next: [Point; AREA],
    /// Of chains, at their heads.
    liberties: [Liberties; AREA],
    /// The empty points in a list, how many they are, and where each stands in it.
    empty: [Point; MOST],
    free: u16,
    place: [u16; AREA],
    /// A hash of all stones.
    board: u64,
    /// Where a single stone was taken that may not take back at once.
    ko: Option<Point>,
}

/// A random number for each stone on each point.
static HASHES: LazyLock<Vec<[u64; 2]>> = LazyLock::new(|| {
    let mut dice = Dice::seeded(0x60);
    (0..AREA).map(|_| [dice.bits(), dice.bits()]).collect()
});

impl Stones {
    #[must_use]
    pub fn empty(size: u8) -> Stones {
        debug_assert!((1..=LARGEST).contains(&size), "no board is {size} points wide");
        let mut stones = Stones {
            size,
            ground: [Ground::Border; AREA],
            around: [Around::default(); AREA],
            head: [0; AREA],
            next: [0; AREA],
            liberties: [Liberties::default(); AREA],
            empty: [0; MOST],
            free: 0,
            place: [0; AREA],
            board: 0,
            ko: None,
        };
        for point in stones.points() {
            stones.ground[usize::from(point)] = Ground::Empty;
            stones.list(point);
        }
        for point in stones.points() {
            stones.around[usize::from(point)] = Around::of(ring(point).map(|n| stones.ground(n)));
        }
        stones
    }

    #[must_use]
    pub fn size(&self) -> u8 {
        self.size
    }

    /// All points of the board, row by row from the top.
    pub fn points(&self) -> impl Iterator<Item = Point> + use<> {
        let size = self.size;
        (0..size).flat_map(move |y| (0..size).map(move |x| at(x, y)))
    }

    #[must_use]
    pub fn ground(&self, point: Point) -> Ground {
        self.ground[usize::from(point)]
    }

    #[must_use]
    pub fn around(&self, point: Point) -> Around {
        self.around[usize::from(point)]
    }

    /// Tells the points around that a stone has come or gone.
    fn tell(&mut self, point: Point, owner: Player) {
        for (at, n) in ring(point).into_iter().enumerate() {
            // From there, this point lies on the other side.
            let back = at / 4 * 4 + 3 - at % 4;
            self.around[usize::from(n)].turn_stone(back, owner);
        }
    }

    fn is_empty(&self, point: Point) -> bool {
        self.ground(point) == Ground::Empty
    }

    fn is_stone_of(&self, point: Point, player: Player) -> bool {
        self.ground(point) == Ground::Stone(player)
    }

    /// The empty points, in no order that means anything.
    #[must_use]
    pub fn free(&self) -> &[Point] {
        &self.empty[..usize::from(self.free)]
    }

    /// A hash of where the stones stand.
    #[must_use]
    pub fn board(&self) -> u64 {
        self.board
    }

    /// Where a single stone was taken that may not take back at once.
    #[must_use]
    pub fn ko(&self) -> Option<Point> {
        self.ko
    }

    pub fn forget_ko(&mut self) {
        self.ko = None;
    }

    /// Whether a stone of this player would stand alone at a point, and without a liberty.
    fn is_enclosed(&self, point: Point, player: Player) -> bool {
        let shut = |n| matches!(self.ground(n), Ground::Border) || self.is_stone_of(n, player.opponent());
        neighbours(point).into_iter().all(shut)
    }

    /// Lets this player not take back at once at that point, if the opponent can have taken a single
    /// stone there with a stone that was alone.
    pub fn forbid_ko(&mut self, point: Point, player: Player) -> bool {
        let possible =
            self.is_empty(point) && self.is_enclosed(point, player) && self.captures(point, player) == 1;
        self.ko = possible.then_some(point);
        possible
    }

    fn head_of(&self, point: Point) -> Point {
        self.head[usize::from(point)]
    }

    /// The only liberty of the chain that stands here, if it has only one.
    #[must_use]
    pub fn last_liberty(&self, point: Point) -> Option<Point> {
        self.liberties[usize::from(self.head_of(point))].last()
    }

    /// Liberties of the chain that stands here: all, if they are no more than `N`.
    #[must_use]
    pub fn liberties<const N: usize>(&self, point: Point) -> Few<N> {
        let mut found = Few::default();
        for stone in self.chain(point) {
            neighbours(stone).into_iter().filter(|n| self.is_empty(*n)).for_each(|n| found.add(n));
            if found.len() == N {
                break;
            }
        }
        found
    }

    /// The stones of the chain that stands here.
    pub fn chain(&self, point: Point) -> impl Iterator<Item = Point> {
        let mut next = Some(point);
        std::iter::from_fn(move || {
            let here = next?;
            let after = self.next[usize::from(here)];
            next = (after != point).then_some(after);
            Some(here)
        })
    }

    /// The chains on the board, each by its stones.
    pub fn chains(&self) -> impl Iterator<Item = Vec<Point>> {
        let stones = self.points().filter(|point| matches!(self.ground(*point), Ground::Stone(_)));
        stones.filter(|stone| self.head_of(*stone) == *stone).map(|head| self.chain(head).collect())
    }

    /// Whether a stone may be put here: the point is free, it is no suicide and takes back no
    /// ko at once. Superko asks for more.
    #[must_use]
    pub fn is_playable(&self, point: Point, player: Player) -> bool {
        self.is_empty(point)
            && self.ko != Some(point)
            && (self.around(point).empty_neighbours() > 0
                || neighbours(point).into_iter().any(|n| match self.ground(n) {
                    Ground::Empty | Ground::Border => false,
                    Ground::Stone(owner) => (owner == player) == self.last_liberty(n).is_none(),
                }))
    }

    /// How many of the opponent's stones a move takes.
    #[must_use]
    pub fn captures(&self, point: Point, player: Player) -> usize {
        self.captured(point, player).map(|head| self.chain(head).count()).sum()
    }

    /// The heads of the chains that a move takes.
    fn captured(&self, point: Point, player: Player) -> impl Iterator<Item = Point> {
        let heads = neighbours(point).map(|n| {
            let taken = self.is_stone_of(n, player.opponent()) && self.last_liberty(n) == Some(point);
            taken.then(|| self.head_of(n))
        });
        (0..4).filter_map(move |n| heads[n].filter(|_| !heads[..n].contains(&heads[n])))
    }

    /// The hash of the board after a move.
    #[must_use]
    pub fn board_after(&self, point: Point, player: Player) -> u64 {
        let taken = self.captured(point, player).flat_map(|head| self.chain(head));
        let own = HASHES[usize::from(point)][player as usize];
        taken.fold(self.board ^ own, |board, p| board ^ HASHES[usize::from(p)][player.opponent() as usize])
    }

    /// Puts a playable stone, and takes what it captures.
    pub fn play(&mut self, point: Point, player: Player) {
        let alone = self.is_enclosed(point, player);
        self.unlist(point);
        self.put(point, player);
        let (mut taken, mut last_taken) = (0, 0);
        for n in neighbours(point) {
            if self.is_stone_of(n, player.opponent())
                && self.liberties[usize::from(self.head_of(n))].count() == 0
            {
                last_taken = n;
                taken += self.lift(n);
            }
        }
        self.ko = (alone && taken == 1).then_some(last_taken);
    }

    /// Puts a stone where a position is set up: nothing is taken.
    pub fn set(&mut self, point: Point, player: Player) {
        self.unlist(point);
        self.put(point, player);
    }

    /// Puts a stone on an empty point and joins it to its neighbours.
    fn put(&mut self, point: Point, player: Player) {
        let here = usize::from(point);
        self.ground[here] = Ground::Stone(player);
        self.tell(point, player);
        self.board ^= HASHES[here][player as usize];
        (self.head[here], self.next[here]) = (point, point);
        self.liberties[here] = Liberties::default();
        for n in neighbours(point) {
            match self.ground(n) {
                Ground::Empty => self.liberties[usize::from(self.head_of(point))].add(n),
                Ground::Stone(owner) => {
                    self.liberties[usize::from(self.head_of(n))].take(point);
                    if owner == player {
                        self.join(point, n);
                    }
                }
                Ground::Border => {}
            }
        }
    }

    /// Makes one chain of two.
    fn join(&mut self, one: Point, other: Point) {
        let (keep, give) = (self.head_of(other), self.head_of(one));
        if keep == give {
            return;
        }
        let mut stone = one;
        while self.head_of(stone) == give {
            self.head[usize::from(stone)] = keep;
            stone = self.next[usize::from(stone)];
        }
        self.next.swap(usize::from(one), usize::from(other));
        let given = self.liberties[usize::from(give)];
        self.liberties[usize::from(keep)].join(given);
    }

    /// Takes a chain off the board; how many stones it had.
    pub fn lift(&mut self, point: Point) -> usize {
        let mut stones = 0;
        let mut stone = point;
        while let Ground::Stone(owner) = self.ground(stone) {
            let here = usize::from(stone);
            self.board ^= HASHES[here][owner as usize];
            self.ground[here] = Ground::Empty;
            self.tell(stone, owner);
            self.list(stone);
            stones += 1;
            stone = self.next[here];
        }
        for _ in 0..stones {
            for n in neighbours(stone) {
                if let Ground::Stone(_) = self.ground(n) {
                    self.liberties[usize::from(self.head_of(n))].add(stone);
                }
            }
            stone = self.next[usize::from(stone)];
        }
        stones
    }

    fn list(&mut self, point: Point) {
        self.place[usize::from(point)] = self.free;
        self.empty[usize::from(self.free)] = point;
        self.free += 1;
    }

    fn unlist(&mut self, point: Point) {
        self.free -= 1;
        let (place, moved) = (self.place[usize::from(point)], self.empty[usize::from(self.free)]);
        self.empty[usize::from(place)] = moved;
        self.place[usize::from(moved)] = place;
    }

    /// Points of stones and of land that one side alone borders, Black's first.
    #[must_use]
    pub fn areas(&self) -> [u16; 2] {
        let mut areas = [0; 2];
        for (_, owner) in self.owners() {
            areas[owner as usize] += 1;
        }
        areas
    }

    /// The points that belong to somebody: by a stone, or as land that one side alone borders.
    pub fn owners(&self) -> impl Iterator<Item = (Point, Player)> {
        let mut owners = [None; AREA];
        let mut seen = [false; AREA];
        let mut land = Vec::new();
        for point in self.points() {
            match self.ground(point) {
                Ground::Stone(owner) => owners[usize::from(point)] = Some(owner),
                Ground::Empty if !seen[usize::from(point)] => {
                    let owner = self.land(point, &mut seen, &mut land);
                    land.drain(..).for_each(|point: Point| owners[usize::from(point)] = owner);
                }
                _ => {}
            }
        }
        self.points().filter_map(move |point| Some((point, owners[usize::from(point)]?)))
    }

    /// Collects the empty land around a point; who alone borders it.
    fn land(&self, from: Point, seen: &mut [bool; AREA], land: &mut Vec<Point>) -> Option<Player> {
        let mut borders = [false; 2];
        land.push(from);
        seen[usize::from(from)] = true;
        let mut next = 0;
        while let Some(point) = land.get(next).copied() {
            next += 1;
            for n in neighbours(point) {
                match self.ground(n) {
                    Ground::Stone(owner) => borders[owner as usize] = true,
                    Ground::Empty if !seen[usize::from(n)] => {
                        seen[usize::from(n)] = true;
                        land.push(n);
                    }
                    _ => {}
                }
            }
        }
        match borders {
            [true, false] => Some(Player::First),
            [false, true] => Some(Player::Second),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Counts a chain's liberties the slow way.
    fn liberties(stones: &Stones, point: Point) -> std::collections::BTreeSet<Point> {
        stones.chain(point).flat_map(neighbours).filter(|n| stones.is_empty(*n)).collect()
    }

    #[test]
    fn chains_and_liberties_are_what_counting_finds() {
        let mut dice = Dice::seeded(9);
        for _ in 0..20 {
            let mut stones = Stones::empty(7);
            let mut player = Player::First;
            for _ in 0..120 {
                let free: Vec<_> = stones.points().filter(|p| stones.is_playable(*p, player)).collect();
                if free.is_empty() {
                    break;
                }
                stones.play(free[dice.below(free.len())], player);
                player = player.opponent();
                for point in stones.points() {
                    if let Ground::Stone(owner) = stones.ground(point) {
                        let counted = liberties(&stones, point);
                        assert!(!counted.is_empty());
                        let only = (counted.len() == 1).then(|| *counted.first().unwrap());
                        assert_eq!(stones.last_liberty(point), only);
                        assert!(stones.chain(point).all(|p| stones.is_stone_of(p, owner)));
                    }
                }
                let empty = stones.points().filter(|p| stones.is_empty(*p)).count();
                assert_eq!(empty, stones.free().len());
            }
        }
    }

    #[test]
    fn the_board_after_a_move_is_foretold() {
        let mut dice = Dice::seeded(4);
        let mut stones = Stones::empty(5);
        let mut player = Player::First;
        for _ in 0..400 {
            let free: Vec<_> = stones.points().filter(|p| stones.is_playable(*p, player)).collect();
            if free.is_empty() {
                break;
            }
            let point = free[dice.below(free.len())];
            let foretold = stones.board_after(point, player);
            stones.play(point, player);
            assert_eq!(stones.board(), foretold);
            player = player.opponent();
        }
    }
}
