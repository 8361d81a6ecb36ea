//! The notifier of a reactor: another thread ends the reactor's sleep.

mod tools;

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::SeqCst;
use std::thread;

use stage3_futures::reactor::Reactor;
use tools::watched;

#[test]
fn a_notification_from_another_thread_ends_a_turn_without_timers() {
    watched(|| {
        let reactor = Reactor::new().unwrap();
        let notifier = Arc::clone(reactor.notifier());
        let work = Arc::new(AtomicBool::new(false));
        let done = Arc::clone(&work);
        let thread = thread::spawn(move || {
            done.store(true, SeqCst);
            notifier.notify();
        });
        while !work.load(SeqCst) {
            reactor.turn(|| work.load(SeqCst)).unwrap();
        }
        thread.join().unwrap();
    });
}

#[test]
fn a_notification_between_the_check_and_the_sleep_ends_the_sleep() {
    watched(|| {
        let reactor = Reactor::new().unwrap();
        let notifier = Arc::clone(reactor.notifier());
        let has_work = || {
            // The notification comes just before this answer.
            thread::spawn(move || notifier.notify()).join().unwrap();
            false
        };
        reactor.turn(has_work).unwrap();
    });
}

#[test]
fn a_turn_does_not_wait_while_there_is_work() {
    watched(|| {
        let reactor = Reactor::new().unwrap();
        reactor.notifier().notify();
        reactor.turn(|| true).unwrap();
    });
}
