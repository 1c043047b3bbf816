//! The discs on a wall as the player to move sees them: all that the rest of the game depends on.

use super::wall::{Column, Holes, Wall};
use crate::bits::ones;
use crate::mixing::mixed;

/// Discs on a wall, and where one more would make a four.
#[derive(Clone, Copy, Debug)]
pub struct Discs {
    wall: &'static Wall,
    /// Those of the player to move.
    mine: Holes,
    /// Those of both.
    all: Holes,
    /// The empty holes in which a disc of the player to move makes four, and of the other.
    threats: [Holes; 2],
    /// How many there are: to count them takes longer, where the processor cannot.
    count: u8,
}

/// With more discs than this, mirror images meet too rarely to be worth looking for.
const MIRRORED_TO: usize = 14;

impl Discs {
    /// An empty wall.
    #[must_use]
    pub fn none(wall: &'static Wall) -> Discs {
        Discs { wall, mine: 0, all: 0, threats: [0; 2], count: 0 }
    }

    /// Those of the player to move and those of both, however they came there.
    #[must_use]
    pub fn of(wall: &'static Wall, mine: Holes, all: Holes) -> Discs {
        let threats = [mine, all & !mine].map(|discs| wall.completing(discs) & !all);
        Discs { wall, mine, all, threats, count: all.count_ones() as u8 }
    }

    #[must_use]
    pub fn wall(&self) -> &'static Wall {
        self.wall
    }

    /// Those of the player to move.
    #[must_use]
    pub fn mine(&self) -> Holes {
        self.mine
    }

    /// Those of the player who moved last.
    #[must_use]
    pub fn theirs(&self) -> Holes {
        self.all & !self.mine
    }

    /// Those of both.
    #[must_use]
    pub fn all(&self) -> Holes {
        self.all
    }

    #[must_use]
    pub fn count(&self) -> usize {
        usize::from(self.count)
    }

    /// How many more there is room for.
    #[must_use]
    pub fn room(&self) -> usize {
        self.wall.count() - self.count()
    }

    /// The empty holes in which a disc of the player to move makes four, now or later.
    #[must_use]
    pub fn threats(&self) -> Holes {
        self.threats[0]
    }

    /// The empty holes in which a disc of the player who moved last makes four, now or later.
    #[must_use]
    pub fn their_threats(&self) -> Holes {
        self.threats[1]
    }

    /// The holes into which the next disc can fall.
    #[must_use]
    pub fn landings(&self) -> Holes {
        self.wall.landings(self.all)
    }

    /// The same, one by one.
    pub fn moves(&self) -> impl Iterator<Item = Holes> + use<> {
        ones(self.landings()).map(|hole| 1 << hole)
    }

    /// The hole into which a disc falls in that column, if it has room.
    #[must_use]
    pub fn landing(&self, column: Column) -> Option<Holes> {
        let hole = self.landings() & self.wall.column(column.0);
        (hole != 0).then_some(hole)
    }

    /// The holes into which a disc can fall now that makes four.
    #[must_use]
    pub fn winning_landings(&self) -> Holes {
        self.threats() & self.landings()
    }

    /// The holes into which a disc may fall without letting the opponent make four at once.
    /// None of them: every move loses, if the player to move cannot win with it.
    #[must_use]
    pub fn safe_landings(&self) -> Holes {
        let danger = self.their_threats();
        let landings = self.landings();
        let forced = landings & danger;
        if forced & forced.wrapping_sub(1) != 0 {
            return 0; // two at once
        }
        let landings = if forced == 0 { landings } else { forced };
        // Nor may a disc land right under such a hole.
        landings & !((danger & !self.wall.bottom) >> 1)
    }

    /// A hash, the same for what is seen in a mirror.
    #[must_use]
    pub fn key(&self) -> u64 {
        let (wall, mine, all) = (self.wall, self.mine, self.all);
        let key = hash(wall, mine, all);
        if self.count() > MIRRORED_TO {
            return key;
        }
        key.min(hash(wall, wall.mirrored(mine), wall.mirrored(all)))
    }

    /// The threats of the player to move after a disc fell into that hole.
    #[must_use]
    pub fn threats_with(&self, landing: Holes) -> Holes {
        self.wall.completing(self.mine | landing) & !self.all
    }

    /// What this may have been before the last disc fell, as the opponent saw it.
    pub fn before(&self) -> impl Iterator<Item = Discs> + use<> {
        let (wall, mine, all) = (self.wall, self.theirs(), self.all);
        let covered = all >> 1 & !(wall.bottom << (wall.height - 1));
        let last = mine & !covered;
        ones(last).map(move |hole| Discs::of(wall, mine & !(1 << hole), all & !(1 << hole)))
    }

    /// After a disc fell into that hole, as the opponent sees it.
    #[must_use]
    pub fn after(&self, landing: Holes) -> Discs {
        let all = self.all | landing;
        let threats = [self.their_threats() & !landing, self.threats_with(landing)];
        Discs { wall: self.wall, mine: self.theirs(), all, threats, count: self.count + 1 }
    }
}

fn hash(wall: &Wall, mine: Holes, all: Holes) -> u64 {
    let size = u64::from(wall.width) << 8 | u64::from(wall.height);
    mixed([size, all, mine])
}
