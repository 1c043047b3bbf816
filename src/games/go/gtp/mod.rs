//! The Go Text Protocol, version 2: how go programs, their GUIs and match runners talk.
//!
//! - here: the conversation, and what each command does;
//! - `request` reads what the controller says;
//! - `pace` is how time is spent;
//! - `handicap` knows where stones given in advance stand.

mod handicap;
mod pace;
mod request;

use std::io::{self, BufRead, Write};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use super::notation::{komi_of, player_named};
use super::points::{LARGEST, Point};
use super::{Go, SMALLEST, Vertex};
use crate::dice::Dice;
use crate::game::{Game, Player};
use crate::notation::Notation;
use crate::search::mcts::{Kept, Sampler};
use crate::search::{Budget, Question, Stop};
use pace::{Clock, Settings};
use request::Request;

/// Bytes of tree for one move.
const MEMORY: usize = 512 << 20;

/// How much is thought about a move. The first limit met ends it.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// Where the controller sets no time.
    pub time: Duration,
    /// Games played out.
    pub samples: Option<u64>,
    pub threads: usize,
}

/// Talks to a controller until it says `quit` or falls silent.
pub fn talk(mut session: Session, input: impl BufRead, mut output: impl Write) -> io::Result<()> {
    for line in input.split(b'\n') {
        let Some(request) = Request::read(&String::from_utf8_lossy(&line?)) else { continue };
        let (sign, text) = match session.answer(&request) {
            Ok(text) => ('=', text),
            Err(text) => ('?', text.to_owned()),
        };
        let id = request.id.map(|id| id.to_string()).unwrap_or_default();
        writeln!(output, "{}\n", format!("{sign}{id} {text}").trim_end())?;
        output.flush()?;
        if session.is_over {
            break;
        }
    }
    Ok(())
}

/// What is said to a command; what is wrong with one stands in the protocol's own words.
type Answer = Result<String, &'static str>;

const SYNTAX: &str = "syntax error";

/// What a command does, with its arguments.
type Deed = fn(&mut Session, &[String]) -> Answer;

/// All that can be asked for.
const COMMANDS: [(&str, Deed); 22] = [
    ("protocol_version", |_, _| Ok("2".to_owned())),
    ("name", |_, _| Ok("bestmove".to_owned())),
    ("version", |_, _| Ok(env!("CARGO_PKG_VERSION").to_owned())),
    ("known_command", |_, words| Ok(words.first().is_some_and(|name| deed(name).is_some()).to_string())),
    ("list_commands", |_, _| Ok(names())),
    ("quit", Session::quit),
    ("boardsize", Session::board_size),
    ("clear_board", Session::clear_board),
    ("komi", Session::komi),
    ("fixed_handicap", Session::fixed_handicap),
    ("place_free_handicap", Session::free_handicap),
    ("set_free_handicap", Session::set_handicap),
    ("play", Session::play),
    ("genmove", |session, words| session.generate(words, true)),
    ("reg_genmove", |session, words| session.generate(words, false)),
    ("undo", Session::undo),
    ("time_settings", Session::time_settings),
    ("time_left", Session::time_left),
    ("final_score", Session::final_score),
    ("final_status_list", Session::final_status_list),
    ("showboard", Session::show_board),
    ("echo", |_, words| Ok(words.join(" "))),
];

fn deed(name: &str) -> Option<Deed> {
    COMMANDS.iter().find(|(known, _)| *known == name).map(|(_, deed)| *deed)
}

fn names() -> String {
    COMMANDS.map(|(name, _)| name).join("\n")
}

/// A conversation, and the game that it is about.
pub struct Session {
    /// The positions of the game, the one that stands last; never empty.
    game: Vec<Go>,
    /// What was sampled for the last move.
    kept: Kept<Go>,
    effort: Effort,
    /// Black's and White's.
    clocks: [Option<Clock>; 2],
    settings: Option<Settings>,
    /// Another for every session and move.
    dice: Dice,
    is_over: bool,
}

