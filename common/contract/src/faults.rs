//! System calls that fail: `strace` makes each of those on which a crawl depends return an error.
//!
//! Whatever a call returns, the program ends with a report that has each page, or with a message that says why there is
//! none. A fault costs at most one try.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use practice_site::Answer;
use serde_json::{Value, from_slice};
use tempfile::NamedTempFile;

use super::tools::{in_lanes, named, page, pages_of, start};

/// The calls of a fetch, each with errors that its caller handles in different ways. The last are for a moment: the call is
/// made again, at once or after an event, and the fault costs no try. While a socket connects, Linux calls it not connected.
/// As `mio` documents, other systems say "in progress".
const OF_A_FETCH: [(&str, &str, &str); 5] = [
    ("socket", "EMFILE ENOBUFS", ""),
    ("connect", "ECONNREFUSED ENETUNREACH ETIMEDOUT", ""),
    ("getpeername", "ENOBUFS", "EINPROGRESS ENOTCONN"),
    ("sendto", "ECONNRESET ENOBUFS", "EINTR"),
    ("recvfrom", "ECONNRESET ENOMEM", "EINTR"),
];

/// The calls without which there may be no report: of a selector, of threads and of processes.
const OF_A_CRAWL: [(&str, &str, &str); 12] = [
    ("epoll_create1", "EMFILE", ""),
    ("epoll_ctl", "ENOMEM ENOSPC", ""),
    ("epoll_wait", "EINVAL", "EINTR"),
    ("epoll_pwait", "EINVAL", "EINTR"),
    ("eventfd2", "EMFILE", ""),
    ("timerfd_create", "EMFILE ENODEV", ""),
    ("clone3", "EAGAIN", ""),
    ("pipe2", "EMFILE", ""),
    ("execve", "EAGAIN", ""),
    ("io_uring_setup", "EPERM EMFILE", ""),
    ("io_uring_register", "ENOMEM", ""),
    ("io_uring_enter", "ENOMEM", "EINTR EAGAIN EBUSY"),
];

/// The numbers of the calls that fail, as `strace` counts them in each thread; `+` is "from then on".
const TIMES: [&str; 4] = ["1", "2", "4", "1+"];

/// How many runs there are at once: some wait for a time-out.
const LANES: usize = 6;

struct Fault {
    call: &'static str,
    error: &'static str,
    times: &'static str,
    may_cost_a_try: bool,
    may_end_the_crawl: bool,
}

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
    let faults = faults();
    let name = Path::new(program).file_stem().expect("the path of a program").to_string_lossy();
    for strategy in strategies {
        let judged = in_lanes(faults.len() as u64, LANES, |number| {
            let fault = &faults[number as usize];
            let Fault { call, error, times, .. } = fault;
            // `?`: not every architecture has each of them.
            let inject = format!("?{call}:error={error}:when={times}");
            let (output, injected) = crawl_with(&inject, program, strategy, &root);
            let reason = |reason| format!("{strategy}: {inject}: {reason}\n{output:?}");
            judge(fault, &name, injected, &output).map(|()| injected).map_err(reason)
        });
        let injected: Result<Vec<u64>, String> = judged.into_iter().collect();
        let injected = injected.unwrap_or_else(|reason| panic!("{reason}"));
        assert!(injected.iter().sum::<u64>() > 0, "strace is missing, or may not trace");
    }
}

fn faults() -> Vec<Fault> {
    let mut faults = Vec::new();
    for (calls, may_end_the_crawl) in [(&OF_A_FETCH[..], false), (&OF_A_CRAWL, true)] {
        for &(call, errors, for_a_moment) in calls {
            let errors = errors.split_whitespace().map(|error| (error, true));
            for (error, may_cost_a_try) in
                errors.chain(for_a_moment.split_whitespace().map(|error| (error, false)))
            {
                // What is for a moment does not last.
                for times in TIMES.into_iter().filter(|times| may_cost_a_try || *times != "1+") {
                    faults.push(Fault { call, error, times, may_cost_a_try, may_end_the_crawl });
                }
            }
        }
    }
    faults
}

/// Crawls while calls fail as `inject` says. Returns how many did.
fn crawl_with(inject: &str, program: &str, strategy: &str, root: &str) -> (Output, u64) {
    // In a file: on stderr, the calls may stand in the middle of the program's message.
    let calls = NamedTempFile::new().expect("a temporary file");
    // A run within the limits, in seconds, is neither busy for nothing nor hung. `timeout` ends the program, too.
    let script = "ulimit -t 20; exec timeout -s KILL 60 strace -f -qq -o \"$0\" -e inject=\"$@\"";
    let mut command = Command::new("sh");
    command.args(["-c", script]).arg(calls.path()).args([inject, program]);
    command.args([
        "--format=json",
        "--max-tasks=2",
        "--max-tries=2",
        "--timeout=2",
        "--strategy",
        strategy,
        root,
    ]);
    let output = command.output().expect("there is a shell");
    let injected = fs::read_to_string(calls).unwrap_or_default().matches("(INJECTED)").count();
    (output, injected as u64)
}

/// Judges a run of the program of this name in which so many calls have failed.
///
/// # Errors
/// If the crawl did not withstand it: the reason.
fn judge(
    fault: &Fault,
    name: &str,
    injected: u64,
    Output { status, stdout, stderr }: &Output,
) -> Result<(), String> {
    let message = String::from_utf8_lossy(stderr);
    let code = status.code().filter(|code| [0, 1].contains(code)).ok_or("it hangs, is busy or crashes")?;
    if message.contains("panicked") {
        return Err("it panics".into());
    }
    let Ok(report) = from_slice::<Value>(stdout) else {
        let says_why = fault.may_end_the_crawl && code == 1 && message.contains(&format!("{name}: "));
        return says_why.then_some(()).ok_or(format!("it has no report, and exits with {code}"));
    };
    let records = report["records"].as_array().ok_or("it has no records")?;
    let sum = |field: &str| records.iter().filter_map(|record| record[field].as_u64()).sum::<u64>();
    let errors = records.iter().filter(|record| !record["error"].is_null()).count() as u64;
    let unfinished = report["summary"]["unfinished"].as_u64().unwrap_or_default();
    let failed_tries = sum("tries") + errors - records.len() as u64;
    let may_cost = if fault.may_cost_a_try { injected } else { 0 };
    if records.len() as u64 + unfinished != 1 + sum("new_links") {
        Err("a page is lost without a record".into())
    } else if failed_tries > may_cost {
        Err(format!("the faults have cost {failed_tries} tries, and may cost {may_cost}"))
    } else {
        Ok(())
    }
}
