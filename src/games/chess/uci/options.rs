//! What a GUI may set.

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Duration;

use crate::search::one_or_more;

/// The settings of one session.
#[derive(Clone, Debug)]
pub(super) struct Options {
    pub threads: NonZeroUsize,
    pub lines: NonZeroUsize,
    pub chess960: bool,
    /// Lost between us and the clock, each move.
    pub overhead: Duration,
    pub limit_strength: bool,
    pub elo: u16,
    /// The range of strengths that the engine can play at, if it can.
    elo_range: Option<(u16, u16)>,
    pub own_book: bool,
}

/// The table that there is at first, in mebibytes.
pub const HASH: usize = 64;
/// The largest table, in mebibytes.
const MOST_HASH: usize = 65_536;
const MOST_THREADS: u64 = 256;
const MOST_LINES: u64 = 256;
const MOST_OVERHEAD: u64 = 5_000;

/// What must happen after an option was set.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Effect {
    None,
    /// The memory has another size, in mebibytes.
    NewMemory(usize),
    ClearMemory,
    /// A book lies there, or none is wanted.
    OpenBook(Option<PathBuf>),
    /// Endgame tables lie in these folders.
    OpenTables(Vec<PathBuf>),
}

impl Options {
    pub fn new(elo_range: Option<(u16, u16)>) -> Options {
        Options {
            threads: NonZeroUsize::MIN,
            lines: NonZeroUsize::MIN,
            chess960: false,
            overhead: Duration::from_millis(10),
            limit_strength: false,
            elo: elo_range.map_or(0, |(_, most)| most),
            elo_range,
            own_book: false,
        }
    }

    /// The lines that declare the options.
    pub fn declare(&self) -> Vec<String> {
        let mut lines = vec![
            format!("option name Hash type spin default {HASH} min 1 max {MOST_HASH}"),
            "option name Clear Hash type button".to_owned(),
            format!("option name Threads type spin default {} min 1 max {MOST_THREADS}", self.threads),
            format!("option name MultiPV type spin default {} min 1 max {MOST_LINES}", self.lines),
            "option name Ponder type check default false".to_owned(),
            format!(
                "option name Move Overhead type spin default {} min 0 max {MOST_OVERHEAD}",
                self.overhead.as_millis()
            ),
            format!("option name OwnBook type check default {}", self.own_book),
            "option name BookFile type string default <empty>".to_owned(),
            "option name SyzygyPath type string default <empty>".to_owned(),
            format!("option name UCI_Chess960 type check default {}", self.chess960),
        ];
        if let Some((least, most)) = self.elo_range {
            lines.push("option name UCI_LimitStrength type check default false".to_owned());
            lines.push(format!("option name UCI_Elo type spin default {most} min {least} max {most}"));
        }
        lines
    }

    /// Sets an option, its value drawn into its range; says what is wrong otherwise.
    pub fn set(&mut self, name: &str, value: &str) -> Result<Effect, String> {
        let number = |least: u64, most: u64| {
            let said =
                value.trim().parse::<i64>().map_err(|_| format!("{name} wants a number, not {value:?}"))?;
            Ok::<u64, String>(said.clamp(least as i64, most as i64) as u64)
        };
        let count = |most: u64| Ok::<NonZeroUsize, String>(one_or_more(number(1, most)? as usize));
        let yes = || match value.to_ascii_lowercase().as_str() {
            "true" => Ok(true),
            "false" => Ok(false),
            _ => Err(format!("{name} is true or false, not {value:?}")),
        };
        match name.to_ascii_lowercase().as_str() {
            "hash" => return Ok(Effect::NewMemory(number(1, MOST_HASH as u64)? as usize)),
            "clear hash" => return Ok(Effect::ClearMemory),
            "syzygypath" => {
                let named = if value == "<empty>" { "" } else { value };
                let folders = std::env::split_paths(named).filter(|path| !path.as_os_str().is_empty());
                return Ok(Effect::OpenTables(folders.collect()));
            }
            "threads" => self.threads = count(MOST_THREADS)?,
            "multipv" => self.lines = count(MOST_LINES)?,
            // The GUI says `go ponder` when it wants that; the option only says that it may.
            "ponder" => drop(yes()?),
            "move overhead" => self.overhead = Duration::from_millis(number(0, MOST_OVERHEAD)?),
            "ownbook" => self.own_book = yes()?,
            "bookfile" => {
                let named = !value.is_empty() && value != "<empty>";
                return Ok(Effect::OpenBook(named.then(|| value.into())));
            }
            "uci_chess960" => self.chess960 = yes()?,
            "uci_limitstrength" if self.elo_range.is_some() => self.limit_strength = yes()?,
            "uci_elo" if let Some((least, most)) = self.elo_range => {
                self.elo = number(u64::from(least), u64::from(most))? as u16;
            }
            _ => return Err(format!("There is no option {name:?}")),
        }
        Ok(Effect::None)
    }

    /// The strength to play at, where it is limited.
    pub fn strength(&self) -> Option<u16> {
        (self.limit_strength && self.elo_range.is_some()).then_some(self.elo)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_option_that_is_declared_can_be_set_to_its_default() {
        let mut options = Options::new(Some((1000, 2800)));
        for line in options.declare() {
            let name = line.strip_prefix("option name ").unwrap().split(" type ").next().unwrap().to_owned();
            let value = line.split(" default ").nth(1).unwrap_or("").split(' ').next().unwrap().to_owned();
            assert!(options.set(&name, &value).is_ok(), "{line}");
        }
    }

    #[test]
    fn values_are_drawn_into_their_range_and_nonsense_is_refused() {
        let mut options = Options::new(Some((1000, 2800)));
        assert_eq!(options.set("hash", "99999999999"), Ok(Effect::NewMemory(MOST_HASH)));
        assert_eq!(options.set("Threads", "-4"), Ok(Effect::None));
        assert_eq!(options.threads, NonZeroUsize::MIN);
        assert!(options.set("Threads", "many").is_err());
        assert!(options.set("UCI_Chess960", "perhaps").is_err());
        assert!(options.set("Contempt", "1").is_err());
    }

    #[test]
    fn strength_is_limited_only_on_request_and_only_where_it_can_be() {
        let mut options = Options::new(Some((1000, 2800)));
        options.set("UCI_Elo", "1500").unwrap();
        assert_eq!(options.strength(), None);
        options.set("UCI_LimitStrength", "true").unwrap();
        assert_eq!(options.strength(), Some(1500));
        assert!(Options::new(None).set("UCI_Elo", "1500").is_err());
    }
}
