//! The switch that ends a crawl.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use common::crawl::interrupt::{Interrupt, Listening};

/// Counts the runs of an action.
struct Count {
    count: Arc<AtomicUsize>,
    _listening: Listening,
}

fn count(interrupt: &Interrupt) -> Count {
    let count = Arc::new(AtomicUsize::new(0));
    let counts = Arc::clone(&count);
    let listening = interrupt.on_trigger(move || {
        counts.fetch_add(1, Ordering::SeqCst);
    });
    Count { count, _listening: listening }
}

impl Count {
    fn get(&self) -> usize {
        self.count.load(Ordering::SeqCst)
    }
}

#[test]
fn a_switch_is_not_thrown_at_first() {
    let interrupt = Interrupt::default();
    let count = count(&interrupt);
    assert!(!interrupt.is_triggered());
    assert_eq!(count.get(), 0);
}

#[test]
fn throwing_a_clone_throws_the_switch() {
    let interrupt = Interrupt::default();
    interrupt.clone().trigger();
    assert!(interrupt.is_triggered());
}

#[test]
fn an_action_runs_once() {
    let interrupt = Interrupt::default();
    let count = count(&interrupt);
    interrupt.trigger();
    interrupt.trigger();
    assert_eq!(count.get(), 1);
}

#[test]
fn every_action_runs() {
    let interrupt = Interrupt::default();
    let counts = [count(&interrupt), count(&interrupt)];
    interrupt.trigger();
    assert_eq!(counts.map(|count| count.get()), [1, 1]);
}

#[test]
fn after_the_switch_an_action_runs_at_once() {
    let interrupt = Interrupt::default();
    interrupt.trigger();
    assert_eq!(count(&interrupt).get(), 1);
}

#[test]
fn an_action_may_use_the_switch() {
    let interrupt = Interrupt::default();
    let inner = interrupt.clone();
    let count = Arc::new(AtomicUsize::new(0));
    let counts = Arc::clone(&count);
    let _listening = interrupt.on_trigger(move || {
        assert!(inner.is_triggered());
        let _at_once = inner.on_trigger(move || {
            counts.fetch_add(1, Ordering::SeqCst);
        });
    });
    interrupt.trigger();
    assert_eq!(count.load(Ordering::SeqCst), 1);
}

#[test]
fn an_action_is_not_lost_in_a_race_with_the_switch() {
    for _ in 0..1000 {
        let interrupt = Interrupt::default();
        let other = interrupt.clone();
        let thread = std::thread::spawn(move || other.trigger());
        let count = count(&interrupt);
        thread.join().unwrap();
        assert_eq!(count.get(), 1);
    }
}

#[test]
fn a_dropped_action_is_not_run() {
    let interrupt = Interrupt::default();
    let Count { count, _listening: listening } = count(&interrupt);
    drop(listening);
    interrupt.trigger();
    assert_eq!((count.load(Ordering::SeqCst), Arc::strong_count(&count)), (0, 1));
}
