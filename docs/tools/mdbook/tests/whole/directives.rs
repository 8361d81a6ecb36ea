//! The lines of a chapter that ask for code, outputs and exercises.

use std::path::Path;

use mdbook::chapter::Chapter;
use mdbook::directive::expand;
use mdbook::material::Material;
use mdbook::view::{View, view_of_output};

thread_local! {
    static MATERIAL: Material =
        Material::open(Some(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../.."))).unwrap();
}

/// Expands a text in place of a chapter.
fn expanded_as(chapter: &str, text: &str) -> Result<String, String> {
    MATERIAL
        .with(|material| expand(&Chapter::new(material, chapter), text).map_err(|error| error.to_string()))
}

/// Expands a chapter of a folder, which comes after all others.
fn expanded(text: &str) -> Result<String, String> {
    expanded_as("stage3/a.md", text)
}

/// Asserts that an expanded text has all of these.
#[track_caller]
fn shows(text: &str, parts: &[&str]) {
    let expanded = expanded(text).unwrap_or_else(|error| panic!("{error}"));
    let missing = parts.iter().find(|part| !expanded.contains(**part));
    assert_eq!(missing, None, "in {expanded}");
}

#[track_caller]
fn refused(text: &str, says: &str) {
    let error = expanded(text).expect_err("it is wrong");
    assert!(error.starts_with("docs/book/src/stage3/a.md") && error.contains(says), "{error}");
}

#[test]
fn an_excerpt_has_its_code_its_path_and_a_link_to_its_line() {
    shows(
        "{{#item stage3-futures/src/wake.rs TaskWaker::is_queued}}",
        &[
            "```rust\npub fn is_queued(&self) -> bool {\n    self.",
            "(../source/stage3-futures/src/wake.rs.html#L",
            ": `TaskWaker::is_queued`\n",
        ],
    );
    shows(
        r#"{{#item stage3-futures/src/executor.rs Executor::run from "for _ in" to "None =>"}}"#,
        &["```rust\nfor _ in 0..POLLS_PER_TURN {\n", "    None => break,\n```\n\n</div>"],
    );
    let docs = "{{#item stage3-futures/src/wake.rs TaskWaker::begin_poll with docs}}";
    shows(docs, &["```rust\n/// Marks the task"]);
    let of_trait = "{{#item docs/demos/src/bin/trait_in_task.rs SendFetch}}";
    shows(of_trait, &["```rust\ntrait SendFetch {\n    fn fetch("]);
    let in_macro = "{{#item docs/demos/src/bin/pages_in_order.rs Pages}}";
    shows(in_macro, &["```rust\nstruct Pages<P, F, Fut> {\n    paths: P,\n"]);
}

#[test]
fn the_crawl_on_tokio_is_shown_with_its_folder() {
    let link = "(../source/docs/work/src/fetch.rs.html#L";
    shows("{{#item docs/work/src/fetch.rs connect}}", &[link]);
    let linked = ["stage4-async/src/fetch.rs", "docs/work/src/fetch.rs"]
        .map(|file| format!("<a href=\"../source/{file}.html\">{file}</a>"));
    shows("{{#stages fetch 4 work}}", &linked.each_ref().map(String::as_str));
    refused("{{#changes 4 work}}\n{{#stages fetch 4 work}}", "src/crawl.rs changes in");
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
    let text = MATERIAL.with(|material| material.read("stage3-futures/src/wake.rs").unwrap());
    let line =
        text.lines().find(|line| line.contains("self.is_queued.swap(true")).expect("the solution of s3-wake");
    let view = |chapter| {
        MATERIAL.with(|material| view_of_output(&Chapter::new(material, chapter), &format!("12 | {line}")))
    };
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
fn two_stages_stand_side_by_side_and_a_table_asks_for_every_change() {
    let text = expanded("{{#stages fetch_once 3 4}}").unwrap();
    assert!(text.contains("<code>State</code> becomes <code>fetch_once</code>"), "{text}");
    assert!(!text.trim_end().contains('\n'), "a line break may end the block of HTML");
    refused("{{#changes 3 4}}\n\n{{#stages fetch 3 4}}", "src/fetch.rs changes in fetch_once");
}

#[test]
fn an_output_and_its_values_are_shown() {
    let value = "It waits {{#value lost_wake_up /After (\\w+) second/}} second.\n\n{{#output lost_wake_up}}";
    shows(value, &["It waits one second.", "exit status 3"]);
    let part = "{{#output lost_wake_up from \"After\" to \"event loop\"}}";
    shows(part, &["```text\nAfter one second", "event loop of the thread `main`"]);
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
