//! The lines `{{#NAME ARGUMENTS}}` of a chapter, and the text in their place.

use std::cell::RefCell;
use std::sync::LazyLock;

use anyhow::{Result, anyhow, bail};
use regex::Regex;

use crate::material::Material;
use crate::{excerpt, lesson, output, pair, picture, source, trace};

/// A value of an output, inside a sentence.
static VALUE: LazyLock<Regex> = LazyLock::new(|| pattern(r"\{\{#value (\S+) /(.+?)/\}\}"));

/// Compiles a pattern of this program.
pub(crate) fn pattern(text: &str) -> Regex {
    Regex::new(text).expect("the pattern is correct")
}

/// The place of a line in a chapter.
pub struct Place<'a> {
    /// The material that the chapter may show.
    pub material: &'a Material,
    /// The file of the chapter, relative to `docs/book/src`, with `/`.
    pub chapter: &'a str,
    /// The indices of the exercises above this place.
    pub above: RefCell<Vec<usize>>,
}

impl<'a> Place<'a> {
    /// Makes the place at the beginning of a chapter.
    pub fn new(material: &'a Material, chapter: &'a str) -> Place<'a> {
        Place { material, chapter, above: RefCell::default() }
    }

    /// Returns the way from the page of this chapter to the root of the book: empty, or `../` for each folder.
    pub fn to_root(&self) -> String {
        "../".repeat(self.chapter.matches('/').count())
    }
}

/// Returns the text of a chapter with everything that its lines ask for.
///
/// # Errors
/// If a line asks for something that is not there. The message names each such line.
pub fn expand(place: &Place<'_>, text: &str) -> Result<String> {
    let (mut expanded, mut errors) = (String::new(), Vec::new());
    let mut is_fenced = false;
    for (index, line) in text.lines().enumerate() {
        let fence = line.trim_start().strip_prefix("```");
        is_fenced ^= fence.is_some();
        let result = match fence {
            Some(language) if language.starts_with("rust") => Err(anyhow!(
                "Rust code is shown by `{{{{#item}}}}`, so that it is compiled and tested; it is not typed"
            )),
            None if !is_fenced => self::line(place, line),
            _ => Ok(line.to_owned()),
        };
        match result {
            Ok(line) => expanded.extend([&line, "\n"]),
            Err(error) => errors.push(format!("docs/book/src/{}:{}: {error:#}", place.chapter, index + 1)),
        }
    }
    let complete = pair::check_complete(place, text);
    errors.extend(complete.err().map(|error| format!("docs/book/src/{}: {error:#}", place.chapter)));
    if errors.is_empty() { Ok(expanded) } else { bail!(errors.join("\n")) }
}

fn line(place: &Place<'_>, line: &str) -> Result<String> {
    match line.trim().strip_prefix("{{#").and_then(|rest| rest.strip_suffix("}}")) {
        Some(directive) if !directive.contains("}}") && !directive.starts_with("value ") => {
            let (name, arguments) = directive.split_once(' ').unwrap_or((directive, ""));
            block(place, name, arguments.trim())
        }
        _ => sentence(place, line),
    }
}

fn block(place: &Place<'_>, name: &str, arguments: &str) -> Result<String> {
    match name {
        "item" => excerpt::item(place, arguments),
        "stages" => pair::stages(place, arguments),
        "changes" => pair::changes(place, arguments),
        "output" => output::show(place, arguments),
        "exercise" => lesson::exercise(place, arguments),
        "schedule" => lesson::schedule(place),
        "trace" => trace::show(place, arguments),
        "picture" => picture::show(place, arguments),
        _ => bail!("there is no directive `{name}`"),
    }
}

/// Fills in the values of a sentence, and follows its links to sources.
fn sentence(place: &Place<'_>, line: &str) -> Result<String> {
    let mut filled = line.to_owned();
    for found in VALUE.captures_iter(line) {
        let value = output::value(place.material, &found[1], &found[2])?;
        filled = filled.replacen(&found[0], &value, 1);
    }
    source::follow(place, &filled)
}
