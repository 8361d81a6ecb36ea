//! Page by page, if somebody looks: `$PAGER`, or `less`, or all at once.

use std::env;
use std::io::{self, ErrorKind, IsTerminal, Write};
use std::process::{Child, Command, Stdio};

/// Shows `text` in a pager if stdout is a terminal, else prints it.
///
/// # Errors
/// What the system says when it does not take the output. A pager that is left early is no error.
pub fn page(text: &str) -> io::Result<()> {
    if !io::stdout().is_terminal() {
        return print(text);
    }
    // Ctrl-C is for the pager, which must not be left alone with the terminal. Where no handler
    // can be set, that is all that is lost.
    let _ = ctrlc::set_handler(|| {});
    let Some(mut pager) = start() else { return print(text) };
    if let Some(mut stdin) = pager.stdin.take() {
        match stdin.write_all(text.as_bytes()) {
            Err(error) if error.kind() != ErrorKind::BrokenPipe => return Err(error),
            _ => {}
        }
    }
    pager.wait().map(drop)
}

/// Prints `text` at once.
///
/// # Errors
/// What the system says when it does not take the output.
pub fn print(text: &str) -> io::Result<()> {
    let mut stdout = anstream::AutoStream::auto(io::stdout());
    stdout.write_all(text.as_bytes())?;
    stdout.flush()
}

/// The pager, waiting for its input; none if there is none, or if `$PAGER` is empty.
fn start() -> Option<Child> {
    let wanted = env::var("PAGER").unwrap_or_else(|_| "less".into());
    let mut words = wanted.split_whitespace();
    let mut command = Command::new(words.next()?);
    command.args(words).stdin(Stdio::piped());
    // As git does: colours, no paging of what fits the screen, and the text stays on it.
    if env::var_os("LESS").is_none() {
        command.env("LESS", "FRX");
    }
    command.spawn().ok()
}
