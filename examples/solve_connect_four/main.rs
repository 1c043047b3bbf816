//! Solves the openings of connect four and keeps them where the game looks for them. What is kept
//! stays, so that the work can be done in parts:
//!
//! ```text
//! cargo run --release --example solve_connect_four -- --after 4 --minutes 60
//! ```
//!
//! An opening takes some tenths of a second, the hardest take several; all of them keep two cores
//! busy for most of a day.

mod solver;

use std::collections::HashSet;
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use bestmove::games::connect_four::discs::Discs;
use bestmove::games::connect_four::openings::{DISCS, Openings};
use bestmove::games::connect_four::wall::Holes;
use bestmove::games::connect_four::{Column, ConnectFour};
use bestmove::notation::Notation;
use bestmove::search::score::Score;
use bestmove::search::window::Bound;
use clap::Parser;
use solver::Solver;

/// Solves the openings of connect four.
#[derive(Parser)]
struct Settings {
    /// Only openings that begin with these columns.
    #[arg(long, default_value = "")]
    after: String,
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
    /// The file that is read, and written.
    #[arg(long, default_value = "src/games/connect_four/openings.bin")]
    openings: PathBuf,
}

/// How often what was found out is written down.
const SAVED_EVERY: Duration = Duration::from_secs(60);

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let settings = Settings::parse();
    let first = ConnectFour::parse(&settings.after).map_err(|fault| fault.detail)?;
    let known = Openings::read(&std::fs::read(&settings.openings).unwrap_or_default());
    let mut to_solve = openings_after(*first.discs());
    to_solve.retain(|opening| known.solution(opening).is_none());
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
            work.save(&settings.openings)?;
        }
        work.save(&settings.openings)
    })?;
    Ok(())
}

/// What the threads share.
struct Work {
    end: Instant,
    to_solve: Vec<Discs>,
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
            let Some(opening) = self.to_solve.get(number) else { break };
            let worth = solver.worth(opening);
            let candidates = self.candidates(opening, worth);
            let answer = solver.answer(opening, worth, candidates);
            self.known().note(opening, worth, Column(opening.wall().column_of(answer)));
        }
    }

    /// The moves that may be worth as much as the opening: where one is known to be, that one.
    fn candidates(&self, opening: &Discs, worth: Score) -> Vec<Holes> {
        if opening.fours() != 0 {
            return vec![1 << opening.fours().trailing_zeros()];
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
    fn save(&self, file: &PathBuf) -> std::io::Result<()> {
        let known = self.known();
        let (all, solved) = known.solved();
        println!("{solved} of {all} solved");
        std::fs::write(file, known.write())
    }

    fn known(&self) -> MutexGuard<'_, Openings> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Every opening that can follow in which nobody has won, with as many discs as are kept. The first
/// moves are in the middle, and neighbours have much in common.
fn openings_after(first: Discs) -> Vec<Discs> {
    let (mut seen, mut found, mut left) = (HashSet::new(), Vec::new(), vec![first]);
    while let Some(opening) = left.pop() {
        if opening.wall().has_four(opening.theirs()) || !seen.insert(opening.key()) {
            continue;
        }
        if opening.count() == DISCS {
            found.push(opening);
            continue;
        }
        let mut landings: Vec<_> = opening.moves().collect();
        // The last is taken up first.
        landings.sort_by_key(|hole| std::cmp::Reverse(opening.wall().column_of(*hole).abs_diff(3)));
        left.extend(landings.into_iter().map(|landing| opening.after(landing)));
    }
    found
}
