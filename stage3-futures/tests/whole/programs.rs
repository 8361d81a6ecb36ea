//! The examples that lead to this stage's futures: what they print, in which order.

use test_tools::example::run_example;

#[test]
fn round_robin_gives_turns_and_a_created_task_has_its_own() {
    let turns = "Saturn: fuelled, Soyuz: fuelled, Saturn: 1, Soyuz: 3, Saturn: lift-off, Soyuz: 2, Apollo: fuelled, \
                 Soyuz: 1, Apollo: 1, Soyuz: lift-off, Apollo: lift-off";
    let lines = run_example("round_robin");
    let (ends, taken): (Vec<_>, Vec<_>) = lines.into_iter().partition(|line| line.starts_with(' '));
    assert_eq!(taken.join(", "), turns);
    // Saturn creates a task in its last turn, so two are left.
    let left: Vec<_> = ends.iter().filter_map(|line| line.rsplit(' ').next()).collect();
    assert_eq!(left, ["2", "1", "0"]);
}

#[test]
fn sleepers_wake_up_in_the_order_of_their_times_and_by_deadline_none_is_resumed_for_nothing() {
    let lines = run_example("sleepers");
    let (by_yielding, by_deadline) = lines.split_at(lines.len() / 2);
    let order = ["bear falls", "cat falls", "dog falls", "cat wakes", "dog wakes", "bear wakes"];
    for lines in [by_yielding, by_deadline] {
        let is_in_order = lines[1..7].iter().zip(order).all(|(line, start)| line.starts_with(start));
        assert!(is_in_order, "{lines:#?}");
    }
    let resumed = |lines: &[String]| lines[7].split(' ').nth(1).and_then(|count| count.parse::<u32>().ok());
    assert!(resumed(by_yielding) > Some(6), "{by_yielding:#?}");
    assert_eq!(resumed(by_deadline), Some(6));
}

#[test]
fn one_loop_waits_for_a_time_and_for_a_socket() {
    let lines = run_example("sleep_and_read");
    let (waits, steps): (Vec<_>, Vec<_>) = lines.iter().partition(|line| line.starts_with(' '));
    let words = ["slow", "and", "steady"].map(|word| format!("writes {word:?}, reads {word:?}, "));
    // The writer is resumed four times. The reader is, too: at its start, for two words, and for the end.
    assert_eq!(
        steps.into_iter().cloned().collect::<Vec<_>>().join(", "),
        words.concat() + "reads \"\", resumed 8 times"
    );
    assert!(waits.iter().any(|wait| wait.ends_with(": 1 for a time, 1 for a socket")), "{waits:#?}");
}

#[test]
fn the_callback_of_a_future_is_the_next_step_of_the_task_that_waits_for_it() {
    let lines = run_example("callback_future");
    let (page, steps) = lines[1..].split_last().expect("a page");
    let told: Vec<_> = steps.iter().filter_map(|line| line.split(&[':', ' '][..]).next()).collect();
    // The connection is one event, and the page one or more.
    let (last, before) = told.split_last().expect("a step");
    assert!(*last == "task" && before.len() >= 8, "{lines:#?}");
    let is_a_round = |round: &[&str]| round == ["task", "generator", "event", "future"];
    assert!(before.chunks(4).all(is_a_round), "{lines:#?}");
    let bytes = page.split(' ').find_map(|word| word.parse::<usize>().ok());
    assert!(bytes > Some(1000), "{page}");
}

#[test]
fn each_poll_goes_down_to_the_leaf_and_its_answer_up() {
    let lines = run_example("delegation");
    for gets in ["Pending", "Ready(Ok(41))", "Ready(Err(\"out of order\"))"] {
        assert!(lines.contains(&format!("loop gets {gets}")), "{lines:#?}");
    }
}
