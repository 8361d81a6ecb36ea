//! The log: objects for programs, and nothing unless it is asked for.

use practice_site::{Answer, Site};
use serde_json::Value;

use crate::tools::{Worker, count};

#[test]
fn a_try_that_fails_is_an_object_in_the_log() {
    let answers = ["", "HTTP/1.0 200 OK\r\n\r\n"].repeat(2).into_iter().map(Answer::raw);
    let site = Site::builder().page("/", Answer::sequence(answers)).start().unwrap();
    let ended = Worker::with(&["--log=json", site.url("/").as_str()]).finish();
    let events: Vec<Value> = ended.stderr.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(events.len(), 1, "{ended:?}");
    assert_eq!(events[0]["fields"]["message"], "a try has failed");
    assert!(events[0]["fields"]["error"].as_str().unwrap().contains("try 1"), "{events:?}");
    assert_eq!(events[0]["span"]["url"], site.url("/").as_str());

    let ended = Worker::with(&[site.url("/").as_str()]).finish();
    assert_eq!((count(&ended.report()), &*ended.stderr), (1, ""));
}
