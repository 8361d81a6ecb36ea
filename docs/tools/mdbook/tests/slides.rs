//! The slides that `slides.js` makes of a chapter, in Chromium.
//!
//! Run it with `cargo test -p mdbook --test slides -- --ignored`. The variable `CHROMIUM` may name another browser.

use std::env;
use std::path::Path;
use std::process::Command;
use std::rc::Rc;

use mdbook::material::Material;

#[test]
#[ignore = "needs Chromium"]
fn a_slide_has_a_title_a_claim_one_thing_to_look_at_and_notes() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../..");
    let book = mdbook::build::build(&Rc::new(Material::open(Some(&root)).unwrap())).unwrap();
    let mut chromium = Command::new(env::var_os("CHROMIUM").unwrap_or("chromium".into()));
    chromium.args(["--headless", "--no-sandbox", "--disable-gpu", "--dump-dom"]);
    chromium.arg(format!("file://{}/stage1/sockets.html#slides-1", book.display()));
    let page = String::from_utf8(chromium.output().unwrap().stdout).unwrap();
    let slides: Vec<_> = page.split("<section").skip(1).collect();
    let parts =
        ["<h1>Sockets</h1>", "<p>A blocking call returns", "<div><div class=\"excerpt\">", "<aside><p>"];
    let places = parts.map(|part| slides[0].find(part).unwrap_or_else(|| panic!("{part}: {}", slides[0])));
    assert!(places.is_sorted(), "{}", slides[0]);
    assert_eq!(slides[0].matches("<figure").count(), 0, "the picture is on a slide of its own");
    assert!(slides[1].starts_with(" class=\"now\"") && slides[1].contains("<figure"), "{}", slides[1]);
    assert!(!page.contains("<nav"), "nothing else is on the page");
}
