//! A process of tests, under a watchdog: it may hang, end too early, or print without end.

use std::fs;
use std::io::{self, BufRead, BufReader, Read};
use std::ops::ControlFlow;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{RecvTimeoutError, SyncSender, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use test_tools::patience::Patience;

use super::libtest::Said;

/// Why a process was stopped: it printed nothing for the time of its patience.
pub const SILENT: &str = "it was silent";

/// Why a process was stopped: what it has printed is enough, or its time is over.
pub const ENOUGH: &str = "it was enough";

/// In bytes.
const MOST_PRINTED: usize = 16 << 20;

/// In KiB. What a test prints, libtest keeps in memory until the test ends.
const MOST_MEMORY: usize = 1 << 20;

/// A longer line is several, in bytes.
const LONGEST: u64 = 8 << 10;

/// What came of a process.
pub struct Watched {
    /// How it ended, or why it was stopped.
    pub end: Result<ExitStatus, &'static str>,
    pub said: Said,
    /// How long it took, as on a machine that has nothing else to do.
    pub time: Duration,
}

/// Runs a process of tests, and calls `each` with every line that it prints, until that breaks or `limit` is over. Stops
/// it if it is silent for too long, or takes too much.
///
/// # Errors
/// If it cannot be run, or if `each` returns an error.
pub fn watch(
    command: &mut Command,
    patience: Duration,
    limit: Duration,
    mut each: impl FnMut(&str) -> io::Result<ControlFlow<()>>,
) -> io::Result<Watched> {
    let began = Instant::now();
    let mut child = Running(command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn()?);
    let (sender, lines) = sync_channel(1000);
    send_lines(child.0.stdout.take(), sender.clone());
    send_lines(child.0.stderr.take(), sender);
    let mut said = Said::default();
    let mut watch = Patience::of(Duration::MAX);
    let end = loop {
        let next = Patience::of(patience).wait(|tick| {
            Some(match lines.recv_timeout(tick) {
                Ok(line) => Ok(line),
                Err(RecvTimeoutError::Disconnected) => Err(child.0.wait().map(Ok)),
                Err(_) if memory(child.0.id()) > MOST_MEMORY => {
                    Err(Ok(Err("it took more than 1 GB of memory")))
                }
                Err(_) if began.elapsed() > limit => Err(Ok(Err(ENOUGH))),
                Err(_) => {
                    watch.spent();
                    return None;
                }
            })
        });
        match next {
            Some(Err(end)) => break end?,
            // A process that it has left behind may keep its output open.
            None => break child.0.try_wait()?.ok_or(SILENT),
            Some(Ok(line)) => {
                let goes_on = each(&line)?.is_continue();
                said.add(&line);
                if !goes_on || began.elapsed() > limit {
                    break Err(ENOUGH);
                }
                if said.length > MOST_PRINTED {
                    break Err("it printed more than 16 MB");
                }
            }
        }
    };
    Ok(Watched { end, said, time: watch.spent() })
}

/// Sends the lines of an output as they come.
fn send_lines(from: Option<impl Read + Send + 'static>, lines: SyncSender<String>) {
    let Some(from) = from else { return };
    thread::spawn(move || {
        let (mut from, mut line) = (BufReader::new(from), Vec::new());
        while from.by_ref().take(LONGEST).read_until(b'\n', &mut line).is_ok_and(|length| length > 0) {
            let text = String::from_utf8_lossy(&line).trim_end_matches(['\n', '\r']).to_owned();
            line.clear();
            if lines.send(text).is_err() {
                // The run is given up: nothing receives the rest.
                break;
            }
        }
    });
}

/// Returns how much memory a process has, in KiB. Returns 0 on a system that does not say.
fn memory(id: u32) -> usize {
    // A line such as `VmRSS:     1234 kB`.
    let linux = fs::read_to_string(format!("/proc/{id}/status"));
    let text = linux.ok().and_then(|text| Some(text.split_once("VmRSS:")?.1.to_owned())).or_else(|| {
        let others = Command::new("ps").args(["-o", "rss=", "-p", &id.to_string()]).output().ok()?;
        String::from_utf8(others.stdout).ok()
    });
    text.and_then(|text| text.split_whitespace().next()?.parse().ok()).unwrap_or(0)
}

/// A child process, which is killed when it is dropped.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        // An error means that it has ended.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}
