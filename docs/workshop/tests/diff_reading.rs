//! `cargo workshop diff --check`: each stage has one reading order, with every file in it.

mod diff_tools;

use diff_tools::{Tree, fails};

const STAGE: &str = "stage2-callbacks";

/// A workspace whose stage 2 has a queue and an example, with these in its README and in its `lib.rs`.
fn tree(test: &str, listed: &[&str], mapped: &[&str]) -> Tree {
    let tree = Tree::new(test);
    tree.write(STAGE, "src/parts/queue.rs", "");
    tree.write(STAGE, "examples/one.rs", "");
    let numbered = |paths: &[&str], item: fn(usize, &str) -> String| -> String {
        paths.iter().enumerate().map(|(index, path)| item(index + 1, path)).collect()
    };
    let readme =
        numbered(listed, |number, path| format!("{number}. [`{path}`]({path}): `why`\n   it is read\n"));
    let map = numbered(mapped, |number, path| format!("//! {number}. `{path}`: `why` it is read\n"));
    tree.write(STAGE, "README.md", &format!("# Stage\n\n{readme}\n[Not read](tests/one.rs)\n"));
    tree.write(STAGE, "src/lib.rs", &format!("//! A stage.\n//!\n{map}\npub mod crawl;\n"));
    tree
}

const ORDER: [&str; 4] = ["examples/one.rs", "src/fetch.rs", "src/parts/queue.rs", "src/crawl.rs"];

#[test]
fn a_reading_order_of_sources_and_examples_passes() {
    assert!(tree("reading", &ORDER, &ORDER).diff(&["--check"]).status.success());
}

#[test]
fn a_source_or_an_example_that_is_not_listed_fails() {
    let tree = tree("reading-absent", &ORDER[1..2], &ORDER[1..2]);
    let fault = |path: &str| format!("stage2-callbacks/README.md does not list {path} in its reading order");
    let message =
        fails(&tree, &[&fault("examples/one.rs"), &fault("src/parts/queue.rs"), &fault("src/crawl.rs")]);
    assert!(!message.contains("src/main.rs") && !message.contains("src/lib.rs"), "{message}");
}

#[test]
fn a_file_that_is_listed_twice_fails() {
    let twice = [&ORDER[..], &["src/fetch.rs"]].concat();
    fails(&tree("reading-twice", &twice, &twice), &["README.md lists src/fetch.rs 2 times"]);
}

#[test]
fn a_listed_file_that_is_missing_fails() {
    let tree = tree("reading-gone", &ORDER, &ORDER);
    tree.remove("stage2-callbacks/examples/one.rs");
    fails(&tree, &["README.md lists examples/one.rs, which is no file to read"]);
}

#[test]
fn a_map_in_another_order_fails() {
    let map = ["examples/one.rs", "src/crawl.rs", "src/parts/queue.rs", "src/fetch.rs"];
    let fault = "stage2-callbacks/src/lib.rs: item 2 is src/crawl.rs, but README.md has src/fetch.rs there";
    fails(&tree("reading-order", &ORDER, &map), &[fault]);
}

#[test]
fn a_map_that_ends_early_fails() {
    let fault = "src/lib.rs: item 4 is nothing, but README.md has src/crawl.rs there";
    fails(&tree("reading-short", &ORDER, &ORDER[..3]), &[fault]);
}
