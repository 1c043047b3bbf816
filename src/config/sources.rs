//! Where settings come from: the built-in file, a file, the environment, flags; the last one wins.
//!
//! The built-in `config/default.toml` is the one table of all settings. Keys, types, help texts,
//! names of flags and of environment variables are read from it.

use std::ffi::OsString;
use std::fmt;
use std::path::Path;

use toml::{Table, Value};

use super::Config;
use crate::spelling::nearest;

const DEFAULTS: &str = include_str!("../../config/default.toml");
/// What variables in the environment begin with.
const PREFIX: &str = "BESTMOVE_";

/// One line of the table.
#[derive(Clone, Debug)]
pub struct Setting {
    /// `bind`, or section and name: `pool.seats`.
    pub key: String,
    /// The comment above it.
    pub help: String,
    pub value: Value,
    pub source: Source,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Source {
    Default,
    File(String),
    Environment(String),
    Flag(String),
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Source::Default => f.write_str("default"),
            Source::File(path) => write!(f, "file {path}"),
            Source::Environment(name) => write!(f, "environment {name}"),
            Source::Flag(name) => write!(f, "flag {name}"),
        }
    }
}

impl Setting {
    /// `--pool-seats` without the dashes.
    #[must_use]
    pub fn flag(&self) -> String {
        self.key.replace(['.', '_'], "-")
    }

    /// `BESTMOVE_POOL_SEATS`.
    #[must_use]
    pub fn variable(&self) -> String {
        format!("{PREFIX}{}", self.key.replace('.', "_").to_uppercase())
    }

    /// The value as it may be printed: of a key only its name.
    #[must_use]
    pub fn shown(&self) -> String {
        match &self.value {
            Value::Array(keys) if self.key == "allowance.keys" => {
                let named = keys.iter().filter_map(|key| key.as_str()?.split_once('='));
                Value::from(named.map(|(name, _)| format!("{name}=…")).collect::<Vec<_>>()).to_string()
            }
            Value::String(key) if self.key == "umpire.seal_key" && !key.is_empty() => "\"…\"".to_owned(),
            value => value.to_string(),
        }
    }

    /// Takes a value that was written as plain text. What it stands for follows from the default.
    fn say(&mut self, text: &str, source: Source) -> Result<(), String> {
        let value = match &self.value {
            Value::Integer(_) => text.replace('_', "").parse().ok().map(Value::Integer),
            Value::Boolean(_) => text.parse().ok().map(Value::Boolean),
            Value::Array(_) => {
                let items = text.split(',').map(str::trim).filter(|item| !item.is_empty());
                Some(items.map(Value::from).collect::<Vec<_>>().into())
            }
            _ => Some(text.into()),
        };
        let kind = self.value.type_str();
        self.value = value.ok_or_else(|| format!("{}: {text:?} is no {kind} ({source})", self.key))?;
        self.source = source;
        Ok(())
    }
}

/// All settings, each with its source.
#[derive(Clone, Debug)]
pub struct Settings(Vec<Setting>);

impl Settings {
    #[must_use]
    pub fn defaults() -> Settings {
        let table: Table = DEFAULTS.parse().expect("the built-in file is TOML, as a test shows");
        let value = |key: &str| lookup(&table, key).expect("the key was read from this file").clone();
        let lines = commented_keys(DEFAULTS);
        let setting = |(key, help): (String, String)| {
            let value = value(&key);
            Setting { key, help, value, source: Source::Default }
        };
        Settings(lines.into_iter().map(setting).collect())
    }

    pub fn iter(&self) -> impl Iterator<Item = &Setting> {
        self.0.iter()
    }

    /// Takes what a file says. Errors are one line, ready to be shown.
    pub fn read_file(&mut self, path: &Path) -> Result<(), String> {
        let shown = path.display().to_string();
        let text = std::fs::read_to_string(path).map_err(|e| format!("cannot read {shown}: {e}"))?;
        self.read_toml(&text, &shown)
    }

