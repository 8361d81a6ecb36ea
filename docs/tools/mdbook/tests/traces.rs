//! Recorded traces: where they stand, and what of them is compared.

use std::path::Path;

use mdbook::directive::{Place, expand};
use mdbook::material::Material;
use mdbook::trace::difference;

#[test]
fn a_trace_is_a_page_in_a_chapter_below_the_command_that_records_it() {
    let material = Material::open(Some(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../.."))).unwrap();
    let place = Place::new(&material, "stage1/threads.md");
    let text = expand(&place, "{{#trace pool}}").unwrap();
    assert!(text.contains("<iframe src=\"../traces/pool.html\" loading=\"lazy\" title="), "{text}");
    assert!(text.contains("<code>cargo workshop trace 1 "), "{text}");
    assert!(expand(&place, "{{#trace no}}").unwrap_err().to_string().contains("there is no trace `no`"));
}

const POLLS: &str = r#"{"at":5,"thread":"main","event":"polled","task":1}
{"at":6,"thread":"main","polling":1,"url":"http://[::1]:7500/","event":"done","places":[{"file":"a.rs","line":3}]}
{"at":7,"thread":"main","event":"polled","task":2}
"#;

#[test]
fn times_ports_and_the_order_of_tasks_do_not_differ() {
    let lines: Vec<_> = POLLS.lines().collect();
    let other = format!("{}\n{}\n{}", lines[2], lines[0], lines[1]).replace("7500", "80").replace(":5", ":9");
    assert_eq!(difference(POLLS, &other).unwrap(), None);
}

#[test]
fn events_of_a_task_and_their_lines_differ() {
    let says = |new: &str| difference(POLLS, new).unwrap().unwrap_or_default();
    assert!(says(&POLLS.replace("\"line\":3", "\"line\":4")).contains("event 2 of task 1 is"));
    assert!(says(POLLS.trim_end().rsplit_once('\n').unwrap().0).contains("event 1 of task 2 is nothing"));
    assert!(says(&format!("{POLLS}{POLLS}")).contains("event 3 of task 1 is"));
    assert!(difference(POLLS, "no").is_err());
}
