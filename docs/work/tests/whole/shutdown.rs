//! Graceful shutdown: nothing more is taken, what ends in time is reported, and what does not is cut off.

use std::io;
use std::time::Duration;

use common::crawl::interrupt::Interrupt;
use common::crawl::options::Hook;
use common::{Options, Report};
use contract::wait_until;
use practice_site::{Answer, Site};
use test_tools::watchdog::watched;
use work::crawl::{crawl_until, run};

/// Longer than any test takes.
const LONG: Duration = Duration::from_secs(60);

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
    let crawl = std::thread::spawn(move || watched(move || run(crawl_until(options, grace))));
    wait_until(site, |site| site.unanswered() == ["/held"]);
    interrupt.trigger();
    meanwhile(site);
    let report: io::Result<Report> = crawl.join().unwrap();
    assert_eq!(site.requests(), 2, "nothing more is taken");
    report.unwrap()
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
    assert_eq!((outcomes(&report), report.unfinished), (vec!["/ 200".into(), "/held 200".into()], 2));
}

#[test]
fn what_hangs_is_cut_off_and_counts_as_unfinished() {
    let site = site();
    let report = drained(&site, Duration::from_millis(100), None, |_| {});
    assert_eq!((outcomes(&report), report.unfinished), (vec!["/ 200".into()], 2));
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
    let crawl = std::thread::spawn(move || watched(move || run(crawl_until(options, LONG))));
    wait_until(&site, |site| site.unanswered() == ["/held"]);
    interrupt.trigger();
    site.release("/held");
    assert_eq!(outcomes(&crawl.join().unwrap().unwrap()), ["/held 200"]);
}

#[test]
fn a_shutdown_before_the_start_fetches_nothing() {
    let site = site();
    let (options, interrupt) = (Options::new([site.url("/")]), Interrupt::default());
    interrupt.trigger();
    let options =
        Options { services: common::crawl::services::Services { interrupt, ..options.services }, ..options };
    let report = watched(move || run(crawl_until(options, LONG))).unwrap();
    assert_eq!((report.records.len(), report.unfinished, site.requests()), (0, 1, 0));
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
