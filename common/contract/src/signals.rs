//! Signals: SIGINT of Ctrl-C, SIGTERM of a system that shuts down, and SIGHUP of a terminal that is closed.

#[cfg(unix)]
use nix::sys::signal::Signal::{SIGHUP, SIGINT, SIGTERM};
use practice_site::Answer;

use super::Stage;
use super::tools::{page, pages_of, start};

/// As with `nohup`, or with SIGINT in a background job of a script.
#[cfg_attr(not(unix), expect(unused_variables, reason = "signals are Unix' own"))]
pub(super) fn a_signal_that_was_ignored_at_the_start_stays_ignored(stage: &Stage) {
    #[cfg(unix)]
    for (ignored, name, other) in
        [(SIGHUP, "HUP", SIGTERM), (SIGINT, "INT", SIGTERM), (SIGTERM, "TERM", SIGINT)]
    {
        let pages = [("/", Answer::links(["/next"])), ("/next", page())];
        let site = start(pages_of(pages).hold("/").hold("/next"));
        let script = format!("trap '' {name}; exec \"$@\"");
        let program = stage.start_in_shell(&script, &site, &["--format=json", site.url("/").as_str()]);
        program.wait_until(|site| site.unanswered() == ["/"]);
        program.signal(ignored);
        site.release("/");
        program.wait_until(|site| site.unanswered() == ["/next"]);
        program.signal(other);
        let ended = program.finish();
        assert_eq!(ended.code, Some(130), "{ignored}");
        assert_eq!(ended.json()["summary"]["unfinished"], 1, "{ignored}");
    }
}
