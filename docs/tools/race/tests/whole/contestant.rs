//! Every contestant of a race: the way in which it waits is what `--strategy` says. In place of the crawl on
//! tokio, which would bring tokio into every build of the race, and of a learner's, stage 4's crawl goes by their names.

use std::process::ExitCode;

use common::Strategy;

fn main() -> ExitCode {
    let in_place = |name| Strategy::new(name, "stage 4's crawl, in place of it", stage4_async::crawl);
    let strategies = [
        stage1_blocking::STRATEGIES,
        stage2_callbacks::STRATEGIES,
        stage3_futures::STRATEGIES,
        stage4_async::STRATEGIES,
        &["tokio", "reqwest", "completion", "own"].map(in_place),
    ];
    program::run("contestant", &strategies.concat())
}
