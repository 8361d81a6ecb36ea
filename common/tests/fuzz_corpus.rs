//! Replays the inputs that the fuzzer has found; `fuzz/README.md` says how to search for more.

use std::fs;
use std::path::Path;

fn replay<T>(target: &str, check: fn(&[u8]) -> T) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz/corpus").join(target);
    let files = fs::read_dir(&folder).unwrap_or_else(|error| panic!("{error}: {}", folder.display()));
    let mut files: Vec<_> = files.map(|entry| entry.expect("an entry").path()).collect();
    files.sort();
    assert!(!files.is_empty(), "no corpus in {}", folder.display());
    for file in files {
        // The test runner shows this line if the check panics.
        println!("{}", file.display());
        check(&fs::read(&file).expect("a file"));
    }
}

#[test]
fn an_answer_is_the_same_in_any_pieces() {
    replay("decoder", common_fuzz::decoder::check);
}

#[test]
fn links_are_those_of_a_complete_tokenizer() {
    replay("links", common_fuzz::links::check);
}
