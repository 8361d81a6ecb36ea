//! A process that is stopped past the deadline of its fetch.

use std::thread;
use std::time::Duration;

use nix::sys::signal::Signal::{SIGCONT, SIGKILL, SIGSTOP};
use test_tools::watchdog::until;

use super::one_thread::site;
use crate::tools::Worker;

/// A signal ends the wait of a stopped process. Then tokio looks at its timers, and not at its sockets.
#[test]
fn an_answer_that_has_come_while_the_process_was_stopped_counts() {
    let has_page = || {
        let site = site().hold("/").start().unwrap();
        let program = Worker::on_one_thread(&["--timeout=1", "--max-tries=1", site.url("/").as_str()]);
        if !until(|| site.unanswered() == ["/"]) {
            program.signal(SIGKILL);
            panic!("the program asks for no page: {}", program.finish().stderr);
        }
        program.wait_for_state("S");
        program.signal(SIGSTOP);
        program.wait_for_state("T");
        site.release("/");
        assert!(until(|| site.answers() == 1), "the site does not answer");
        // Now its time is over.
        thread::sleep(Duration::from_millis(1100));
        program.signal(SIGCONT);
        program.finish().report()["records"][0]["status"] == 200
    };
    // On a busy machine, its time may be over before it is stopped.
    assert!(
        (0..3).any(|_| has_page()),
        "the process was stopped, and the answer came meanwhile, but the fetch has timed out: after a signal, `timeout_at` of tokio \
        looks at the time alone. `timeout` of this file looks at the future once more"
    );
}
