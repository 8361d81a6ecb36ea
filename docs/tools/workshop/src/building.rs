//! A build by cargo, and what a command shows of its work.

use std::collections::HashSet;
use std::env;
use std::io::{self, IsTerminal, Read, Seek, Write, stderr};
use std::path::{MAIN_SEPARATOR, Path, PathBuf};
use std::process::{Child, Command, ExitCode, ExitStatus, Stdio};
use std::thread;
use std::time::Duration;

use serde_json::Value;

use crate::root::about;
use crate::width;

/// A build that has failed, and has said why on stderr.
#[derive(Debug)]
pub struct Failed {
    /// Whether an error is the compiler's. Cargo has others, such as without a network.
    pub is_of_compiler: bool,
}

/// Returns cargo, as it was called for this program.
pub fn cargo() -> Command {
    Command::new(env::var_os("CARGO").unwrap_or("cargo".into()))
}

/// Tells whether a run has to go on. It is called often during the run, and its error ends the run.
pub type GoOn<'a> = &'a dyn Fn() -> io::Result<()>;

/// The run goes on to its end.
pub const TO_THE_END: GoOn<'static> = &|| Ok(());

/// The time between two looks at a build.
const LOOK: Duration = Duration::from_millis(20);

/// Runs a build by cargo, and returns cargo's messages. A terminal shows cargo's bar meanwhile. The errors
/// follow, without warnings: an open hole leaves imports and functions unused.
///
/// # Errors
/// If cargo cannot be run.
pub fn build(command: &mut Command) -> io::Result<Result<Vec<Value>, Failed>> {
    build_while(TO_THE_END, command)
}

/// Runs a build as [`build`] does, as long as it has to go on.
///
/// # Errors
/// If cargo cannot be run, or if the build has to end.
pub fn build_while(go_on: GoOn<'_>, command: &mut Command) -> io::Result<Result<Vec<Value>, Failed>> {
    if shows_in_place() {
        let columns = width::of_stdout().to_string();
        command.env("CARGO_TERM_PROGRESS_WHEN", "always").env("CARGO_TERM_PROGRESS_WIDTH", columns);
    }
    let program = Path::new(command.get_program()).to_owned();
    command.args(["--quiet", "--message-format=json-diagnostic-rendered-ansi"]);
    let mut output = tempfile::tempfile()?;
    let cargo = command.stdin(Stdio::null()).stdout(output.try_clone()?).stderr(Stdio::inherit()).spawn();
    let status = ended(&mut cargo.map_err(|error| about(&program, &error))?, go_on)?;
    let mut text = String::new();
    output.rewind()?;
    output.read_to_string(&mut text)?;
    // The Cargo book, "External tools".
    let messages: Vec<Value> = text.lines().filter_map(|line| serde_json::from_str(line).ok()).collect();
    let of_compiler = messages.iter().filter(|message| message["reason"] == "compiler-message");
    let errors = of_compiler.map(|message| &message["message"]).filter(|message| message["level"] == "error");
    let mut errors: Vec<_> = errors.collect();
    // A library is compiled a second time with its own tests.
    let mut seen = HashSet::new();
    errors.retain(|error| seen.insert(error["rendered"].to_string()));
    let shown: String = errors.iter().filter_map(|error| error["rendered"].as_str()).collect();
    // A package that is outside of the workspace is named by its whole path.
    let here = env::current_dir().map(|here| format!("{}{MAIN_SEPARATOR}", here.display()));
    let shown = here.map_or(shown.clone(), |here| shown.replace(&here, ""));
    // If the terminal is gone, the command goes on.
    let _ = write!(anstream::stderr(), "{shown}");
    Ok(if status.success() { Ok(messages) } else { Err(Failed { is_of_compiler: !errors.is_empty() }) })
}

/// Waits for the end of a process, and returns its status. Kills it if it need not go on.
fn ended(child: &mut Child, go_on: GoOn<'_>) -> io::Result<ExitStatus> {
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(status);
        }
        if let Err(error) = go_on() {
            // An error means that it has ended.
            let _ = child.kill();
            child.wait()?;
            return Err(error);
        }
        thread::sleep(LOOK);
    }
}

/// Runs a build by cargo, and returns the path of the program `name`, or of the tests.
///
/// # Errors
/// If cargo cannot be run, or if it fails. It has reported its own errors on stderr.
pub fn program(cargo: &mut Command, name: &str) -> io::Result<PathBuf> {
    let messages = build(cargo)?.map_err(|_| io::Error::other("the build has failed"))?;
    let of_name = messages.iter().filter(|message| message["target"]["name"] == name);
    let program = of_name.filter_map(|message| message["executable"].as_str()).next();
    program.map(PathBuf::from).ok_or_else(|| io::Error::other("cargo built no program"))
}

/// Returns the exit status of a command: whether it did what it was asked for. Says on stderr why not.
pub fn exit_code(result: io::Result<bool>) -> ExitCode {
    match result {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        // Stdout may go to a program such as `head`, which has read enough.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("cargo workshop: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Returns whether stderr is a terminal with escape sequences. A terminal has none if it is named `dumb`, as in editors, or has no
/// name. On Windows, consoles have no name, and have escape sequences.
fn shows_in_place() -> bool {
    let name = env::var_os("TERM").filter(|name| !name.is_empty());
    stderr().is_terminal() && name.map_or(cfg!(windows), |name| name != "dumb")
}

/// Shows `text` in place of what it has shown last, if stderr is such a terminal. An empty text only removes that.
pub fn show_in_place(text: &str) {
    if shows_in_place() {
        // A wrapped rest would stay on the next line of a narrow terminal. If the terminal is gone, the work goes on.
        let _ = write!(stderr(), "\r\x1b[?7l{text}\x1b[K\x1b[?7h");
    }
}

/// Says in a log which step begins. A terminal with escape sequences shows how far it is, in place.
pub fn log_step(text: &str) {
    if !shows_in_place() {
        eprintln!("{text} ...");
    }
}
