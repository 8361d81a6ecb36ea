//! `cargo workshop diff --check`: how much there may be to read.

mod diff_tools;

use diff_tools::{Tree, fails};

/// A `fetch.rs` of so many lines, all different and without a function.
fn lines(prefix: &str, count: usize) -> String {
    (0..count).map(|line| format!("// {prefix}{line}\n")).collect()
}

#[test]
fn a_long_fetch_exceeds_the_budget_of_its_stage() {
    for (stage, most) in [("stage1-blocking", 120), ("stage2-callbacks", 210), ("stage4-async", 85)] {
        let tree = Tree::new(&format!("budget-{stage}"));
        tree.write(stage, "src/fetch.rs", &lines("", most));
        assert!(tree.diff(&["--check"]).status.success());
        tree.write(stage, "src/fetch.rs", &lines("", most + 1));
        fails(&tree, &[stage, "src/fetch.rs", &format!("{} lines", most + 1), &format!("at most {most}")]);
    }
}

#[test]
fn stage_four_may_change_two_hundred_lines_of_fetch() {
    let tree = Tree::new("budget-changes");
    tree.write("stage3-futures", "src/fetch.rs", &lines("old", 130));
    tree.write("stage4-async", "src/fetch.rs", &lines("new", 70));
    assert!(tree.diff(&["--check"]).status.success());
    tree.write("stage4-async", "src/fetch.rs", &lines("new", 71));
    fails(&tree, &["71 lines are added and 130 removed", "at most 200"]);
}

#[test]
fn the_files_of_the_reading_list_add_up() {
    let tree = Tree::new("budget-reading");
    let list = "Not read: [`long`](src/long.rs)\n\n1. [`a`](src/a.rs)\n2. [`b`](src/b.rs), then\n";
    tree.write("common", "README.md", list);
    tree.write("common", "src/a.rs", &lines("", 1000));
    tree.write("common", "src/b.rs", &lines("", 500));
    assert!(tree.diff(&["--check"]).status.success());
    tree.write("common", "src/b.rs", &lines("", 501));
    fails(&tree, &["common/README.md", "1501 lines", "at most 1500"]);
}

#[test]
fn a_reading_list_that_is_missing_or_leads_nowhere_fails() {
    let tree = Tree::new("budget-no-list");
    tree.write("common", "README.md", "1. [`gone`](src/gone.rs)\n");
    fails(&tree, &["gone.rs"]);
    tree.write("common", "README.md", "Nothing to read.\n");
    fails(&tree, &["common/README.md has no numbered list"]);
    tree.remove("common/README.md");
    fails(&tree, &["README.md"]);
}
