//! The decoder with generated answers: whatever pieces an answer comes in, the response is the same.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index, select};

/// Generates answers from words, most of them in a plausible order.
fn answer() -> impl Strategy<Value = Vec<u8>> {
    let words = |most| {
        let word = select(common_fuzz::words(include_str!("../../fuzz/http.dict")));
        vec(word, 0..most).prop_map(|words| words.concat())
    };
    (words(2), words(3), words(8)).prop_map(|(before, headers, body)| {
        [&before, &b"HTTP/1.1 200 OK\r\n"[..], &headers, b"\r\n", &body].concat()
    })
}

/// Generates answers with one byte replaced.
fn damaged() -> impl Strategy<Value = Vec<u8>> {
    (answer(), any::<Index>(), any::<u8>()).prop_map(|(mut answer, at, byte)| {
        let at = at.index(answer.len());
        answer[at] = byte;
        answer
    })
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(1000) })]

    #[test]
    fn an_answer_in_pieces_is_the_same(
        choices in any::<[u8; 4]>(),
        answer in prop_oneof![4 => answer(), 2 => damaged(), 1 => any::<Vec<u8>>()],
    ) {
        // Nothing is repeated: the corpus has the long answers.
        common_fuzz::decoder::check(&[&choices[..], &[0; 4], &answer].concat());
    }
}
