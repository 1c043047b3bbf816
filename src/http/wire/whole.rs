//! Numbers as JSON writes them.

use std::fmt;
use std::num::NonZeroU64;

use serde::de::{Error, Unexpected, Visitor};
use serde::{Deserialize, Deserializer};

use crate::http::problem::{Kind, Problem};

/// A whole number: `3`, `3.0` or `3e2`. Beyond what a JSON number carries exactly it is only
/// known to be too large.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Whole(i64);

/// The largest number that every reader of JSON agrees on, 2^53 - 1.
pub const LARGEST: i64 = 9_007_199_254_740_991;

impl Whole {
    /// From zero up.
    pub fn natural(self, field: &str) -> Result<u64, Problem> {
        self.from(0, field)
    }

    /// From one up.
    pub fn positive(self, field: &str) -> Result<NonZeroU64, Problem> {
        self.from(1, field).map(|n| NonZeroU64::new(n).unwrap_or(NonZeroU64::MIN))
    }

    fn from(self, least: i64, field: &str) -> Result<u64, Problem> {
        if (least..=LARGEST).contains(&self.0) {
            return Ok(self.0.unsigned_abs());
        }
        let detail = match self.0 {
            i64::MAX | i64::MIN => format!("`{field}` is beyond the numbers that JSON carries exactly"),
            n => format!("`{field}` is {n}"),
        };
        let bound = if self.0 < least { format!("{least} or more") } else { format!("{LARGEST} or less") };
        let hint = format!("Send {bound}, or leave the field out");
        Err(Problem::new(Kind::BadValue, detail).at(format!("/{field}")).hint(hint))
    }
}

impl<'de> Deserialize<'de> for Whole {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Whole, D::Error> {
        struct Reader;

        impl Visitor<'_> for Reader {
            type Value = Whole;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a whole number")
            }

            fn visit_i64<E: Error>(self, n: i64) -> Result<Whole, E> {
                Ok(Whole(n))
            }

            fn visit_u64<E: Error>(self, n: u64) -> Result<Whole, E> {
                Ok(Whole(i64::try_from(n).unwrap_or(i64::MAX)))
            }

            fn visit_f64<E: Error>(self, n: f64) -> Result<Whole, E> {
                match n.fract() {
                    // `as` saturates.
                    0.0 => Ok(Whole(n as i64)),
                    _ => Err(E::invalid_type(Unexpected::Float(n), &self)),
                }
            }
        }

        deserializer.deserialize_any(Reader)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Option<Whole> {
        serde_json::from_str(text).ok()
    }

    #[test]
    fn a_whole_number_may_be_written_like_a_fraction() {
        assert_eq!([read("300"), read("300.0"), read("3e2")], [Some(Whole(300)); 3]);
        assert_eq!([read("2.5"), read("\"3\""), read("true")], [None; 3]);
        // As many figures as a fraction can have: no last one is made up.
        assert_eq!(read("3902626664816230.0"), Some(Whole(3_902_626_664_816_230)));
    }

    #[test]
    fn what_is_too_small_or_too_large_is_refused_and_never_wraps() {
        for text in ["0", "-1", "-9223372036854775808", "18446744073709551615", "1e300", "9007199254740992"] {
            let problem = read(text).expect("a whole number").positive("depth").expect_err(text);
            assert_eq!(
                (problem.kind, problem.pointer.as_deref()),
                (Kind::BadValue, Some("/depth")),
                "{text}"
            );
        }
        let hint = |text| read(text).expect("a whole number").positive("depth").expect_err(text).hint;
        assert_eq!(hint("0").as_deref(), Some("Send 1 or more, or leave the field out"));
        assert_eq!(hint("1e300").as_deref(), Some("Send 9007199254740991 or less, or leave the field out"));
        assert_eq!(read("0").expect("a number").natural("seed"), Ok(0));
        assert_eq!(read("9007199254740991").expect("a number").natural("seed"), Ok(LARGEST as u64));
    }
}
