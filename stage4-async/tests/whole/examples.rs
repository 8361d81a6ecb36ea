//! Runs every example, and checks what it prints. How long it takes is not tested.

use contract::run_example;

contract::examples!();

#[test]
fn sleepy_tasks_take_their_steps_side_by_side() {
    let lines = run_example("sleepy_async");
    let step_by_step = (1..=5).flat_map(|step| (1..=5).map(move |task| format!("task {task}: step {step}")));
    let (total, steps) = lines.split_last().expect("a total");
    assert_eq!(steps, step_by_step.collect::<Vec<_>>());
    assert!(total.starts_with("5 tasks, 25 steps: "), "{total}");
}

#[test]
fn gathered_results_come_in_the_order_of_requests_or_of_answers() {
    let expected = [
        "join_all, in the order of the requests:",
        "    /tortoise says Hello",
        "    /hare says Hello",
        "    /hedgehog says Hello",
        "FuturesUnordered, in the order of the answers:",
        "    /hare says Hello",
        "    /hedgehog says Hello",
        "    /tortoise says Hello",
    ];
    assert_eq!(run_example("gather"), expected);
}

#[test]
fn every_runtime_returns_the_same_result() {
    let expected = [
        "Executor:  4 pages, 1 redirect, 1 error, and slept",
        "LocalPool: 4 pages, 1 redirect, 1 error, and slept",
        "smol:      4 pages, 1 redirect, 1 error, and slept",
    ];
    assert_eq!(run_example("swap_the_runtime"), expected);
}
