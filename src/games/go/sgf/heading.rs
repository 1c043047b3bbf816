//! Who played and how it ended, by the names that PGN has for it.

use super::nodes::{Node, Property};
use crate::notation::Heading;

const NAMES: [(&str, &str); 9] = [
    ("PB", "Black"),
    ("PW", "White"),
    ("BR", "BlackRank"),
    ("WR", "WhiteRank"),
    ("EV", "Event"),
    ("RO", "Round"),
    ("PC", "Site"),
    ("DT", "Date"),
    ("RE", "Result"),
];

/// What the first node of a game says of it.
pub(super) fn heading(root: &Node) -> Heading {
    let tags = root.iter().filter_map(tag).collect();
    let told = Heading { tags, result: None };
    Heading { result: told.tag("Result").and_then(result), ..told }
}

fn tag(property: &Property) -> Option<(String, String)> {
    let (_, name) = NAMES.iter().find(|(name, _)| *name == property.name)?;
    let words: Vec<_> = property.values.first()?.split_whitespace().collect();
    (!words.is_empty()).then(|| ((*name).to_owned(), words.join(" ")))
}

/// Who won, whatever by: `B+R`, `W+0.5`.
fn result(told: &str) -> Option<&'static str> {
    match told.to_ascii_lowercase().as_str() {
        "0" | "draw" | "jigo" => Some("1/2-1/2"),
        won if won.starts_with("b+") => Some("1-0"),
        won if won.starts_with("w+") => Some("0-1"),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::go::Go;
    use crate::notation::Notation;

    #[test]
    fn what_stands_in_the_first_node_is_told() {
        let Heading { tags, result } = Go::heading(
            "( ;GaMe[1]FF[3]\nPlayerBlack[Lee \\] Sedol]C[PW[no\\] 1. hi]AB[aa][bb]PW[Alpha\n Go]EV[ ]RE[W+0.5];\
             B[cc]PB[late])",
        );
        let told: Vec<_> = tags.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
        assert_eq!(told, [("Black", "Lee ] Sedol"), ("White", "Alpha Go"), ("Result", "W+0.5")]);
        assert_eq!(result, Some("0-1"));
        assert_eq!(Go::heading("(;SZ[9];B[ee])"), Heading::default());
        assert_eq!(Go::heading("9x9 komi 7 B: "), Heading::default());
    }

    #[test]
    fn a_result_is_told_in_points() {
        for (told, points) in [
            ("B+R", Some("1-0")),
            ("b+", Some("1-0")),
            ("W+3.5", Some("0-1")),
            ("0", Some("1/2-1/2")),
            ("Draw", Some("1/2-1/2")),
            ("?", None),
            ("Void", None),
        ] {
            assert_eq!(Go::heading(&format!("(;RE[{told}])")).result, points, "{told}");
        }
    }
}
