//! `{{#stages NAME A B}}` and `{{#changes A B}}`: two stages side by side.

use std::collections::BTreeSet;

use anyhow::{Error, Result, anyhow, bail};
use maud::{Markup, PreEscaped, html};
use workshop::diff::excerpt::{Change, Excerpt, changes as changed, excerpt};

use crate::chapter::Chapter;
use crate::source;
use crate::view::{View, in_view, view_of_lines};

/// The height of a screen, in lines. A higher pair is folded.
const HIGH: usize = 40;

/// The files whose every change a chapter with a table of changes has to show.
const IDEA: [&str; 2] = ["src/fetch.rs", "src/crawl.rs"];

/// Returns what belongs to a name in two stages, side by side.
pub fn stages(chapter: &Chapter<'_>, arguments: &str) -> Result<String> {
    let words: Vec<_> = arguments.split(' ').collect();
    let [name, old, new] = words[..] else { bail!("it has to be `NAME A B`") };
    let excerpt = excerpt(&chapter.material.stages, name, [old, new]).map_err(Error::msg)?;
    if let Some(none) = excerpt.names.iter().position(Vec::is_empty) {
        bail!("{} has no `{name}`", excerpt.folders[none]);
    }
    let [old, new] = &excerpt.names;
    let caption = html! {
        (linked(chapter, &excerpt, 0)) " and " (linked(chapter, &excerpt, 1)) ": "
        @if old == new { (names(old)) } @else { (names(old)) " becomes " (names(new)) }
    };
    let mut view = View::Open;
    for (folder, lines) in excerpt.folders.iter().zip(&excerpt.lines) {
        view = view.max(view_of_lines(chapter, &format!("{folder}/{}", excerpt.path), lines)?);
    }
    let figure = html! {
        figure.pair {
            figcaption { (caption) }
            @if excerpt.height > HIGH {
                details { summary { (excerpt.height) " lines" } (PreEscaped(&excerpt.html)) }
            } @else { (PreEscaped(&excerpt.html)) }
        }
    };
    Ok(in_view(view, "the pair", format!("{}\n", figure.into_string())))
}

fn linked(chapter: &Chapter<'_>, excerpt: &Excerpt<'_>, side: usize) -> Markup {
    let path = format!("{}/{}", excerpt.folders[side], excerpt.path);
    html! { a href=(source::link(chapter, &path, None)) { (path) } }
}

fn names(names: &[&str]) -> Markup {
    html! {
        @for (index, name) in names.iter().enumerate() { @if index > 0 { ", " } code { (name) } }
    }
}

/// Returns the table of the files that differ between two stages.
pub fn changes(chapter: &Chapter<'_>, arguments: &str) -> Result<String> {
    let changes = changes_of(chapter, arguments)?;
    let row = |change: &Change<'_>| {
        let link = source::link(chapter, &format!("{}/{}", change.folder, change.path), None);
        format!("| [`{}`]({link}) | {} | {} |\n", change.path, change.verdict, change.summary)
    };
    let rows: String = changes.iter().map(row).collect();
    Ok(format!("| file | lines | what it is |\n|---|---|---|\n{rows}"))
}

fn changes_of<'a>(chapter: &Chapter<'a>, pair: &str) -> Result<Vec<Change<'a>>> {
    let (old, new) = pair.split_once(' ').ok_or_else(|| anyhow!("it has to be `A B`"))?;
    changed(&chapter.material.stages, [old, new]).map_err(Error::msg)
}

/// Checks that a chapter with a table of changes shows every part of the files that carry the idea.
pub fn check_complete(chapter: &Chapter<'_>, text: &str) -> Result<()> {
    let directives = || text.lines().filter_map(|line| line.strip_prefix("{{#")?.strip_suffix("}}"));
    let Some(pair) = directives().find_map(|directive| directive.strip_prefix("changes ")) else {
        return Ok(());
    };
    let names = directives().filter_map(|directive| directive.strip_prefix("stages ")?.strip_suffix(pair));
    let shown: BTreeSet<&str> = names.filter_map(|name| name.trim_end().rsplit("::").next()).collect();
    let changes = changes_of(chapter, pair)?;
    let ideas = changes.iter().filter(|change| IDEA.contains(&change.path));
    let parts = ideas.flat_map(|change| change.parts.iter().map(move |part| (&change.path, part)));
    let hidden = parts.filter(|(_, names)| !names.iter().flatten().any(|name| shown.contains(name)));
    let hidden: Vec<_> =
        hidden.map(|(path, names)| format!("{path} changes in {}", names.concat().join(", "))).collect();
    if hidden.is_empty() { Ok(()) } else { bail!("no `{{{{#stages}}}}` shows this: {}", hidden.join("; ")) }
}
