//! `{{#picture NAME}}`: a picture, as a part of the page, so that it follows the theme.

use std::sync::LazyLock;

use anyhow::{Result, anyhow, bail};
use regex::Regex;

use crate::directive::{Place, pattern};
use crate::material::PICTURES;

/// What stands above the picture in its file.
static HEAD: LazyLock<Regex> = LazyLock::new(|| pattern(r"(?s)<\?xml.*?\?>|<!--.*?-->|<!DOCTYPE.*?>"));

/// Returns a picture. `NAME STEP` shows the parts up to that step.
///
/// # Errors
/// If there is no such picture.
pub fn show(place: &Place<'_>, arguments: &str) -> Result<String> {
    let (name, step) = arguments.split_once(' ').unwrap_or((arguments, ""));
    if !place.material.pictures.contains(name) {
        bail!("there is no picture `{name}`");
    }
    place.material.shown.borrow_mut().pictures.insert(name.to_owned());
    let svg = place.material.read(&format!("{PICTURES}/{name}.svg"))?;
    let svg = HEAD.replace_all(&svg, "");
    let (_, svg) = svg.split_once("<svg").ok_or_else(|| anyhow!("{name}.svg has no <svg>"))?;
    // A line break may end a block of HTML in Markdown.
    let svg: Vec<_> = svg.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    let upto = if step.is_empty() { String::new() } else { format!(" data-upto=\"{step}\"") };
    Ok(format!("<figure class=\"picture\"><svg{upto}{}</figure>\n", svg.join(" ")))
}
