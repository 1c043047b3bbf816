//! The Go Text Protocol, version 2: how go programs, their GUIs and match runners talk.
//!
//! - here: the conversation, and what each command does;
//! - `request` reads what the controller says;
//! - `pace` is how time is spent;
//! - `handicap` knows where stones given in advance stand;
//! - `record` reads and writes a game in a file.

mod handicap;
mod pace;
mod record;
mod request;

use std::io::{self, BufRead, Write};
use std::num::NonZeroUsize;
use std::time::{Duration, Instant};

use super::board::{komi_of, player_named};
use super::points::{LARGEST, Point};
use super::rules::{SMALLEST, seen_by};
use super::{Go, SAMPLER, Vertex};
use crate::dice::Dice;
use crate::game::{Game, Player};
use crate::notation::Notation;
use crate::search::mcts::Kept;
use crate::search::{Budget, Question, Stop, Value};
use pace::{Clock, Settings};
use request::Request;

/// Bytes of tree for one move.
const MEMORY: usize = 512 << 20;
/// Who has less time for each point of the board does not take some of it to see what a pass would cost.
const COUNTING: Duration = Duration::from_micros(500);

/// How much is thought about a move. The first limit met ends it.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// Where the controller sets no time.
    pub time: Duration,
    /// Games played out.
    pub samples: Option<u64>,
    pub threads: NonZeroUsize,
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
const COMMANDS: [(&str, Deed); 25] = [
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
    ("genmove", Session::generate),
    ("reg_genmove", Session::suggest),
    ("undo", Session::undo),
    ("time_settings", Session::time_settings),
    ("kgs-time_settings", Session::kgs_time_settings),
    ("time_left", Session::time_left),
    ("final_score", Session::final_score),
    ("final_status_list", Session::final_status_list),
    ("showboard", Session::show_board),
    ("loadsgf", Session::load),
    ("printsgf", Session::print),
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
        Session {
            game: vec![Go::start()],
            kept: Kept::default(),
            effort,
            clocks: [None; 2],
            settings: None,
            dice: Dice::fresh(),
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

    /// As many of the stones as have good places.
    fn free_handicap(&mut self, words: &[String]) -> Answer {
        let stones: usize = first(words)?.parse().map_err(|_| SYNTAX)?;
        let size = self.position().stones.size();
        let points = handicap::free(size, stones);
        self.give(points.ok_or("invalid number of stones")?)
    }

    fn set_handicap(&mut self, words: &[String]) -> Answer {
        let position = self.position();
        let point = |word: &String| match position.vertex_of_gtp(word) {
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
        let player = player_of(player)?;
        let position = self.position().taken_up_by(player);
        let vertex = position.vertex_of_gtp(vertex).ok_or(SYNTAX)?;
        if !position.legal_moves().contains(&vertex) {
            return Err("illegal move");
        }
        let position = self.taken_up_by(player);
        self.make(vertex, &position);
        done()
    }

    /// The best move, made.
    fn generate(&mut self, words: &[String]) -> Answer {
        let began = Instant::now();
        let player = player_of(first(words)?)?;
        let (position, chosen) = self.think(player, began);
        if let Some(clock) = &mut self.clocks[player as usize] {
            clock.spend(began.elapsed());
        }
        self.make(chosen, &position);
        Ok(position.write_move(chosen))
    }

    /// The best move, told alone.
    fn suggest(&mut self, words: &[String]) -> Answer {
        let (position, chosen) = self.think(player_of(first(words)?)?, Instant::now());
        // It may have been asked for the other colour.
        self.kept.forget();
        Ok(position.write_move(chosen))
    }

    /// What to play for a player who began to think then, and the position in which to.
    fn think(&mut self, player: Player, began: Instant) -> (Go, Vertex) {
        let mut question = Question::new(self.taken_up_by(player));
        (question.threads, question.seed) = (self.effort.threads, self.dice.bits());
        let stones = &self.position().stones;
        let (empty, points) = (stones.free().len(), stones.points().count());
        let clock = self.clocks[player as usize];
        let time = clock.map_or(self.effort.time, |clock| clock.for_move(empty, points));
        let nodes = self.effort.samples;
        let budget = Budget { nodes, memory: Some(MEMORY), ..Budget::until(began + time) };
        if time > COUNTING * points as u32 && is_hasty(&question.position) {
            question.only = question.moves();
            question.only.retain(|vertex| *vertex != Vertex::Pass);
        }
        let choice = SAMPLER.choose_on(&mut self.kept, &question, &budget, &Stop::new(), &mut |_| {});
        let in_vain = !question.only.is_empty() && is_hopeless(choice.best().value);
        let chosen = if in_vain { Vertex::Pass } else { choice.chosen() };
        (question.position, chosen)
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

    /// As KGS says it: in byo-yomi each stone has a period, and there are several.
    fn kgs_time_settings(&mut self, words: &[String]) -> Answer {
        let words: Vec<_> = words.iter().map(String::as_str).collect();
        let (main, overtime, stones) = match words[..] {
            ["none"] => ("0", "1", "0"),
            ["absolute", main] => (main, "0", "0"),
            ["byoyomi", main, period, _] => (main, period, "1"),
            ["canadian", main, overtime, stones] => (main, overtime, stones),
            _ => return Err(SYNTAX),
        };
        self.time_settings(&[main, overtime, stones].map(str::to_owned))
    }

    fn time_left(&mut self, words: &[String]) -> Answer {
        let [player, left, stones] = words else { return Err(SYNTAX) };
        // A clock may have run below zero.
        let left = match left.strip_prefix('-') {
            Some(over) => seconds(over).map(|_| Duration::ZERO)?,
            None => seconds(left)?,
        };
        let stones = stones.parse().map_err(|_| SYNTAX)?;
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

    /// A game in a file, up to a move if its number is told.
    fn load(&mut self, words: &[String]) -> Answer {
        let before = words.get(1).map(|word| word.parse()).transpose().map_err(|_| SYNTAX)?;
        self.game = record::read(first(words)?, before).ok_or("cannot load file")?;
        self.kept.forget();
        self.clocks = [self.settings.and_then(Clock::new); 2];
        done()
    }

    /// The game in SGF, into a file if one is named.
    fn print(&mut self, words: &[String]) -> Answer {
        let game = record::written(&self.game);
        match words.first() {
            Some(path) if path != "-" => {
                std::fs::write(path, game).map_err(|_| "cannot write file")?;
                done()
            }
            _ => Ok(game),
        }
    }
}

/// Whether a pass would end a game that is won by the stones as they stand, and lost once the dead
/// ones are off the board, as most who count take them.
fn is_hasty(position: &Go) -> bool {
    let end = position.after(Vertex::Pass);
    if end.passes < 2 {
        return false;
    }
    let settled = end.settled_lead(&end.fates(&mut Dice::seeded(0)));
    seen_by(end.lead(), position.turn) > 0 && seen_by(settled, position.turn) < 0
}

/// Whether there is nothing left to play for: who has lost does not keep a winner from counting.
fn is_hopeless(value: Value) -> bool {
    /// Of ten thousand samples.
    const HOPE: u16 = 1_000;
    matches!(value, Value::Sampled { chance, .. } if chance < HOPE)
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
    // No machine can tell when some ages will be over.
    Duration::try_from_secs_f64(if seconds > DAY { DAY } else { seconds }).map_err(|_| SYNTAX)
}

fn named(position: &Go, points: &[Point]) -> String {
    points.iter().map(|point| position.name(*point)).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests;
