//! The crawler on your runtime; `--help` lists its options.

mod crawls;

use std::process::ExitCode;

fn main() -> ExitCode {
    program::run(env!("CARGO_PKG_NAME"), crawls::STRATEGIES)
}
