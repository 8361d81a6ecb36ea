//! The pictures of the book are put into its pages as they are, many into one. A recorded race is drawn in two files, each
//! with colours of its own, and is not meant.

use std::fs;
use std::path::Path;

/// The colours, lines and text that all pictures have in common.
const STYLE: &str = include_str!("picture.css");

#[test]
fn pictures_share_a_style_and_disturb_no_other_part_of_their_page() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../book/src/pictures");
    let mut count = 0;
    for path in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
        let name = path.file_stem().unwrap().to_str().unwrap();
        let is_svg = path.extension().is_some_and(|extension| extension == "svg");
        if is_svg && name.trim_end_matches("-dark") != "race" {
            check(name, &fs::read_to_string(&path).unwrap());
            count += 1;
        }
    }
    assert!(count > 0, "there are pictures");
}

fn check(name: &str, svg: &str) {
    let (head, rest) =
        svg.split_once(STYLE).expect("begin it with docs/tools/mdbook/tests/whole/picture.css");
    assert!(svg.contains(&format!("class=\"pic pic-{name}\"")), "{name}");
    for rule in rest.split_once("</style>").unwrap().0.lines() {
        assert!(rule.starts_with(&format!(".pic-{name}")), "{name}: a rule for all pictures: {rule}");
    }
    for part in ["role=\"img\"", "<title>", "<desc>"] {
        assert!(head.contains(part), "{name}: it says in words what it shows, by {part}");
    }
    assert!(svg.starts_with("<svg "), "{name}: Markdown takes what begins with a tag as HTML");
    assert!(svg.lines().all(|line| !line.trim().is_empty()), "{name}: a blank line ends a block of HTML");
    for part in [" id=", "href", "url(", "<script", "@import", "@font-face"] {
        assert!(!svg.contains(part), "{name}: {part}");
    }
}
