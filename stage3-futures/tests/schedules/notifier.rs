//! [`Notifier`]: another thread ends a sleep, whenever its notification comes.

use std::sync::Arc;
use std::sync::atomic::Ordering::SeqCst;

use shuttle::sync::atomic::AtomicUsize;
use shuttle::thread::Builder;

use crate::orders::sleep::{Sleep, sleep};
use crate::orders::{assert_that, check, note, was_late};
use crate::wake::Notifier;

/// Returns a notifier for one notification, and the sleep that it ends.
fn notifier() -> (Arc<Notifier>, Sleep) {
    let (end, sleep) = sleep();
    let is_called = std::sync::atomic::AtomicBool::new(false);
    let end_wait = move || {
        let why = || "`notify` has called `end_wait` twice: once is enough, as it also ends a wait that has not begun";
        assert_that(!is_called.swap(true, SeqCst), why);
        end.end();
    };
    (Arc::new(Notifier::new(end_wait)), sleep)
}

/// Returns whether a wait is announced.
fn is_announced(notifier: &Notifier) -> bool {
    format!("{notifier:?}").contains("true")
}

#[test]
fn a_thread_that_has_never_waited_is_not_notified() {
    check(|| {
        let (notifier, sleep) = notifier();
        notifier.notify();
        let why = || "no thread waits, but `notify` has called `end_wait`: spare the system call";
        assert_that(!sleep.is_ended(), why);
    });
}

#[test]
fn the_wait_is_told_whether_there_is_work() {
    check(|| {
        let (notifier, _) = notifier();
        for has_work in [false, true] {
            let told = notifier.wait(|| has_work, |told| told);
            assert_that(told == has_work, || {
                format!("`has_work` has returned {has_work}, but `wait` is called with {told}")
            });
        }
    });
}

#[test]
fn a_notification_during_the_look_for_work_ends_the_sleep() {
    check(|| {
        let (notifier, sleep) = notifier();
        let notifies = || {
            assert_that(
                is_announced(&notifier),
                || "the flag is clear while `has_work` is asked: work that comes now notifies nothing",
            );
            notifier.notify();
            assert_that(sleep.is_ended(), || "the flag is set, but `notify` does not call `end_wait`");
            false
        };
        notifier.wait(notifies, |_| ());
    });
}

#[test]
fn a_notification_during_the_sleep_ends_it() {
    check(|| {
        let (notifier, sleep) = notifier();
        let sleeps = |_| {
            assert_that(
                is_announced(&notifier),
                || "the flag is clear while the thread sleeps: work that comes now notifies nothing",
            );
            notifier.notify();
            assert_that(sleep.is_ended(), || "the flag is set, but `notify` does not call `end_wait`");
        };
        notifier.wait(|| false, sleeps);
    });
}

#[test]
fn a_thread_that_no_longer_waits_is_not_notified() {
    for has_work in [false, true] {
        check(move || {
            let (notifier, sleep) = notifier();
            notifier.wait(|| has_work, |_| ());
            notifier.notify();
            assert_that(!sleep.is_ended(), || match has_work {
                true => {
                    "there was work, and the wait is over, but `notify` has called `end_wait`: clear the flag in this case, \
                    too"
                }
                false => {
                    "the wait is over, and had no notification, but `notify` has called `end_wait`: `wait` itself must \
                    clear the flag after the wait"
                }
            });
        });
    }
}

/// Says why a thread sleeps although there is work.
fn lost(notifier: &Notifier) -> String {
    let why = match (was_late(), is_announced(notifier)) {
        (true, _) => "the ordering of a load or of a store is too weak, so the load returned an older value",
        (_, true) => "its flag is set, but `notify` has not called `end_wait`",
        (_, false) => {
            "its flag is clear, although it has announced its sleep: it alone may clear the flag, after its wait"
        }
    };
    format!("a thread sleeps although there is work: {why}")
}

/// Gives a thread some pieces of work. It waits for each.
fn check_pieces(pieces: usize) {
    check(move || {
        let (end, sleep) = sleep();
        let ends = end.clone();
        let notifier = Arc::new(Notifier::new(move || ends.end()));
        let work = Arc::new(AtomicUsize::new(0));
        let (waits, looks) = (Arc::clone(&notifier), Arc::clone(&work));
        let sleeper = move || {
            for done in 0..pieces {
                let mut has_work = false;
                while !has_work {
                    let look = || {
                        has_work = looks.load(SeqCst) > done;
                        has_work
                    };
                    waits.wait(look, |is_work| sleep.unless(is_work, || lost(&waits)));
                }
            }
        };
        let sleeper = Builder::new().name("the sleeper".to_owned()).spawn(sleeper).unwrap();
        for _ in 0..pieces {
            work.fetch_add(1, SeqCst);
            note("adds work");
            notifier.notify();
        }
        end.never();
        sleeper.join().unwrap();
    });
}

#[test]
fn a_notification_ends_the_sleep_whenever_it_comes() {
    check_pieces(1);
}

#[test]
fn each_of_two_notifications_ends_a_sleep() {
    check_pieces(2);
}
