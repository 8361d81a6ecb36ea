//! Why a test hangs, from a trace of it.

use std::env;
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

use crate::process::{Process, read};

/// The line above what a trace shows. The next ones begin with `- `.
const HEADING: &str = "The trace of it shows:";

/// The second run of a test that hangs may take so long, on a machine that may be busy.
const AGAIN: Duration = Duration::from_secs(30);

/// Returns what a trace shows of the test that hangs in this process, in lines below a heading. If nothing was recorded, the
/// test is run again in a process of its own, which records it.
pub fn why_it_hangs() -> String {
    let explain = || trace::findings::explain(&trace::entries(), trace::now());
    let lines = if trace::is_on() { explain() } else { again().unwrap_or_default() };
    trace::finish();
    if lines.is_empty() { lines } else { format!("\n{HEADING}{lines}") }
}

/// Runs this test again, and returns what its trace shows: the lines below the heading.
fn again() -> Option<String> {
    let this = thread::current();
    let test = this.name().filter(|name| *name != "main")?;
    let mut command = Command::new(env::current_exe().ok()?);
    command.args([test, "--exact", "--nocapture", "--include-ignored"]).env(trace::FILE, "");
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped());
    let mut process = Process(command.spawn().ok()?);
    let text = read(process.0.stderr.take()?).recv_timeout(AGAIN).ok()?;
    let lines = text.split_once(HEADING)?.1.lines().skip_while(|line| !line.starts_with("- "));
    Some(lines.take_while(|line| line.starts_with("- ")).map(|line| format!("\n{line}")).collect())
}
