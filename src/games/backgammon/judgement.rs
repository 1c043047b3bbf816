//! The chances of a position: from the table when both sides bear off, else from a network.

use std::sync::LazyLock;

use super::bearoff;
use super::inputs::Inputs;
use super::network::{Network, OUTPUTS};
use super::rules::Backgammon;
use crate::game::{Game, Outcome};

/// How likely each way to end is, for one of the players.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Chances {
    pub win: f32,
    /// Winning a gammon or a backgammon.
    pub win_gammon: f32,
    pub win_backgammon: f32,
    /// Losing a gammon or a backgammon.
    pub lose_gammon: f32,
    pub lose_backgammon: f32,
}

impl Chances {
    /// A game that has ended, for the player to move.
    #[must_use]
    pub fn finished(position: &Backgammon) -> Option<Chances> {
        let Outcome::Won { by, worth } = position.outcome()? else { return None };
        let at_least = |least| f32::from(u8::from(worth >= least));
        let lost = Chances { lose_gammon: at_least(2), lose_backgammon: at_least(3), ..Chances::default() };
        Some(if by == position.turn() { lost.across() } else { lost })
    }

    /// The same as the opponent sees it.
    #[must_use]
    pub fn across(self) -> Chances {
        Chances {
            win: 1.0 - self.win,
            win_gammon: self.lose_gammon,
            win_backgammon: self.lose_backgammon,
            lose_gammon: self.win_gammon,
            lose_backgammon: self.win_backgammon,
        }
    }

    /// What one can expect to win, in points.
    #[must_use]
    pub fn equity(self) -> f32 {
        self.single() + self.gammons() + self.backgammons()
    }

    /// What one expects of winning and losing alone.
    #[must_use]
    pub fn single(self) -> f32 {
        2.0 * self.win - 1.0
    }

    /// What gammons add to that.
    #[must_use]
    pub fn gammons(self) -> f32 {
        self.win_gammon - self.lose_gammon
    }

    /// What backgammons add to that.
    #[must_use]
    pub fn backgammons(self) -> f32 {
        self.win_backgammon - self.lose_backgammon
    }

    #[must_use]
    pub fn to_array(self) -> [f32; OUTPUTS] {
        [self.win, self.win_gammon, self.win_backgammon, self.lose_gammon, self.lose_backgammon]
    }

    #[must_use]
    pub fn from_array(
        [win, win_gammon, win_backgammon, lose_gammon, lose_backgammon]: [f32; OUTPUTS],
    ) -> Chances {
        Chances { win, win_gammon, win_backgammon, lose_gammon, lose_backgammon }
    }

    /// Which of a network's outputs the rules exclude in a position.
    #[must_use]
    pub fn excluded(position: &Backgammon) -> [bool; OUTPUTS] {
        let [mine, theirs] = position.at_stake();
        [false, theirs < 2, theirs < 3, mine < 2, mine < 3]
    }

    /// What a network says of a position, without what the rules exclude.
    fn told(position: &Backgammon, output: [f32; OUTPUTS]) -> Chances {
        let excluded = Chances::excluded(position);
        let [win, gammon, more, lost, lost_more] =
            std::array::from_fn(|n| if excluded[n] { 0.0 } else { output[n] });
        let win_gammon = gammon.min(win);
        let lose_gammon = lost.min(1.0 - win);
        Chances {
            win,
            win_gammon,
            win_backgammon: more.min(win_gammon),
            lose_gammon,
            lose_backgammon: lost_more.min(lose_gammon),
        }
    }
}

/// What kind of play a position asks for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Phase {
    /// Men can still meet.
    Contact,
    /// Who is faster.
    Race,
    /// A race in which all men are home and nobody can be gammoned.
    BearOff,
}

impl Phase {
    #[must_use]
    pub fn of(position: &Backgammon) -> Phase {
        match [position.mine(), position.theirs()] {
            _ if !position.is_race() => Phase::Contact,
            camps if camps.iter().all(|camp| camp.is_home() && !camp.may_lose_gammon()) => Phase::BearOff,
            _ => Phase::Race,
        }
    }
}

/// One network for each phase that has no table.
#[derive(Clone, Debug)]
pub struct Networks {
    pub contact: Network,
    pub race: Network,
}

/// As `cargo run --release --example learn_backgammon` leaves them.
static LEARNT: LazyLock<Networks> =
    LazyLock::new(|| Networks::read(include_bytes!("weights.bin")).expect("the shipped weights are whole"));

impl Networks {
    /// The shipped ones.
    #[must_use]
    pub fn learnt() -> &'static Networks {
        &LEARNT
    }

    #[must_use]
    pub fn write(&self) -> Vec<u8> {
        [self.contact.write(), self.race.write()].concat()
    }

    #[must_use]
    pub fn read(bytes: &[u8]) -> Option<Networks> {
        let (contact, race) = bytes.split_at_checked(Network::SIZE)?;
        Some(Networks { contact: Network::read(contact)?, race: Network::read(race)? })
    }

    /// The chances of the player to move, before a roll.
    #[must_use]
    pub fn judge(&self, position: &Backgammon) -> Chances {
        if let Some(finished) = Chances::finished(position) {
            return finished;
        }
        let network = match Phase::of(position) {
            Phase::BearOff => {
                let win = bearoff::chance_to_win(position.mine(), position.theirs());
                return Chances { win, ..Chances::default() };
            }
            Phase::Contact => &self.contact,
            Phase::Race => &self.race,
        };
        Chances::told(position, network.flow(&Inputs::of(position)).output)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::Notation;

    #[test]
    fn in_a_race_nobody_loses_more_than_the_men_behind_can_cost() {
        let excluded = |text| Chances::excluded(&Backgammon::parse(text).unwrap());
        let [none, some] = [false, true];
        assert_eq!(
            excluded("XGID=-CE---------ee-e----G-----:0:0:1:00:0:0:0:0:10"),
            [none, none, none, none, none],
            "men can still meet"
        );
        assert_eq!(
            excluded("XGID=-HG---------ee-e----------:0:0:1:00:0:0:0:0:10"),
            [none, none, some, none, some],
            "all are past the other's home, and nobody has borne a man off"
        );
        assert_eq!(
            excluded("XGID=-AAa--------------------n-:0:0:1:00:0:0:0:0:10"),
            [none, none, none, some, some],
            "one man is not past it, and only the other side has borne men off"
        );
    }
}
