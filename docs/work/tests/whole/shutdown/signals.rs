//! The program drains at SIGTERM, and ends at a second one.

use nix::sys::signal::Signal::SIGTERM;

use super::{site, wait_until};
use crate::tools::{Worker, count};

#[test]
fn sigterm_drains_the_crawl_and_a_second_one_ends_it_at_once() {
    for is_released in [true, false] {
        let site = site();
        let mut program = Worker::with(&["--drain=60", "--max-tasks=1", site.url("/").as_str()]);
        wait_until(&site, |site| site.unanswered() == ["/held"]);
        program.signal(SIGTERM);
        // The program says so when it takes nothing more.
        let said = program.first_line();
        assert!(said.starts_with("work: ending"), "{said}");
        if is_released {
            site.release("/held");
        } else {
            program.signal(SIGTERM);
        }
        let ended = program.finish();
        assert_eq!(ended.code, Some(130), "{ended:?}");
        if is_released {
            let report = ended.report();
            assert_eq!(
                (count(&report), report["summary"]["unfinished"].as_u64()),
                (2, Some(2)),
                "{report:#}"
            );
        }
        assert_eq!(site.requests(), 2);
    }
}
