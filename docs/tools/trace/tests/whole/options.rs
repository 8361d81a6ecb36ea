//! `cargo workshop trace`: what it does not take, and what it says then; what it says of a program that
//! fails.

use std::fs;
use std::path::Path;
use std::process::Command;

/// Runs the command, and compares its exit status and what it says on stderr.
#[track_caller]
fn check(code: i32, arguments: &[&str], says: &[&str]) {
    let output = Command::new(env!("CARGO_BIN_EXE_trace-page")).args(arguments).output().unwrap();
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
    let examples =
        &["which program is `delegate`?", "stage3-futures delegation\n", "stage4-async one_page\n"];
    check(2, &["--example", "delegate"], examples);
    check(
        2,
        &["3", "--example", "swap_the_runtime"],
        &["`swap_the_runtime`? There are\n  stage3-futures delegation\n"],
    );
    check(2, &["--example", "one_page"], &["`one_page`? There are\n  stage1-blocking one_page\n"]);
    check(2, &["--demo", "lost"], &["which program is `lost`?", "demos lost_wake_up\n"]);
    check(2, &["3", "no_such_test"], &["no test is called `no_such_test`"]);
    let waker = "the_waker_of_a_future_counts";
    check(2, &["3", waker], &[&format!("no test is called `{waker}`")]);
    check(2, &["NAME"], &["no stage is called `NAME`"]);
}

#[test]
fn the_test_in_the_help_is_traced_by_the_end_of_its_path_or_all_of_it_in_its_stage_or_any() {
    let trace = |words: &str| Command::new(env!("CARGO_BIN_EXE_trace-page")).args(words.split(' ')).output();
    let help = String::from_utf8(trace("--help").unwrap().stdout).unwrap();
    let mut named = help.lines().filter_map(|line| line.trim().strip_prefix("cargo workshop trace 3 "));
    let name = named.next_back().filter(|name| name.contains("::")).expect("the help names a test");
    let function = name.rsplit("::").next().unwrap();
    for words in [format!("3 {name}"), format!("3 parts::together::{name}"), function.to_owned()] {
        let output = trace(&words).unwrap();
        let story = String::from_utf8_lossy(&output.stdout);
        assert!(output.status.success() && story.contains("The executor polls"), "{words}: {output:?}");
    }
}

#[test]
fn arguments_that_contradict_each_other_are_refused() {
    for arguments in [["3", "--demo", "crowd"], ["3", "--from", "file"], ["3", "4", "--json=file"]] {
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

/// Returns what is shown, and what is said on stderr, of a program that does this after it has traced an
/// event. A script takes cargo's place, and names the program.
#[cfg(unix)]
fn traced(name: &str, program: &str) -> [String; 2] {
    use std::os::unix::fs::PermissionsExt;

    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::create_dir_all(&folder).unwrap();
    let entry = r#"{"at":1,"thread":"main","event":"ended"}"#;
    let target = r#"{"name":"stage4-async","kind":["bin"],"src_path":"/src/main.rs"}"#;
    let metadata = format!(
        r#"{{"packages":[{{"name":"stage4-async","manifest_path":"/Cargo.toml","targets":[{target}]}}]}}"#
    );
    let built =
        format!(r#"{{"target":{{"name":"stage4-async"}},"executable":"{}/stage4-async"}}"#, folder.display());
    let cargo = format!("case $1 in metadata) echo '{metadata}' ;; *) echo '{built}' ;; esac");
    let program = format!("echo '{entry}' > $CRAWLER_TRACE\n{program}");
    for (file, text) in [("cargo", cargo), ("stage4-async", program)] {
        fs::write(folder.join(file), format!("#!/bin/sh\n{text}\n")).unwrap();
        fs::set_permissions(folder.join(file), fs::Permissions::from_mode(0o755)).unwrap();
    }
    let mut command = Command::new(env!("CARGO_BIN_EXE_trace-page"));
    command.env("CARGO", folder.join("cargo")).env("RUST_BACKTRACE", "1");
    let output = command.output().unwrap();
    assert_eq!(output.status.code(), Some(i32::from(name == "fails")));
    [output.stdout, output.stderr].map(|text| String::from_utf8(text).unwrap())
}

#[cfg(unix)]
#[test]
fn after_a_program_that_fails_it_is_not_said_that_nothing_is_odd() {
    let [story, said] = traced("fails", "echo thread main panicked, $RUST_BACKTRACE; exit 101");
    assert!(said.contains("stage4-async did not succeed (exit status: 101)"), "{said}");
    assert!(said.ends_with("thread main panicked, 0\n"), "{said}");
    assert!(
        story.ends_with("\nstage4-async did not succeed. The trace shows nothing else that is odd.\n"),
        "{story}"
    );
    let [story, said] = traced("ends", "exit 0");
    assert!(story.ends_with("\nNothing is odd.\n") && said.is_empty(), "{story}{said}");
}
