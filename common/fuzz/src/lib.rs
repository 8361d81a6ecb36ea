//! What must hold for any input.
//!
//! - [`decoder`], [`links`]: a property each. Its function `check` panics if the property does not hold. The
//!   fuzzer calls it with new inputs, and the tests of `common` with those of the [`corpus`], and with [`words`]
//!   of the dictionaries.
//! - [`oracle`]: the links of a page as complete parsers find them
//! - [`offline`]: a crawl without a network, for the tests of `common`, `web` and the program

use std::fs;
use std::path::Path;

pub mod decoder;
pub mod links;
pub mod offline;
pub mod oracle;

/// Returns the words of a dictionary of the fuzzer.
pub fn words(dictionary: &str) -> Vec<Vec<u8>> {
    let word = |line: &str| {
        let mut parts = line.trim_matches('"').split("\\x");
        let mut word = parts.next().unwrap_or_default().as_bytes().to_vec();
        for part in parts {
            let (byte, rest) = part.split_at(2);
            word.push(u8::from_str_radix(byte, 16).expect("two digits"));
            word.extend(rest.bytes());
        }
        word
    };
    dictionary.lines().map(word).collect()
}

/// Returns the inputs that the fuzzer has found for a target, and prints the name of each: a test that fails shows it.
pub fn corpus(target: &str) -> impl Iterator<Item = Vec<u8>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus").join(target);
    let files = fs::read_dir(&folder).unwrap_or_else(|error| panic!("{error}: {}", folder.display()));
    let mut files: Vec<_> = files.map(|entry| entry.expect("an entry").path()).collect();
    files.sort();
    assert!(!files.is_empty(), "no corpus in {}", folder.display());
    files.into_iter().map(|file| {
        println!("{}", file.display());
        fs::read(file).expect("a file")
    })
}
