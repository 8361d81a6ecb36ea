//! [`Notifier`]: another thread ends a sleep, whenever its notification comes.
//!
//! `src/wake.rs` is compiled into this test, with the locks and atomics of `shuttle`, which runs a test once
//! for each order in which the threads can run. If a notification is lost, the thread sleeps for ever, and
//! `shuttle` reports a deadlock.

#[path = "../src/wake.rs"]
#[allow(unused, reason = "this test needs the notifier alone")]
mod wake;

mod sync {
    pub(crate) use shuttle::sync::{Mutex, atomic::AtomicBool};
}

use std::sync::Arc;
use std::sync::atomic::Ordering::SeqCst;
use std::thread;

use contract::watched_or;
use shuttle::sync::mpsc::{Receiver, channel};
use shuttle::thread::Builder;
use stage3_futures::reactor::Reactor;
use sync::AtomicBool;
use wake::Notifier;

/// The right answer has fewer schedules; a wrong one may have millions.
const MOST_SCHEDULES: usize = 5000;

/// Runs `test` once for each schedule.
fn check(test: impl Fn() + Send + Sync + 'static) {
    shuttle::check_dfs(test, Some(MOST_SCHEDULES));
}

/// Returns a notifier, and what it notifies. As with a selector, a notification ends the wait under way, or
/// else the next one.
fn notifier() -> (Arc<Notifier>, Receiver<()>) {
    let (notify, notified) = channel();
    let end_wait = move || {
        // It fails if the receiver is gone, and then nothing waits.
        let _ = notify.send(());
    };
    (Arc::new(Notifier::new(end_wait)), notified)
}

#[test]
fn a_notification_ends_the_sleep_whenever_it_comes() {
    check(|| {
        let (notifier, notified) = notifier();
        let work = Arc::new(AtomicBool::new(false));
        let (sleeps, looks) = (Arc::clone(&notifier), Arc::clone(&work));
        let sleeper = move || {
            while !looks.load(SeqCst) {
                let sleep = |has_work| if has_work { Ok(()) } else { notified.recv() };
                sleeps.wait(|| looks.load(SeqCst), sleep).unwrap();
            }
        };
        // In a deadlock, `shuttle` names the threads that wait.
        let name =
            "a thread that sleeps although there is work: its notification came before it waited, or never";
        let sleeper = Builder::new().name(name.to_owned()).spawn(sleeper).unwrap();
        work.store(true, SeqCst);
        notifier.notify();
        sleeper.join().unwrap();
    });
}

#[test]
fn a_thread_that_has_never_waited_is_not_notified() {
    check(|| {
        let (notifier, notified) = notifier();
        notifier.notify();
        assert!(notified.try_recv().is_err(), "nothing waits: spare the system call");
    });
}

#[test]
fn a_thread_that_no_longer_waits_is_not_notified() {
    check(|| {
        let (notifier, notified) = notifier();
        notifier.wait(|| false, |_| ());
        notifier.wait(|| true, |_| ());
        notifier.notify();
        assert!(notified.try_recv().is_err(), "the wait is over: spare the system call");
    });
}

#[test]
fn the_wait_is_told_whether_there_is_work() {
    check(|| {
        let (notifier, _notified) = notifier();
        for has_work in [false, true] {
            let told = notifier.wait(|| has_work, |told| told);
            assert_eq!(told, has_work, "`wait` must be called with what `has_work` returns");
        }
    });
}

#[test]
fn the_reactor_does_not_sleep_on_a_notification_after_its_look() {
    let turn = || {
        let reactor = Reactor::new().unwrap();
        let notifier = Arc::clone(reactor.notifier());
        let has_work = || {
            // The notification comes just before this answer.
            thread::spawn(move || notifier.notify()).join().unwrap();
            false
        };
        reactor.turn(has_work).unwrap();
    };
    watched_or(turn, || {
        "a notification came while the reactor looked for work, but the reactor sleeps".to_owned()
    });
}

#[test]
fn the_reactor_does_not_sleep_while_there_is_work() {
    let turn = || {
        let reactor = Reactor::new().unwrap();
        reactor.turn(|| true).unwrap();
    };
    watched_or(turn, || "there is work, but the reactor sleeps".to_owned());
}
