//! The commands in the chapters: what they name is there.

use std::fs;
use std::path::Path;

use regex::Regex;

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../..");

/// Returns the text of every chapter, with its path.
fn chapters() -> Vec<(String, String)> {
    let folder = Path::new(ROOT).join("docs/book/src");
    let paths = workshop::exercises::chapters(Path::new(ROOT)).unwrap().into_iter().map(|(_, path)| path);
    paths.map(|path| (path.clone(), fs::read_to_string(folder.join(path)).unwrap())).collect()
}

/// Asserts that `is_there` holds of everything that the pattern finds in a chapter.
fn each(pattern: &str, is_there: impl Fn(&str) -> bool) {
    let pattern = Regex::new(pattern).unwrap();
    let mut count = 0;
    for (path, text) in chapters() {
        for found in pattern.captures_iter(&text) {
            count += 1;
            assert!(is_there(&found[1]), "docs/book/src/{path}: {}: there is no `{}`", &found[0], &found[1]);
        }
    }
    assert!(count > 3, "the chapters have such commands");
}

/// The length with which readers still reach the last chapter.
const MOST_WORDS: usize = 26_800;

#[test]
fn the_book_keeps_to_its_length() {
    // The signs of a table are no words.
    let is_word = |text: &&str| text.contains(char::is_alphanumeric);
    let count = |text: &str| text.split_whitespace().filter(is_word).count();
    let words: usize = chapters().iter().map(|(_, text)| count(text)).sum();
    assert!(words <= MOST_WORDS, "{words} words, at most {MOST_WORDS}");
}

#[test]
fn every_program_is_there() {
    let demos = Path::new(ROOT).join("docs/demos");
    let is_there =
        |name: &str| ["src/bin", "broken"].iter().any(|dir| demos.join(format!("{dir}/{name}.rs")).is_file());
    each(r"-p demos .*--bin (\w+)", is_there);
    each(r"Programs?: `(\w+)`", is_there);
}

#[test]
fn every_command_of_the_workshop_is_there() {
    let source = fs::read_to_string(Path::new(ROOT).join("docs/tools/workshop/src/main.rs")).unwrap()
        + &fs::read_to_string(Path::new(ROOT).join("docs/tools/workshop/src/exercises.rs")).unwrap();
    let variant = |name: &str| {
        let words = name.split('-').map(|word| word[..1].to_uppercase() + &word[1..]);
        words.collect::<String>()
    };
    each(r"cargo workshop ([a-z]+(?:-[a-z]+)?)\b", |name| {
        ["(", ",", " {"].iter().any(|end| source.contains(&format!("    {}{end}", variant(name))))
    });
}
