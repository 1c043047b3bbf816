//! What somebody probably meant who wrote a name that nobody knows.

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
