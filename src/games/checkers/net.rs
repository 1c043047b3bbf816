//! A small network that looks at the whole board. What it knows is learnt from games that the
//! program played against itself (`examples/learn_checkers`) and kept in `net.txt`.
//!
//! The board is seen by the player to move, turned so that one's own men go up in number. Every
//! piece adds its row of weights to a layer of sums; a sum counts by its square once it is
//! positive, and up to [`WHOLE`]; how much it counts depends on how many pieces are left.

use std::fmt::Write as _;
use std::sync::LazyLock;

use super::rules::Checkers;
use super::squares::{COUNT, each};
use crate::game::Player;

/// What may stand where: one's own men, kings, the other's men, kings, each on every square.
pub const INPUTS: usize = 4 * COUNT as usize;
/// How many sums there are.
pub const SUMS: usize = 144;
/// Pieces on the board, four a stage.
pub const STAGES: usize = 6;
/// A sum of 1, in the fixed point of rows and offsets.
pub const WHOLE: i16 = 256;
/// A hundredth of a man, in the fixed point of the last layer.
pub const HUNDREDTH: i16 = 16;

/// What was learnt, in fixed point.
#[derive(PartialEq, Debug)]
pub struct Net {
    pub offsets: [i16; SUMS],
    pub rows: Vec<[i16; SUMS]>,
    pub stages: [Stage; STAGES],
}

/// What a whole sum is worth at one stage of the game, and what is added to all of them.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Stage {
    pub sums: [i16; SUMS],
    pub offset: i16,
}

/// The rows that belong to the pieces of a position.
pub fn seen(position: &Checkers) -> impl Iterator<Item = usize> {
    let rows =
        |(kind, set)| each(set).map(move |square| kind * usize::from(COUNT) + usize::from(square.index()));
    position.seen_by_mover().into_iter().enumerate().flat_map(rows)
}

/// The stage of the game.
#[must_use]
pub fn stage(position: &Checkers) -> usize {
    let pieces = position.pieces(Player::First) | position.pieces(Player::Second);
    (pieces.count_ones() as usize).saturating_sub(1) / 4
}

impl Net {
    /// The network that the program plays with.
    #[must_use]
    pub fn learnt() -> &'static Net {
        static LEARNT: LazyLock<Net> = LazyLock::new(|| {
            Net::parse(include_str!("net.txt")).expect("the embedded network can be read (a test reads it)")
        });
        &LEARNT
    }

    /// What a position is worth to the player to move beyond its material, in hundredths of a man.
    #[must_use]
    pub fn judge(&self, position: &Checkers) -> i32 {
        let mut sums = self.offsets;
        for row in seen(position) {
            for (sum, weight) in sums.iter_mut().zip(&self.rows[row]) {
                *sum += weight;
            }
        }
        let stage = &self.stages[stage(position)];
        let counted = sums.iter().zip(&stage.sums).map(|(sum, worth)| {
            let sum = i32::from(*sum.clamp(&0, &WHOLE));
            (sum * sum / i32::from(WHOLE)) * i32::from(*worth)
        });
        (counted.sum::<i32>() / i32::from(WHOLE) + i32::from(stage.offset)) / i32::from(HUNDREDTH)
    }

    /// Reads the form that [`write`](Net::write) gives.
    pub fn parse(text: &str) -> Result<Net, String> {
        let mut lines = text.lines().filter(|line| !line.starts_with('#'));
        let mut numbers = |count: usize| {
            let line = lines.next().ok_or("the network ends too early")?;
            let numbers: Result<Vec<i16>, _> = line.split(' ').map(str::parse).collect();
            let numbers = numbers.map_err(|error| format!("{error}: {line:?}"))?;
            if numbers.len() == count { Ok(numbers) } else { Err(format!("not {count} numbers: {line:?}")) }
        };
        let sums = |numbers: &[i16]| -> [i16; SUMS] { std::array::from_fn(|n| numbers[n]) };
        let offsets = sums(&numbers(SUMS)?);
        let rows = (0..INPUTS).map(|_| Ok(sums(&numbers(SUMS)?))).collect::<Result<_, String>>()?;
        let mut stages = [Stage { sums: [0; SUMS], offset: 0 }; STAGES];
        for stage in &mut stages {
            let line = numbers(SUMS + 1)?;
            *stage = Stage { sums: sums(&line), offset: line[SUMS] };
        }
        Ok(Net { offsets, rows, stages })
    }

    /// A line for the offsets, one for each row, and one for each stage with its offset last.
    #[must_use]
    pub fn write(&self) -> String {
        let mut text = String::from("# written by examples/learn_checkers\n");
        let mut line = |numbers: &[i16]| {
            let words: Vec<_> = numbers.iter().map(i16::to_string).collect();
            let _ = writeln!(text, "{}", words.join(" "));
        };
        line(&self.offsets);
        self.rows.iter().for_each(|row| line(row));
        for stage in &self.stages {
            line(&[&stage.sums[..], &[stage.offset]].concat());
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::Notation;

    #[test]
    fn the_learnt_network_is_read_as_it_was_written() {
        let net = Net::learnt();
        assert_eq!(Net::parse(&net.write()).as_ref(), Ok(net));
    }

    #[test]
    fn what_is_no_network_is_refused() {
        let text = Net::learnt().write();
        for broken in ["", "1 2 3", &text[..text.len() / 2], &text.replacen(' ', " x", 7)] {
            assert!(Net::parse(broken).is_err());
        }
    }

    #[test]
    fn each_side_sees_the_board_from_its_own_end() {
        let seen = |text| {
            let mut rows: Vec<_> = seen(&Checkers::parse(text).expect(text)).collect();
            rows.sort_unstable();
            rows
        };
        assert_eq!(seen("B:W32,K18:B1,K2"), [0, 33, 64 + 31, 96 + 17]);
        assert_eq!(seen("B:W32,K18:B1,K2"), seen("W:W32,K31:B1,K15"));
    }
}
