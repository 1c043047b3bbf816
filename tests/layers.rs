//! The floors of the house: each knows only those before it. Read from the paths in the sources.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

/// From the ground up, as `src/lib.rs` lists them; the program stands on top.
static FLOORS: LazyLock<Vec<String>> = LazyLock::new(|| {
    let listed = fs::read_to_string(source_folder().join("lib.rs")).unwrap();
    let name = |line: &str| Some(line.strip_prefix("//! - [`")?.split_once('`')?.0.to_owned());
    listed.lines().filter_map(name).chain(["main".to_owned()]).collect()
});

fn source_folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src")
}

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

/// What the source of a module names of the house, each with its line: `["search", "score"]`.
/// Comments and tests do not count.
fn named(source: &str, module: &[String]) -> Vec<(usize, Vec<String>)> {
    let code = without_tests(source);
    let mut named = Vec::new();
    for (at, _) in code.match_indices("crate::").chain(code.match_indices("super::")) {
        // The rest of a path, or of a longer name.
        if code[..at].ends_with(|c: char| c.is_alphanumeric() || c == '_' || c == ':') {
            continue;
        }
        let line = code[..at].matches('\n').count() + 1;
        let (stem, path) = climbed(module, &code[at..]);
        named.extend(paths(path).into_iter().map(|path| (line, [stem, &path].concat())));
    }
    named.sort_by_key(|(line, _)| *line);
    named
}

/// The module that a path begins at by its `crate` or `super`, and the rest of the path.
fn climbed<'a, 'b>(module: &'a [String], path: &'b str) -> (&'a [String], &'b str) {
    if let Some(rest) = path.strip_prefix("crate::") {
        return (&[], rest);
    }
    let (mut stem, mut rest) = (module, path);
    while let Some(above) = rest.strip_prefix("super::") {
        stem = stem.split_last().map_or(stem, |(_, stem)| stem);
        rest = above;
    }
    (stem, rest)
}

/// The paths at the beginning of a text, whole or grouped: `a::{b, c::D}` is `a::b` and `a::c::D`.
fn paths(text: &str) -> Vec<Vec<String>> {
    let end = text.find(|c: char| !(c.is_alphanumeric() || c == '_' || c == ':')).unwrap_or(text.len());
    let stem: Vec<String> =
        text[..end].split("::").filter(|part| !part.is_empty()).map(str::to_owned).collect();
    let Some(group) = text[end..].strip_prefix('{') else { return vec![stem] };
    let mut found = Vec::new();
    let (mut depth, mut begin) = (0, 0);
    for (at, c) in group.char_indices() {
        if depth == 0 && (c == ',' || c == '}') {
            let branches = paths(group[begin..at].trim_start());
            let whole = branches.into_iter().filter(|branch| !branch.is_empty());
            found.extend(whole.map(|branch| [stem.clone(), branch].concat()));
            begin = at + 1;
        }
        match c {
            '{' => depth += 1,
            '}' if depth == 0 => break,
            '}' => depth -= 1,
            _ => {}
        }
    }
    found
}

/// The code without comments and without items that are there for tests only; lines keep their
/// numbers.
fn without_tests(source: &str) -> String {
    let mut code = String::new();
    let mut lines = source.lines();
    while let Some(line) = lines.next() {
        if line.trim() == "#[cfg(test)]" {
            let indent = &line[..line.len() - line.trim_start().len()];
            code.push('\n');
            // An item ends in its first line, or with a brace below its beginning.
            let mut item = lines.by_ref().inspect(|_| code.push('\n'));
            let first = item.next().unwrap_or_default();
            if !first.ends_with([';', '}']) {
                item.find(|line| *line == format!("{indent}}}"));
            }
        } else {
            code.push_str(line.split("//").next().unwrap_or_default());
            code.push('\n');
        }
    }
    code
}

/// `src/games/chess/rules.rs` as `["games", "chess", "rules"]`, `src/games/mod.rs` as `["games"]`.
fn module(path: &Path, src: &Path) -> Vec<String> {
    let path = path.strip_prefix(src).unwrap().with_extension("");
    let parts = path.iter().map(|part| part.to_string_lossy().into_owned());
    parts.filter(|part| part != "mod").collect()
}

