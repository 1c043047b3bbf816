//! The fields of a request by name, whether they came in a JSON body or in a query. A request
//! takes what it knows, part by part; what is left at the end was not known.

use serde::de::DeserializeOwned;
use serde_json::{Map, Value};
use serde_path_to_error::{Path, Segment};

use super::field_names::names_of;
use super::unambiguous::Unambiguous;
use crate::http::problem::{Kind, Problem};
use crate::spelling::{LONGEST_CODE, as_code, nearest, shortened};

/// Fields that nobody has taken yet, and the names of those that somebody knew.
#[derive(Clone, Debug)]
pub struct Fields {
    left: Map<String, Value>,
    known: Vec<&'static str>,
    shape: Shape,
}

/// How fields were sent.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Shape {
    Object,
    /// The one list that they are about, and nothing around it.
    BareList,
    Query,
}

/// Parameters of a query that are lists: repeated, or several items in one text, which only the
/// game can part.
const LISTS: [&str; 2] = ["moves", "search_moves"];
/// Parameters of a query that are numbers, or true and false. All others are text.
const SCALARS: [&str; 10] =
    ["depth", "time_ms", "nodes", "elo", "lines", "threads", "seed", "win", "book", "tablebase"];

const AN_OBJECT: &str = "Send an object, like {\"game\": \"…\", \"position\": \"…\"}";

impl Fields {
    /// The fields of an object in JSON; an array is taken for the field that is a list, if one is named.
    pub fn of_json(body: &[u8], list: Option<&str>) -> Result<Fields, Problem> {
        if body.iter().all(u8::is_ascii_whitespace) {
            return Err(Problem::new(Kind::BadJson, "The body is empty").hint(AN_OBJECT));
        }
        if let Err(error) = str::from_utf8(body) {
            let detail = format!("The body is not UTF-8 from byte {} on", error.valid_up_to());
            return Err(Problem::new(Kind::BadJson, detail)
                .hint("Convert it to UTF-8; older files, of PGN too, are often in Latin-1"));
        }
        let value = serde_json::from_slice::<Unambiguous>(body);
        let value = value
            .map_err(|error| Problem::new(Kind::BadJson, format!("Not JSON: {error}")).hint(AN_OBJECT))?;
        match (value.0, list) {
            (Value::Array(items), Some(list)) => {
                let left = [(list.to_owned(), items.into())].into_iter().collect();
                Ok(Fields { left, known: Vec::new(), shape: Shape::BareList })
            }
            (value, _) => Fields::of_value(value),
        }
    }

    /// The fields of an object that is part of a larger request.
    pub fn of_value(value: Value) -> Result<Fields, Problem> {
        match value {
            Value::Object(left) => Ok(Fields { left, known: Vec::new(), shape: Shape::Object }),
            other => {
                Err(Problem::new(Kind::BadType, format!("{} is not an object", as_code(&other.to_string())))
                    .at("")
                    .hint(AN_OBJECT))
            }
        }
    }

    /// The parameters of a query.
    pub fn of_query(query: &str) -> Result<Fields, Problem> {
        let pairs: Vec<(String, String)> = serde_urlencoded::from_str(query)
            .map_err(|error| Problem::new(Kind::BadType, format!("Not a query: {error}")))?;
        let mut left = Map::new();
        for (name, text) in pairs {
            if LISTS.contains(&name.as_str()) {
                let list = left.entry(name).or_insert_with(|| Value::Array(Vec::new()));
                if let Value::Array(list) = list {
                    list.push(text.into());
                }
                continue;
            }
            let value = match serde_json::from_str(&text) {
                Ok(scalar @ (Value::Number(_) | Value::Bool(_))) if SCALARS.contains(&name.as_str()) => {
                    scalar
                }
                _ => Value::from(text),
            };
            if left.contains_key(&name) {
                let detail = format!("The parameter {} appears twice", as_code(&name));
                return Err(Problem::new(Kind::BadType, detail)
                    .at(format!("/{}", escaped(&name)))
                    .hint("Send it once; only `moves` and `search_moves` are lists"));
            }
            left.insert(name, value);
        }
        Ok(Fields { left, known: Vec::new(), shape: Shape::Query })
    }

    /// Whether they came in a query, where a list of one text may be several items.
    #[must_use]
    pub fn in_query(&self) -> bool {
        self.shape == Shape::Query
    }

    /// Whether they came as a bare list, with no field around it.
    #[must_use]
    pub fn in_bare_list(&self) -> bool {
        self.shape == Shape::BareList
    }

