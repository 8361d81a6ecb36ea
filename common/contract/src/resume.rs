//! `--resume`: a crawl that was interrupted or killed goes on where it was.

#![cfg_attr(not(unix), allow(unused_imports, dead_code, reason = "some of the tests are for Unix"))]

use std::collections::HashMap;
use std::env;
use std::fs;
use std::hash::{BuildHasher, RandomState};
use std::thread;
use std::time::Duration;

#[cfg(unix)]
use nix::sys::signal::Signal::SIGINT;
use practice_site::{Answer, Generated, Site};
use serde_json::Value;
use test_tools::watchdog::until;

use super::Stage;
use super::program::Program;
use super::running::wait_until;
use super::tools::{file, page, pages_of, paths, start};

/// How many fetches are in flight, and thus lost with a killed process.
const TASKS: usize = 3;

/// Starts a crawl that keeps what is done in `journal`.
#[track_caller]
fn begin<'a>(stage: &Stage, site: &'a Site, journal: &str) -> Program<'a> {
    stage.start(site, &["--max-tasks=3", "--obey-robots", "--format=json", "--resume", journal, "/"])
}

/// Goes on from `journal` to the end. Asserts that the report is that of a crawl without a stop, and that nothing of
/// `done` is fetched again.
#[track_caller]
fn assert_goes_on(stage: &Stage, site: &Site, journal: &str, done: &HashMap<String, usize>) {
    let resumed = begin(stage, site, journal).finish();
    assert_not_fetched_again(site, done);
    let (_directory, other) = file();
    let whole = begin(stage, site, &other).finish();
    assert_eq!((resumed.code, whole.code), (Some(0), Some(0)), "{}", resumed.stderr);
    assert_eq!(without_times(&resumed.stdout), without_times(&whole.stdout));
}

fn without_times(report: &str) -> String {
    let is_number = |char: char| char.is_ascii_digit() || char == '.';
    report.split("\"elapsed_ms\":").map(|part| part.trim_start_matches(is_number)).collect()
}

/// Returns the path of each URL whose outcome is in the journal, with the number of requests for it.
fn done(site: &Site, journal: &str) -> HashMap<String, usize> {
    // All connections of the killed process are closed, so all of its requests are counted.
    wait_until(site, |site| site.open() == 0);
    let journal = fs::read_to_string(journal).unwrap_or_default();
    let lines = journal.split_inclusive('\n').skip(1).filter(|line| line.ends_with('\n'));
    let root = site.url("");
    let path = |line: &str| {
        let (_checksum, line) = line.split_once(' ').expect("a checksum and the line");
        let line: Value = serde_json::from_str(line).expect("a whole line");
        line["record"]["url"].as_str().expect("a URL").replacen(root.as_str().trim_end_matches('/'), "", 1)
    };
    lines.map(path).map(|path| (path.clone(), site.hits(&path))).collect()
}

#[track_caller]
fn assert_not_fetched_again(site: &Site, done: &HashMap<String, usize>) {
    let again: Vec<_> = done.iter().filter(|(path, hits)| site.hits(path) != **hits).collect();
    assert!(again.is_empty(), "fetched again, although it was done: {again:?}");
}

#[cfg(unix)]
pub fn an_interrupted_crawl_goes_on_where_it_was(stage: &Stage) {
    let (_directory, journal) = file();
    let pages = [
        ("/", Answer::links(["/0", "/moved", "/held"])),
        ("/0", Answer::links(paths(9))),
        ("/1", Answer::raw("?")),
        ("/moved", Answer::redirect(302, "/1")),
        ("/held", page()),
        ("/robots.txt", Answer::body("text/plain", "User-agent: *\nDisallow: /2")),
    ];
    let site = start(pages_of(pages).hold("/held"));
    let program = begin(stage, &site, &journal);
    wait_until(&site, |site| site.unanswered() == ["/held"]);
    program.signal(SIGINT);
    assert_eq!(program.finish().code, Some(130));
    let done = done(&site, &journal);
    assert!(done.contains_key("/robots.txt") && done.contains_key("/"), "{done:?}");
    site.release("/held");
    assert_goes_on(stage, &site, &journal, &done);
    let requests = site.requests();
    assert_eq!(begin(stage, &site, &journal).finish().code, Some(0));
    assert_eq!(site.requests(), requests, "a crawl that is done fetches nothing");
}

/// `KILLS` is the number of kills.
pub fn a_crawl_killed_at_any_moment_loses_nothing(stage: &Stage) {
    let kills = env::var("KILLS").map_or(5, |kills| kills.parse().expect("KILLS is a number"));
    let random = |below: u64| RandomState::new().hash_one(()) % below;
    let (_directory, journal) = file();
    // Enough for all kills, unless a process is slow to die.
    let generated = Generated { pages: 50 * kills, links: 4, size: 0 };
    let site = start(Site::builder().content(move |path| generated.answer(path)));
    let mut known = HashMap::new();
    for _ in 0..kills {
        let mut program = begin(stage, &site, &journal);
        let goal = site.requests() + random(20);
        let mut has_ended = || program.child.0.try_wait().expect("a child").is_some();
        assert!(until(|| site.requests() >= goal || has_ended()), "the crawl does not go on");
        thread::sleep(Duration::from_micros(random(3000)));
        // An error means that it has ended. When `finish` returns, its child processes have, too: its stderr is theirs.
        let _ = program.child.0.kill();
        program.finish();
        assert_not_fetched_again(&site, &known);
        known = done(&site, &journal);
    }
    let requests = site.requests() as usize;
    assert!(requests <= known.len() + kills * TASKS, "{requests} requests, {} done", known.len());
    assert_goes_on(stage, &site, &journal, &known);
}

/// The limit on the size of files is reached in the middle of a write, like the end of a disk.
#[cfg(unix)]
pub fn without_room_for_what_is_done_the_crawl_ends_and_says_so(stage: &Stage) {
    let ((_directory, journal), site) = (file(), start(pages_of([("/", Answer::links(paths(50)))])));
    let arguments = ["--obey-robots", "--format=json", "--resume", &journal, "/"];
    let ended = stage.run_in_shell("trap '' XFSZ; ulimit -f 4; exec \"$@\"", &site, &arguments);
    assert_eq!(ended.code, Some(1));
    assert!(ended.stderr.contains(&journal), "{}", ended.stderr);
    assert_eq!(ended.stderr.lines().count(), 1, "{}", ended.stderr);
    let done = done(&site, &journal);
    let report = ended.json();
    assert_eq!(report["records"].as_array().map(|records| records.len() + 1), Some(done.len()), "{report}");
    assert_goes_on(stage, &site, &journal, &done);
}
