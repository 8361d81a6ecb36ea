//! Descriptors: a fetch that lacks one waits for it, as long as one can come back.
//!
//! The tests share one process, so no scenario may use up its descriptors. Instead, the stage's program has few.

use std::thread;
use std::time::Duration;

use practice_site::{Answer, Site};

use super::Stage;
use super::tools::{named, page, paths, site, start};

/// 40 descriptors are too few for 100 connections. A fetch without one waits, which costs no try.
pub(super) fn few_descriptors_lose_no_page(stage: &Stage) {
    let builder = Site::builder().page("/", Answer::links(paths(200))).content(|_| Some(page()));
    let site = start(builder.latency(Duration::from_millis(20)));
    let root = site.url("/");
    let arguments = ["--max-tasks=100", "--max-tries=1", "--format=json", root.as_str()];
    let ended = stage.run_in_shell("ulimit -n 40 && exec \"$@\"", &site, &arguments);
    let summary = &ended.json()["summary"];
    assert_eq!((ended.code, &summary["pages"], &summary["errors"]), (Some(0), &201.into(), &0.into()));
}

/// The fewest descriptors are too few to start. Some more are too few for a lookup or a connection.
pub(super) fn with_hardly_a_descriptor_the_program_ends_and_says_so(stage: &Stage) {
    thread::scope(|scope| {
        for limit in 4..8 {
            scope.spawn(move || assert_ends_and_says_so(stage, &format!("ulimit -n {limit} && exec \"$@\"")));
        }
    });
}

fn assert_ends_and_says_so(stage: &Stage, script: &str) {
    let site = site([("/", page())]);
    for root in [site.url("/"), named(&site, "localhost", "/")] {
        let ended = stage.run_in_shell(script, &site, &["--timeout=1", "--max-tries=1", root.as_str()]);
        let output = format!("{}{}", ended.stdout, ended.stderr);
        // On a busy machine, a lookup may time out.
        let fails =
            ["Too many open files", "timed out while resolving"].iter().any(|why| output.contains(why));
        assert_eq!(ended.code, Some(i32::from(fails)), "{script}: {ended:?}");
    }
}
