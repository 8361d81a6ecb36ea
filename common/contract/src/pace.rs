//! Pace: the delay between two requests to one host. A turn may come late, but never early.

use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

use common::Options;
use common::crawl::options::Hook;
use common::fetch::resolve::Resolver;
use practice_site::{Answer, Reset, Site};

use super::Stage;
use super::tools::{all_names_lead_to, named, page, paths, roots, site, start};
use super::watchdog::until;

const DELAY: Duration = Duration::from_millis(60);

fn delayed(options: &mut Options) {
    options.delay = DELAY;
}

/// Asserts that the site's visits began in turns, after the first `skip`: one at `begin`, the next a delay later.
#[track_caller]
fn assert_in_turn(site: &Site, begin: Duration, skip: usize) {
    let mut turn = begin;
    for visit in site.log().iter().skip(skip) {
        assert!(visit.accepted >= turn, "{visit:?} is before {turn:?}");
        turn += DELAY;
    }
}

pub(super) fn requests_to_a_host_are_a_delay_apart(stage: &Stage) {
    let site = site([("/", Answer::links(paths(6)))]);
    let begin = site.clock();
    let report = stage.crawl(&site, delayed);
    assert_eq!((report.records.len(), site.requests()), (7, 7));
    assert_in_turn(&site, begin, 0);
}

/// The pauses between tries are shorter than the delay.
pub(super) fn tries_take_turns_like_first_requests(stage: &Stage) {
    let site = site([("/", page().reset(Reset::Request))]);
    let begin = site.clock();
    stage.crawl(&site, |options| options.delay = Duration::from_millis(250));
    let accepted: Vec<_> = site.log().iter().map(|visit| visit.accepted - begin).collect();
    let turns = [0, 250, 500, 750].map(Duration::from_millis);
    assert!(accepted.len() == 4 && accepted.iter().zip(turns).all(|(at, turn)| *at >= turn), "{accepted:?}");
}

/// The turns that pass while the root is awaited are lost.
pub(super) fn unused_turns_are_not_made_up_for(stage: &Stage) {
    let site = site([("/", Answer::links(paths(5)).after(DELAY * 4))]);
    stage.crawl(&site, delayed);
    let answered = site.log()[0].answered.expect("the root was answered");
    assert_eq!(site.requests(), 6);
    assert_in_turn(&site, answered, 1);
}

/// All turns pass during the lookup.
pub(super) fn requests_are_a_delay_apart_after_a_slow_lookup(stage: &Stage) {
    let site = Arc::new(start(Site::builder().content(|_| Some(page()))));
    let (found, answering) = (Arc::new(Mutex::new(None)), Arc::clone(&site));
    let noting = Arc::clone(&found);
    let report = stage.crawl(&site, |options| {
        delayed(options);
        options.roots = paths(5).iter().map(|path| named(&site, "site.test", path)).collect();
        options.resolver = Resolver::new(move |_, _| {
            thread::sleep(6 * DELAY);
            *noting.lock().unwrap() = Some(answering.clock());
            Ok(vec![answering.address()])
        });
    });
    assert_eq!((report.summary().pages, site.requests()), (5, 5));
    let found = found.lock().unwrap().expect("the host was looked up");
    assert_in_turn(&site, found, 0);
}

/// All turns pass meanwhile, as on a laptop that sleeps.
#[cfg_attr(not(unix), expect(unused_variables, reason = "signals are Unix' own"))]
pub(super) fn requests_are_a_delay_apart_after_the_program_was_stopped(stage: &Stage) {
    #[cfg(unix)]
    {
        use nix::sys::signal::Signal::{SIGCONT, SIGSTOP};

        let site = site([("/", Answer::links(paths(6)))]);
        let program = stage.start(&site, &["--delay=60", site.url("/").as_str()]);
        program.wait_until(|site| site.requests() >= 2);
        program.signal(SIGSTOP);
        thread::sleep(6 * DELAY);
        let (seen, begin) = (site.log().len(), site.clock());
        program.signal(SIGCONT);
        assert_eq!((program.finish().code, site.requests()), (Some(0), 7));
        assert_in_turn(&site, begin, seen);
    }
}

/// If the hosts shared their turns, the second page would wait for an hour.
pub(super) fn another_host_has_turns_of_its_own(stage: &Stage) {
    let site = site([("/a", page()), ("/b", page())]);
    let report = stage.crawl(&site, |options| {
        options.roots = vec![named(&site, "a.test", "/a"), named(&site, "b.test", "/b")];
        options.resolver = all_names_lead_to(&site);
        options.delay = Duration::from_secs(3600);
    });
    assert_eq!(report.summary().pages, 2);
}

/// The wait for the last turn is longer than the timeout of a try, which begins after the wait.
pub(super) fn the_wait_for_a_turn_does_not_count_towards_the_timeout(stage: &Stage) {
    let site = site([("/", Answer::links(paths(4)))]);
    let report = stage.crawl(&site, |options| {
        options.delay = Duration::from_millis(700);
        options.timeout = Duration::from_millis(2500);
        options.max_tries = 1;
    });
    assert_eq!(report.records.iter().filter(|record| record.error.is_some()).count(), 0);
    assert_eq!(site.requests(), 5);
}

/// A fetch that stops waiting drops the options, and so the hook.
pub(super) fn an_interrupt_ends_the_wait_for_a_turn(stage: &Stage) {
    let site = start(Site::builder().content(|_| Some(page())));
    let held = Arc::new(());
    let holds = Arc::clone(&held);
    let crawl = stage.begin(&site, |options| {
        options.roots = roots(&site, 4);
        options.delay = Duration::from_secs(3600);
        options.on_response = Some(Hook::new(move |_, _| assert_eq!(*holds, ())));
    });
    crawl.wait_until(|site| site.answers() == 1);
    crawl.interrupt();
    let report = crawl.finish();
    assert!(report.records.len() <= 1, "one fetch had its turn");
    assert_eq!(report.summary().errors, 0);
    assert!(until(|| Arc::strong_count(&held) == 1), "a fetch still waits for its turn");
    assert_eq!(site.connections(), 1);
}

pub(super) fn the_delay_is_in_milliseconds(stage: &Stage) {
    let site = site([("/", Answer::links(paths(3)))]);
    let begin = site.clock();
    let ended = stage.run(&site, &["--delay=60", site.url("/").as_str()]);
    assert_eq!((ended.code, site.requests()), (Some(0), 4));
    assert_in_turn(&site, begin, 0);
}
