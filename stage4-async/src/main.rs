//! The command line of this stage; `--help` lists its options.

use std::process::ExitCode;

fn main() -> ExitCode {
    program::run(env!("CARGO_PKG_NAME"), stage4_async::STRATEGIES)
}
