//! Solves the openings of connect four and keeps them where the game looks for them. What is kept
//! stays, so that the work can be done in parts:
//!
//! ```text
//! cargo run --release --example solve_connect_four -- --after 4 --minutes 60
//! cargo run --release --example solve_connect_four -- --discs 11 --after 4 --minutes 60
//! ```
//!
//! An opening takes some tenths of a second, the hardest take several; all of them keep two cores
//! busy for most of a day. Of those with more discs only hard ones are kept: what the game itself would
//! search for long. Which are kept now was decided by what a faster solver visited, so others near the
//! limit will be found.

mod solver;

use std::collections::HashSet;
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use bestmove::game::Game;
use bestmove::games::connect_four::discs::Discs;
use bestmove::games::connect_four::knowledge::Knowledge;
use bestmove::games::connect_four::openings::{DISCS, HARD, Openings};
use bestmove::games::connect_four::wall::Holes;
use bestmove::games::connect_four::{Column, ConnectFour};
use bestmove::notation::Notation;
use bestmove::search::alphabeta::AlphaBeta;
use bestmove::search::score::Score;
use bestmove::search::window::Bound;
use bestmove::search::{Budget, Engine, Question, Stop, StoppedBy};
use clap::{Parser, value_parser};
use solver::Solver;

/// Solves the openings of connect four.
#[derive(Parser)]
struct Settings {
    /// Only openings that begin with these columns.
    #[arg(long, default_value = "")]
    after: String,
    /// How many discs they have.
    #[arg(long, default_value_t = DISCS as u8, value_parser = value_parser!(u8).range(DISCS as i64..=HARD as i64))]
    discs: u8,
    /// How long to go on.
    #[arg(long, default_value_t = 60)]
    minutes: u64,
    /// How many are solved at once.
    #[arg(long, default_value_t = 1)]
    threads: usize,
    /// What each thread's table may take, in MiB: with many discs, more than a core's cache holds
    /// costs time.
    #[arg(long, default_value_t = 8)]
    memory_mib: usize,
    /// The file of those that are all kept: it is read, and written.
    #[arg(long, default_value = "src/games/connect_four/openings.bin")]
    openings: PathBuf,
    /// The file of hard ones with more discs, likewise.
    #[arg(long, default_value = "src/games/connect_four/hard.bin")]
    hard: PathBuf,
}

/// An opening is hard if the game itself visits more positions than this, about half a second's.
const LONG: u64 = 2_000_000;

/// How often what was found out is written down.
const SAVED_EVERY: Duration = Duration::from_secs(60);

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let settings = Settings::parse();
    let first = ConnectFour::parse(&settings.after).map_err(|fault| fault.detail)?;
    let read = |file: &PathBuf| std::fs::read(file).unwrap_or_default();
    let known = Openings::read(&read(&settings.openings), &read(&settings.hard));
    let mut to_solve = openings_after(first, settings.discs.into());
    to_solve.retain(|opening| known.solution(opening.discs()).is_none());
    let work = Work {
        end: Instant::now() + Duration::from_secs(60 * settings.minutes),
        next: AtomicUsize::new(0),
        known: Mutex::new(known),
        to_solve,
    };
    std::thread::scope(|scope| {
        let solvers: Vec<_> =
            (0..settings.threads).map(|_| scope.spawn(|| work.solve(settings.memory_mib << 20))).collect();
        while !solvers.iter().all(|solver| solver.is_finished()) {
            let left = work.end.saturating_duration_since(Instant::now());
            std::thread::park_timeout(left.clamp(SAVED_EVERY / 60, SAVED_EVERY));
            work.save(&settings)?;
        }
        work.save(&settings)
    })?;
    Ok(())
}

/// What the threads share.
struct Work {
    end: Instant,
    to_solve: Vec<ConnectFour>,
    /// Which is to be solved next.
    next: AtomicUsize,
    known: Mutex<Openings>,
}

impl Work {
    /// Solves openings until none are left, or time is out.
    fn solve(&self, memory: usize) {
        let mut solver = Solver::new(memory);
        while Instant::now() < self.end {
            let number = self.next.fetch_add(1, Ordering::Relaxed);
            let Some(position) = self.to_solve.get(number) else { break };
            let opening = position.discs();
            if opening.count() > DISCS && !is_hard(position) {
                continue;
            }
            let worth = solver.worth(opening);
            let candidates = self.candidates(opening, worth);
            let answer = solver.answer(opening, worth, candidates);
            self.known().note(opening, worth, Column(opening.wall().column_of(answer)));
        }
    }

    /// The moves that may be worth as much as the opening: where one is known to be, that one.
    fn candidates(&self, opening: &Discs, worth: Score) -> Vec<Holes> {
        if opening.winning_landings() != 0 {
            return vec![1 << opening.winning_landings().trailing_zeros()];
        }
        let sought = (-worth).nearer(1);
        let (mut candidates, known) = (Vec::new(), self.known());
        for landing in opening.moves() {
            match known.worth(&opening.after(landing)) {
                Some((worth, Bound::Exact)) if worth == sought => return vec![landing],
                Some((least, _)) if least > sought => {}
                _ => candidates.push(landing),
            }
        }
        candidates
    }

    /// Writes down what was found out.
    fn save(&self, settings: &Settings) -> std::io::Result<()> {
        let known = self.known();
        let (all, solved, hard) = known.solved();
        println!("{solved} of {all} solved, and {hard} hard ones");
        std::fs::write(&settings.openings, known.kept())?;
        std::fs::write(&settings.hard, known.hard())
    }

    fn known(&self) -> MutexGuard<'_, Openings> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Whether the game itself would search for long, had it no table.
fn is_hard(position: &ConnectFour) -> bool {
    let question = Question { tablebase: false, ..Question::new(position.clone()) };
    let choice = AlphaBeta::new(Knowledge).choose(&question, &Budget::nodes(LONG), &Stop::new(), &mut |_| {});
    choice.stopped_by != StoppedBy::Solved
}

/// Every opening with so many discs that can follow and in which nobody has won. The first moves are in
/// the middle, and neighbours have much in common.
fn openings_after(first: ConnectFour, count: usize) -> Vec<ConnectFour> {
    let (mut seen, mut found, mut left) = (HashSet::new(), Vec::new(), vec![first]);
    while let Some(opening) = left.pop() {
        if opening.is_won() || !seen.insert(opening.discs().key()) {
            continue;
        }
        if opening.count() == count {
            found.push(opening);
            continue;
        }
        let mut columns = opening.legal_moves();
        // The last is taken up first.
        columns.sort_by_key(|column| std::cmp::Reverse(column.0.abs_diff(3)));
        left.extend(columns.into_iter().map(|column| opening.after(column)));
    }
    found
}
