//! Signals: SIGINT of Ctrl-C, SIGTERM of a system that shuts down, and SIGHUP of a terminal that is closed.

use std::fs;

use nix::sys::signal::Signal::{SIGHUP, SIGINT, SIGTERM};
use practice_site::Answer;
use serde_json::Value;

use super::Stage;
use super::running::wait_until;
use super::tools::{file, page, pages_of, start};

pub(super) fn a_signal_ends_the_crawl_with_a_whole_report(stage: &Stage) {
    for signal in [SIGINT, SIGTERM] {
        let (_directory, path) = file();
        let links = Answer::links(["/held", "/and", "/more"]);
        let site = start(pages_of([("/", links)]).hold("/held").hold("/and"));
        let program = stage.start(&site, &["--max-tasks=2", "--format=json", "-o", &path, "/"]);
        wait_until(&site, |site| site.requests() == 1 + stage.at_once(2) as u64);
        program.signal(signal);
        let ended = program.finish();
        assert_eq!((ended.code, ended.stdout.as_str()), (Some(130), ""), "{signal}: {}", ended.stderr);
        let written = fs::read_to_string(path).expect("a report");
        let report: Value = serde_json::from_str(&written).expect("a whole report");
        assert_eq!(report["records"][0]["url"], site.url("/").as_str());
        assert_eq!(report["summary"]["unfinished"], 3);
    }
}

/// As with `nohup`, or with SIGINT in a background job of a script.
pub(super) fn a_signal_that_was_ignored_at_the_start_stays_ignored(stage: &Stage) {
    for (ignored, name, other) in
        [(SIGHUP, "HUP", SIGTERM), (SIGINT, "INT", SIGTERM), (SIGTERM, "TERM", SIGINT)]
    {
        let pages = [("/", Answer::links(["/next"])), ("/next", page())];
        let site = start(pages_of(pages).hold("/").hold("/next"));
        let script = format!("trap '' {name}; exec \"$@\"");
        let program = stage.start_in_shell(&script, &site, &["--format=json", "/"]);
        wait_until(&site, |site| site.unanswered() == ["/"]);
        program.signal(ignored);
        site.release("/");
        wait_until(&site, |site| site.unanswered() == ["/next"]);
        program.signal(other);
        let ended = program.finish();
        assert_eq!(ended.code, Some(130), "{ignored}");
        assert_eq!(ended.json()["summary"]["unfinished"], 1, "{ignored}");
    }
}
