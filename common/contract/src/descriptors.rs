//! Descriptors: a fetch that lacks one waits for it, as long as one can come back.
//!
//! The tests share one process, so no scenario may use up its descriptors. Instead, the stage's program has few.

use std::time::Duration;

use practice_site::{Answer, Site};

use super::Stage;
use super::tools::{in_lanes, named, page, paths, site, start};

/// 40 descriptors are too few for 100 connections. A fetch without one waits, which costs no try.
pub fn few_descriptors_lose_no_page(stage: &Stage) {
    let builder = Site::builder().page("/", Answer::links(paths(200))).content(|_| Some(page()));
    let site = start(builder.latency(Duration::from_millis(20)));
    let arguments = ["--max-tasks=100", "--max-tries=1", "--format=json", "/"];
    let ended = stage.run_in_shell("ulimit -n 40 && exec \"$@\"", &site, &arguments);
    let summary = &ended.json()["summary"];
    assert_eq!((ended.code, &summary["pages"], &summary["errors"]), (Some(0), &201.into(), &0.into()));
}

/// The fewest descriptors are too few to start. Some more are too few for a lookup or a connection.
pub fn with_hardly_a_descriptor_the_program_ends_and_says_so(stage: &Stage) {
    let site = site([("/", page())]);
    in_lanes(8, 8, |number| {
        let (limit, host) = (4 + number / 2, ["127.0.0.1", "localhost"][number as usize % 2]);
        let (root, script) = (named(&site, host, "/"), format!("ulimit -n {limit} && exec \"$@\""));
        let ended = stage.run_in_shell(&script, &site, &["--timeout=1", "--max-tries=1", root.as_str()]);
        let output = format!("{}{}", ended.stdout, ended.stderr);
        // On a busy machine, a lookup may time out.
        let reasons = ["Too many open files", "timed out while resolving"];
        let fails = reasons.iter().any(|reason| output.contains(reason));
        assert_eq!(ended.code, Some(i32::from(fails)), "{script}: {ended:?}");
    });
}
