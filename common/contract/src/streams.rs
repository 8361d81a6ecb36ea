//! Streams: stdout and stderr that are redirected, closed or full.

use std::fs::{self, File};
use std::io::Read;
use std::os::unix::fs::{OpenOptionsExt, symlink};
use std::thread;

use nix::sys::stat::Mode;
use nix::unistd::mkfifo;
use rustix::pty::{OpenptFlags, openpt, ptsname, unlockpt};
use test_tools::socket::refusing;
use test_tools::watchdog::until;

use super::Stage;
use super::output::is_report;
use super::running::wait_until;
use super::tools::{directory, file, page, pages_of, path_in, site, start};

pub fn a_redirected_stdout_or_stderr_is_written_to_and_not_replaced(stage: &Stage) {
    let (directory, site) = (directory(), site([("/", page())]));
    let [link, log] = ["link", "log"].map(|name| path_in(&directory, name));
    symlink("/dev/stdout", &link).expect("a new name");
    let rows = [
        ("/dev/stdout", "1>"),
        ("/dev/stdout", "1>>"),
        ("/dev/fd/1", "1>"),
        ("/dev/fd/1", "1>>"),
        (&link, "1>"),
        (&link, "1>>"),
        ("/dev/stderr", "2>"),
        ("/dev/stderr", "2>>"),
        // Only Linux has these, and opens the log anew, at its start.
        ("/proc/self/fd/1", "1>>"),
        ("/dev/fd/3", "3>>"),
    ];
    for (path, redirect) in &rows[..if cfg!(target_os = "linux") { 10 } else { 8 }] {
        fs::write(&log, "").expect("there is room");
        let echo = |word: &str| format!("echo {word} >&{}", &redirect[..1]);
        let script = format!("({}; \"$@\"; {}) {redirect}'{log}'", echo("before"), echo("after"));
        let ended = stage.run_in_shell(&script, &site, &["--format=json", "-o", path, "/"]);
        let found = fs::read_to_string(&log).expect("it is there");
        let report = found.strip_prefix("before\n").and_then(|rest| rest.strip_suffix("after\n"));
        assert!(report.is_some_and(is_report), "{path} {redirect}: {found}; {}", ended.stderr);
    }
}

/// A parent may discard the report on purpose, and may open `/dev/null` for reading, too.
pub fn a_stdout_that_is_closed_or_full_matters_only_if_the_report_is_lost(stage: &Stage) {
    let ((_directory, report), site) = (file(), site([("/", page())]));
    let output = format!("--output={report}");
    let rows = [
        (">/dev/null", "--quiet", 0, ""),
        ("1<>/dev/null", "--quiet", 0, ""),
        (">&-", &output, 0, ""),
        (">&-", "--output=/dev/null", 0, ""),
        (">/dev/full", "--quiet", 1, "No space left on device"),
        // A report cannot replace a device, so it is written to it.
        (">&-", "--output=/dev/full", 1, "/dev/full: No space left on device"),
    ];
    // Only Linux has `/dev/full`.
    for (redirect, argument, code, says) in &rows[..if cfg!(target_os = "linux") { 6 } else { 4 }] {
        let script = format!("exec \"$@\" {redirect}");
        let ended = stage.run_in_shell(&script, &site, &[argument, "--format=json", "/"]);
        assert_eq!(ended.code, Some(*code), "{redirect} {argument}: {ended:?}");
        assert!(ended.stderr.contains(says) && ended.stderr.is_empty() == says.is_empty(), "{ended:?}");
    }
    assert!(is_report(&fs::read_to_string(report).expect("it is there")));
}

pub fn a_stderr_that_is_closed_or_full_changes_no_exit_status(stage: &Stage) {
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

/// As in `| head -1`, a reader of stdout that has read enough causes no message.
pub fn a_reader_that_has_left_is_an_error_unless_it_was_that_of_stdout(stage: &Stage) {
    let (_directory, path) = file();
    mkfifo(&*path, Mode::S_IRWXU).expect("a FIFO");
    for (arguments, code, says) in [(&["/"][..], 0, ""), (&["-o", &path, "/"], 1, "file: Broken pipe")] {
        let reader = File::options().read(true).write(true).open(&path).expect("it is open at once");
        let site = start(pages_of([("/", page())]).hold("/"));
        let mut program = stage.start(&site, arguments);
        wait_until(&site, |site| site.unanswered() == ["/"]);
        program.child.0.stdout = None;
        drop(reader);
        // A child that another test is starting has a copy of the reader until its `exec`.
        let mut without_waiting = File::options();
        without_waiting.write(true).custom_flags(nix::libc::O_NONBLOCK);
        assert!(until(|| without_waiting.open(&path).is_err()), "another process reads the FIFO");
        site.release("/");
        let ended = program.finish();
        assert_eq!(ended.code, Some(code), "{ended:?}");
        assert!(ended.stderr.contains(says) && ended.stderr.is_empty() == says.is_empty(), "{ended:?}");
    }
}

// cargo 4832, nix 10131: escape sequences in a terminal of an editor.
pub fn a_terminal_without_escape_sequences_gets_none(stage: &Stage) {
    let site = site([("/", page())]);
    for (name, has_them) in
        [("TERM=xterm", true), ("TERM=dumb", false), ("TERM=", false), ("unset TERM;", false)]
    {
        for (arguments, code) in [(["-v", "/"], 0), (["--help", "/"], 0), (["--colour", "/"], 2)] {
            let terminal = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).expect("a terminal");
            unlockpt(&terminal).expect("it is ours");
            let path =
                ptsname(&terminal, Vec::new()).expect("it has a path").into_string().expect("in UTF-8");
            let script = format!("unset NO_COLOR; export CI=true; {name} exec \"$@\" >{path} 2>&1");
            // The terminal holds less than a help has.
            let read = thread::spawn(move || {
                let mut bytes = Vec::new();
                // After the last byte, some systems return an error.
                let _ = File::from(terminal).read_to_end(&mut bytes);
                String::from_utf8(bytes).expect("UTF-8")
            });
            let held = File::options().write(true).custom_flags(nix::libc::O_NOCTTY).open(&path);
            let held = held.expect("the other end");
            let ended = stage.run_in_shell(&script, &site, &arguments);
            drop(held);
            let text = read.join().expect("it only reads");
            assert_eq!(ended.code, Some(code), "{ended:?}");
            assert!(text.contains("page") || text.contains("--colour"), "{text:?}");
            assert_eq!(text.contains('\x1b'), has_them, "{name} {arguments:?}: {text:?}");
        }
    }
}
