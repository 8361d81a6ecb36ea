//! Captured outputs: what of them is compared.

use mdbook::capture::is_same;
use mdbook::output::Output;

fn output(text: &str) -> Output {
    Output::parse(text).unwrap()
}

#[track_caller]
fn same(a: &str, b: &str) -> bool {
    is_same(&output(&format!("$ run\n{a}")), &output(&format!("$ run\n{b}")))
}

#[test]
fn a_file_is_what_it_was_parsed_from() {
    for text in ["$ run\nresult\n", "$ run\n# any\n# exit 3\nresult\n", "$ run\n"] {
        assert_eq!(output(text).file(), text);
    }
    assert!(Output::parse("result\n").is_err());
}

#[test]
fn words_numbers_and_the_exit_status_matter() {
    assert!(!same("# exit 3\nx\n", "x\n"));
    assert!(!same("three polls", "four polls"));
    assert!(!same("3 polls", "4 polls"));
    assert!(!same("a\nb", "a"));
}

#[test]
fn times_addresses_and_threads_do_not() {
    assert!(same("took 3.1 ms", "took 27.25 ms"));
    assert!(same("http://127.0.0.1:7500/", "http://127.0.0.1:41235/"));
    assert!(same("thread 'main' (12) panicked", "thread 'main' (9) panicked"));
    assert!(same("at 0x7f01", "at 0x55aa"));
}

#[test]
fn of_measurements_only_the_words_matter() {
    assert!(same("# any\na call   12.5  3 %\n", "# any\na call 7 1,000 %\n"));
    assert!(same("# any\na call 17 ns\n", "# any\na call 20–22 us, 3 days\n"));
    assert!(same("# any\na process 1.5 ms 1.5 months\n", "# any\na process 900 us 27 days\n"));
    assert!(!same("# any\na call 12\n", "# any\na thread 12\n"));
}
