//! `cargo workshop diff --check`: what must hold of the stages, and what it says if it does not.

mod diff_tools;

use diff_tools::{Tree, command, fails, stderr, stdout};

#[test]
fn the_stages_of_the_course_pass() {
    let output = command(&["--check"]).output().unwrap();
    assert!(output.status.success(), "{}", stderr(&output));
    assert!(stdout(&output).contains("4 stages"));
}

#[test]
fn stages_that_differ_in_their_names_alone_pass() {
    let output = Tree::new("alike").diff(&["--check"]);
    assert!(output.status.success(), "{}", stderr(&output));
}

#[test]
fn a_main_that_differs_by_more_than_the_name_fails() {
    let tree = Tree::new("main");
    tree.write("stage3-futures", "src/main.rs", "fn main() {\n    stage3_futures::crawl();\n}\n");
    fails(&tree, &["src/main.rs", "stage2-callbacks", "stage3-futures", "line 2"]);
}

#[test]
fn a_contract_that_lacks_a_line_fails() {
    let tree = Tree::new("contract");
    tree.write("stage4-async", "tests/whole/contract.rs", "");
    fails(&tree, &["tests/whole/contract.rs", "stage4-async", "line 1"]);
}

#[test]
fn the_name_of_another_stage_is_not_the_name_of_the_crate() {
    let tree = Tree::new("other-name");
    tree.write("stage4-async", "tests/whole/contract.rs", "contract::contract!(stage3_futures::crawl);\n");
    fails(&tree, &["tests/whole/contract.rs", "stage4-async"]);
}

#[test]
fn shared_functions_in_another_order_fail() {
    let tree = Tree::new("order");
    tree.write("stage2-callbacks", "src/fetch.rs", "pub fn fetch() {}\nfn send() {}\nfn connect() {}\n");
    let message = fails(&tree, &["src/fetch.rs", "`connect` stands before `send` in stage1-blocking"]);
    assert!(message.contains("`send` stands before `connect` in stage2-callbacks"), "{message}");
}

#[test]
fn functions_of_one_stage_alone_may_stand_anywhere() {
    let tree = Tree::new("common-subsequence");
    tree.write(
        "stage3-futures",
        "src/crawl.rs",
        "fn own() {}\npub async fn crawl() {}\nfn work() {}\nfn end() {}\n",
    );
    assert!(tree.diff(&["--check"]).status.success());
}

#[test]
fn functions_that_a_trait_asks_for_may_stand_anywhere() {
    let tree = Tree::new("required");
    let implemented =
        |name: &str| format!("impl<F: Fn() -> Vec<u8>> Trait for A<F> {{\n    fn {name}() {{}}\n}}\n");
    let (poll, drop) = (implemented("poll"), implemented("drop"));
    tree.write("stage1-blocking", "src/crawl.rs", &format!("{drop}{poll}fn crawl() {{}}\n"));
    tree.write("stage2-callbacks", "src/crawl.rs", &format!("fn crawl() {{}}\n{poll}{drop}"));
    assert!(tree.diff(&["--check"]).status.success());
}

#[test]
fn what_only_looks_like_a_function_is_none() {
    let tree = Tree::new("lookalikes");
    let text = "// fn send() {}\nfn fetch(call: fn(u8)) { fn send() {} }\nfn connect() {}\npub(crate) async fn send() {}\n";
    tree.write("stage2-callbacks", "src/fetch.rs", text);
    assert!(tree.diff(&["--check"]).status.success());
}

#[test]
fn a_missing_file_and_a_missing_stage_fail() {
    let tree = Tree::new("missing");
    tree.remove("stage2-callbacks/tests/whole/contract.rs");
    tree.remove("stage4-async");
    fails(&tree, &["stage2-callbacks has no tests/whole/contract.rs", "there is no stage 4"]);
}
