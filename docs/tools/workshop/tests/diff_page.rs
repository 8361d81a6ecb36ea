//! `cargo workshop diff --html`: one page that needs nothing else.

mod tools;

use std::collections::HashSet;

use tools::Tree;

#[test]
fn a_word_stands_beside_every_colour_and_every_link_leads_somewhere_on_the_page() {
    let page = Tree::stages("page").page(&[]);
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
