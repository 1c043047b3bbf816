//! What stands on a point, and on the eight around it.

use crate::game::Player;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ground {
    Empty,
    Stone(Player),
    Border,
}

/// The eight points around one, in two bits each: neighbours below diagonals.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Around(u16);

impl Around {
    /// How many different ones there are.
    pub const ALL: usize = 1 << 16;
    /// One bit for each neighbour, and for each point.
    const NEIGHBOURS: u16 = 0x0055;
    const POINTS: u16 = 0x5555;

    /// In the order of [`ring`](super::points::ring).
    #[must_use]
    pub fn of(grounds: [Ground; 8]) -> Around {
        let all = grounds.into_iter().enumerate();
        Around(all.fold(0, |bits, (at, ground)| bits | Around::code(ground) << (2 * at)))
    }

    /// A stone has come or gone at that place of the ring.
    pub fn turn_stone(&mut self, place: usize, owner: Player) {
        self.0 ^= Around::code(Ground::Stone(owner)) << (2 * place);
    }

    fn code(ground: Ground) -> u16 {
        match ground {
            Ground::Empty => 0,
            Ground::Stone(Player::First) => 1,
            Ground::Stone(Player::Second) => 2,
            Ground::Border => 3,
        }
    }

    #[must_use]
    pub fn index(self) -> usize {
        usize::from(self.0)
    }

    /// How many of the neighbours are empty.
    #[must_use]
    pub fn empty_neighbours(self) -> u32 {
        // Counting by hand: the plainest processors have no instruction for it.
        let taken = (self.0 | self.0 >> 1) & Around::NEIGHBOURS;
        let pairs = (taken & 0x5) + (taken >> 4);
        4 - u32::from((pairs & 3) + (pairs >> 2))
    }

    /// How many of all eight are empty.
    #[must_use]
    pub fn empty(self) -> u32 {
        8 - ((self.0 | self.0 >> 1) & Around::POINTS).count_ones()
    }

    /// Of the neighbours and of all eight, one bit each: what is the border or a stone of this
    /// player.
    fn held(self, player: Player) -> u16 {
        match player {
            Player::First => self.0 & Around::POINTS,
            Player::Second => self.0 >> 1 & Around::POINTS,
        }
    }

    /// Whether what lies within is so surrounded by a player's stones that filling it would give away
    /// an eye: all neighbours are theirs, and the opponent holds too few corners to break in.
    #[must_use]
    pub fn is_eye_of(self, player: Player) -> bool {
        if self.held(player) & Around::NEIGHBOURS != Around::NEIGHBOURS {
            return false;
        }
        // The border stands on both sides: where it does not, it is the opponent who breaks in.
        let [own, other] = [player, player.opponent()].map(|side| self.held(side) & !Around::NEIGHBOURS);
        let broken = (other & !own).count_ones();
        broken < if own & other == 0 { 2 } else { 1 }
    }
}
