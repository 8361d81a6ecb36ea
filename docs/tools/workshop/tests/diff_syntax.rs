//! `cargo workshop diff`: what Rust makes of the code is told apart, in the terminal and on the page.

mod diff_tools;

use diff_tools::{Tree, command, stdout};

/// The page about a `src/extra.rs` that stage 2 alone has.
fn page(test: &str, path: &str, text: &str) -> String {
    let tree = Tree::new(test);
    tree.write("stage2-callbacks", path, text);
    tree.page(&["1", "2", path])
}

#[track_caller]
fn has(page: &str, class: &str, text: &str) {
    let span = format!("<span class=\"{class}\">{text}</span>");
    assert!(page.contains(&span), "{span} is not in {page}");
}

#[test]
fn each_kind_has_a_class() {
    let page = page("syntax-kinds", "src/extra.rs", "fn f<'a>(s: &'a Str) -> u8 { 7 + b'x' } // So.\n");
    has(&page, "keyword", "fn");
    has(&page, "type", "'a");
    has(&page, "type", "Str");
    has(&page, "type", "u8");
    has(&page, "literal", "7");
    has(&page, "literal", "b'x'");
    has(&page, "comment", "// So.");
}

#[test]
fn a_keyword_in_a_string_or_a_comment_is_none() {
    let page = page("syntax-inside", "src/extra.rs", "let s = r\"let\"; // let it be\nr#let();\n");
    assert_eq!(page.matches("class=\"keyword\"").count(), 1, "{page}");
    has(&page, "literal", "r&quot;let&quot;");
    has(&page, "comment", "// let it be");
}

#[test]
fn a_string_goes_on_in_the_next_line() {
    let page = page("syntax-lines", "src/extra.rs", "f(\"one\r\nlet two\", /* a\n\nfn /* */ b */ let);\n");
    has(&page, "literal", "&quot;one");
    has(&page, "literal", "let two&quot;");
    has(&page, "comment", "/* a");
    has(&page, "comment", "fn /* */ b */");
    has(&page, "keyword", "let");
}

#[test]
fn the_terminal_has_colours_where_nothing_changed_and_weight_elsewhere() {
    let tree = Tree::new("syntax-terminal");
    tree.write("stage1-blocking", "src/main.rs", "fn same() {}\nlet x = 1;\n");
    tree.write("stage2-callbacks", "src/main.rs", "fn same() {}\n// why\npub mod more;\n");
    for columns in ["80", "120"] {
        let mut command = command(&["1", "2", "main.rs", "--root"]);
        command.arg(tree.path("")).env("COLUMNS", columns).env("CLICOLOR_FORCE", "1");
        let coloured = stdout(&command.output().unwrap());
        assert!(coloured.contains("\x1b[35mfn\x1b[0m same() {}"), "{coloured:?}");
        assert!(coloured.contains("\x1b[1m\x1b[31mlet\x1b[0m\x1b[31m x = "), "{coloured:?}");
        assert!(coloured.contains("\x1b[2m\x1b[32m// why\x1b[0m"), "{coloured:?}");
    }
}
