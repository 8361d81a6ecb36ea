//! The pictures of the book are put into its pages as they are, many into one. A recorded race is drawn in two files, each
//! with colours of its own, and is not meant.

use std::fs;
use std::path::Path;

/// The colours, lines and text that all pictures have in common.
const STYLE: &str = include_str!("../src/record/picture.css");

fn each_picture(check: impl Fn(&str, &str)) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../src/pictures");
    let mut count = 0;
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_stem().unwrap().to_str().unwrap();
        let has_two_files = name.trim_end_matches("-dark") == "race";
        if path.extension().is_some_and(|extension| extension == "svg") && !has_two_files {
            check(name, &fs::read_to_string(&path).unwrap());
            count += 1;
        }
    }
    assert!(count > 0, "there are pictures");
}

#[test]
fn pictures_share_one_style() {
    each_picture(|name, svg| assert!(svg.contains(STYLE), "{name}: copy docs/demos/src/record/picture.css"));
}

#[test]
fn a_picture_scopes_its_own_rules_by_its_name() {
    each_picture(|name, svg| {
        assert!(svg.contains(&format!("class=\"pic pic-{name}\"")), "{name}");
        let own = svg.split_once(STYLE).unwrap().1.split_once("</style>").unwrap().0;
        for rule in own.lines() {
            assert!(rule.starts_with(&format!(".pic-{name}")), "{name}: {rule}");
        }
    });
}

#[test]
fn a_picture_says_in_words_what_it_shows() {
    each_picture(|name, svg| {
        assert!(svg.contains("role=\"img\"") && svg.contains("<title>") && svg.contains("<desc>"), "{name}");
    });
}

#[test]
fn a_picture_is_one_block_of_html() {
    each_picture(|name, svg| {
        assert!(svg.starts_with("<svg "), "{name}: Markdown takes what begins with a tag as HTML");
        assert!(svg.lines().all(|line| !line.trim().is_empty()), "{name}: a blank line ends a block of HTML");
    });
}

#[test]
fn a_picture_has_no_identifiers_scripts_or_references() {
    each_picture(|name, svg| {
        for part in [" id=", "href", "url(", "<script", "@import", "@font-face"] {
            assert!(!svg.contains(part), "{name}: {part}");
        }
    });
}
