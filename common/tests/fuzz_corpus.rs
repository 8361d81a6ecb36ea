//! Replays what the fuzzer has found worth keeping; `fuzz/README.md` says how to look for more.

use std::fs;
use std::path::Path;

#[path = "../fuzz/src/lib.rs"]
mod fuzz;

fn replay(target: &str, check: fn(&[u8])) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz/corpus").join(target);
    let files = fs::read_dir(&folder).unwrap_or_else(|error| panic!("{error}: {}", folder.display()));
    let mut files: Vec<_> = files.map(|entry| entry.expect("an entry").path()).collect();
    files.sort();
    assert!(!files.is_empty(), "no corpus in {}", folder.display());
    for file in files {
        // Captured, and shown where the check panics.
        println!("{}", file.display());
        check(&fs::read(&file).expect("a file"));
    }
}

#[test]
fn the_decoder_does_not_care_about_pieces() {
    replay("decoder", fuzz::decoder::check);
}

#[test]
fn links_are_those_of_a_whole_tokenizer() {
    replay("links", fuzz::links::check);
}

#[test]
fn the_frontiers_report_does_not_depend_on_the_order() {
    replay("frontier", fuzz::frontier::check);
}

#[test]
fn the_report_as_json_says_what_it_says() {
    replay("report", fuzz::report::check);
}
