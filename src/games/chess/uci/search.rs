//! One search, beside the conversation.

use std::io::{self, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread::{self, Builder, JoinHandle};
use std::time::{Duration, Instant};

use cozy_chess::Move;

use super::command::End;
use super::pace::{Pace, Progress};
use super::{Out, report};
use crate::games::chess::Chess;
use crate::search::alphabeta::AlphaBeta;
use crate::search::heuristics::Heuristics;
use crate::search::memory::Memory;
use crate::search::parallel::STACK;
use crate::search::{Budget, Choice, Question, Stop, Value, Verdict};

/// How often a search says how far it is.
const BEAT: Duration = Duration::from_secs(1);

/// What to search, and when to be content.
pub(super) struct Task {
    pub question: Question<Chess>,
    pub memory: Arc<Memory>,
    pub depth: Option<u32>,
    pub nodes: Option<u64>,
    /// Content with a mate in so many moves.
    pub mate: Option<u32>,
    pub pace: Option<Pace>,
    /// The opponent is still thinking: nothing but the GUI ends it yet.
    pub ponder: bool,
    pub end: End,
    pub began: Instant,
}

/// A search that is running, or holds back its move until it is asked for.
pub(super) struct Searching {
    shared: Arc<Shared>,
    pace: Option<Pace>,
    end: End,
    thread: JoinHandle<()>,
}

/// What the conversation tells the search.
struct Shared {
    stop: Arc<Stop>,
    pondering: AtomicBool,
    /// The time was up, had it counted.
    enough: AtomicBool,
    /// Whether the move may be said: not while pondering, nor in an endless search.
    may_answer: Mutex<bool>,
    changed: Condvar,
}

impl Searching {
    pub fn begin<H: Heuristics<Chess>, W: Write + Send + 'static>(
        engine: AlphaBeta<H>,
        task: Task,
        out: Out<W>,
    ) -> io::Result<Searching> {
        let shared = Arc::new(Shared {
            stop: Stop::new(),
            pondering: AtomicBool::new(task.ponder),
            enough: AtomicBool::new(false),
            may_answer: Mutex::new(!task.ponder && task.end != End::Nothing),
            changed: Condvar::new(),
        });
        let (pace, end) = (task.pace, task.end);
        if let Some(pace) = pace.filter(|_| !task.ponder) {
            shared.stop.due(task.began + pace.hard);
        }
        let theirs = shared.clone();
        let run = move || {
            let line = theirs.find(&engine, &task, &out);
            theirs.wait_until_asked();
            // A GUI that has gone away needs no answer.
            let _ = out.say(&report::best(&task.question.position, &line));
        };
        let thread = Builder::new().name("uci search".to_owned()).stack_size(STACK).spawn(run)?;
        Ok(Searching { shared, pace, end, thread })
    }

    /// The move is wanted now.
    pub fn stop(&self) {
        self.shared.stop.cancel();
        self.shared.let_answer();
    }

    /// The opponent played what was expected: the longest that a move may take counts from now on. For
    /// being content sooner, what was pondered counts too.
    pub fn ponder_hit(&self) {
        let shared = &self.shared;
        if let Some(pace) = self.pace {
            shared.stop.due(Instant::now() + pace.hard);
        }
        shared.pondering.store(false, Ordering::SeqCst);
        if shared.enough.load(Ordering::SeqCst) {
            shared.stop.cancel();
        }
        if self.end != End::Nothing {
            shared.let_answer();
        }
    }

    /// Nobody is there to stop it: what might never end is stopped, the rest may finish.
    pub fn release(&self) {
        if self.end != End::Limit || self.shared.pondering.load(Ordering::SeqCst) {
            self.shared.stop.cancel();
        }
        self.shared.let_answer();
    }

    /// Waits until the move has been said.
    pub fn join(self) {
        // Nothing is left to panic in that thread but what is said, to nobody.
        let _ = self.thread.join();
    }
}

