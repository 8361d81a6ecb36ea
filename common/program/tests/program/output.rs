//! The destination of the report.

#![cfg_attr(not(unix), allow(unused_imports, dead_code, reason = "some of the tests are for Unix"))]

use std::fs;
use std::io;
use std::path::Path;

use common::{Frontier, Options};
use program::args::Format;
use program::draft::replace;
use program::output::Output;
use tempfile::tempdir;

fn write(output: Output) -> io::Result<()> {
    output.write(&Frontier::new(&Options::new([])).finish(), "stage", Format::Json, false, &[])
}

/// Asserts that a report is written to `path`, and that its directory has no other file then.
#[track_caller]
fn assert_writes(path: &Path) {
    write(Output::open(Some(path)).unwrap()).unwrap();
    assert!(fs::read_to_string(path).unwrap().starts_with("{\"stage\":\"stage\",\"records\":[]"));
    assert_eq!(fs::read_dir(path.parent().unwrap()).unwrap().count(), 1);
}

#[test]
fn a_directory_that_vanishes_is_an_error_that_names_the_file() {
    for exists in [false, true] {
        let directory = tempdir().unwrap();
        let path = directory.path().join("report");
        if exists {
            fs::write(&path, "old").unwrap();
        }
        let output = Output::open(Some(&path)).unwrap();
        drop(directory);
        let error = write(output).unwrap_err();
        assert!(error.to_string().contains("report: "), "{error}");
    }
}

#[cfg(unix)]
mod unix {
    use std::os::unix::fs::{PermissionsExt, symlink};

    use super::*;

    #[test]
    fn a_path_that_no_file_can_have_is_an_error_that_names_it() {
        let directory = tempdir().unwrap();
        symlink("circle", directory.path().join("circle")).unwrap();
        symlink("missing", directory.path().join("dangling")).unwrap();
        for name in ["", "report/", "missing/report", "circle", "dangling"] {
            let path = directory.path().join(name);
            let error = Output::open(Some(&path)).unwrap_err();
            assert!(error.to_string().starts_with(path.to_str().unwrap()), "{error}");
        }
    }

    #[test]
    fn a_symbolic_link_stays_and_its_target_is_replaced() {
        let (directory, links) = (tempdir().unwrap(), tempdir().unwrap());
        let (file, link) = (directory.path().join("file"), links.path().join("link"));
        fs::write(&file, "old").unwrap();
        symlink(&file, &link).unwrap();
        assert_writes(&link);
        assert!(link.is_symlink() && !file.is_symlink());
    }

    #[test]
    fn a_directory_or_file_without_write_access_is_respected() {
        let directory = tempdir().unwrap();
        let [file, inner] = ["file", "inner"].map(|name| directory.path().join(name));
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
            assert_eq!(error.kind(), io::ErrorKind::PermissionDenied, "{path:?}");
        }
        // It is written in place.
        assert_writes(&inner.join("old"));
        // Now it can be removed.
        fs::set_permissions(inner, fs::Permissions::from_mode(0o755)).unwrap();
    }

    #[test]
    fn the_report_has_the_permissions_of_the_file_that_it_replaces() {
        let directory = tempdir().unwrap();
        let path = directory.path().join("report");
        let mode = || fs::metadata(&path).unwrap().permissions().mode() & 0o777;
        fs::write(&path, "").unwrap();
        let usual = mode();
        fs::remove_file(&path).unwrap();
        assert_writes(&path);
        assert_eq!(mode(), usual);
        for private in [0o640, 0o666] {
            fs::set_permissions(&path, fs::Permissions::from_mode(private)).unwrap();
            replace(&path, |draft| {
                let mode = draft.metadata()?.permissions().mode();
                assert_eq!(mode & 0o777, private, "before it has any content");
                Ok(())
            })
            .unwrap();
            assert_eq!(mode(), private);
        }
    }
}
