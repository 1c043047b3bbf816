use std::process::ExitCode;

fn main() -> ExitCode {
    bestmove::command::run(std::env::args_os())
}
