//! Page by page in a terminal: `$PAGER`, or `less`, or all at once.

use std::env;
use std::io::{self, ErrorKind, IsTerminal, Write};
use std::process::{Child, Command, Stdio};

/// Shows `text` in a pager if stdout is a terminal, and prints it otherwise.
///
/// # Errors
/// If the output is not taken. A pager that is left early is no error.
pub fn page(text: &str) -> io::Result<()> {
    let pager = if io::stdout().is_terminal() { start() } else { None };
    let Some(mut pager) = pager else {
        return anstream::AutoStream::auto(io::stdout()).write_all(text.as_bytes());
    };
    // Ctrl-C is for the pager, which must not be left alone with the terminal. Without a handler, only that is lost.
    let _ = ctrlc::set_handler(|| {});
    let written = pager.stdin.take().map_or(Ok(()), |mut stdin| stdin.write_all(text.as_bytes()));
    pager.wait()?;
    written.or_else(|error| if error.kind() == ErrorKind::BrokenPipe { Ok(()) } else { Err(error) })
}

/// Starts the pager; none if `$PAGER` is empty or cannot be started.
fn start() -> Option<Child> {
    let wanted = env::var("PAGER").unwrap_or_else(|_| "less".into());
    let mut words = wanted.split_whitespace();
    let mut command = Command::new(words.next()?);
    command.args(words).stdin(Stdio::piped());
    // As in git: with colours, no paging of what fits the screen, and the text stays on it.
    if env::var_os("LESS").is_none() {
        command.env("LESS", "FRX");
    }
    command.spawn().ok()
}
