//! The slides: what of a chapter is on them.

use book::build::Chapter;
use book::slides::page;

const CHAPTER: &str = "\
# Wakers

**A waker puts a task into the queue.** More about it, and a [link](../stage1/threads.md).

<div class=\"excerpt\">

[wake.rs](../source/wake.rs.html): `wake`

```rust
fn wake() {}
```

</div>

Some prose.

<details class=\"quiz\"><summary>Predict: when?</summary>

Never.

</details>

## No claim and nothing to see

Only prose.
";

fn slides() -> Vec<String> {
    let chapter = Chapter { path: "stage3/wakers.md".into(), text: CHAPTER.into() };
    let page = page("The book", &[chapter]).into_string();
    page.split("<section").skip(1).map(str::to_owned).collect()
}

#[test]
fn a_slide_has_a_title_a_claim_and_one_thing_to_look_at() {
    let slides = slides();
    assert_eq!(slides.len(), 2, "{slides:#?}");
    for part in ["<h1>Wakers</h1>", "A waker puts a task into the queue.", "</span> wake() {}"] {
        assert!(slides[0].contains(part), "{}", slides[0]);
    }
    assert!(slides[1].contains("<h1>Wakers</h1>") && slides[1].contains("Never."), "{}", slides[1]);
}

#[test]
fn prose_becomes_the_notes() {
    let (before, notes) =
        slides()[0].split_once("<aside>").map(|(a, b)| (a.to_owned(), b.to_owned())).unwrap();
    assert!(notes.contains("More about it") && notes.contains("Some prose."), "{notes}");
    assert!(!before.contains("More about it"), "{before}");
}

#[test]
fn links_lead_from_the_root_of_the_book() {
    let slide = &slides()[0];
    assert!(slide.contains("href=\"stage1/threads.html\""), "{slide}");
    assert!(slide.contains("href=\"source/wake.rs.html\""), "{slide}");
}
