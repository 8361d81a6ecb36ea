//! Signals: SIGINT of Ctrl-C, SIGTERM of a system that shuts down, and SIGHUP of a terminal that is closed.

use nix::sys::signal::Signal::{SIGHUP, SIGINT, SIGTERM};
use practice_site::Answer;

use super::Stage;
use super::running::wait_until;
use super::tools::{page, pages_of, start};

/// A signal is ignored from the start with `nohup`, or with SIGINT in a background job of a script.
pub fn a_signal_ends_the_crawl_with_a_whole_report_unless_it_was_ignored_at_the_start(stage: &Stage) {
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
        let report = ended.json();
        assert_eq!((ended.code, &report["summary"]["unfinished"]), (Some(130), &1.into()), "{ignored}");
        assert_eq!(report["records"][0]["url"], site.url("/").as_str());
    }
}
