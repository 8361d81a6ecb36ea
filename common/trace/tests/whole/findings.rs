//! What is odd in a trace: a row each, of what is recorded and of what is said.

use serde_json::{Value, json};
use trace::Entry;
use trace::findings::explain;

/// Makes a trace of steps such as `waker@polled 1`, `cloned 1 mine::wait_with` or `cloned 1 for a timer`: a thread, an event,
/// the number of a task, and the function that keeps a clone, or for what. A step takes a microsecond, and `wait 50` takes 50 ms.
fn trace(steps: &str) -> Vec<Entry> {
    let (mut at, mut polls, mut entries) = (0, Vec::new(), Vec::new());
    for step in steps.split(';').map(str::trim).filter(|step| !step.is_empty()) {
        let (thread, step) = step.split_once('@').unwrap_or(("main", step));
        let (step, kept_for) =
            step.split_once(" for ").map_or((step, None), |(step, what)| (step, Some(what)));
        let mut words = step.split(' ');
        let (event, number) = (words.next(), words.next().and_then(|number| number.parse().ok()));
        at += 1000 + if event == Some("wait") { 1_000_000 * number.unwrap_or(0) } else { 0 };
        if let Some("pending" | "ready") = event {
            polls.pop();
        }
        let function = words.next().or(kept_for.and(Some("fetch")));
        let call = |function| json!({ "function": function, "file": "stage4-async/src/fetch.rs", "line": 7 });
        let calls: Vec<Value> = function.into_iter().map(call).collect();
        let target = format!("http://a/{}", number.unwrap_or(0));
        // Fields of other events are passed over.
        let entry = json!({
            "at": at, "thread": thread, "polling": polls.last().filter(|_| thread == "main"),
            "url": if event == Some("started") { &target } else { "http://a/" },
            "event": event, "task": number, "name": "task", "calls": calls, "kept_for": kept_for,
            "consumes": event == Some("woken"), "through": null, "timeout_ms": null, "target": target,
            "outcome": "200", "phase": "reading", "tries": 1, "on": "the last `task_done`",
            "socket": 3, "read": number == Some(1), "write": false,
        });
        if event != Some("wait") {
            entries.push(serde_json::from_value(entry).unwrap());
        }
        if event == Some("polled") {
            polls.push(number);
        }
    }
    entries
}

#[track_caller]
fn check(steps: &str, expected: &[&str]) {
    let entries = trace(steps);
    let said = explain(&entries, entries.last().map_or(0, |last| last.at));
    let lines: Vec<_> = said.lines().skip(1).map(|line| line.trim_start_matches("- ")).collect();
    assert_eq!(lines, expected, "{steps}");
}

const WAITS: &str = "made 1; polled 1; cloned 1 for a timer; pending 1; ";

#[test]
fn a_task_that_nothing_wakes_is_explained() {
    check(
        "made 1; polled 1; pending 1; dropped 1",
        &[
            "task 1 is pending, and its last poll cloned no waker, so nothing can wake it: `Pending` is a promise of a wake-up.",
        ],
    );
    check(
        "made 1; polled 1; entered; cloned 1 for a timer; released 1 for a timer; pending 1",
        &[
            "task 1 is pending, in the phase `reading` of http://a/, and nothing holds its waker: the clone for a timer \
            (stage4-async/src/fetch.rs:7) was dropped without a call.",
        ],
    );
    check(
        "made 1; polled 1; cloned 1 mine::wait_with; pending 1; made 2; polled 2; pending 2",
        &[
            "task 2 is pending, and its last poll cloned no waker, so nothing can wake it: `Pending` is a promise of a \
            wake-up. The waker of task 1 is kept (stage4-async/src/fetch.rs:7): a future that another task polls must keep \
            that task's waker.",
        ],
    );
    let socket = "made 1; polled 1; cloned 1 for bytes to read; ";
    check(
        &format!("{socket} pending 1"),
        &[
            "task 1 waits for bytes to read (stage4-async/src/fetch.rs:7), but the selector was not asked to report it: arm the \
            socket after the waker is stored.",
        ],
    );
    check(
        &format!("{socket} armed 1; armed 1; pending 1; armed 0"),
        &[
            "task 1 waits for bytes to read from socket 3 (stage4-async/src/fetch.rs:7), but the selector has reported that \
            socket, and was not asked again: it reports once.",
        ],
    );
    let join = "put; started; done; made 1; polled 1; cloned 1 for the last `task_done`; pending 1";
    let expected = "The only fetch has ended, and task 1 still waits for the last `task_done`: it was not marked as done.";
    check(join, &[expected]);
    check(
        "put; done; put; done; blocked",
        &[
            "All 2 fetches have ended, and the thread `main` still waits for the last `task_done`: one of them was not marked \
            as done.",
        ],
    );
}

