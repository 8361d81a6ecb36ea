//! `{{#stages NAME A B}}` and `{{#changes A B}}`: two stages side by side.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use anyhow::{Error, Result, anyhow, bail};
use maud::{Markup, PreEscaped, html};
use regex::Regex;
use workshop::diff::excerpt::{Change, Excerpt, changes as changed, excerpt};

use crate::answers::{View, view_of_lines};
use crate::directive::{Place, pattern};
use crate::excerpt::in_view;
use crate::source;

/// `NAME A B`.
static ARGUMENTS: LazyLock<Regex> = LazyLock::new(|| pattern(r"^(\S+) ([1-4]) ([1-4])$"));

/// Asks for a table of all that changes.
static CHANGES: LazyLock<Regex> = LazyLock::new(|| pattern(r"(?m)^\{\{#changes ([1-4]) ([1-4])\}\}$"));

/// Asks for what belongs to a name.
static STAGES: LazyLock<Regex> = LazyLock::new(|| pattern(r"(?m)^\{\{#stages (\S+) ([1-4]) ([1-4])"));

/// What is higher than a screen is folded.
const HIGH: usize = 40;

/// The files whose every change a chapter with a table of changes has to show.
const IDEA: [&str; 2] = ["src/fetch.rs", "src/crawl.rs"];

/// Returns what belongs to a name in two stages, side by side.
///
/// # Errors
/// If one of the stages has none.
pub fn stages(place: &Place<'_>, arguments: &str) -> Result<String> {
    let parts = ARGUMENTS.captures(arguments).ok_or_else(|| anyhow!("it has to be `NAME A B`"))?;
    let excerpt = excerpt(&place.material.stages, &parts[1], [&parts[2], &parts[3]]).map_err(Error::msg)?;
    if let Some(none) = excerpt.names.iter().position(Vec::is_empty) {
        bail!("{} has no `{}`", excerpt.stages[none], &parts[1]);
    }
    let [old, new] = &excerpt.names;
    let caption = html! {
        (linked(place, &excerpt, 0)) " and " (linked(place, &excerpt, 1)) ": "
        @if old == new { (names(old)) } @else { (names(old)) " becomes " (names(new)) }
    };
    let mut view = View::Open;
    for (stage, lines) in excerpt.stages.iter().zip(&excerpt.lines) {
        if view_of_lines(place, &format!("{stage}/{}", excerpt.path), lines)? == View::Folded {
            view = View::Folded;
        }
    }
    let figure = html! {
        figure.pair {
            @if excerpt.height > HIGH {
                figcaption { (caption) }
                details { summary { (excerpt.height) " lines" } (PreEscaped(&excerpt.html)) }
            } @else {
                figcaption { (caption) } (PreEscaped(&excerpt.html))
            }
        }
    };
    Ok(in_view(view, "the pair", format!("{}\n", figure.into_string())))
}

fn linked(place: &Place<'_>, excerpt: &Excerpt<'_>, side: usize) -> Markup {
    let path = format!("{}/{}", excerpt.stages[side], excerpt.path);
    html! { a href=(source::link(place, &path, None)) { (path) } }
}

fn names(names: &[&str]) -> Markup {
    html! {
        @for (index, name) in names.iter().enumerate() { @if index > 0 { ", " } code { (name) } }
    }
}

/// Returns the table of the files that differ between two stages.
///
/// # Errors
/// If there are no such stages.
pub fn changes(place: &Place<'_>, arguments: &str) -> Result<String> {
    let (old, new) = arguments.split_once(' ').ok_or_else(|| anyhow!("it has to be `A B`"))?;
    let changes = changed(&place.material.stages, [old, new]).map_err(Error::msg)?;
    let row = |change: &Change<'_>| {
        let link = source::link(place, &format!("{}/{}", change.package, change.path), None);
        format!("| [`{}`]({link}) | {} | {} |\n", change.path, change.verdict, change.summary)
    };
    let rows: String = changes.iter().map(row).collect();
    Ok(format!("| file | lines | what it is |\n|---|---|---|\n{rows}"))
}

/// Checks that a chapter with a table of changes shows every part of the files that carry the idea.
///
/// # Errors
/// If it leaves one out; the message names all of them.
pub fn check_complete(place: &Place<'_>, text: &str) -> Result<()> {
    let Some(asked) = CHANGES.captures(text) else { return Ok(()) };
    let pair = [asked[1].to_owned(), asked[2].to_owned()];
    let names = STAGES.captures_iter(text).filter(|found| found[2] == pair[0] && found[3] == pair[1]);
    let shown: BTreeSet<String> =
        names.map(|found| found[1].rsplit("::").next().unwrap_or_default().to_owned()).collect();
    let changes = changed(&place.material.stages, [&pair[0], &pair[1]]).map_err(Error::msg)?;
    let ideas = changes.iter().filter(|change| IDEA.contains(&change.path));
    let parts = ideas.flat_map(|change| change.parts.iter().map(move |part| (&change.path, part)));
    let hidden = parts.filter(|(_, names)| !names.iter().flatten().any(|&name| shown.contains(name)));
    let hidden: Vec<_> =
        hidden.map(|(path, names)| format!("{path} changes in {}", names.concat().join(", "))).collect();
    if hidden.is_empty() { Ok(()) } else { bail!("no `{{{{#stages}}}}` shows this: {}", hidden.join("; ")) }
}
