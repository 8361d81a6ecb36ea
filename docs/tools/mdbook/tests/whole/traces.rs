//! Recorded traces: what of them is compared.

use mdbook::trace::difference;

const POLLS: &str = r#"{"at":5,"thread":"main","event":"polled","task":1}
{"at":6,"thread":"main","polling":1,"url":"http://[::1]:7500/","event":"armed","calls":[{"file":"a.rs","line":3}]}"#;

#[test]
fn events_and_their_lines_differ() {
    let (polled, armed) = POLLS.split_once('\n').unwrap();
    let same = format!("{armed}\n{polled}").replace("7500", "80").replace(":5,", ":9,");
    assert_eq!(difference(POLLS, &same), None, "times, ports and order do not count");
    for new in [polled, &POLLS.replace("\"line\":3", "\"line\":4"), &POLLS.replace("polled", "woken")] {
        assert!(difference(POLLS, new).is_some(), "{new}");
    }
}
