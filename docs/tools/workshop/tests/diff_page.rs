//! `cargo workshop diff --html`: one page that needs nothing else.

mod tools;

use std::collections::HashSet;
use std::fs;

use tools::{Tree, command};

#[test]
fn a_word_stands_beside_every_colour() {
    let page = Tree::stages("page-words").page(&["1", "2", "main.rs"]);
    assert!(page.contains("<span class=\"said\">changed</span>"));
    assert!(page.contains("<del>stage1_blocking</del>") && page.contains("<ins>stage2_callbacks</ins>"));
}

#[test]
fn every_link_leads_somewhere_on_the_page() {
    let tree = Tree::stages("page-links");
    let path = tree.path("page.html");
    assert!(command(&["diff", "--html", path.to_str().unwrap()]).output().unwrap().status.success());
    let page = fs::read_to_string(path).unwrap();
    let targets = |attribute: &str| -> Vec<String> {
        let values = page.split(attribute).skip(1);
        values.map(|rest| rest.split('"').next().unwrap_or_default().to_owned()).collect()
    };
    let ids = targets(" id=\"");
    let unique: HashSet<_> = ids.iter().cloned().collect();
    assert_eq!(ids.len(), unique.len(), "an id occurs twice");
    let links = targets(" href=\"#");
    assert!(links.len() > 20 && links.iter().all(|link| unique.contains(link)));
    assert_eq!(links.len(), targets(" href=\"").len(), "a link leads away");
    let (head, _) = page.split_once("</head>").unwrap();
    assert!(!page.contains(" src=\"") && !head.contains("@import") && !head.contains("url("));
}
