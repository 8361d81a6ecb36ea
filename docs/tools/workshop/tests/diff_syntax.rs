//! `cargo workshop diff`: what Rust makes of the code is told apart, in the terminal and on the page.

mod tools;

use tools::{Tree, stdout};

/// Each kind of code, and keywords that are none.
const TEXT: &str = "\
fn f<'a>(s: &'a Str) -> u8 { 7 + b'x' } // let it be
f(r\"let\", \"one\nlet two\", /* a\n\nfn /* */ b */ r#let);
";

#[test]
fn each_kind_has_a_class() {
    let tree = Tree::stages("syntax-kinds");
    tree.write("stage2-callbacks/src/extra.rs", TEXT);
    let page = tree.page(&["1", "2", "extra.rs"]);
    assert_eq!(page.matches("class=\"keyword\"").count(), 1, "{page}");
    for (class, texts) in [
        ("keyword", &["fn"][..]),
        ("type", &["'a", "Str", "u8"]),
        ("literal", &["7", "b'x'", "r&quot;let&quot;", "let two&quot;"]),
        ("comment", &["// let it be", "/* a", "fn /* */ b */"]),
    ] {
        let spans = texts.iter().map(|text| format!("<span class=\"{class}\">{text}</span>"));
        spans.for_each(|span| assert!(page.contains(&span), "{span} is not in {page}"));
    }
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
