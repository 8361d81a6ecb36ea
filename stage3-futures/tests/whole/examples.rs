//! Runs every example, and checks what it prints. How long it takes is not tested.

use test_tools::example::run_example;

test_tools::examples!("sleepy");

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
