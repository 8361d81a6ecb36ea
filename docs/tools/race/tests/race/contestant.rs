//! Every contestant of a race: the way in which it waits is what `--strategy` says.

use std::process::ExitCode;

fn main() -> ExitCode {
    let strategies = [
        stage1_blocking::STRATEGIES,
        stage2_callbacks::STRATEGIES,
        stage3_futures::STRATEGIES,
        stage4_async::STRATEGIES,
    ];
    program::run("contestant", &strategies.concat())
}
