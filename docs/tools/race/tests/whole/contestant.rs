//! Every contestant of a race: the way in which it waits is what `--strategy` says. In place of the crawl on
//! tokio, which would bring tokio into every build of the race, stage 4's crawl goes by its name.

use std::process::ExitCode;

use common::Strategy;

fn main() -> ExitCode {
    let tokio = [Strategy::new("tokio", "stage 4's crawl, in place of tokio's", stage4_async::crawl)];
    let strategies = [
        stage1_blocking::STRATEGIES,
        stage2_callbacks::STRATEGIES,
        stage3_futures::STRATEGIES,
        stage4_async::STRATEGIES,
        &tokio,
    ];
    program::run("contestant", &strategies.concat())
}
