//! `cargo workshop site` as a program, and a visitor.
#![allow(dead_code, reason = "each file of tests uses a part of it")]

use std::collections::BTreeSet;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Output, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::Duration;

use common::{Options, Report};
use url::Url;

/// Longer than this means: hung.
pub const HUNG: Duration = Duration::from_secs(60);

/// A site that runs. It is killed when it is dropped.
pub struct Program {
    child: Child,
    pub url: Url,
}

/// Runs the command until it ends by itself.
pub fn run(arguments: &[&str]) -> Output {
    ended(&mut command(arguments).spawn().unwrap())
}

/// Waits until the program ends; one that hangs is killed, and fails the test.
fn ended(child: &mut Child) -> Output {
    let stdout = child.stdout.take().map(read_all);
    let stderr = child.stderr.take().map(read_all);
    let [stdout, stderr] = [stdout, stderr].map(|text| match text.map(|text| text.recv_timeout(HUNG)) {
        None => Vec::new(),
        Some(Ok(text)) => text,
        Some(Err(_)) => {
            let _ = child.kill();
            panic!("the program hangs");
        }
    });
    // It has closed its outputs, so it ends.
    Output { status: child.wait().unwrap(), stdout, stderr }
}

fn read_all(mut from: impl Read + Send + 'static) -> Receiver<Vec<u8>> {
    let (sender, text) = channel();
    thread::spawn(move || {
        let mut bytes = Vec::new();
        // What can be read counts; a test that has failed meanwhile does not listen any more.
        let _ = from.read_to_end(&mut bytes);
        let _ = sender.send(bytes);
    });
    text
}

fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_race"));
    command.arg("site").args(arguments);
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

impl Program {
    /// Starts a site on a port that is free, and reads its address.
    pub fn start(arguments: &[&str]) -> Program {
        let mut child = command(&[&["--port", "0"], arguments].concat()).spawn().unwrap();
        let mut stdout = BufReader::new(child.stdout.take().unwrap());
        let (sender, line) = channel();
        thread::spawn(move || {
            let mut line = String::new();
            let _ = stdout.read_line(&mut line);
            let _ = sender.send(line);
        });
        let line = line.recv_timeout(HUNG).unwrap_or_default();
        let Ok(url) = Url::parse(line.trim_end()) else {
            let _ = child.kill();
            panic!("{line:?} is no address; {:?}", child.wait_with_output());
        };
        Program { child, url }
    }

    /// The whole answer to a request for `path`.
    pub fn get(&self, path: &str) -> String {
        let address = self.url.socket_addrs(|| None).unwrap()[0];
        let mut stream = TcpStream::connect(address).unwrap();
        stream.set_read_timeout(Some(HUNG)).unwrap();
        stream.write_all(format!("GET {path} HTTP/1.0\r\n\r\n").as_bytes()).unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        answer
    }

    /// The body of the answer to a request for `path`.
    pub fn body(&self, path: &str) -> String {
        self.get(path).split_once("\r\n\r\n").expect("a head and a body").1.to_owned()
    }

    /// What a crawl of the whole site finds.
    pub fn crawl(&self) -> Report {
        let mut options = Options::new([self.url.clone()]);
        options.max_tasks = 50;
        stage4_async::crawl(&options).unwrap()
    }

    /// Sends it what Ctrl-C sends, and waits for its end.
    #[cfg(unix)]
    pub fn interrupt(mut self) -> Output {
        let status = Command::new("kill").args(["-INT", &self.child.id().to_string()]).status();
        assert!(status.unwrap().success());
        ended(&mut self.child)
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The paths that a page links to.
pub fn links(html: &str) -> BTreeSet<&str> {
    html.split("href=\"").skip(1).filter_map(|rest| rest.split('"').next()).collect()
}
