//! Output: a file has the whole report, or its old content.

use std::fs;
use std::path::Path;

use practice_site::{Answer, Site};
use tempfile::TempDir;

use super::Stage;
use super::program::Ended;
use super::tools::{directory, page, site};

/// The content of a file that no report has replaced.
const OLD: &str = "the report of yesterday";

/// Crawls the site with the report in `path`.
#[track_caller]
fn run(stage: &Stage, site: &Site, path: &Path) -> Ended {
    stage.run(site, &["--format=json", "--output", text(path), "/"])
}

pub(super) fn text(path: &Path) -> &str {
    path.to_str().expect("a path in UTF-8")
}

/// Asserts that the directory has no file but `report`, whose content passes `check`.
#[track_caller]
fn holds(directory: &TempDir, check: impl FnOnce(&str) -> bool) {
    let path = directory.path().join("report");
    let files = fs::read_dir(directory.path()).expect("it is there").map(|file| file.expect("a file").path());
    assert_eq!(files.collect::<Vec<_>>(), [path.as_path()]);
    let found = fs::read_to_string(path).expect("it is there");
    assert!(check(&found), "{found}");
}

pub(super) fn is_report(text: &str) -> bool {
    serde_json::from_str::<serde_json::Value>(text).is_ok_and(|report| report["summary"].is_object())
}

pub(super) fn an_unwritable_file_is_named_and_nothing_is_crawled(stage: &Stage) {
    let (directory, site) = (directory(), site([("/", page())]));
    for path in [directory.path().join("missing/report"), directory.path().to_owned()] {
        let ended = run(stage, &site, &path);
        assert_eq!((ended.code, ended.stdout.as_str()), (Some(1), ""));
        assert!(ended.stderr.contains(text(&path)), "{}", ended.stderr);
    }
    assert_eq!(site.connections(), 0);
}

/// The limit on the size of files is reached in the middle of a write, like the end of a disk.
#[cfg(unix)]
pub(super) fn a_file_without_room_for_the_report_stays_as_it_was(stage: &Stage) {
    let directory = directory();
    let path = directory.path().join("report");
    fs::write(&path, OLD).expect("there is room");
    let site = site([("/", Answer::links(super::tools::paths(100)))]);
    let arguments = ["--format=json", "--output", text(&path), "/"];
    let ended = stage.run_in_shell("trap '' XFSZ; ulimit -f 2; exec \"$@\"", &site, &arguments);
    assert_eq!((ended.code, ended.stdout.as_str()), (Some(1), ""));
    assert!(ended.stderr.contains(text(&path)), "{}", ended.stderr);
    assert_eq!(ended.stderr.lines().count(), 1, "{}", ended.stderr);
    holds(&directory, |text| text == OLD);
}

/// A report cannot replace a device, so it is written to it, which may fail.
#[cfg(target_os = "linux")]
pub(super) fn a_device_may_be_full(stage: &Stage) {
    let site = site([("/", page())]);
    let ended = run(stage, &site, Path::new("/dev/full"));
    assert_eq!(ended.code, Some(1));
    assert!(ended.stderr.contains("/dev/full: No space left on device"), "{}", ended.stderr);
    let ended = stage.run_in_shell("exec \"$@\" > /dev/full", &site, &["/"]);
    assert_eq!(ended.code, Some(1));
    assert!(ended.stderr.contains("No space left on device"), "{}", ended.stderr);
}

/// As in a container, where a file can be a volume. A mounted file cannot be replaced: `rename` fails with EBUSY.
#[cfg(target_os = "linux")]
pub(super) fn a_mounted_file_is_written_in_place(stage: &Stage) {
    let (directory, site) = (directory(), site([("/", page())]));
    let path = directory.path().join("report");
    fs::write(&path, OLD.repeat(1000)).expect("there is room");
    let mounted = |command: &str| {
        format!("unshare -rm sh -c 'mount --bind \"$0\" \"$0\" && {command}' '{}' \"$@\"", text(&path))
    };
    if stage.run_in_shell(&mounted("exit 42"), &site, &[]).code != Some(42) {
        return eprintln!("left out, because this process may not mount");
    }
    let arguments = ["--format=json", "-o", text(&path), "/"];
    let ended = stage.run_in_shell(&mounted("exec \"$@\""), &site, &arguments);
    assert_eq!((ended.code, ended.stderr.as_str()), (Some(0), ""));
    holds(&directory, is_report);
}
