//! `cargo workshop site`: what it serves, what it says, and what it does not take.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use common::{Options, Report};
use url::Url;

/// The time after which a read counts as one that hangs.
const HUNG: Duration = Duration::from_secs(60);

/// A running site. It is killed when it is dropped.
struct Program {
    child: Child,
    url: Url,
}

fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_site"));
    command.args(arguments);
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

impl Program {
    /// Starts a site on a port that is free, and reads its address.
    fn start(arguments: &[&str]) -> Program {
        let mut child = command(&[&["--port", "0"], arguments].concat()).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.as_mut().unwrap()).read_line(&mut line).unwrap();
        Program { child, url: Url::parse(line.trim_end()).unwrap() }
    }

    /// Returns the whole answer to a request for `path`.
    fn get(&self, path: &str) -> String {
        let address = self.url.socket_addrs(|| None).unwrap()[0];
        let mut stream = TcpStream::connect(address).unwrap();
        stream.set_read_timeout(Some(HUNG)).unwrap();
        stream.write_all(format!("GET {path} HTTP/1.0\r\n\r\n").as_bytes()).unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        answer
    }

    /// Crawls the whole site.
    fn crawl(&self) -> Report {
        let options = Options { max_tasks: 50, ..Options::new([self.url.clone()]) };
        stage4_async::crawl(options.into()).unwrap()
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn without_options_it_serves_the_comic_strips() {
    let site = Program::start(&[]);
    assert!(site.get("/").contains("Ping and Poll"));
    assert!(site.crawl().summary().pages > 110);
}

#[test]
fn a_directory_is_served_as_it_is() {
    let site = Program::start(&["--root", env!("CARGO_MANIFEST_DIR"), "--latency", "1"]);
    assert!(site.get("/Cargo.toml").ends_with(include_str!("../Cargo.toml")));
    assert!(site.get("/no-such-file").starts_with("HTTP/1.0 404 "));
}

#[test]
fn every_generated_page_can_be_reached() {
    for pages in [1_u32, 2, 60, 800] {
        let site = Program::start(&["--pages", &pages.to_string(), "--size", "3000"]);
        let records = site.crawl().records;
        assert_eq!(records.len(), pages as usize);
        assert!(records.iter().all(|record| record.status == Some(200) && record.size == 3000));
        assert!(records.iter().all(|record| record.links == 10.min(pages - 1)));
    }
}

#[test]
fn a_latency_alone_makes_a_site_whose_answers_are_that_late() {
    let site = Program::start(&["--latency", "200"]);
    let started = Instant::now();
    site.get("/page/99");
    // No sooner: that is what a latency promises.
    assert!(started.elapsed() >= Duration::from_millis(200));
    assert!(site.get("/page/100").starts_with("HTTP/1.0 404 "));
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_it_with_what_it_has_seen() {
    let mut site = Program::start(&["--pages", "2"]);
    for path in ["/", "/page/1", "/page/1"] {
        site.get(path);
    }
    let kill = Command::new("kill").args(["-INT", &site.child.id().to_string()]).status();
    assert!(kill.unwrap().success());
    assert_eq!(site.child.wait().unwrap().code(), Some(0));
    let mut stderr = String::new();
    site.child.stderr.take().unwrap().read_to_string(&mut stderr).unwrap();
    let seen: Vec<&str> = stderr.lines().filter(|line| !line.is_empty()).collect();
    let expected = [
        "connections                 3",
        "requests                    3",
        "distinct paths              2",
        "most requests open at once  1",
        "answers sent to the end     3",
    ];
    assert_eq!(seen, expected);
}

#[test]
fn what_makes_no_site_is_refused_by_its_name() {
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = taken.local_addr().unwrap().port().to_string();
    for (code, arguments, says) in [
        (1, &["--port", &port][..], "`--port 0` takes any port that is free"),
        (1, &["--port", "0", "--root", "/no/such/directory"], "/no/such/directory"),
        (2, &["--root", ".", "--pages", "10"], "--pages"),
        (2, &["--pages=0"], "--pages"),
        (2, &["--size=2000000000"], "--size"),
        (2, &["--latency=soon"], "--latency"),
    ] {
        let output = command(arguments).output().unwrap();
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.code() == Some(code) && stderr.contains(says), "{stderr}");
        assert!(output.stdout.is_empty());
    }
}
