//! What the engine says about its search.

use cozy_chess::Move;

use crate::games::chess::Chess;
use crate::notation::Notation;
use crate::search::{Choice, Value, Verdict};

/// What a win that tables promise is told as, in centipawns: above any estimate.
const CERTAIN: i32 = 20_000;

/// The `info` lines of a choice, best line first. `fullness` of the table in thousandths.
pub(super) fn info(from: &Chess, choice: &Choice<Move>, fullness: u32) -> Vec<String> {
    let time = choice.time.as_millis();
    let speed = choice.speed();
    let one = |(number, line): (usize, &crate::search::Line<Move>)| {
        format!(
            "info depth {} seldepth {} multipv {} score {} nodes {} nps {speed} hashfull {fullness} time {time} pv {}",
            choice.depth,
            choice.selective_depth,
            number + 1,
            score(line.value),
            choice.nodes,
            from.write_line(&line.moves).join(" "),
        )
    };
    choice.lines.iter().enumerate().map(one).collect()
}

/// The `bestmove` line, with the reply to think about meanwhile.
pub(super) fn best(from: &Chess, line: &[Move]) -> String {
    let line = from.write_line(line);
    match line.get(1) {
        Some(reply) => format!("bestmove {} ponder {reply}", line[0]),
        None => format!("bestmove {}", line[0]),
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
