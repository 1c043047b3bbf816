//! The floors of the house: each knows only those before it. Read from the paths in the sources.

use std::fs;
use std::path::{Path, PathBuf};

/// From the ground up. Those on one floor do not know each other, unless their order says so.
const FLOORS: [&str; 12] = [
    "dice", "spelling", "game", "notation", "umpire", "search", "games", "registry", "config", "http",
    "command", "main",
];

fn sources(under: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(under).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(sources(&path));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
    found
}

/// The modules under `crate` that a source names, each with its line: `["search", "score"]`.
/// Comments and the tests at the end of a file do not count.
fn named(source: &str) -> Vec<(usize, Vec<String>)> {
    let mut named = Vec::new();
    for (number, line) in source.lines().enumerate() {
        if line.trim() == "#[cfg(test)]" {
            break;
        }
        let code = line.split("//").next().unwrap_or_default();
        for path in code.split("crate::").skip(1) {
            let end =
                path.find(|c: char| !(c.is_alphanumeric() || c == '_' || c == ':')).unwrap_or(path.len());
            let parts = path[..end].split("::").filter(|part| !part.is_empty());
            named.push((number + 1, parts.map(str::to_owned).collect()));
        }
    }
    named
}

/// `src/games/chess/rules.rs` as `["games", "chess", "rules"]`.
fn module(path: &Path, src: &Path) -> Vec<String> {
    let path = path.strip_prefix(src).unwrap().with_extension("");
    path.iter().map(|part| part.to_string_lossy().into_owned()).collect()
}

fn floor(module: &str) -> Option<usize> {
    FLOORS.iter().position(|floor| *floor == module)
}

/// What is wrong with a module that names another.
fn objection(from: &[String], to: &[String]) -> Option<String> {
    let (own, other) = (floor(from.first()?)?, floor(to.first()?));
    let Some(other) = other else { return Some(format!("{} stands on no floor", to[0])) };
    if other > own {
        return Some(format!("{} must not know {}", from[0], to[0]));
    }
    let in_rooms = from[0] == "games" && to[0] == "games" && from.len() > 1 && to.len() > 1;
    (in_rooms && from[1] != "mod" && from[1] != to[1])
        .then(|| format!("the room of {} must not know {}'s", from[1], to[1]))
}

#[test]
fn every_arrow_points_down() {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut objections = Vec::new();
    for path in sources(&src) {
        let from = module(&path, &src);
        if from == ["lib"] {
            continue;
        }
        assert!(floor(&from[0]).is_some(), "{} stands on no floor: give it one in FLOORS", from[0]);
        for (line, to) in named(&fs::read_to_string(&path).unwrap()) {
            if let Some(objection) = objection(&from, &to) {
                objections.push(format!("{}:{line}: {objection}", path.display()));
            }
        }
    }
    assert!(objections.is_empty(), "\n{}", objections.join("\n"));
}

#[test]
fn an_arrow_that_points_up_is_seen() {
    let path = |text: &str| text.split("::").map(str::to_owned).collect::<Vec<_>>();
    let source =
        "use crate::http::App;\n// crate::main\nfn f(p: crate::game::Player) {}\n#[cfg(test)]\ncrate::http";
    let names = named(source);
    assert_eq!(names, [(1, path("http::App")), (3, path("game::Player"))]);
    assert!(objection(&path("search::score"), &names[0].1).is_some());
    assert!(objection(&path("search::score"), &names[1].1).is_none());
    assert!(objection(&path("games::chess::rules"), &path("games::go")).is_some());
    assert!(objection(&path("games::chess::rules"), &path("games::chess::board")).is_none());
}
