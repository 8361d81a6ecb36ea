//! `cargo workshop diff`: what Rust makes of the code is told apart, in the terminal and on the page.

mod tools;

use tools::{Tree, stdout};

/// Returns the page about a file that stage 2 alone has.
fn page(test: &str, path: &str, text: &str) -> String {
    let tree = Tree::stages(test);
    tree.write(&format!("stage2-callbacks/{path}"), text);
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
    let kinds = [
        ("keyword", "fn"),
        ("type", "'a"),
        ("type", "Str"),
        ("type", "u8"),
        ("literal", "7"),
        ("literal", "b'x'"),
    ];
    kinds.iter().for_each(|(class, text)| has(&page, class, text));
    has(&page, "comment", "// So.");
}

#[test]
fn a_keyword_in_a_string_or_a_comment_is_none() {
    let text = "let s = r\"let\"; // let it be\nf(\"one\nlet two\", /* a\n\nfn /* */ b */ r#let);\n";
    let page = page("syntax-inside", "src/extra.rs", text);
    assert_eq!(page.matches("class=\"keyword\"").count(), 1, "{page}");
    ["r&quot;let&quot;", "let two&quot;"].iter().for_each(|text| has(&page, "literal", text));
    ["// let it be", "/* a", "fn /* */ b */"].iter().for_each(|text| has(&page, "comment", text));
}

#[test]
fn the_terminal_has_colours_where_nothing_changed_and_weight_elsewhere() {
    let tree = Tree::stages("syntax-terminal");
    tree.write("stage1-blocking/src/main.rs", "fn same() {}\nlet x = 1;\n");
    tree.write("stage2-callbacks/src/main.rs", "fn same() {}\n// why\npub mod more;\n");
    for columns in ["80", "120"] {
        let mut command = tree.command(&["diff", "1", "2", "main.rs"]);
        command.env("COLUMNS", columns).env("CLICOLOR_FORCE", "1");
        let coloured = stdout(command.output().unwrap());
        assert!(coloured.contains("\x1b[35mfn\x1b[0m same() {}"), "{coloured:?}");
        assert!(coloured.contains("\x1b[1m\x1b[31mlet\x1b[0m\x1b[31m x = "), "{coloured:?}");
        assert!(coloured.contains("\x1b[2m\x1b[32m// why\x1b[0m"), "{coloured:?}");
    }
}
