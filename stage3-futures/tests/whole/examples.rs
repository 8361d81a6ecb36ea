//! Runs every example, and checks what it prints. How long it takes is not tested.

use test_tools::example::run_example;

test_tools::examples!("sleepy");

#[test]
fn a_sleeper_and_a_reader_share_one_thread() {
    let lines = run_example("sleep_and_read");
    let ticks = lines.iter().filter(|line| line.starts_with("tick "));
    // The network decides how the words are cut into chunks.
    let read: String = lines.iter().filter_map(|line| line.split('"').nth(1)).collect();
    assert_eq!((ticks.count(), read.as_str()), (8, "slow and steady wins"));
}
