//! A build by cargo, and how far it is.

use std::env;
use std::ffi::OsStr;
use std::io::{self, BufReader, IsTerminal, Read, Write, stderr};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use std::thread;

use anstream::adapter::strip_str;
use serde_json::Value;

use crate::root::about;
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

/// A build that has failed. Cargo has reported its errors on stderr.
#[derive(Debug, Default)]
pub struct Failed {
    /// The file of the first error, as the compiler names it, if the error has one.
    pub file: Option<String>,
    /// Whether an error is the compiler's. Cargo has others, such as without a network.
    pub is_of_compiler: bool,
    is_disk_full: bool,
}

/// Runs a build as `try_build` does. Returns `None` if the build failed.
///
/// # Errors
/// As `try_build`.
pub fn build(command: &mut Command, what: &str) -> io::Result<Option<Vec<Value>>> {
    try_build(command, what).map(Result::ok)
}

/// Runs a build by cargo, and returns cargo's messages, if it was asked for any.
///
/// While something is compiled, a terminal shows cargo's bar in a line that is overwritten, and a log has the line
/// `what`. Otherwise only cargo's warnings and errors are shown.
///
/// # Errors
/// If cargo cannot be run, or if the disk is full.
pub fn try_build(command: &mut Command, what: &str) -> io::Result<Result<Vec<Value>, Failed>> {
    let is_terminal = stderr().is_terminal();
    command.env("CARGO_TERM_QUIET", "false");
    if is_terminal {
        let columns = width::of_stdout().to_string();
        command.env("CARGO_TERM_PROGRESS_WHEN", "always").env("CARGO_TERM_PROGRESS_WIDTH", columns);
        command.env("CARGO_TERM_COLOR", "always");
    }
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let program = Path::new(command.get_program()).to_owned();
    let mut cargo = command.spawn().map_err(|error| about(&program, &error))?;
    let said = cargo.stderr.take().expect("it is piped");
    let screen =
        Screen { what, is_terminal, is_announced: false, is_in_error: false, failed: Failed::default() };
    let (output, failed) = thread::scope(|scope| {
        let screen = scope.spawn(move || screen.pass_on(said));
        (cargo.wait_with_output(), screen.join().expect("to show a line does not panic"))
    });
    let output = output?;
    match output.status.success() {
        true => Ok(Ok(messages(&output.stdout))),
        false if failed.is_disk_full => {
            Err(io::Error::new(io::ErrorKind::StorageFull, "the build was not finished"))
        }
        false => Ok(Err(failed)),
    }
}

/// Returns the exit status of a command: whether it did what it was asked for. Says on stderr why not.
pub fn exit_code(result: io::Result<bool>) -> ExitCode {
    match result {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        // Stdout may go to a program such as `head`, which has read enough.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("cargo workshop: {}", explained(&error));
            ExitCode::FAILURE
        }
    }
}

/// Returns what an error says, and what to do if the disk is full.
pub fn explained(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::StorageFull => format!(
            "{error}\nThe disk is full. Make room on it, and run the command again. `cargo clean` removes all that was compiled."
        ),
        _ => error.to_string(),
    }
}

/// Runs a build by cargo, which is asked for its messages, and returns the path of the program `name`, or of the tests.
///
/// # Errors
/// If cargo cannot be run, or if it fails. It has reported its own errors on stderr.
pub fn program(cargo: &mut Command, what: &str, name: &str) -> io::Result<PathBuf> {
    cargo.arg("--message-format=json-render-diagnostics");
    let messages = build(cargo, what)?.ok_or_else(|| io::Error::other("the build has failed"))?;
    // The Cargo book, "External tools".
    let mut programs = messages.iter().filter_map(|message| message["executable"].as_str()).map(Path::new);
    // The file of tests has a hash at its end.
    let is_called =
        |stem: &str| stem.rsplit_once('-').is_some_and(|(start, _)| start == name) || stem == name;
    let program = programs.find(|program| program.file_stem().and_then(OsStr::to_str).is_some_and(is_called));
    program.map(Path::to_path_buf).ok_or_else(|| io::Error::other("cargo built no program"))
}

/// What is shown of a build.
struct Screen<'a> {
    what: &'a str,
    is_terminal: bool,
    is_announced: bool,
    /// Whether the line belongs to an error.
    is_in_error: bool,
    failed: Failed,
}

impl Screen<'_> {
    /// Passes on what cargo says on stderr, until it ends. Returns what a build that fails has said.
    fn pass_on(mut self, said: impl Read) -> Failed {
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
        self.failed
    }

    /// Shows a line, unless it says what is downloaded or compiled, or that all is.
    fn line(&mut self, line: &str) {
        let plain = strip_str(line).to_string();
        self.note(plain.trim());
        match plain.split_whitespace().next() {
            Some("Compiling") if !self.is_terminal && !self.is_announced => {
                self.is_announced = true;
                self.show(&format!("{}\n", self.what));
            }
            Some("Downloaded" | "Compiling" | "Finished" | "Executable") => {}
            _ => self.show(&format!("{line}\n")),
        }
    }

    /// Notes the file of the first error, whether one is the compiler's, and whether the disk is full.
    fn note(&mut self, line: &str) {
        self.is_in_error |= line.starts_with("error");
        self.is_in_error &= !line.starts_with("warning");
        if let Some(place) = line.strip_prefix("--> ")
            && self.is_in_error
            && self.failed.file.is_none()
        {
            self.failed.file = place.rsplitn(3, ':').last().map(|file| file.replace('\\', "/"));
        }
        self.failed.is_of_compiler |= line.contains("could not compile");
        // A linker that maps its output into memory is ended by a signal.
        let is_full = ["No space left on device", "(os error 112)", "[Bus error]"];
        self.failed.is_disk_full |= is_full.iter().any(|words| line.contains(words));
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

/// Says in a log which step begins. A terminal shows how far it is, in place.
pub fn log_step(text: &str) {
    if !stderr().is_terminal() {
        eprintln!("{text} ...");
    }
}
