//! `cargo workshop diff A B`: the parts that are paired.

use std::iter;

use workshop::diff::{FileDiff, Role};

/// Returns both sides of each row of a file, and above the rows of a section its names.
fn rows(old: &str, new: &str) -> Vec<[String; 2]> {
    let sections = FileDiff::of("src/fetch.rs", Role::Both, old, new).sections;
    let sections = sections.iter().flat_map(|section| {
        let names = section.names.each_ref().map(|names| names.join(", "));
        let rows = section.rows.iter().map(|row| {
            row.each_ref()
                .map(|side| side.iter().flat_map(|line| &line.pieces).map(|piece| piece.text).collect())
        });
        iter::once(names).chain(rows)
    });
    sections.collect()
}

/// Returns both sides of the first row that has `text`.
#[track_caller]
fn row<'a>(rows: &'a [[String; 2]], text: &str) -> [&'a str; 2] {
    rows[place(rows, text)].each_ref().map(|side| side.trim())
}

/// Returns the index of the first row that has `text`.
#[track_caller]
fn place(rows: &[[String; 2]], text: &str) -> usize {
    let place = rows.iter().position(|row| row.concat().contains(text));
    place.unwrap_or_else(|| panic!("no {text} in {rows:?}"))
}

#[test]
fn an_async_fn_stands_beside_the_function_and_its_state_machine() {
    let by_hand = include_str!("diff_pairs/by_hand.txt");
    let rows = rows(by_hand, "async fn fetch() {}\n\nasync fn fetch_once() {}\n");
    assert_eq!(row(&rows, "fetch, Fetch"), ["fetch, Fetch", "fetch"]);
    assert_eq!(row(&rows, "FetchOnce, Step"), ["fetch_once, FetchOnce, Step", "fetch_once"]);
    let places =
        ["start()", "struct Fetch {", "for Fetch {", "begin()", "FetchOnce {}", "Step {}", "for FetchOnce {"];
    let places: Vec<_> = places.iter().map(|text| place(&rows, text)).collect();
    assert!(places.is_sorted(), "{rows:?}");
}

#[test]
fn a_callback_stands_beside_the_step_that_it_takes() {
    let rows = rows(include_str!("diff_pairs/steps.txt"), include_str!("diff_pairs/callbacks.txt"));
    assert_eq!(row(&rows, "failed"), ["fetch", "fetch, failed"]);
    assert_eq!(row(&rows, "unblocked"), ["send", "writable, unblocked"]);
    assert_eq!(row(&rows, "Sending"), ["enter(Phase::Sending)", "self.enter(Phase::Sending)"]);
}

#[test]
fn a_function_without_a_partner_stands_with_the_one_above_it() {
    let old = "fn crawl() {\n    crawl_with(fetch)\n}\n\nfn crawl_with() {\n    shared.put(roots)\n}\n\nfn work() \
        {\n    frontier.settle(target)\n}\n";
    let new = "fn crawl() {\n    shared.put(roots)\n}\n\nfn fetched() {\n    frontier.settle(target)\n}\n";
    let rows = rows(old, new);
    assert_eq!(row(&rows, "crawl, "), ["crawl, crawl_with", "crawl"]);
    assert_eq!(row(&rows, "put(roots)"), ["shared.put(roots)", "shared.put(roots)"]);
    assert_eq!(row(&rows, "work"), ["work", "fetched"]);
}

#[test]
fn a_comment_stands_beside_the_code_that_it_holds() {
    let comment = "// async fn fetch() {\n//     let attempt = first(target);\n// }\nstruct Fetch {}\n\nimpl Future \
        for Fetch {}\n";
    let rows = rows(comment, "async fn fetch() {\n    let attempt = first(target);\n}\n");
    let sides = ["//     let attempt = first(target);", "let attempt = first(target);"];
    assert_eq!(row(&rows, "let attempt"), sides);
    assert_eq!(row(&rows, "// }"), ["// }", "}"]);
}
