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
use std::time::{Instant, SystemTime, UNIX_EPOCH};

use super::Chess;
use super::book::{AsksBook, Book};
use super::syzygy::{AsksTables, Tables};
use crate::game::{Game, leaves};
use crate::notation::Notation;
use crate::search::alphabeta::AlphaBeta;
use crate::search::heuristics::Heuristics;
use crate::search::memory::Memory;
use crate::search::{Engine, Question};
use command::{Command, Go};
use options::{Effect, HASH, Options};
use pace::Pace;
use search::{Searching, Task};

/// Talks to a GUI until it says `quit` or falls silent.
pub fn talk<H: Heuristics<Chess> + AsksBook + AsksTables>(
    engine: AlphaBeta<H>,
    input: impl BufRead,
    output: impl Write + Send + 'static,
) -> io::Result<()> {
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
    searching: Option<Searching>,
    /// Another for every session: a person and a book do not play every game alike.
    seed: u64,
    out: Out<W>,
}

impl<H: Heuristics<Chess> + AsksBook + AsksTables, W: Write + Send + 'static> Session<H, W> {
    fn new(engine: AlphaBeta<H>, out: Out<W>) -> Session<H, W> {
        let options = Options::new(engine.elo_range());
        let memory = Arc::new(Memory::of_bytes(HASH << 20));
        let position = Chess::start();
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        let seed = now.as_nanos() as u64;
        Session { engine, options, memory, position, past: Vec::new(), searching: None, seed, out }
    }

    fn obey(&mut self, command: Command) -> io::Result<()> {
        match command {
            Command::Uci => self.introduce()?,
            Command::IsReady => self.out.say("readyok")?,
            Command::NewGame => {
                self.halt();
                self.seed = self.seed.wrapping_add(1);
                self.memory.clear();
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
            Command::Show => self.out.say(&format!("info string {}", self.position.write()))?,
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

    fn set(&mut self, name: &str, value: &str) -> io::Result<()> {
        self.halt();
        match self.options.set(name, value) {
            Ok(Effect::None) => {}
            Ok(Effect::NewMemory(mebibytes)) => match memory_of(mebibytes) {
                Some(memory) => self.memory = memory,
                None => {
                    self.out.say("info string this machine has not so much memory; Hash stays as it was")?
                }
            },
            Ok(Effect::ClearMemory) => self.memory.clear(),
            Ok(Effect::OpenBook(path)) => return self.open_book(path.as_deref()),
            Ok(Effect::OpenTables(folders)) => return self.open_tables(&folders),
            Err(wrong) => self.out.say(&format!("info string {wrong}"))?,
        }
        Ok(())
    }

    /// Asks this book from now on before the house's own.
    fn open_book(&mut self, path: Option<&Path>) -> io::Result<()> {
        match path.map(|path| Book::open(path).map_err(|flaw| format!("{}: {flaw}", path.display()))) {
            Some(Err(wrong)) => self.out.say(&format!("info string {wrong}")),
            found => {
                self.engine.knowledge_mut().ask_book(found.and_then(Result::ok).map(Arc::new));
                Ok(())
            }
        }
    }

    /// Asks the tables in these folders from now on; none, if there are no folders.
    fn open_tables(&mut self, folders: &[PathBuf]) -> io::Result<()> {
        match Tables::open(folders) {
            Ok(tables) => {
                let told = format!("info string tables of {} endings", tables.len());
                self.engine.knowledge_mut().ask((!tables.is_empty()).then(|| Arc::new(tables)));
                self.out.say(&told)
            }
            Err(wrong) => self.out.say(&format!("info string {wrong}")),
        }
    }

    /// Sets up a position; one that cannot be leaves everything as it was.
    fn set_up(&mut self, fen: Option<&str>, moves: &[String]) -> io::Result<()> {
        self.halt();
        let start = match fen.map_or(Ok(Chess::start()), Chess::parse) {
            Ok(start) if self.options.chess960 => start.in_chess960(),
            Ok(start) => start,
            Err(fault) => return self.out.say(&format!("info string {}", fault.detail)),
        };
        let (mut position, mut past) = (start, Vec::new());
        for text in moves {
            match position.parse_move(text) {
                Ok(m) => {
                    let next = position.after(m);
                    past.push(std::mem::replace(&mut position, next));
                }
                Err(fault) => return self.out.say(&format!("info string {}", fault.detail)),
            }
        }
        (self.position, self.past) = (position, past);
        Ok(())
    }

    fn go(&mut self, go: &Go) -> io::Result<()> {
        let began = Instant::now();
        self.halt();
        if let Some(depth) = go.perft {
            return self.perft(depth);
        }
        if self.position.legal_moves().is_empty() {
            self.out.say("info string the game is over")?;
            return self.out.say("bestmove (none)");
        }
        let mut question = Question::new(self.position.clone());
        question.past = self.past.clone();
        question.only = go.only.iter().filter_map(|text| self.position.parse_move(text).ok()).collect();
        question.lines = self.options.lines;
        question.threads = self.options.threads;
        question.elo = self.options.strength();
        question.book = self.options.own_book;
        question.seed = self.seed;
        let task = Task {
            question,
            memory: self.memory.clone(),
            depth: go.depth,
            nodes: go.nodes,
            mate: go.mate,
            pace: self.pace(go),
            ponder: go.ponder,
            endless: go.is_endless(),
            limited: go.is_limited(),
            began,
        };
        self.searching = Some(Searching::begin(self.engine.clone(), task, self.out.clone())?);
        Ok(())
    }

    /// Counts the leaves below each move, as other engines tell them.
    fn perft(&self, depth: u32) -> io::Result<()> {
        let moves = if depth == 0 { Vec::new() } else { self.position.legal_moves() };
        let mut total = u64::from(depth == 0);
        for m in moves {
            let count = leaves(&self.position.after(m), depth - 1);
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
mod tests {
    use std::io::{BufReader, Read};
    use std::sync::mpsc::{Receiver, Sender, channel};
    use std::thread::JoinHandle;
    use std::time::Duration;

    use cozy_chess::{Color, Piece};

    use super::*;
    use crate::games::chess::book::Entry;
    use crate::games::chess::knowledge::ChessKnowledge;
    use crate::search::heuristics::Policy;

    /// Counts the pieces: enough to see that the conversation is right.
    #[derive(Clone)]
    struct Counting;

    impl Heuristics<Chess> for Counting {
        fn policy(&self) -> &Policy {
            &Policy::EXACT
        }

        fn estimate(&mut self, position: &Chess) -> i32 {
            let board = position.board();
            let count = |color: Color| -> u32 {
                let worth = [
                    (Piece::Pawn, 1),
                    (Piece::Knight, 3),
                    (Piece::Bishop, 3),
                    (Piece::Rook, 5),
                    (Piece::Queen, 9),
                ];
                worth.iter().map(|(piece, worth)| worth * board.colored_pieces(color, *piece).len()).sum()
            };
            let (own, other) = (board.side_to_move(), !board.side_to_move());
            100 * (count(own) as i32 - count(other) as i32)
        }

        fn key(&self, position: &Chess) -> Option<u64> {
            Some(position.key())
        }
    }

    impl AsksBook for Counting {
        fn ask_book(&mut self, _: Option<Arc<Book>>) {}
    }

    impl AsksTables for Counting {
        fn ask(&mut self, _: Option<Arc<Tables>>) {}
    }

    /// What was said so far and not yet read.
    struct Wire(Receiver<Vec<u8>>, Vec<u8>);

    impl Read for Wire {
        fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
            if self.1.is_empty() {
                self.1 = self.0.recv().unwrap_or_default(); // hung up: the end of the input
            }
            let taken = self.1.len().min(into.len());
            into[..taken].copy_from_slice(&self.1[..taken]);
            self.1.drain(..taken);
            Ok(taken)
        }
    }

    struct Ear(Sender<String>, String);

    impl Write for Ear {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.1.push_str(&String::from_utf8_lossy(bytes));
            while let Some(end) = self.1.find('\n') {
                let line: String = self.1.drain(..=end).collect();
                let _ = self.0.send(line.trim_end().to_owned());
            }
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    struct Gui {
        mouth: Option<Sender<Vec<u8>>>,
        ear: Receiver<String>,
        engine: Option<JoinHandle<io::Result<()>>>,
    }

    impl Gui {
        fn new() -> Gui {
            Gui::before(AlphaBeta::new(Counting))
        }

        fn before<H: Heuristics<Chess> + AsksBook + AsksTables>(engine: AlphaBeta<H>) -> Gui {
            let (mouth, wire) = channel();
            let (told, ear) = channel();
            let engine = std::thread::spawn(move || {
                let input = BufReader::new(Wire(wire, Vec::new()));
                talk(engine, input, Ear(told, String::new()))
            });
            Gui { mouth: Some(mouth), ear, engine: Some(engine) }
        }

        fn say(&self, lines: &str) {
            self.mouth.as_ref().unwrap().send(format!("{lines}\n").into_bytes()).unwrap();
        }

        /// Everything up to the line that begins so.
        fn hear(&self, until: &str) -> Vec<String> {
            let mut heard = Vec::new();
            loop {
                let line = self.ear.recv_timeout(Duration::from_secs(60)).expect(until);
                heard.push(line);
                if heard.last().unwrap().starts_with(until) {
                    return heard;
                }
            }
        }

        fn best(&self, lines: &str) -> String {
            self.say(lines);
            let answer = self.hear("bestmove").pop().unwrap();
            answer.split(' ').nth(1).unwrap().to_owned()
        }

        /// Hangs up, and returns what was still said.
        fn end(mut self) -> Vec<String> {
            self.mouth = None;
            self.engine.take().unwrap().join().unwrap().unwrap();
            self.ear.try_iter().collect()
        }
    }

    const MATE_IN_ONE: &str = "position fen k7/8/1K6/8/8/8/8/7R w - - 0 1";

    #[test]
    fn the_engine_introduces_itself() {
        let gui = Gui::new();
        gui.say("uci\nisready");
        let heard = gui.hear("readyok");
        assert!(heard[0].starts_with("id name bestmove"));
        assert!(heard.iter().any(|line| line.starts_with("option name Hash type spin")));
        assert_eq!(heard[heard.len() - 2], "uciok");
    }

    #[test]
    fn a_search_reports_and_answers() {
        let gui = Gui::new();
        gui.say("position startpos moves e2e4 d7d5\ngo depth 3");
        let heard = gui.hear("bestmove");
        assert!(heard[0].starts_with("info depth 1 seldepth "), "{}", heard[0]);
        let deepest = &heard[heard.len() - 2];
        assert!(deepest.contains("depth 3 ") && deepest.contains(" multipv 1 score cp 100 "), "{deepest}");
        let expected: Vec<&str> = deepest.split(" pv ").nth(1).unwrap().split(' ').collect();
        assert_eq!(heard.last().unwrap(), &format!("bestmove {} ponder {}", expected[0], expected[1]));
    }

    #[test]
    fn a_book_is_asked_only_where_the_gui_wants_that_and_its_own_file_first() {
        let start = Chess::start();
        let unusual = Entry::of(&start, start.read_move("a3").unwrap(), 1, 0);
        let file = std::env::temp_dir().join(format!("bestmove-book-{}.bin", std::process::id()));
        std::fs::write(&file, unusual.write()).unwrap();
        let gui = Gui::before(AlphaBeta::new(ChessKnowledge::default()));
        gui.say(&format!("setoption name BookFile value {}", file.display()));
        assert_ne!(gui.best("position startpos\ngo depth 3"), "a2a3");
        assert_eq!(gui.best("setoption name OwnBook value true\ngo depth 3"), "a2a3");
        gui.say("setoption name BookFile value <empty>\ngo depth 3");
        let heard = gui.hear("bestmove");
        assert!(heard[0].contains(" nodes 0 ") && !heard.last().unwrap().contains("a2a3"), "{heard:?}");
        gui.say("setoption name BookFile value /no/such/book.bin");
        assert!(gui.hear("info string")[0].contains("/no/such/book.bin"));
        std::fs::remove_file(&file).unwrap();
    }

    #[test]
    fn a_gui_may_ask_for_a_persons_strength() {
        let gui = Gui::before(AlphaBeta::new(ChessKnowledge::default()));
        gui.say("uci");
        let declared = gui.hear("uciok");
        assert!(declared.iter().any(|line| line.contains("UCI_Elo type spin")), "{declared:?}");
        gui.say("setoption name UCI_LimitStrength value true\nsetoption name UCI_Elo value 600");
        gui.say("position startpos\ngo depth 20");
        let heard = gui.hear("bestmove");
        assert!(heard.iter().all(|line| !line.contains("info depth 5")), "who sees two plies: {heard:?}");
    }

    #[test]
    fn an_endless_search_holds_its_move_back_until_it_is_stopped() {
        let gui = Gui::new();
        gui.say(&format!("{MATE_IN_ONE}\ngo infinite"));
        gui.hear("info depth 1");
        gui.say("isready");
        let heard = gui.hear("readyok");
        assert!(!heard.iter().any(|line| line.starts_with("bestmove")), "{heard:?}");
        assert_eq!(gui.best("stop"), "h1h8");
        assert!(!gui.end().iter().any(|line| line.starts_with("bestmove")), "said once only");
    }

    #[test]
    fn a_pondering_search_answers_after_the_hit() {
        let gui = Gui::new();
        gui.say("position startpos moves e2e4 e7e5\ngo ponder wtime 300 btime 300");
        gui.hear("info depth 2");
        gui.say("isready");
        assert!(!gui.hear("readyok").iter().any(|line| line.starts_with("bestmove")));
        gui.best("ponderhit");
    }

    #[test]
    fn stop_is_heard_at_once_and_a_search_without_one_ends_when_the_gui_goes() {
        let gui = Gui::new();
        gui.best("go infinite\nstop");
        gui.best("go ponder wtime 1 btime 1\nstop");
        gui.best("position startpos moves e2e4\ngo wtime 100");
        for unlimited in ["go infinite", "go mate 9"] {
            let gui = Gui::new();
            gui.say(unlimited);
            assert_eq!(gui.end().iter().filter(|line| line.starts_with("bestmove")).count(), 1);
        }
    }

    #[test]
    fn castling_is_told_as_the_gui_wants_it() {
        let gui = Gui::new();
        let castle = "position fen r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1\ngo depth 1 searchmoves e1g1";
        assert_eq!(gui.best(castle), "e1g1");
        gui.say("setoption name UCI_Chess960 value true");
        assert_eq!(gui.best(&castle.replace("e1g1", "e1h1")), "e1h1");
    }

    #[test]
    fn all_limits_end_the_search() {
        let gui = Gui::new();
        gui.say("position startpos");
        for limit in [
            "depth 2",
            "nodes 500",
            "movetime 20",
            "wtime 100 btime 100",
            "wtime 0 btime 0",
            "mate 1 depth 2",
        ] {
            gui.best(&format!("go {limit}"));
        }
        gui.say(&format!("{MATE_IN_ONE}\ngo mate 1"));
        let heard = gui.hear("bestmove h1h8");
        assert!(heard.iter().any(|line| line.contains(" score mate 1 ")), "{heard:?}");
    }

    #[test]
    fn many_lines_and_threads_are_searched_on_request() {
        let gui = Gui::new();
        gui.say(
            "setoption name MultiPV value 3\nsetoption name Threads value 2\nsetoption name Hash value 4",
        );
        gui.say("go depth 2");
        let heard = gui.hear("bestmove");
        for number in 1..=3 {
            assert!(
                heard
                    .iter()
                    .any(|line| line.contains("depth 2 ") && line.contains(&format!("multipv {number} ")))
            );
        }
    }

    #[test]
    fn memory_that_cannot_be_had_is_not_asked_for() {
        assert!(memory_of(usize::MAX >> 20).is_none());
        assert!(memory_of(1).is_some());
    }

    #[test]
    fn leaves_are_counted_as_other_engines_tell_them() {
        let gui = Gui::new();
        gui.say("position startpos moves e2e4\ngo perft 2");
        let heard = gui.hear("Nodes searched");
        assert_eq!(heard.len(), 22, "a line a move, an empty one and the total: {heard:?}");
        assert!(heard.contains(&"e7e5: 29".to_owned()), "{heard:?}");
        assert_eq!(heard.last().unwrap(), "Nodes searched: 600");
    }

    #[test]
    fn tables_are_opened_where_the_gui_says() {
        let gui = Gui::new();
        gui.say("setoption name SyzygyPath value tests/data/syzygy");
        assert!(gui.hear("info string").pop().unwrap().contains("7 endings"));
        gui.say("setoption name SyzygyPath value no/such/folder");
        assert!(gui.hear("info string").pop().unwrap().contains("no/such/folder"));
        gui.say("setoption name SyzygyPath value <empty>\nisready");
        gui.hear("readyok");
    }

    #[test]
    fn nonsense_does_no_harm() {
        let gui = Gui::new();
        gui.best("go depth 1 searchmoves e9e9");
        gui.say("xyzzy\nposition fen 8/8 w\nsetoption name Nothing value 1");
        gui.say("position startpos moves e2e5\nposition\nsetoption\nponderhit\nstop\n\u{0}\u{ffff}");
        gui.best("go depth 1");
        assert_eq!(gui.best("position fen 7k/5KQ1/8/8/8/8/8/8 b - - 0 1\ngo depth 3"), "(none)");
    }

    #[test]
    fn the_position_keeps_its_history() {
        let gui = Gui::new();
        gui.say("position startpos moves g1f3 g8f6 f3g1 f6g8\nd");
        assert!(gui.hear("info string").pop().unwrap().ends_with("w KQkq - 4 3"));
    }
}
