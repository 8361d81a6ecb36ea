//! The examples of this stage: what they print.

use test_tools::example::run_example;

#[test]
fn gathered_results_are_in_their_own_order_within_a_limit_and_an_error_drops_or_spares_the_others() {
    let lines = run_example("gather");
    let text = lines.join("\n");
    let parts: Vec<_> = text.split(":\n").skip(1).collect();
    let [all, limited, all_ended, first_error] = parts[..] else { panic!("{text}") };
    let in_order = "  [Ok(\"I am slow\"), Ok(\"I am fast\"), Ok(\"I am here\")]";
    // The hare comes first, whatever its place in the list.
    for (part, most) in [(all, 3), (limited, 2)] {
        assert!(part.starts_with("  /hare has come\n") && part.contains(in_order), "{text}");
        assert!(part.contains(&format!("  at most {most} at once")), "{text}");
    }
    let has = |part: &str, lines: [&str; 2]| lines.iter().all(|line| part.contains(line));
    let results = "  [Ok(\"I am slow\"), Ok(\"I am fast\"), Err(\"reset\")]";
    assert!(has(all_ended, ["  /tortoise has come\n", results]), "{text}");
    assert!(has(first_error, ["  /tortoise is dropped\n", "  Err(\"reset\")\n"]), "{text}");
}

#[test]
fn the_same_program_runs_on_three_runtimes() {
    let lines = run_example("swap_the_runtime");
    let found: Vec<_> = lines.iter().filter_map(|line| line.split_once(':')).collect();
    assert_eq!(
        found.iter().map(|(runtime, _)| *runtime).collect::<Vec<_>>(),
        ["Executor", "LocalPool", "smol"]
    );
    assert!(
        found.iter().all(|(_, found)| found.ends_with(" 4 pages, 1 redirect, 1 error, and slept")),
        "{lines:#?}"
    );
}
