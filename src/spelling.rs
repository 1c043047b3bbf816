//! What somebody wrote, told back, and what was probably meant.

use std::borrow::Cow;
use std::str::FromStr;

/// More than this part of the longer name's letters must stand as they are for one to be meant by the other.
const ALIKE: f64 = 0.5;

/// In bytes: nobody means a name by more, and to compare it would take long.
const LONGEST_NAME: usize = 64;

/// The known name that was most likely meant, if any is like it.
///
/// ```
/// use bestmove::spelling::nearest;
///
/// assert_eq!(nearest("dept", ["depth", "time_ms"]), Some("depth"));
/// assert_eq!(nearest("chees", ["checkers", "chess"]), Some("chess"));
/// assert_eq!(nearest("colour", ["depth", "time_ms"]), None);
/// assert_eq!(nearest(&"depth".repeat(50_000), ["depth", "time_ms"]), None);
/// ```
pub fn nearest<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    if name.len() > LONGEST_NAME {
        return None;
    }
    let name = name.to_lowercase();
    known
        .into_iter()
        .map(|candidate| (strsim::normalized_damerau_levenshtein(&name, candidate), candidate))
        .filter(|(likeness, _)| *likeness > ALIKE)
        .max_by(|a, b| a.0.total_cmp(&b.0))
        .map(|(_, candidate)| candidate)
}

/// A number as it is written in digits alone: without the plus sign that Rust reads, too.
///
/// ```
/// use bestmove::spelling::number;
///
/// assert_eq!(number("14"), Some(14));
/// assert_eq!([number::<u8>("+14"), number("-1"), number(""), number("300")], [None; 4]);
/// ```
#[must_use]
pub fn number<N: FromStr>(text: &str) -> Option<N> {
    digits(text)?.parse().ok()
}

/// The same text, if it is digits alone, however many: a number, though it may be too large for any type.
///
/// ```
/// use bestmove::spelling::digits;
///
/// assert_eq!(digits("99999999999999999999"), Some("99999999999999999999"));
/// assert_eq!([digits(""), digits("+1"), digits("1.5")], [None; 3]);
/// ```
#[must_use]
pub fn digits(text: &str) -> Option<&str> {
    (!text.is_empty() && text.bytes().all(|letter| letter.is_ascii_digit())).then_some(text)
}

/// A hyphen, a dash or a minus: what people write for one another.
#[must_use]
pub fn is_hyphen(c: char) -> bool {
    matches!(c, '-' | '\u{2010}'..='\u{2015}' | '−')
}

/// What a text may hold without showing it: marks that choose between text and picture forms of a
/// figurine, spaces without width, the mark at the head of a file.
#[must_use]
pub fn is_unseen(c: char) -> bool {
    matches!(c, '\u{fe0e}' | '\u{fe0f}' | '\u{200b}'..='\u{200f}' | '\u{2060}' | '\u{feff}')
}

/// What somebody wrote, in quotes, no longer than anybody would read.
///
/// ```
/// use bestmove::spelling::quoted;
///
/// assert_eq!(quoted("e9"), r#""e9""#);
/// assert_eq!(quoted(&"x".repeat(1000)).chars().count(), 43);
/// ```
pub fn quoted(text: &str) -> String {
    match beginning(text, LONGEST) {
        Some(cut) => format!("\"{}\"…", cut.escape_debug()),
        None => format!("\"{}\"", text.escape_debug()),
    }
}

/// In characters.
const LONGEST: usize = 40;

/// The first of many words, as many as anybody would read.
///
/// ```
/// use bestmove::spelling::listed;
///
/// assert_eq!(listed(["a1", "b2"]), "a1, b2");
/// assert!(listed((0..50).map(|n| n.to_string())).ends_with("10, 11, and more"));
/// ```
pub fn listed(words: impl IntoIterator<Item = impl Into<String>>) -> String {
    let mut words = words.into_iter().map(Into::into);
    let mut told: Vec<String> = words.by_ref().take(MOST_WORDS).collect();
    told.extend(words.next().map(|_| "and more".to_owned()));
    told.join(", ")
}

const MOST_WORDS: usize = 12;

/// What somebody wrote, or no more than so many characters of it.
///
/// ```
/// use bestmove::spelling::shortened;
///
/// assert_eq!(shortened("naïveté", 3), "naï…");
/// assert_eq!(shortened("naïveté", 7), "naïveté");
/// ```
#[must_use]
pub fn shortened(text: &str, most: usize) -> Cow<'_, str> {
    beginning(text, most).map_or(text.into(), |cut| format!("{cut}…").into())
}

/// In characters, of what stands as code.
pub const LONGEST_CODE: usize = 80;

/// A name or a value that somebody wrote, as code.
///
/// ```
/// assert_eq!(bestmove::spelling::as_code("dept"), "`dept`");
/// ```
#[must_use]
pub fn as_code(text: &str) -> String {
    format!("`{}`", shortened(text, LONGEST_CODE))
}

/// The first so many characters, if there are more.
fn beginning(text: &str, most: usize) -> Option<&str> {
    text.char_indices().nth(most).map(|(end, _)| &text[..end])
}
