//! `{{#stages NAME A B}}` and `{{#changes A B}}`: two stages side by side.

use anyhow::{Context, Error, Result, bail};
use maud::{Markup, html};
use workshop::diff::{Comparison, FileDiff, Role, prose, sections};

use crate::chapter::Chapter;
use crate::solution::fold;
use crate::source;

/// The height of a screen, in lines. A higher pair is folded.
const HIGH: usize = 40;

/// The files whose every change a chapter with a table of changes has to show.
const IDEA: [&str; 2] = ["src/fetch.rs", "src/crawl.rs"];

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

/// Returns the table of the files that differ between two stages.
pub fn changes(chapter: &Chapter<'_>, pair: &str) -> Result<String> {
    let comparison = compared(chapter, pair)?;
    let row = |file: &FileDiff<'_>| {
        let FileDiff { path, role, summary, .. } = file;
        let stage = if matches!(role, Role::Both | Role::Added) { comparison.new } else { comparison.old };
        let link = source::link(chapter, &format!("{}/{path}", stage.folder), None);
        format!("| [`{path}`]({link}) | {} | {summary} |\n", file.verdict())
    };
    let rows: String =
        comparison.files.iter().filter(|file| file.added + file.removed > 0).map(row).collect();
    Ok(format!("| file | lines | what it is |\n|---|---|---|\n{rows}"))
}

fn compared<'a>(chapter: &Chapter<'a>, pair: &str) -> Result<Comparison<'a>> {
    let (old, new) = pair.split_once(' ').context("it has to be `A B`")?;
    Comparison::between(&chapter.material.stages, [old, new]).map_err(Error::msg)
}

/// Checks that a chapter with a table of changes shows every part of the files that carry the idea.
pub fn check_complete(chapter: &Chapter<'_>, text: &str) -> Result<()> {
    let directives = || text.lines().filter_map(|line| line.strip_prefix("{{#")?.strip_suffix("}}"));
    let Some(pair) = directives().find_map(|directive| directive.strip_prefix("changes ")) else {
        return Ok(());
    };
    let names = directives().filter_map(|directive| directive.strip_prefix("stages ")?.strip_suffix(pair));
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