impl Session {
    #[must_use]
    pub fn new(effort: Effort) -> Session {
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        let dice = Dice::seeded(now.as_nanos() as u64);
        Session {
            game: vec![Go::start()],
            kept: Kept::default(),
            effort,
            clocks: [None; 2],
            settings: None,
            dice,
            is_over: false,
        }
    }

    fn answer(&mut self, request: &Request) -> Answer {
        deed(&request.command).ok_or("unknown command")?(self, &request.arguments)
    }

    fn position(&self) -> &Go {
        &self.game[self.game.len() - 1]
    }

    /// The position that stands, with this player to move.
    fn taken_up_by(&mut self, player: Player) -> Go {
        let position = self.position();
        if position.turn != player || position.outcome().is_some() {
            self.kept.forget();
        }
        self.position().taken_up_by(player)
    }

    /// The game goes on with a move.
    fn make(&mut self, vertex: Vertex, position: &Go) {
        self.kept.follow(vertex);
        self.game.push(position.after(vertex));
    }

    fn begin(&mut self, position: Go) -> Answer {
        self.kept.forget();
        self.game = vec![position];
        done()
    }

    fn quit(&mut self, _: &[String]) -> Answer {
        self.is_over = true;
        done()
    }

    fn board_size(&mut self, words: &[String]) -> Answer {
        let size: i64 = first(words)?.parse().map_err(|_| SYNTAX)?;
        let size = u8::try_from(size).ok().filter(|size| (SMALLEST..=LARGEST).contains(size));
        self.begin(Go::empty(size.ok_or("unacceptable size")?, self.position().komi))
    }

    fn clear_board(&mut self, _: &[String]) -> Answer {
        self.clocks = [self.settings.and_then(Clock::new); 2];
        let position = self.position();
        self.begin(Go::empty(position.stones.size(), position.komi))
    }

    fn komi(&mut self, words: &[String]) -> Answer {
        let komi = komi_of(first(words)?).ok_or(SYNTAX)?;
        self.game.iter_mut().for_each(|position| position.komi = komi);
        self.kept.forget();
        done()
    }

    fn fixed_handicap(&mut self, words: &[String]) -> Answer {
        let stones = first(words)?.parse().map_err(|_| SYNTAX)?;
        let points = handicap::fixed(self.position().stones.size(), stones);
        self.give(points.ok_or("invalid number of stones")?)
    }

    /// As many of the stones as have their places.
    fn free_handicap(&mut self, words: &[String]) -> Answer {
        let stones: usize = first(words)?.parse().map_err(|_| SYNTAX)?;
        let size = self.position().stones.size();
        let points = handicap::fixed(size, stones.min(handicap::most(size)));
        self.give(points.ok_or("invalid number of stones")?)
    }

    fn set_handicap(&mut self, words: &[String]) -> Answer {
        let position = self.position();
        let point = |word: &String| match position.vertex(word) {
            Some(Vertex::At(point)) => Some(point),
            _ => None,
        };
        let points: Option<Vec<Point>> = words.iter().map(point).collect();
        let room = 2..position.stones.free().len();
        self.give(points.filter(|points| room.contains(&points.len())).ok_or("bad vertex list")?)?;
        // Who chose the points knows them: unlike the other two, this command says nothing.
        done()
    }

    /// Sets up the stones that Black is given, and names them.
    fn give(&mut self, points: Vec<Point>) -> Answer {
        let mut position = self.position().clone();
        if position.stones.chains().next().is_some() {
            return Err("board not empty");
        }
        for point in &points {
            if !position.stones.free().contains(point) {
                return Err("bad vertex list");
            }
            position.stones.set(*point, Player::First);
        }
        position.turn = Player::Second;
        let vertices = named(&position, &points);
        self.begin(position).map(|_| vertices)
    }

