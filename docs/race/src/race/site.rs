//! The site of a race: a process of its own, for each run a fresh one.
//!
//! It prints its address. A line on its stdin says that a contestant starts, and is answered with a line; at the end of
//! its stdin it tells what it has seen, in JSON, and ends. So it also ends when the race does, however that comes about.

use std::ffi::OsString;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::Duration;

use practice_site::{Builder, Visit};
use serde::{Deserialize, Serialize};

use super::results::Lane;

/// What the site has seen of a contestant.
#[derive(Debug, Serialize, Deserialize)]
pub struct Log {
    /// The requests, on the contestant's clock.
    pub visits: Vec<Lane>,
    /// How many connections and requests there were, and the most requests that were open at once.
    pub connections: u64,
    pub requests: u64,
    pub most_open: usize,
}

/// Serves `site`, as the site's process.
///
/// # Errors
/// If the site cannot be had, or if its log is not read.
pub fn serve(site: Builder) -> io::Result<()> {
    // Each open request costs a descriptor. Where the limit stays as it is, fewer are held at once.
    let _ = rlimit::increase_nofile_limit(u64::MAX);
    let site = site.start()?;
    let mut stdout = io::stdout().lock();
    writeln!(stdout, "{}", site.url("/")).and_then(|()| stdout.flush())?;
    let mut start = Duration::ZERO;
    for line in io::stdin().lock().lines() {
        line?;
        start = site.clock();
        // The contestant waits for this: on a busy machine, it could be running before its start is noted.
        writeln!(stdout, "started").and_then(|()| stdout.flush())?;
    }
    let log = Log {
        visits: site.log().into_iter().map(|visit| lane(visit, start)).collect(),
        connections: site.connections(),
        requests: site.requests(),
        most_open: site.most_open(),
    };
    serde_json::to_writer(&mut stdout, &log)?;
    stdout.flush()
}

/// A visit on the contestant's clock.
fn lane(visit: Visit, start: Duration) -> Lane {
    let ms = |time: Duration| time.saturating_sub(start).as_micros() as f64 / 1e3;
    Lane {
        accepted: ms(visit.accepted),
        requested: visit.requested.map(ms),
        first_byte: visit.first_byte.map(ms),
        answered: visit.answered.map(ms),
        ended: visit.ended.map(ms),
    }
}

/// A site that runs, as the race sees it; it is ended when it is dropped.
#[derive(Debug)]
pub struct RaceSite {
    child: Child,
    stdin: Option<ChildStdin>,
    stdout: BufReader<ChildStdout>,
    /// Such as `http://127.0.0.1:40123`.
    pub origin: String,
}

impl RaceSite {
    /// Starts `workshop`, with these arguments for its site.
    ///
    /// # Errors
    /// If it does not run. It has reported its own errors on stderr.
    pub fn start(workshop: &Path, arguments: &[OsString]) -> io::Result<RaceSite> {
        let mut command = Command::new(workshop);
        command.args(["site", "--for-race", "--port", "0"]).args(arguments);
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
        let stdin = child.stdin.take();
        let stdout = BufReader::new(child.stdout.take().expect("it is piped"));
        let mut site = RaceSite { child, stdin, stdout, origin: String::new() };
        site.stdout.read_line(&mut site.origin)?;
        site.origin.truncate(site.origin.trim_end().trim_end_matches('/').len());
        if site.origin.is_empty() {
            return Err(io::Error::other("the site does not run"));
        }
        Ok(site)
    }

    /// Tells the site that the contestant starts now, and returns when the site has noted it.
    ///
    /// # Errors
    /// If the site does not run any more.
    pub fn mark(&mut self) -> io::Result<()> {
        let stdin = self.stdin.as_mut().expect("it is closed at the end");
        stdin.write_all(b"start\n").and_then(|()| stdin.flush())?;
        match self.stdout.read_line(&mut String::new())? {
            0 => Err(io::Error::other("the site does not run any more")),
            _ => Ok(()),
        }
    }

    /// Ends the site, and reads what it has seen.
    ///
    /// # Errors
    /// If the site did not write its log.
    pub fn finish(mut self) -> io::Result<Log> {
        self.stdin = None;
        let mut text = Vec::new();
        self.stdout.read_to_end(&mut text)?;
        serde_json::from_slice(&text).map_err(|error| io::Error::other(format!("the site's log: {error}")))
    }
}

impl Drop for RaceSite {
    fn drop(&mut self) {
        // It has ended, if it was finished; in any other case it has nothing to tell.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
