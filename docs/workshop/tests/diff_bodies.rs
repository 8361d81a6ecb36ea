//! `cargo workshop diff --check`: the `async fn` above each state machine is that of stage 4.

mod diff_tools;

use diff_tools::{Tree, fails};

const MACHINE: &str = "pub struct Fetch {}\n\nimpl Future for Fetch {}\n";

const COMPILED: &str = "\
/// Fetches.
pub async fn fetch(target: &Target) -> Response {
    let attempt = first(target); // why
    attempt.go(|again| again()).await
}
";

const COMMENT: &str = "\
// async fn fetch(
//     another: Signature,
// ) {
//     let attempt = first(target);
//     attempt.go(|again| again())
//         .await
// }
";

/// A workspace whose stage 3 has this `fetch.rs`, and whose stage 4 has [`COMPILED`].
fn tree(test: &str, by_hand: &str) -> Tree {
    let tree = Tree::new(test);
    tree.write("stage3-futures", "src/fetch.rs", by_hand);
    tree.write("stage4-async", "src/fetch.rs", COMPILED);
    tree
}

#[track_caller]
fn passes(test: &str, by_hand: &str) {
    let output = tree(test, by_hand).diff(&["--check"]);
    assert!(output.status.success(), "{}", diff_tools::stderr(&output));
}

#[test]
fn the_body_counts_and_neither_signature_nor_line_breaks() {
    passes("bodies-equal", &format!("{COMMENT}{MACHINE}"));
}

#[test]
fn documentation_may_stand_on_either_side_of_the_comment() {
    passes("bodies-doc-above", &format!("/// The future.\n{COMMENT}{MACHINE}"));
    passes("bodies-doc-below", &format!("{COMMENT}/// The future.\n#[must_use]\n{MACHINE}"));
}

#[test]
fn the_first_line_that_differs_is_named_on_both_sides() {
    let comment = COMMENT.replace("again())", "again(1))").replace("async fn", "pub(crate) async fn");
    let tree = tree("bodies-differ", &format!("//! Fetches.\n\n{comment}{MACHINE}"));
    fails(
        &tree,
        &[
            "stage3-futures/src/fetch.rs, line 7: the comment says `attempt.go(|again| again(1))`",
            "stage4-async/src/fetch.rs, line 4, says `attempt.go(|again| again()).await`",
        ],
    );
}

#[test]
fn a_body_that_ends_early_differs() {
    let comment = COMMENT.replace("//         .await\n", "");
    fails(&tree("bodies-short", &format!("{comment}{MACHINE}")), &["line 6: the comment says `}`"]);
}

#[test]
fn a_comment_without_its_function_fails() {
    let comment = COMMENT.replace("fn fetch", "fn forget");
    fails(
        &tree("bodies-alone", &format!("{comment}{MACHINE}")),
        &["line 1: stage4-async has no `async fn forget`"],
    );
}

#[test]
fn a_function_in_another_file_of_stage_four_is_found() {
    let tree = tree("bodies-elsewhere", &format!("{COMMENT}{MACHINE}"));
    tree.write("stage4-async", "src/fetch.rs", "");
    tree.write("stage4-async", "src/crawl.rs", COMPILED);
    assert!(tree.diff(&["--check"]).status.success());
}

#[test]
fn a_method_in_any_file_of_stage_three_is_compared() {
    let tree = tree("bodies-method", "");
    tree.write(
        "stage4-async",
        "src/queue.rs",
        "impl<T> Queue<T> {\n    async fn get(&self) -> T {\n        one()\n    }\n}\n",
    );
    tree.write(
        "stage3-futures",
        "src/queue.rs",
        "// async fn get(&self) -> T {\n//     two()\n// }\nstruct Get;\n",
    );
    fails(
        &tree,
        &["stage3-futures/src/queue.rs, line 2", "`two()`", "stage4-async/src/queue.rs, line 3", "`one()`"],
    );
}

#[test]
fn a_state_machine_without_a_comment_fails() {
    let far = format!("{COMMENT}\nstruct Other;\n\n{MACHINE}");
    for (test, by_hand) in [("bodies-none", MACHINE), ("bodies-far", &far)] {
        fails(&tree(test, by_hand), &["stage3-futures/src/fetch.rs", "above `Fetch` stands no `async fn`"]);
    }
}

#[test]
fn a_leaf_needs_no_comment() {
    passes("bodies-leaf", &format!("/// A leaf: the reactor wakes it.\n{MACHINE}"));
}
