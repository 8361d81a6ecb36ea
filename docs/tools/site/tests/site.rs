//! `cargo workshop site`: what it serves, what it says, and what it does not take.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use common::{Options, Report};
use test_tools::process::Process;
use url::Url;

/// The time after which a read counts as one that hangs.
const HUNG: Duration = Duration::from_secs(60);

/// A running site.
struct Site {
    #[cfg_attr(not(unix), expect(dead_code, reason = "it ends when it is dropped"))]
    process: Process,
    url: Url,
}

fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_site"));
    command.args(arguments).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

impl Site {
    /// Starts a site on a port that is free, and reads its address.
    fn start(arguments: &[&str]) -> Site {
        let mut process = Process(command(&[&["--port", "0"], arguments].concat()).spawn().unwrap());
        let mut line = String::new();
        BufReader::new(process.0.stdout.as_mut().unwrap()).read_line(&mut line).unwrap();
        Site { process, url: Url::parse(line.trim_end()).unwrap() }
    }

    /// Returns the whole answer to a request for `path`.
    fn get(&self, path: &str) -> String {
        let mut stream = TcpStream::connect(&*self.url.socket_addrs(|| None).unwrap()).unwrap();
        stream.set_read_timeout(Some(HUNG)).unwrap();
        stream.write_all(format!("GET {path} HTTP/1.0\r\n\r\n").as_bytes()).unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        answer
    }

    fn crawl(&self) -> Report {
        stage4_async::crawl(Options::new([self.url.clone()]).into()).unwrap()
    }
}

#[test]
fn it_serves_comic_strips_or_a_directory() {
    let comics = Site::start(&[]);
    assert!(comics.get("/").contains("Ping and Poll"));
    assert!(comics.crawl().summary().pages > 110);
    let root = tempfile::tempdir().unwrap();
    for file in ["index.html", "a.txt"] {
        fs::write(root.path().join(file), format!("This is {file}.")).unwrap();
    }
    let directory = Site::start(&["--root", root.path().to_str().unwrap(), "--latency", "1"]);
    assert!(
        directory.get("/").ends_with("This is index.html.") && directory.get("/a.txt").ends_with("a.txt.")
    );
}

#[test]
fn every_generated_page_can_be_reached() {
    for pages in [1_u32, 2, 300] {
        let records = Site::start(&["--pages", &pages.to_string()]).crawl().records;
        assert_eq!(records.len(), pages as usize);
        assert!(records.iter().all(|record| record.status == Some(200) && record.size == 2000));
        assert!(records.iter().all(|record| record.links == 10.min(pages - 1)));
    }
}

#[test]
fn a_latency_alone_makes_a_site_whose_answers_are_that_late() {
    let site = Site::start(&["--latency", "200"]);
    let started = Instant::now();
    site.get("/page/99");
    // No sooner: that is what a latency promises.
    assert!(started.elapsed() >= Duration::from_millis(200));
    assert!(site.get("/page/100").starts_with("HTTP/1.0 404 "));
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_it_with_what_it_has_seen() {
    let mut site = Site::start(&["--pages", "2"]);
    for path in ["/", "/page/1", "/page/1"] {
        site.get(path);
    }
    let kill = Command::new("kill").args(["-INT", &site.process.0.id().to_string()]).status();
    assert!(kill.unwrap().success());
    assert_eq!(site.process.0.wait().unwrap().code(), Some(0));
    let mut stderr = String::new();
    site.process.0.stderr.take().unwrap().read_to_string(&mut stderr).unwrap();
    let numbers: Vec<u32> =
        stderr.lines().filter_map(|line| line.split("  ").last()?.trim().parse().ok()).collect();
    assert_eq!(numbers, [3, 3, 2, 1, 3], "{stderr}");
}

#[test]
fn what_makes_no_site_is_refused_by_its_name() {
    let taken = Site::start(&[]);
    let port = taken.url.port().unwrap().to_string();
    for (code, arguments, says) in [
        (1, &["--port", &port][..], "`--port 0` takes any port that is free"),
        (2, &["--port", "0", "--root", "/no/such/directory"], "/no/such/directory"),
        (2, &["--port", "0", "--root", env!("CARGO_BIN_EXE_site")], ": it is not a directory"),
        (2, &["--port", "0", "--root", env!("CARGO_MANIFEST_DIR")], ": it has no index.html"),
        (2, &["--root", ".", "--pages", "10"], "--pages"),
    ] {
        let mut process = Process(command(arguments).spawn().unwrap());
        let [mut stdout, mut stderr] = [(); 2].map(|()| String::new());
        BufReader::new(process.0.stdout.as_mut().unwrap()).read_line(&mut stdout).unwrap();
        assert_eq!(stdout, "", "{arguments:?} make a site");
        process.0.stderr.take().unwrap().read_to_string(&mut stderr).unwrap();
        assert!(process.0.wait().unwrap().code() == Some(code) && stderr.contains(says), "{stderr}");
    }
}
