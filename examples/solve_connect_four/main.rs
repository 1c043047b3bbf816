//! Solves the openings of connect four and keeps them where the game looks for them. What is kept
//! stays, so that the work can be done in parts:
//!
//! ```text
//! cargo run --release --example solve_connect_four -- --after 4 --minutes 60
//! cargo run --release --example solve_connect_four -- --discs 2 --memory-mib 1024
//! ```
//!
//! An opening of eight discs takes half a second to a second. Where all that can follow are solved, an
//! opening with fewer discs is too; with few discs, half a minute and a large table solve it alone.

mod solver;

use std::collections::HashSet;
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use bestmove::games::connect_four::ConnectFour;
use bestmove::games::connect_four::discs::Discs;
use bestmove::games::connect_four::openings::{MOST_DISCS, Openings};
use bestmove::notation::Notation;
use bestmove::search::score::Score;
use clap::Parser;
use solver::Solver;

/// Solves the openings of connect four.
#[derive(Parser)]
struct Settings {
    /// Only openings that begin with these columns.
    #[arg(long, default_value = "")]
    after: String,
    /// Openings with so many discs are solved.
    #[arg(long, default_value_t = MOST_DISCS)]
    discs: usize,
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
    let discs = settings.discs.min(MOST_DISCS);
    let wanted = |opening: &Discs| opening.count() == discs && known.worth(opening).is_none();
    let to_solve: Vec<_> = openings_after(*first.discs(), discs).into_iter().filter(wanted).collect();
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
            let worth = solver.solve(opening);
            self.known().note(opening, worth);
        }
    }

    /// Writes down what was found out, and what follows from it for openings with fewer discs.
    fn save(&self, file: &PathBuf) -> std::io::Result<()> {
        let mut known = self.known();
        let all = openings_after(*ConnectFour::start().discs(), MOST_DISCS - 1);
        for opening in all.iter().rev() {
            if let Some(worth) = by_answers(opening, &known) {
                known.note(opening, worth);
            }
        }
        let solved = (0..=MOST_DISCS).map(|discs| known.solved(discs));
        let told: Vec<_> = solved.map(|(solved, all)| format!("{solved}/{all}")).collect();
        println!("{}", told.join(" "));
        std::fs::write(file, known.write())
    }

    fn known(&self) -> MutexGuard<'_, Openings> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// What an opening is worth if all its answers are known.
fn by_answers(opening: &Discs, known: &Openings) -> Option<Score> {
    if opening.fours() != 0 {
        return Some(Score::won(1, 1));
    }
    let worths = opening.moves().map(|landing| Some(-known.worth(&opening.after(landing))?.further(1)));
    worths.collect::<Option<Vec<_>>>()?.into_iter().max()
}

/// Every opening that can follow, in which nobody has won, with up to so many discs. Those with
/// fewer stand first; otherwise the first moves are in the middle, and neighbours have much in common.
fn openings_after(first: Discs, discs: usize) -> Vec<Discs> {
    let (mut seen, mut found, mut left) = (HashSet::new(), Vec::new(), vec![first]);
    while let Some(opening) = left.pop() {
        if opening.wall().has_four(opening.theirs()) || !seen.insert(opening.key()) {
            continue;
        }
        if opening.count() < discs {
            let mut landings: Vec<_> = opening.moves().collect();
            // The last is taken up first.
            landings.sort_by_key(|hole| std::cmp::Reverse(opening.wall().column_of(*hole).abs_diff(3)));
            left.extend(landings.into_iter().map(|landing| opening.after(landing)));
        }
        found.push(opening);
    }
    found.sort_by_key(Discs::count);
    found
}
