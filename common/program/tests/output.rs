//! The destination of the report.

use std::fs;
use std::path::{Path, PathBuf};
use std::process;
use std::thread;

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

fn names(directory: &Path) -> Vec<String> {
    let name = |file: std::io::Result<fs::DirEntry>| file.unwrap().file_name().into_string().unwrap();
    let mut names: Vec<_> = fs::read_dir(directory).unwrap().map(name).collect();
    names.sort();
    names
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
fn a_file_is_not_a_terminal() {
    let directory = directory();
    assert!(!Output::open(Some(&directory.join("report"))).unwrap().is_terminal());
}

#[test]
fn opening_a_file_leaves_no_trace() {
    let directory = directory();
    Output::open(Some(&directory.join("report"))).unwrap();
    assert_eq!(names(&directory), [""; 0]);
}

#[test]
fn the_report_replaces_the_old_content() {
    let directory = directory();
    let path = directory.join("report");
    fs::write(&path, "old ".repeat(1000)).unwrap();
    Output::open(Some(&path)).unwrap().write(&report(), "stage", Form::Json).unwrap();
    assert!(fs::read_to_string(&path).unwrap().starts_with("{\"stage\":\"stage\",\"records\":[]"));
    assert_eq!(names(&directory), ["report"]);
}

/// A hard link shows whether the report is in the old file or in a new one.
#[test]
fn a_file_beside_which_no_other_can_be_created_is_written_in_place() {
    let directory = directory();
    let [path, link] = ["report", "link"].map(|name| directory.join(name));
    fs::write(&path, "old ".repeat(1000)).unwrap();
    fs::hard_link(&path, &link).unwrap();
    // All names of drafts are taken. In a directory without write access, root could still create files.
    for number in 0..=1000 {
        fs::write(directory.join(format!(".report-{}-{number}", process::id())), "").unwrap();
    }
    let output = Output::open(Some(&path)).unwrap();
    assert!(fs::read_to_string(&link).unwrap().starts_with("old "), "it is kept until the report is written");
    output.write(&report(), "stage", Form::Json).unwrap();
    assert!(fs::read_to_string(&link).unwrap().starts_with("{\"stage\":\"stage\",\"records\":[]"));
    assert!(Output::open(Some(&directory.join("new"))).is_err(), "a new file needs a name");
}

#[test]
fn an_existing_file_that_vanishes_with_its_directory_is_an_error() {
    let directory = directory();
    let path = directory.join("report");
    fs::write(&path, "old").unwrap();
    let output = Output::open(Some(&path)).unwrap();
    fs::remove_dir_all(&directory).unwrap();
    let error = output.write(&report(), "stage", Form::Records).unwrap_err();
    assert!(error.to_string().starts_with(path.to_str().unwrap()), "{error}");
}

#[test]
fn a_slash_at_the_end_names_no_file() {
    let error = Output::open(Some(&directory().join("report/"))).unwrap_err();
    assert_eq!(error.kind(), std::io::ErrorKind::IsADirectory, "{error}");
}

#[test]
fn a_directory_that_vanishes_is_an_error_that_names_the_file() {
    let directory = directory();
    let path = directory.join("report");
    let output = Output::open(Some(&path)).unwrap();
    fs::remove_dir(&directory).unwrap();
    let error = output.write(&report(), "stage", Form::Records).unwrap_err();
    assert!(error.to_string().starts_with(path.to_str().unwrap()), "{error}");
}

#[cfg(unix)]
mod unix {
    use std::os::unix::fs::{PermissionsExt, symlink};

    use super::*;

    #[test]
    fn a_symbolic_link_stays_and_its_target_is_replaced() {
        let directory = directory();
        let [file, link] = ["file", "link"].map(|name| directory.join(name));
        fs::write(&file, "old").unwrap();
        symlink("file", &link).unwrap();
        Output::open(Some(&link)).unwrap().write(&report(), "stage", Form::Records).unwrap();
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        assert!(fs::read_to_string(&file).unwrap().contains("0 pages"));
    }

    #[test]
    fn a_dangling_symbolic_link_stays_and_its_target_is_created() {
        let directory = directory();
        let [inner, link] = ["inner", "link"].map(|name| directory.join(name));
        fs::create_dir(&inner).unwrap();
        symlink("inner/second", &link).unwrap();
        symlink("../target", inner.join("second")).unwrap();
        Output::open(Some(&link)).unwrap().write(&report(), "stage", Form::Records).unwrap();
        assert_eq!(names(&directory), ["inner", "link", "target"]);
        assert!(fs::read_to_string(&link).unwrap().contains("0 pages"), "the links lead to the target");
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
    }

    #[test]
    fn a_symbolic_link_that_leads_nowhere_is_an_error() {
        let directory = directory();
        for target in ["link", "missing/report"] {
            let link = directory.join("link");
            symlink(target, &link).unwrap();
            let error = Output::open(Some(&link)).unwrap_err();
            assert!(error.to_string().starts_with(link.to_str().unwrap()), "{error}");
            fs::remove_file(&link).unwrap();
        }
    }

    #[test]
    fn a_read_only_file_or_directory_is_an_error() {
        let directory = directory();
        let [file, inner] = ["file", "inner"].map(|name| directory.join(name));
        fs::write(&file, "").unwrap();
        fs::create_dir(&inner).unwrap();
        for path in [&file, &inner] {
            fs::set_permissions(path, fs::Permissions::from_mode(0o555)).unwrap();
        }
        if fs::File::options().append(true).open(&file).is_ok() {
            eprintln!("left out, because root may write to a read-only file");
            return;
        }
        for path in [file, inner.join("report")] {
            let error = Output::open(Some(&path)).unwrap_err();
            assert_eq!(error.kind(), std::io::ErrorKind::PermissionDenied, "{path:?}");
        }
    }

    /// No user may create a file there, not even root.
    #[cfg(target_os = "linux")]
    #[test]
    fn a_directory_that_takes_no_files_is_an_error() {
        for path in ["/proc/report", "/proc/self/fd/report", "/sys/report"] {
            let error = Output::open(Some(Path::new(path))).unwrap_err();
            assert!(error.to_string().starts_with(path), "{error}");
        }
    }

    #[test]
    fn the_report_has_the_permissions_of_the_file_that_it_replaces() {
        let directory = directory();
        let [new, old] = ["new", "old"].map(|name| directory.join(name));
        fs::write(&old, "").unwrap();
        fs::set_permissions(&old, fs::Permissions::from_mode(0o640)).unwrap();
        let made = directory.join("made");
        fs::write(&made, "").unwrap();
        let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
        for (path, expected) in [(&new, mode(&made)), (&old, 0o640)] {
            Output::open(Some(path)).unwrap().write(&report(), "stage", Form::Records).unwrap();
            assert_eq!(mode(path), expected, "{path:?}");
        }
    }

    /// A rename would replace the device by a plain file.
    #[cfg(target_os = "linux")]
    #[test]
    fn a_device_stays_a_device() {
        Output::open(Some(Path::new("/dev/null"))).unwrap().write(&report(), "stage", Form::Records).unwrap();
        assert!(!fs::metadata("/dev/null").unwrap().is_file());
        let error =
            Output::open(Some(Path::new("/dev/full"))).unwrap().write(&report(), "stage", Form::Records);
        assert_eq!(error.unwrap_err().kind(), std::io::ErrorKind::StorageFull);
    }
}
