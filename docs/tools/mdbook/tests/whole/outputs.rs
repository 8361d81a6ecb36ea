//! Captured outputs: what of them is compared.

use mdbook::capture::is_same;
use mdbook::output::Output;

fn output(text: &str) -> Output {
    Output::parse(text).unwrap()
}

#[test]
fn a_file_is_what_it_was_parsed_from() {
    for text in ["$ run\nresult\n", "$ run\n# any\n# repeats\n# exit 3\nresult\n", "$ run\n"] {
        assert_eq!(output(text).file(), text);
    }
    assert!(Output::parse("result\n").is_err());
}

/// Two outputs, and whether they are the same in what matters.
const PAIRS: [(&str, &str, bool); 14] = [
    ("# exit 3\nx\n", "x\n", false),
    ("three polls", "four polls", false),
    ("3 polls", "4 polls", false),
    ("a\nb", "a", false),
    ("took 3.1 ms", "took 27.25 ms", true),
    ("http://127.0.0.1:7500/", "http://127.0.0.1:41235/", true),
    ("thread 'main' (12) panicked", "thread 'main' (9) panicked", true),
    ("at 0x7f01", "at 0x55aa", true),
    ("# any\na call   12.5  3 %\n", "# any\na call 7 1,000 %\n", true),
    ("# any\na call 17 ns\n", "# any\na call 20–22 us, 3 days\n", true),
    ("# any\na process 1.5 ms 1.5 months\n", "# any\na process 900 us 27 days\n", true),
    ("# repeats\nread\nwait\nend\n", "# repeats\nread\nwait\nread\nwait\nend\n", true),
    ("# repeats\nread\nwait\nend\n", "# repeats\nread\nend\n", false),
    ("# any\na call 12\n", "# any\na thread 12\n", false),
];

#[test]
fn words_numbers_and_the_exit_status_matter_but_not_times_addresses_and_measurements() {
    for (a, b, same) in PAIRS {
        let [a, b] = [a, b].map(|text| output(&format!("$ run\n{text}")));
        assert_eq!(is_same(&a, &b), same, "{a:?} {b:?}");
    }
}
