//! An engine that takes its time.

use std::sync::Arc;
use std::time::{Duration, Instant};

use bestmove::games::pennies::Pennies;
use bestmove::search::{Budget, Choice, Engine, Line, Question, Source, Stop, StoppedBy, Term, Value};

/// From this heap it breaks down.
pub const CURSED: &str = "13";

/// Takes one penny after having thought for as long as it may: as many milliseconds as it is
/// given nodes, or until its deadline, or until it is stopped. With a depth it does not think.
pub struct Ponderer;

impl Engine<Pennies> for Ponderer {
    fn choose(
        &self,
        question: &Question<Pennies>,
        budget: &Budget,
        stop: &Arc<Stop>,
        watch: &mut dyn FnMut(&Choice<u32>),
    ) -> Choice<u32> {
        use bestmove::notation::Notation;
        assert_ne!(question.position.write(), CURSED, "a cursed heap");
        let started = Instant::now();
        let so_far = |stopped_by| Choice {
            lines: vec![Line { moves: vec![1], value: Value::Estimate(0) }],
            depth: 1,
            selective_depth: 1,
            nodes: 1,
            time: started.elapsed(),
            stopped_by,
            source: Source::Search,
        };
        loop {
            if budget.depth.is_some() {
                return so_far(StoppedBy::Depth);
            }
            if let Some(reason) = stop.raised() {
                return so_far(reason);
            }
            if budget.nodes.is_some_and(|ms| started.elapsed() >= Duration::from_millis(ms)) {
                return so_far(StoppedBy::Nodes);
            }
            if budget.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
                return so_far(StoppedBy::Time);
            }
            watch(&so_far(StoppedBy::Time));
            std::thread::sleep(Duration::from_millis(2));
        }
    }

    fn terms(&self, _: &Pennies) -> Vec<Term> {
        Vec::new()
    }
}
