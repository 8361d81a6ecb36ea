//! What a build without the feature `https` says of what it lacks.

use crate::tools::Worker;

#[test]
fn an_https_root_is_refused_with_the_command_that_can() {
    let ended = Worker::with(&["https://secure.test/"]).finish();
    assert_eq!(ended.code, Some(2), "{ended:?}");
    let says = [
        "https://secure.test/: `https` is not supported",
        "cargo run -p work --features https -- 'https://secure.test/'",
    ];
    assert!(says.iter().all(|says| ended.stderr.contains(says)), "{ended:?}");
}
