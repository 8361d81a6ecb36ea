//! The lines of a chapter that ask for code, outputs and exercises.

use std::path::Path;

use mdbook::chapter::Chapter;
use mdbook::directive::expand;
use mdbook::material::Material;
use mdbook::words::check_terms;

thread_local! {
    static MATERIAL: Material =
        Material::open(Some(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../.."))).unwrap();
}

/// Expands a text in place of a chapter.
fn expanded(chapter: &str, text: &str) -> Result<String, String> {
    MATERIAL
        .with(|material| expand(&Chapter::new(material, chapter), text).map_err(|error| error.to_string()))
}

/// What a chapter asks for that comes after all others, and what stands in its place.
const SHOWN: [(&str, &[&str]); 10] = [
    (
        "{{#item stage3-futures/src/wake.rs TaskWaker::is_queued}}",
        &[
            "```rust\npub fn is_queued(&self) -> bool {\n    self.",
            "(../source/stage3-futures/src/wake.rs.html#L",
            ": `TaskWaker::is_queued`\n",
        ],
    ),
    (
        r#"{{#item stage3-futures/src/executor.rs Executor::run from "for _ in" to "None =>"}}"#,
        &["```rust\nfor _ in 0..POLLS_PER_TURN {\n", "    None => break,\n```\n\n</div>"],
    ),
    ("{{#item stage3-futures/src/timer.rs Sleep with docs}}", &["```rust\n/// A future that is"]),
    (
        "{{#item docs/demos/src/bin/pages_in_order.rs Pages}}",
        &["```rust\nstruct Pages<P, F, Fut> {\n    paths: P,\n"],
    ),
    ("{{#stages fetch_once 3 4}}", &["<code>State</code> becomes <code>fetch_once</code>"]),
    (
        "{{#stages fetch 4 work}}",
        &[
            r#"<a href="../source/stage4-async/src/fetch.rs.html">stage4-async/src/fetch.rs</a>"#,
            r#"<a href="../source/docs/work/src/fetch.rs.html">docs/work/src/fetch.rs</a>"#,
        ],
    ),
    (
        "It waits {{#value lost_wake_up /After (\\w+) second/}} second.\n\n{{#output lost_wake_up}}",
        &["It waits one second.", "exit status 3"],
    ),
    (
        "{{#output lost_wake_up from \"After\" to \"event loop\"}}",
        &["```text\nAfter one second", "event loop of the thread `main`"],
    ),
    (
        "[wake](../../../../stage3-futures/src/wake.rs), [x](../README.md)",
        &["[wake](../source/stage3-futures/src/wake.rs.html), [x](../README.md)\n"],
    ),
    ("[s3-wake](../../../exercises/s3-wake/README.md)", &["[s3-wake](../stage3/wakers.md#s3-wake)\n"]),
];

#[test]
fn a_chapter_shows_what_its_directives_name() {
    for (text, parts) in SHOWN {
        let expanded = expanded("stage3/a.md", text).unwrap_or_else(|error| panic!("{error}"));
        let missing = parts.iter().find(|part| !expanded.contains(**part));
        assert_eq!(missing, None, "in {expanded}");
    }
    let pair = expanded("stage3/a.md", "{{#stages fetch_once 3 4}}").unwrap();
    assert!(!pair.trim_end().contains('\n'), "a line break may end the block of HTML");
    let fence = "```text\n{{#item no such}}\n```";
    assert!(expanded("stage3/a.md", fence).is_ok(), "a fence is not looked into");
}

/// What is wrong in a chapter, and the reason in the message.
const REFUSED: [(&str, &str); 13] = [
    ("\n{{#item stage3-futures/src/wake.rs begin_poll}}", "a.md:2: stage3-futures/src/wake.rs: 0 items"),
    ("{{#item stage3-futures/src/wake.rs begin_poll}}", "there are: TaskWaker::begin_poll"),
    ("{{#item stage3-futures/src/no.rs x}}", "stage3-futures/src/no.rs: "),
    (
        r#"{{#item stage3-futures/src/executor.rs Executor::run from "Some(id)" to "None"}}"#,
        "2 lines contain `Some(id)`",
    ),
    (
        r#"{{#item stage3-futures/src/executor.rs Executor::run from "None =>" to "for _ in"}}"#,
        "no line below `None =>` contains `for _ in`",
    ),
    ("{{#itme a b}}", "there is no directive `itme`"),
    ("```rust\nfn main() {}\n```", "it is not typed"),
    ("{{#trace no}}", "there is no docs/book/traces/no.txt"),
    ("{{#exercise s9}}", "no exercise is called `s9`"),
    ("{{#changes 3 4}}\n\n{{#stages fetch 3 4}}", "src/fetch.rs changes in fetch_once"),
    ("{{#output nothing}}", "there is no docs/book/outputs/nothing.txt"),
    ("{{#value lost_wake_up /(two) seconds/}}", "has nothing like"),
    ("[x](../../../../no.rs)", "the link to no.rs leads to no file"),
];

#[test]
fn what_is_wrong_is_refused_with_the_reason() {
    for (text, reason) in REFUSED {
        let error = expanded("stage3/a.md", text).expect_err(text);
        assert!(error.starts_with("docs/book/src/stage3/a.md") && error.contains(reason), "{error}");
    }
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
            assert!(
                error.contains(&format!("the solution of the exercise `{id}` before it is asked")),
                "{error}"
            );
        }
        let folded = "<details class=\"solution\"><summary>The solution: ";
        let below = expanded(chapter, &format!("{question}\n\n{answer}")).unwrap();
        let (_, below) = below.split_once("cargo workshop start").expect("the exercise");
        assert!(below.contains(folded), "{below}");
        let later = expanded("stage4/diff.md", answer).unwrap();
        assert!(!later.contains(folded), "{later}");
    }
    assert!(
        expanded("waiting/cost.md", "{{#item stage3-futures/src/wake.rs TaskWaker}}").is_ok(),
        "no answer"
    );
}

#[test]
fn words_that_give_an_answer_or_come_too_early_are_refused() {
    let text = "<details class=\"quiz\"><summary>x?</summary>\n\nOf the flag, both\nswap it. y\n\n</details>";
    let error = expanded("stage3/futures.md", text).expect_err(text);
    assert!(error.ends_with("the answer of the exercise `s3-wake`: Of the flag, both swap it"), "{error}");
    assert!(expanded("stage3/reactor.md", text).is_ok(), "the exercise comes before it");
    for (list, says) in [
        (
            "stage4/pin.md: leaf future",
            "stage3/futures.md:36: `leaf future` is explained only in stage4/pin.md",
        ),
        ("stage3/wakers.md: task", "docs/book/src/stage3/generators.md:11: `task` is"),
        ("stage3/wakers.md: loom", "stage3/wakers.md: *loom* is not there"),
        ("stage3/leaves.md: connect", ": `connect` is explained here: write *connect*"),
    ] {
        let error = MATERIAL.with(|material| check_terms(material, list)).expect_err(list).to_string();
        assert!(error.contains(says), "{error}");
    }
}
