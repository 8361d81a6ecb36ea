//! Links to sources. Each source that a chapter names has a page in the book.

use std::fs;
use std::path::Path;
use std::sync::LazyLock;

use anyhow::{Context, Result, bail};
use maud::{Markup, html};
use regex::Regex;
use workshop::syntax::{self, Piece};

use crate::chapter::Chapter;
use crate::material::Material;
use crate::pattern::pattern;
use crate::{lesson, links};

/// A link of Markdown that leads upwards.
static LINK: LazyLock<Regex> = LazyLock::new(|| pattern(r"\]\((\.\./[^)#\s]+)\)"));

/// Makes links to files outside the book lead to pages of it.
pub fn follow(chapter: &Chapter<'_>, line: &str) -> Result<String> {
    let mut followed = line.to_owned();
    for found in LINK.captures_iter(line) {
        let Some(path) = outside(chapter.file, &found[1]) else { continue };
        if !chapter.material.root.join(&path).is_file() {
            bail!("the link to {path} leads to no file");
        }
        // The text of an exercise stands in a chapter.
        let exercise = path.strip_prefix("docs/exercises/").and_then(|rest| rest.strip_suffix("/README.md"));
        let link = match exercise {
            Some(id) => lesson::link(chapter, id)?,
            None => link(chapter, &path, None),
        };
        followed = followed.replacen(&found[0], &format!("]({link})"), 1);
    }
    Ok(followed)
}

/// Returns the path from the root of the workspace, unless the link leads to another chapter.
fn outside(chapter: &str, link: &str) -> Option<String> {
    let path = links::resolve(&Path::new("docs/book/src").join(chapter), link);
    let path = path.to_string_lossy().replace('\\', "/");
    (!path.starts_with("docs/book/src/")).then_some(path)
}

/// Returns the link from a chapter to the page of a source, or to a line of it, from 1 on.
pub fn link(chapter: &Chapter<'_>, path: &str, line: Option<usize>) -> String {
    chapter.material.linked.borrow_mut().insert(path.to_owned());
    let line = line.map(|line| format!("#L{line}")).unwrap_or_default();
    format!("{}{}{line}", chapter.to_root(), file(path))
}

/// Returns the page of a source, relative to the folder of the book. mdBook would take `.md` for a chapter.
fn file(path: &str) -> String {
    format!("source/{}.html", path.replace(".md", "-md"))
}

/// Writes a page for each source that the chapters have linked, into the folder of the book.
pub fn write_pages(material: &Material, book: &Path) -> Result<()> {
    for path in &*material.linked.borrow() {
        let file = book.join(file(path));
        let folder = file.parent().context("a page has a folder")?;
        fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
        let page = page(path, &material.read(path)?);
        fs::write(&file, page).with_context(|| file.display().to_string())?;
    }
    Ok(())
}

fn page(path: &str, text: &str) -> String {
    let to_root = "../".repeat(path.matches('/').count() + 1);
    let style = html! { link rel="stylesheet" href={ (to_root) "theme/style.css" }; };
    let body = html! {
        body.source {
            p { a href={ (to_root) "index.html" } { "The book" } " › " code { (path) } }
            pre { @for (index, line) in lines(path, text).into_iter().enumerate() {
                span id={ "L" (index + 1) } { (line) } "\n"
            } }
        }
    };
    workshop::page::page(path, style, body)
}

/// Returns the lines of a source. Rust is coloured.
fn lines(path: &str, text: &str) -> Vec<Markup> {
    if !path.ends_with(".rs") {
        return text.lines().map(|line| html! { (line) }).collect();
    }
    let line = |line: &Vec<Piece<'_>>| {
        html! {
            @for Piece { class, text, .. } in line {
                @if let Some(class) = class { span class=(class) { (text) } } @else { (text) }
            }
        }
    };
    syntax::lines(text).iter().map(line).collect()
}
