//! The words of the chapters: none gives the answer of a later exercise, and none is explained only later.

use std::sync::LazyLock;

use anyhow::{Context, Result, bail};
use regex::{Captures, Regex, escape};
use workshop::exercises::{CHAPTERS, Exercise, FOLDER};

use crate::chapter::Chapter;
use crate::material::Material;
use crate::pattern::pattern;

/// Each exercise with its answers, `ID: ANSWER; ANSWER`. A sentence gives an answer if it has all of its words, or
/// longer ones that begin so.
const ANSWERS: &str = "docs/book/answers.txt";

/// Each chapter with the terms that it introduces, `CHAPTER: TERM, TERM`.
pub const TERMS: &str = "docs/book/terms.txt";

/// What ends a sentence: its mark, an empty line, a cell of a table, a tag of HTML but for `code`.
static END: LazyLock<Regex> = LazyLock::new(|| pattern(r#"[.?!:;]['")*]*\s|\n\s*\n|\||</?[^c/][^>]*>"#));

/// A program that a chapter shows or runs.
static PROGRAM: LazyLock<Regex> = LazyLock::new(|| pattern(r"(?:demos/src/bin/|--bin )(\w+)"));

/// What is no prose: a header, code, a heading, a tag, the target of a link, and what is read after an exercise.
static NO_PROSE: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?ms)\A---$.*?^---$|^## Answer$.*\z|^```.*?^```|^    .*?$|^#.*?$|<code>.*?</code>|`[^`]*`|<[^>]*>|\]\([^)]*\)|\{\{#[^e].*?\}\}",
    )
});

/// Checks that no sentence before an exercise gives its answer, neither of the chapter nor of a comment in a
/// program that it shows, nor what the exercise itself says before its second hint.
///
/// # Errors
/// If a sentence does; the message has it.
pub fn check_answers(chapter: &Chapter<'_>, text: &str) -> Result<()> {
    let (material, mut found) = (chapter.material, Vec::new());
    let list = material.read(ANSWERS)?;
    let with_programs = |part: &str| {
        let read = |name: &str| material.read(&format!("docs/demos/src/bin/{name}.rs")).unwrap_or_default();
        let programs =
            PROGRAM.captures_iter(part).map(|name| format!("\n```rust\n{}\n```\n", read(&name[1])));
        sentences(&format!("{part}{}", programs.collect::<String>()))
    };
    let parts = text.split("<div class=\"exercise\" id=\"");
    let parts: Vec<_> = parts.map(|part| (part, with_programs(part))).collect();
    let is_asked_here_or_later =
        |exercise: &&Exercise| material.order(&exercise.chapter) >= material.order(chapter.file);
    for exercise in material.course.exercises.iter().filter(is_asked_here_or_later) {
        let id = &exercise.id;
        let answers = list.lines().find_map(|line| line.strip_prefix(id)?.strip_prefix(": "));
        let answers = answers.with_context(|| format!("{ANSWERS} has no line `{id}: ANSWER; ANSWER`"))?;
        let section = |name| exercise.section(name);
        let own = [&exercise.title, &exercise.task, section("Why"), section("Predict"), section("Hint 1")];
        let own = if exercise.chapter == chapter.file { sentences(&own.join("\n\n")) } else { Vec::new() };
        let is_before = |(part, _): &&(&str, _)| !part.starts_with(&format!("{id}\""));
        let before = parts.iter().take_while(is_before).flat_map(|(_, sentences)| sentences);
        let told = before.chain(&own).filter(|sentence| gives(sentence, answers));
        found.extend(told.map(|told| format!("this gives the answer of the exercise `{id}`: {told}")));
    }
    if found.is_empty() { Ok(()) } else { bail!(found.join("\n")) }
}

/// Returns the sentences of a text. Of Rust, the comments count.
fn sentences(text: &str) -> Vec<String> {
    let mut is_rust = false;
    let prose = |line| {
        let fence = str::strip_prefix(line, "```");
        is_rust = fence.map_or(is_rust, |language| language.starts_with("rust"));
        let comment = line.split_once("//").map(|(_, comment)| comment.trim_start_matches(['/', '!']));
        if is_rust || fence.is_some() { comment.unwrap_or("\n") } else { line }
    };
    let text = text.lines().map(prose).collect::<Vec<_>>().join("\n");
    END.split(&text).map(|sentence| sentence.split_whitespace().collect::<Vec<_>>().join(" ")).collect()
}

