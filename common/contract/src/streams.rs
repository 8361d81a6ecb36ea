//! Streams: stdout and stderr that are redirected, closed or full.

use std::fs::{self, File};
use std::os::unix::fs::OpenOptionsExt;
use std::process::Command;

use tempfile::TempDir;
use test_tools::socket::refusing;
use test_tools::watchdog::until;

use super::Stage;
use super::output::is_report;
use super::running::wait_until;
use super::tools::{directory, file, page, pages_of, path_in, site, start};

pub(super) fn a_redirected_stdout_or_stderr_is_written_to_and_not_replaced(stage: &Stage) {
    let directory = directory();
    for (path, descriptor) in [("/dev/stdout", 1), ("/dev/fd/1", 1), ("/dev/stderr", 2)] {
        assert_is_written_to(stage, &directory, path, &format!("{descriptor}>>"));
    }
    if cfg!(target_os = "linux") {
        assert_is_written_to(stage, &directory, "/proc/self/fd/1", "1>>");
        assert_is_written_to(stage, &directory, "/dev/fd/3", "3>>");
    }
}

/// Asserts that a report in `path` is added to a log, if a descriptor is redirected to the log.
#[track_caller]
fn assert_is_written_to(stage: &Stage, directory: &TempDir, path: &str, redirect: &str) {
    let site = site([("/", page())]);
    let log = path_in(directory, "log");
    fs::write(&log, "").expect("there is room");
    let descriptor = &redirect[..1];
    let echo = |word: &str| format!("echo {word} >&{descriptor}");
    let script = format!("({}; \"$@\"; {}) {redirect}'{log}'", echo("before"), echo("after"));
    let ended = stage.run_in_shell(&script, &site, &["--format=json", "-o", path, "/"]);
    let found = fs::read_to_string(&log).expect("it is there");
    let report = found.strip_prefix("before\n").and_then(|rest| rest.strip_suffix("after\n"));
    assert!(report.is_some_and(is_report), "{path} {redirect}: {found}; {}", ended.stderr);
}

/// A parent may discard the report on purpose, and may open `/dev/null` for reading, too.
pub(super) fn a_stdout_that_is_not_needed_may_be_closed_or_discarded(stage: &Stage) {
    let ((_directory, report), site) = (file(), site([("/", page())]));
    let output = format!("--output={report}");
    for (redirect, argument) in [
        (">/dev/null", "--quiet"),
        ("1<>/dev/null", "--quiet"),
        (">&-", &output),
        (">&-", "--output=/dev/null"),
    ] {
        let script = format!("exec \"$@\" {redirect}");
        let ended = stage.run_in_shell(&script, &site, &[argument, "--format=json", "/"]);
        assert_eq!((ended.code, ended.stderr.as_str()), (Some(0), ""), "{redirect} {argument}");
    }
    assert!(is_report(&fs::read_to_string(report).expect("it is there")));
}

pub(super) fn a_stderr_that_is_closed_or_full_changes_no_exit_status(stage: &Stage) {
    let (_socket, refused) = refusing();
    let refused = refused.to_string();
    let full = if cfg!(target_os = "linux") { "2>/dev/full" } else { "2>/dev/null" };
    for redirect in ["2>&-", "2</dev/null", full] {
        let script = format!("exec \"$@\" {redirect}");
        for (arguments, code) in [
            (&["--max-pages=1"][..], 0),
            (&["-v", "--max-tries=1", &refused], 1),
            (&["-o", "/missing/report", &refused], 1),
            (&["--max-tasks=x", &refused], 2),
        ] {
            let ended = stage.run_in_shell(&script, &site([]), arguments);
            assert_eq!(ended.code, Some(code), "{redirect} {arguments:?}");
        }
    }
}

pub(super) fn a_fifo_whose_reader_has_left_is_an_error(stage: &Stage) {
    let (_directory, path) = file();
    assert!(Command::new("mkfifo").arg(&path).status().expect("`mkfifo` is there").success());
    let reader = File::options().read(true).write(true).open(&path).expect("it is open at once");
    let site = start(pages_of([("/", page())]).hold("/"));
    let program = stage.start(&site, &["-o", &path, "/"]);
    wait_until(&site, |site| site.unanswered() == ["/"]);
    drop(reader);
    // A child that another test is starting has a copy of the reader until its `exec`.
    let mut without_waiting = File::options();
    without_waiting.write(true).custom_flags(nix::libc::O_NONBLOCK);
    assert!(until(|| without_waiting.open(&path).is_err()), "another process reads the FIFO");
    site.release("/");
    let ended = program.finish();
    assert_eq!(ended.code, Some(1));
    assert!(ended.stderr.contains("file: Broken pipe"), "{}", ended.stderr);
}
