//! Why a test hangs, from a trace of it.

use std::env;
use std::io::Read;
use std::process::{Command, Stdio};
use std::sync::mpsc::channel;
use std::thread;
use std::time::Duration;

/// The line above what a trace shows. The next ones begin with `- `.
const HEADING: &str = "The trace of it shows:";

/// The second run of a test that hangs may take so long, on a machine that may be busy.
const AGAIN: Duration = Duration::from_secs(30);

/// Returns what a trace shows of the test that hangs in this process, in lines below a heading. If nothing was recorded, the
/// test is run again in a process of its own, which records it.
pub fn why_it_hangs() -> String {
    let lines =
        if trace::is_on() { trace::findings::explain(&trace::entries(), trace::now()) } else { again() };
    trace::finish();
    if lines.is_empty() { lines } else { format!("\n{HEADING}{lines}") }
}

/// Returns the lines of an explanation in what a test prints. Empty if there are none.
fn shown(text: &str) -> String {
    let lines =
        text.lines().skip_while(|line| !line.starts_with("- ")).take_while(|line| line.starts_with("- "));
    lines.map(|line| format!("\n{line}")).collect()
}

/// Runs this test again, and returns what its trace shows.
fn again() -> String {
    let this = thread::current();
    let (Some(test), Ok(program)) = (this.name().filter(|name| *name != "main"), env::current_exe()) else {
        return String::new();
    };
    let mut command = Command::new(program);
    command.args([test, "--exact", "--nocapture", "--include-ignored"]).env(trace::FILE, "");
    let Ok(mut child) = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped()).spawn()
    else {
        return String::new();
    };
    let (sender, text) = channel();
    let mut stderr = child.stderr.take().expect("it is piped");
    thread::spawn(move || {
        let mut text = Vec::new();
        let _ = stderr.read_to_end(&mut text);
        sender.send(String::from_utf8_lossy(&text).into_owned())
    });
    let text = text.recv_timeout(AGAIN).unwrap_or_default();
    let _ = child.kill();
    let _ = child.wait();
    text.split_once(HEADING).map(|(_, text)| shown(text)).unwrap_or_default()
}
