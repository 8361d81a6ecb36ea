//! `watch` in a terminal: its keys, its colours, a save while a test hangs, and the terminal afterwards.

use std::fs::File;
use std::io::{Read, Write};
use std::os::fd::{AsFd, OwnedFd};
use std::process::{Child, Command};
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::Duration;

use rustix::fs::{Mode, OFlags, open};
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use rustix::termios::{LocalModes, Winsize, tcgetattr, tcsetwinsize};

use crate::tools::course::HOLE;
use crate::tools::{Tree, has, has_no};

/// The time after which it hangs.
const HUNG: Duration = Duration::from_secs(120);

/// A watch in a terminal.
struct Terminal {
    /// The side of the person, and that of the program.
    person: File,
    program: OwnedFd,
    watch: Child,
    shown: Receiver<Vec<u8>>,
}

impl Terminal {
    fn watch(tree: &Tree) -> Terminal {
        let person = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).unwrap();
        grantpt(&person).unwrap();
        unlockpt(&person).unwrap();
        let name = ptsname(&person, Vec::new()).unwrap();
        let program = open(name, OFlags::RDWR | OFlags::NOCTTY, Mode::empty()).unwrap();
        tcsetwinsize(&program, Winsize { ws_row: 40, ws_col: 90, ws_xpixel: 0, ws_ypixel: 0 }).unwrap();
        let end = || program.as_fd().try_clone_to_owned().unwrap();
        let mut command = tree.command("watch");
        let watch = command.env("TERM", "xterm").stdin(end()).stdout(end()).stderr(end()).spawn().unwrap();
        let (sender, shown) = mpsc::channel();
        let mut output = File::from(person.try_clone().unwrap());
        thread::spawn(move || {
            let mut bytes = [0; 4096];
            while let Ok(read @ 1..) = output.read(&mut bytes)
                && sender.send(bytes[..read].to_vec()).is_ok()
            {}
        });
        Terminal { person: File::from(person), program, watch, shown }
    }

    /// Types keys, without Enter.
    fn types(&mut self, keys: &str) {
        self.person.write_all(keys.as_bytes()).unwrap();
    }

    /// Returns what is shown until this is.
    #[track_caller]
    fn until(&self, text: &str) -> String {
        let mut shown = String::new();
        while !shown.contains(text) {
            let bytes = self.shown.recv_timeout(HUNG);
            shown += &String::from_utf8_lossy(&bytes.unwrap_or_else(|_| panic!("no `{text}` in:\n{shown}")));
        }
        shown
    }

    /// Asserts that the program ends with this status, and that the terminal shows what is typed again.
    #[track_caller]
    fn ends(mut self, status: i32) {
        let ended = self.watch.wait().unwrap();
        assert_eq!(ended.code(), Some(status));
        let modes = tcgetattr(&self.program).unwrap().local_modes;
        assert!(modes.contains(LocalModes::ICANON | LocalModes::ECHO), "{modes:?}");
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        // An error means that it has ended.
        let _ = self.watch.kill();
        let _ = self.watch.wait();
    }
}

#[test]
fn keys_act_without_enter_and_a_wrong_one_says_so() {
    let tree = Tree::course();
    tree.answer("a * b");
    let mut terminal = Terminal::watch(&tree);
    let shown = terminal.until("a save checks");
    has(&shown, &["-- run 1 ---", "\x1b[31mFAILED\x1b[0m", "0 passed, 1 failed"]);
    terminal.types("x");
    terminal.until("`x` means nothing here. n next  h hint");
    // The key of an arrow.
    terminal.types("\x1b[A");
    terminal.until("This key means nothing here.");
    terminal.types("h");
    terminal.until("add: Hint 1 of 3");
    terminal.types("\n");
    terminal.until("-- run 2 ---");
    terminal.types("q");
    terminal.ends(0);
}

#[test]
fn a_save_or_a_key_ends_a_test_that_hangs() {
    let tree = Tree::course();
    let hangs = "{ while a > 0 { std::thread::sleep(std::time::Duration::from_secs(1)) } 0 }";
    tree.answer(hangs);
    let mut terminal = Terminal::watch(&tree);
    terminal.until("-- run 1 ---");
    // Perhaps it is still compiled.
    thread::sleep(Duration::from_secs(1));
    tree.edit(hangs, "a + b");
    let shown = terminal.until("add is solved");
    has(&shown, &["-- run 2 ---", "\x1b[32mpassed\x1b[0m"]);
    has_no(&shown, "FAILED");
    tree.edit("a + b\n", &format!("{hangs}\n"));
    terminal.until("-- run 3 ---");
    terminal.types("q");
    terminal.ends(0);
}

#[test]
fn the_terminal_is_as_it_was_after_every_way_out() {
    for (way, status) in [("\u{4}", 0), ("-INT", 130), ("-TERM", 130), ("-HUP", 130)] {
        let tree = Tree::course();
        tree.shown("start add");
        let mut terminal = Terminal::watch(&tree);
        terminal.until("a save checks");
        match way.strip_prefix('-') {
            None => terminal.types(way),
            Some(_) => {
                let id = terminal.watch.id().to_string();
                assert!(Command::new("kill").args([way, &id]).status().unwrap().success());
            }
        }
        terminal.ends(status);
    }
    // An error of the watch is such a way, too.
    let tree = Tree::course();
    tree.shown("start add");
    let mut terminal = Terminal::watch(&tree);
    terminal.until("a save checks");
    tree.write(".workshop/progress", "");
    tree.edit(HOLE, "a + b");
    terminal.types("\n");
    terminal.until("no exercise is open");
    terminal.ends(1);
}
