//! Whether every link of the built book leads somewhere.

use std::fs;
use std::path::Path;

#[test]
fn every_link_that_leads_nowhere_is_named() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("links");
    fs::create_dir_all(folder.join("a")).unwrap();
    fs::write(folder.join("index.html"), "<h1 id=\"top\">x</h1><a href=\"a/b.html#c\">y</a>").unwrap();
    let page = "<p id=\"c\"><a href=\"../index.html#top\">x</a> <a href=\"https://rust-lang.org/\">y</a>";
    fs::write(folder.join("a/b.html"), page).unwrap();
    mdbook::links::check(&folder).unwrap();
    fs::write(folder.join("a/b.html"), "<a href=\"../index.html#no\">x</a><img src=\"no.svg\">").unwrap();
    let error = mdbook::links::check(&folder).unwrap_err().to_string();
    for link in ["a/b.html#c", "../index.html#no", "no.svg"] {
        assert!(error.contains(&format!("the link {link} leads nowhere")), "{error}");
    }
}