    fn play(&mut self, words: &[String]) -> Answer {
        let [player, vertex] = words else { return Err(SYNTAX) };
        let position = self.taken_up_by(player_of(player)?);
        let vertex = position.vertex(vertex).ok_or(SYNTAX)?;
        if !position.legal_moves().contains(&vertex) {
            return Err("illegal move");
        }
        self.make(vertex, &position);
        done()
    }

    fn generate(&mut self, words: &[String], and_play: bool) -> Answer {
        let began = Instant::now();
        let player = player_of(first(words)?)?;
        let mut question = Question::new(self.taken_up_by(player));
        (question.threads, question.seed) = (self.effort.threads, self.dice.bits());
        let empty = self.position().stones.free().len();
        let clock = self.clocks[player as usize];
        let time = clock.map_or(self.effort.time, |clock| clock.for_move(empty));
        let nodes = self.effort.samples;
        let budget = Budget { nodes, memory: Some(MEMORY), ..Budget::until(began + time) };
        let chosen = Sampler::default()
            .choose_on(&mut self.kept, &question, &budget, &Stop::new(), &mut |_| {})
            .chosen();
        let text = question.position.write_move(chosen);
        if and_play {
            if let Some(clock) = &mut self.clocks[player as usize] {
                clock.spend(began.elapsed());
            }
            self.make(chosen, &question.position);
        } else {
            // It may have been asked for the other colour.
            self.kept.forget();
        }
        Ok(text)
    }

    fn undo(&mut self, _: &[String]) -> Answer {
        if self.game.len() == 1 {
            return Err("cannot undo");
        }
        self.game.pop();
        self.kept.forget();
        done()
    }

    fn time_settings(&mut self, words: &[String]) -> Answer {
        let [main, overtime, stones] = words else { return Err(SYNTAX) };
        let stones = stones.parse().map_err(|_| SYNTAX)?;
        let settings = Settings { main: seconds(main)?, overtime: seconds(overtime)?, stones };
        self.settings = Some(settings);
        self.clocks = [Clock::new(settings); 2];
        done()
    }

    fn time_left(&mut self, words: &[String]) -> Answer {
        let [player, left, stones] = words else { return Err(SYNTAX) };
        let (left, stones) = (seconds(left)?, stones.parse().map_err(|_| SYNTAX)?);
        if let Some(clock) = &mut self.clocks[player_of(player)? as usize] {
            clock.set(left, stones);
        }
        done()
    }

    /// Dead stones count for who will take them.
    fn final_score(&mut self, _: &[String]) -> Answer {
        let fates = self.position().fates(&mut Dice::seeded(0));
        let lead = self.position().settled_lead(&fates);
        Ok(match lead {
            0 => "0".to_owned(),
            1.. => format!("B+{:.1}", f64::from(lead) / 2.0),
            _ => format!("W+{:.1}", f64::from(-lead) / 2.0),
        })
    }

    fn final_status_list(&mut self, words: &[String]) -> Answer {
        let position = self.position();
        let fates = position.fates(&mut Dice::seeded(0));
        let chains = match first(words)? {
            "alive" => fates.alive,
            "dead" => fates.dead,
            // Who lives in seki lives: the two are not told apart.
            "seki" => Vec::new(),
            _ => return Err(SYNTAX),
        };
        Ok(chains.iter().map(|chain| named(position, chain)).collect::<Vec<_>>().join("\n"))
    }

    fn show_board(&mut self, _: &[String]) -> Answer {
        Ok(format!("\n{}", self.position().diagram()))
    }
}

fn done() -> Answer {
    Ok(String::new())
}

fn first(words: &[String]) -> Result<&str, &'static str> {
    words.first().map(String::as_str).ok_or(SYNTAX)
}

fn player_of(word: &str) -> Result<Player, &'static str> {
    player_named(word).ok_or(SYNTAX)
}

/// A time in seconds, whole or not.
fn seconds(word: &str) -> Result<Duration, &'static str> {
    const DAY: f64 = 86_400.0;
    let seconds: f64 = word.parse().map_err(|_| SYNTAX)?;
    // A clock may have run below zero; and no machine can tell when some ages will be over.
    Duration::try_from_secs_f64(seconds.clamp(0.0, DAY)).map_err(|_| SYNTAX)
}

