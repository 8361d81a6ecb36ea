//! Deadlines: a try has a limited time, from the lookup of the name to the last byte.
//!
//! A busy machine may be late, so no scenario limits how soon a try ends. If progress extended the deadline, the slow
//! answers here would arrive whole, after up to twenty seconds.

use std::sync::Mutex;
use std::sync::mpsc::channel;
#[cfg(unix)]
use std::thread;
use std::time::Duration;

use common::fetch::resolve::Resolver;
use common::{Options, Record};
use practice_site::{Answer, Reset};

use super::tools::{kind, named, page, pages_of, record, record_of, roots, site, start};
use super::{Site, Stage};

/// Long enough for a try to connect and read something, and short enough for a test to wait for.
const SHORT: Duration = Duration::from_millis(200);

/// Allows two tries of `SHORT` each.
pub(super) fn two_short_tries(options: &mut Options) {
    options.timeout = SHORT;
    options.max_tries = 2;
}

/// Asserts that a page with this answer times out.
#[track_caller]
fn times_out(stage: &Stage, answer: Answer) {
    let site = site([("/", answer)]);
    let report = stage.crawl(&site, two_short_tries);
    assert_is_timeout(record(&report, &site, "/"));
}

#[track_caller]
pub(super) fn assert_is_timeout(record: &Record) {
    assert_eq!((kind(record).as_str(), record.tries), ("timeout", 2));
    assert!(record.elapsed >= 2 * SHORT, "{:?}", record.elapsed);
}

pub(super) fn a_silent_server_times_out(stage: &Stage) {
    times_out(stage, Answer::silent());
}

pub(super) fn a_late_answer_times_out(stage: &Stage) {
    times_out(stage, page().after(Duration::from_secs(20)));
}

pub(super) fn a_slow_head_does_not_extend_the_deadline(stage: &Stage) {
    let head = "X-Slow: so slow\r\n".repeat(60);
    let slow = Answer::raw(format!("HTTP/1.0 200 OK\r\n{head}Content-Length: 0\r\n\r\n"));
    times_out(stage, slow.dripped(Duration::from_millis(20)));
}

pub(super) fn a_slow_body_does_not_extend_the_deadline(stage: &Stage) {
    times_out(stage, Answer::html("slow".repeat(250)).dripped_body(Duration::from_millis(20)));
}

pub(super) fn an_endless_body_does_not_extend_the_deadline(stage: &Stage) {
    let pause = Duration::from_millis(20);
    times_out(stage, Answer::endless().in_pieces(100, pause));
}

pub(super) fn a_hanging_lookup_times_out(stage: &Stage) {
    let site = site([("/", page())]);
    let (release, hangs) = channel::<()>();
    let hangs = Mutex::new(hangs);
    let root = named(&site, "site.test", "/");
    let report = stage.crawl(&site, |options| {
        two_short_tries(options);
        options.roots = vec![root.clone()];
        options.resolver = Resolver::new(move |_, _| {
            // Blocks until the scenario ends, which drops the sender.
            let _ = hangs.lock().map(|hangs| hangs.recv());
            Ok(Vec::new())
        });
    });
    assert_is_timeout(record_of(&report, &root));
    drop(release);
}

pub(super) fn a_page_that_timed_out_is_fetched_by_a_later_try(stage: &Stage) {
    let answers = Answer::sequence([Answer::silent(), Answer::silent(), page()]);
    let site = site([("/", answers)]);
    let report = stage.crawl(&site, |options| {
        options.timeout = SHORT;
        // More than two may time out on a busy machine.
        options.max_tries = 50;
    });
    let record = record(&report, &site, "/");
    assert_eq!(record.status, Some(200));
    assert!(record.tries >= 3, "{}", record.tries);
}

pub(super) fn the_deadline_of_a_failed_try_does_not_end_the_next(stage: &Stage) {
    let site = site([("/", Answer::sequence([page().reset(Reset::Request), Answer::silent()]))]);
    let report = stage.crawl(&site, two_short_tries);
    let record = record(&report, &site, "/");
    assert_eq!((kind(record).as_str(), record.tries), ("timeout", 2));
    // The second try begins after a pause.
    assert!(record.elapsed >= SHORT + Duration::from_millis(50), "{:?}", record.elapsed);
}

pub(super) fn a_deadline_after_the_end_of_its_fetch_starts_no_try(stage: &Stage) {
    let site = site([("/", Answer::links(["/silent"])), ("/silent", Answer::silent())]);
    let report = stage.crawl(&site, two_short_tries);
    assert_is_timeout(record(&report, &site, "/silent"));
    assert_eq!(site.hits("/"), record(&report, &site, "/").tries as usize);
}

/// The program is stopped while the deadline passes, as on a laptop that sleeps.
#[cfg_attr(not(unix), expect(unused_variables, reason = "signals are Unix' own"))]
pub(super) fn an_answer_that_has_come_by_the_deadline_counts(stage: &Stage) {
    #[cfg(unix)]
    {
        use nix::sys::signal::Signal::{SIGCONT, SIGSTOP};

        let site = start(pages_of([("/", page())]).hold("/"));
        let options = ["--timeout=5", "--max-tries=1", "--format=json"];
        let program = stage.start(&site, &[&options[..], &[site.url("/").as_str()]].concat());
        program.wait_until(|site| site.unanswered() == ["/"]);
        program.signal(SIGSTOP);
        site.release("/");
        thread::sleep(Duration::from_millis(5100));
        program.signal(SIGCONT);
        let report = program.finish().json();
        assert_eq!(report["records"][0]["status"], 200, "{}", report["records"]);
    }
}

pub(super) fn a_fetch_that_times_out_makes_room_for_the_next(stage: &Stage) {
    let site = start(Site::builder().content(|_| Some(Answer::silent())));
    let report = stage.crawl(&site, |options| {
        two_short_tries(options);
        options.roots = roots(&site, 4);
        options.max_tasks = 2;
    });
    assert_eq!(report.records.len(), 4);
    report.records.iter().for_each(assert_is_timeout);
}
