//! The Universal Chess Interface: how chess programs and their GUIs talk, a line at a time.
//!
//! - `command` reads what the GUI says, `report` writes what it is told;
//! - [`options`] are what it may set; [`pace`] is how time is spent;
//! - `search` runs beside the conversation, so that `stop` is heard at once.

mod command;
mod options;
mod pace;
mod report;
mod search;

use std::hint::black_box;
use std::io::{self, BufRead, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Instant;

use cozy_chess::Move;

use super::Chess;
use super::book::Book;
use super::knowledge::Furnished;
use super::syzygy::Tables;
use crate::dice::Dice;
use crate::game::{DEEPEST_LEAVES, Game, divided};
use crate::notation::{Fault, Notation};
use crate::search::alphabeta::AlphaBeta;
use crate::search::heuristics::Heuristics;
use crate::search::memory::Memory;
use crate::search::{Engine, Question};
use command::{Command, Go};
use options::{Effect, HASH, Options};
use pace::Pace;
use search::{Searching, Task};

/// Talks to a GUI until it says `quit` or falls silent.
pub fn talk<H: Heuristics<Chess> + Furnished>(
    engine: AlphaBeta<H>,
    input: impl BufRead,
    output: impl Write + Send + 'static,
) -> io::Result<()> {
    // Begun while the GUI says what it wants: not every one asks whether we are ready before it says `go`.
    let early = engine.clone();
    thread::Builder::new().spawn(move || early.prepare())?;
    let mut session = Session::new(engine, Out(Arc::new(Mutex::new(output))));
    for line in input.lines() {
        // What is not text is no command.
        let line = match line {
            Err(flaw) if flaw.kind() == io::ErrorKind::InvalidData => continue,
            line => line?,
        };
        match Command::read(&line) {
            Some(Command::Quit) => {
                session.halt();
                return Ok(());
            }
            Some(command) => session.obey(command)?,
            None => {}
        }
    }
    // Nobody can stop the search any more; let it come to its own end, if it has one.
    session.finish();
    Ok(())
}

/// What is said of a board that is not known.
const LOST: &str = "info string the position sent last could not be read: send one that can be";

/// Where lines go to, from the conversation and from the search beside it.
struct Out<W>(Arc<Mutex<W>>);

impl<W> Clone for Out<W> {
    fn clone(&self) -> Out<W> {
        Out(self.0.clone())
    }
}

impl<W: Write> Out<W> {
    fn say(&self, line: &str) -> io::Result<()> {
        let mut out = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        writeln!(out, "{line}")?;
        out.flush()
    }
}

struct Session<H, W> {
    engine: AlphaBeta<H>,
    options: Options,
    memory: Arc<Memory>,
    position: Chess,
    /// The positions before it, oldest first.
    past: Vec<Chess>,
    /// What the GUI has on its board is not known: the last position that it sent could not be read.
    lost: bool,
    searching: Option<Searching>,
    /// Another for every session: a person and a book do not play every game alike.
    seed: u64,
    out: Out<W>,
}

impl<H: Heuristics<Chess> + Furnished, W: Write + Send + 'static> Session<H, W> {
    fn new(engine: AlphaBeta<H>, out: Out<W>) -> Session<H, W> {
        let options = Options::new(engine.elo_range());
        let memory = Arc::new(Memory::of_bytes(HASH << 20));
        let position = Chess::start();
        Session {
            engine,
            options,
            memory,
            position,
            past: Vec::new(),
            lost: false,
            searching: None,
            seed: Dice::fresh().bits(),
            out,
        }
    }

    fn obey(&mut self, command: Command) -> io::Result<()> {
        match command {
            Command::Uci => self.introduce()?,
            Command::IsReady => {
                // While a search runs, who asks wants to know at once whether anybody listens.
                if self.searching.is_none() {
                    self.engine.prepare();
                }
                self.out.say("readyok")?
            }
            Command::NewGame => {
                self.halt();
                self.seed = self.seed.wrapping_add(1);
                self.forget();
            }
            Command::SetOption { name, value } => self.set(&name, &value)?,
            Command::Position { fen, moves } => self.set_up(fen.as_deref(), &moves)?,
            Command::Go(go) => self.go(&go)?,
            Command::Stop => self.halt(),
            Command::PonderHit => {
                if let Some(searching) = &self.searching {
                    searching.ponder_hit();
                }
            }
            Command::Show => self.show()?,
            Command::Evaluate => self.evaluate()?,
            Command::Quit => {}
        }
        Ok(())
    }

    fn introduce(&self) -> io::Result<()> {
        self.out.say(concat!("id name bestmove ", env!("CARGO_PKG_VERSION")))?;
        self.out.say("id author the bestmove developers")?;
        for line in self.options.declare() {
            self.out.say(&line)?;
        }
        self.out.say("uciok")
    }

    /// A search that runs goes on with what was set when it began, unless its memory, book or tables change.
    fn set(&mut self, name: &str, value: &str) -> io::Result<()> {
        let effect = self.options.set(name, value);
        if !matches!(effect, Ok(Effect::None) | Err(_)) {
            self.halt();
        }
        match effect {
            Ok(Effect::None) => {}
            Ok(Effect::NewMemory(mebibytes)) => match memory_of(mebibytes) {
                Some(memory) => self.memory = memory,
                None => self
                    .out
                    .say("info string this machine does not have that much memory; Hash stays as it was")?,
            },
            Ok(Effect::ClearMemory) => self.forget(),
            Ok(Effect::OpenBook(path)) => return self.open_book(path.as_deref()),
            Ok(Effect::OpenTables(folders)) => return self.open_tables(&folders),
            Err(wrong) => self.out.say(&format!("info string {wrong}"))?,
        }
        Ok(())
    }

    /// Begins with an empty memory of the same size: a new one comes from the system faster than a large one
    /// is cleared.
    fn forget(&mut self) {
        let bytes = self.memory.table.bytes();
        self.memory = Arc::new(Memory::of_bytes(0)); // the old one gives its room back first
        self.memory = Arc::new(Memory::of_bytes(bytes));
    }

    /// Asks this book from now on before the house's own.
    fn open_book(&mut self, path: Option<&Path>) -> io::Result<()> {
        match path.map(|path| Book::open(path).map_err(|flaw| format!("{}: {flaw}", path.display()))) {
            Some(Err(wrong)) => self.out.say(&format!("info string {wrong}")),
            found => {
                self.engine.knowledge_mut().take_book(found.and_then(Result::ok).map(Arc::new));
                Ok(())
            }
        }
    }

    /// Asks the tables in these folders from now on, as far as they can be read; none, if there are no
    /// folders.
    fn open_tables(&mut self, folders: &[PathBuf]) -> io::Result<()> {
        let mut readable = Vec::new();
        for folder in folders {
            match folder.read_dir() {
                Ok(_) => readable.push(folder),
                Err(error) => self.out.say(&format!("info string {}: {error}", folder.display()))?,
            }
        }
        let (tables, told) = match Tables::open(&readable) {
            Ok(tables) => {
                for flaw in tables.flaws() {
                    self.out.say(&format!("info string {flaw}"))?;
                }
                let told = format!("tables of {} endings", tables.len());
                ((!tables.is_empty()).then(|| Arc::new(tables)), told)
            }
            Err(wrong) => (None, format!("{wrong}; no tables are asked")),
        };
        self.engine.knowledge_mut().take_tables(tables);
        self.out.say(&format!("info string {told}"))
    }

    /// Sets up a position. Of one that cannot be read, moves and all, nothing is said but why.
    fn set_up(&mut self, fen: Option<&str>, moves: &[String]) -> io::Result<()> {
        self.halt();
        let read = self.read(fen, moves);
        self.lost = read.is_err();
        match read {
            Ok((position, past)) => (self.position, self.past) = (position, past),
            Err(fault) => self.out.say(&format!("info string {}", fault.detail))?,
        }
        Ok(())
    }

    /// The position that a GUI sends, and those before it.
    fn read(&self, fen: Option<&str>, moves: &[String]) -> Result<(Chess, Vec<Chess>), Fault> {
        let start = fen.map_or(Ok(Chess::start()), Chess::parse)?;
        let mut position = if self.options.chess960 { start.in_chess960() } else { start };
        let mut past = Vec::new();
        for text in moves {
            let next = position.after(position.parse_move(text)?);
            past.push(std::mem::replace(&mut position, next));
        }
        Ok((position, past))
    }

    /// Those of the moves that a GUI names that can be played; of the others it is told.
    fn playable(&self, named: &[String]) -> io::Result<Vec<Move>> {
        let mut playable = Vec::new();
        for text in named {
            match self.position.parse_move(text) {
                Ok(m) => playable.push(m),
                Err(fault) => self.out.say(&format!("info string {}", fault.detail))?,
            }
        }
        if playable.is_empty() && !named.is_empty() {
            self.out.say("info string none of the moves named can be played: all are searched")?;
        }
        Ok(playable)
    }

    fn go(&mut self, go: &Go) -> io::Result<()> {
        let began = Instant::now();
        self.halt();
        if self.lost {
            self.out.say(LOST)?;
            return if go.perft.is_some() { Ok(()) } else { self.out.say("bestmove (none)") };
        }
        if let Some(depth) = go.perft {
            return self.perft(depth.min(DEEPEST_LEAVES));
        }
        let mut question = Question::new(self.position.clone());
        question.past = self.past.clone();
        question.only = self.playable(&go.only)?;
        question.lines = self.options.lines;
        question.threads = self.options.threads;
        question.elo = self.options.strength();
        question.book = self.options.own_book && !go.infinite;
        question.seed = self.seed;
        let pace = self.pace(go);
        question.value_an_only_move = pace.is_none();
        let task = Task {
            question,
            memory: self.memory.clone(),
            depth: go.depth,
            nodes: go.nodes,
            mate: go.mate,
            pace,
            ponder: go.ponder,
            end: go.end(),
            began,
        };
        self.searching = Some(Searching::begin(self.engine.clone(), task, self.out.clone())?);
        Ok(())
    }

    /// Draws the board, White below.
    fn show(&self) -> io::Result<()> {
        if self.lost {
            return self.out.say(LOST);
        }
        let fen = self.position.write();
        let rows = fen.split(' ').next().unwrap_or_default().split('/');
        for (row, number) in rows.zip((1..=8).rev()) {
            let signs = row.chars().map(|sign| match sign.to_digit(10) {
                Some(empty) => " .".repeat(empty as usize),
                None => format!(" {sign}"),
            });
            self.out.say(&format!("{number}{}", signs.collect::<String>()))?;
        }
        self.out.say(&format!("  a b c d e f g h\n\nFen: {fen}"))
    }

    /// What the position looks like without a search, for the player to move.
    fn evaluate(&self) -> io::Result<()> {
        if self.lost {
            return self.out.say(LOST);
        }
        let terms = self.engine.terms(&self.position);
        for term in &terms {
            self.out.say(&format!("{}: {}", term.name, term.value))?;
        }
        let total: i32 = terms.iter().map(|term| term.value).sum();
        self.out.say(&format!("\nTotal: {total}"))
    }

    /// Counts the leaves below each move, as other engines tell them.
    fn perft(&self, depth: u32) -> io::Result<()> {
        let mut total = u64::from(depth == 0);
        for (m, count) in divided(&self.position, depth) {
            total += count;
            self.out.say(&format!("{}: {count}", self.position.coordinates(m)))?;
        }
        self.out.say(&format!("\nNodes searched: {total}\n"))
    }

    fn pace(&self, go: &Go) -> Option<Pace> {
        let overhead = self.options.overhead;
        if go.infinite {
            return None;
        }
        if let Some(time) = go.move_time {
            return Some(Pace::of_move(time, overhead));
        }
        let (left, increment) = go.clock(self.position.board().side_to_move())?;
        Some(Pace::of_clock(left, increment, go.moves_to_go, overhead))
    }

    /// Ends the search, if there is one, and waits until it has said its move.
    fn halt(&mut self) {
        if let Some(searching) = self.searching.take() {
            searching.stop();
            searching.join();
        }
    }

    /// Waits for the search to end by itself; one that never would is stopped.
    fn finish(&mut self) {
        if let Some(searching) = self.searching.take() {
            searching.release();
            searching.join();
        }
    }
}

/// None: the machine has not so much.
fn memory_of(mebibytes: usize) -> Option<Arc<Memory>> {
    let bytes = mebibytes << 20;
    // Asked first, for a table that cannot be had ends the program.
    black_box(Vec::<u8>::new()).try_reserve_exact(black_box(bytes)).ok()?;
    Some(Arc::new(Memory::of_bytes(bytes)))
}

#[cfg(test)]
mod tests;