    fn read_toml(&mut self, text: &str, path: &str) -> Result<(), String> {
        let table: Table = text.parse().map_err(|e: toml::de::Error| {
            let line = 1 + e.span().map_or(0, |span| text[..span.start].matches('\n').count());
            format!("{path}, line {line}: {}", e.message().replace('\n', " "))
        })?;
        for (key, value) in leaves(table) {
            let setting = self.find(&key).map_err(|e| format!("{path}: {e}"))?;
            let (kind, source) = (setting.value.type_str(), Source::File(path.to_owned()));
            if value.type_str() != kind {
                // Which value it is stays unsaid: it may be a secret.
                return Err(format!("{key}: a value of type {}, not {kind} ({source})", value.type_str()));
            }
            (setting.value, setting.source) = (value, source);
        }
        Ok(())
    }

    /// Takes what `variable` knows; an empty one says nothing. Names that are no setting are never refused,
    /// for an orchestrator may put its own there; [`misspelt`](Settings::misspelt) tells which were
    /// probably meant.
    pub fn read_environment(&mut self, variable: impl Fn(&str) -> Option<OsString>) -> Result<(), String> {
        for setting in &mut self.0 {
            let name = setting.variable();
            let Some(text) = variable(&name).filter(|text| !text.is_empty()) else { continue };
            let text = text.into_string().map_err(|_| format!("{name}: the value is not UTF-8"))?;
            setting.say(&text, Source::Environment(name))?;
        }
        Ok(())
    }

    /// The variable that was probably meant by one that is no setting. None for what an orchestrator
    /// puts into the environment of a service so named, like `BESTMOVE_SERVICE_HOST` and
    /// `BESTMOVE_PORT_8080_TCP`, and for what is like no setting.
    #[must_use]
    pub fn misspelt(&self, variable: &str) -> Option<String> {
        let name = variable.strip_prefix(PREFIX)?;
        let is_address = name.split('_').any(|word| word == "SERVICE" || word == "PORT");
        if is_address || self.iter().any(|setting| setting.variable() == variable) {
            return None;
        }
        let meant = self.meant(&name.to_lowercase())?;
        self.iter().find(|setting| setting.key == meant).map(Setting::variable)
    }

    /// Takes what `flag` knows.
    pub fn read_flags(&mut self, flag: impl Fn(&str) -> Option<String>) -> Result<(), String> {
        for setting in &mut self.0 {
            let name = setting.flag();
            if let Some(text) = flag(&name) {
                setting.say(&text, Source::Flag(format!("--{name}")))?;
            }
        }
        Ok(())
    }

    /// The settings as typed values; the error names the setting at fault and its source.
    pub fn config(&self) -> Result<Config, String> {
        let mut table = Table::new();
        for Setting { key, value, .. } in &self.0 {
            match key.split_once('.') {
                None => table.insert(key.clone(), value.clone()),
                Some((section, name)) => {
                    let section = table.entry(section).or_insert_with(|| Table::new().into());
                    section
                        .as_table_mut()
                        .expect("sections hold settings")
                        .insert(name.to_owned(), value.clone())
                }
            };
        }
        serde_path_to_error::deserialize(table).map_err(|error| {
            let path = error.path().to_string();
            let reason = error.into_inner().message().replace('\n', " ");
            let at_fault = |s: &&Setting| path == s.key || path.starts_with(&format!("{}[", s.key));
            match self.iter().find(at_fault) {
                Some(Setting { key, value, source, .. }) => {
                    format!("{key}: {} ({source})", in_plain_words(reason, value))
                }
                None => reason,
            }
        })
    }

    fn find(&mut self, key: &str) -> Result<&mut Setting, String> {
        match self.0.iter().position(|setting| setting.key == key) {
            Some(index) => Ok(&mut self.0[index]),
            None => Err(match self.meant(key) {
                Some(known) => format!("unknown setting {key:?}; did you mean {known:?}?"),
                None => format!("unknown setting {key:?}; `bestmove config` lists them all"),
            }),
        }
    }

    /// The setting that was probably meant: one that is spelt alike, with its section or without.
    fn meant(&self, key: &str) -> Option<&str> {
        let spellings = |key| [key, without_section(key)];
        let keys = || self.iter().map(|setting| setting.key.as_str());
        let meant = nearest(key, keys().flat_map(spellings))?;
        keys().find(|known| spellings(known).contains(&meant))
    }
}

fn without_section(key: &str) -> &str {
    key.split_once('.').map_or(key, |(_, name)| name)
}

