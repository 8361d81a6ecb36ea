//! The lines `{{#NAME ARGUMENTS}}` of a chapter, and the text in their place.

use std::sync::LazyLock;

use anyhow::{Result, anyhow, bail};
use maud::html;
use regex::Regex;

use crate::chapter::Chapter;
use crate::pattern::pattern;
use crate::{excerpt, lesson, pair, picture, shown, source, terms, trace};

/// A value of an output, inside a sentence.
static VALUE: LazyLock<Regex> = LazyLock::new(|| pattern(r"\{\{#value (\S+) /(.+?)/\}\}"));

/// Returns the text of a chapter with everything that its lines ask for, and what is wrong in the chapter. Where
/// something is missing, the text says so: a learner reads the book while a source is not as it should be.
pub fn expand(chapter: &Chapter<'_>, text: &str) -> (String, Vec<String>) {
    let (mut expanded, mut wrong) = (String::new(), Vec::new());
    let mut is_fenced = false;
    for (index, line) in text.lines().enumerate() {
        let fence = line.trim_start().strip_prefix("```");
        is_fenced ^= fence.is_some();
        let result = match fence {
            Some(language) if language.starts_with("rust") => Err(anyhow!(
                "Rust code is shown by `{{{{#item}}}}`, so that it is compiled and tested; it is not typed"
            )),
            None if !is_fenced => self::line(chapter, line),
            _ => Ok(line.to_owned()),
        };
        match result {
            Ok(line) => expanded.extend([&line, "\n"]),
            Err(error) => {
                let error = format!("{error:#}");
                let missing = html! { p.missing { "Your sources do not have what stands here: " (error) } };
                expanded.extend(["\n", &missing.into_string(), "\n\n"]);
                wrong.push(format!("docs/book/src/{}:{}: {error}", chapter.file, index + 1));
            }
        }
    }
    if let Err(error) = pair::check_complete(chapter, text) {
        wrong.push(format!("docs/book/src/{}: {error:#}", chapter.file));
    }
    (expanded, wrong)
}

fn line(chapter: &Chapter<'_>, line: &str) -> Result<String> {
    let directive = line.trim().strip_prefix("{{#").and_then(|rest| rest.strip_suffix("}}"));
    let is_block = |text: &&str| !text.contains("}}") && !text.starts_with("value ");
    let Some(directive) = directive.filter(is_block) else { return sentence(chapter, line) };
    let (name, arguments) = directive.split_once(' ').unwrap_or((directive, ""));
    let arguments = arguments.trim();
    match name {
        "item" => excerpt::item(chapter, arguments),
        "stages" => pair::stages(chapter, arguments),
        "output" => shown::show(chapter, arguments),
        "exercise" => lesson::exercise(chapter, arguments),
        "trace" => trace::show(chapter, arguments),
        "terms" => terms::index(chapter),
        "picture" => picture::show(chapter, arguments),
        _ => bail!("there is no directive `{name}`"),
    }
}

/// Fills in the values of a sentence, and follows its links to sources.
fn sentence(chapter: &Chapter<'_>, line: &str) -> Result<String> {
    let mut filled = line.to_owned();
    for found in VALUE.captures_iter(line) {
        let value = shown::value(chapter.material, &found[1], &found[2])?;
        filled = filled.replacen(&found[0], &value, 1);
    }
    source::follow(chapter, &filled)
}
