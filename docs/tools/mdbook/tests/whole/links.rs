//! Whether every link of the built book leads somewhere.

use std::fs;
use std::path::{Path, PathBuf};

fn folder(test: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(test);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(folder.join("a")).unwrap();
    fs::write(folder.join("index.html"), "<h1 id=\"top\">x</h1><a href=\"a/b.html#c\">y</a>").unwrap();
    folder
}

#[test]
fn links_that_lead_to_a_page_and_a_place_are_right() {
    let folder = folder("right");
    let page = "<p id=\"c\"><a href=\"../index.html#top\">x</a> <a href=\"https://rust-lang.org/\">y</a> <a href=\"#c\">z</a>";
    fs::write(folder.join("a/b.html"), page).unwrap();
    mdbook::links::check(&folder).unwrap();
}

#[test]
fn every_link_that_leads_nowhere_is_named() {
    let folder = folder("wrong");
    fs::write(folder.join("a/b.html"), "<a href=\"../index.html#no\">x</a><img src=\"no.svg\">").unwrap();
    let error = mdbook::links::check(&folder).unwrap_err().to_string();
    for link in ["a/b.html#c", "../index.html#no", "no.svg"] {
        assert!(error.contains(&format!("the link {link} leads nowhere")), "{error}");
    }
}
