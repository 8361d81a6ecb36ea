//! Graceful shutdown: nothing more is taken, what ends in time is reported, and what does not is cut off.

use std::io;
use std::panic::resume_unwind;
use std::time::Duration;

use common::crawl::interrupt::Interrupt;
use common::crawl::options::Hook;
use common::{Options, Report};
use contract::wait_until;
use practice_site::{Answer, Site};
use test_tools::watchdog::{watched, watched_or};
use tokio::runtime::Builder;
use work::crawl::{crawl_until, run};

/// Longer than any test takes.
const LONG: Duration = Duration::from_secs(60);

const HANGS: &str = "the crawl was interrupted, and does not end, though nothing is in flight any more or its time is over: after the \
    interrupt, nothing is put into the queue, and only `drain` is awaited, which settles the rest";

/// Crawls on one thread, watched. So the crawl notices an interrupt before it reads an answer that comes after it.
fn crawl_watched(options: Options, grace: Duration) -> Report {
    let runtime = || Builder::new_current_thread().enable_all().build();
    let crawl = move || io::Result::Ok(runtime()?.block_on(crawl_until(options, grace)));
    watched_or(crawl, || HANGS.to_owned()).unwrap()
}

/// Starts a site on which `/` links to `/held`, which is answered when it is released, and to `/more`.
fn site() -> Site {
    let held = Answer::links(["/late"]);
    Site::builder()
        .page("/", Answer::links(["/held", "/more"]))
        .page("/held", held)
        .hold("/held")
        .start()
        .unwrap()
}

/// Crawls with one task until `/held` has been asked for. Then it interrupts the crawl, which has the time `grace`, and calls
/// `meanwhile` when the crawl knows of it.
fn drained(site: &Site, grace: Duration, hook: Option<Hook>, meanwhile: impl FnOnce(&Site)) -> Report {
    let options = Options { max_tasks: 1, on_response: hook, ..Options::new([site.url("/")]) };
    let interrupt = options.services.interrupt.clone();
    let crawl = std::thread::spawn(move || crawl_watched(options, grace));
    wait_until(site, |site| site.unanswered() == ["/held"]);
    interrupt.trigger();
    meanwhile(site);
    let report = crawl.join().unwrap_or_else(|panic| resume_unwind(panic));
    assert_eq!(
        site.requests(),
        2,
        "a page was asked for after the interrupt (left: requests): it must be noticed while the crawl works, and tell the \
        workers to `stop` before anything else"
    );
    report
}

/// Returns the path and the status, or else the kind of the error, of each record.
fn outcomes(report: &Report) -> Vec<String> {
    let of = |record: &common::Record| {
        let error = || record.error.as_ref().map(|error| error.cause.kind().to_owned());
        let status = record.status.map(|status| status.to_string());
        format!("{} {}", record.url.path(), status.or_else(error).unwrap())
    };
    report.records.iter().map(of).collect()
}

#[test]
fn what_ends_just_in_time_is_reported_and_what_it_links_to_is_not_fetched() {
    let site = site();
    let report = drained(&site, LONG, None, |site| site.release("/held"));
    let left = "a page was in flight at the interrupt, and ended in time, so the report has it; what it links to is only \
        counted: drain the crawl, and let the owner settle the rest meanwhile";
    assert_eq!(
        (outcomes(&report), report.unfinished),
        (vec!["/ 200".into(), "/held 200".into()], 2),
        "{left}"
    );
}

#[test]
fn what_hangs_is_cut_off_and_counts_as_unfinished() {
    let site = site();
    let report = drained(&site, Duration::from_millis(100), None, |_| {});
    let left =
        "a page was cut off at the deadline, so it is neither done nor failed, and only counts as unfinished";
    assert_eq!((outcomes(&report), report.unfinished), (vec!["/ 200".into()], 2), "{left}");
    wait_until(&site, |site| site.open() == 0);
}

#[test]
fn a_fetch_that_panics_meanwhile_is_reported_and_does_not_hold_up_the_end() {
    let site = site();
    let panics = Hook::new(|url, _| assert_ne!(url.path(), "/held", "a hook may panic"));
    let report = drained(&site, LONG, Some(panics), |site| site.release("/held"));
    assert_eq!((outcomes(&report), report.unfinished), (vec!["/ 200".into(), "/held panic".into()], 1));
}

/// A worker without a target waits for the queue, and one that waits for its turn has not begun.
#[test]
fn idle_workers_end_at_once() {
    let site = site();
    let options = Options { max_tasks: 50, ..Options::new([site.url("/held")]) };
    let interrupt = options.services.interrupt.clone();
    let crawl = std::thread::spawn(move || crawl_watched(options, LONG));
    wait_until(&site, |site| site.unanswered() == ["/held"]);
    interrupt.trigger();
    site.release("/held");
    let report = crawl.join().unwrap_or_else(|panic| resume_unwind(panic));
    assert_eq!(outcomes(&report), ["/held 200"], "the one page was in flight, and ended in time");
}

#[test]
fn a_shutdown_before_the_start_fetches_nothing() {
    let site = site();
    let (options, interrupt) = (Options::new([site.url("/")]), Interrupt::default());
    interrupt.trigger();
    let options =
        Options { services: common::crawl::services::Services { interrupt, ..options.services }, ..options };
    let report = watched_or(move || run(crawl_until(options, LONG)), || HANGS.to_owned()).unwrap();
    let left = "the crawl was interrupted before its start, so no page is asked for (pages in the report, unfinished, requests)";
    assert_eq!((report.records.len(), report.unfinished, site.requests()), (0, 1, 0), "{left}");
}

#[cfg(unix)]
mod signals {
    use std::io::{BufRead, BufReader};
    use std::process::{Child, Command, Stdio};

    use nix::sys::signal::{Signal, kill};
    use nix::unistd::Pid;
    use serde_json::Value;

    use super::*;

    fn start(site: &Site) -> Child {
        let mut command = Command::new(env!("CARGO_BIN_EXE_work"));
        command.args(["--drain=60", "--max-tasks=1", "--format=json", site.url("/").as_str()]);
        let child =
            command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        wait_until(site, |site| site.unanswered() == ["/held"]);
        child
    }

    fn terminate(child: &Child) {
        kill(Pid::from_raw(child.id().cast_signed()), Signal::SIGTERM).unwrap();
    }

    #[test]
    fn sigterm_drains_the_crawl() {
        let site = site();
        let mut child = start(&site);
        terminate(&child);
        let mut said = String::new();
        // The program says so when it takes nothing more.
        let stderr = child.stderr.take().unwrap();
        let said = watched(move || BufReader::new(stderr).read_line(&mut said).map(|_| said)).unwrap();
        assert!(said.starts_with("work: ending"), "{said}");
        site.release("/held");
        let ended = watched(move || child.wait_with_output()).unwrap();
        let report: Value = serde_json::from_slice(&ended.stdout).unwrap();
        assert_eq!((ended.status.code(), &report["records"][1]["status"]), (Some(130), &Value::from(200)));
        assert_eq!((report["summary"]["unfinished"].as_u64(), site.requests()), (Some(2), 2));
    }

    #[test]
    fn a_second_signal_ends_it_at_once() {
        let site = site();
        let mut child = start(&site);
        terminate(&child);
        // Two signals that are pending at once are one.
        let ended = watched(move || {
            loop {
                terminate(&child);
                std::thread::sleep(Duration::from_millis(20));
                if let Some(status) = child.try_wait().unwrap() {
                    return status;
                }
            }
        });
        assert_eq!(ended.code(), Some(130));
    }
}
