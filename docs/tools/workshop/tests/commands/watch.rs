//! `watch`: checks at a save or at Enter, and obeys keys until `q`.

use std::io::{Read, Write};
use std::process::{Child, ChildStdin, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::Duration;

use crate::tools::course::HOLE;
use crate::tools::{Tree, has, has_no};

/// The time after which it hangs.
const HUNG: Duration = Duration::from_secs(120);

/// A watch whose keys are typed by a test.
struct Watch {
    keys: ChildStdin,
    child: Child,
    shown: Receiver<String>,
}

impl Watch {
    fn of(tree: &Tree) -> Watch {
        let mut child = tree.command("watch").stdin(Stdio::piped()).spawn().unwrap();
        let (keys, mut stdout) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
        let (sender, shown) = mpsc::channel();
        thread::spawn(move || {
            let mut bytes = [0; 4096];
            while let Ok(read @ 1..) = stdout.read(&mut bytes)
                && sender.send(String::from_utf8_lossy(&bytes[..read]).into_owned()).is_ok()
            {}
        });
        Watch { keys, child, shown }
    }

    /// Types a key and Enter.
    fn types(&mut self, key: &str) {
        writeln!(self.keys, "{key}").unwrap();
    }

    /// Returns what is shown until this is.
    #[track_caller]
    fn until(&self, text: &str) -> String {
        let mut shown = String::new();
        while !shown.contains(text) {
            shown += &self.shown.recv_timeout(HUNG).unwrap_or_else(|_| panic!("no `{text}` in:\n{shown}"));
        }
        shown
    }

    #[track_caller]
    fn ends(mut self, status: i32) {
        assert_eq!(self.child.wait().unwrap().code(), Some(status));
    }
}

#[test]
fn keys_are_obeyed_and_a_wrong_one_says_so() {
    let tree = Tree::answered("a * b");
    let mut watch = Watch::of(&tree);
    has(&watch.until("a save checks"), &["-- run 1 ---", "FAILED", "n next  h hint"]);
    watch.types("x");
    watch.until("`x` means nothing here.");
    watch.types("h");
    watch.until("add: Hint 1 of 3");
    watch.types("");
    watch.until("-- run 2 ---");
    watch.types("q");
    watch.ends(0);
}

#[test]
fn a_save_ends_a_test_that_hangs() {
    let tree = Tree::course();
    let hangs = "{ while a > 0 { std::thread::sleep(std::time::Duration::from_secs(1)) } 0 }";
    tree.answer(hangs);
    let mut watch = Watch::of(&tree);
    watch.until("-- run 1 ---");
    // Perhaps it is still compiled.
    thread::sleep(Duration::from_secs(1));
    tree.edit(hangs, "a + b");
    let shown = watch.until("add is solved");
    has(&shown, &["-- run 2 ---"]);
    has_no(&shown, "FAILED");
    watch.types("q");
    watch.ends(0);
}

#[test]
fn without_an_exercise_to_check_it_ends() {
    let tree = Tree::course();
    tree.shown("start add");
    let mut watch = Watch::of(&tree);
    watch.until("a save checks");
    tree.write(".workshop/progress", "");
    tree.edit(HOLE, "a + b");
    watch.types("");
    watch.ends(1);
}
