//! Deadlines: one try has so much time, from the name to the last byte, whatever it spends it on.
//!
//! No scenario here asks how soon a try ends, which nobody can promise on a busy machine: only that it ends at all.
//! What would come in time, if the deadline were put off, takes twenty seconds.

use std::sync::Mutex;
use std::sync::mpsc::channel;
use std::time::Duration;

use common::fetch::resolve::Resolver;
use common::{Options, Record};
use practice_site::Answer;

use super::tools::{kind, named, page, record, record_of, site, start};
use super::{Site, Stage};

/// Long enough for a try that is not hindered to come some way, short enough not to wait for.
const SHORT: Duration = Duration::from_millis(200);

/// Two tries of so long each.
fn two_short_tries(options: &mut Options) {
    options.timeout = SHORT;
    options.max_tries = 2;
}

/// What becomes of a page that is answered like this.
#[track_caller]
fn times_out(stage: &Stage, answer: Answer) {
    let site = site([("/", answer)]);
    let report = stage.crawl(&site, two_short_tries);
    assert_is_timeout(record(&report, &site, "/"));
}

#[track_caller]
fn assert_is_timeout(record: &Record) {
    assert_eq!((kind(record).as_str(), record.tries), ("timeout", 2));
    assert!(record.elapsed >= 2 * SHORT, "{:?}", record.elapsed);
}

pub(super) fn who_never_answers_is_given_up(stage: &Stage) {
    times_out(stage, Answer::silent());
}

pub(super) fn who_answers_too_late_is_given_up(stage: &Stage) {
    times_out(stage, page().after(Duration::from_secs(20)));
}

pub(super) fn a_byte_of_the_head_now_and_then_is_not_enough(stage: &Stage) {
    let head = "X-Slow: so slow\r\n".repeat(60);
    let slow = Answer::raw(format!("HTTP/1.0 200 OK\r\n{head}Content-Length: 0\r\n\r\n"));
    times_out(stage, slow.dripped(Duration::from_millis(20)));
}

pub(super) fn a_byte_of_the_body_now_and_then_is_not_enough(stage: &Stage) {
    times_out(stage, Answer::html("slow".repeat(250)).dripped_body(Duration::from_millis(20)));
}

pub(super) fn a_body_without_an_end_is_not_waited_for(stage: &Stage) {
    let pause = Duration::from_millis(20);
    times_out(stage, Answer::endless().in_pieces(100, pause));
}

pub(super) fn a_lookup_that_hangs_is_not_waited_for(stage: &Stage) {
    let site = site([("/", page())]);
    let (release, hangs) = channel::<()>();
    let hangs = Mutex::new(hangs);
    let root = named(&site, "site.test", "/");
    let report = stage.crawl(&site, |options| {
        two_short_tries(options);
        options.roots = vec![root.clone()];
        options.resolver = Resolver::new(move |_, _| {
            // Until the scenario ends, which drops the sender.
            let _ = hangs.lock().map(|hangs| hangs.recv());
            Ok(Vec::new())
        });
    });
    assert_is_timeout(record_of(&report, &root));
    drop(release);
}

pub(super) fn who_answers_in_time_at_last_is_fetched(stage: &Stage) {
    let answers = Answer::sequence([Answer::silent(), Answer::silent(), page()]);
    let site = site([("/", answers)]);
    let report = stage.crawl(&site, |options| {
        options.timeout = SHORT;
        // More than are needed: a busy machine may be late, too.
        options.max_tries = 50;
    });
    let record = record(&report, &site, "/");
    assert_eq!(record.status, Some(200));
    assert!(record.tries >= 3, "{}", record.tries);
}

pub(super) fn who_times_out_makes_room_for_others(stage: &Stage) {
    let site = start(Site::builder().content(|_| Some(Answer::silent())));
    let report = stage.crawl(&site, |options| {
        two_short_tries(options);
        options.roots = (0..4).map(|n| site.url(&format!("/{n}"))).collect();
        options.max_tasks = 2;
    });
    assert_eq!(report.records.len(), 4);
    report.records.iter().for_each(assert_is_timeout);
}