fn floor(module: &str) -> Option<usize> {
    FLOORS.iter().position(|floor| floor == module)
}

/// What is wrong with a module that names another.
fn objection(from: &[String], to: &[String]) -> Option<String> {
    let (own, other) = (floor(from.first()?)?, floor(to.first()?));
    let Some(other) = other else { return Some(format!("{} stands on no floor", to[0])) };
    if other > own {
        return Some(format!("{} must not know {}", from[0], to[0]));
    }
    if from[0] == "http" && to[0] == "games" {
        return Some("http must not know a game: the registry does".to_owned());
    }
    let file = from.last()?.as_str();
    if from[0] == "games" && ["rules", "notation"].contains(&file) && to[0] == "search" {
        return Some(format!("{file} must not know how the game is searched"));
    }
    let in_rooms = from[0] == "games" && to[0] == "games" && from.len() > 1 && to.len() > 1;
    (in_rooms && from[1] != to[1]).then(|| format!("the room of {} must not know {}'s", from[1], to[1]))
}

#[test]
fn every_arrow_points_down() {
    let src = source_folder();
    let mut objections = Vec::new();
    for path in sources(&src) {
        let from = module(&path, &src);
        if from == ["lib"] || from.last().is_some_and(|file| file == "tests") {
            continue;
        }
        assert!(floor(&from[0]).is_some(), "{} stands on no floor: give it one in lib.rs", from[0]);
        for (line, to) in named(&fs::read_to_string(&path).unwrap(), &from) {
            if let Some(objection) = objection(&from, &to) {
                objections.push(format!("{}:{line}: {objection}", path.display()));
            }
        }
    }
    assert!(objections.is_empty(), "\n{}", objections.join("\n"));
}

type Module = Vec<String>;

/// Every file's code without its tests.
struct House {
    files: BTreeMap<Module, String>,
    /// What the face of a folder, its `mod.rs`, hands on by a name of its own, and where it is from.
    handed_on: BTreeMap<Module, Module>,
}

impl House {
    fn of(files: impl IntoIterator<Item = (Module, String)>) -> House {
        let files: BTreeMap<_, _> = files.into_iter().collect();
        let mut handed_on = BTreeMap::new();
        for (module, code) in &files {
            let items = code.split("\npub").skip(1);
            let uses =
                items.filter_map(|item| item.strip_prefix(" use ").or(item.strip_prefix("(super) use ")));
            for (stem, rest) in uses.map(|path| climbed(module, path)) {
                for path in paths(rest) {
                    let name = path.last().expect("a path has a name").clone();
                    handed_on.insert([&module[..], &[name]].concat(), [stem, &path].concat());
                }
            }
        }
        House { files, handed_on }
    }

    /// The file in which that stands which a path names.
    fn home(&self, path: &[String]) -> Option<&Module> {
        let length = (1..=path.len()).rev().find(|length| self.files.contains_key(&path[..*length]))?;
        let onward =
            path.get(..=length).and_then(|name| self.handed_on.get(name)).filter(|from| **from != *path);
        match onward {
            Some(from) => self.home(from),
            None => self.files.get_key_value(&path[..length]).map(|(home, _)| home),
        }
    }

    /// Whom each file knows. A folder's face shows what stands in the folder, and is known there.
    fn arrows(&self) -> BTreeMap<&Module, BTreeSet<&Module>> {
        let known = |(from, code): (&'_ Module, &String)| -> BTreeSet<&Module> {
            let named = named(code, from);
            let homes = named.iter().filter_map(|(_, path)| self.home(path));
            homes.filter(|home| !from.starts_with(home) && !home.starts_with(from)).collect()
        };
        self.files.iter().map(|file| (file.0, known(file))).collect()
    }

    /// The files that know each other, by a way however long, and those that lie between two such.
    fn circles(&self) -> Vec<String> {
        let mut arrows = self.arrows();
        loop {
            let count = arrows.len();
            let known: BTreeSet<_> = arrows.values().flatten().copied().collect();
            let left: BTreeSet<_> = arrows.keys().copied().collect();
            arrows
                .retain(|file, knows| known.contains(file) && knows.iter().any(|other| left.contains(other)));
            if arrows.len() == count {
                return arrows.keys().map(|file| file.join("/")).collect();
            }
        }
    }
}

