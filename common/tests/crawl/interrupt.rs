//! The switch that ends a crawl.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, mpsc};

use common::crawl::interrupt::{Interrupt, Listening};

/// Counts the runs of an action, until `Listening` is dropped.
fn count(interrupt: &Interrupt) -> (Arc<AtomicUsize>, Listening) {
    let count = Arc::new(AtomicUsize::new(0));
    let counts = Arc::clone(&count);
    (count, interrupt.on_trigger(move || _ = counts.fetch_add(1, Ordering::SeqCst)))
}

fn get(counted: &(Arc<AtomicUsize>, Listening)) -> usize {
    counted.0.load(Ordering::SeqCst)
}

#[test]
fn each_action_runs_once_at_the_first_trigger_of_any_clone() {
    let interrupt = Interrupt::default();
    let counts = [count(&interrupt), count(&interrupt)];
    assert_eq!((interrupt.is_triggered(), counts.each_ref().map(get)), (false, [0, 0]));
    interrupt.clone().trigger();
    interrupt.trigger();
    assert_eq!((interrupt.is_triggered(), counts.each_ref().map(get)), (true, [1, 1]));
    assert_eq!(get(&count(&interrupt)), 1, "after the trigger, an action runs at once");
}

#[test]
fn an_action_may_use_the_switch() {
    let interrupt = Interrupt::default();
    let (inner, (sender, receiver)) = (interrupt.clone(), mpsc::channel());
    let _listening = interrupt.on_trigger(move || {
        let _ = sender.send((inner.is_triggered(), get(&count(&inner))));
    });
    interrupt.trigger();
    assert_eq!(receiver.recv(), Ok((true, 1)));
}

#[test]
fn an_action_is_not_lost_in_a_race_with_the_switch() {
    for _ in 0..1000 {
        let interrupt = Interrupt::default();
        let other = interrupt.clone();
        let thread = std::thread::spawn(move || other.trigger());
        let counted = count(&interrupt);
        thread.join().unwrap();
        assert_eq!(get(&counted), 1);
    }
}

#[test]
fn a_dropped_action_is_not_run() {
    let interrupt = Interrupt::default();
    let (count, listening) = count(&interrupt);
    drop(listening);
    interrupt.trigger();
    assert_eq!((count.load(Ordering::SeqCst), Arc::strong_count(&count)), (0, 1));
}
