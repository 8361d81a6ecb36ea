//! `{{#picture NAME}}`: a picture that follows the theme, as a part of the page or in two files.

use std::sync::LazyLock;

use anyhow::{Result, anyhow, bail};
use maud::html;
use regex::Regex;

use crate::directive::{Place, pattern};
use crate::material::PICTURES;

/// What stands above the picture in its file.
static HEAD: LazyLock<Regex> = LazyLock::new(|| pattern(r"(?s)<\?xml.*?\?>|<!--.*?-->|<!DOCTYPE.*?>"));

/// What a picture says in words.
static TITLE: LazyLock<Regex> = LazyLock::new(|| pattern(r"<title>(.*?)</title>"));

/// Returns a picture. `NAME STEP` shows the parts up to that step.
///
/// # Errors
/// If there is no such picture.
pub fn show(place: &Place<'_>, arguments: &str) -> Result<String> {
    let (name, step) = arguments.split_once(' ').unwrap_or((arguments, ""));
    let pictures = &place.material.pictures;
    if !pictures.contains(name) {
        bail!("there is no picture `{name}`");
    }
    let dark = format!("{name}-dark");
    let mut shown = place.material.shown.borrow_mut();
    shown.pictures.insert(name.to_owned());
    let svg = place.material.read(&format!("{PICTURES}/{name}.svg"))?;
    let picture = if pictures.contains(&dark) {
        shown.pictures.insert(dark);
        two_files(place, name, &svg)?
    } else {
        inline(&svg, step)?
    };
    Ok(format!("<figure class=\"picture\">{picture}</figure>\n"))
}

/// Returns a picture that is a part of the page.
fn inline(svg: &str, step: &str) -> Result<String> {
    let svg = HEAD.replace_all(svg, "");
    let (_, svg) = svg.split_once("<svg").ok_or_else(|| anyhow!("the picture has no <svg>"))?;
    // A line break may end a block of HTML in Markdown.
    let svg: Vec<_> = svg.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    let upto = if step.is_empty() { String::new() } else { format!(" data-upto=\"{step}\"") };
    Ok(format!("<svg{upto} {}", svg.join(" ")))
}

/// Returns a picture that has a file for each kind of theme.
fn two_files(place: &Place<'_>, name: &str, svg: &str) -> Result<String> {
    let title = TITLE.captures(svg).ok_or_else(|| anyhow!("the picture has no <title>"))?[1].to_owned();
    let file = |name: &str| format!("{}pictures/{name}.svg", place.to_root());
    let (light, dark) = (file(name), file(&format!("{name}-dark")));
    Ok(html! { img.by-day src=(light) alt=(title); img.by-night src=(dark) alt=(title); }.into_string())
}
