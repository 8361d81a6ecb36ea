//! The destination of the report.

use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::{fs, process, thread};

use common::{Frontier, Options, Report};
use program::output::{Form, Format, Output};

fn report() -> Report {
    Frontier::new(&Options::new([])).into_report()
}

/// Returns an empty directory for this test, and for this run of it: another one may be under way.
fn directory() -> PathBuf {
    let test = thread::current().name().unwrap().replace("::", "-");
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{test}-{}", process::id()));
    // An old run of the same process id may have left files.
    let _ = fs::remove_dir_all(&directory);
    fs::create_dir(&directory).unwrap();
    directory
}

/// Asserts that a directory has only this file, with a report.
#[track_caller]
fn assert_holds_report(directory: &Path, file: &str) {
    let names: Vec<_> = fs::read_dir(directory).unwrap().map(|file| file.unwrap().file_name()).collect();
    assert_eq!(names, [file]);
    assert!(
        fs::read_to_string(directory.join(file)).unwrap().starts_with("{\"stage\":\"stage\",\"records\":[]")
    );
}

#[test]
fn text_on_a_terminal_is_a_summary_unless_all_records_are_asked_for() {
    for (format, is_terminal, verbose, form) in [
        (Format::Text, true, false, Form::Summary),
        (Format::Text, true, true, Form::Records),
        (Format::Text, false, false, Form::Records),
        (Format::Json, true, false, Form::Json),
        (Format::Json, false, true, Form::Json),
    ] {
        assert_eq!(Form::of(format, is_terminal, verbose), form, "{format:?} {is_terminal} {verbose}");
    }
}

#[test]
fn opening_a_file_leaves_no_trace() {
    let directory = directory();
    assert!(!Output::open(Some(&directory.join("report"))).unwrap().is_terminal());
    assert!(fs::read_dir(&directory).unwrap().next().is_none());
}

#[test]
fn the_report_replaces_the_old_content() {
    let directory = directory();
    let path = directory.join("report");
    fs::write(&path, "old ".repeat(1000)).unwrap();
    Output::open(Some(&path)).unwrap().write(&report(), "stage", Form::Json).unwrap();
    assert_holds_report(&directory, "report");
}

#[test]
fn a_directory_that_vanishes_is_an_error_that_names_the_file() {
    for exists in [false, true] {
        let directory = directory();
        let path = directory.join("report");
        if exists {
            fs::write(&path, "old").unwrap();
        }
        let output = Output::open(Some(&path)).unwrap();
        fs::remove_dir_all(&directory).unwrap();
        let error = output.write(&report(), "stage", Form::Records).unwrap_err();
        assert!(error.to_string().contains("report: "), "{error}");
    }
}

#[cfg(unix)]
mod unix {
    use std::os::unix::fs::{PermissionsExt, symlink};

    use super::*;

    #[test]
    fn a_path_that_no_file_can_have_is_an_error_that_names_it() {
        let directory = directory();
        symlink("circle", directory.join("circle")).unwrap();
        symlink("missing", directory.join("dangling")).unwrap();
        for name in ["", "report/", "missing/report", "circle", "dangling"] {
            let path = directory.join(name);
            let error = Output::open(Some(&path)).unwrap_err();
            assert!(error.to_string().starts_with(path.to_str().unwrap()), "{error}");
        }
    }

    #[test]
    fn a_symbolic_link_stays_and_its_target_is_replaced() {
        let directory = directory();
        let (file, link) = (directory.join("file"), directory.with_extension("link"));
        fs::write(&file, "old").unwrap();
        let _ = fs::remove_file(&link);
        symlink(&file, &link).unwrap();
        Output::open(Some(&link)).unwrap().write(&report(), "stage", Form::Json).unwrap();
        assert!(link.is_symlink());
        assert_holds_report(&directory, "file");
    }

    #[test]
    fn a_directory_or_file_without_write_access_is_respected() {
        let directory = directory();
        let [file, inner] = ["file", "inner"].map(|name| directory.join(name));
        fs::create_dir(&inner).unwrap();
        for path in [&file, &inner.join("old")] {
            fs::write(path, "old ".repeat(1000)).unwrap();
        }
        for path in [&file, &inner] {
            fs::set_permissions(path, fs::Permissions::from_mode(0o555)).unwrap();
        }
        if fs::File::options().append(true).open(&file).is_ok() {
            eprintln!("left out, because root may write to a read-only file");
            return;
        }
        for path in [file, inner.join("new")] {
            let error = Output::open(Some(&path)).unwrap_err();
            assert_eq!(error.kind(), ErrorKind::PermissionDenied, "{path:?}");
        }
        let output = Output::open(Some(&inner.join("old"))).unwrap();
        output.write(&report(), "stage", Form::Json).expect("it is written in place");
        assert_holds_report(&inner, "old");
    }

    #[test]
    fn the_report_has_the_permissions_of_the_file_that_it_replaces() {
        let directory = directory();
        let [new, old, made] = ["new", "old", "made"].map(|name| directory.join(name));
        fs::write(&made, "").unwrap();
        fs::write(&old, "").unwrap();
        fs::set_permissions(&old, fs::Permissions::from_mode(0o640)).unwrap();
        let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
        for (path, expected) in [(&new, mode(&made)), (&old, 0o640)] {
            Output::open(Some(path)).unwrap().write(&report(), "stage", Form::Records).unwrap();
            assert_eq!(mode(path), expected, "{path:?}");
        }
    }
}
