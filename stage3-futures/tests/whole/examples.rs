//! Runs every example, and checks what it prints. How long it takes is not tested.

use std::collections::HashSet;

use contract::run_example;

contract::examples!();

#[test]
fn round_robin_takes_turns_until_a_task_is_done() {
    let expected = [
        "Vostok: fuelled",
        "Redstone: fuelled",
        "Soyuz: fuelled",
        "Vostok: 3",
        "Redstone: 1",
        "Soyuz: 2",
        "Vostok: 2",
        "Redstone: lift-off",
        "        Redstone has left the queue, 2 wait",
        "Soyuz: 1",
        "Vostok: 1",
        "Soyuz: lift-off",
        "        Soyuz has left the queue, 1 wait",
        "Vostok: lift-off",
        "        Vostok has left the queue, 0 wait",
    ];
    assert_eq!(run_example("round_robin"), expected);
}

#[test]
fn sleeping_by_yielding_resumes_many_times() {
    let lines = run_example("sleep_by_yielding");
    assert_eq!(lines[..3], ["bear falls asleep", "cat falls asleep", "dog falls asleep"]);
    // On a busy machine, two may be due at once. Then they wake up in the order of the queue.
    let woken: HashSet<_> = lines[3..6].iter().map(String::as_str).collect();
    assert_eq!(woken, HashSet::from(["cat wakes up", "dog wakes up", "bear wakes up"]));
    assert_eq!(lines[6..], ["resumed many thousand times; 6 times would have done"]);
}

#[test]
fn sleeping_by_deadline_resumes_twice() {
    let expected = [
        "bear falls asleep",
        "cat falls asleep",
        "dog falls asleep",
        "cat wakes up",
        "dog wakes up",
        "bear wakes up",
        "resumed 6 times",
    ];
    assert_eq!(run_example("sleep_by_deadline"), expected);
}

#[test]
fn sleepy_tasks_take_their_steps_side_by_side() {
    let lines = run_example("sleepy");
    let step_by_step = (1..=5).flat_map(|step| (1..=5).map(move |task| format!("task {task}: step {step}")));
    let (total, steps) = lines.split_last().expect("a total");
    assert_eq!(steps, step_by_step.collect::<Vec<_>>());
    assert!(total.starts_with("5 tasks, 25 steps: "), "{total}");
}

#[test]
fn a_sleeper_and_a_reader_share_one_thread() {
    let lines = run_example("sleep_and_read");
    let (ticks, others): (Vec<_>, Vec<_>) = lines.into_iter().partition(|line| line.starts_with("tick"));
    assert_eq!(ticks, (1..=8).map(|tick| format!("tick {tick}")).collect::<Vec<_>>());
    // The network decides how the words are cut into chunks.
    let read: String = others.iter().filter_map(|line| line.split('"').nth(1)).collect();
    assert_eq!(read, "slow and steady wins");
    assert_eq!(others.last().map(|line| line.trim()), Some("the end"));
}

#[test]
fn a_callback_future_sends_results_into_generators() {
    let lines = run_example("callback_future");
    let expected = [
        "ada: yields double(1)",
        "bob: yields double(10)",
        "ada: is sent 2, yields double(2)",
        "bob: is sent 20, yields double(20)",
        "ada: is sent 4, returns 6",
        "bob: is sent 40, returns 60",
        "",
    ];
    assert_eq!(lines[..expected.len()], expected);
    assert_eq!(lines.len(), expected.len() + 5, "the last five lines say how Rust differs");
}

#[test]
fn a_poll_goes_all_the_way_down_and_up() {
    let not_ready = [
        "loop polls outer",
        "  outer polls middle",
        "    middle polls leaf",
        "      leaf is not ready",
        "loop gets Pending",
        "loop polls outer",
        "  outer polls middle",
        "    middle polls leaf",
    ];
    let success = [
        "      leaf is ready: Ok(20)",
        "    middle doubles 20",
        "  outer adds 1 to 40",
        "loop gets Ready(Ok(41))",
    ];
    let failure = ["      leaf is ready: Err(\"out of order\")", "loop gets Ready(Err(\"out of order\"))"];
    let mut expected = vec!["-- a leaf that succeeds"];
    expected.extend(not_ready.iter().chain(&success));
    expected.push("-- a leaf that fails");
    expected.extend(not_ready.iter().chain(&failure));
    assert_eq!(run_example("delegation"), expected);
}
