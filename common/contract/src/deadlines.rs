//! Deadlines: a try has a limited time, from the lookup of the name to the last byte.
//!
//! A busy machine may be late, so no scenario limits how soon a try ends. If progress extended the deadline, the slow
//! answers here would arrive whole, after up to twenty seconds.

use std::sync::Mutex;
use std::sync::mpsc::channel;
use std::time::Duration;

use common::{Options, Record};
use practice_site::Answer;
use program::resolver::on_threads;

use super::Stage;
use super::tools::{kind, named, page, site};

/// Long enough for a try to connect and read something, and short enough for a test to wait for.
const SHORT: Duration = Duration::from_millis(200);

/// The pause between two parts of an answer that is slow.
const SLOWLY: Duration = Duration::from_millis(20);

/// Allows two tries of `SHORT` each.
pub(super) fn two_short_tries(options: &mut Options) {
    options.timeout = SHORT;
    options.max_tries = 2;
}

#[track_caller]
pub(super) fn assert_is_timeout(record: &Record) {
    assert_eq!((kind(record).as_str(), record.tries), ("timeout", 2));
    assert!(record.elapsed >= 2 * SHORT, "{:?}", record.elapsed);
}

/// With two tasks, each fetch that times out makes room for the next one.
pub fn no_answer_extends_the_deadline(stage: &Stage) {
    let head = "X-Slow: so slow\r\n".repeat(60);
    let slow_head = Answer::raw(format!("HTTP/1.0 200 OK\r\n{head}Content-Length: 0\r\n\r\n"));
    let answers = [
        Answer::silent(),
        page().after(Duration::from_secs(20)),
        slow_head.in_pieces(10, SLOWLY),
        Answer::html("slow".repeat(2500)).in_pieces(100, SLOWLY),
        Answer::endless().in_pieces(100, SLOWLY),
    ];
    let cases = answers.map(|answer| (answer, "timeout", 2));
    let number = |record: &Record| record.tries as usize;
    stage.assert_come_to(cases, number, |options| {
        two_short_tries(options);
        options.max_tasks = 2;
    });
}

pub fn a_hanging_lookup_times_out(stage: &Stage) {
    let site = site([("/", page())]);
    let (release, hangs) = channel::<()>();
    let hangs = Mutex::new(hangs);
    let mut options = Options::new([named(&site, "site.test", "/")]);
    two_short_tries(&mut options);
    let mut services = web::services(options);
    services.set_resolver(on_threads(move |_, _| {
        // Blocks until the scenario ends, which drops the sender.
        let _ = hangs.lock().map(|hangs| hangs.recv());
        Ok(Vec::new())
    }));
    let report = stage.begin_with(&site, services).finish();
    assert_is_timeout(&report.records[0]);
    drop(release);
}

/// The program is stopped while the deadline passes, as on a laptop that sleeps.
#[cfg(unix)]
pub fn an_answer_that_has_come_by_the_deadline_counts(stage: &Stage) {
    use nix::sys::signal::Signal::{SIGCONT, SIGSTOP};

    use super::running::wait_until;
    use super::tools::{pages_of, start};

    let crawled = || {
        let site = start(pages_of([("/", page())]).hold("/"));
        let program = stage.start(&site, &["--timeout=2", "--max-tries=1", "--format=json", "/"]);
        wait_until(&site, |site| site.unanswered() == ["/"]);
        program.signal(SIGSTOP);
        site.release("/");
        std::thread::sleep(Duration::from_millis(2100));
        program.signal(SIGCONT);
        program.finish().json()["records"].take()
    };
    // The stop may come between a last look at the socket and the look at the clock. The answer is then too late.
    let counts = (0..3).any(|_| crawled()[0]["status"] == 200);
    assert!(counts, "the answer had come, and the fetch timed out all the same, three times");
}
