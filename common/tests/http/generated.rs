//! The decoder with any answer: whatever pieces it comes in, the response is the same.

use common_fuzz::decoder::check;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index, select};

#[test]
fn an_answer_that_the_fuzzer_has_found_is_the_same_in_pieces() {
    common_fuzz::corpus("decoder").for_each(|input| check(&input));
}

/// Generates words of answers.
fn words(most: usize) -> impl Strategy<Value = Vec<u8>> {
    let word = select(common_fuzz::words(include_str!("../../fuzz/http.dict")));
    vec(word, 0..most).prop_map(|words| words.concat())
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(1000) })]

    #[test]
    fn an_answer_in_pieces_is_the_same(
        choices in any::<[u8; 4]>(),
        (before, headers, body) in (words(2), words(3), words(8)),
        damage in prop::option::weighted(0.3, (any::<Index>(), any::<u8>())),
    ) {
        let mut answer = [&before, &b"HTTP/1.1 200 OK\r\n"[..], &headers, b"\r\n", &body].concat();
        if let Some((at, byte)) = damage {
            *at.get_mut(&mut answer) = byte;
        }
        check(&[&choices[..], &[0; 4], &answer].concat());
    }
}
