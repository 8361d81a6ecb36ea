//! The solutions with a wrong belief: of exercises, and of the programs that learners write.

use std::fs;
use std::io::Write;
use std::process::{Command, Stdio};

use workshop::exercises::with_solutions;
use workshop::variant;

use crate::{course, path, read};

#[test]
fn each_wrong_answer_fits_the_solution_and_is_formatted() {
    let course = course();
    for exercise in &course.exercises {
        let answers = course.wrong_answers(exercise).expect("they can be read");
        for hole in &exercise.holes {
            let source = read(&path(&hole.file));
            let solution = with_solutions(&course, &hole.file, source).expect("the progress can be read");
            for answer in &answers {
                let answered = hole.answered(&solution, answer);
                let answered = answered.unwrap_or_else(|error| panic!("{}: {error}", exercise.id));
                if answered != solution {
                    assert_formatted(&format!("{}: {}", exercise.id, answer.name), &answered);
                }
            }
        }
    }
}

#[test]
fn each_variant_of_a_program_of_ones_own_fits_the_solution_and_is_formatted() {
    let mut count = 0;
    for program in fs::read_dir(path("docs/own")).expect("a folder") {
        let folder = program.expect("it can be read").path();
        if !folder.join("wrong").is_dir() {
            continue;
        }
        let solution = read(&folder.join("solution.rs"));
        for variant in variant::read_all(&folder.join("wrong")).expect("they can be read") {
            let changed =
                variant.apply(&solution).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
            assert_formatted(&format!("{}: {}", folder.display(), variant.name), &changed);
            count += 1;
        }
    }
    assert_ne!(count, 0);
}

#[track_caller]
fn assert_formatted(name: &str, text: &str) {
    // From stdin, rustfmt follows no module to another file.
    let mut rustfmt = Command::new("rustfmt");
    rustfmt.args(["--edition", "2024"]).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut rustfmt = rustfmt.spawn().expect("rustfmt");
    let text = text.to_owned();
    let mut stdin = rustfmt.stdin.take().expect("a pipe");
    let written = std::thread::spawn(move || stdin.write_all(text.as_bytes()).map(|()| text));
    let output = rustfmt.wait_with_output().expect("it ends");
    let text = written.join().expect("no panic").expect("rustfmt reads all");
    let formatted = String::from_utf8_lossy(&output.stdout).replace('\r', "");
    let line = formatted.lines().zip(text.lines()).find(|(formatted, text)| formatted != text);
    assert!(formatted == text, "{name} is not formatted: {line:?}");
}
