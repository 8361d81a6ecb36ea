//! What must hold for any input. Each target of the fuzzer has a function `check`, which panics if
//! the property does not hold. `tests/fuzz_corpus.rs` calls it with the corpus, `decoder_generated` and `links_oracle` with
//! generated inputs.

pub mod decoder;
pub mod links;

#[path = "../../tests/decoding/mod.rs"]
mod decoding;
#[path = "../../tests/oracle/mod.rs"]
mod oracle;

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
