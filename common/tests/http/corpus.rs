//! The decoder with the inputs that the fuzzer has found.

#[test]
fn an_answer_in_pieces_is_the_same() {
    for input in common_fuzz::corpus("decoder") {
        common_fuzz::decoder::check(&input);
    }
}
