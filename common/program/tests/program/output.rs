//! The destination of the report.

use std::fs;

use common::{Frontier, Options};
use program::output::{Format, Output};
use tempfile::tempdir;

#[test]
fn an_existing_file_keeps_its_content_until_the_report_takes_its_place() {
    let directory = tempdir().unwrap();
    let path = directory.path().join("report");
    fs::write(&path, "old ".repeat(1000)).unwrap();
    let output = Output::open(Some(&path)).unwrap();
    assert!(fs::read_to_string(&path).unwrap().starts_with("old old "));
    let report = Frontier::new(&Options::new([])).finish();
    output.write(&report, "stage", Format::Json, false, &[]).unwrap();
    let found = fs::read_to_string(&path).unwrap();
    assert!(found.starts_with("{\"stage\":\"stage\",\"records\":[]") && found.ends_with("}}\n"), "{found}");
}

#[test]
fn a_path_that_no_file_can_have_is_an_error_that_names_it() {
    let directory = tempdir().unwrap();
    for name in ["", "missing/report"] {
        let path = directory.path().join(name);
        let error = Output::open(Some(&path)).unwrap_err();
        assert!(error.to_string().starts_with(path.to_str().unwrap()), "{error}");
    }
}
