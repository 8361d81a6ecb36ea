//! The program drains at SIGTERM, and ends at a second one.

use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use serde_json::Value;

use practice_site::Site;
use test_tools::watchdog::watched;

use super::{site, wait_until};

fn start(site: &Site) -> Child {
    let mut command = Command::new(env!("CARGO_BIN_EXE_work"));
    command.args(["--drain=60", "--max-tasks=1", "--format=json", site.url("/").as_str()]);
    let child = command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
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
