//! The fields that say what a search may spend, and how it shall play.

use std::num::{NonZeroU32, NonZeroU64, NonZeroUsize};
use std::time::Duration;

use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};

use super::whole::Whole;
use crate::http::limits::{Grant, Wish};
use crate::http::problem::{Kind, Problem};
use crate::registry::level::Level;
use crate::registry::{Ask, Naming};
use crate::spelling::{nearest, quoted};

/// What a search may spend, and how it shall play. The first limit met ends the search.
#[derive(Clone, Default, Debug, Deserialize, ToSchema, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct BudgetFields {
    /// Plies (half-moves): 1 is one's own move alone.
    #[param(value_type = Option<u64>, minimum = 1, maximum = 9007199254740991i64, example = 3)]
    #[schema(value_type = Option<u64>, minimum = 1, maximum = 9007199254740991i64)]
    pub depth: Option<Whole>,
    /// Wall time in milliseconds from the request's arrival to its answer, the wait in the queue included.
    #[param(value_type = Option<u64>, minimum = 1, maximum = 9007199254740991i64)]
    #[schema(value_type = Option<u64>, minimum = 1, maximum = 9007199254740991i64)]
    pub time_ms: Option<Whole>,
    /// Positions visited; the first ply is looked at to its end. With `nodes` or `depth` alone and one thread the
    /// same request gets the same answer.
    #[param(value_type = Option<u64>, minimum = 1, maximum = 9007199254740991i64)]
    #[schema(value_type = Option<u64>, minimum = 1, maximum = 9007199254740991i64)]
    pub nodes: Option<Whole>,
    /// `easy`, `medium` and `hard` look 3, 4 and 5 plies ahead, where a game is not solved by formula; `max` sets no
    /// limit of its own. Send `time_ms` too where an answer must not take longer: on large boards five plies may.
    #[param(value_type = Option<Level>, inline)]
    #[schema(value_type = Option<Level>, inline)]
    pub level: Option<String>,
    /// Instead of `level`: plays as a human of that strength would, errors included. `GET /games/{id}` gives
    /// the range that was measured, where there is one.
    #[param(value_type = Option<u64>, minimum = 1, maximum = 9007199254740991i64)]
    #[schema(value_type = Option<u64>, minimum = 1, maximum = 9007199254740991i64)]
    pub elo: Option<Whole>,
    /// How many of the best moves to rank; 1 by default.
    #[param(value_type = Option<u64>, minimum = 1, maximum = 9007199254740991i64)]
    #[schema(value_type = Option<u64>, minimum = 1, maximum = 9007199254740991i64)]
    pub lines: Option<Whole>,
    /// Choose among these moves only.
    #[param(min_items = 1)]
    #[schema(min_items = 1, max_items = 1000)]
    pub search_moves: Option<Vec<String>>,
    /// Threads that search; 1 by default.
    #[param(value_type = Option<u64>, minimum = 1, maximum = 9007199254740991i64)]
    #[schema(value_type = Option<u64>, minimum = 1, maximum = 9007199254740991i64)]
    pub threads: Option<Whole>,
    /// For whatever is drawn at random; 0 by default. Moves are drawn from an opening book, errors for `elo`, games
    /// of go, and what is hidden; a plain search draws nothing, and plays the same for every seed.
    #[param(value_type = Option<u64>, minimum = 0, maximum = 9007199254740991i64)]
    #[schema(value_type = Option<u64>, minimum = 0, maximum = 9007199254740991i64)]
    pub seed: Option<Whole>,
    /// `false`: no opening book.
    pub book: Option<bool>,
    /// `false`: no tables of endings, nor of solved openings, are asked for the answer. What an estimate knows of
    /// endings stays.
    pub tablebase: Option<bool>,
}

/// More moves to choose from than any position has.
pub const MOST_SEARCH_MOVES: usize = 1000;

