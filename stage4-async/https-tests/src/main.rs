//! The program of stage 4 with https, for the tests of this package.

use std::process::ExitCode;

fn main() -> ExitCode {
    program::run("stage4-async", stage4_async::STRATEGIES)
}
