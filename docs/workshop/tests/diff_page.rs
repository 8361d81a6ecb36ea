//! `cargo workshop diff --html`: one page that needs nothing else.

mod diff_tools;

use std::collections::HashSet;
use std::fs;

use diff_tools::{Tree, command, stderr, stdout};

#[test]
fn the_page_goes_to_stdout_or_into_a_file() {
    let tree = Tree::new("page-file");
    let path = tree.path("page.html");
    let said = tree.shown(&["1", "2", "--html", path.to_str().unwrap()]);
    assert!(said.contains(path.to_str().unwrap()), "it does not say where the page is: {said}");
    assert_eq!(fs::read_to_string(path).unwrap(), tree.shown(&["1", "2", "--html"]));
}

#[test]
#[cfg(target_os = "linux")]
fn a_page_is_not_poured_onto_a_terminal() {
    let tree = Tree::new("page-terminal");
    let terminal = fs::File::options().read(true).write(true).open("/dev/ptmx").unwrap();
    let mut diff = command(&["1", "2", "--html", "--root", tree.path("").to_str().unwrap()]);
    let output = diff.stdout(terminal).output().unwrap();
    assert_eq!(output.status.code(), Some(2), "it does not ask for a file");
    assert!(stderr(&output).contains("--html diff.html"), "{}", stderr(&output));
}

#[test]
fn a_file_that_cannot_be_written_is_named() {
    let tree = Tree::new("page-nowhere");
    let path = tree.path("no/such/page.html");
    let output = tree.diff(&["1", "2", "--html", path.to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(1));
    assert!(stderr(&output).contains("page.html"));
}

#[test]
fn code_is_escaped() {
    let tree = Tree::new("page-escape");
    tree.write("stage2-callbacks", "src/main.rs", "let a = \"<script>alert('&')</script>\";\n");
    tree.write("stage2-callbacks", "src/extra.rs", "//! <b>Bold</b>.\n");
    let page = tree.shown(&["1", "2", "--html"]);
    assert!(page.contains("&lt;script&gt;alert('&amp;')&lt;/script&gt;"), "{page}");
    assert!(!page.contains("<script") && !page.contains("<b>Bold"));
}

#[test]
fn a_word_stands_beside_every_colour() {
    let page = Tree::new("page-words").shown(&["1", "2", "main.rs", "--html"]);
    assert!(page.contains("<span class=\"said\">changed</span>"));
    assert!(page.contains("<del>stage1_blocking</del>") && page.contains("<ins>stage2_callbacks</ins>"));
}

#[test]
fn every_link_leads_somewhere_on_the_page() {
    let page = stdout(&command(&["--html"]).output().unwrap());
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

#[test]
fn the_files_that_one_stage_alone_has_are_one_list() {
    let tree = Tree::new("page-lists");
    tree.write("stage4-async", "src/strategies.rs", "//! The ways.\n");
    tree.write("stage4-async", "src/strategies/other.rs", "//! Another way.\n");
    let page = tree.shown(&["3", "4", "--html"]);
    let lists: Vec<_> = page.split("<h3>Only in stage4-async</h3><ul>").collect();
    assert_eq!(lists.len(), 2, "{page}");
    let list = lists[1].split("</ul>").next().unwrap();
    let link = "<a href=\"#stage3-futures-stage4-async-src-strategies-rs\">";
    assert!(list.contains(link) && list.contains("The ways.") && list.contains("other.rs</code>"), "{list}");
    assert!(!lists[0].contains("src/strategies"), "{page}");
}

#[test]
fn the_legend_shows_a_changed_line_as_the_diff_does() {
    let page = Tree::new("page-legend").shown(&["1", "2", "--html"]);
    assert!(page.contains("<b>~</b> changed: <del>old</del> <ins>new</ins></li>"), "{page}");
}

#[test]
fn a_keyboard_gets_everywhere() {
    let page = Tree::new("page-keyboard").shown(&["1", "2", "--html"]);
    assert!(page.contains("<a class=\"skip\" href=\"#differences\">"));
    assert_eq!(page.matches("<h1>").count(), 1);
    assert!(page.contains("<nav aria-label=\"Files of stage1-blocking and stage2-callbacks\">"));
}
