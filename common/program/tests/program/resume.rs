//! The file of `--resume`: what is in it after a run, a crash or a mistake, and when it is refused.

use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};

use common::{Options, Services};
use common_fuzz::offline::{self, answer, page};
use program::resume::Resume;
use tempfile::{TempDir, tempdir};
#[cfg(unix)]
use test_tools::watchdog::watched;

fn services() -> Services {
    web::services(offline::options(&["/"]))
}

/// Crawls a site of three pages and a broken link. Returns how many fetches there were.
fn crawl(path: &Path) -> usize {
    let services = services();
    let (resume, mut frontier) = Resume::open(path, &services).unwrap();
    let (mut targets, mut fetched) = (services.roots(&mut frontier), 0);
    while let Some(target) = targets.pop() {
        fetched += 1;
        let is_lost = target.url.path() == "/lost";
        let response = if is_lost { answer(404, "") } else { page(&["/a", "/lost", "/b"]) };
        let outcome = services.outcome(&target, Ok(response));
        targets.extend(services.settle(&mut frontier, target, outcome));
    }
    resume.finish().unwrap();
    fetched
}

/// Returns the file of a whole crawl, and its content.
fn whole() -> (TempDir, PathBuf, Vec<u8>) {
    let directory = tempdir().unwrap();
    let path = directory.path().join("journal");
    assert_eq!(crawl(&path), 4);
    let content = fs::read(&path).unwrap();
    (directory, path, content)
}

#[test]
fn a_file_that_ends_anywhere_is_completed() {
    let (_directory, path, content) = whole();
    let header = content.iter().position(|byte| *byte == b'\n').unwrap() + 1;
    let edges = [header - 1, header, header + 1, content.len() - 1];
    for end in (0..=content.len()).step_by(9).chain(edges) {
        let (kept, torn) = content.split_at(end);
        for zeros in [0, torn.len() + 9] {
            // After a power cut, a file may end in zeros.
            fs::write(&path, [kept, &vec![0; zeros]].concat()).unwrap();
            if end >= header || zeros == 0 {
                let lines = kept.iter().filter(|byte| **byte == b'\n').count().max(1);
                assert_eq!(crawl(&path), 5 - lines, "{end}");
                assert!(fs::read(&path).unwrap() == content, "{end}");
            }
        }
    }
}

#[test]
fn a_file_that_is_not_understood_is_named_with_the_reason_and_stays_as_it_is() {
    let (directory, path, content) = whole();
    let lines: Vec<_> = content.split_inclusive(|byte| *byte == b'\n').collect();
    let broken = [lines[0], b"{\"url\":\"http:\n", lines[2]].concat();
    let long = [&lines[0][..lines[0].len() - 1], &b" ".repeat(16 << 20), b"\n"].concat();
    for (content, why) in [
        (&b"my letters\n"[..], "--resume has not written it"),
        (b"my letters", "--resume has not written it"),
        (b"{\"journal\":1}\n", "--resume has not written it"),
        (&long, "--resume has not written it"),
        (&broken, "line 2: it is damaged; remove it and the lines after it, and the crawl"),
        (&[lines[0], lines[1], lines[1]].concat(), "line 3: it is out of place"),
        (&[lines[0], lines[2]].concat(), "line 2: it is out of place"),
    ] {
        fs::write(&path, content).unwrap();
        let error = Resume::open(&path, &services()).unwrap_err().to_string();
        assert!(error.starts_with(&format!("{}: {why}", path.display())), "{error}");
        assert_eq!(why.starts_with("line"), error.ends_with("crawl fetches their pages again"), "{error}");
        assert!(fs::read(&path).unwrap() == content, "{why}");
    }
    let error = Resume::open(directory.path(), &services()).unwrap_err().to_string();
    assert!(error.starts_with(&directory.path().display().to_string()), "{error}");
}

#[test]
fn a_file_of_other_options_or_in_use_is_refused() {
    let (_directory, path, content) = whole();
    let error =
        Resume::open(&path, &web::services(Options { max_pages: Some(9), ..offline::options(&["/"]) }))
            .unwrap_err()
            .to_string();
    assert!(error.ends_with("--max-pages was null and is now 9"), "{error}");
    let _used = Resume::open(&path, &services()).unwrap();
    let error = Resume::open(&path, &services()).unwrap_err().to_string();
    assert!(error.ends_with("another crawl uses it"), "{error}");
    assert!(fs::read(&path).unwrap() == content);
}

#[test]
fn a_flipped_bit_is_refused_or_costs_the_last_lines() {
    let (_directory, path, content) = whole();
    let ends: Vec<_> = (0..content.len()).filter(|at| content[*at] == b'\n').map(|at| at + 1).collect();
    let (content, last) = (&content[..ends[2]], ends[1]);
    fs::write(&path, content).unwrap();
    for at in 0..content.len() {
        let mut flipped = content.to_vec();
        flipped[at] ^= 1 << (at % 8);
        // Much faster than to write a file anew.
        File::options().write(true).open(&path).unwrap().write_all(&flipped).unwrap();
        let opened = Resume::open(&path, &services());
        let found = fs::read(&path).unwrap();
        let is_cut = found.ends_with(b"\n") && found.len() <= last && content.starts_with(&found);
        assert!(if opened.is_ok() { is_cut } else { found == flipped }, "byte {at}");
    }
}

#[cfg(unix)]
#[test]
fn what_is_no_regular_file_is_refused_at_once() {
    let directory = tempdir().unwrap();
    let [pipe, link] = ["pipe", "link"].map(|name| directory.path().join(name));
    // Not by a child process: until it is another program, it would hold the locks of the other tests.
    nix::unistd::mkfifo(&pipe, nix::sys::stat::Mode::S_IRWXU).unwrap();
    std::os::unix::fs::symlink("missing", &link).unwrap();
    for path in [pipe, "/dev/zero".into(), directory.path().to_owned()] {
        let expected = format!("{}: it is not a regular file", path.display());
        let opened = watched(move || Resume::open(&path, &services()).map(drop));
        assert_eq!(opened.unwrap_err().to_string(), expected);
    }
    assert!(Resume::open(&link, &services()).is_err() && !directory.path().join("missing").exists());
}
