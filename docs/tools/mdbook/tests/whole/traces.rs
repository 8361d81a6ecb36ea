//! Recorded traces: what of them is compared.

use mdbook::trace::difference;

const POLLS: &str = r#"{"at":5,"thread":"main","event":"polled","task":1}
{"at":6,"thread":"main","polling":1,"url":"http://[::1]:7500/","event":"armed","calls":[{"file":"a.rs","line":3}]}
{"at":7,"thread":"main","event":"polled","task":2}
"#;

#[test]
fn events_of_a_task_and_their_lines_differ() {
    let says = |new: &str| difference(POLLS, new).unwrap().unwrap_or_default();
    assert!(says(&POLLS.replace("\"line\":3", "\"line\":4")).contains("a.rs:4 was task 1 armed"));
    assert!(says(POLLS.trim_end().rsplit_once('\n').unwrap().0).contains("the end  was task 2 polled"));
    assert!(says(&format!("{POLLS}{POLLS}")).contains("task 1 polled"));
    assert!(difference(POLLS, "no").is_err());
    let lines: Vec<_> = POLLS.lines().collect();
    let same = [lines[2], lines[0], lines[1]].join("\n").replace("7500", "80").replace(":5,", ":9,");
    assert_eq!(says(&same), "", "times, ports and the order of tasks do not count");
}
