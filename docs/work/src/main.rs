//! The command line; `--help` lists its options.

use std::process::ExitCode;

use work::{STRATEGIES, args::More};

fn main() -> ExitCode {
    program::run_with::<More>(env!("CARGO_PKG_NAME"), STRATEGIES)
}
