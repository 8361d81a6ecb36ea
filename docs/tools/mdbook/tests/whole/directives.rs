//! The lines of a chapter that ask for code, outputs and exercises.

use std::path::Path;

use mdbook::chapter::Chapter;
use mdbook::directive::expand;
use mdbook::material::Material;

thread_local! {
    static MATERIAL: Material =
        Material::open(Some(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../.."))).unwrap();
}

/// Expands a text in place of a chapter.
fn expanded(chapter: &str, text: &str) -> Result<String, String> {
    let (text, wrong) = MATERIAL.with(|material| expand(&Chapter::new(material, chapter), text));
    if wrong.is_empty() { Ok(text) } else { Err(wrong.join("\n")) }
}

/// Returns the cases of a file, each with its parts.
fn cases(text: &str) -> impl Iterator<Item = Vec<&str>> {
    text.strip_suffix('\n').unwrap_or(text).split("\n====\n").map(|case| case.split("\n----\n").collect())
}

#[test]
fn a_chapter_shows_what_its_directives_name() {
    // What a chapter asks for that comes after all others, and what stands in its place.
    for case in cases(include_str!("directives/shown.txt")) {
        let expanded = expanded("stage3/a.md", case[0]).unwrap_or_else(|error| panic!("{error}"));
        let missing = case[1..].iter().find(|part| !expanded.contains(**part));
        assert_eq!(missing, None, "in {expanded}");
    }
    let pair = expanded("stage3/a.md", "{{#stages fetch_once 3 4}}").unwrap();
    assert!(!pair.trim_end().contains('\n'), "a line break may end the block of HTML");
    let fence = "```text\n{{#item no such}}\n```";
    assert!(expanded("stage3/a.md", fence).is_ok(), "a fence is not looked into");
}

#[test]
fn what_is_wrong_is_refused_with_the_reason() {
    // What is wrong in a chapter, and the reason in the message.
    for case in cases(include_str!("directives/refused.txt")) {
        let error = expanded("stage3/a.md", case[0]).expect_err(case[0]);
        assert!(error.starts_with("docs/book/src/stage3/a.md") && error.contains(case[1]), "{error}");
    }
}

#[test]
fn the_end_of_a_stage_shows_every_change_of_its_idea() {
    let error = expanded("stage4/diff.md", "{{#stages fetch 3 4}}").expect_err("one pair of many");
    assert!(error.contains("src/fetch.rs changes in fetch_once"), "{error}");
}

/// An exercise, its chapter, and a way to show its answer.
const ANSWERS: [(&str, &str, &str); 4] = [
    ("s3-wake", "stage3/wakers.md", "{{#item stage3-futures/src/wake.rs TaskWaker::begin_poll}}"),
    (
        "s3-wake",
        "stage3/wakers.md",
        r#"{{#item stage3-futures/src/wake.rs Wake for TaskWaker::wake_by_ref from "swap" to "swap"}}"#,
    ),
    ("s3-wake", "stage3/wakers.md", "{{#item stage3-futures/src/wake.rs impl Wake for TaskWaker}}"),
    ("s3-fetch", "stage3/delegation.md", "{{#stages receive 2 3}}"),
];

#[test]
fn an_answer_is_refused_before_its_question_folded_below_it_and_open_in_later_chapters() {
    for (id, chapter, answer) in ANSWERS {
        let question = format!("{{{{#exercise {id}}}}}");
        for (chapter, text) in [("stage3/futures.md", answer), (chapter, &format!("{answer}\n\n{question}"))]
        {
            let error = expanded(chapter, text).expect_err(answer);
            let says = format!("the solution of the exercise `{id}` before it is asked");
            assert!(error.contains(&says), "{error}");
        }
        let folded = "<details class=\"solution\"><summary>The solution: ";
        let below = expanded(chapter, &format!("{question}\n\n{answer}")).unwrap();
        let (_, below) = below.split_once("cargo workshop start").expect("the exercise");
        assert!(below.contains(folded), "{below}");
        let later = expanded("work/send.md", answer).unwrap();
        assert!(!later.contains(folded), "{later}");
    }
    let no_answer = expanded("waiting/cost.md", "{{#item stage3-futures/src/wake.rs TaskWaker}}");
    assert!(no_answer.is_ok());
}