impl Shared {
    /// The move to play and what is expected to follow; nothing where the game is over.
    fn find<H: Heuristics<Chess>, W: Write + Send>(
        &self,
        engine: &AlphaBeta<H>,
        task: &Task,
        out: &Out<W>,
    ) -> Vec<Move> {
        let moves = task.question.moves();
        let Some(any) = moves.first() else {
            let _ = out.say(report::over(&task.question.position));
            return Vec::new();
        };
        thread::scope(|scope| {
            let (searching, over) = channel();
            // Without such a thread the search is only more silent.
            let _ = Builder::new().spawn_scoped(scope, move || self.beat(task, out, &over));
            // A search that panics has been reported; any move is better than none.
            let found = catch_unwind(AssertUnwindSafe(|| self.search(engine, task, out)));
            drop(searching);
            found.map_or_else(|_| vec![*any], |choice| choice.best().moves.clone())
        })
    }

    /// Says every second how far the search is, until it is over.
    fn beat<W: Write>(&self, task: &Task, out: &Out<W>, over: &Receiver<()>) {
        while over.recv_timeout(BEAT) == Err(RecvTimeoutError::Timeout) {
            let fullness = task.memory.table.fullness();
            self.say(&report::pulse(self.stop.visited(), task.began.elapsed(), fullness), out);
        }
    }

    fn search<H: Heuristics<Chess>, W: Write>(
        &self,
        engine: &AlphaBeta<H>,
        task: &Task,
        out: &Out<W>,
    ) -> Choice<Move> {
        let budget = Budget { depth: task.depth, nodes: task.nodes, ..Budget::default() };
        let mut progress = Progress::since(task.began);
        let mut told = None;
        let mut watch = |choice: &Choice<Move>| {
            told = Some((choice.chosen(), choice.nodes));
            self.tell(choice, task, out);
            let in_time = !task.pace.is_some_and(|pace| progress.is_enough(choice, pace));
            if !in_time {
                self.enough.store(true, Ordering::SeqCst);
                if !self.pondering.load(Ordering::SeqCst) {
                    self.stop.cancel();
                }
            }
            if task.mate.is_some_and(|moves| mates_within(choice, moves)) {
                self.stop.cancel();
            }
        };
        let choice = engine.choose_with(&task.memory, &task.question, &budget, &self.stop, &mut watch);
        // What was broken off may have come to another move since the last depth was finished.
        if told != Some((choice.chosen(), choice.nodes)) {
            self.tell(&choice, task, out);
        }
        choice
    }

    fn tell<W: Write>(&self, choice: &Choice<Move>, task: &Task, out: &Out<W>) {
        for line in report::info(&task.question.position, choice, task.memory.table.fullness()) {
            self.say(&line, out);
        }
    }

    fn say<W: Write>(&self, line: &str, out: &Out<W>) {
        if out.say(line).is_err() {
            self.stop.cancel(); // nobody listens
        }
    }

    fn let_answer(&self) {
        *self.may_answer.lock().unwrap_or_else(PoisonError::into_inner) = true;
        self.changed.notify_all();
    }

    fn wait_until_asked(&self) {
        let answer = self.may_answer.lock().unwrap_or_else(PoisonError::into_inner);
        // The lock is poisoned only if the conversation is gone; then there is nothing to wait for.
        drop(self.changed.wait_while(answer, |may| !*may));
    }
}

fn mates_within(choice: &Choice<Move>, moves: u32) -> bool {
    match choice.best().value {
        Value::Proven { verdict: Verdict::Win, plies, .. } => plies.div_ceil(2) <= moves,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::policy::Policy;

    /// Falls over the first position that it is asked about.
    #[derive(Clone)]
    struct Faint(Policy);

    impl Heuristics<Chess> for Faint {
        fn policy(&self) -> &Policy {
            &self.0
        }

        fn estimate(&mut self, _: &Chess) -> i32 {
            panic!("a test's search fell")
        }
    }

    #[test]
    fn a_move_is_said_though_the_search_fell() {
        let task = Task {
            question: Question::new(Chess::default()),
            memory: Arc::new(Memory::of_bytes(1 << 10)),
            depth: Some(3),
            nodes: None,
            mate: None,
            pace: None,
            ponder: false,
            end: End::Limit,
            began: Instant::now(),
        };
        let said = Arc::new(Mutex::new(Vec::new()));
        let engine = AlphaBeta::new(Faint(Policy::EXACT));
        Searching::begin(engine, task, Out(said.clone())).unwrap().join();
        let said = String::from_utf8(said.lock().unwrap().clone()).unwrap();
        assert!(said.lines().last().is_some_and(|line| line.starts_with("bestmove ")), "{said}");
    }
}
