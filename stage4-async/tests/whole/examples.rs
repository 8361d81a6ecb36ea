//! Runs every example, and checks what it prints. How long it takes is not tested.

use test_tools::example::run_example;

test_tools::examples!();

#[test]
fn sleepy_tasks_take_their_steps_side_by_side() {
    let lines = run_example("sleepy_async");
    let step_by_step = (1..=5).flat_map(|step| (1..=5).map(move |task| format!("task {task}: step {step}")));
    let (total, steps) = lines.split_last().expect("a total");
    assert_eq!(steps, step_by_step.collect::<Vec<_>>());
    assert!(total.starts_with("5 tasks, 25 steps: "), "{total}");
}
