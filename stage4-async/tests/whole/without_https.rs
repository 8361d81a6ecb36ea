//! What a build without the feature `https` says of what it lacks.

use std::process::Command;

#[test]
fn an_archive_is_refused_with_the_command_that_writes_it() {
    let mut command = Command::new(env!("CARGO_BIN_EXE_stage4-async"));
    let ended =
        command.args(["--warc", "pages.warc.gz", "127.0.0.1:1"]).output().expect("the program starts");
    let says = String::from_utf8_lossy(&ended.stderr);
    assert_eq!(ended.status.code(), Some(2), "{says}");
    assert!(says.contains("cargo run -p stage4-async --features https -- --warc"), "{says}");
}
