//! [`Notifier`]: another thread ends a sleep, whenever its notification comes.

use std::sync::Arc;
use std::sync::atomic::Ordering::SeqCst;

use loom::sync::atomic::AtomicUsize;
use loom::thread::Builder;

use crate::orders::{Sleep, assert_that, check_crosswise as check, note};
use crate::wake::Notifier;

/// Returns a notifier, and the sleep that it ends.
fn notifier() -> (Arc<Notifier>, Arc<Sleep>) {
    let sleep = Arc::<Sleep>::default();
    let ends = Arc::clone(&sleep);
    (Arc::new(Notifier::new(move || ends.end())), sleep)
}

#[test]
fn a_thread_that_has_never_waited_is_not_notified() {
    check(|| {
        let (notifier, sleep) = notifier();
        notifier.notify();
        let why = || "no thread waits, but `notify` has called `end_wait`: spare the system call";
        assert_that(sleep.calls() == 0, why);
    });
}

#[test]
fn the_wait_is_told_whether_there_is_work() {
    check(|| {
        let (notifier, _) = notifier();
        for has_work in [false, true] {
            let told = notifier.wait(|| has_work, |told| told);
            let why = || format!("`has_work` has returned {has_work}, but `wait` is called with {told}");
            assert_that(told == has_work, why);
        }
    });
}

/// Asserts that a notification ends the sleep of a thread that has announced it.
fn assert_ends(notifier: &Notifier, sleep: &Sleep, when: &str) {
    let why = || format!("the flag is clear while {when}: work that comes now notifies nothing");
    assert_that(notifier.is_waiting(), why);
    notifier.notify();
    let why = || match sleep.calls() {
        0 => "the flag is set, but `notify` does not call `end_wait`",
        _ => {
            "`notify` has called `end_wait` twice: once is enough, as it also ends a wait that has not begun"
        }
    };
    assert_that(sleep.calls() == 1, why);
}

#[test]
fn a_notification_during_the_look_for_work_ends_the_sleep() {
    check(|| {
        let (notifier, sleep) = notifier();
        let look = || {
            assert_ends(&notifier, &sleep, "`has_work` is asked");
            false
        };
        notifier.wait(look, |_| ());
    });
}

#[test]
fn a_notification_during_the_sleep_ends_it() {
    check(|| {
        let (notifier, sleep) = notifier();
        notifier.wait(|| false, |_| assert_ends(&notifier, &sleep, "the thread sleeps"));
    });
}

#[test]
fn a_thread_that_no_longer_waits_is_not_notified() {
    for has_work in [false, true] {
        check(move || {
            let (notifier, sleep) = notifier();
            notifier.wait(|| has_work, |_| ());
            notifier.notify();
            let why = match has_work {
                true => "there was work, and the wait is over",
                false => "the wait is over, and had no notification",
            };
            let rule = "`wait` itself must clear the flag after the wait, in each case";
            assert_that(sleep.calls() == 0, || format!("{why}, but `notify` has called `end_wait`: {rule}"));
        });
    }
}

/// Says why a thread sleeps although there is work.
fn lost(notifier: &Notifier) -> String {
    let why = match notifier.is_waiting() {
        true => {
            "its flag is set: it was set after the look for work, or the ordering of a load or of a store is too weak, so a \
            load returned an older value"
        }
        false => {
            "its flag is clear, although it has announced its sleep: `notify` may clear the flag before it calls `end_wait`, \
            but not afterwards, when it may be the announcement of the next wait"
        }
    };
    format!("a thread sleeps although there is work: {why}")
}

/// A thread waits for two pieces of work, which another one adds.
#[test]
fn a_notification_ends_the_sleep_whenever_it_comes() {
    check(|| {
        let (notifier, sleep) = notifier();
        let work = Arc::new(AtomicUsize::new(0));
        let (waits, sleeps, looks) = (Arc::clone(&notifier), Arc::clone(&sleep), Arc::clone(&work));
        let sleeper = move || {
            for done in 0..2 {
                while looks.load(SeqCst) <= done {
                    let look = || looks.load(SeqCst) > done;
                    waits.wait(look, |is_work| sleeps.unless(is_work, || lost(&waits)));
                }
            }
        };
        let sleeper = Builder::new().name("the sleeper".to_owned()).spawn(sleeper).unwrap();
        for _ in 0..2 {
            work.fetch_add(1, SeqCst);
            note("adds work");
            notifier.notify();
        }
        sleep.never();
        sleeper.join().unwrap();
    });
}