fn gives(sentence: &str, answers: &str) -> bool {
    let sentence = sentence.to_lowercase();
    let words: Vec<_> = sentence.split(|sign: char| !sign.is_alphanumeric() && sign != '_').collect();
    let has = |word| words.iter().any(|its| its.starts_with(word));
    answers.split("; ").any(|answer| answer.split(' ').all(has))
}

/// Checks that each term of a list stands in italics where its chapter has it first, and in no earlier chapter but
/// the first one, which says what is in the others. An exercise is a part of its chapter.
///
/// # Errors
/// If one does not; the message has the place.
pub fn check_terms(material: &Material, list: &str) -> Result<()> {
    let chapters: Vec<_> =
        material.chapters.iter().map(|chapter| prose(material, chapter)).collect::<Result<_>>()?;
    let mut found = Vec::new();
    for (chapter, term) in terms(list) {
        let words = escape(term).replace(' ', r"\s+");
        let term_or_plural =
            pattern(&format!(r"(?i)(?:^|[^\w-])(\*?){words}(?:s|es|d|ed|ing)?(\*?)(?:[^\w-]|$)"));
        let place = material.order(chapter);
        for (order, (text, lines)) in chapters.iter().enumerate().take(place.saturating_add(1)) {
            let first = term_or_plural.captures(text);
            let line =
                |first: &Captures<'_>| &lines[text[..first.get_match().start() + 1].matches('\n').count()];
            match first {
                Some(first) if order == place && (first[1].is_empty() || first[2].is_empty()) => {
                    found.push(format!("{}: `{term}` is explained here: write *{term}*", line(&first)));
                }
                Some(first) if order != place && order > 0 => {
                    found.push(format!("{}: `{term}` is explained only in {chapter}", line(&first)));
                }
                None if order == place => found.push(format!("{CHAPTERS}/{chapter}: *{term}* is not there")),
                _ => {}
            }
        }
    }
    if found.is_empty() { Ok(()) } else { bail!(found.join("\n")) }
}

/// Returns the terms of a list, each after its chapter.
fn terms(list: &str) -> impl Iterator<Item = (&str, &str)> {
    let lines = list.lines().filter_map(|line| line.split_once(": "));
    lines.flat_map(|(chapter, terms)| terms.split(", ").map(move |term| (chapter, term)))
}

/// Returns the prose of a chapter and of its exercises, and the place of each of its lines.
fn prose(material: &Material, chapter: &str) -> Result<(String, Vec<String>)> {
    let (mut prose, mut places) = (String::new(), Vec::new());
    let mut add = |file: &str, line: usize, text: &str| {
        prose.extend([text, "\n"]);
        places.push(format!("{file}:{}", line + 1));
    };
    let file = format!("{CHAPTERS}/{chapter}");
    let plain = |file: &str| -> Result<String> {
        let blank = |found: &Captures<'_>| "\n".repeat(found[0].matches('\n').count());
        Ok(NO_PROSE.replace_all(&material.read(file)?, blank).into_owned())
    };
    for (index, line) in plain(&file)?.lines().enumerate() {
        let Some(id) = line.strip_prefix("{{#exercise ").and_then(|rest| rest.strip_suffix("}}")) else {
            add(&file, index, line);
            continue;
        };
        let file = format!("{FOLDER}/{id}/README.md");
        plain(&file)?.lines().enumerate().for_each(|(index, line)| add(&file, index, line));
    }
    Ok((prose, places))
}

/// Returns an index of the terms, with links to their chapters.
pub fn index(chapter: &Chapter<'_>) -> Result<String> {
    let list = chapter.material.read(TERMS)?;
    let mut links: Vec<_> = terms(&list).map(|(chapter, term)| format!("[{term}]({chapter})")).collect();
    links.sort_by_key(|link| link.to_lowercase());
    // mdBook renames the first chapter.
    Ok(links.join(" · ").replace("README.md", "index.md"))
}