    /// Takes the fields of one part of the request.
    pub fn take<T: DeserializeOwned>(&mut self) -> Result<T, Problem> {
        let names = names_of::<T>();
        let part = names.iter().filter_map(|name| self.left.remove_entry(*name)).collect();
        let part = Value::Object(part);
        self.known.extend(names);
        serde_path_to_error::deserialize(&part).map_err(|error| {
            let pointer = pointer_to(error.path());
            let sent = part.pointer(&pointer).unwrap_or(&part);
            mistyped(sent, &error.into_inner().to_string()).at(pointer)
        })
    }

    /// Takes one field as it is.
    pub fn take_value(&mut self, name: &'static str) -> Option<Value> {
        self.known.push(name);
        self.left.remove(name)
    }

    /// Refuses what nobody has taken.
    pub fn finish(self) -> Result<(), Problem> {
        let Some(name) = self.left.keys().next() else {
            return Ok(());
        };
        let problem = Problem::new(Kind::UnknownField, format!("There is no field {}", as_code(name)))
            .at(format!("/{}", escaped(name)));
        Err(match nearest(name, self.known.iter().copied()) {
            Some(known) => problem.hint(format!("Did you mean `{known}`?")),
            None => problem.hint(format!("The fields are {}", self.known.join(", "))),
        })
    }
}

fn pointer_to(path: &Path) -> String {
    path.iter()
        .map(|segment| match segment {
            Segment::Seq { index } => format!("/{index}"),
            Segment::Map { key } => format!("/{}", escaped(key)),
            Segment::Enum { .. } | Segment::Unknown => String::new(),
        })
        .collect()
}

/// A name inside a JSON pointer (RFC 6901).
pub(super) fn escaped(name: &str) -> String {
    name.replace('~', "~0").replace('/', "~1")
}

