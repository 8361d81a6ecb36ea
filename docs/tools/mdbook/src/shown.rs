//! `{{#output NAME}}` and `{{#value NAME /PATTERN/}}`: captured outputs, and values of them.

use std::sync::LazyLock;

use anyhow::{Context, Result};
use maud::html;
use regex::Regex;

use crate::chapter::Chapter;
use crate::excerpt::part;
use crate::material::{Material, OUTPUTS};
use crate::pattern::pattern;

/// The arguments `NAME from "TEXT" to "TEXT"`.
static ARGUMENTS: LazyLock<Regex> = LazyLock::new(|| pattern(r#"^(\S+)(?: from "(.+)" to "(.+)")?$"#));

/// Returns an output for a chapter, or some of its lines.
pub fn show(chapter: &Chapter<'_>, arguments: &str) -> Result<String> {
    let parts = ARGUMENTS.captures(arguments).context("it has to be `NAME`")?;
    let output = chapter.material.show(OUTPUTS, &parts[1])?;
    let mut lines: Vec<_> = output.text.lines().collect();
    if let (Some(from), Some(to)) = (parts.get(2), parts.get(3)) {
        let (first, last) = part(&output.text, from.as_str(), to.as_str())?;
        lines = lines[first..=last].to_vec();
    }
    // As a reader types it.
    let command =
        output.command.replace("cargo run -q ", "cargo run ").replace("cargo check -q ", "cargo check ");
    let said = html! {
        p.command {
            code { "$ " (command) }
            @if output.exit != 0 { " It ends with exit status " (output.exit) "." }
        }
    };
    let (said, text) = (said.into_string(), lines.join("\n"));
    let text = text.trim_end();
    Ok(format!("<div class=\"output\">\n\n{said}\n\n```text\n{text}\n```\n\n</div>\n"))
}

/// Returns the first group of a pattern in an output.
pub fn value(material: &Material, name: &str, pattern: &str) -> Result<String> {
    let output = material.show(OUTPUTS, name)?;
    let found = Regex::new(&format!("(?m){pattern}"))?.captures(&output.text).and_then(|found| found.get(1));
    let nothing = || format!("the output `{name}` has nothing like /{pattern}/ with a group");
    Ok(found.with_context(nothing)?.as_str().trim().to_owned())
}
