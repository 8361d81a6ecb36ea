//! System calls that fail: `strace` makes each call of a crawl return each error that its manual page names.
//!
//! Whatever a call returns, the program ends with a report that has each page, or with a message that says why there is
//! none. A fault costs at most one try.
//!
//! - `calls.txt`: the system calls of a crawl, and the errors that their manual pages name
//! - `trace`: runs the stage's program under `strace`
//! - `judge`: what must hold of a run

mod judge;
mod trace;

use practice_site::Answer;

use super::tools::{in_lanes, named, page, pages_of, start};
use trace::Traced;

/// The calls that `strace -f -c` shows, with the names of their errors. Of errors that are handled alike, one stands for all.
///
/// Left out are those whose failure ends or stops a process inside a library:
///
/// - `futex`: an injected error keeps a wake-up from the kernel, and then the C library waits for ever or aborts.
/// - `getrandom`: the standard library panics at EAGAIN, and repeats EINTR for ever.
/// - what a new thread calls before its first line, such as `sigaltstack`.
const CALLS: &str = include_str!("faults/calls.txt");

/// How many runs there are at once: some wait for a time-out.
const LANES: usize = 6;

/// Crawls with the strategies of the stage `program` while one system call after another fails.
pub fn system_calls_fail(program: &str, strategies: &[&str]) {
    let pages = pages_of([
        ("/", Answer::links(["/1", "/2", "/3"])),
        ("/1", Answer::links(["/4", "/5"])),
        ("/2", Answer::links(["/5", "/"])),
        ("/3", Answer::links(["/6"])),
    ]);
    let site = start(pages.content(|_| Some(page())));
    // A name, so that a resolver makes system calls, too.
    let root = named(&site, "localhost", "/").to_string();
    let mut failures = Vec::new();
    for strategy in strategies {
        let traced = Traced { program, strategy, root: &root };
        let faults = faults(&traced);
        assert!(!faults.is_empty(), "strace is missing, or may not trace");
        failures.extend(in_lanes(faults.len() as u64, LANES, |number| {
            let (call, error, when) = &faults[number as usize];
            let injection = format!("{call}:error={error}:when={when}");
            let run = traced.crawl_with(&injection);
            let judged = judge::judge((call, error, when), &run);
            judged.err().map(|reason| format!("{strategy}: {injection}: {reason}\n{run}"))
        }));
    }
    let failures: Vec<_> = failures.into_iter().flatten().collect();
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

/// Returns each error of each call that the crawl makes, at the first call, at all calls, and at a later one: from then
/// on, once, or at every third.
///
/// Each thread counts its calls. Those before `main` do not fail, because they are not the program's own. After a
/// number, `+` is `strace`'s "from then on", and `+3` its "every third".
fn faults(traced: &Traced<'_>) -> Vec<(&'static str, &'static str, String)> {
    let [crawl, start] = traced.counts();
    let mut faults = Vec::new();
    for (call, errors) in CALLS.lines().filter_map(|line| line.split_once(": ")) {
        let [count, before] = [&crawl, &start].map(|counts| counts.get(call).copied().unwrap_or_default());
        let errors = errors.split(' ').filter(|_| count > before);
        for (error, other) in errors.zip([(2, "+"), (4, ""), (2, "+3")].into_iter().cycle()) {
            let times = [(1, ""), (1, "+"), other].into_iter();
            let times = times.filter(|(_, rest)| *rest != "+" || lasts(call, error));
            faults.extend(times.map(|(first, rest)| (call, error, format!("{}{rest}", before + first))));
        }
    }
    faults
}

/// Returns whether the error may last. Their callers repeat these until they succeed, and no system makes them fail for ever.
fn lasts(call: &str, error: &str) -> bool {
    ![("epoll_pwait", "EINTR"), ("read", "EINTR"), ("wait4", "EINTR"), ("write", "EAGAIN")]
        .contains(&(call, error))
}
