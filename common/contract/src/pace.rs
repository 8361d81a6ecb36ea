//! Pace: the delay between two requests to one host. A turn may come late, but never early.

#![cfg_attr(not(unix), allow(unused_imports, dead_code, reason = "some of the tests are for Unix"))]

use std::sync::Arc;
use std::thread;
use std::time::Duration;

use common::Options;
use practice_site::{Answer, Site};

use test_tools::watchdog::until;

use super::Stage;
use super::running::wait_until;
use super::tools::{OnAnswer, page, paths, roots, site, start};

/// The delay between two requests.
const DELAY: Duration = Duration::from_millis(60);

/// Asserts that the site's visits began in turns, after the first `skip`: one at `begin`, the next 60 ms later.
#[track_caller]
pub fn assert_in_turn(site: &Site, skip: usize, begin: Duration) {
    let mut turn = begin;
    for visit in site.log().iter().skip(skip) {
        assert!(visit.accepted >= turn, "{visit:?} is before {turn:?}");
        turn += DELAY;
    }
}

/// Before the stop and after it. All turns pass meanwhile, as on a laptop that sleeps.
#[cfg(unix)]
pub fn requests_to_a_host_are_a_delay_apart_even_after_the_program_was_stopped(stage: &Stage) {
    use nix::sys::signal::Signal::{SIGCONT, SIGSTOP};

    let site = site([("/", Answer::links(paths(6)))]);
    let begin = site.clock();
    let program = stage.start(&site, &["--delay=60", "/"]);
    wait_until(&site, |site| site.requests() >= 2);
    program.signal(SIGSTOP);
    assert_in_turn(&site, 0, begin);
    thread::sleep(6 * DELAY);
    let (seen, begin) = (site.log().len(), site.clock());
    program.signal(SIGCONT);
    assert_eq!((program.finish().code, site.requests()), (Some(0), 7));
    assert_in_turn(&site, seen, begin);
}

/// A fetch that stops waiting drops the services, and so what stands around the crawl.
pub fn an_interrupt_ends_the_wait_for_a_turn(stage: &Stage) {
    let site = start(Site::builder().content(|_| Some(page())));
    let held = Arc::new(());
    let holds = Arc::clone(&held);
    let options = Options { delay: Duration::from_secs(3600), ..Options::new(roots(&site, 4)) };
    let mut services = web::services(options);
    services.door.add(Arc::new(OnAnswer(move || assert_eq!(*holds, ()))));
    let crawl = stage.begin_with(&site, services);
    wait_until(&site, |site| site.answers() == 1);
    crawl.interrupt.trigger();
    let report = crawl.finish();
    assert!(report.records.len() <= 1, "one fetch had its turn");
    assert_eq!(report.summary().errors, 0);
    assert!(until(|| Arc::strong_count(&held) == 1), "a fetch still waits for its turn");
    assert_eq!(site.connections(), 1);
}
