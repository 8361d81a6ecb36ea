//! `{{#picture NAME}}`: a picture as a part of the page, so that it follows the theme.

use anyhow::{Context, Result};

use crate::chapter::Chapter;

/// Returns a picture. `NAME STEP` shows the parts up to that step.
pub fn show(chapter: &Chapter<'_>, arguments: &str) -> Result<String> {
    let (name, step) = arguments.split_once(' ').unwrap_or((arguments, ""));
    let svg = chapter.material.read(&format!("docs/book/src/pictures/{name}.svg"))?;
    let svg = svg.strip_prefix("<svg").context("the picture has to begin with `<svg`")?;
    // A line break may end a block of HTML in Markdown.
    let svg: Vec<_> = svg.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    let upto = if step.is_empty() { String::new() } else { format!(" data-upto=\"{step}\"") };
    Ok(format!("<figure class=\"picture\"><svg{upto} {}</figure>\n", svg.join(" ")))
}
