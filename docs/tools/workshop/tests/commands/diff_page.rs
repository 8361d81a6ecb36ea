//! `cargo workshop diff --html`: one page that needs nothing else. What Rust makes of the code is told apart.

use std::collections::HashSet;

use crate::tools::{Tree, has};

/// Each kind of code, and keywords that are none.
const TEXT: &str = "\
fn f<'a>(s: &'a Str) -> u8 { 7 + b'x' } // let it be
f(r\"let\", \"one\nlet two\", /* a\n\nfn /* */ b */ r#let);
";

#[test]
fn a_word_stands_beside_every_colour_and_every_link_leads_somewhere_on_the_page() {
    let page = Tree::stages().page("");
    assert!(page.contains("<span class=\"said\">changed</span>"));
    assert!(page.contains("<del>stage1_blocking</del>") && page.contains("<ins>stage2_callbacks</ins>"));
    let targets = |attribute: &str| -> Vec<&str> {
        page.split(attribute).skip(1).filter_map(|rest| rest.split('"').next()).collect()
    };
    let ids = targets(" id=\"");
    let unique: HashSet<_> = ids.iter().collect();
    assert_eq!(ids.len(), unique.len(), "an id occurs twice");
    let links = targets(" href=\"#");
    assert!(links.len() > 10 && links.iter().all(|link| unique.contains(link)));
    assert_eq!(links.len(), targets(" href=\"").len(), "a link leads away");
    let (head, _) = page.split_once("</head>").unwrap();
    assert!(!page.contains(" src=\"") && !head.contains("@import") && !head.contains("url("));
}

#[test]
fn each_kind_has_a_class() {
    let tree = Tree::stages();
    tree.write("stage2-callbacks/src/extra.rs", TEXT);
    let page = tree.page("1 2 extra.rs");
    assert_eq!(page.matches("class=\"keyword\"").count(), 1, "{page}");
    for (class, texts) in [
        ("keyword", &["fn"][..]),
        ("type", &["'a", "Str", "u8"]),
        ("literal", &["7", "b'x'", "r&quot;let&quot;", "let two&quot;"]),
        ("comment", &["// let it be", "/* a", "fn /* */ b */"]),
    ] {
        texts.iter().for_each(|text| has(&page, &[&format!("<span class=\"{class}\">{text}</span>")]));
    }
}
