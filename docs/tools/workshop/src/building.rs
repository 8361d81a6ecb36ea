//! A build by cargo, and how far it is.

use std::env;
use std::io::{self, BufReader, IsTerminal, Read, Write, stderr};
use std::process::{Command, Stdio};
use std::thread;

use anstream::adapter::strip_str;
use serde_json::Value;

use crate::width;

/// Returns cargo, as it was called for this program.
pub fn cargo() -> Command {
    Command::new(env::var_os("CARGO").unwrap_or("cargo".into()))
}

/// Returns cargo's messages: the lines of its output that are JSON.
pub fn messages(output: &[u8]) -> Vec<Value> {
    let text = String::from_utf8_lossy(output);
    text.lines().filter_map(|line| serde_json::from_str(line).ok()).collect()
}

/// Runs a build by cargo, and returns cargo's messages, if it was asked for any. Returns `None` if the build failed: cargo has reported
/// its errors on stderr.
///
/// While something is compiled, a terminal shows cargo's bar in a line that is overwritten, and a log has the line
/// `what`. Otherwise only cargo's warnings and errors are shown.
///
/// # Errors
/// If cargo cannot be run.
pub fn build(command: &mut Command, what: &str) -> io::Result<Option<Vec<Value>>> {
    let is_terminal = stderr().is_terminal();
    command.env("CARGO_TERM_QUIET", "false");
    if is_terminal {
        let columns = width::of_stdout().to_string();
        command.env("CARGO_TERM_PROGRESS_WHEN", "always").env("CARGO_TERM_PROGRESS_WIDTH", columns);
        command.env("CARGO_TERM_COLOR", "always");
    }
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut cargo = command.spawn()?;
    let said = cargo.stderr.take().expect("it is piped");
    let screen = Screen { what, is_terminal, is_announced: false };
    let output = thread::scope(|scope| {
        scope.spawn(move || screen.pass_on(said));
        cargo.wait_with_output()
    })?;
    Ok(output.status.success().then(|| messages(&output.stdout)))
}

/// What is shown of a build.
struct Screen<'a> {
    what: &'a str,
    is_terminal: bool,
    is_announced: bool,
}

impl Screen<'_> {
    /// Passes on what cargo says on stderr, until it ends.
    fn pass_on(mut self, said: impl Read) {
        let mut part = Vec::new();
        for byte in BufReader::new(said).bytes().map_while(Result::ok) {
            match byte {
                // Here ends a bar, and the next text overwrites it.
                b'\r' => self.show(&format!("\x1b[?7l{}\x1b[?7h", String::from_utf8_lossy(&part))),
                b'\n' => self.line(&String::from_utf8_lossy(&part)),
                _ => {
                    part.push(byte);
                    continue;
                }
            }
            part.clear();
        }
        self.show("");
    }

    /// Shows a line, unless it says what is compiled or that all is.
    fn line(&mut self, line: &str) {
        let plain = strip_str(line).to_string();
        match plain.split_whitespace().next() {
            Some("Compiling") if !self.is_terminal && !self.is_announced => {
                self.is_announced = true;
                self.show(&format!("{}\n", self.what));
            }
            Some("Compiling" | "Finished" | "Executable") => {}
            _ => self.show(&format!("{line}\n")),
        }
    }

    /// Writes `text`, on a terminal in place of the bar. If the terminal is gone, the build goes on.
    fn show(&self, text: &str) {
        let clear = if self.is_terminal { "\r\x1b[K" } else { "" };
        let _ = write!(stderr(), "{clear}{text}");
    }
}

/// Shows `text` in place of what it has shown last, if stderr is a terminal. An empty text only removes that.
pub fn show_in_place(text: &str) {
    if stderr().is_terminal() {
        // A wrapped rest would stay on the next line of a narrow terminal. If the terminal is gone, the work goes on.
        let _ = write!(stderr(), "\r\x1b[?7l{text}\x1b[K\x1b[?7h");
    }
}
