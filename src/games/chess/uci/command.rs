//! What a GUI says, line by line.

use std::time::Duration;

use cozy_chess::Color;

/// A line of the protocol. What it does not know it passes over, as the protocol demands.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Command {
    Uci,
    IsReady,
    NewGame,
    SetOption {
        name: String,
        value: String,
    },
    Position {
        /// The start position, if absent.
        fen: Option<String>,
        moves: Vec<String>,
    },
    Go(Box<Go>),
    Stop,
    PonderHit,
    /// Not of the protocol, but every engine has it: draws the position.
    Show,
    /// Nor is this: the static evaluation, term by term.
    Evaluate,
    Quit,
}

/// How to search.
#[derive(Clone, Default, PartialEq, Debug)]
pub(super) struct Go {
    pub infinite: bool,
    pub ponder: bool,
    pub depth: Option<u32>,
    pub nodes: Option<u64>,
    /// In so many moves.
    pub mate: Option<u32>,
    pub move_time: Option<Duration>,
    /// White's and Black's.
    pub left: [Option<Duration>; 2],
    pub increment: [Duration; 2],
    pub moves_to_go: Option<u32>,
    pub only: Vec<String>,
    /// No search: how many positions stand so many plies below.
    pub perft: Option<u32>,
}

/// What ends a search, besides the GUI.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum End {
    /// A limit, whatever is found by then.
    Limit,
    /// The mate that it looks for, if there is one.
    Mate,
    Nothing,
}

impl Go {
    pub fn end(&self) -> End {
        let clocked = self.left.iter().any(Option::is_some) || self.move_time.is_some();
        let limited = clocked || self.depth.is_some() || self.nodes.is_some();
        match self.mate {
            _ if self.infinite => End::Nothing,
            _ if limited => End::Limit,
            Some(_) => End::Mate,
            None => End::Nothing,
        }
    }
}

impl Command {
    /// Reads a line: what stands before a command that we know is passed over, and a line without one.
    pub fn read(line: &str) -> Option<Command> {
        let mut words = line.split_whitespace();
        loop {
            return Some(match words.next()? {
                "uci" => Command::Uci,
                "isready" => Command::IsReady,
                "ucinewgame" => Command::NewGame,
                "setoption" => set_option(&words.collect::<Vec<_>>()),
                "position" => position(&words.collect::<Vec<_>>()),
                "go" => Command::Go(Box::new(go(&words.collect::<Vec<_>>()))),
                "stop" => Command::Stop,
                "ponderhit" => Command::PonderHit,
                "d" => Command::Show,
                "eval" => Command::Evaluate,
                "quit" => Command::Quit,
                _ => continue,
            });
        }
    }
}

/// The words after a mark, up to the next of the marks.
fn after(words: &[&str], mark: &str, marks: &[&str]) -> Option<Vec<String>> {
    let begin = words.iter().position(|word| word.eq_ignore_ascii_case(mark))? + 1;
    Some(until(&words[begin..], marks))
}

/// The words up to the first of the marks.
fn until(words: &[&str], marks: &[&str]) -> Vec<String> {
    let is_mark = |word: &str| marks.iter().any(|mark| word.eq_ignore_ascii_case(mark));
    words.iter().take_while(|word| !is_mark(word)).map(|word| (*word).to_owned()).collect()
}

fn set_option(words: &[&str]) -> Command {
    let said = |mark: &str, marks: &[&str]| after(words, mark, marks).unwrap_or_default().join(" ");
    Command::SetOption { name: said("name", &["value"]), value: said("value", &[]) }
}

fn position(words: &[&str]) -> Command {
    let is_start = words.first().is_some_and(|word| word.eq_ignore_ascii_case("startpos"));
    // A FEN is known without the word: what else would it be?
    let fen = || after(words, "fen", &["moves"]).unwrap_or_else(|| until(words, &["moves"]));
    Command::Position {
        fen: (!is_start).then(|| fen().join(" ")),
        moves: after(words, "moves", &[]).unwrap_or_default(),
    }
}

const GO: [&str; 13] = [
    "searchmoves",
    "ponder",
    "wtime",
    "btime",
    "winc",
    "binc",
    "movestogo",
    "depth",
    "nodes",
    "mate",
    "movetime",
    "infinite",
    "perft",
];

fn go(words: &[&str]) -> Go {
    let said = |mark: &str| words.iter().any(|word| word.eq_ignore_ascii_case(mark));
    // A clock may have run below zero, or be told to the fraction of a millisecond. A limit that cannot be
    // read is the least: without it the search would never end.
    let number = |mark: &str| {
        let said = after(words, mark, &GO)?;
        let value = said.first().and_then(|number| number.parse::<f64>().ok());
        Some(value.unwrap_or(0.0).max(0.0) as u64)
    };
    let small = |mark: &str| number(mark).map(|n| n.min(u64::from(u32::MAX)) as u32);
    let time = |mark: &str| number(mark).map(Duration::from_millis);
    Go {
        infinite: said("infinite"),
        ponder: said("ponder"),
        depth: small("depth"),
        nodes: number("nodes"),
        mate: small("mate"),
        move_time: time("movetime"),
        left: [time("wtime"), time("btime")],
        increment: [time("winc").unwrap_or_default(), time("binc").unwrap_or_default()],
        moves_to_go: small("movestogo").filter(|moves| *moves > 0),
        only: after(words, "searchmoves", &GO).unwrap_or_default(),
        perft: small("perft"),
    }
}

