//! [`Keys`]: what is typed during a watch. A terminal gives each key at once, without Enter.

use std::io::{self, IsTerminal, Read, stdin};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread;
use std::time::Duration;

/// Ctrl-D, and the end of what a terminal types.
pub const END: char = '\u{4}';

/// The first byte of a key that has no character, such as an arrow.
const ESCAPE: u8 = 0x1b;

/// The keys that are typed. The terminal is as it was when this is dropped.
pub struct Keys {
    typed: Receiver<char>,
    /// Whether a terminal types them.
    pub are_typed: bool,
    /// Whether a key needs no Enter.
    pub at_once: bool,
    _terminal: Option<terminal::AtOnce>,
}

impl Keys {
    /// Reads keys from now on. If stdin is no terminal, or one that gives only lines, the keys are the first characters of lines,
    /// and a line's end for an empty line.
    pub fn read() -> Keys {
        let (sender, typed) = mpsc::channel();
        let are_typed = stdin().is_terminal();
        let terminal = if are_typed { terminal::AtOnce::new() } else { None };
        let at_once = terminal.is_some();
        thread::spawn(move || if at_once { send_bytes(&sender) } else { send_lines(&sender) });
        Keys { typed, are_typed, at_once, _terminal: terminal }
    }

    /// Waits for a key, at most for `time`.
    pub fn next_within(&self, time: Duration) -> Option<char> {
        match self.typed.recv_timeout(time) {
            Ok(key) => Some(key),
            Err(RecvTimeoutError::Timeout) => None,
            // Without a terminal, nothing more is typed.
            Err(RecvTimeoutError::Disconnected) => {
                thread::sleep(time);
                None
            }
        }
    }
}

/// Sends what a terminal gives. After the watch, its receiver is gone.
fn send_bytes(sender: &Sender<char>) {
    let mut bytes = [0; 64];
    loop {
        let read = match stdin().lock().read(&mut bytes) {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            read => &bytes[..read.unwrap_or(0)],
        };
        let keys = match read {
            [] => END.to_string(),
            [ESCAPE, ..] => char::from(ESCAPE).to_string(),
            _ => String::from_utf8_lossy(read).into_owned(),
        };
        if keys.chars().any(|key| sender.send(key).is_err()) || read.is_empty() {
            return;
        }
    }
}

/// Sends the first characters of lines.
fn send_lines(sender: &Sender<char>) {
    let mut lines = stdin().lines().map_while(Result::ok);
    if lines.try_for_each(|line| sender.send(line.chars().next().unwrap_or('\n'))).is_ok()
        && stdin().is_terminal()
    {
        // Only a terminal ends the watch: a pipe may end before it.
        let _ = sender.send(END);
    }
}

#[cfg(unix)]
mod terminal {
    //! The settings of the terminal, which come back on every way out.

    use std::io::stdin;
    use std::process::exit;
    use std::sync::{Mutex, PoisonError};

    use rustix::termios::{LocalModes, OptionalActions, SpecialCodeIndex, Termios, tcgetattr, tcsetattr};

    /// The settings as they were.
    static BEFORE: Mutex<Option<Termios>> = Mutex::new(None);

    /// The status of a program that Ctrl-C ends.
    const INTERRUPTED: i32 = 130;

    /// A terminal that gives each key at once, and does not show it, until this is dropped. A panic drops it, too.
    pub struct AtOnce;

    impl AtOnce {
        /// Returns `None` if the terminal cannot do so.
        pub fn new() -> Option<AtOnce> {
            let before = tcgetattr(stdin()).ok()?;
            let mut settings = before.clone();
            // Ctrl-C still is a signal, which goes to the tests as well.
            settings.local_modes -= LocalModes::ICANON | LocalModes::ECHO;
            settings.special_codes[SpecialCodeIndex::VMIN] = 1;
            settings.special_codes[SpecialCodeIndex::VTIME] = 0;
            *BEFORE.lock().unwrap_or_else(PoisonError::into_inner) = Some(before);
            let terminal = AtOnce;
            // Without a handler, the settings would stay after a signal.
            ctrlc::set_handler(|| {
                restore();
                exit(INTERRUPTED);
            })
            .ok()?;
            tcsetattr(stdin(), OptionalActions::Now, &settings).ok()?;
            Some(terminal)
        }
    }

    impl Drop for AtOnce {
        fn drop(&mut self) {
            restore();
        }
    }

    fn restore() {
        if let Some(before) = BEFORE.lock().unwrap_or_else(PoisonError::into_inner).take() {
            // If the terminal is gone, it needs no settings.
            let _ = tcsetattr(stdin(), OptionalActions::Now, &before);
        }
    }
}

#[cfg(not(unix))]
mod terminal {
    //! Elsewhere, a key needs Enter.

    pub enum AtOnce {}

    impl AtOnce {
        pub fn new() -> Option<AtOnce> {
            None
        }
    }
}
