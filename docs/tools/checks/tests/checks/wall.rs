//! The wall between the lesson and the real web: `common` knows of the door alone.

use crate::{path, read, sources, stages};

/// What only a real site asks for, in words. The options and the report have them all, because they are data.
const WORDS: [&str; 13] = [
    "archive", "breaker", "external", "health", "journal", "pacer", "Redis", "robots", "WARC", "426", "429",
    "503", "505",
];

/// Files that may have such words.
const DATA: [&str; 3] = ["common/src/crawl/options.rs", "common/src/crawl/scope.rs", "common/src/report"];

#[test]
fn the_core_has_no_word_of_what_only_a_real_site_asks_for() {
    let core = sources().into_iter().filter(|(name, _)| {
        name.starts_with("common/src/") && !DATA.iter().any(|data| name.starts_with(data))
    });
    let mut found = Vec::new();
    for (name, text) in core {
        for (number, line) in text.lines().enumerate() {
            let has =
                |word: &&&str| line.split(|char: char| !char.is_alphanumeric()).any(|part| part == **word);
            found.extend(WORDS.iter().find(has).map(|word| format!("{name}:{}: {word}", number + 1)));
        }
    }
    assert!(found.is_empty(), "this belongs behind the door, to `common/web`: {found:#?}");
}

#[test]
fn no_stage_depends_on_the_package_behind_the_door() {
    for stage in &stages().stages {
        let manifest = read(&path(&stage.name).join("Cargo.toml"));
        let (dependencies, _) = manifest.split_once("[dev-dependencies]").unwrap_or((&manifest, ""));
        let names = dependencies.lines().any(|line| line.starts_with("web"));
        assert!(
            !names,
            "{} depends on `web`: what only a real site asks for is no part of a stage",
            stage.name
        );
    }
}
