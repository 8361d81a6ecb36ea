//! Output: a file or a device for the report.

use practice_site::Site;

use super::Stage;
use super::program::Ended;
use super::tools::{file, page, site};

/// Crawls the site with the report in `path`.
#[track_caller]
fn run(stage: &Stage, site: &Site, path: &str) -> Ended {
    stage.run(site, &["--format=json", "--output", path, "/"])
}

pub(super) fn is_report(text: &str) -> bool {
    serde_json::from_str::<serde_json::Value>(text).is_ok_and(|report| report["summary"].is_object())
}

pub(super) fn an_unwritable_file_is_named_and_nothing_is_crawled(stage: &Stage) {
    let ((directory, file), site) = (file(), site([("/", page())]));
    for path in [file + "/report", directory.path().display().to_string()] {
        let ended = run(stage, &site, &path);
        assert_eq!((ended.code, ended.stdout.as_str()), (Some(1), ""));
        assert!(ended.stderr.contains(&path), "{}", ended.stderr);
    }
    assert_eq!(site.connections(), 0);
}

/// A report is written to a device, which may fail.
#[cfg(target_os = "linux")]
pub(super) fn a_device_may_be_full(stage: &Stage) {
    let site = site([("/", page())]);
    let ended = run(stage, &site, "/dev/full");
    assert_eq!(ended.code, Some(1));
    assert!(ended.stderr.contains("/dev/full: No space left on device"), "{}", ended.stderr);
    let ended = stage.run_in_shell("exec \"$@\" > /dev/full", &site, &["/"]);
    assert_eq!(ended.code, Some(1));
    assert!(ended.stderr.contains("No space left on device"), "{}", ended.stderr);
}
