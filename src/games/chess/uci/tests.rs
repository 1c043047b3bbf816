//! UCI as a GUI hears it.

use std::io::{BufReader, Read};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::JoinHandle;
use std::time::Duration;

use cozy_chess::{Color, Piece};

use super::*;
use crate::games::chess::Knowledge;
use crate::games::chess::book::Entry;
use crate::search::policy::Policy;

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

impl Furnished for Counting {
    fn take_book(&mut self, _: Option<Arc<Book>>) {}
    fn take_tables(&mut self, _: Option<Arc<Tables>>) {}
}

/// Has nothing prepared until it may.
#[derive(Clone)]
struct Unprepared(Arc<AtomicBool>);

impl Heuristics<Chess> for Unprepared {
    fn policy(&self) -> &Policy {
        &Policy::EXACT
    }

    fn estimate(&mut self, _: &Chess) -> i32 {
        0
    }

    fn prepare(&self) {
        while !self.0.load(Ordering::Relaxed) {
            std::thread::sleep(Duration::from_millis(1));
        }
    }
}

impl Furnished for Unprepared {
    fn take_book(&mut self, _: Option<Arc<Book>>) {}
    fn take_tables(&mut self, _: Option<Arc<Tables>>) {}
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

    fn before<H: Heuristics<Chess> + Furnished>(engine: AlphaBeta<H>) -> Gui {
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
fn who_asks_during_a_search_is_answered_at_once() {
    let may = Arc::new(AtomicBool::new(false));
    let gui = Gui::before(AlphaBeta::new(Unprepared(may.clone())));
    gui.say("position startpos\ngo infinite\nisready");
    gui.hear("readyok");
    gui.best("stop");
    may.store(true, Ordering::Relaxed);
    gui.say("isready");
    gui.hear("readyok");
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
fn what_is_told_last_is_what_is_played() {
    let gui = Gui::before(AlphaBeta::new(Knowledge::default()));
    let kiwipete = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
    for nodes in (1_000..3_000).step_by(100) {
        gui.say(&format!("ucinewgame\nposition fen {kiwipete}\ngo nodes {nodes}"));
        let heard = gui.hear("bestmove");
        let [.., last, best] = &heard[..] else { panic!("{heard:?}") };
        let line = last.split(" pv ").nth(1).expect("a line is told");
        assert_eq!(best.split(' ').nth(1), line.split(' ').next(), "{nodes}: {heard:?}");
    }
}

#[test]
fn an_only_move_is_played_at_once_on_a_clock_and_judged_without_one() {
    let gui = Gui::new();
    gui.say("position fen k7/8/1K6/8/8/8/7P/7R b - - 0 1\ngo wtime 60000 btime 60000");
    assert_eq!(gui.hear("bestmove a8b8").len(), 2, "one depth tells which");
    gui.say("go depth 6");
    let heard = gui.hear("bestmove a8b8");
    assert!(heard.iter().any(|line| line.contains(" score mate -")), "{heard:?}");
}

#[test]
fn a_book_is_asked_only_where_the_gui_wants_that_and_its_own_file_first() {
    let start = Chess::start();
    let unusual = Entry::of(&start, start.read_move("a3").unwrap(), 1, 0);
    let file = std::env::temp_dir().join(format!("bestmove-book-{}.bin", std::process::id()));
    std::fs::write(&file, unusual.write()).unwrap();
    let gui = Gui::before(AlphaBeta::new(Knowledge::default()));
    gui.say(&format!("setoption name BookFile value {}", file.display()));
    assert_ne!(gui.best("position startpos\ngo depth 3"), "a2a3");
    assert_eq!(gui.best("setoption name OwnBook value true\ngo depth 3"), "a2a3");
    gui.say("go infinite");
    gui.hear("info depth 3 ");
    gui.best("stop");
    gui.say("setoption name BookFile value <empty>\ngo depth 3");
    let heard = gui.hear("bestmove");
    assert!(heard[0].contains(" nodes 0 ") && !heard.last().unwrap().contains("a2a3"), "{heard:?}");
    gui.say("setoption name BookFile value /no/such/book.bin");
    assert!(gui.hear("info string")[0].contains("/no/such/book.bin"));
    std::fs::remove_file(&file).unwrap();
}

#[test]
fn a_gui_may_ask_for_a_persons_strength() {
    let gui = Gui::before(AlphaBeta::new(Knowledge::default()));
    gui.say("uci");
    let declared = gui.hear("uciok");
    assert!(declared.iter().any(|line| line.contains("UCI_Elo type spin")), "{declared:?}");
    gui.say("setoption name UCI_LimitStrength value true\nsetoption name UCI_Elo value 600");
    gui.say("position startpos\ngo depth 20");
    let heard = gui.hear("bestmove");
    let depths = heard.iter().filter_map(|line| line.strip_prefix("info depth ")?.split(' ').next());
    let deepest = depths.map(|depth| depth.parse::<u32>().unwrap()).max();
    assert!(deepest.is_some_and(|depth| depth <= 3), "who sees two plies: {heard:?}");
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
fn a_long_search_says_every_second_how_far_it_is() {
    let gui = Gui::before(AlphaBeta::new(Knowledge::default()));
    gui.say("go infinite");
    let mut before = 0;
    for _ in 0..2 {
        let pulse = gui.hear("info nodes ").pop().unwrap();
        let nodes = pulse.split(' ').nth(2).unwrap().parse().unwrap();
        assert!(nodes > before && pulse.contains(" time "), "{pulse}");
        before = nodes;
    }
    gui.best("stop");
}

#[test]
fn a_finished_game_is_judged_and_its_answer_held_back_like_any_other() {
    for (fen, score) in
        [("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", "mate 0"), ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "cp 0")]
    {
        let gui = Gui::new();
        gui.say(&format!("position fen {fen}\ngo infinite"));
        gui.hear(&format!("info depth 0 score {score}"));
        gui.say("isready");
        assert!(!gui.hear("readyok").iter().any(|line| line.starts_with("bestmove")), "{fen}");
        assert_eq!(gui.best("stop"), "(none)");
        assert_eq!(gui.best("go movetime 1000"), "(none)");
    }
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
    for limit in
        ["depth 2", "nodes 500", "movetime 20", "wtime 100 btime 100", "wtime 0 btime 0", "mate 1 depth 2"]
    {
        gui.best(&format!("go {limit}"));
    }
    gui.say(&format!("{MATE_IN_ONE}\ngo mate 1"));
    let heard = gui.hear("bestmove h1h8");
    assert!(heard.iter().any(|line| line.contains(" score mate 1 ")), "{heard:?}");
}

#[test]
fn many_lines_and_threads_are_searched_on_request() {
    let gui = Gui::new();
    gui.say("setoption name MultiPV value 3\nsetoption name Threads value 2\nsetoption name Hash value 4");
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
fn a_line_that_mates_is_told_to_the_mate() {
    let gui = Gui::before(AlphaBeta::new(Knowledge::default()));
    gui.say("setoption name MultiPV value 20\nposition fen r3q3/1b4b1/p1pp2pr/1R5k/3pNP1P/2P5/P4R2/2BK2N1 b - - 2 43");
    gui.say("go depth 7");
    let mut mates = 0;
    for line in gui.hear("bestmove").iter().filter(|line| line.contains(" score mate ")) {
        let after = |mark: &str| line.split(mark).nth(1).expect(mark).to_owned();
        let moves: i32 = after(" score mate ").split(' ').next().unwrap().parse().unwrap();
        let plies = if moves > 0 { 2 * moves - 1 } else { -2 * moves };
        assert_eq!(after(" pv ").split(' ').count() as i32, plies, "{line}");
        mates += 1;
    }
    assert!(mates > 5);
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
    gui.say("setoption name SyzygyPath value no/such/folder:tests/data/syzygy");
    assert!(gui.hear("info string no/such/folder").len() == 1, "it is told of");
    assert!(gui.hear("info string").pop().unwrap().contains("7 endings"), "the other is read");
}

#[test]
fn a_search_goes_on_while_options_are_set_that_it_does_not_need() {
    let gui = Gui::new();
    gui.say("go infinite\nsetoption name Ponder value true\nsetoption name Nothing value 1\nisready");
    assert!(gui.hear("readyok").iter().all(|line| !line.starts_with("bestmove")));
    gui.best("stop");
    gui.say("go infinite\nsetoption name Hash value 4");
    gui.hear("bestmove");
}

#[test]
fn each_move_is_ranked_once_whenever_a_search_with_tables_is_broken_off() {
    let gui = Gui::before(AlphaBeta::new(Knowledge::default()));
    gui.say("setoption name MultiPV value 300\nsetoption name SyzygyPath value tests/data/syzygy");
    for nodes in (20..400).step_by(4) {
        gui.say("ucinewgame\nposition fen 3k4/8/2K2P2/8/8/8/8/8 w - - 0 1");
        gui.say(&format!("go nodes {nodes}"));
        let heard = gui.hear("bestmove");
        let ranked = |line: &&String| line.contains(" multipv ");
        let last = heard.iter().rposition(|line| line.contains(" multipv 1 ")).expect("a best move");
        let chosen = heard[last..].iter().filter(ranked);
        let moves: Vec<_> =
            chosen.map(|line| line.split(" pv ").nth(1).and_then(|pv| pv.split(' ').next())).collect();
        let all: std::collections::HashSet<_> = moves.iter().collect();
        assert_eq!((all.len(), moves.len()), (7, 7), "{nodes}: {moves:?}");
    }
}

#[test]
fn nonsense_does_no_harm() {
    let gui = Gui::new();
    gui.best("go depth 1 searchmoves e9e9");
    gui.say("xyzzy\nposition fen 8/8 w\nsetoption name Nothing value 1");
    gui.say("position startpos moves e2e5\nposition\nsetoption\nponderhit\nstop\n\u{0}\u{ffff}");
    assert_eq!(gui.best("go depth 1"), "(none)");
    assert_eq!(gui.best("position fen 7k/5KQ1/8/8/8/8/8/8 b - - 0 1\ngo depth 3"), "(none)");
}

#[test]
fn nothing_is_searched_but_what_was_sent() {
    let gui = Gui::new();
    gui.say("position startpos moves e2e4 e7e5 g1f3");
    for unread in ["fen 8/8 w", "startpos moves d2d4 zzzz", "startpos moves e2e4 e7e5 e4e5"] {
        assert_eq!(gui.best(&format!("position {unread}\ngo depth 1")), "(none)", "{unread}");
    }
    for asked in ["d", "eval"] {
        gui.say(asked);
        assert_eq!(gui.hear("info string"), [LOST], "{asked}: of a board that is not known nothing is told");
    }
    assert_ne!(gui.best("position startpos\ngo depth 1"), "(none)");
}

#[test]
fn moves_to_search_that_cannot_be_played_are_told() {
    let gui = Gui::new();
    gui.say("position startpos\ngo depth 1 searchmoves e7e5 a2a3");
    let heard = gui.hear("bestmove");
    assert!(
        heard[0].starts_with("info string ") && heard.last().unwrap().starts_with("bestmove a2a3"),
        "{heard:?}"
    );
    gui.say("go depth 1 searchmoves e7e5");
    assert!(gui.hear("bestmove")[1].contains("all are searched"));
}

#[test]
fn the_position_keeps_its_history() {
    let gui = Gui::new();
    gui.say("position startpos moves g1f3 g8f6 f3g1 f6g8\nd");
    assert!(gui.hear("Fen: ").pop().unwrap().ends_with("w KQkq - 4 3"));
}

#[test]
fn who_sits_at_a_terminal_sees_the_board_and_what_it_looks_like() {
    let gui = Gui::before(AlphaBeta::new(Knowledge::default()));
    gui.say("position startpos moves g1f3\nd");
    let heard = gui.hear("Fen: ");
    assert_eq!(heard[0], "8 r n b q k b n r");
    assert_eq!(
        heard[5..9],
        ["3 . . . . . N . .", "2 P P P P P P P P", "1 R N B Q K B . R", "  a b c d e f g h"]
    );
    gui.say("eval");
    let heard = gui.hear("Total: ");
    assert!(heard.len() > 5 && heard.iter().any(|line| line.starts_with("material: ")), "{heard:?}");
}
