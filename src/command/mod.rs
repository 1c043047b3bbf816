//! What the `bestmove` command does. Standard output carries answers only, standard error all else.

mod bench;
mod gtp;
mod health;
mod log;
mod perft;
mod serve;
mod settings;
mod uci;

use std::ffi::OsString;
use std::io::Write;
use std::ops::RangeInclusive;
use std::process::ExitCode;

use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};

/// Which move is best? A service that answers for many games.
#[derive(Parser)]
#[command(name = "bestmove", version, args_conflicts_with_subcommands = true)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand)]
enum Command {
    /// Serve HTTP; what happens without any command, too
    Serve,
    /// Chess over UCI, on standard input and output
    Uci,
    /// Go over GTP, on standard input and output
    Gtp(gtp::Gtp),
    /// Count the leaves of a game tree: a line a move, then the total alone
    Perft(perft::Perft),
    /// A fixed search of every game; the last line tells all nodes and nodes per second
    Bench,
    /// Exit with 0 if a server answers
    Health(health::Health),
    /// Print each setting in force, and where it comes from
    Config,
}

/// Why a command ends early: a line for people, and a status for scripts.
#[derive(Debug)]
struct Failure {
    status: u8,
    line: String,
}

impl Failure {
    /// What was asked for makes no sense.
    fn usage(line: impl Into<String>) -> Failure {
        Failure { status: 2, line: line.into() }
    }

    /// It made sense, and did not work out.
    fn outcome(line: impl Into<String>) -> Failure {
        Failure { status: 1, line: line.into() }
    }
}

/// Runs the command that these arguments ask for.
pub fn run(arguments: impl IntoIterator<Item = OsString>) -> ExitCode {
    match obey(arguments) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            // With standard error gone there is nobody to tell.
            let _ = writeln!(std::io::stderr(), "bestmove: {}", failure.line);
            ExitCode::from(failure.status)
        }
    }
}

fn obey(arguments: impl IntoIterator<Item = OsString>) -> Result<(), Failure> {
    let matches = match grammar().try_get_matches_from(arguments) {
        Ok(matches) => matches,
        // Help and version are answers, not mistakes.
        Err(answer) if !answer.use_stderr() => {
            return answer.print().map_err(|e| Failure::outcome(e.to_string()));
        }
        Err(error) => return Err(Failure::usage(in_one_line(&error.to_string()))),
    };
    let cli = Cli::from_arg_matches(&matches).map_err(|e| Failure::usage(in_one_line(&e.to_string())))?;
    let flags = matches.subcommand().map_or(&matches, |(_, of_command)| of_command);
    let out = &mut std::io::stdout();
    match cli.command {
        None | Some(Command::Serve) => serve::serve(settings::config(flags)?),
        Some(Command::Uci) => uci::run(),
        Some(Command::Gtp(gtp)) => gtp.run(),
        Some(Command::Perft(perft)) => perft.run(out),
        Some(Command::Bench) => bench::run(out),
        Some(Command::Health(health)) => health.run(|| settings::config(flags)),
        Some(Command::Config) => settings::print(&settings::gather(flags)?, &settings::misspelt(), out),
    }
}

/// The commands, with a flag for every setting wherever settings are read.
fn grammar() -> clap::Command {
    let with_settings = ["serve", "health", "config"];
    with_settings
        .iter()
        .fold(settings::flags(Cli::command()), |grammar, name| grammar.mut_subcommand(name, settings::flags))
}

/// What clap has to say, without usage and pointers to the help.
fn in_one_line(message: &str) -> String {
    let said = message.lines().map(str::trim).filter(|line| !line.is_empty());
    let essence = said.take_while(|line| !line.starts_with("Usage:") && !line.starts_with("For more"));
    let line = essence.collect::<Vec<_>>().join(" ");
    line.strip_prefix("error: ").unwrap_or(&line).to_owned()
}

/// Reads a whole number within the range, for a flag.
fn whole<N: TryFrom<u64>>(range: RangeInclusive<u64>) -> impl Fn(&str) -> Result<N, String> + Clone {
    move |text| {
        let number = text.parse().ok().filter(|number| range.contains(number));
        let refused = || format!("send a whole number from {} to {}", range.start(), range.end());
        number.and_then(|number| N::try_from(number).ok()).ok_or_else(refused)
    }
}

/// A failure to write an answer down.
fn unwritten(error: std::io::Error) -> Failure {
    Failure::outcome(format!("cannot write the answer: {error}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refusal(arguments: &[&str]) -> (u8, String) {
        let failure = obey(arguments.iter().map(Into::into)).expect_err("it is refused");
        (failure.status, failure.line)
    }

    #[test]
    fn the_grammar_contradicts_itself_nowhere() {
        grammar().debug_assert();
    }

    #[test]
    fn a_wrong_flag_ends_with_2_and_one_line() {
        for arguments in [
            &["bestmove", "--sites", "3"][..],
            &["bestmove", "serve", "--pool-seats", "many"],
            &["bestmove", "serve", "--config", "/no/such/file.toml"],
            &["bestmove", "perft", "--depth", "minus one"],
            &["bestmove", "perft", "--depth", "1", "--game", "ludo"],
            &["bestmove", "health", "--url", "nonsense"],
            &["bestmove", "health", "--url", "https://127.0.0.1/healthz"],
            &["bestmove", "health", "--url", "http:///healthz"],
            &["bestmove", "play"],
        ] {
            let (status, line) = refusal(arguments);
            assert_eq!(status, 2, "{arguments:?}: {line}");
            assert!(!line.contains('\n') && !line.is_empty(), "{arguments:?}: {line}");
        }
        assert!(refusal(&["bestmove", "serve", "--pool-seat", "3"]).1.contains("--pool-seats"));
    }

    #[test]
    fn a_flag_that_wants_a_number_says_which() {
        for (arguments, told) in [
            (&["bestmove", "perft", "--depth", "minus one"][..], "send a whole number from 0 to 1000"),
            (&["bestmove", "perft", "--depth", "-1"], "send a whole number from 0 to 1000"),
            (&["bestmove", "gtp", "--threads", "all"], "send a whole number from 1 to 256"),
            (&["bestmove", "gtp", "--threads", "0"], "send a whole number from 1 to 256"),
        ] {
            let line = refusal(arguments).1;
            assert!(line.ends_with(told), "{line}");
        }
    }
}
