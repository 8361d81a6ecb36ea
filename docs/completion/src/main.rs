//! The command line; `--help` lists its options.

use std::process::ExitCode;

fn main() -> ExitCode {
    program::run(env!("CARGO_PKG_NAME"), completion::STRATEGIES)
}
