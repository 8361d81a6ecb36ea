//! [`Keys`]: what is typed during a watch: the first characters of lines.

use std::io::{IsTerminal, stdin};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::Duration;

/// The end of what a terminal types: Ctrl-D.
pub const END: char = '\u{4}';

/// The keys that are typed, each with Enter. Enter alone is a line's end.
pub struct Keys {
    typed: Receiver<char>,
    /// Whether a terminal types them.
    pub are_typed: bool,
}

impl Keys {
    /// Reads keys from now on.
    pub fn read() -> Keys {
        let (sender, typed) = mpsc::channel();
        let are_typed = stdin().is_terminal();
        thread::spawn(move || {
            let keys = stdin().lines().map_while(Result::ok).map(|line| line.chars().next().unwrap_or('\n'));
            // Only a terminal ends the watch: a pipe may end before it. After the watch, its receiver is gone.
            keys.chain(are_typed.then_some(END)).try_for_each(|key| sender.send(key))
        });
        Keys { typed, are_typed }
    }

    /// Waits for a key, at most for `time`.
    pub fn next_within(&self, time: Duration) -> Option<char> {
        match self.typed.recv_timeout(time) {
            Ok(key) => Some(key),
            Err(RecvTimeoutError::Timeout) => None,
            // Nothing more is typed.
            Err(RecvTimeoutError::Disconnected) => {
                thread::sleep(time);
                None
            }
        }
    }
}
