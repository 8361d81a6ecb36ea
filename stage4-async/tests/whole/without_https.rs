//! What a build without the feature `https` says of what it lacks.

use std::process::Command;

#[test]
fn an_archive_and_an_https_root_are_refused_with_the_command_that_can() {
    for (arguments, says) in [
        (&["--warc=a.warc.gz", "127.0.0.1:1"][..], "cargo run -p stage4-async --features https -- --warc"),
        (&["https://secure.test/"], "https://secure.test/: `https` is not supported"),
        (&["https://secure.test/"], "cargo run -p stage4-async --features https -- 'https://secure.test/'"),
    ] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_stage4-async"));
        let ended = command.args(arguments).output().expect("the program starts");
        let said = String::from_utf8_lossy(&ended.stderr);
        assert_eq!(ended.status.code(), Some(2), "{said}");
        assert!(said.contains(says), "{said}");
    }
}
