//! `cargo workshop diff A B`: what belongs together stands side by side.

use crate::tools::Tree;

/// Returns the rows that `fetch.rs` has in two columns, without the heading of the file.
fn rows(old: &str, new: &str) -> String {
    let tree = Tree::stages();
    tree.write("stage3-futures/src/fetch.rs", old);
    tree.write("stage4-async/src/fetch.rs", new);
    let shown = tree.wide(120, "3 4 fetch.rs");
    shown.split_once("removed\n").unwrap().1.to_owned()
}

/// Returns the text of both columns, without numbers, of the first row that has `text`.
fn row(rows: &str, text: &str) -> (String, String) {
    let row = rows.lines().find(|row| row.contains(text)).unwrap_or_else(|| panic!("no {text} in {rows}"));
    let (old, new) = row.split_once('│').unwrap();
    let code = |half: &str| {
        half.trim_start_matches(|char: char| " 0123456789-+~".contains(char)).trim_end().to_owned()
    };
    (code(old), code(new))
}

const BY_HAND: &str = "\
fn fetch() -> Fetch {
    start()
}

fn fetch_once() -> FetchOnce {
    begin()
}

struct Fetch {}

impl Future for Fetch {
    fn poll() {}
}

struct FetchOnce {}

enum Step {}

impl Future for FetchOnce {
    fn poll() {}
}
";

#[test]
fn an_async_fn_stands_beside_the_function_and_its_state_machine() {
    let rows = rows(BY_HAND, "async fn fetch() {}\n\nasync fn fetch_once() {}\n");
    assert_eq!(row(&rows, "fetch, Fetch"), ("fetch, Fetch".into(), "fetch".into()));
    assert_eq!(row(&rows, "FetchOnce, Step"), ("fetch_once, FetchOnce, Step".into(), "fetch_once".into()));
    let places =
        ["start()", "struct Fetch {", "for Fetch {", "begin()", "FetchOnce {}", "Step {}", "for FetchOnce {"];
    let places: Vec<_> = places.iter().map(|text| rows.find(text).unwrap()).collect();
    assert!(places.is_sorted(), "{rows}");
}

#[test]
fn a_callback_stands_beside_the_step_that_it_takes() {
    let steps = "\
fn fetch() {\n    attempt.again(error)\n}\n\nfn connect() {}\n\nfn send() {\n    enter(Phase::Sending)\n}\n";
    let callbacks = "\
impl Fetcher {
    fn fetch() {}

    fn connect() {}

    fn writable() {
        self.enter(Phase::Sending)
    }

    fn unblocked() {}

    fn failed() {
        self.attempt.again(error)
    }
}
";
    let rows = rows(steps, callbacks);
    assert_eq!(row(&rows, "failed"), ("fetch".into(), "fetch, failed".into()));
    assert_eq!(row(&rows, "unblocked"), ("send".into(), "writable, unblocked".into()));
    assert_eq!(row(&rows, "Sending"), ("enter(Phase::Sending)".into(), "self.enter(Phase::Sending)".into()));
}

#[test]
fn a_function_without_a_partner_stands_with_the_one_above_it() {
    let old = "fn crawl() {\n    crawl_with(fetch)\n}\n\nfn crawl_with() {\n    shared.put(roots)\n}\n\nfn work() \
        {\n    frontier.settle(target)\n}\n";
    let new = "fn crawl() {\n    shared.put(roots)\n}\n\nfn fetched() {\n    frontier.settle(target)\n}\n";
    let rows = rows(old, new);
    assert_eq!(row(&rows, "crawl, "), ("crawl, crawl_with".into(), "crawl".into()));
    assert_eq!(row(&rows, "put(roots)"), ("shared.put(roots)".into(), "shared.put(roots)".into()));
    assert_eq!(row(&rows, "work"), ("work".into(), "fetched".into()));
}

#[test]
fn a_comment_stands_beside_the_code_that_it_holds() {
    let comment = "// async fn fetch() {\n//     let attempt = first(target);\n// }\nstruct Fetch {}\n\nimpl Future \
        for Fetch {}\n";
    let rows = rows(comment, "async fn fetch() {\n    let attempt = first(target);\n}\n");
    assert_eq!(
        row(&rows, "let attempt"),
        ("//     let attempt = first(target);".into(), "let attempt = first(target);".into())
    );
    assert_eq!(row(&rows, "// }"), ("// }".into(), "}".into()));
}

#[test]
fn a_few_words_far_away_tear_no_function_apart() {
    let many: String = (0..30).map(|number| format!("    call{number}();\n")).collect();
    let new = format!("fn a() {{\n{many}    match error() {{}}\n}}\n");
    let rows = rows("fn a() {\n    before();\n    match error {}\n}\n", &new);
    assert_eq!(row(&rows, "call1();"), ("match error {}".into(), "call1();".into()), "{rows}");
}
