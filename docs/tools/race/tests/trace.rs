//! `cargo workshop trace`: what it does not take, and what it says then.

use std::fs;
use std::path::Path;
use std::process::Command;

/// Runs the command, and compares its exit status and what it says on stderr.
#[track_caller]
fn check(code: i32, arguments: &[&str], says: &[&str]) {
    let output = Command::new(env!("CARGO_BIN_EXE_race")).arg("trace").args(arguments).output().unwrap();
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(code), "{arguments:?}: {stderr}");
    assert!(
        says.iter().all(|text| stderr.contains(text)) && output.stdout.is_empty(),
        "{arguments:?}: {stderr}"
    );
}

#[test]
fn what_does_not_exist_is_refused_with_what_there_is() {
    check(2, &["5"], &["no stage is called `5`; there are stage1-blocking,"]);
    check(2, &["http://a/", "http://b/"], &["no stage is called `http://a/`"]);
    let examples = &["which program is `sleepi`?", "stage3-futures sleepy\n", "stage4-async gather\n"];
    check(2, &["--example", "sleepi"], examples);
    check(2, &["3", "--example", "gather"], &["`gather`? There are\n  stage3-futures callback_future\n"]);
    check(2, &["--example", "one_page"], &["`one_page`? There are\n  stage1-blocking one_page\n"]);
    check(2, &["--demo", "lost"], &["which program is `lost`?", "demos lost_wake_up\n"]);
}

#[test]
fn arguments_that_contradict_each_other_are_refused() {
    for arguments in [["3", "--demo", "billion"], ["3", "--from", "file"], ["3", "4", "--json=file"]] {
        let option = arguments.iter().find(|argument| argument.starts_with("--")).unwrap();
        check(2, &arguments, &[option.trim_end_matches("=file")]);
    }
    check(2, &["--max-pages=0"], &["--max-pages"]);
    check(2, &["--from=one", "--from=two", "--json=file"], &["--json keeps the trace of one program"]);
}

#[test]
fn a_file_that_is_no_trace_is_refused_by_the_number_of_its_line() {
    check(1, &["--from", "no-such-file"], &["no-such-file: "]);
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join("garbled.jsonl");
    let entry = r#"{"at":1,"thread":"main","event":"polled","task":7}"#;
    fs::write(&file, format!("{entry}\n{{\"at\":2}}\n")).unwrap();
    let file = file.to_str().unwrap();
    check(1, &["--from", file], &[&format!("{file}: line 2 is no event of a trace: missing field")]);
}
