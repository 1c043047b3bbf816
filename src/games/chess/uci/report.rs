//! What the engine says about its search.

use std::time::Duration;

use cozy_chess::Move;

use crate::games::chess::Chess;
use crate::notation::Notation;
use crate::search::{Choice, Value, Verdict, speed};

/// What a win that tables promise is told as, in centipawns: above any estimate.
const CERTAIN: i32 = 20_000;

/// The `info` lines of a choice, best line first. `fullness` of the table in thousandths.
pub(super) fn info(from: &Chess, choice: &Choice<Move>, fullness: u32) -> Vec<String> {
    let effort = effort(choice.nodes, choice.time, fullness);
    let one = |(number, line): (usize, &crate::search::Line<Move>)| {
        format!(
            "info depth {} seldepth {} multipv {} score {} {effort} pv {}",
            choice.depth,
            choice.selective_depth,
            number + 1,
            score(line.value),
            from.write_line(&line.moves).join(" "),
        )
    };
    choice.lines.iter().enumerate().map(one).collect()
}

/// What is said while a depth takes long.
pub(super) fn pulse(nodes: u64, time: Duration, fullness: u32) -> String {
    format!("info {}", effort(nodes, time, fullness))
}

fn effort(nodes: u64, time: Duration, fullness: u32) -> String {
    format!("nodes {nodes} nps {} hashfull {fullness} time {}", speed(nodes, time), time.as_millis())
}

/// What a position is worth in which there is nothing to search.
pub(super) fn over(at: &Chess) -> &'static str {
    if at.in_check() { "info depth 0 score mate 0" } else { "info depth 0 score cp 0" }
}

/// The `bestmove` line, with the reply to think about meanwhile; an empty line is of a game that is over.
pub(super) fn best(from: &Chess, line: &[Move]) -> String {
    match &from.write_line(line)[..] {
        [] => "bestmove (none)".to_owned(),
        [only] => format!("bestmove {only}"),
        [best, reply, ..] => format!("bestmove {best} ponder {reply}"),
    }
}

fn score(value: Value) -> String {
    match value {
        Value::Estimate(units) | Value::Sampled { units, .. } | Value::Expected { units, .. } => {
            format!("cp {units}")
        }
        Value::Proven { verdict: Verdict::Win, plies, .. } => format!("mate {}", plies.div_ceil(2)),
        Value::Proven { verdict: Verdict::Loss, plies, .. } => format!("mate -{}", plies.div_ceil(2)),
        Value::Decided { verdict, .. } | Value::Certain(verdict) | Value::Proven { verdict, .. } => {
            let units = match verdict {
                Verdict::Win => CERTAIN,
                Verdict::Draw => 0,
                Verdict::Loss => -CERTAIN,
            };
            format!("cp {units}")
        }
    }
}
