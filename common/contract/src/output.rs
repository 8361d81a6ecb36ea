//! Output: a file has the whole report, or its old content.

#![cfg_attr(not(unix), allow(unused_imports, dead_code, reason = "some of the tests are for Unix"))]

use std::fs;

use practice_site::Answer;
use tempfile::TempDir;

use super::Stage;
use super::tools::{file, page, paths, site};

/// The content of a file that no report has replaced.
const OLD: &str = "the report of yesterday";

/// Asserts that the directory has one file, whose content passes `check`.
#[track_caller]
fn holds(directory: &TempDir, check: impl FnOnce(&str) -> bool) {
    let files = fs::read_dir(directory.path()).expect("it is there");
    let found = files.map(|file| fs::read_to_string(file.expect("a file").path()).expect("a text"));
    let found: Vec<_> = found.collect();
    assert!(found.len() == 1 && check(&found[0]), "{found:?}");
}

pub(super) fn is_report(text: &str) -> bool {
    serde_json::from_str::<serde_json::Value>(text).is_ok_and(|report| report["summary"].is_object())
}

pub fn an_unwritable_file_is_named_and_nothing_is_crawled(stage: &Stage) {
    let ((directory, file), site) = (file(), site([("/", page())]));
    for path in [file + "/report", directory.path().display().to_string()] {
        let ended = stage.run(&site, &["--output", &path, "/"]);
        assert_eq!((ended.code, ended.stdout.as_str()), (Some(1), ""));
        assert!(ended.stderr.contains(&path), "{}", ended.stderr);
    }
    assert_eq!(site.connections(), 0);
}

/// The limit on the size of files is reached in the middle of a write, like the end of a disk.
#[cfg(unix)]
pub fn a_file_without_room_for_the_report_stays_as_it_was(stage: &Stage) {
    let (directory, path) = file();
    fs::write(&path, OLD).expect("there is room");
    let site = site([("/", Answer::links(paths(100)))]);
    let arguments = ["--format=json", "--output", &path, "/"];
    let ended = stage.run_in_shell("trap '' XFSZ; ulimit -f 2; exec \"$@\"", &site, &arguments);
    assert_eq!((ended.code, ended.stdout.as_str()), (Some(1), ""));
    assert!(ended.stderr.contains(&path) && ended.stderr.lines().count() == 1, "{}", ended.stderr);
    holds(&directory, |text| text == OLD);
}

/// As in a container, where a file can be a volume. A mounted file cannot be replaced: `rename` fails with EBUSY.
#[cfg(target_os = "linux")]
pub fn a_mounted_file_is_written_in_place(stage: &Stage) {
    let ((directory, path), site) = (file(), site([("/", page())]));
    fs::write(&path, OLD.repeat(1000)).expect("there is room");
    let mounted = |command: &str| {
        format!("unshare -rm sh -c 'mount --bind \"$0\" \"$0\" && {command}' '{path}' \"$@\"")
    };
    if stage.run_in_shell(&mounted("exit 42"), &site, &[]).code != Some(42) {
        return eprintln!("left out, because this process may not mount");
    }
    let arguments = ["--format=json", "-o", &path, "/"];
    let ended = stage.run_in_shell(&mounted("exec \"$@\""), &site, &arguments);
    assert_eq!((ended.code, ended.stderr.as_str()), (Some(0), ""));
    holds(&directory, is_report);
}
