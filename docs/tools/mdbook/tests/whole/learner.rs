//! The book of a learner: it opens even if the sources are not as they should be.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use walkdir::WalkDir;
use workshop::exercises::{self, Command::Start};

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../..");

/// A copy of the course, with the program in its target folder.
struct Learner {
    root: PathBuf,
}

impl Learner {
    fn new(name: &str) -> Learner {
        let root = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        let _ = fs::remove_dir_all(&root);
        let parts = fs::read_dir(ROOT).unwrap().map(|entry| entry.unwrap().file_name());
        let is_copied =
            |name: &str| ["common", "docs", "Cargo.toml"].contains(&name) || name.starts_with("stage");
        for part in parts.filter(|name| is_copied(&name.to_string_lossy())) {
            for entry in WalkDir::new(Path::new(ROOT).join(part)) {
                let entry = entry.unwrap();
                let to = root.join(entry.path().strip_prefix(ROOT).unwrap());
                if entry.file_type().is_file() {
                    fs::create_dir_all(to.parent().unwrap()).unwrap();
                    fs::copy(entry.path(), to).unwrap();
                }
            }
        }
        fs::create_dir_all(root.join("target/debug")).unwrap();
        fs::hard_link(env!("CARGO_BIN_EXE_mdbook"), root.join("target/debug/mdbook")).unwrap();
        Learner { root }
    }

    /// Replaces a text in a source, which must have it.
    fn replace(&self, file: &str, old: &str, new: &str) {
        let file = self.root.join(file);
        let text = fs::read_to_string(&file).unwrap();
        assert!(text.contains(old), "{}: {old}", file.display());
        fs::write(file, text.replace(old, new)).unwrap();
    }

    /// Starts a command that shows the book. Its cargo always fails, as if no crate compiled.
    fn shows(&self, command: &str) -> Shown {
        let mut program = Command::new(self.root.join("target/debug/mdbook"));
        program.args(command.split(' ')).args(["--no-open", "--port", "0", "--root"]).arg(&self.root);
        let mut child = program.env("CARGO", "false").stdout(Stdio::piped()).spawn().unwrap();
        let mut url = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut url).unwrap();
        let (address, page) = url.trim_end().strip_prefix("http://").unwrap().split_once('/').unwrap();
        Shown { address: address.to_owned(), page: format!("/{page}"), child }
    }
}

/// A program that serves a book.
struct Shown {
    address: String,
    /// The page that it opens.
    page: String,
    child: Child,
}

impl Shown {
    /// Returns the answer to a request for a path, with its head.
    fn get(&self, path: &str) -> String {
        let mut stream = TcpStream::connect(&self.address).unwrap();
        write!(stream, "GET {path} HTTP/1.0\r\n\r\n").unwrap();
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).unwrap();
        String::from_utf8_lossy(&answer).into_owned()
    }

    /// Asserts that the answer to a request for `path` has all `parts`.
    #[track_caller]
    fn has(&self, path: &str, parts: &[&str]) {
        let answer = self.get(path);
        let missing: Vec<_> = parts.iter().filter(|part| !answer.contains(**part)).collect();
        assert!(missing.is_empty(), "{path} has no {missing:?}");
    }
}

impl Drop for Shown {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn with_an_open_exercise_the_book_has_the_solution_below_it() {
    let learner = Learner::new("open-exercise");
    exercises::run(Some(Start { id: "s3-wake".into() }), Some(&learner.root)).unwrap();
    learner.replace("stage3-futures/src/wake.rs", "todo!(", "self.does.not.compile(");
    let shown = learner.shows("present");
    assert_eq!(shown.page, "/book/waiting/cost.html#slides");
    shown.has("/book/stage3/wakers.html", &["id=\"s3-wake\"", "self.is_queued.swap(false, SeqCst)"]);
    assert!(!shown.get("/book/stage3/wakers.html").contains("does.not.compile"));
}

#[test]
fn a_page_says_what_the_sources_lack_and_an_address_that_leads_nowhere_leads_back_to_the_book() {
    let learner = Learner::new("other-sources");
    let [queue, fetch] = ["stage3-futures/src/queue.rs", "stage1-blocking/src/fetch.rs"];
    learner.replace(queue, "impl<T> Queue<T> {", "impl<T> Queue<T> {{{");
    learner.replace(fetch, "fn receive(", "fn receive_all(");
    learner.replace(
        "stage4-async/src/fetch.rs",
        "async fn fetch_once(",
        "fn helper() {}\n\nasync fn fetch_once(",
    );
    fs::remove_file(learner.root.join("stage3-futures/src/timer.rs")).unwrap();
    let shown = learner.shows("book --docs");
    assert_eq!(shown.page, "/book/index.html");
    shown.has(
        "/book/stage3/futures.html",
        &["HTTP/1.0 200", "Your sources do not have what stands here: stage3-futures/src/timer.rs"],
    );
    shown.has("/book/stage4/diff.html", &["HTTP/1.0 200"]);
    shown.has("/", &["HTTP/1.0 302", "\r\nLocation: /book/\r\n"]);
    for path in ["/book/stage3/no.html", "/common/index.html", "/no/such/page"] {
        let parts =
            ["HTTP/1.0 404", "<base href=\"/book/\">", "There is no such page", "cargo workshop book --docs"];
        shown.has(path, &parts);
    }
}