/// Why a value is refused; of a number that does not fit its type in Rust, without that type.
fn in_plain_words(reason: String, value: &Value) -> String {
    let (Value::Integer(number), Some((_, wanted))) = (value, reason.split_once("expected ")) else {
        return reason;
    };
    let least = i64::from(wanted.starts_with("a nonzero"));
    if *number < least {
        format!("{number} is too small, the least is {least}")
    } else {
        format!("{number} is too large, the most is {}", u32::MAX)
    }
}

fn lookup<'t>(table: &'t Table, key: &str) -> Option<&'t Value> {
    match key.split_once('.') {
        None => table.get(key),
        Some((section, name)) => table.get(section)?.get(name),
    }
}

/// Every value with its key; sections are one deep.
fn leaves(table: Table) -> Vec<(String, Value)> {
    let mut leaves = Vec::new();
    for (key, value) in table {
        match value {
            Value::Table(section) => {
                leaves.extend(section.into_iter().map(|(name, value)| (format!("{key}.{name}"), value)));
            }
            value => leaves.push((key, value)),
        }
    }
    leaves
}

/// The keys of a TOML file in its order, each with the comment right above it.
fn commented_keys(text: &str) -> Vec<(String, String)> {
    let (mut keys, mut section, mut comment) = (Vec::new(), String::new(), Vec::new());
    for line in text.lines() {
        if let Some(words) = line.strip_prefix('#') {
            comment.push(words.trim());
            continue;
        }
        if let Some(name) = line.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) {
            section = format!("{name}.");
        } else if let Some((name, _)) = line.split_once('=') {
            keys.push((format!("{section}{}", name.trim()), comment.join(" ")));
        }
        comment.clear();
    }
    keys
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(settings: &Settings, key: &str) -> (Value, Source) {
        let setting = settings.iter().find(|s| s.key == key).unwrap();
        (setting.value.clone(), setting.source.clone())
    }

    #[test]
    fn every_line_of_the_built_in_file_is_a_setting_with_a_comment() {
        let settings = Settings::defaults();
        let keys: Vec<_> = settings.iter().map(|s| s.key.clone()).collect();
        let mut all: Vec<_> = leaves(DEFAULTS.parse().unwrap()).into_iter().map(|(key, _)| key).collect();
        all.sort();
        let mut sorted = keys.clone();
        sorted.sort();
        assert_eq!(sorted, all);
        assert!(settings.iter().all(|s| !s.help.is_empty()));
    }

    #[test]
    fn a_flag_beats_the_environment_which_beats_the_file_which_beats_the_default() {
        let mut settings = Settings::defaults();
        let file = "bind = '127.0.0.1:1'\n[pool]\nseats = 1\nqueue = 1\nmargin_ms = 1";
        settings.read_toml(file, "f.toml").unwrap();
        settings
            .read_environment(|name| {
                ["BESTMOVE_POOL_SEATS", "BESTMOVE_POOL_QUEUE"].contains(&name).then(|| "2".into())
            })
            .unwrap();
        settings.read_flags(|name| (name == "pool-seats").then(|| "3".to_owned())).unwrap();

        assert_eq!(value(&settings, "pool.seats"), (3.into(), Source::Flag("--pool-seats".into())));
        assert_eq!(
            value(&settings, "pool.queue"),
            (2.into(), Source::Environment("BESTMOVE_POOL_QUEUE".into()))
        );
        assert_eq!(value(&settings, "pool.margin_ms"), (1.into(), Source::File("f.toml".into())));
        assert_eq!(value(&settings, "pool.least_ms").1, Source::Default);
        assert_eq!(settings.config().unwrap().pool.seats.get(), 3);
    }

    #[test]
    fn an_unknown_setting_is_refused_with_the_nearest_name() {
        let refusal = Settings::defaults().read_toml("[pool]\nseat = 1", "f.toml").unwrap_err();
        assert_eq!(refusal, "f.toml: unknown setting \"pool.seat\"; did you mean \"pool.seats\"?");
        let refusal = Settings::defaults().read_toml("seats = 1", "f.toml").unwrap_err();
        assert_eq!(refusal, "f.toml: unknown setting \"seats\"; did you mean \"pool.seats\"?");
    }

    #[test]
    fn a_misspelt_variable_is_told_from_what_others_put_there() {
        let settings = Settings::defaults();
        for (name, meant) in [
            ("BESTMOVE_POOL_SEAT", Some("BESTMOVE_POOL_SEATS")),
            ("BESTMOVE_POOLSEATS", Some("BESTMOVE_POOL_SEATS")),
            ("BESTMOVE_LEVEL", Some("BESTMOVE_LOG_LEVEL")),
            ("BESTMOVE_DEFAULT_TIME_MS", Some("BESTMOVE_CAPS_DEFAULT_MS")),
            ("BESTMOVE_POOL_SEATS", None),
            ("BESTMOVE_SERVICE_HOST", None),
            ("BESTMOVE_SERVICE_PORT_HTTP", None),
            ("BESTMOVE_PORT", None),
            ("BESTMOVE_PORT_8080_TCP", None),
            ("BESTMOVE_PORT_8080_TCP_PROTO", None),
            ("BESTMOVE_CACHE_SERVICE_HOST", None),
            ("BESTMOVE_VERSION", None),
            ("POOL_SEAT", None),
        ] {
            assert_eq!(settings.misspelt(name).as_deref(), meant, "{name}");
        }
    }

    #[test]
    fn a_value_that_cannot_be_is_refused_with_its_source() {
        let mut settings = Settings::defaults();
        let number = settings.read_flags(|name| (name == "pool-seats").then(|| "many".to_owned()));
        assert_eq!(number.unwrap_err(), "pool.seats: \"many\" is no integer (flag --pool-seats)");
        let text = settings.read_toml("[pool]\nseats = \"3\"", "a.toml");
        assert_eq!(text.unwrap_err(), "pool.seats: a value of type string, not integer (file a.toml)");
        let secret = settings.read_toml("[allowance]\nkeys = \"page=hunter2\"", "a.toml");
        assert_eq!(secret.unwrap_err(), "allowance.keys: a value of type string, not array (file a.toml)");

        for (file, told) in [
            ("[caps]\nlines = 0", "caps.lines: 0 is too small, the least is 1"),
            ("[caps]\ndepth = -3", "caps.depth: -3 is too small, the least is 1"),
            ("[caps]\ndepth = 4294967296", "caps.depth: 4294967296 is too large, the most is 4294967295"),
            ("[connections]\nidle_ms = 0", "connections.idle_ms: 0 is too small, the least is 1"),
            ("[connections]\ngrace_ms = -1", "connections.grace_ms: -1 is too small, the least is 0"),
            ("[pool]\nqueue = -1", "pool.queue: -1 is too small, the least is 0"),
            ("[pool]\nseats = 100_000", "pool.seats: there are at most 1024 seats"),
            ("[log]\nlevel = 'warning'", "log.level: \"warning\" is neither a level"),
        ] {
            let mut settings = Settings::defaults();
            settings.read_toml(file, "f.toml").unwrap();
            let refusal = settings.config().unwrap_err();
            assert!(refusal.starts_with(told) && refusal.ends_with("(file f.toml)"), "{refusal}");
        }

        let mut settings = Settings::defaults();
        settings.read_toml("[allowance]\nkeys = ['anna=1', 'bob']", "f.toml").unwrap();
        assert_eq!(
            settings.config().unwrap_err(),
            "allowance.keys: a key is written NAME=SECRET, its secret in letters, digits and signs of ASCII but no \
             comma (file f.toml)"
        );
        settings.read_toml("[allowance]\nkeys = ['anna=1,2']", "f.toml").unwrap();
        assert!(settings.config().unwrap_err().contains("no comma"), "as a flag it would be two keys");
    }

    #[test]
    fn a_broken_file_is_refused_with_its_line() {
        for (file, line) in [
            ("bind = '127.0.0.1:1'\nseats == 3", 2),
            ("bind = '127.0.0.1:1'\n= 3", 2),
            ("# nothing\n\nbind = 'a'\nbind = 'b'", 4),
        ] {
            let refusal = Settings::defaults().read_toml(file, "f.toml").unwrap_err();
            let place = format!("f.toml, line {line}: ");
            assert!(refusal.starts_with(&place) && !refusal.contains('\n'), "{refusal}");
        }
    }
}
