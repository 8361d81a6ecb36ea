//! System calls that fail: `strace` makes each call of a crawl return each error that its manual page names.
//!
//! Whatever a call returns, the program ends with a report that has each page, or with a message that says why there is
//! none. A fault costs at most one try.
//!
//! - `calls`: the system calls of a crawl, and their errors
//! - `trace`: runs the stage's program under `strace`
//! - `judge`: what must hold of a run

mod calls;
mod judge;
mod trace;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;

use practice_site::Answer;

use super::tools::{named, site};
use calls::{CALLS, Call};
use trace::Traced;

/// How many runs there are at once: some wait for a time-out.
const LANES: usize = 6;

/// What came of the faults: errors by strategy, call and outcome.
type Table = BTreeMap<(String, &'static str, String), BTreeSet<&'static str>>;

/// Crawls with the strategies of the stage `program` while one system call after another fails, and prints what came
/// of it.
///
/// # Panics
/// If a crawl does not withstand a fault.
pub fn system_calls_fail(program: &str, strategies: &[&str]) {
    assert!(trace::is_possible(), "strace is missing, or may not trace");
    let site = site([
        ("/", Answer::links(["/1", "/2", "/3"])),
        ("/1", Answer::links(["/4", "/5"])),
        ("/2", Answer::links(["/5", "/"])),
        ("/3", Answer::links(["/6"])),
        ("/4", Answer::html("")),
        ("/5", Answer::html("")),
        ("/6", Answer::html("")),
    ]);
    // A name, so that a resolver makes system calls, too.
    let root = named(&site, "localhost", "/").to_string();
    let (mut table, mut failures) = (Table::new(), Vec::new());
    for strategy in strategies {
        let traced = Traced { program, strategy, root: &root };
        failures.extend(crawl_with_faults(&traced, &mut table));
    }
    for ((strategy, call, outcome), errors) in &table {
        println!(
            "| {strategy} | {call} | {outcome} | {} |",
            errors.iter().copied().collect::<Vec<_>>().join(" ")
        );
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

/// Crawls once for each fault, adds to `table`, and returns the failures.
fn crawl_with_faults(traced: &Traced<'_>, table: &mut Table) -> Vec<String> {
    let faults = faults(traced);
    let (next, results) = (AtomicUsize::new(0), Mutex::new((table, Vec::new())));
    thread::scope(|scope| {
        for _ in 0..LANES {
            scope.spawn(|| {
                while let Some((call, error, when)) = faults.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let injection = format!("{}:error={error}:when={when}", call.name);
                    let run = traced.crawl_with(&injection);
                    let (table, failures) = &mut *results.lock().unwrap_or_else(PoisonError::into_inner);
                    match judge::judge(call, &run) {
                        Ok(None) => {}
                        Ok(Some(outcome)) => {
                            let row = (traced.strategy.to_owned(), call.name, outcome);
                            table.entry(row).or_default().insert(error);
                        }
                        Err(reason) => {
                            failures.push(format!("{}: {injection}: {reason}\n{run}", traced.strategy))
                        }
                    }
                }
            });
        }
    });
    results.into_inner().unwrap_or_else(PoisonError::into_inner).1
}

/// Returns each error of each call that the crawl makes, at the first call, at all calls, and at a later one: once, at
/// every third, or from then on.
///
/// Each thread counts its calls. Those before `main` do not fail, because they are not the program's own. After a
/// number, `+` is `strace`'s "from then on", and `+3` its "every third".
fn faults(traced: &Traced<'_>) -> Vec<(&'static Call, &'static str, String)> {
    let [crawl, start] = traced.counts();
    let mut faults = Vec::new();
    for call in CALLS {
        let [count, before] =
            [&crawl, &start].map(|counts| counts.get(call.name).copied().unwrap_or_default());
        let errors = call.errors.split_whitespace().filter(|_| count > before);
        for (error, other) in errors.zip([(4, ""), (2, "+3"), (5, "+")].into_iter().cycle()) {
            let times = [(1, ""), (1, "+"), other].into_iter();
            let times = times.filter(|(_, rest)| *rest != "+" || lasts(call.name, error));
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
