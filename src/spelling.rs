//! What somebody wrote, told back, and what was probably meant.

/// How alike two names must be (Jaro and Winkler's measure, 0 to 1) for one to be meant by the other.
const ALIKE: f64 = 0.75;

/// The known name that was most likely meant, if any is like it.
///
/// ```
/// use bestmove::spelling::nearest;
///
/// assert_eq!(nearest("dept", ["depth", "time_ms"]), Some("depth"));
/// assert_eq!(nearest("colour", ["depth", "time_ms"]), None);
/// ```
pub fn nearest<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let name = name.to_lowercase();
    known
        .into_iter()
        .map(|candidate| (strsim::jaro_winkler(&name, candidate), candidate))
        .filter(|(likeness, _)| *likeness > ALIKE)
        .max_by(|a, b| a.0.total_cmp(&b.0))
        .map(|(_, candidate)| candidate)
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
    let cut: String = text.chars().take(LONGEST).collect();
    let more = if cut.len() < text.len() { "…" } else { "" };
    format!("\"{}\"{more}", cut.escape_debug())
}

/// In characters.
const LONGEST: usize = 40;
