//! Settings as flags, gathered from all their sources, and printed.

use std::io::Write;
use std::path::PathBuf;

use clap::{Arg, ArgMatches, value_parser};

use super::{Failure, unwritten};
use crate::config::{Config, Settings};

const FILE: &str = "config";
/// Names the file, too, and is no setting itself.
const FILE_VARIABLE: &str = "BESTMOVE_CONFIG";

/// Adds a flag for each setting.
pub fn flags(command: clap::Command) -> clap::Command {
    let file = Arg::new(FILE)
        .long(FILE)
        .value_name("FILE")
        .value_parser(value_parser!(PathBuf))
        .help(format!("A file of settings, like config/default.toml [env: {FILE_VARIABLE}]"));
    let settings = Settings::defaults();
    let flags = settings.iter().map(|setting| {
        let flag = setting.flag();
        let help = format!("{} [default: {}]", setting.help, setting.value);
        Arg::new(flag.clone()).long(flag).value_name("VALUE").allow_negative_numbers(true).help(help)
    });
    command.arg(file).args(flags).next_line_help(true)
}

/// Every setting, from its strongest source; they make sense together.
pub fn gather(flags: &ArgMatches) -> Result<Settings, Failure> {
    let mut settings = Settings::defaults();
    read(&mut settings, flags).map_err(Failure::usage)?;
    Ok(settings)
}

fn read(settings: &mut Settings, flags: &ArgMatches) -> Result<(), String> {
    // An empty variable says nothing.
    let in_environment = std::env::var_os(FILE_VARIABLE).filter(|path| !path.is_empty()).map(PathBuf::from);
    if let Some(path) = flags.get_one::<PathBuf>(FILE).or(in_environment.as_ref()) {
        settings.read_file(path)?;
    }
    settings.read_environment(|name| std::env::var_os(name))?;
    settings.read_flags(|name| flags.get_one::<String>(name).cloned())?;
    settings.config().map(drop)
}

/// The settings in force.
pub fn config(flags: &ArgMatches) -> Result<Config, Failure> {
    gather(flags)?.config().map_err(Failure::usage)
}

/// What there is to say of variables in the environment that are passed over, though a setting was
/// probably meant.
pub fn misspelt() -> Vec<String> {
    let settings = Settings::defaults();
    let names = std::env::vars_os().filter_map(|(name, _)| name.into_string().ok());
    let told = |name: String| {
        let meant = settings.misspelt(&name)?;
        Some(format!("{name} in the environment is not a setting; did you mean {meant}?"))
    };
    names.filter(|name| name != FILE_VARIABLE).filter_map(told).collect()
}

/// A line a setting, which is TOML again; remarks are comments in it.
pub fn print(settings: &Settings, remarks: &[String], out: &mut impl Write) -> Result<(), Failure> {
    for remark in remarks {
        writeln!(out, "# {remark}").map_err(unwritten)?;
    }
    for setting in settings.iter() {
        let line = format!("{} = {}", setting.key, setting.shown());
        writeln!(out, "{line:<48} # {}", setting.source).map_err(unwritten)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_printed_can_be_read_again_and_tells_no_secret() {
        let mut settings = Settings::defaults();
        settings.read_flags(|name| (name == "allowance-keys").then(|| "page=hunter2".to_owned())).unwrap();
        let mut printed = Vec::new();
        assert!(print(&settings, &["no setting".to_owned()], &mut printed).is_ok());
        let printed = String::from_utf8(printed).unwrap();
        assert!(printed.starts_with("# no setting\n"), "{printed}");
        assert!(printed.contains("# flag --allowance-keys") && !printed.contains("hunter2"), "{printed}");
        let table: toml::Table = printed.parse().unwrap();
        assert_eq!(table["pool"]["queue"].as_integer(), Some(1024));
    }
}