impl BudgetFields {
    /// The limits that the request names.
    pub fn wish(&self) -> Result<Wish, Problem> {
        let positive = |field: &'static str, number: Option<Whole>| -> Result<Option<NonZeroU64>, Problem> {
            number.map(|number| number.positive(field)).transpose()
        };
        let level = self.level.as_deref().map(level).transpose()?;
        if level.is_some() && self.elo.is_some() {
            return Err(Problem::new(Kind::Conflict, "`level` and `elo` both say how well to play")
                .at("/elo")
                .hint("Send one of the two"));
        }
        let depth = positive("depth", self.depth)?.map(|n| clamped(n, NonZeroU32::MAX));
        let depth = [depth, level.and_then(Level::depth)].into_iter().flatten().min();
        Ok(Wish {
            depth,
            nodes: positive("nodes", self.nodes)?,
            time: positive("time_ms", self.time_ms)?.map(|ms| Duration::from_millis(ms.get())),
            threads: positive("threads", self.threads)?.map(|n| clamped(n, NonZeroUsize::MAX)),
            lines: positive("lines", self.lines)?.map(|n| clamped(n, NonZeroUsize::MAX)),
        })
    }

    /// The question for the room, with what was granted.
    pub fn ask(self, naming: Naming, grant: &Grant) -> Result<Ask, Problem> {
        let elo = self.elo.map(|elo| elo.positive("elo")).transpose()?;
        let seed = self.seed.map(|seed| seed.natural("seed")).transpose()?;
        if self.search_moves.as_ref().is_some_and(Vec::is_empty) {
            return Err(Problem::new(Kind::BadValue, "`search_moves` leaves no move to choose from")
                .at("/search_moves")
                .hint("Name at least one move, or leave the field out"));
        }
        let search_moves = self.search_moves.unwrap_or_default();
        if search_moves.len() > MOST_SEARCH_MOVES {
            let detail = format!("{} are more moves than any position has", search_moves.len());
            return Err(Problem::new(Kind::TooLarge, detail)
                .at("/search_moves")
                .hint("Name only legal moves, or leave the field out"));
        }
        Ok(Ask {
            search_moves,
            lines: grant.lines,
            threads: grant.threads,
            seed: seed.unwrap_or(0),
            elo: elo.map(NonZeroU64::get),
            book: self.book.unwrap_or(true),
            tablebase: self.tablebase.unwrap_or(true),
            ..Ask::new(naming, grant.budget)
        })
    }
}

/// The level that is called so.
fn level(name: &str) -> Result<Level, Problem> {
    Level::ALL.into_iter().find(|level| level.name() == name).ok_or_else(|| {
        let names = Level::ALL.map(Level::name);
        let hint = match nearest(name, names) {
            Some(level) => format!("Did you mean {level:?}?"),
            None => format!("The levels are {}", names.join(", ")),
        };
        Problem::new(Kind::BadValue, format!("{} is not a level", quoted(name))).at("/level").hint(hint)
    })
}

/// A number in a narrower type. What does not fit is above every cap anyway.
fn clamped<N: TryFrom<NonZeroU64>>(number: NonZeroU64, most: N) -> N {
    N::try_from(number).unwrap_or(most)
}

#[cfg(test)]
mod tests {
    use utoipa::PartialSchema;

    use super::*;

    fn wish(body: &str) -> Result<Wish, Problem> {
        serde_json::from_str::<BudgetFields>(body).expect(body).wish()
    }

    #[test]
    fn the_levels_look_three_four_and_five_plies_ahead() {
        for (level, plies) in [("easy", 3), ("medium", 4), ("hard", 5)] {
            let wish = wish(&format!(r#"{{"level": "{level}"}}"#)).expect(level);
            assert_eq!(wish, Wish { depth: NonZeroU32::new(plies), ..Wish::default() });
        }
        assert_eq!(wish(r#"{"level": "max"}"#), Ok(Wish::default()));
    }

    #[test]
    fn of_a_level_and_a_depth_the_first_limit_met_counts() {
        let depth = |body| wish(body).expect(body).depth.map(NonZeroU32::get);
        assert_eq!(depth(r#"{"level": "hard", "depth": 2}"#), Some(2));
        assert_eq!(depth(r#"{"level": "easy", "depth": 20}"#), Some(3));
    }

    #[test]
    fn an_unknown_level_is_refused_with_the_nearest_one() {
        let problem = wish(r#"{"level": "hrad"}"#).expect_err("no level");
        assert_eq!(problem.pointer.as_deref(), Some("/level"));
        assert_eq!(problem.hint.as_deref(), Some("Did you mean \"hard\"?"));
    }

    #[test]
    fn two_strengths_contradict_each_other() {
        let problem = wish(r#"{"level": "easy", "elo": 1500}"#).expect_err("two strengths");
        assert_eq!((problem.kind, problem.pointer.as_deref()), (Kind::Conflict, Some("/elo")));
    }

    #[test]
    fn a_limit_beyond_every_machine_is_as_high_as_its_type_goes() {
        let wish = wish(r#"{"depth": 9007199254740991, "nodes": 9007199254740991}"#).expect("sound");
        assert_eq!(wish.depth, Some(NonZeroU32::MAX));
    }

    #[test]
    fn as_many_moves_to_choose_from_are_described_as_are_taken() {
        let described = serde_json::to_value(BudgetFields::schema()).expect("a schema");
        assert_eq!(described["properties"]["search_moves"]["maxItems"], MOST_SEARCH_MOVES);
    }

    #[test]
    fn no_limit_may_be_zero_or_less() {
        for field in ["depth", "time_ms", "nodes", "lines", "threads"] {
            for number in [0, -1] {
                let problem = wish(&format!(r#"{{"{field}": {number}}}"#)).expect_err(field);
                assert_eq!(problem.pointer, Some(format!("/{field}")));
            }
        }
    }
}