impl Go {
    /// What is left on the clock of the side to move, and what each move adds; where nothing is said
    /// of it, what the other side has.
    pub fn clock(&self, side: Color) -> Option<(Duration, Duration)> {
        let of = |side: Color| Some((self.left[side as usize]?, self.increment[side as usize]));
        of(side).or_else(|| of(!side))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn go(line: &str) -> Go {
        match Command::read(line) {
            Some(Command::Go(go)) => *go,
            other => panic!("{line}: {other:?}"),
        }
    }

    #[test]
    fn a_go_is_read_whatever_its_order() {
        let ms = Duration::from_millis;
        let read = go("go movestogo 12 winc 100 wtime 60000 btime -3 searchmoves e2e4 d2d4 depth 9");
        assert_eq!(read.clock(Color::White), Some((ms(60_000), ms(100))));
        assert_eq!(read.clock(Color::Black), Some((ms(0), ms(0))));
        assert_eq!((read.moves_to_go, read.depth), (Some(12), Some(9)));
        assert_eq!(read.only, ["e2e4", "d2d4"]);
        assert_eq!(read.end(), End::Limit);
        assert!(go("go Infinite").infinite && go("go Ponder wtime 5").ponder, "as all words are");
    }

    #[test]
    fn a_clock_is_read_however_large_or_exact() {
        let left = |time: &str| go(&format!("go wtime {time}")).left[Color::White as usize];
        assert_eq!(left("300000.7"), Some(Duration::from_secs(300)));
        assert_eq!(left("99999999999999999999999"), Some(Duration::from_millis(u64::MAX)));
        assert_eq!(left("-0.5"), Some(Duration::ZERO));
    }

    #[test]
    fn a_limit_that_cannot_be_read_is_the_least() {
        for line in ["go movetime abc", "go movetime", "go movetime depth 9"] {
            assert_eq!(go(line).move_time, Some(Duration::ZERO), "{line}");
            assert_eq!(go(line).end(), End::Limit, "{line}");
        }
        assert_eq!(go("go wtime long btime 500").left[Color::White as usize], Some(Duration::ZERO));
    }

    #[test]
    fn a_go_without_limits_is_endless() {
        for (line, end) in [
            ("go", End::Nothing),
            ("go infinite depth 3", End::Nothing),
            ("go infinite mate 3", End::Nothing),
            ("go movetime 5", End::Limit),
            ("go mate 3", End::Mate),
            ("go mate 3 nodes 9", End::Limit),
        ] {
            assert_eq!(go(line).end(), end, "{line}");
        }
    }

    #[test]
    fn names_and_values_of_options_may_hold_spaces() {
        let set = |name: &str, value: &str| {
            Some(Command::SetOption { name: name.to_owned(), value: value.to_owned() })
        };
        assert_eq!(Command::read("setoption name Move Overhead value 30"), set("Move Overhead", "30"));
        assert_eq!(
            Command::read("setoption name SyzygyPath value C:/my tables"),
            set("SyzygyPath", "C:/my tables")
        );
        assert_eq!(Command::read("setoption Name Hash Value 64"), set("Hash", "64"));
        assert_eq!(Command::read("setoption name Clear Hash"), set("Clear Hash", ""));
    }

    #[test]
    fn a_position_is_a_fen_or_the_start_and_moves() {
        let position = |fen: Option<&str>, moves: &[&str]| {
            let moves = moves.iter().map(|m| (*m).to_owned()).collect();
            Some(Command::Position { fen: fen.map(str::to_owned), moves })
        };
        assert_eq!(Command::read("position startpos"), position(None, &[]));
        assert_eq!(Command::read("position startpos moves e2e4 e7e5"), position(None, &["e2e4", "e7e5"]));
        assert_eq!(
            Command::read("position fen 8/8/8/8/8/8/8/K1k5 w - - 0 1 moves a1a2"),
            position(Some("8/8/8/8/8/8/8/K1k5 w - - 0 1"), &["a1a2"])
        );
        assert_eq!(
            Command::read("position 8/8/8/8/8/8/8/K1k5 w - - moves a1a2"),
            position(Some("8/8/8/8/8/8/8/K1k5 w - -"), &["a1a2"])
        );
        assert_eq!(Command::read("position"), position(Some(""), &[]), "nothing is no start");
    }

    #[test]
    fn what_is_not_known_is_passed_over() {
        assert_eq!(Command::read("joho stop"), Some(Command::Stop));
        assert_eq!(Command::read("   "), None);
        assert_eq!(Command::read("xyzzy"), None);
        go("go depth x nodes -1 movetime");
    }
}
