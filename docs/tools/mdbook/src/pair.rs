//! `{{#stages NAME A B}}`: two stages side by side.

use anyhow::{Context, Error, Result, bail};
use maud::{Markup, html};
use workshop::diff::{Comparison, prose, sections};

use crate::chapter::Chapter;
use crate::solution::fold;
use crate::source;

/// The height of a screen, in lines. A higher pair is folded.
const HIGH: usize = 40;

/// The files whose every change the chapter at the end of a stage has to show, and the name of such a chapter.
const IDEA: [&str; 2] = ["src/fetch.rs", "src/crawl.rs"];
const END_OF_STAGE: &str = "/diff.md";

/// Returns what belongs to a name in two stages, side by side.
pub fn stages(chapter: &Chapter<'_>, arguments: &str) -> Result<String> {
    let (name, pair) = arguments.split_once(' ').context("it has to be `NAME A B`")?;
    let comparison = compared(chapter, pair)?;
    let (file, part) = comparison.part(name).map_err(Error::msg)?;
    let paths = [comparison.old, comparison.new].map(|stage| format!("{}/{}", stage.folder, file.path));
    let [old, new] = &part.names;
    if let Some(none) = part.names.iter().position(Vec::is_empty) {
        bail!("{} has no `{name}`", paths[none]);
    }
    let linked = |path: &String| html! { a href=(source::link(chapter, path, None)) { (path) } };
    let (diff, height) = (sections(&comparison, file, [part]), part.rows.len());
    let figure = html! {
        figure.pair {
            figcaption {
                (linked(&paths[0])) " and " (linked(&paths[1])) ": "
                @if old == new { (names(old)) } @else { (names(old)) " becomes " (names(new)) }
            }
            @if height > HIGH { details { summary { (height) " lines" } (diff) } } @else { (diff) }
        }
    };
    let shown = [(&*paths[0], &*part.lines(0)), (&*paths[1], &*part.lines(1))];
    fold(chapter, &shown, "the pair", figure.into_string() + "\n")
}

fn names(names: &[&str]) -> Markup {
    prose(&format!("`{}`", names.join("`, `")))
}

fn compared<'a>(chapter: &Chapter<'a>, pair: &str) -> Result<Comparison<'a>> {
    let (old, new) = pair.split_once(' ').context("it has to be `A B`")?;
    Comparison::between(&chapter.material.stages, [old, new]).map_err(Error::msg)
}

/// Checks that the chapter at the end of a stage shows every part of the files that carry the idea.
pub fn check_complete(chapter: &Chapter<'_>, text: &str) -> Result<()> {
    let directives = || text.lines().filter_map(|line| line.strip_prefix("{{#stages ")?.strip_suffix("}}"));
    let first = directives().next().filter(|_| chapter.file.ends_with(END_OF_STAGE));
    let Some((_, pair)) = first.and_then(|first| first.split_once(' ')) else { return Ok(()) };
    let names = directives().filter_map(|directive| directive.strip_suffix(pair));
    let shown: Vec<&str> = names.filter_map(|name| name.trim_end().rsplit("::").next()).collect();
    let comparison = compared(chapter, pair)?;
    let mut hidden = Vec::new();
    for file in comparison.files.iter().filter(|file| IDEA.contains(&file.path)) {
        for names in file.sections.iter().filter(|part| part.differs()).map(|part| part.names.concat()) {
            if !names.is_empty() && !names.iter().any(|name| shown.contains(name)) {
                hidden.push(format!("{} changes in {}", file.path, names.join(", ")));
            }
        }
    }
    if hidden.is_empty() { Ok(()) } else { bail!("no `{{{{#stages}}}}` shows this: {}", hidden.join("; ")) }
}