#[test]
fn no_file_knows_another_that_knows_it() {
    let src = source_folder();
    let files =
        sources(&src).into_iter().map(|path| (module(&path, &src), fs::read_to_string(&path).unwrap()));
    let files = files.filter(|(module, _)| module.last().is_some_and(|file| file != "tests"));
    let house = House::of(files.map(|(module, source)| (module, without_tests(&source))));
    assert!(house.arrows().values().map(BTreeSet::len).sum::<usize>() > 500, "arrows are seen");
    let circles = house.circles();
    assert!(circles.is_empty(), "move what they share to a file of its own:\n{}", circles.join("\n"));
}

#[test]
fn a_circle_is_seen_through_the_names_that_a_folder_hands_on() {
    let house = |files: &[(&str, &str)]| {
        let module = |name: &str| name.split('/').map(str::to_owned).collect::<Module>();
        House::of(files.iter().map(|(name, code)| (module(name), format!("\n{code}\n"))))
    };
    let face = ("go", "pub use board::{Board, Point};\npub use rules::Go;");
    let below = house(&[
        face,
        ("go/board", "use super::stones::S;"),
        ("go/stones", ""),
        ("go/rules", "use super::Board;"),
    ]);
    assert!(below.circles().is_empty());
    let round =
        house(&[face, ("go/board", "use super::Go;"), ("go/stones", ""), ("go/rules", "use super::Board;")]);
    assert_eq!(round.circles(), ["go/board", "go/rules"]);
    let long = house(&[
        ("a", "use crate::b::B;"),
        ("b", "use crate::c::{C, D};"),
        ("c", "use crate::a;"),
        ("d", "use crate::a::A;"),
    ]);
    assert_eq!(long.circles(), ["a", "b", "c"]);
}

#[test]
fn the_rules_of_every_game_stand_where_the_law_for_rules_reaches_them() {
    let src = source_folder();
    let mut rooms = 0;
    for path in sources(&src.join("games")) {
        let module = module(&path, &src);
        let code = without_tests(&fs::read_to_string(&path).unwrap());
        if !code.lines().any(|line| line.starts_with("impl Game for ")) {
            continue;
        }
        rooms += 1;
        // A game that is a single file has no other room.
        let is_a_file = module.len() == 2 && path.file_stem().is_some_and(|stem| stem != "mod");
        assert!(
            is_a_file || module.last().unwrap() == "rules",
            "{}: move the rules to rules.rs",
            path.display()
        );
    }
    assert!(rooms > 0, "a game has rules");
}

#[test]
fn an_arrow_that_points_up_is_seen() {
    let path = |text: &str| text.split("::").map(str::to_owned).collect::<Vec<_>>();
    let source = "\
        use crate::http::App;\n\
        #[cfg(test)]\n\
        mod tests {\n\
            use crate::main;\n\
        }\n\
        // crate::main\n\
        fn f(p: crate::game::Player) {}\n\
        use crate::{\n\
            dice::Dice,\n\
            registry::{self, record::Naming},\n\
        };\n\
        pub(super) use super::super::go;\n\
        use super::squares::Square;\n";
    let names = named(source, &path("games::chess::rules"));
    let expected = [
        (1, path("http::App")),
        (7, path("game::Player")),
        (8, path("dice::Dice")),
        (8, path("registry::self")),
        (8, path("registry::record::Naming")),
        (12, path("games::go")),
        (13, path("games::chess::squares::Square")),
    ];
    assert_eq!(names, expected);
    assert!(objection(&path("search::score"), &names[0].1).is_some());
    assert!(objection(&path("search::score"), &names[1].1).is_none());
    assert!(objection(&path("search::score"), &names[4].1).is_some());
    assert!(objection(&path("http::pool"), &path("games::chess")).is_some());
    assert!(objection(&path("http::pool"), &path("search::score")).is_none());
    assert!(objection(&path("games::chess::rules"), &path("search::score")).is_some());
    assert!(objection(&path("games::chess::notation"), &path("search::score")).is_some());
    assert!(objection(&path("games::chess::rules"), &path("games::go")).is_some());
    assert!(objection(&path("games::chess::rules"), &path("games::chess::board")).is_none());
}
