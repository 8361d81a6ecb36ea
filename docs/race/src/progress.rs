//! What a command is busy with: a line on a terminal that is overwritten, and lines of a log.

use std::io::{self, IsTerminal, Write};
use std::sync::{Mutex, MutexGuard, Once, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use program::progress::line;

/// What is shown on the terminal, and since when.
static SHOWN: Mutex<Option<(String, Instant)>> = Mutex::new(None);

/// Shows on the terminal what is being done, in place of what was there before.
pub fn show(text: &str) {
    let mut shown = lock();
    *shown = Some((text.to_owned(), Instant::now()));
    draw(text);
}

/// Clears the line on the terminal.
pub fn clear() {
    if lock().take().is_some() {
        draw("");
    }
}

/// Makes the line on the terminal count the seconds from the first one on, until this program ends.
pub fn count_seconds() {
    static TICKS: Once = Once::new();
    // If the system gives no thread, the seconds are missing.
    let spawn = || drop(thread::Builder::new().name("progress".to_owned()).spawn(tick));
    TICKS.call_once(spawn);
}

/// Adds a line to a log. A terminal has shown more than that.
pub fn log(text: &str) {
    if !io::stderr().is_terminal() {
        let _ = writeln!(io::stderr(), "{text}");
    }
}

fn tick() {
    loop {
        thread::sleep(Duration::from_secs(1));
        if let Some((text, since)) = &*lock()
            && since.elapsed().as_secs() > 0
        {
            draw(&format!("{text}, {} s", since.elapsed().as_secs()));
        }
    }
}

fn draw(text: &str) {
    if io::stderr().is_terminal() {
        // A terminal that does not take the line takes no error message either.
        let mut stderr = anstream::AutoStream::always(io::stderr());
        let _ = write!(stderr, "{}", line(text)).and_then(|()| stderr.flush());
    }
}

fn lock() -> MutexGuard<'static, Option<(String, Instant)>> {
    SHOWN.lock().unwrap_or_else(PoisonError::into_inner)
}