fn named(position: &Go, points: &[Point]) -> String {
    points.iter().map(|point| position.name(*point)).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    const EFFORT: Effort = Effort { time: Duration::from_secs(60), samples: Some(100), threads: 1 };

    /// What is answered to each line, in one line.
    fn answers(said: &str) -> Vec<String> {
        let mut heard = Vec::new();
        talk(Session::new(EFFORT), said.as_bytes(), &mut heard).unwrap();
        let heard = String::from_utf8(heard).unwrap();
        heard.split_terminator("\n\n").map(|answer| answer.replace('\n', "|")).collect()
    }

    fn last(said: &str) -> String {
        answers(said).pop().unwrap()
    }

    #[test]
    fn the_engine_introduces_itself() {
        assert_eq!(
            answers("1 protocol_version\nname\n\n# nothing\n7 quit\nname"),
            ["=1 2", "= bestmove", "=7"]
        );
        assert!(last("list_commands").contains("|genmove|"));
        assert_eq!(answers("known_command play\nknown_command fly"), ["= true", "= false"]);
    }

    #[test]
    fn what_is_wrong_is_said_in_the_words_of_the_protocol() {
        for (said, heard) in [
            ("xyzzy", "? unknown command"),
            ("12 xyzzy", "?12 unknown command"),
            ("3", "?3 unknown command"),
            ("boardsize 20", "? unacceptable size"),
            ("boardsize -1", "? unacceptable size"),
            ("boardsize large", "? syntax error"),
            ("komi much", "? syntax error"),
            ("play b", "? syntax error"),
            ("play red D4", "? syntax error"),
            ("play b D44", "? syntax error"),
            ("play b D4\nplay w D4", "? illegal move"),
            ("genmove", "? syntax error"),
            ("undo", "? cannot undo"),
            ("fixed_handicap 1", "? invalid number of stones"),
            ("play b D4\nfixed_handicap 2", "? board not empty"),
            ("set_free_handicap D4 D4", "? bad vertex list"),
            ("set_free_handicap D4 pass", "? bad vertex list"),
            ("time_settings 1 2", "? syntax error"),
            ("time_left b NaN 0", "? syntax error"),
            ("final_status_list asleep", "? syntax error"),
            ("play b \u{0}\u{ffff}", "? syntax error"),
        ] {
            assert_eq!(last(said), heard, "{said}");
        }
    }

    #[test]
    fn bytes_that_are_no_text_do_no_harm() {
        let mut heard = Vec::new();
        talk(Session::new(EFFORT), &b"\xff\xfe\nname\n"[..], &mut heard).unwrap();
        assert_eq!(String::from_utf8(heard).unwrap(), "? unknown command\n\n= bestmove\n\n");
    }

    #[test]
    fn moves_are_played_shown_and_taken_back() {
        let shown = last("boardsize 3\nplay b B2\nplay w a1\nplay w PASS\nshowboard");
        assert_eq!(shown, "= |   A B C| 3 . . . 3| 2 . X . 2| 1 O . . 1|   A B C");
        assert_eq!(last("boardsize 3\nplay b B2\nundo\nshowboard"), last("boardsize 3\nshowboard"));
        assert_eq!(last("boardsize 3\nplay b B2\nclear_board\nshowboard"), last("boardsize 3\nshowboard"));
    }

    #[test]
    fn a_colour_may_play_twice_and_after_two_passes() {
        let said = "boardsize 3\nplay b A1\nplay b A2\nplay w pass\nplay b pass\nplay w C3\nshowboard";
        assert!(answers(said).iter().all(|answer| answer.starts_with('=')));
        assert_eq!(last(said), "= |   A B C| 3 . . O 3| 2 X . . 2| 1 X . . 1|   A B C");
    }

    #[test]
    fn a_ko_may_not_be_taken_back_at_once() {
        let said = "boardsize 4\nplay b B1\nplay w C1\nplay b A2\nplay w D2\nplay b B3\nplay w C3\n\
                    play b C2\nplay w B2\nplay b C2";
        assert_eq!(last(said), "? illegal move");
    }

    #[test]
    fn a_move_is_made_up_and_played_for_either_colour() {
        for player in ["b", "WHITE"] {
            let heard = answers(&format!("boardsize 5\ngenmove {player}\nundo\nundo"));
            assert!(heard[1].len() == 4 && heard[1].starts_with("= "), "{heard:?}");
            assert_eq!(heard[2..], ["=", "? cannot undo"]);
        }
        assert_eq!(answers("boardsize 5\nreg_genmove b\nundo")[2], "? cannot undo");
    }

    #[test]
    fn a_move_asked_for_the_other_colour_does_not_lead_the_next_one_astray() {
        let black = ["A1", "B1", "C1", "D1", "A3", "B3", "C3", "D3"].map(|at| format!("play b {at}\n"));
        let white = ["A2", "B2", "C2", "D2", "E2"].map(|at| format!("play w {at}\n"));
        let game = format!("boardsize 5\n{}{}", black.concat(), white.concat());
        // White takes four stones on E1; Black's would have no liberty there.
        assert_eq!(last(&format!("{game}play b E1")), "? illegal move");
        for _ in 0..10 {
            let heard = answers(&format!("{game}reg_genmove w\ngenmove b"));
            assert!(heard.iter().skip(14).all(|answer| answer.len() > 3), "{heard:?}");
            assert_ne!(heard.last().unwrap(), "= E1");
        }
    }

    #[test]
    fn a_move_is_made_up_on_any_clock() {
        for settings in [
            "0 1 1000",
            "0 0 0",
            "3600 0 0\ntime_left b 0.1 0\ntime_left w 0.1 3",
            "18000000000000000000 0 0",
            "0 18000000000000000000 1",
            "10 0 0\ntime_left b 18000000000000000000 1\ntime_left w inf 0",
        ] {
            let heard = answers(&format!("boardsize 5\ntime_settings {settings}\ngenmove b\ngenmove w"));
            assert!(heard.iter().rev().take(2).all(|answer| answer.len() > 3), "{heard:?}");
        }
    }

    #[test]
    fn handicap_stones_stand_where_the_protocol_has_them() {
        assert_eq!(last("boardsize 19\nfixed_handicap 5"), "= D4 Q16 D16 Q4 K10");
        assert_eq!(last("fixed_handicap 8"), "= C3 G7 C7 G3 C5 G5 E3 E7");
        assert_eq!(last("boardsize 7\nplace_free_handicap 9"), "= C3 E5 C5 E3");
        assert_eq!(last("boardsize 3\nset_free_handicap A1 C3"), "=", "only chosen stones are named");
        let said = "boardsize 3\nset_free_handicap A1 C3\nshowboard";
        assert_eq!(last(said), "= |   A B C| 3 . . X 3| 2 . . . 2| 1 X . . 1|   A B C");
    }

    #[test]
    fn dead_stones_are_named_and_do_not_count() {
        let black = ["B5", "B4", "A3", "B3", "B2", "B1", "D4"].map(|at| format!("play b {at}\n")).concat();
        let white = ["C5", "C4", "C3", "C2", "C1", "E5", "E4", "E3", "E2", "E1", "D2"];
        let white = white.map(|at| format!("play w {at}\n")).concat();
        let game = format!("boardsize 5\nkomi 0.5\n{black}{white}");
        assert_eq!(last(&format!("{game}final_status_list dead")), "= D4");
        assert_eq!(last(&format!("{game}final_status_list seki")), "=");
        assert_eq!(last(&format!("{game}final_score")), "= W+5.5");
        let alive = last(&format!("{game}final_status_list alive"));
        assert_eq!(alive.split('|').count(), 2, "{alive}");
    }
}
