//! Exit status: how the stage's program ends, and what it prints at the end.

use practice_site::Answer;

use super::Stage;
use super::running::wait_until;
use super::tools::{pages_of, site, start};

pub(super) fn without_an_http_root_nothing_is_crawled_and_it_returns_2(stage: &Stage) {
    let site = site([]);
    let has_https = stage.has_https(&site);
    for (root, scheme) in [("https://secure.test/", "https"), ("ftp://files.test/", "ftp")] {
        if scheme == "https" && has_https {
            continue;
        }
        let ended = stage.run(&site, &[root]);
        assert_eq!((ended.code, ended.stdout.as_str()), (Some(2), ""));
        let reason = format!("{root}: `{scheme}` is not supported");
        assert!(ended.stderr.contains(&reason), "{}", ended.stderr);
    }
}

/// As in `| head -1`: a reader that has read enough causes no message.
pub(super) fn a_closed_stdout_is_no_error(stage: &Stage) {
    let site = start(pages_of([("/", Answer::links(["/held"]))]).hold("/held"));
    let mut program = stage.start(&site, &["/"]);
    wait_until(&site, |site| site.unanswered() == ["/held"]);
    program.child.0.stdout = None;
    site.release("/held");
    let ended = program.finish();
    assert_eq!((ended.code, ended.stderr.as_str()), (Some(0), ""));
}

pub(super) fn errors_name_the_wrong_argument_and_say_what_is_expected(stage: &Stage) {
    let site = site([]);
    for (arguments, says) in [
        ("--colour", "--colour"),
        ("--exclude=(", "--exclude"),
        ("--format=xml", "xml"),
        ("--max-tasks=0", "--max-tasks"),
        ("--max-tries=0", "--max-tries"),
        ("--max-pages=0", "--max-pages"),
        ("--timeout=-1", "--timeout"),
        ("--max-tasks=x", "expected a whole number from 1 on"),
        ("--max-tasks=100000000", "must be at most 10000"),
        ("--max-pages=1.5", "expected a whole number from 1 on"),
        ("--max-pages=99999999999999999999", "too large"),
        ("--max-tries=", "expected a whole number from 1 on"),
        ("--max-redirects=-1", "expected a whole number from 0 on"),
        ("--max-redirects=70000", "too large"),
        ("--output=/missing/same --resume=/missing/same", "--output and --resume name the same file"),
        ("--accept=404", "--check"),
        ("--accept=200", "expected statuses from 400 to 999"),
        ("--max-body=10MB", "expected a whole number from 0 on"),
        ("--delay=1s", "expected a whole number from 0 on"),
        ("--timeout=1s", "expected a number of seconds"),
        ("--timeout=1e-10", "must be over 0"),
        ("http://[", "http://["),
        ("mailto:a@b", "`mailto` URLs have no host"),
    ] {
        let ended = stage.run(&site, &arguments.split(' ').chain(["/"]).collect::<Vec<_>>());
        assert_eq!((ended.code, ended.stdout.as_str()), (Some(2), ""), "{arguments}");
        assert!(ended.stderr.contains(says), "{arguments}: {}", ended.stderr);
    }
    assert_eq!(site.connections(), 0);
}

pub(super) fn help_and_version_are_on_stdout(stage: &Stage) {
    for (option, start) in [("--help", ""), ("-h", ""), ("--version", stage.name)] {
        let ended = stage.run(&site([]), &[option]);
        assert_eq!((ended.code, ended.stderr.as_str()), (Some(0), ""));
        assert!(ended.stdout.starts_with(start), "{}", ended.stdout);
        let long = ended.stdout.lines().find(|line| line.chars().count() > 80);
        assert_eq!(long, None, "a terminal of 80 columns breaks this line");
    }
}
