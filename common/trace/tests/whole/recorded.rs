//! What is recorded of futures, callbacks and waits: the events, their order, and where they come from.

use std::future::poll_fn;
use std::pin::pin;
use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};
use std::sync::{Arc, Mutex};
use std::task::{Context, Poll, Wake, Waker};
use std::thread;
use std::time::Duration;

use trace::replay::{Replay, TaskState};
use trace::{Entry, Event, blocks, callback, entries, parks, start, task, waits_for, waker_for};

/// Returns what `action` records, on a thread of its own.
fn recorded(name: &str, action: impl FnOnce() + Send + 'static) -> Vec<Entry> {
    start();
    thread::Builder::new().name(name.into()).spawn(action).unwrap().join().unwrap();
    entries().into_iter().filter(|entry| entry.thread == name).collect()
}

/// Returns the names of the events, and the tasks that were polled meanwhile.
fn names(entries: &[Entry]) -> String {
    let made = entries.iter().filter(|entry| matches!(entry.event, Event::Made { .. }));
    let tasks: Vec<_> = made.filter_map(|entry| entry.event.task()).collect();
    let number = |task: u64| 1 + tasks.iter().position(|other| *other == task).unwrap();
    let name = |entry: &Entry| {
        let json = serde_json::to_value(&entry.event).unwrap();
        let of = entry.event.task().map(|task| format!(" {}", number(task))).unwrap_or_default();
        let by = entry.polling.map(|task| format!(" in {}", number(task))).unwrap_or_default();
        format!("{}{of}{by}", json["event"].as_str().unwrap())
    };
    entries.iter().map(name).collect::<Vec<_>>().join(", ")
}

/// Counts its calls.
#[derive(Default)]
struct Count(AtomicUsize);

impl Wake for Count {
    fn wake(self: Arc<Self>) {
        self.0.fetch_add(1, SeqCst);
    }
}

#[test]
fn a_future_is_seen_to_be_polled_woken_and_dropped() {
    static KEPT: Mutex<Option<Waker>> = Mutex::new(None);
    let seen = recorded("polled", || {
        let (count, mut is_ready) = (Arc::new(Count::default()), false);
        let waker = Waker::from(Arc::clone(&count));
        let mut future = pin!(task(
            "task",
            poll_fn(|cx| {
                if std::mem::replace(&mut is_ready, true) {
                    let kept = KEPT.lock().unwrap().take().unwrap();
                    assert!(kept.will_wake(cx.waker()), "the waker is another one");
                    return Poll::Ready(());
                }
                *KEPT.lock().unwrap() = Some(cx.waker().clone());
                Poll::Pending
            })
        ));
        let mut cx = Context::from_waker(&waker);
        assert!(future.as_mut().poll(&mut cx).is_pending());
        KEPT.lock().unwrap().as_ref().unwrap().wake_by_ref();
        assert_eq!(count.0.load(SeqCst), 1, "the wake-up is not passed on");
        assert!(future.as_mut().poll(&mut cx).is_ready());
    });
    assert_eq!(
        names(&seen),
        "made 1, polled 1, cloned 1 in 1, pending 1, woken 1, polled 1, released 1 in 1, ready 1, dropped 1"
    );
    let clone = seen.iter().find(|entry| matches!(entry.event, Event::Cloned { .. })).unwrap();
    let call = &clone.calls[0];
    assert!(call.file == "common/trace/tests/whole/recorded.rs" && call.line > 50, "{call:?}");
    let state = |end| {
        let replay = Replay::after(&seen[..end]);
        replay.tasks.values().next().map(|task| (task.state, task.waits.len(), replay.ready.len()))
    };
    let states: Vec<_> = (1..=seen.len()).filter_map(state).collect();
    let first = [
        (TaskState::New, 0, 1),
        (TaskState::Polled, 0, 0),
        (TaskState::Polled, 1, 0),
        (TaskState::Pending, 1, 0),
    ];
    let then = [
        (TaskState::Pending, 1, 1),
        (TaskState::Polled, 1, 0),
        (TaskState::Polled, 0, 0),
        (TaskState::Ended, 0, 0),
    ];
    assert_eq!(states, [first, then].concat());
}

#[test]
fn a_wake_up_within_another_one_names_it() {
    let seen = recorded("nested", || {
        let mut inner = pin!(task(
            "inner",
            poll_fn(|cx| {
                cx.waker().wake_by_ref();
                Poll::<()>::Pending
            })
        ));
        let mut outer = pin!(task("outer", poll_fn(|cx| inner.as_mut().poll(cx))));
        assert!(outer.as_mut().poll(&mut Context::from_waker(Waker::noop())).is_pending());
    });
    assert_eq!(
        names(&seen),
        "made 1, made 2, polled 2, cloned 2 in 2, polled 1 in 2, woken 1 in 1, woken 2 in 1, pending 1 in 2, pending 2, dropped 2, dropped 1, released 2"
    );
    let is_through = |entry: &&Entry| matches!(entry.event, Event::Woken { through: Some(_), .. });
    let through: Vec<_> = seen.iter().filter(is_through).map(|entry| entry.event.task()).collect();
    assert_eq!(through, [seen[1].event.task()]);
}

#[test]
fn a_leaf_future_says_what_its_clones_are_kept_for() {
    let seen = recorded("leaf", || {
        let mut stored = None::<Waker>;
        let leaf = poll_fn(|cx| {
            let waker = waker_for("an item", cx.waker());
            if !stored.as_ref().is_some_and(|stored| stored.will_wake(waker)) {
                stored = Some(waker.clone());
            }
            drop(cx.waker().clone());
            Poll::<()>::Pending
        });
        let mut waits = Box::pin(task("task", waits_for("a timer", leaf)));
        let count = Arc::new(Count::default());
        for _ in 0..2 {
            let waker = Waker::from(Arc::clone(&count));
            assert!(waits.as_mut().poll(&mut Context::from_waker(&waker)).is_pending());
        }
        // The clone outlives the task, and still wakes it.
        drop(waits);
        stored.take().unwrap().wake();
        assert_eq!(count.0.load(SeqCst), 1);
    });
    let reason = |entry: &Entry| {
        let (done, kept_for) = match &entry.event {
            Event::Cloned { kept_for, .. } => ("cloned", kept_for),
            Event::Released { kept_for, .. } => ("released", kept_for),
            Event::Woken { kept_for, .. } => ("woken", kept_for),
            _ => return None,
        };
        Some(format!("{done} for {}", kept_for.as_deref()?))
    };
    let of_timer = ["cloned for a timer", "released for a timer"];
    let expected = [&["cloned for an item"], &of_timer[..], &of_timer, &["woken for an item"]].concat();
    assert_eq!(seen.iter().filter_map(reason).collect::<Vec<_>>(), expected);
}

#[test]
fn callbacks_and_waits_are_seen_to_begin_and_to_end() {
    let seen = recorded("waits", || {
        let callback = callback(|| ());
        callback();
        callback();
        drop(callback);
        blocks("an item", || ());
        parks(Some(Duration::from_millis(5)), || ());
    });
    assert_eq!(
        names(&seen),
        "registered, called, returned, called, returned, removed, blocked, unblocked, parked, unparked"
    );
    assert_eq!(seen[8].event, Event::Parked { timeout_ms: Some(5.0) });
}
