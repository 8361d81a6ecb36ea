//! The book in Chromium: its pages, and the slides that `slides.js` makes of a chapter.
//!
//! Run it with `cargo test -p mdbook pages_in_chromium -- --ignored`. The variable `CHROMIUM` may name another browser.

use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::LazyLock;

use mdbook::material::Material;
use test_tools::browser::{dom, look};
use walkdir::WalkDir;

/// The folder of the book, which is built once.
static BOOK: LazyLock<PathBuf> = LazyLock::new(|| {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../..");
    mdbook::build::build(&Rc::new(Material::open(Some(&root)).unwrap())).unwrap()
});

/// Unfolds what is folded, and steps through the beginning of a trace.
const UNFOLD: &str = include_str!("pages_in_chromium/unfold.js");

/// Measures a slide.
const SLIDE: &str = include_str!("pages_in_chromium/slide.js");

/// Returns a file or a folder for what these tests write.
fn file(name: &str) -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join(name)
}

#[test]
#[ignore = "needs Chromium"]
fn no_text_of_the_book_lies_upon_another_or_is_cut() {
    let files = WalkDir::new(&*BOOK).into_iter().map(|entry| entry.unwrap().into_path());
    // Some pages have what others have, for a printer, or for a browser without scripts. The listings have no layout.
    let is_page = |path: &PathBuf| {
        let name = path.strip_prefix(&*BOOK).unwrap();
        path.extension().is_some_and(|extension| extension == "html")
            && !name.starts_with("source")
            && !["print.html", "toc.html"].iter().any(|other| name.ends_with(other))
    };
    let pages: Vec<_> = files.filter(is_page).collect();
    assert!(pages.len() > 40, "{pages:?}");
    look(&file("book.frame.html"), &pages, UNFOLD);
}

#[test]
#[ignore = "needs Chromium"]
fn a_slide_has_a_title_a_claim_one_thing_to_look_at_and_notes() {
    let url = format!("file://{}/stage1/sockets.html#slides-1", BOOK.display());
    let page = dom(&url, &file("slides.profile"));
    let slides: Vec<_> = page.split("<section").skip(1).collect();
    let parts =
        ["<h1>Sockets</h1>", "<p>A blocking call returns", "<div><div class=\"excerpt\">", "<aside><p>"];
    let places = parts.map(|part| slides[0].find(part).unwrap_or_else(|| panic!("{part}: {}", slides[0])));
    assert!(places.is_sorted(), "{}", slides[0]);
    assert_eq!(slides[0].matches("<figure").count(), 0, "the picture is on a slide of its own");
    assert!(slides[1].starts_with(" class=\"now\"") && slides[1].contains("<figure"), "{}", slides[1]);
    assert!(!page.contains("<nav"), "nothing else is on the page");
}

#[test]
#[ignore = "needs Chromium"]
fn a_slide_fills_its_page() {
    // A claim alone, code, an exercise, a folded solution, a quiz, a picture, a long function.
    let slides =
        ["wakers.html#slides", "wakers.html#slides-1", "wakers.html#slides-2", "wakers.html#slides-3"];
    let slides = slides.into_iter().chain([
        "wakers.html#slides-9",
        "executor.html#slides-1",
        "delegation.html#slides-4",
    ]);
    let slides: Vec<_> = slides.map(|slide| BOOK.join("stage3").join(slide)).collect();
    look(&file("slides.frame.html"), &slides, SLIDE);
}
