//! The lines of a chapter that ask for code, outputs and exercises.

use std::path::Path;

use mdbook::chapter::Chapter;
use mdbook::directive::expand;
use mdbook::material::Material;
use mdbook::view::{View, view_of_output};

fn material() -> Material {
    Material::open(Some(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../.."))).unwrap()
}

/// Expands a chapter of a folder, which comes after all others.
fn expanded(text: &str) -> Result<String, String> {
    expanded_as("stage3/a.md", text)
}

/// Expands a text in place of a chapter.
fn expanded_as(chapter: &str, text: &str) -> Result<String, String> {
    let material = material();
    expand(&Chapter::new(&material, chapter), text).map_err(|error| error.to_string())
}

#[track_caller]
fn refused(text: &str, says: &str) {
    let error = expanded(text).expect_err("it is wrong");
    assert!(error.starts_with("docs/book/src/stage3/a.md") && error.contains(says), "{error}");
}

#[test]
fn an_item_has_its_code_its_path_and_a_link_to_its_line() {
    let text = expanded("{{#item stage3-futures/src/wake.rs TaskWaker::is_queued}}").unwrap();
    assert!(text.contains("```rust\npub fn is_queued(&self) -> bool {\n    self."), "{text}");
    assert!(text.contains("(../source/stage3-futures/src/wake.rs.html#L"), "{text}");
    assert!(text.contains(": `TaskWaker::is_queued`\n"), "{text}");
}

#[test]
fn an_excerpt_may_be_a_part_of_an_item_or_have_its_documentation() {
    let asked = r#"{{#item stage3-futures/src/executor.rs Executor::run from "for _ in" to "None =>"}}"#;
    let text = expanded(asked).unwrap();
    assert!(text.contains("```rust\nfor _ in 0..POLLS_PER_TURN {\n"), "{text}");
    assert!(text.trim_end().ends_with("    None => break,\n```\n\n</div>"), "{text}");
    let text = expanded("{{#item stage3-futures/src/wake.rs TaskWaker::begin_poll with docs}}").unwrap();
    assert!(text.contains("```rust\n/// Marks the task"), "{text}");
}

#[test]
fn the_crawl_on_tokio_is_shown_with_its_folder() {
    let text = expanded("{{#item docs/work/src/fetch.rs connect}}").unwrap();
    assert!(text.contains("(../source/docs/work/src/fetch.rs.html#L"), "{text}");
    let pair = expanded("{{#stages fetch 4 work}}").unwrap();
    for link in ["stage4-async/src/fetch.rs", "docs/work/src/fetch.rs"] {
        assert!(pair.contains(&format!("<a href=\"../source/{link}.html\">{link}</a>")), "{pair}");
    }
    let table = expanded("{{#changes 4 work}}\n{{#stages fetch 4 work}}").expect_err("it is not complete");
    assert!(table.contains("src/crawl.rs changes in"), "{table}");
}

#[test]
fn an_excerpt_may_be_a_trait_or_a_struct_in_a_macro() {
    let text = expanded("{{#item docs/demos/src/bin/trait_in_task.rs SendFetch}}").unwrap();
    assert!(text.contains("```rust\ntrait SendFetch {\n    fn fetch("), "{text}");
    let text = expanded("{{#item docs/demos/src/bin/pin_projection.rs Timeout}}").unwrap();
    assert!(text.contains("```rust\nstruct Timeout<F> {\n    #[pin]\n"), "{text}");
}

/// The ways to show the answer of `s3-wake`, an exercise of stage3/wakers.md.
const ANSWERS: [&str; 4] = [
    "{{#item stage3-futures/src/wake.rs TaskWaker::begin_poll}}",
    "{{#item stage3-futures/src/wake.rs Wake for TaskWaker::wake_by_ref from \"swap\" to \"swap\"}}",
    "{{#item stage3-futures/src/wake.rs impl Wake for TaskWaker}}",
    "<details>\n\n{{#item stage3-futures/src/wake.rs TaskWaker::begin_poll}}\n\n</details>",
];

#[test]
fn no_answer_stands_before_its_question() {
    for answer in ANSWERS {
        for (chapter, text) in [
            ("stage3/futures.md", answer.to_owned()),
            ("stage3/wakers.md", format!("{answer}\n\n{{{{#exercise s3-wake}}}}")),
        ] {
            let error = expanded_as(chapter, &text).expect_err(answer);
            assert!(error.contains("the solution of the exercise `s3-wake` before it is asked"), "{error}");
        }
    }
    let no_answer = "{{#item stage3-futures/src/wake.rs TaskWaker}}";
    assert!(expanded_as("waiting/cost.md", no_answer).is_ok());
}

#[test]
fn an_answer_is_folded_below_its_question_and_open_in_later_chapters() {
    for answer in ANSWERS {
        assert_folded_below("s3-wake", "stage3/wakers.md", answer);
        let later = expanded_as("stage3/reactor.md", answer).unwrap_or_else(|error| panic!("{error}"));
        assert!(!later.contains("class=\"solution\""), "{later}");
    }
    assert_folded_below("s3-fetch", "stage3/delegation.md", "{{#stages receive 2 3}}");
    assert!(expanded_as("stage3/futures.md", "{{#stages receive 2 3}}").is_err());
}

#[track_caller]
fn assert_folded_below(exercise: &str, chapter: &str, answer: &str) {
    let text = expanded_as(chapter, &format!("{{{{#exercise {exercise}}}}}\n\n{answer}"));
    let text = text.unwrap_or_else(|error| panic!("{error}"));
    let (_, below) = text.split_once("cargo workshop start").expect("the exercise");
    assert!(below.contains("<details class=\"solution\"><summary>The solution: "), "{below}");
}

#[test]
fn an_output_with_a_line_of_an_answer_comes_after_its_question() {
    let material = material();
    let text = material.read("stage3-futures/src/wake.rs").unwrap();
    let line =
        text.lines().find(|line| line.contains("self.is_queued.swap(true")).expect("the solution of s3-wake");
    let view = |chapter| view_of_output(&Chapter::new(&material, chapter), &format!("12 | {line}"));
    assert!(view("stage3/futures.md").is_err());
    assert_eq!(view("stage3/reactor.md").unwrap(), View::Open);
}

#[test]
fn what_is_wrong_is_refused_with_the_reason() {
    let part = |from, to| {
        format!("{{{{#item stage3-futures/src/executor.rs Executor::run from \"{from}\" to \"{to}\"}}}}")
    };
    refused("\n{{#item stage3-futures/src/wake.rs begin_poll}}", "a.md:2: stage3-futures/src/wake.rs has no");
    refused("{{#item stage3-futures/src/wake.rs begin_poll}}", "it has TaskWaker::begin_poll");
    refused("{{#item stage3-futures/src/no.rs x}}", "stage3-futures/src/no.rs: ");
    refused(&part("Some(id)", "None"), "2 lines contain `Some(id)`");
    refused(&part("None =>", "for _ in"), "no line below `None =>` contains `for _ in`");
    refused("{{#itme a b}}", "there is no directive `itme`");
    refused("```rust\nfn main() {}\n```", "it is not typed");
    refused("{{#trace no}}", "there is no trace `no`");
    refused("{{#exercise s9}}", "no exercise is called `s9`");
    assert!(expanded("```text\n{{#item no such}}\n```").is_ok(), "a fence is not looked into");
}

#[test]
fn two_stages_stand_side_by_side() {
    let text = expanded("{{#stages fetch_once 3 4}}").unwrap();
    assert!(text.contains("<code>Step</code> becomes <code>fetch_once</code>"), "{text}");
    assert!(!text.trim_end().contains('\n'), "a line break may end the block of HTML");
}

#[test]
fn a_table_of_changes_asks_for_every_change() {
    refused("{{#changes 3 4}}\n\n{{#stages fetch 3 4}}", "src/fetch.rs changes in fetch_once");
}

#[test]
fn an_output_and_its_values_are_shown() {
    let text = expanded(
        "It waits {{#value lost_wake_up /After (\\w+) second/}} second.\n\n{{#output lost_wake_up}}",
    );
    let text = text.unwrap();
    assert!(text.contains("It waits one second.") && text.contains("exit status 3"), "{text}");
    let part = expanded("{{#output lost_wake_up from \"After\" to \"event loop\"}}").unwrap();
    assert!(
        part.contains("```text\nAfter one second") && part.contains("event loop of the thread `main`"),
        "{part}"
    );
    refused("{{#output nothing}}", "there is no output `nothing`");
    refused("{{#value lost_wake_up /(two) seconds/}}", "has nothing like");
}

#[test]
fn a_link_to_a_source_leads_to_its_page() {
    let text = expanded("[wake](../../../../stage3-futures/src/wake.rs), [x](../README.md)").unwrap();
    assert_eq!(text, "[wake](../source/stage3-futures/src/wake.rs.html), [x](../README.md)\n");
    let text = expanded("[s3-wake](../../../exercises/s3-wake/README.md)").unwrap();
    assert_eq!(text, "[s3-wake](../stage3/wakers.md#s3-wake)\n");
    refused("[x](../../../../no.rs)", "the link to no.rs leads to no file");
}