#[test]
fn a_wake_up_that_is_lost_is_explained() {
    check(
        "made 1; polled 1; woken 1; pending 1",
        &[
            "task 1 was woken while it was polled, and not polled again: that wake-up was lost. Clear the flag before the poll, \
            not after it.",
        ],
    );
    for (then, expected) in [
        (
            "parked; waker@woken 1; wait 20; waker@put",
            "was woken by the thread `waker`, and the event loop of the thread `main`, which has \
            been parked for 20 ms, sleeps on: set the flag, and then notify the loop.",
        ),
        (
            "waker@woken 1; parked",
            "was woken by the thread `waker`, before the event loop of the thread `main` went to sleep: say that the \
            loop sleeps, and then look for woken tasks once more.",
        ),
        (
            "waker@woken 1",
            "was woken by the thread `waker`, and not polled again: a wake-up must put the task into the ready queue, \
            and if the thread `main` is parked, unpark it.",
        ),
        ("woken 1; parked", "was woken, and the loop sleeps: it must look for woken tasks before it waits."),
        ("woken 1", "was woken, and not polled again: a wake-up must put the task into the ready queue."),
        (
            "woken 1; made 2; polled 2; ready 2",
            "was woken, and was not polled again, although other tasks were: a future that \
            is kept and not polled keeps what it holds.",
        ),
    ] {
        check(&format!("{WAITS} {then}"), &[&format!("task 1 {expected}")]);
    }
}

#[test]
fn what_is_wrong_on_the_way_is_explained() {
    let held = "held its thread for 120 ms in one poll. Meanwhile, the thread polled no other task and looked for no event: a \
        poll must not block.";
    check("made 1; made 2; polled 1; polled 2; wait 120; ready 2; ready 1", &[&format!("task 2 {held}")]);
    check(
        "made 1; made 2; polled 1; polled 2; wait 120; waker@put",
        &["task 2 is in a poll that has not returned for 120 ms: a poll must not block."],
    );
    check("made 1; polled 1; wait 120; ready 1", &[&format!("task 1 {held}")]);
    let spins = format!("made 1; {} polled 1; ready 1", "polled 1; woken 1; pending 1; ".repeat(20));
    check(
        &spins,
        &["task 1 has woken itself in 20 polls in a row: it asks again and again, and never waits."],
    );
    let nothing = "A future does nothing until it is polled.";
    check("made 1; dropped 1", &[&format!("task 1 was made, and dropped before its first poll. {nothing}")]);
    check("made 1", &[&format!("task 1 was made, and never polled. {nothing}")]);
    check(
        "put 1; put 2; put 3; put 4; put 5; put 6; started 1; done 1; started 2; done 2; started 3; done 3; \
        started 4; done 4; started 5; done 5",
        &[
            "Never more than one fetch was in flight, although up to 5 others waited: nothing ran at the same time.",
        ],
    );
}

#[test]
fn what_is_open_is_told_if_nothing_is_odd() {
    check("made 1; polled 1; ready 1; dropped 1", &[]);
    // A clone that is replaced at once, and a socket that is reported, are forgotten.
    for then in [
        "cloned 1 mine::wait_with; released 1; pending 1",
        "cloned 1 for bytes to read; armed 1; pending 1; armed 0; woken 1 for bytes to read; polled 1; pending 1",
    ] {
        let expected = "task 1 has been pending for 0 µs; it waits for a timer (stage4-async/src/fetch.rs:7), and nothing has \
            called its waker.";
        check(&format!("made 1; polled 1; cloned 1 for a timer; {then}"), &[expected]);
    }
    check(
        &format!("{WAITS} polled 1; cloned 1 mine::wait_with; pending 1; parked; wait 50; waker@blocked"),
        &[
            "task 1 has been pending for 50 ms; it waits for a timer (stage4-async/src/fetch.rs:7), and its waker is kept by \
                `wait_with` (stage4-async/src/fetch.rs:7), and nothing has called its waker.",
            "The thread `waker` has waited for the last `task_done` for 0 µs, for http://a/.",
            "The event loop of the thread `main` has waited for events for 50 ms, for http://a/.",
        ],
    );
}
