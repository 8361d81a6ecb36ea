//! What a build without the feature `https` says of what it lacks.

use crate::tools::Worker;

#[test]
fn an_https_root_is_refused_with_the_command_that_can() {
    let ended = Worker::with(&["https://secure.test/"]).finish();
    let says = "https://secure.test/: `https` is not supported; this can: cargo run -p work --features https -- 'https://secure.test/'";
    assert!(ended.code == Some(2) && ended.stderr.contains(says), "{ended:?}");
}