/// A value of the wrong type, in JSON's words; what was wanted stands at the end of what serde `said`.
fn mistyped(sent: &Value, said: &str) -> Problem {
    let (wanted, hint) = match said.rsplit("expected ").next() {
        Some("a string") => (
            "a string",
            match sent {
                Value::Number(_) | Value::Bool(_) => format!("Send it in quotes: \"{sent}\""),
                _ => "Send text in quotes".to_owned(),
            },
        ),
        Some("a sequence") => (
            "an array",
            match sent {
                Value::String(text) if text.trim().contains(char::is_whitespace) => {
                    let words = Value::from_iter(text.split_whitespace());
                    format!("Send an array, an entry each: {}", shortened(&words.to_string(), LONGEST_CODE))
                }
                Value::String(_) => {
                    format!(
                        "Send an array, even for one entry: [{}]",
                        shortened(&sent.to_string(), LONGEST_CODE)
                    )
                }
                _ => "Send an array, like [\"…\", \"…\"]".to_owned(),
            },
        ),
        Some("a boolean") => ("a boolean", "Send true or false".to_owned()),
        _ => (
            "a whole number",
            match sent {
                Value::String(text) if text.parse::<f64>().is_ok() => "Send it without quotes",
                _ => "Send a number without a fraction, like 3, or leave it out",
            }
            .to_owned(),
        ),
    };
    Problem::new(Kind::BadType, format!("{} is not {wanted}", as_code(&sent.to_string()))).hint(hint)
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;

    use super::*;
    use crate::http::wire::whole::Whole;

    #[derive(Deserialize)]
    struct Part {
        depth: Option<Whole>,
        moves: Option<Vec<String>>,
    }

    fn part(body: &str) -> Result<Part, Problem> {
        let mut fields = Fields::of_json(body.as_bytes(), None)?;
        let part = fields.take()?;
        fields.finish().map(|()| part)
    }

    fn refusal(body: &str) -> (Kind, Option<String>, Option<String>) {
        let problem = part(body).err().expect(body);
        (problem.kind, problem.pointer, problem.hint)
    }

    #[test]
    fn a_part_takes_its_own_fields() {
        let part = part(r#"{"moves": ["e4"], "depth": null}"#).expect("sound");
        assert_eq!(part.moves, Some(vec!["e4".to_owned()]));
        assert!(part.depth.is_none());
    }

    #[test]
    fn an_unknown_field_is_refused_with_the_nearest_known_one() {
        let (kind, pointer, hint) = refusal(r#"{"dept": 3}"#);
        assert_eq!((kind, pointer.as_deref()), (Kind::UnknownField, Some("/dept")));
        assert_eq!(hint.as_deref(), Some("Did you mean `depth`?"));
        assert_eq!(refusal(r#"{"a/b~c": 3}"#).1.as_deref(), Some("/a~1b~0c"));
    }

    #[test]
    fn a_wrong_type_is_pointed_at() {
        assert_eq!(refusal(r#"{"moves": ["e4", 5]}"#).1.as_deref(), Some("/moves/1"));
        assert_eq!(refusal(r#"{"depth": "three"}"#).1.as_deref(), Some("/depth"));
    }

    #[test]
    fn a_wrong_type_is_told_in_the_words_of_json_with_what_to_send() {
        let told = |body| {
            let problem = part(body).err().expect(body);
            (problem.detail, problem.hint.expect(body))
        };
        for (body, detail, hint) in [
            (r#"{"moves": [4]}"#, "`4` is not a string", "Send it in quotes: \"4\""),
            (r#"{"moves": [null]}"#, "`null` is not a string", "Send text in quotes"),
            (r#"{"moves": "e4"}"#, "`\"e4\"` is not an array", "Send an array, even for one entry: [\"e4\"]"),
            (
                r#"{"moves": "e4 e5"}"#,
                "`\"e4 e5\"` is not an array",
                "Send an array, an entry each: [\"e4\",\"e5\"]",
            ),
            (r#"{"moves": {}}"#, "`{}` is not an array", "Send an array, like [\"…\", \"…\"]"),
        ] {
            assert_eq!(told(body), (detail.to_owned(), hint.to_owned()), "{body}");
        }
        for (body, hint) in [
            (r#"{"depth": 1.5}"#, "Send a number without a fraction, like 3, or leave it out"),
            (r#"{"depth": "abc"}"#, "Send a number without a fraction, like 3, or leave it out"),
            (r#"{"depth": "5"}"#, "Send it without quotes"),
        ] {
            assert_eq!(told(body).1, hint, "{body}");
        }
        assert_eq!(told(r#"{"depth": 1.5}"#).0, "`1.5` is not a whole number");
    }

    #[test]
    fn text_in_latin_1_is_told_to_be_converted() {
        let problem = Fields::of_json(b"{\"moves\": [\"M\xfcller\"]}", None).expect_err("no UTF-8");
        assert_eq!(problem.kind, Kind::BadJson);
        assert_eq!(problem.detail, "The body is not UTF-8 from byte 13 on");
        assert!(problem.hint.is_some_and(|hint| hint.starts_with("Convert it to UTF-8")));
    }

    #[test]
    fn a_name_that_stands_there_twice_is_refused() {
        assert_eq!(refusal(r#"{"depth": 3, "depth": 4}"#).0, Kind::BadJson);
    }

    #[test]
    fn what_is_no_object_is_refused() {
        for body in ["", "  ", "{", "[", "nul", "\u{feff}{}", r#"{"depth": 1e999}"#, r#"{"a": "\ud800"}"#] {
            assert_eq!(refusal(body).0, Kind::BadJson, "{body:?}");
        }
        for body in ["null", "3", "\"x\"", "[]", "true"] {
            assert_eq!(refusal(body).0, Kind::BadType, "{body:?}");
        }
    }

    #[test]
    fn a_body_nested_without_end_is_refused() {
        assert_eq!(refusal(&"[".repeat(100_000)).0, Kind::BadJson);
    }

    #[test]
    fn a_query_has_lists_numbers_and_text() {
        let mut fields = Fields::of_query("moves=roll+31&moves=8/5+6/5&depth=7").expect("a query");
        let part: Part = fields.take().expect("sound");
        assert_eq!(part.moves, Some(vec!["roll 31".to_owned(), "8/5 6/5".to_owned()]));
        assert_eq!(part.depth.map(|depth| depth.natural("depth")), Some(Ok(7)));
    }

    #[test]
    fn a_parameter_that_stands_there_twice_is_refused() {
        let problem = Fields::of_query("depth=1&depth=2").expect_err("ambiguous");
        assert_eq!(problem.pointer.as_deref(), Some("/depth"));
    }

    #[test]
    fn a_long_value_is_not_repeated_in_full() {
        let problem = part(&format!(r#"{{"depth": "{}"}}"#, "9".repeat(10_000))).err().expect("no number");
        assert!(problem.detail.len() < 300, "{}", problem.detail);
        assert!(problem.detail.ends_with("is not a whole number"), "{}", problem.detail);
    }
}
